//! An interior-point method for whole islands of contacts. Where load must find its way through a pile, sweeps take thousands and
//! may never end; this method takes some twenty factorisations, whatever the pile.
//!
//! While s = μ|u_T| is held the laws of contact are those of a convex programme: û = u + s n in the dual cone, c in the cone,
//! c·û = 0. Scaled by μ, x = (μ c_n, c_T) and z = (û_n/μ, û_T), both cones are Lorentz'. Each iteration is one of Mehrotra's, a
//! predictor and a corrector on one factorisation of 1 + Gᵀ W² G, with W the scaling of Nesterov and Todd and G the rows of all
//! contacts, scaled. That s is the one of the slip that comes out is for whoever calls: see `rounds.rs`.

use super::bodies::SIX;
use super::cholesky::Cholesky;
use super::island::{Island, Node};
use super::lorentz::{FOUR, Four, Scaling, divide, dot, product, tail, until};
use super::sweep::{Motion, project};
use crate::error::are_finite;

/// Iterations.
const LIMIT: usize = 40;
/// How much of the way to the boundary a step may go.
const NEARLY: f64 = 0.995;
/// Steps shorter than this lead nowhere.
const SHORT: f64 = 1e-3;
/// Coefficients of friction below this are none: velocities are divided by them.
const SMOOTH: f64 = 1e-6;
/// Numbers of a factor for each contact, at most: a pile of ten thousand balls has a thousand.
pub(super) const COST: usize = 3000;
/// And at all: 1.6 GB.
pub(super) const MOST: usize = 200_000_000;
/// What remains of the programme's own residual may be such a part of that of the laws: more would be lost on a slip that is not yet right.
const ENOUGH: f64 = 0.1;

/// The method's memory.
#[derive(Debug, Default)]
pub(super) struct Interior {
    cones: Vec<Cone>,
    w: Vec<[f64; SIX]>,
    /// The right-hand side, then the change of the velocities.
    change: Vec<[f64; SIX]>,
    c: Vec<f64>,
}

/// A contact.
#[derive(Clone, Copy, Debug, Default)]
struct Cone {
    /// Its rows, the normal among them; one where there is no friction.
    rows: usize,
    /// μ; 1 where there is no friction.
    mu: f64,
    /// s/μ: the slip that is held (m/s).
    slip: f64,
    x: Four,
    z: Four,
    scaling: Scaling,
    /// W z = W⁻¹ x.
    middle: Four,
    /// z minus what the velocities make of it.
    short: Four,
    /// What λ ∘ (W⁻¹Δx + WΔz) is to be, with λ in the middle.
    aim: Four,
    /// W⁻¹Δx and WΔz.
    dx: Four,
    dz: Four,
}

/// Where to begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// Whether the slip of the motion is held; else none.
    pub(super) slip: bool,
    /// How far inside the cones, relative to a typical impulse (1).
    pub(super) inside: f64,
}

impl Interior {
    /// Replaces a motion by the answer with its slip held, until that is `enough`, relative to the impulses, or better than the slip
    /// deserves; how many iterations it took.
    pub(super) fn run(
        &mut self,
        island: &Island,
        matrix: &mut Cholesky,
        motion: &mut Motion,
        (start, enough): (Start, f64),
    ) -> usize {
        self.begin(island, motion, start);
        for done in 1..=LIMIT {
            let gap = self.look(island);
            // 1 + Gᵀ W² G
            if !matrix.factor_sum(island, |i, _| self.cones[i].weights()) {
                return done;
            }
            // predictor: straight to the end
            for cone in &mut self.cones {
                cone.aim = product(&cone.middle, &cone.middle).map(|x| -x);
            }
            let ahead = self.direction(island, matrix).min(1.0);
            // corrector: towards the middle, and what the predictor left out
            for cone in &mut self.cones {
                let second = product(&cone.dx, &cone.dz);
                (0..FOUR).for_each(|k| cone.aim[k] -= second[k]);
                cone.aim[0] += (1.0 - ahead).powi(3) * gap;
            }
            let step = (NEARLY * self.direction(island, matrix)).min(1.0);
            if step < SHORT {
                return done;
            }
            self.advance(step);
            self.give(island);
            motion.begin(island, &self.c);
            let left = self.residual(island, motion);
            if left <= enough.max(ENOUGH * motion.residual(island).relative) {
                return done;
            }
        }
        LIMIT
    }

    /// Impulses and velocities as they are, moved inside.
    fn begin(&mut self, island: &Island, motion: &Motion, start: Start) {
        self.w.clone_from(&motion.w);
        self.c.clone_from(&motion.c);
        self.cones.clear();
        let typical = motion.typical(island);
        for node in &island.nodes {
            let at = node.at as usize;
            let smooth = node.own.coefficient < SMOOTH;
            let mut cone = Cone {
                rows: if smooth { 1 } else { 1 + node.own.rows },
                mu: if smooth { 1.0 } else { node.own.coefficient },
                ..Cone::default()
            };
            cone.x[..cone.rows].copy_from_slice(&motion.c[at..at + cone.rows]);
            cone.x[0] *= cone.mu;
            let u = cone.velocity(island, node, &self.w);
            // one that sticks has no slip, whatever noise there is
            let sticks = cone.x[0] > 0.0 && tail(&cone.x) < (1.0 - 1e-9) * cone.x[0];
            if start.slip && !sticks {
                cone.slip = tail(&u);
            }
            cone.z = u;
            cone.z[0] = (u[0] + cone.slip).max(tail(&u));
            cone.z[0] += start.inside * typical * node.stiff / cone.mu;
            cone.x[0] = cone.x[0].max(tail(&cone.x)) + start.inside * typical * cone.mu;
            self.cones.push(cone);
        }
    }

    /// Scalings, and what the velocities are short of; x·z per contact.
    fn look(&mut self, island: &Island) -> f64 {
        let mut gap = 0.0;
        for (cone, node) in self.cones.iter_mut().zip(&island.nodes) {
            let velocity = cone.velocity(island, node, &self.w);
            (0..FOUR).for_each(|k| cone.short[k] = cone.z[k] - velocity[k]);
            gap += dot(&cone.x, &cone.z);
            cone.scaling = Scaling::between(&cone.x, &cone.z);
            cone.middle = cone.scaling.apply(&cone.z);
        }
        gap / self.cones.len() as f64
    }

    /// Solves for the direction that aims and shortages ask for; how far one may go along it.
    fn direction(&mut self, island: &Island, matrix: &mut Cholesky) -> f64 {
        // Gᵀ(x + W(λ\aim + W short)) − w
        self.change.clear();
        self.change.extend(self.w.iter().map(|w| w.map(|x| -x)));
        for (cone, node) in self.cones.iter().zip(&island.nodes) {
            let mut push = divide(&cone.middle, &cone.aim);
            let short = cone.scaling.apply(&cone.short);
            (0..FOUR).for_each(|k| push[k] += short[k]);
            let push = cone.scaling.apply(&push);
            for k in 0..cone.rows {
                let push = (cone.x[k] + push[k]) / if k == 0 { cone.mu } else { 1.0 };
                let row = &island.rows[node.at as usize + k];
                for (side, &body) in node.bodies.iter().enumerate() {
                    let out = &mut self.change[body as usize];
                    (0..SIX).for_each(|d| out[d] += push * row[SIX * side + d]);
                }
            }
        }
        self.change[island.bodies] = [0.0; SIX];
        matrix.solve(&mut self.change);
        // rounding near the boundary may leave no direction at all
        if !are_finite(self.change.as_flattened()) {
            return 0.0;
        }
        let mut most = f64::INFINITY;
        for (cone, node) in self.cones.iter_mut().zip(&island.nodes) {
            let mut dz = cone.along(island, node, &self.change);
            (0..FOUR).for_each(|k| dz[k] -= cone.short[k]);
            cone.dz = cone.scaling.apply(&dz);
            let both = divide(&cone.middle, &cone.aim);
            (0..FOUR).for_each(|k| cone.dx[k] = both[k] - cone.dz[k]);
            most = most.min(until(&cone.middle, &cone.dx));
            most = most.min(until(&cone.middle, &cone.dz));
        }
        most
    }

    fn advance(&mut self, step: f64) {
        for (w, change) in self.w.iter_mut().zip(&self.change) {
            (0..SIX).for_each(|d| w[d] += step * change[d]);
        }
        for cone in &mut self.cones {
            let (dx, dz) = (cone.scaling.apply(&cone.dx), cone.scaling.undo(&cone.dz));
            for k in 0..FOUR {
                cone.x[k] += step * dx[k];
                cone.z[k] += step * dz[k];
            }
        }
    }

    fn give(&mut self, island: &Island) {
        for (cone, node) in self.cones.iter().zip(&island.nodes) {
            let c = &mut self.c[node.at as usize..][..cone.rows];
            c.copy_from_slice(&cone.x[..cone.rows]);
            c[0] /= cone.mu;
        }
    }

    /// How far the impulses are from an answer of the programme, relative to them.
    fn residual(&self, island: &Island, motion: &Motion) -> f64 {
        let (mut sum, mut size) = (0.0, 0.0);
        for (cone, node) in self.cones.iter().zip(&island.nodes) {
            let c = &self.c[node.at as usize..][..cone.rows];
            let mut hat = cone.velocity(island, node, &motion.w);
            hat[0] *= cone.mu;
            let mut y = [0.0; FOUR];
            (0..cone.rows).for_each(|k| y[k] = c[k] - hat[k] / node.stiff);
            let near = project(y, cone.rows - 1, cone.mu);
            for (c, near) in c.iter().zip(&near) {
                sum += (c - near) * (c - near);
                size += c * c;
            }
        }
        sum.sqrt() / size.sqrt().max(island.floor)
    }
}

impl Cone {
    /// G w.
    fn along(&self, island: &Island, node: &Node, w: &[[f64; SIX]]) -> Four {
        let [a, b] = node.bodies.map(|body| &w[body as usize]);
        let mut u = [0.0; FOUR];
        let rows = &island.rows[node.at as usize..][..self.rows];
        for (u, row) in u.iter_mut().zip(rows) {
            *u = (0..SIX).map(|d| row[d] * a[d] + row[SIX + d] * b[d]).sum();
        }
        u[0] /= self.mu;
        u
    }

    /// û, scaled, with the slip that is held.
    fn velocity(&self, island: &Island, node: &Node, w: &[[f64; SIX]]) -> Four {
        let mut u = self.along(island, node, w);
        u[0] += self.slip - node.given[0] / self.mu;
        (1..self.rows).for_each(|k| u[k] -= node.given[k]);
        u
    }

    /// W², for rows that are not scaled.
    fn weights(&self) -> [Four; FOUR] {
        let mut weights = self.scaling.squared(self.rows);
        for k in 0..FOUR {
            weights[0][k] /= self.mu;
            weights[k][0] /= self.mu;
        }
        weights
    }
}
