//! Gauss–Seidel in velocities: contact by contact the exact local answer, and what it does to its bodies.

use super::bodies::{SIX, Twelve, dot_twelve as dot};
use super::colour::Pair;
use super::island::{Island, Link, Node};
use super::local::CLOSE;
use super::wide;
use crate::room::{copy, fill, make_room};

/// Pairs of a colour that one thread takes at a time.
#[cfg(feature = "parallel")]
const TOGETHER: usize = 64;
/// From so many pairs in a colour on, several threads are worth their while.
#[cfg(feature = "parallel")]
const WORTH: usize = 256;

#[cfg(feature = "parallel")]
fn threads(pairs: usize) -> bool {
    pairs >= WORTH && rayon::current_num_threads() > 1
}

#[cfg(not(feature = "parallel"))]
fn threads(_pairs: usize) -> bool {
    false
}

/// Impulses and what they do.
#[derive(Clone, Debug, Default)]
pub(super) struct Motion {
    /// Scaled impulses: contacts, then joints.
    pub(super) c: Vec<f64>,
    /// What they do to each body, in units in which its mass is one; and to nobody, which stays zero.
    pub(super) w: Vec<[f64; SIX]>,
    /// What pairs that are swept at the same time did to their bodies, and how much changed.
    #[cfg(feature = "parallel")]
    results: Vec<(Twelve, f64)>,
}

/// How far impulses are from an answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Residual {
    /// ‖c − P(c − ρ û)‖ / ‖c‖ (1).
    pub(super) relative: f64,
    /// The largest of them, as a velocity (m/s).
    pub(super) violation: f64,
    /// ‖c‖ (N·s), or what is no longer small.
    pub(super) size: f64,
    /// The largest of a contact or joint as a velocity, relative to the speeds of its own bodies and to what its own impulse does (1); 0 if nobody
    /// asked.
    pub(super) each: f64,
}

impl Motion {
    /// Impulses as they are given, and what they do.
    pub(super) fn begin(&mut self, island: &Island, c: &[f64]) {
        copy(&mut self.c, c);
        self.fall(island);
    }

    /// What the impulses do, from the data.
    pub(super) fn fall(&mut self, island: &Island) {
        wide(
            #[inline(always)]
            || self.fall_wide(island),
        );
    }

    #[inline(always)]
    fn fall_wide(&mut self, island: &Island) {
        fill(&mut self.w, island.bodies + 1, [0.0; SIX]);
        for node in &island.nodes {
            let at = node.at as usize;
            for k in 0..=node.own.rows {
                let c = self.c[at + k];
                if c != 0.0 {
                    push(&mut self.w, node.bodies, &island.rows[at + k], c);
                }
            }
        }
        for (link, &c) in island.links.iter().zip(&self.c[island.first_link()..]) {
            for (body, row) in &link.parts {
                let w = &mut self.w[*body as usize];
                (0..SIX).for_each(|d| w[d] += c * row[d]);
            }
        }
        self.w[island.bodies] = [0.0; SIX];
    }

    /// Whether more contacts would be violated without impulse than carry one.
    pub(super) fn is_cold(&self, island: &Island) -> bool {
        let mut colder = 0_i64;
        for node in &island.nodes {
            if self.c[node.at as usize] > 0.0 {
                colder -= 1;
            } else if self.relative(island, node)[0] < 0.0 {
                colder += 1;
            }
        }
        colder > 0
    }

    /// The mean normal impulse of the contacts that have one, or one that is no longer small if none has.
    pub(super) fn typical(&self, island: &Island) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for node in &island.nodes {
            let normal = self.c[node.at as usize];
            if normal > 0.0 {
                sum += normal;
                count += 1.0;
            }
        }
        match count > 0.0 {
            true => sum / count,
            false => island.floor,
        }
    }

    /// One sweep, colour by colour; Σ |Δc|² weighted by the response (J): how much it changed.
    pub(super) fn sweep(&mut self, island: &Island) -> f64 {
        let mut changed = 0.0;
        let alone = island.colours.ranges.len() - 1;
        for (i, range) in island.colours.ranges.iter().enumerate() {
            let pairs = &island.colours.pairs[range.clone()];
            changed += match i < alone && threads(pairs.len()) {
                true => self.sweep_together(island, pairs),
                false => self.sweep_in_turn(island, pairs),
            };
        }
        changed + self.sweep_links(island)
    }

    fn sweep_in_turn(&mut self, island: &Island, pairs: &[Pair]) -> f64 {
        wide(
            #[inline(always)]
            || {
                let mut changed = 0.0;
                for pair in pairs {
                    // pair by pair, as several threads add it up: conjugate gradients go by it
                    let mut own = 0.0;
                    self.visit(island, pair, |_, change| own += change);
                    changed += own;
                }
                changed
            },
        )
    }

    /// Visits a pair, and shows how much each of its contacts changed.
    #[inline(always)]
    pub(super) fn visit(&mut self, island: &Island, pair: &Pair, see: impl FnMut(&Node, f64)) {
        let c = &mut self.c[island.impulses_of(pair)];
        let w = visit(island, pair, both(&self.w, pair.bodies), c, see);
        self.set(pair, &w);
    }

    /// Notes what was done to the bodies of a pair.
    #[inline(always)]
    fn set(&mut self, pair: &Pair, w: &Twelve) {
        let [a, b] = pair.bodies.map(|body| body as usize);
        self.w[a].copy_from_slice(&w[..SIX]);
        self.w[b].copy_from_slice(&w[SIX..]);
    }

    /// The pairs of one colour, which have no body in common, on several threads. Each writes its own impulses; what they do is
    /// written afterwards, so the result is that of one thread.
    #[cfg(feature = "parallel")]
    fn sweep_together(&mut self, island: &Island, pairs: &[Pair]) -> f64 {
        use rayon::prelude::*;
        let Self { c, w, results, .. } = self;
        results.clear();
        results.resize(pairs.len(), ([0.0; 2 * SIX], 0.0));
        let first = island.impulses_of(&pairs[0]).start;
        let end = island.impulses_of(&pairs[pairs.len() - 1]).end;
        // neighbouring pairs have neighbouring impulses
        let mut left = &mut c[first..end];
        let mut jobs = Vec::with_capacity(pairs.len() / TOGETHER + 1);
        for (pairs, results) in pairs.chunks(TOGETHER).zip(results.chunks_mut(TOGETHER)) {
            let start = island.impulses_of(&pairs[0]).start;
            let len = island.impulses_of(&pairs[pairs.len() - 1]).end - start;
            let (own, rest) = left.split_at_mut(len);
            left = rest;
            jobs.push((pairs, results, own, start));
        }
        jobs.into_par_iter().for_each(|(pairs, results, c, start)| {
            wide(
                #[inline(always)]
                || {
                    for (pair, result) in pairs.iter().zip(results) {
                        let range = island.impulses_of(pair);
                        let c = &mut c[range.start - start..range.end - start];
                        let mut changed = 0.0;
                        let own = both(w, pair.bodies);
                        let own = visit(island, pair, own, c, |_, change| changed += change);
                        *result = (own, changed);
                    }
                },
            );
        });
        let results = std::mem::take(&mut self.results);
        let mut changed = 0.0;
        for (pair, (own, change)) in pairs.iter().zip(&results) {
            self.set(pair, own);
            changed += change;
        }
        self.results = results;
        changed
    }

    #[cfg(not(feature = "parallel"))]
    fn sweep_together(&mut self, island: &Island, pairs: &[Pair]) -> f64 {
        self.sweep_in_turn(island, pairs)
    }

    fn sweep_links(&mut self, island: &Island) -> f64 {
        let mut changed = 0.0;
        let first = island.first_link();
        for (i, link) in island.links.iter().enumerate() {
            let own = link.own + link.softness;
            if own.is_nan() || own <= 0.0 {
                continue;
            }
            let u = self.along(link, self.c[first + i]);
            let next = (self.c[first + i] - u / own).clamp(link.low, link.high);
            let change = next - self.c[first + i];
            self.c[first + i] = next;
            changed += own * change * change;
            for (body, row) in &link.parts {
                let w = &mut self.w[*body as usize];
                (0..SIX).for_each(|d| w[d] += change * row[d]);
            }
        }
        changed
    }

    /// u = row·w + softness · c − target of a joint.
    fn along(&self, link: &Link, c: f64) -> f64 {
        let mut u = link.softness * c - link.target;
        for (body, row) in &link.parts {
            let w = &self.w[*body as usize];
            u += (0..SIX).map(|d| row[d] * w[d]).sum::<f64>();
        }
        u
    }

    /// u = rows·w − given.
    #[inline(always)]
    fn relative(&self, island: &Island, node: &Node) -> [f64; 4] {
        let w = both(&self.w, node.bodies);
        let at = node.at as usize;
        let mut u = [0.0; 4];
        for k in 0..=node.own.rows {
            u[k] = dot(&island.rows[at + k], &w) - node.given[k];
        }
        if island.soft > 0.0 {
            yielding(island, node, &self.c[at..], &mut u);
        }
        u
    }

    /// How far these impulses are from an answer, by the natural map of the cone.
    pub(super) fn residual(&self, island: &Island) -> Residual {
        wide(
            #[inline(always)]
            || self.residual_seen(island, |_| {}),
        )
    }

    /// The same, with the violation of each contact (m/s).
    pub(super) fn residual_of_each(&self, island: &Island, wrong: &mut Vec<f64>) -> Residual {
        wrong.clear();
        make_room(wrong, island.nodes.len());
        wide(
            #[inline(always)]
            || self.residual_seen(island, |violation| wrong.push(violation)),
        )
    }

    #[inline(always)]
    fn residual_seen(&self, island: &Island, mut see: impl FnMut(f64)) -> Residual {
        let (mut sum, mut size) = (0.0, 0.0);
        let (mut violation, mut each) = (0.0_f64, 0.0_f64);
        for (i, node) in island.nodes.iter().enumerate() {
            let (at, rows) = (node.at as usize, node.own.rows);
            let mu = node.own.coefficient;
            let c = &self.c[at..=at + rows];
            let u = self.relative(island, node);
            // apart, and going on to be: nothing is wrong
            if u[0] >= 0.0 && c.iter().all(|c| *c == 0.0) {
                see(0.0);
                continue;
            }
            // one division for all
            let rho = 1.0 / node.stiff;
            let slip = length(&u[1..=rows]);
            let mut y = [c[0] - (u[0] + mu * slip) * rho, 0.0, 0.0, 0.0];
            for k in 1..=rows {
                y[k] = c[k] - u[k] * rho;
            }
            let near = project(y, rows, mu);
            let (mut off, mut own) = (0.0, 0.0);
            for k in 0..=rows {
                off += (c[k] - near[k]) * (c[k] - near[k]);
                own += c[k] * c[k];
            }
            sum += off;
            size += own;
            let wrong = off.sqrt() * node.stiff;
            see(wrong);
            violation = violation.max(wrong);
            if let Some(speed) = island.speeds.get(i).filter(|_| wrong > 0.0) {
                each = each.max(wrong / speed.max(own.sqrt() * node.stiff));
            }
        }
        let first = island.first_link();
        for (link, &c) in island.links.iter().zip(&self.c[first..]) {
            let own = link.own + link.softness;
            let u = self.along(link, c);
            let off = match own > 0.0 {
                true => c - (c - u / own).clamp(link.low, link.high),
                false => 0.0,
            };
            sum += off * off;
            size += c * c;
            let wrong = off.abs() * own;
            violation = violation.max(wrong);
            if wrong > 0.0 && !island.speeds.is_empty() {
                each = each.max(wrong / link.speed.max(c.abs() * own));
            }
        }
        let size = size.sqrt().max(island.floor);
        let relative = sum.sqrt() / size;
        Residual {
            size,
            // the largest of numbers does not show one that is none, but the sum does
            relative: if relative.is_nan() {
                f64::INFINITY
            } else {
                relative
            },
            violation,
            each,
        }
    }
}

/// What was done to two bodies.
#[inline(always)]
fn both(w: &[[f64; SIX]], [a, b]: [u32; 2]) -> Twelve {
    let mut both = [0.0; 2 * SIX];
    both[..SIX].copy_from_slice(&w[a as usize]);
    both[SIX..].copy_from_slice(&w[b as usize]);
    both
}

/// The contacts of a pair, one after the other; what was done to its two bodies afterwards. A body that is not there stands still.
#[inline(always)]
fn visit(
    island: &Island,
    pair: &Pair,
    mut w: Twelve,
    c: &mut [f64],
    mut see: impl FnMut(&Node, f64),
) -> Twelve {
    let mut left = c;
    for node in &island.nodes[pair.first as usize..pair.end as usize] {
        let (c, rest) = std::mem::take(&mut left).split_at_mut(1 + node.own.rows);
        left = rest;
        let changed = match node.own.rows {
            0 => visit_one::<1, 0>(island, node, &mut w, c),
            1 => visit_one::<2, 1>(island, node, &mut w, c),
            2 => visit_one::<3, 2>(island, node, &mut w, c),
            _ => visit_one::<4, 3>(island, node, &mut w, c),
        };
        see(node, changed);
    }
    w
}

/// The exact local answer of a contact with so many rows, one of them along the normal; how much it changed (J).
#[inline(always)]
fn visit_one<const ROWS: usize, const FRICTION: usize>(
    island: &Island,
    node: &Node,
    w: &mut Twelve,
    c: &mut [f64],
) -> f64 {
    let at = node.at as usize;
    let rows = &island.rows[at..at + ROWS];
    let mut u = [dot(&rows[0], w) - node.given[0], 0.0, 0.0, 0.0];
    // apart, and going on to be
    if u[0] >= 0.0 && c.iter().all(|c| *c == 0.0) {
        return 0.0;
    }
    let mut old = [0.0; 4];
    old[..ROWS].copy_from_slice(&c[..ROWS]);
    for k in 1..ROWS {
        u[k] = dot(&rows[k], w) - node.given[k];
    }
    if island.soft > 0.0 {
        yielding(island, node, c, &mut u);
    }
    let next = improve::<FRICTION>(node, &u, &old);
    let mut changed = 0.0;
    for k in 0..ROWS {
        let change = next[k] - old[k];
        changed += change * change;
        c[k] = next[k];
        for d in 0..2 * SIX {
            w[d] += change * rows[k][d];
        }
    }
    node.stiff * changed
}

/// Adds how a contact gives way to what is new in its impulse; out of line, because few do.
#[inline(never)]
fn yielding(island: &Island, node: &Node, c: &[f64], u: &mut [f64; 4]) {
    let old = &island.start[node.at as usize..];
    let soft = island.soft * node.stiff;
    (0..=node.own.rows).for_each(|k| u[k] += soft * (c[k] - old[k]));
}

/// The local answer instead of an old impulse at which the velocities are u.
#[inline(always)]
fn improve<const FRICTION: usize>(node: &Node, u: &[f64; 4], old: &[f64; 4]) -> [f64; 4] {
    let own = &node.own;
    if FRICTION == 2 {
        // most contacts stick or are open: both are seen without a division
        let [nn, nt, no, tt, to, oo] = node.stick;
        let apart = own.normal * old[0] + own.coupling[0] * old[1] + own.coupling[1] * old[2];
        if u[0] >= apart {
            return [0.0; 4];
        }
        let stick = [
            old[0] - (nn * u[0] + nt * u[1] + no * u[2]),
            old[1] - (nt * u[0] + tt * u[1] + to * u[2]),
            old[2] - (no * u[0] + to * u[1] + oo * u[2]),
        ];
        let bound = own.coefficient * stick[0];
        if stick[0] >= 0.0 && stick[1] * stick[1] + stick[2] * stick[2] <= bound * bound {
            return [stick[0], stick[1], stick[2], 0.0];
        }
    }
    let response = own.response_of::<FRICTION>(old);
    let q = std::array::from_fn(|k| u[k] - response[k]);
    own.solve_of::<FRICTION>(&q, old, CLOSE)
}

/// What an impulse does to two bodies.
#[inline(always)]
fn push(w: &mut [[f64; SIX]], [a, b]: [u32; 2], row: &Twelve, c: f64) {
    let first = &mut w[a as usize];
    (0..SIX).for_each(|d| first[d] += c * row[d]);
    let second = &mut w[b as usize];
    (0..SIX).for_each(|d| second[d] += c * row[SIX + d]);
}

#[inline(always)]
fn length(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The nearest point of the cone |c_T| ≤ μ c_n.
#[inline(always)]
pub(super) fn project(y: [f64; 4], rows: usize, mu: f64) -> [f64; 4] {
    let square: f64 = y[1..=rows].iter().map(|x| x * x).sum();
    let bound = mu * y[0];
    // not `0 <= −0`, where there is no friction; what sticks needs no root
    if y[0] >= 0.0 && square <= bound * bound {
        return y;
    }
    let size = square.sqrt();
    if mu * size <= -y[0] {
        return [0.0; 4];
    }
    let normal = (y[0] + mu * size) / (1.0 + mu * mu);
    let mut near = [normal, 0.0, 0.0, 0.0];
    if size > 0.0 {
        (1..=rows).for_each(|k| near[k] = mu * normal * y[k] / size);
    }
    near
}
