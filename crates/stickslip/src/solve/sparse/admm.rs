//! The method of multipliers on one sparse factorisation, for islands that begin from nothing: where load has to find its way
//! through many layers, sweeps carry it one layer at a time, and this one all at once. Its answer is where the sweeps go on.

use super::bodies::SIX;
use super::cholesky::Cholesky;
use super::island::Island;
use super::lorentz::FOUR;
use super::sweep::{Motion, Residual, project};
use crate::room::{copy, fill};

/// Iterations.
const LIMIT: usize = 100;
/// Iterations between two looks at the residual.
const OFTEN: usize = 10;
/// The penalty at first, relative to the response of a contact.
const PENALTY: f64 = 30.0;
/// Numbers of a factor for each contact, at most, so that it costs no more than some dozens of sweeps: stacks have some dozens, piles
/// of balls some hundreds.
pub(super) const COST: usize = 100;
/// Over-relaxation.
const BEYOND: f64 = 1.6;

#[derive(Debug, Default)]
pub(super) struct Admm {
    /// û, kept in the dual cone, and s = μ|u_T|.
    z: Vec<f64>,
    lift: Vec<f64>,
    c: Vec<f64>,
    w: Vec<[f64; SIX]>,
    /// The best impulses so far.
    best: Vec<f64>,
}

impl Admm {
    /// Improves impulses; the best residual and the iterations.
    pub(super) fn run(
        &mut self,
        island: &Island,
        matrix: &mut Cholesky,
        motion: &mut Motion,
        met: impl Fn(&Residual) -> bool,
    ) -> (Residual, usize) {
        let mut penalty = PENALTY;
        let mut least = motion.residual(island);
        copy(&mut self.best, &motion.c);
        copy(&mut self.c, &motion.c);
        fill(&mut self.z, self.c.len(), 0.0);
        fill(&mut self.lift, island.nodes.len(), 0.0);
        let mut done = 0;
        if !factor(island, matrix, penalty) {
            return (least, done);
        }
        while done < LIMIT {
            let (primal, dual) = self.step(island, matrix, penalty);
            done += 1;
            if done % OFTEN > 0 {
                continue;
            }
            motion.begin(island, &self.c);
            let now = motion.residual(island);
            if now.relative < least.relative {
                least = now;
                copy(&mut self.best, &motion.c);
                if met(&least) {
                    break;
                }
            }
            let ratio = (primal / dual.max(f64::MIN_POSITIVE))
                .sqrt()
                .clamp(0.1, 10.0);
            if done % (2 * OFTEN) == 0 && !(0.35..2.8).contains(&ratio) {
                penalty *= ratio;
                if !factor(island, matrix, penalty) {
                    break;
                }
            }
        }
        motion.begin(island, &self.best);
        (least, done)
    }

    /// One iteration; how far û is from z, and how far z moved, both as energies.
    fn step(&mut self, island: &Island, matrix: &mut Cholesky, penalty: f64) -> (f64, f64) {
        fill(&mut self.w, island.bodies + 1, [0.0; SIX]);
        for (node, &lift) in island.nodes.iter().zip(&self.lift) {
            let at = node.at as usize;
            let r = penalty / node.stiff;
            for k in 0..=node.own.rows {
                let up = if k == 0 { lift } else { 0.0 };
                let push = self.c[at + k] + r * (self.z[at + k] - up + node.given[k]);
                let row = &island.rows[at + k];
                for (side, &body) in node.bodies.iter().enumerate() {
                    let out = &mut self.w[body as usize];
                    (0..SIX).for_each(|d| out[d] += push * row[SIX * side + d]);
                }
            }
        }
        self.w[island.bodies] = [0.0; SIX];
        matrix.solve(&mut self.w);

        let (mut primal, mut dual) = (0.0, 0.0);
        for (node, lift) in island.nodes.iter().zip(&mut self.lift) {
            let (at, rows, mu) = (node.at as usize, node.own.rows, node.own.coefficient);
            let r = penalty / node.stiff;
            let [a, b] = node.bodies.map(|body| &self.w[body as usize]);
            let mut u = [0.0; 4];
            for k in 0..=rows {
                let row = &island.rows[at + k];
                let along: f64 = (0..SIX).map(|d| row[d] * a[d] + row[SIX + d] * b[d]).sum();
                u[k] = along - node.given[k];
            }
            let mut y = [0.0; 4];
            for k in 0..=rows {
                let hat = if k == 0 { u[0] + *lift } else { u[k] };
                let w = BEYOND * hat + (1.0 - BEYOND) * self.z[at + k];
                y[k] = self.c[at + k] - r * w;
                primal += (hat - self.z[at + k]).powi(2) / node.stiff;
            }
            let near = project(y, rows, mu);
            for k in 0..=rows {
                let z = (near[k] - y[k]) / r;
                dual += (z - self.z[at + k]).powi(2) / node.stiff;
                self.z[at + k] = z;
                self.c[at + k] = near[k];
            }
            *lift = mu * (1..=rows).map(|k| u[k] * u[k]).sum::<f64>().sqrt();
        }
        (primal, dual)
    }
}

/// 1 + Jᵀ R J.
fn factor(island: &Island, matrix: &mut Cholesky, penalty: f64) -> bool {
    matrix.factor_sum(island, |_, node| {
        let r = penalty / node.stiff;
        std::array::from_fn(|i| std::array::from_fn::<_, FOUR, _>(|j| if i == j { r } else { 0.0 }))
    })
}
