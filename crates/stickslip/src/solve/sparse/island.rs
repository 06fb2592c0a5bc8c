//! An island laid out for sweeps: bodies of up to six velocities, contacts colour by colour, each with its rows
//! and its own block, in units in which masses are one.

use super::bodies::{Bodies, SIX, Twelve};
use super::colour::{Colours, Pair};
use super::contact::{Laid, NONE, bodies_of};
use super::local::Own;
use super::wide;
use crate::answer::{Answer, Impulse};
use crate::problem::ContactProblem;
use crate::room::make_room;
use crate::rows::Bundle;
use std::ops::Range;

/// A contact of the island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Its bodies in the island; one that is not there is the last.
    pub(super) bodies: [u32; 2],
    /// Where its rows and impulses begin.
    pub(super) at: u32,
    pub(super) own: Own,
    /// What rows·w must exceed (m/s): the target along n, the surface along the others, scaled, less what there is without impulses.
    pub(super) given: [f64; 4],
    /// 1/ρ: the mean response (1/kg).
    pub(super) stiff: f64,
    /// What sticks changes its impulse by −W⁻¹u: W⁻¹ for two friction rows, where there is one (kg).
    pub(super) stick: [f64; 6],
}

/// What of a contact sweeps do not need.
#[derive(Clone, Copy, Debug)]
struct Aside {
    /// Its place among the contacts that were given.
    place: u32,
    /// How its scaled friction becomes that of the problem: with three friction rows which of the `turns` is its own, else which of the
    /// `lengths`, or none.
    back: u32,
}

/// Friction that is not scaled.
const AS_IT_IS: u32 = u32::MAX;

/// A scalar joint of the island.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Bodies it touches, with its row.
    pub(super) parts: Vec<(u32, [f64; SIX])>,
    pub(super) own: f64,
    /// How fast its bodies would move along it with all the energy that they have without impulses, or that forces give them from rest (m/s): the
    /// largest.
    pub(super) speed: f64,
    pub(super) softness: f64,
    /// Less what there is without impulses (m/s).
    pub(super) target: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Contacts and joints of a problem: indices into it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Members<'a> {
    pub(crate) contacts: &'a [usize],
    pub(crate) joints: &'a [usize],
}

/// An island.
#[derive(Debug, Default)]
pub(super) struct Island {
    /// The contacts, colour by colour.
    pub(super) nodes: Vec<Node>,
    asides: Vec<Aside>,
    /// From scaled, turned friction to c_t, c_o, c_r, of the contacts with three friction rows.
    turns: Vec<[[f64; 3]; 3]>,
    /// From scaled friction to c_t, c_o, where it is not turned and the set is no disc.
    lengths: Vec<[f64; 2]>,
    pub(super) colours: Colours,
    /// Rows of all contacts.
    pub(super) rows: Vec<Twelve>,
    pub(super) links: Vec<Link>,
    /// Where residuals are to be compared with the speeds of bodies: how fast those of each contact move without impulses, or change their motion
    /// (m/s), the larger of the two. Else none.
    pub(super) speeds: Vec<f64>,
    /// How much contacts give way to what is new in their impulses, as a part of their mean response (1); 0 if they are rigid.
    pub(super) soft: f64,
    /// How many bodies there are, and the number of nobody, which stands still.
    pub(super) bodies: usize,
    /// Impulses of the contacts, then of the joints, to begin with.
    pub(super) start: Vec<f64>,
    /// An impulse (N·s) that is no longer small: what the forces of the step, or a thousandth of its motion, do to the body that they
    /// do most to.
    pub(super) floor: f64,
    /// The mean of `stiff` of the contacts (1/kg).
    pub(super) stiff: f64,
    /// The body in the island of each body of the problem.
    local: Vec<u32>,
    laid: Laid,
    touched: Vec<usize>,
}

const NOBODY: u32 = u32::MAX;

impl Island {
    /// Lays out contacts and joints of a problem, with the impulses to begin with; `speeds` if residuals are to be compared with the
    /// speeds of the bodies one by one. False if it cannot: a contact whose friction is no ellipsoid, or that touches more than two
    /// bodies.
    pub(super) fn take(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        members: Members,
        (answer, speeds): (&Answer, bool),
    ) -> bool {
        self.clear(bodies);
        let mut last = (Bundle::Mixed, [NOBODY; 2]);
        for (i, &c) in members.contacts.iter().enumerate() {
            let contact = &problem.contacts[c];
            // contacts of two bodies follow each other
            if contact.bundle == Bundle::Mixed || contact.bundle != last.0 {
                let Some(pair) = bodies_of(problem, bodies, contact) else {
                    return false;
                };
                let pair = pair.map(|body| match body {
                    NONE => NOBODY,
                    body => self.local(body),
                });
                last = (contact.bundle, pair);
            }
            self.colours.add(last.1, i);
        }
        self.links.truncate(members.joints.len());
        for (i, &j) in members.joints.iter().enumerate() {
            self.add_joint(problem, bodies, (i, j));
        }
        let nobody = self.touched.len() as u32;
        for body in self.colours.pairs.iter_mut().flat_map(|p| &mut p.bodies) {
            if *body == NOBODY {
                *body = nobody;
            }
        }
        self.colours.sort(nobody);
        if !wide(
            #[inline(always)]
            || self.lay_out(problem, bodies, members.contacts, (answer, speeds)),
        ) {
            return false;
        }
        (self.start).extend(members.joints.iter().map(|&j| answer.joints[j]));
        self.bodies = self.touched.len();
        self.set_sizes(problem, bodies);
        true
    }

    fn clear(&mut self, bodies: &Bodies) {
        self.nodes.clear();
        self.asides.clear();
        self.speeds.clear();
        self.soft = 0.0;
        self.turns.clear();
        self.lengths.clear();
        self.colours.clear();
        self.rows.clear();
        self.start.clear();
        for &body in &self.touched {
            if let Some(local) = self.local.get_mut(body) {
                *local = NOBODY;
            }
        }
        self.touched.clear();
        self.local.resize(bodies.len(), NOBODY);
    }

    /// The contacts in the order of their colours.
    #[inline(always)]
    fn lay_out(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        contacts: &[usize],
        (answer, speeds): (&Answer, bool),
    ) -> bool {
        for pair in &mut self.colours.pairs {
            let places = pair.first..pair.end;
            pair.first = self.nodes.len() as u32;
            let whole = pair.bodies.map(|body| {
                let body = self.touched.get(body as usize);
                body.copied().unwrap_or(NONE)
            });
            for place in places {
                let c = contacts[place as usize];
                let (contact, impulse) = (&problem.contacts[c], &answer.impulses[c]);
                let laid = &mut self.laid;
                if laid
                    .lay(problem, bodies, contact, (whole, impulse, speeds))
                    .is_none()
                {
                    return false;
                }
                let rows = laid.own.rows;
                make_room(&mut self.nodes, 1);
                make_room(&mut self.asides, 1);
                make_room(&mut self.rows, 1 + rows);
                make_room(&mut self.start, 1 + rows);
                self.nodes.push(Node {
                    bodies: pair.bodies,
                    at: self.rows.len() as u32,
                    own: laid.own,
                    given: laid.given,
                    stiff: laid.own.trace() / (1 + rows) as f64,
                    stick: match rows {
                        2 => laid.own.stick(),
                        _ => [f64::NAN; 6],
                    },
                });
                let lengths = [laid.back[0][0], laid.back[1][1]];
                let back = match rows {
                    3 => {
                        make_room(&mut self.turns, 1);
                        self.turns.push(laid.back);
                        self.turns.len() as u32 - 1
                    }
                    _ if lengths[..rows].iter().all(|length| *length == 1.0) => AS_IT_IS,
                    _ => {
                        make_room(&mut self.lengths, 1);
                        self.lengths.push(lengths);
                        self.lengths.len() as u32 - 1
                    }
                };
                self.asides.push(Aside { place, back });
                if speeds {
                    self.speeds.push(laid.speed);
                }
                self.rows.extend_from_slice(&laid.rows[..=rows]);
                self.start.extend_from_slice(&laid.start[..=rows]);
            }
            pair.end = self.nodes.len() as u32;
        }
        true
    }

    /// Twice the kinetic energy of its bodies, and of what the forces of the step alone would make of it from rest (J).
    pub(super) fn motion(&self, problem: &ContactProblem, bodies: &Bodies) -> (f64, f64) {
        let (mut motion, mut change) = (0.0, 0.0);
        for dof in self
            .touched
            .iter()
            .flat_map(|&body| bodies.velocities(body))
        {
            let (free, start) = (problem.free[dof], problem.start[dof]);
            let mass = problem.mass.own(dof);
            motion += mass * start * start;
            change += mass * (free - start) * (free - start);
        }
        (motion, change)
    }

    /// The floor: a thousandth of a motion counts as much as what the forces of the step do; as an impulse at the contact that gives way
    /// least. And the mean by which contacts give way.
    fn set_sizes(&mut self, problem: &ContactProblem, bodies: &Bodies) {
        let speeds = self.touched.iter();
        let speeds = speeds.map(|&body| speed(problem, bodies.velocities(body), 1e-3));
        let speed = speeds.fold(0.0, f64::max);
        let stiffs = self.nodes.iter().map(|n| n.stiff);
        self.stiff = stiffs.clone().sum::<f64>() / self.nodes.len().max(1) as f64;
        let softest = stiffs.fold(f64::INFINITY, f64::min);
        self.floor = match softest.is_finite() && softest > 0.0 {
            true => (speed / softest.sqrt()).max(f64::MIN_POSITIVE),
            false => f64::MIN_POSITIVE,
        };
    }

    fn local(&mut self, body: usize) -> u32 {
        if self.local[body] == NOBODY {
            self.local[body] = self.touched.len() as u32;
            self.touched.push(body);
        }
        self.local[body]
    }

    fn add_joint(&mut self, problem: &ContactProblem, bodies: &Bodies, (i, j): (usize, usize)) {
        let joint = &problem.joints[j];
        let row = problem.rows.row(joint.row);
        let mut parts = match self.links.get_mut(i) {
            Some(link) => std::mem::take(&mut link.parts),
            None => Vec::new(),
        };
        parts.clear();
        let mut target = joint.target;
        for (dof, a) in row.entries() {
            let body = bodies.of(&problem.mass, dof);
            let local = self.local(body);
            let at = match parts.iter().position(|part| part.0 == local) {
                Some(at) => at,
                None => {
                    parts.push((local, [0.0; SIX]));
                    parts.len() - 1
                }
            };
            parts[at].1[dof - bodies.velocities(body).start] = a;
            target -= a * problem.free[dof];
        }
        let (mut own, mut most) = (0.0, 0.0_f64);
        for (local, row) in &mut parts {
            let over = *row;
            let body = self.touched[*local as usize];
            bodies.root(body).scale(&over, row);
            let square = row.iter().map(|x| x * x).sum::<f64>();
            own += square;
            most = most.max(square.sqrt() * speed(problem, bodies.velocities(body), 1.0));
        }
        let link = Link {
            parts,
            own,
            speed: most,
            softness: joint.softness,
            target,
            low: joint.low,
            high: joint.high,
        };
        match self.links.get_mut(i) {
            Some(known) => *known = link,
            None => self.links.push(link),
        }
    }

    /// Where the impulses of the joints begin.
    pub(super) fn first_link(&self) -> usize {
        self.rows.len()
    }

    /// The impulses of a pair.
    pub(super) fn impulses_of(&self, pair: &Pair) -> Range<usize> {
        let start = self.nodes[pair.first as usize].at as usize;
        let last = &self.nodes[pair.end as usize - 1];
        start..last.at as usize + last.own.rows + 1
    }

    /// From scaled impulses back to those of the problem, written where `place` says for each contact that was taken.
    pub(super) fn give(&self, c: &[f64], place: impl Fn(usize) -> usize, out: &mut [Impulse]) {
        for (node, aside) in self.nodes.iter().zip(&self.asides) {
            let (at, rows) = (node.at as usize, node.own.rows);
            let mut parts = [c[at], 0.0, 0.0, 0.0];
            match rows {
                _ if aside.back == AS_IT_IS => {
                    parts[1..=rows].copy_from_slice(&c[at + 1..=at + rows]);
                }
                3 => {
                    let back = &self.turns[aside.back as usize];
                    for i in 0..3 {
                        parts[1 + i] = (0..3).map(|k| back[i][k] * c[at + 1 + k]).sum();
                    }
                }
                _ => {
                    let lengths = &self.lengths[aside.back as usize];
                    (0..rows).for_each(|i| parts[1 + i] = lengths[i] * c[at + 1 + i]);
                }
            }
            out[place(aside.place as usize)] = Impulse::from_parts(parts);
        }
    }

    /// The velocities of a problem with impulses on the bodies of the island alone; `w` is what these do (m/s).
    pub(super) fn velocities(
        &self,
        problem: &ContactProblem,
        bodies: &Bodies,
        w: &[[f64; SIX]],
        out: &mut Vec<f64>,
    ) {
        out.clone_from(&problem.free);
        for (&body, w) in self.touched.iter().zip(w) {
            bodies.root(body).push(w, &mut out[bodies.velocities(body)]);
        }
    }
}

/// How much forces change of the velocities of a body in the step, or this part of what these are, whichever is more; in the mass norm (√J).
fn speed(problem: &ContactProblem, velocities: Range<usize>, part: f64) -> f64 {
    let mut square = 0.0;
    for dof in velocities {
        let (free, start) = (problem.free[dof], problem.start[dof]);
        let change = (free - start).abs().max(part * start.abs());
        square += problem.mass.own(dof) * change * change;
    }
    square.sqrt()
}
