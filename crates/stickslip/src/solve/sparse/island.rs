//! An island laid out for sweeps: bodies of up to six velocities, each contact with its rows, their responses and its own block.

use super::cholesky::Block;
use super::local::Own;
use crate::answer::{Answer, Impulse};
use crate::friction::FrictionSet;
use crate::mass::Mass;
use crate::problem::{Contact, ContactProblem};

/// Velocities of a body.
pub(super) const SIX: usize = 6;
/// Velocities of the two bodies of a contact.
const TWELVE: usize = 2 * SIX;

/// A row over two bodies.
pub(super) type Twelve = [f64; TWELVE];

/// Who a velocity belongs to: neighbouring blocks of the mass matrix, six velocities at most.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    /// Whether no block is too large.
    fit: bool,
    /// First velocity of each body, and the end.
    firsts: Vec<usize>,
    of_velocity: Vec<usize>,
}

impl Bodies {
    /// Whether every body has at most six velocities.
    pub(super) fn fit(&self) -> bool {
        self.fit
    }

    /// Groups the velocities of a problem.
    pub(crate) fn group(&mut self, mass: &Mass) {
        self.fit = (0..mass.blocks()).all(|block| mass.block(block).len() <= SIX);
        self.firsts.clear();
        self.of_velocity.clear();
        self.firsts.push(0);
        for block in 0..mass.blocks() {
            let range = mass.block(block);
            let first = self.firsts.last().copied().unwrap_or(0);
            if range.end - first > SIX {
                self.firsts.push(range.start);
            }
            self.of_velocity
                .extend(range.map(|_| self.firsts.len() - 1));
        }
        self.firsts.push(mass.len());
    }
}

/// A contact of the island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Its bodies in the island; one that is not there is the last.
    pub(super) bodies: [u32; 2],
    /// Where its rows and impulses begin.
    pub(super) at: u32,
    pub(super) own: Own,
    /// What the rows·v must exceed (m/s): the target along n, the surface along the others, scaled.
    pub(super) given: [f64; 4],
    /// 1/ρ: the mean response (1/kg).
    pub(super) stiff: f64,
    /// How fast its bodies move without impulses, or change their motion (m/s): the larger of the two bodies.
    pub(super) speed: f64,
    /// From scaled, turned friction to c_t, c_o, c_r.
    back: [[f64; 3]; 3],
}

/// A scalar joint of the island.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Bodies it touches, with its row and its response.
    pub(super) parts: Vec<(u32, [f64; SIX], [f64; SIX])>,
    pub(super) own: f64,
    pub(super) softness: f64,
    pub(super) target: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// An island.
#[derive(Debug, Default)]
pub(super) struct Island {
    pub(super) nodes: Vec<Node>,
    /// Rows of all contacts, and their responses M⁻¹rowᵀ.
    pub(super) rows: Vec<Twelve>,
    pub(super) responses: Vec<Twelve>,
    pub(super) links: Vec<Link>,
    /// Velocities without any impulse, by body; the last belongs to nobody and stays zero.
    pub(super) free: Vec<[f64; SIX]>,
    /// The masses of the bodies, where they are asked for.
    pub(super) masses: Vec<Block>,
    /// Impulses of the contacts, then of the joints, to begin with.
    pub(super) start: Vec<f64>,
    /// An impulse (N·s) that is no longer small: what the forces of the step, or a thousandth of its motion, do to the body that they
    /// do most to.
    pub(super) floor: f64,
    /// The body in the island of each body of the problem.
    local: Vec<u32>,
    touched: Vec<usize>,
    momentum: Vec<f64>,
    velocity: Vec<f64>,
}

const NOBODY: u32 = u32::MAX;

impl Island {
    /// Lays out contacts and joints of a problem, with the impulses to begin with. False if it cannot: a contact whose
    /// friction is no ellipsoid, or that touches more than two bodies.
    pub(super) fn take(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        (contacts, joints): (&[usize], &[usize]),
        answer: &Answer,
    ) -> bool {
        self.nodes.clear();
        self.rows.clear();
        self.responses.clear();
        self.start.clear();
        self.free.clear();
        for &body in &self.touched {
            if let Some(local) = self.local.get_mut(body) {
                *local = NOBODY;
            }
        }
        self.touched.clear();
        self.local.resize(bodies.firsts.len(), NOBODY);
        self.momentum.resize(problem.mass.len(), 0.0);
        self.velocity.resize(problem.mass.len(), 0.0);
        for &c in contacts {
            if !self.add_contact(problem, bodies, &problem.contacts[c], &answer.impulses[c]) {
                return false;
            }
        }
        self.links.truncate(joints.len());
        for (i, &j) in joints.iter().enumerate() {
            self.add_joint(problem, bodies, (i, j));
            self.start.push(answer.joints[j]);
        }
        let nobody = self.touched.len() as u32;
        for node in &mut self.nodes {
            for body in &mut node.bodies {
                if *body == NOBODY {
                    *body = nobody;
                }
            }
        }
        for &body in &self.touched {
            let range = bodies.firsts[body]..bodies.firsts[body + 1];
            let mut v = [0.0; SIX];
            v[..range.len()].copy_from_slice(&problem.free[range]);
            self.free.push(v);
        }
        self.free.push([0.0; SIX]);
        self.set_floor(problem, bodies);
        true
    }

    /// Notes the masses of the bodies; places that a body does not fill get a mass that nothing moves.
    pub(super) fn weigh(&mut self, problem: &ContactProblem, bodies: &Bodies) {
        self.masses.clear();
        for &body in &self.touched {
            let first = bodies.firsts[body];
            let len = bodies.firsts[body + 1] - first;
            let mut mass = [[0.0; SIX]; SIX];
            for i in 0..SIX {
                for j in 0..SIX {
                    mass[i][j] = match i < len && j < len {
                        true => problem.mass.entry(first + i, first + j),
                        false => f64::from(u8::from(i == j)),
                    };
                }
            }
            self.masses.push(mass);
        }
    }

    /// A thousandth of a motion counts as much as what the forces of the step do; as an impulse at the contact that gives way least.
    fn set_floor(&mut self, problem: &ContactProblem, bodies: &Bodies) {
        let mut speed = 0.0_f64;
        for &body in &self.touched {
            let mut square = 0.0;
            for dof in bodies.firsts[body]..bodies.firsts[body + 1] {
                let (free, start) = (problem.free[dof], problem.start[dof]);
                let change = (free - start).abs().max(1e-3 * start.abs());
                square += problem.mass.own(dof) * change * change;
            }
            speed = speed.max(square.sqrt());
        }
        let softest = self
            .nodes
            .iter()
            .map(|n| n.stiff)
            .fold(f64::INFINITY, f64::min);
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

    fn add_contact(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        contact: &Contact,
        impulse: &Impulse,
    ) -> bool {
        let rows = contact.friction.rows();
        let Some(lengths) = half_axes(&contact.friction.set).filter(|_| contact.reserve == 0.0)
        else {
            return false;
        };
        // its bodies, in the order in which they appear
        let mut pair = [usize::MAX; 2];
        for row in contact.row..=contact.row + rows {
            for &(dof, _) in problem.rows.row(row) {
                let body = bodies.of_velocity[dof];
                if pair[0] == usize::MAX || pair[0] == body {
                    pair[0] = body;
                } else if pair[1] == usize::MAX || pair[1] == body {
                    pair[1] = body;
                } else {
                    return false;
                }
            }
        }
        let firsts = pair.map(|b| bodies.firsts.get(b).copied().unwrap_or(0));
        let mut row = [[0.0; TWELVE]; 4];
        let mut response = [[0.0; TWELVE]; 4];
        for k in 0..=rows {
            let entries = problem.rows.row(contact.row + k);
            let scale = if k == 0 { 1.0 } else { lengths[k - 1] };
            for &(dof, a) in entries {
                let side = usize::from(bodies.of_velocity[dof] != pair[0]);
                row[k][SIX * side + dof - firsts[side]] = scale * a;
                self.momentum[dof] = scale * a;
            }
            for (side, &body) in pair.iter().enumerate() {
                if body == usize::MAX {
                    continue;
                }
                let range = bodies.firsts[body]..bodies.firsts[body + 1];
                self.respond(problem, range.clone());
                let out = &mut response[k][SIX * side..SIX * side + range.len()];
                out.copy_from_slice(&self.velocity[range]);
            }
            entries
                .iter()
                .for_each(|&(dof, _)| self.momentum[dof] = 0.0);
        }
        let mut given = [contact.target, 0.0, 0.0, 0.0];
        for k in 0..rows {
            given[1 + k] = lengths[k] * contact.surface[1 + k];
        }
        let mut c = impulse.parts();
        for k in 0..rows {
            c[1 + k] /= lengths[k];
        }

        // W, then S = W_TT − w wᵀ/W_nn, and turn the friction rows so that S is diagonal
        let w = |i: usize, j: usize| dot(&row[i], &response[j]);
        let normal = w(0, 0);
        if normal.is_nan() || normal <= 0.0 {
            return false;
        }
        let mut s = [[0.0; 3]; 3];
        for i in 0..rows {
            for j in 0..rows {
                s[i][j] = w(1 + i, 1 + j) - w(0, 1 + i) * w(0, 1 + j) / normal;
            }
        }
        let turn = diagonalise(&mut s, rows);
        let (flat_row, flat_response, flat_given, flat_c) = (row, response, given, c);
        for k in 0..rows {
            for d in 0..TWELVE {
                row[1 + k][d] = (0..rows).map(|i| turn[i][k] * flat_row[1 + i][d]).sum();
                response[1 + k][d] = (0..rows)
                    .map(|i| turn[i][k] * flat_response[1 + i][d])
                    .sum();
            }
            given[1 + k] = (0..rows).map(|i| turn[i][k] * flat_given[1 + i]).sum();
            c[1 + k] = (0..rows).map(|i| turn[i][k] * flat_c[1 + i]).sum();
        }
        let mut own = Own {
            normal,
            coefficient: contact.friction.coefficient,
            rows,
            ..Own::default()
        };
        let small = 1e-13 * (normal + s[0][0] + s[1][1] + s[2][2]);
        for k in 0..rows {
            own.coupling[k] = dot(&row[0], &response[1 + k]);
            own.slide[k] = s[k][k].max(small);
        }
        let mut back = [[0.0; 3]; 3];
        for i in 0..rows {
            for k in 0..rows {
                back[i][k] = lengths[i] * turn[i][k];
            }
        }
        // what its own bodies would do, seen along its rows
        let mut speed = 0.0_f64;
        for (side, &body) in pair.iter().enumerate() {
            if body == usize::MAX {
                continue;
            }
            let range = bodies.firsts[body]..bodies.firsts[body + 1];
            let (mut motion, mut change) = (0.0, 0.0);
            for row in &row[..=rows] {
                let (mut v, mut dv) = (0.0, 0.0);
                for (a, dof) in row[SIX * side..].iter().zip(range.clone()) {
                    v += a * problem.start[dof];
                    dv += a * (problem.free[dof] - problem.start[dof]);
                }
                motion += v * v;
                change += dv * dv;
            }
            speed = speed.max(motion).max(change);
        }
        let speed = speed.sqrt();
        let bodies = pair.map(|body| match body {
            usize::MAX => NOBODY,
            body => self.local(body),
        });
        self.nodes.push(Node {
            bodies,
            at: self.rows.len() as u32,
            own,
            given,
            stiff: own.trace() / (1 + rows) as f64,
            speed,
            back,
        });
        self.rows.extend_from_slice(&row[..=rows]);
        self.responses.extend_from_slice(&response[..=rows]);
        self.start.extend_from_slice(&c[..=rows]);
        true
    }

    /// M⁻¹ of `self.momentum` for the velocities of one body.
    fn respond(&mut self, problem: &ContactProblem, range: std::ops::Range<usize>) {
        self.velocity[range.clone()].fill(0.0);
        let mut dof = range.start;
        while dof < range.end {
            let block = problem.mass.block_of(dof);
            problem
                .mass
                .add_response(block, &self.momentum, &mut self.velocity);
            dof = problem.mass.block(block).end;
        }
    }

    fn add_joint(&mut self, problem: &ContactProblem, bodies: &Bodies, (i, j): (usize, usize)) {
        let joint = &problem.joints[j];
        let entries = problem.rows.row(joint.row);
        let mut link = match self.links.get_mut(i) {
            Some(link) => std::mem::take(&mut link.parts),
            None => Vec::new(),
        };
        link.clear();
        for &(dof, a) in entries {
            self.momentum[dof] = a;
        }
        let mut own = 0.0;
        for &(dof, a) in entries {
            let body = bodies.of_velocity[dof];
            let local = self.local(body);
            let range = bodies.firsts[body]..bodies.firsts[body + 1];
            let at = match link.iter().position(|part| part.0 == local) {
                Some(at) => at,
                None => {
                    self.respond(problem, range.clone());
                    let mut response = [0.0; SIX];
                    response[..range.len()].copy_from_slice(&self.velocity[range.clone()]);
                    link.push((local, [0.0; SIX], response));
                    link.len() - 1
                }
            };
            let part = &mut link[at];
            part.1[dof - range.start] = a;
            own += a * part.2[dof - range.start];
        }
        entries
            .iter()
            .for_each(|&(dof, _)| self.momentum[dof] = 0.0);
        let link = Link {
            parts: link,
            own,
            softness: joint.softness,
            target: joint.target,
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

    /// From scaled impulses back to those of the problem, appended to an answer.
    pub(super) fn give(&self, c: &[f64], answer: &mut Answer) {
        for node in &self.nodes {
            let (at, rows) = (node.at as usize, node.own.rows);
            let mut parts = [c[at], 0.0, 0.0, 0.0];
            for i in 0..rows {
                parts[1 + i] = (0..rows).map(|k| node.back[i][k] * c[at + 1 + k]).sum();
            }
            answer.impulses.push(Impulse::from_parts(parts));
        }
        answer.joints.extend_from_slice(&c[self.first_link()..]);
    }
}

pub(super) fn dot(a: &Twelve, b: &Twelve) -> f64 {
    // two sums side by side
    let (mut even, mut odd) = (0.0, 0.0);
    for i in 0..SIX {
        even += a[2 * i] * b[2 * i];
        odd += a[2 * i + 1] * b[2 * i + 1];
    }
    even + odd
}

/// The half axes of an ellipsoidal set, 1 where there is none; nothing for other sets.
fn half_axes(set: &FrictionSet) -> Option<[f64; 3]> {
    match set {
        FrictionSet::None => Some([1.0; 3]),
        FrictionSet::Planar(_) => Some([1.0; 3]),
        FrictionSet::Ellipse(_) | FrictionSet::Ellipsoid(_) => set.shape().map(|s| s.lengths()),
        _ => None,
    }
}

/// Jacobi's method: turns a symmetric matrix of n rows into a diagonal one; its eigenvectors, in columns.
fn diagonalise(s: &mut [[f64; 3]; 3], n: usize) -> [[f64; 3]; 3] {
    let mut turn = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..12 {
        let mut off = 0.0;
        for i in 0..n {
            for j in 0..i {
                off += s[i][j] * s[i][j];
            }
        }
        let size: f64 = (0..n).map(|i| s[i][i] * s[i][i]).sum();
        if off <= 1e-32 * size {
            break;
        }
        for i in 0..n {
            for j in 0..i {
                if s[i][j] == 0.0 {
                    continue;
                }
                let theta = 0.5 * (s[j][j] - s[i][i]) / s[i][j];
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let sin = t * c;
                for k in 0..n {
                    let (a, b) = (s[k][i], s[k][j]);
                    s[k][i] = c * a - sin * b;
                    s[k][j] = sin * a + c * b;
                }
                for k in 0..n {
                    let (a, b) = (s[i][k], s[j][k]);
                    s[i][k] = c * a - sin * b;
                    s[j][k] = sin * a + c * b;
                    let (a, b) = (turn[k][i], turn[k][j]);
                    turn[k][i] = c * a - sin * b;
                    turn[k][j] = sin * a + c * b;
                }
            }
        }
    }
    turn
}
