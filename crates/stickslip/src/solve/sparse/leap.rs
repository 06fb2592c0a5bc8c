//! Leaps over a hill. Where wedged bodies begin to give way, what is wrong lies in a soft mode: impulses must change by 10⁵ times what the velocities
//! are off by. Sweeps go the right way, but by so little each that they need thousands, and on the way the residual grows until other contacts slide.
//! After some sweeps that direction is all that a further one changes; a leap goes along it until a few contacts change between
//! sticking, sliding and being open, and the next sweeps find their new modes. Beyond the hill accelerated sweeps do the rest.

use super::island::{Island, Node};
use super::sweep::{Motion, Residual, project};
use super::{Goal, Progress, Sparse, wide};
use crate::room::copy;

/// Answers that are so many times too far from the goal are leapt from (1): what is further away is no single arch, and leaps do not solve it.
const REACH: f64 = 10.0;
/// Leaps between two runs of accelerated sweeps, and how many of those.
const LEAPS: usize = 40;
const BETWEEN: usize = 100;
/// Sweeps after which what one changes is the slow direction.
const SMOOTH: usize = 20;
/// Contacts that may change their mode in a leap.
const EVENTS: usize = 10;
/// The first leap, as a multiple of what a sweep changes, and the longest (1).
const FIRST: f64 = 4.0;
const LONGEST: f64 = 1e4;
/// Leaps grow where the direction stays, and shrink where it turns: the cosines between two, and by how much (1).
const STAYS: f64 = 0.8;
const TURNS: f64 = 0.3;
const GROW: f64 = 1.5;
const SHRINK: f64 = 0.3;
/// A contact whose friction is at its bound but for this part of its square slides (1).
const SLIDES: f64 = 1e-9;
/// Contacts with more than this part of the violation that counts as solved are where it happens, and so many rings of neighbours
/// of their bodies take part.
const WRONG: f64 = 0.3;
const RINGS: u8 = 8;
const FAR: u8 = u8::MAX;

/// Memory of the leaps.
#[derive(Debug, Default)]
pub(super) struct Leaps {
    /// Pairs that take part.
    near: Vec<u32>,
    /// Bodies that take part, by ring; none is `FAR`.
    rings: Vec<u8>,
    /// Impulses before the last sweep, what it changed, and what the one before the last leap did.
    before: Vec<f64>,
    change: Vec<f64>,
    last: Vec<f64>,
    /// How far contacts are from another mode.
    events: Vec<f64>,
    /// What is best so far: leaps go on from worse.
    kept: Vec<f64>,
}

impl Leaps {
    /// Keeps impulses, with their residual, if they are better than what is kept.
    fn keep(&mut self, goal: &Goal, (c, residual): (&[f64], Residual), kept: &mut Residual) {
        if goal.prefers(&residual, kept) {
            copy(&mut self.kept, c);
            *kept = residual;
        }
    }

    /// Finds the pairs around what is wrong.
    fn mark(&mut self, island: &Island, wrong: &[f64], least: f64) {
        self.rings.clear();
        self.rings.resize(island.bodies + 1, FAR);
        for (node, wrong) in island.nodes.iter().zip(wrong) {
            if *wrong > least {
                node.bodies.iter().for_each(|b| self.rings[*b as usize] = 0);
            }
        }
        let nobody = island.bodies;
        for ring in 0..RINGS {
            self.rings[nobody] = FAR;
            let mut grown = false;
            for pair in &island.colours.pairs {
                let [a, b] = pair.bodies.map(|body| body as usize);
                let (one, other) = (self.rings[a], self.rings[b]);
                if one == ring && other == FAR {
                    self.rings[b] = ring + 1;
                    grown = true;
                } else if other == ring && one == FAR {
                    self.rings[a] = ring + 1;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        self.rings[nobody] = FAR;
        self.near.clear();
        for (i, pair) in island.colours.pairs.iter().enumerate() {
            if pair.bodies.iter().any(|b| self.rings[*b as usize] != FAR) {
                self.near.push(i as u32);
            }
        }
    }

    fn sweep(&self, island: &Island, motion: &mut Motion) {
        wide(
            #[inline(always)]
            || {
                for &i in &self.near {
                    motion.visit(island, &island.colours.pairs[i as usize], |_, _| {});
                }
            },
        );
    }

    /// Sweeps until a further one shows the slow direction; the cosine to the last one.
    fn look(&mut self, island: &Island, motion: &mut Motion) -> Option<f64> {
        (0..SMOOTH).for_each(|_| self.sweep(island, motion));
        copy(&mut self.before, &motion.c);
        self.sweep(island, motion);
        std::mem::swap(&mut self.last, &mut self.change);
        self.change.clear();
        let both = motion.c.iter().zip(&self.before);
        self.change.extend(both.map(|(now, before)| now - before));
        if self.last.len() != self.change.len() {
            return None;
        }
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let sizes = dot(&self.change, &self.change) * dot(&self.last, &self.last);
        Some(dot(&self.change, &self.last) / sizes.sqrt().max(f64::MIN_POSITIVE))
    }

    /// How far one may go along the change until some contacts change their mode.
    fn far(&mut self, island: &Island, motion: &Motion) -> f64 {
        self.events.clear();
        for &i in &self.near {
            let pair = &island.colours.pairs[i as usize];
            for node in &island.nodes[pair.first as usize..pair.end as usize] {
                let range = node.at as usize..=node.at as usize + node.own.rows;
                let event = event(node, &motion.c[range.clone()], &self.change[range]);
                self.events.extend(event);
            }
        }
        if self.events.len() <= EVENTS {
            return f64::INFINITY;
        }
        *self.events.select_nth_unstable_by(EVENTS, f64::total_cmp).1
    }

    /// Goes so far along the change, and back to the cones.
    fn go(&self, island: &Island, motion: &mut Motion, far: f64) {
        for &i in &self.near {
            let pair = &island.colours.pairs[i as usize];
            for node in &island.nodes[pair.first as usize..pair.end as usize] {
                let (at, rows) = (node.at as usize, node.own.rows);
                let mut c = [0.0; 4];
                (0..=rows).for_each(|k| c[k] = motion.c[at + k] + far * self.change[at + k]);
                let near = project(c, rows, node.own.coefficient);
                motion.c[at..=at + rows].copy_from_slice(&near[..=rows]);
            }
        }
        motion.fall(island);
    }
}

/// How far along a change the impulse c of a contact reaches the bound of friction, if it sticks, or is open, if it slides.
fn event(node: &Node, c: &[f64], change: &[f64]) -> Option<f64> {
    let mu = node.own.coefficient;
    if c[0] <= 0.0 {
        return None;
    }
    let opens = || (change[0] < 0.0).then(|| -c[0] / change[0]);
    // |c_T + x Δc_T|² = μ² (c_n + x Δc_n)²
    let mut square = -(mu * change[0]).powi(2);
    let mut half = -mu * mu * change[0] * c[0];
    let bound = (mu * c[0]).powi(2);
    let mut slack = bound;
    for (c, change) in c[1..].iter().zip(&change[1..]) {
        square += change * change;
        half += change * c;
        slack -= c * c;
    }
    // without friction it slides as well
    if slack <= SLIDES * bound {
        return opens();
    }
    // whose normal impulse alone changes meets the bound where it opens: a double root, which rounding may miss
    let root = (half * half + square * slack).sqrt();
    let far = slack / (half + root);
    if far > 0.0 { Some(far) } else { opens() }
}

impl Sparse {
    /// Rounds of leaps and accelerated sweeps for an island at rest that sweeps almost solve; whether they were tried. Where more than single bodies
    /// move there is another arch in every step, and none is worth it.
    pub(super) fn leap(&mut self, goal: &Goal) -> bool {
        let near = self.still && goal.away(&self.least) <= REACH;
        if goal.leaps == 0 || !near || goal.met(&self.least) || !self.island.links.is_empty() {
            return false;
        }
        self.idle = 0;
        let mut kept = self.least;
        let mut leaps = std::mem::take(&mut self.leaps);
        copy(&mut leaps.kept, &self.best);
        for _ in 0..goal.leaps {
            self.motion.begin(&self.island, &self.best);
            self.leap_on(&mut leaps, goal);
            if goal.met(&self.least) {
                break;
            }
            leaps.keep(goal, (&self.best, self.least), &mut kept);
            // sweeps go on from here, be it worse
            self.least = self.motion.residual(&self.island);
            copy(&mut self.best, &self.motion.c);
            self.progress = Progress::begin(BETWEEN);
            self.sweep(goal);
            // where nothing was leapt from, rounds are sweeps alone, and end with what these gain
            let idle = leaps.near.is_empty() && !goal.prefers(&self.least, &kept);
            if goal.met(&self.least) || idle {
                break;
            }
            leaps.keep(goal, (&self.best, self.least), &mut kept);
        }
        if goal.prefers(&kept, &self.least) {
            copy(&mut self.best, &leaps.kept);
            self.least = kept;
        }
        self.leaps = leaps;
        true
    }

    /// Leaps from where the motion is.
    fn leap_on(&mut self, leaps: &mut Leaps, goal: &Goal) {
        self.motion
            .residual_of_each(&self.island, &mut self.touch_up.wrong);
        leaps.mark(&self.island, &self.touch_up.wrong, WRONG * goal.violation);
        // many contacts may each be a little wrong: there is no arch then, and sweeps are all that helps
        if leaps.near.is_empty() {
            return;
        }
        leaps.change.clear();
        let mut length = FIRST;
        for _ in 0..LEAPS {
            let cosine = leaps.look(&self.island, &mut self.motion);
            self.iterations += SMOOTH + 1;
            self.keep(goal);
            if goal.met(&self.least) {
                return;
            }
            match cosine {
                Some(cosine) if cosine > STAYS => length = LONGEST.min(GROW * length),
                Some(cosine) if cosine < TURNS => length = (SHRINK * length).max(1.0),
                _ => {}
            }
            let far = leaps.far(&self.island, &self.motion);
            if far < length {
                length = far.max(FIRST);
            }
            leaps.go(&self.island, &mut self.motion, far.clamp(1.0, length));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::local::Own;
    use super::*;

    fn node(coefficient: f64) -> Node {
        Node {
            bodies: [0; 2],
            at: 0,
            own: Own {
                normal: 1.0,
                coupling: [0.0; 3],
                slide: [1.0, 1.0, 0.0],
                coefficient,
                rows: 2,
            },
            given: [0.0; 4],
            stiff: 1.0,
            stick: [f64::NAN; 6],
        }
    }

    #[test]
    fn the_best_of_all_rounds_is_kept() {
        let goal = Goal {
            relative: 1e-6,
            violation: 1e-5,
            each: f64::INFINITY,
            sweeps: 0,
            rounds: 0,
            leaps: 1,
            proximal: 0.0,
        };
        let away = |times: f64| Residual {
            relative: times * goal.relative,
            violation: times * goal.violation,
            ..Residual::default()
        };
        let (mut leaps, mut kept) = (Leaps::default(), away(3.0));
        for (c, times) in [([1.0], 4.0), ([2.0], 1.2), ([3.0], 2.0)] {
            leaps.keep(&goal, (&c, away(times)), &mut kept);
        }
        assert_eq!((leaps.kept, kept.relative), (vec![2.0], 1.2e-6));
    }

    #[test]
    fn what_sticks_slides_where_friction_reaches_its_bound() {
        // |c_T| = 0.1 + 0.2 x reaches μ c_n = 0.5 (2 − x)
        let far = event(&node(0.5), &[2.0, 0.06, 0.08], &[-1.0, 0.12, 0.16]).unwrap();
        assert!((far - 0.9 / 0.7).abs() < 1e-12, "{far}");
        // and never where the normal impulse grows as fast
        assert_eq!(event(&node(0.5), &[2.0, 0.1, 0.0], &[1.0, 0.4, 0.0]), None);
    }

    #[test]
    fn what_slides_opens_where_its_normal_impulse_vanishes() {
        let far = event(&node(0.5), &[2.0, 0.6, -0.8], &[-0.25, -0.075, 0.1]);
        assert_eq!(far, Some(8.0));
        assert_eq!(event(&node(0.5), &[2.0, 1.0, 0.0], &[0.5, 0.3, 0.0]), None);
        // also without friction, of any coefficient, and where there is none to change
        for coefficient in [0.0, 0.5, 0.3] {
            let mut node = node(coefficient);
            node.own.rows = 0;
            assert_eq!(event(&node, &[0.7], &[-0.1]), Some(0.7 / 0.1));
            assert_eq!(event(&node, &[0.7], &[0.1]), None);
        }
        let far = event(&node(0.3), &[0.7, 0.0, 0.0], &[-0.1, 0.0, 0.0]).unwrap();
        assert!((far - 7.0).abs() < 1e-6, "{far}");
        // what is open has no mode to lose
        assert_eq!(event(&node(0.5), &[0.0; 3], &[1.0, 0.0, 0.0]), None);
    }
}
