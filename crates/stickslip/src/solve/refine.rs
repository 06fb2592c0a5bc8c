//! Pivoting on pyramids that grow corners where a curved friction set needs them [APS98 23].

use crate::error::Error;
use crate::formulate::{Polyhedral, ReducedProblem};
use crate::friction::{FrictionSet, Shape};
use crate::step::Refinement;
use complementarity::linear::Lu;
use complementarity::{Matrix, Method, Outcome, Workspace};

/// A reduced problem solved by complementary pivoting. It holds memory only.
#[derive(Debug, Default)]
pub(super) struct Pivoting {
    step: Polyhedral,
    workspace: Workspace,
    pub(super) outcome: Outcome,
    impulses: Vec<f64>,
    velocities: Vec<f64>,
    sliding: Vec<Slide>,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) solves: usize,
    pub(super) iterations: usize,
    pub(super) refined: usize,
    /// The angle (rad) at which refinement ran out of rounds; 0 if it did not.
    pub(super) angle: f64,
}

impl Pivoting {
    /// Solves, with the directions that refinement adds. The impulses are written into `c`.
    pub(super) fn solve(
        &mut self,
        reduced: &ReducedProblem,
        method: &Method,
        refinement: &Refinement,
        c: &mut Vec<f64>,
    ) -> Result<Effort, Error> {
        let mut effort = Effort::default();
        self.step.begin(reduced);
        self.step.fill(reduced)?;
        self.attempt(method, &mut effort);
        self.refine(reduced, method, refinement, &mut effort)?;
        self.step.recover(&self.outcome.z, c);
        Ok(effort)
    }

    /// Unknowns of the last problem.
    pub(super) fn len(&self) -> usize {
        self.step.len()
    }

    fn attempt(&mut self, method: &Method, effort: &mut Effort) {
        self.step
            .solve(method, &mut self.workspace, &mut self.outcome);
        effort.solves += 1;
        effort.iterations += self.outcome.iterations;
    }

    /// Adds to each sliding contact with a curved cone the direction that dissipates most, and solves again, until
    /// friction opposes slip: the polyhedron grows corners only where it needs them [APS98 23].
    fn refine(
        &mut self,
        reduced: &ReducedProblem,
        method: &Method,
        refinement: &Refinement,
        effort: &mut Effort,
    ) -> Result<(), Error> {
        if reduced
            .contacts()
            .iter()
            .all(|c| c.friction.set.is_polyhedral())
        {
            return Ok(());
        }
        // below this slip is rounding, and has no direction
        let largest = (reduced.contacts().iter())
            .map(|c| reduced.q()[c.row].abs() / reduced.w()[(c.row, c.row)].max(0.0).sqrt())
            .fold(0.0, f64::max);
        let still = 1e-10 * largest;
        for rounds in 0.. {
            if !self.outcome.status.is_solved() {
                return Ok(());
            }
            self.step.recover(&self.outcome.z, &mut self.impulses);
            self.velocities.resize(reduced.len(), 0.0);
            reduced.velocity(&self.impulses, &mut self.velocities);
            self.find_sliding(reduced, still);
            let errors = self.sliding.iter().map(Slide::error);
            let worst = errors.fold(0.0, f64::max);
            if worst <= refinement.tolerance {
                return Ok(());
            }
            if rounds == refinement.rounds {
                effort.angle = worst;
                return Ok(());
            }
            let turns = self.turns(reduced);
            for (slide, turn) in self.sliding.iter().zip(turns) {
                if slide.error() > 0.1 * refinement.tolerance {
                    let direction = match slide.flat {
                        true => slide.turned(turn),
                        false => slide.best,
                    };
                    self.step
                        .put_direction(slide.place, direction, slide.lengths);
                    effort.refined += 1;
                }
            }
            self.step.fill(reduced)?;
            self.attempt(method, effort);
        }
        Ok(())
    }

    /// The contacts with a curved set whose friction could do more.
    fn find_sliding(&mut self, reduced: &ReducedProblem, still: f64) {
        self.sliding.clear();
        for (place, contact) in reduced.contacts().iter().enumerate() {
            let friction = &contact.friction;
            let Some(shape) = friction.shape().filter(|_| !friction.set.is_polyhedral()) else {
                continue;
            };
            let (mut slip, mut c) = ([0.0; 3], [0.0; 3]);
            let (mut reach, mut speed) = (0.0_f64, 0.0_f64);
            let e = shape.lengths();
            for (i, row) in reduced.friction_rows(contact).enumerate() {
                slip[i] = self.velocities[row];
                c[i] = self.impulses[row];
                reach = reach.max(e[i] * reduced.w()[(row, row)].max(0.0).sqrt());
                speed = speed.hypot(e[i] * slip[i]);
            }
            let bound = friction.coefficient * self.impulses[contact.row] + contact.reserve;
            if speed <= still * reach || bound * reach <= still {
                continue;
            }
            self.sliding.push(Slide {
                place,
                row: contact.row + 1,
                bound,
                flat: matches!(friction.set, FrictionSet::Ellipse(_)),
                lengths: e,
                slip: [e[0] * slip[0], e[1] * slip[1]],
                friction: [c[0] / e[0], c[1] / e[1]],
                best: shape.argmax(slip),
                missing: shortage(shape, slip, c, bound),
            });
        }
    }

    /// How far (rad) each friction direction d must turn to oppose its slip, all together. With τ ⟂ d the condition is
    /// τ·u = 0, and with friction of size R along d Newton's method for it reads
    /// Σ_j (τ_iᵀ A_ij τ_j) R_j Δ_j − (d_i·u_i) Δ_i = −τ_i·u_i. Far from sticking every d turns to −u; close to it −u
    /// alone would swing to and fro. Contacts with torsion take no part in it.
    fn turns(&self, reduced: &ReducedProblem) -> Vec<f64> {
        let sliding = &self.sliding;
        let newton = Matrix::from_fn(sliding.len(), sliding.len(), |i, j| {
            let (a, b) = (&sliding[i], &sliding[j]);
            if !(a.flat && b.flat) {
                return if i == j { 1.0 } else { 0.0 };
            }
            let (across, other) = (a.across(), b.across());
            let coupling: f64 = (0..2)
                .flat_map(|k| (0..2).map(move |l| (k, l)))
                .map(|(k, l)| {
                    let w = a.lengths[k] * reduced.w()[(a.row + k, b.row + l)] * b.lengths[l];
                    across[k] * w * other[l]
                })
                .sum();
            let own = if i == j { -a.along(a.slip) } else { 0.0 };
            coupling * b.bound + own
        });
        let mut turns: Vec<f64> = (sliding.iter())
            .map(|s| -(s.across()[0] * s.slip[0] + s.across()[1] * s.slip[1]))
            .collect();
        if !Lu::new(&newton).solve(&mut turns) {
            // friction straight across slip, or none: turn it to −u
            for (turn, s) in turns.iter_mut().zip(sliding) {
                let across = s.across()[0] * s.slip[0] + s.across()[1] * s.slip[1];
                *turn = (-across).atan2(-s.along(s.slip));
            }
        }
        // the linear picture ends where directions begin to differ
        let most = std::f64::consts::FRAC_PI_4;
        turns.iter().map(|t| t.clamp(-most, most)).collect()
    }
}

/// The angle (rad) whose cosine is the part of the possible dissipation that friction does.
fn shortage(shape: &dyn Shape, slip: [f64; 3], c: [f64; 3], bound: f64) -> f64 {
    let most = bound * shape.support(slip);
    let done = -(c[0] * slip[0] + c[1] * slip[1] + c[2] * slip[2]);
    match most > 0.0 {
        // the solver's own accuracy is no shortage
        true if done < (1.0 - 1e-12) * most => (done / most).clamp(-1.0, 1.0).acos(),
        _ => 0.0,
    }
}

/// A sliding contact with an elliptic cone, in scaled impulses, where it is round.
#[derive(Debug)]
struct Slide {
    place: usize,
    /// Its row t.
    row: usize,
    /// Whether it is an ellipse: t and o alone.
    flat: bool,
    /// e_t, e_o, e_r.
    lengths: [f64; 3],
    /// The impulse of bound 1 that dissipates most.
    best: [f64; 3],
    /// The angle that stands for missing dissipation (rad), where there is torsion.
    missing: f64,
    /// R = μ c_n (N·s).
    bound: f64,
    slip: [f64; 2],
    friction: [f64; 2],
}

impl Slide {
    /// The direction d of friction; against the slip if there is none.
    fn direction(&self) -> [f64; 2] {
        let size = self.friction[0].hypot(self.friction[1]);
        match size > 0.0 {
            true => self.friction.map(|c| c / size),
            false => {
                let speed = self.slip[0].hypot(self.slip[1]);
                self.slip.map(|u| -u / speed)
            }
        }
    }

    /// τ, a right angle ahead of d.
    fn across(&self) -> [f64; 2] {
        let [x, y] = self.direction();
        [-y, x]
    }

    /// d·x.
    fn along(&self, x: [f64; 2]) -> f64 {
        let d = self.direction();
        d[0] * x[0] + d[1] * x[1]
    }

    /// d, turned, as an impulse of bound 1.
    fn turned(&self, angle: f64) -> [f64; 3] {
        let ([x, y], (sin, cos)) = (self.direction(), angle.sin_cos());
        let [e_t, e_o, _] = self.lengths;
        [e_t * (cos * x - sin * y), e_o * (sin * x + cos * y), 0.0]
    }

    /// The angle (rad) between friction and the opposite of slip. Friction that is parallel but short of its bound, in
    /// the middle of a polygon's edge, counts by the angle from there to the edge's corners.
    fn error(&self) -> f64 {
        if !self.flat {
            return self.missing;
        }
        let across = self.across()[0] * self.slip[0] + self.across()[1] * self.slip[1];
        let angle = across.abs().atan2(-self.along(self.slip));
        // the solver's own accuracy is no shortage
        let short = 1.0 - self.friction[0].hypot(self.friction[1]) / self.bound;
        let edge = if short > 1e-9 { short.min(1.0) } else { 0.0 };
        angle.max((1.0 - edge).acos())
    }
}
