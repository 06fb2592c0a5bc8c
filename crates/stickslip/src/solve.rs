//! A contact problem solved: islands, their complementarity problems, and the refinement of friction directions
//! towards a round cone [APS98 23].

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::formulate::Polyhedral;
use crate::friction::FrictionSet;
use crate::islands::Islands;
use crate::problem::ContactProblem;
use crate::report::Solution;
use crate::step::Refinement;
use complementarity::linear::Lu;
use complementarity::{Matrix, Method, Outcome, Workspace};

/// Memory for solving one contact problem after the other. It never influences a result.
#[derive(Debug, Default)]
pub struct Solver {
    islands: Islands,
    island: Polyhedral,
    workspace: Workspace,
    outcome: Outcome,
    momentum: Vec<f64>,
}

/// How the solution of a problem ended, beyond its figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ending {
    /// The figures.
    pub solution: Solution,
    /// The status of the first island that was not solved.
    pub failure: Option<&'static str>,
    /// The largest angle (rad) left by refinements that ran out of rounds; 0 if none did.
    pub angle: f64,
    /// Joints whose rows depend on others: indices into the problem.
    pub dependent: Vec<usize>,
}

impl Ending {
    fn clear(&mut self) {
        self.solution = Solution::default();
        self.failure = None;
        self.angle = 0.0;
        self.dependent.clear();
    }
}

impl Solver {
    /// Solves a problem: impulses and end velocity are written into `answer`, what happened into `ending`.
    pub fn solve(
        &mut self,
        problem: &ContactProblem,
        method: &Method,
        refinement: &Refinement,
        answer: &mut Answer,
        ending: &mut Ending,
    ) -> Result<(), Error> {
        ending.clear();
        answer.impulses.clear();
        answer
            .impulses
            .resize(problem.contacts.len(), Impulse::default());
        answer.joints.clear();
        answer.joints.resize(problem.joints.len(), 0.0);

        self.islands.split(problem);
        for i in 0..self.islands.len() {
            let joints = self.islands.joints(i);
            self.island.begin(problem, self.islands.contacts(i), joints);
            self.island.fill(problem)?;
            self.attempt(method, ending);
            self.refine(problem, method, refinement, ending)?;
            self.island.recover_into(&self.outcome.z, answer);

            let used = &mut ending.solution;
            used.islands += 1;
            used.largest = used.largest.max(self.island.len());
            used.residual = used.residual.max(self.outcome.certificate.relative);
            if !self.outcome.status.is_solved() {
                used.solved = false;
                ending.failure.get_or_insert(self.outcome.status.word());
            }
            let first = self.island.len() - self.islands.joints(i).len();
            let dependent = self.outcome.dependent.iter().filter(|&&row| row >= first);
            ending
                .dependent
                .extend(dependent.map(|row| self.islands.joints(i)[row - first]));
        }
        problem.set_velocity(answer, &mut self.momentum);
        Ok(())
    }

    /// The islands of the last problem.
    pub fn islands(&self) -> &Islands {
        &self.islands
    }

    fn attempt(&mut self, method: &Method, ending: &mut Ending) {
        self.island
            .solve(method, &mut self.workspace, &mut self.outcome);
        ending.solution.solves += 1;
        ending.solution.iterations += self.outcome.iterations;
    }

    /// Adds to each sliding contact with a round cone the direction that dissipates most, and solves again, until
    /// friction opposes slip: the polyhedron grows corners only where it needs them [APS98 23].
    fn refine(
        &mut self,
        problem: &ContactProblem,
        method: &Method,
        refinement: &Refinement,
        ending: &mut Ending,
    ) -> Result<(), Error> {
        let round = |c: usize| {
            let friction = &problem.contacts[c].friction;
            matches!(friction.set, FrictionSet::Disc(_)) && friction.rows() > 0
        };
        if !self.island.contacts().any(round) {
            return Ok(());
        }
        let mut answer = Answer {
            impulses: vec![Impulse::default(); problem.contacts.len()],
            joints: vec![0.0; problem.joints.len()],
            velocity: Vec::new(),
        };
        // below this slip is rounding, and has no direction
        let still = 1e-10 * problem.scale();
        let contacts: Vec<usize> = self.island.contacts().collect();
        let mut sliding: Vec<Slide> = Vec::new();
        for rounds in 0.. {
            if !self.outcome.status.is_solved() {
                return Ok(());
            }
            self.island.recover_into(&self.outcome.z, &mut answer);
            problem.set_velocity(&mut answer, &mut self.momentum);
            let mut worst = 0.0_f64;
            sliding.clear();
            for (place, &c) in contacts.iter().enumerate() {
                if !round(c) {
                    continue;
                }
                let contact = &problem.contacts[c];
                let u = problem.relative_velocity(contact, &answer.velocity);
                let impulse = answer.impulses[c];
                let bound = contact.friction.coefficient * impulse.normal + contact.reserve;
                let reach = problem.reach(contact.row + 1);
                if u[1].hypot(u[2]) <= still * reach || bound * reach <= still {
                    continue;
                }
                let slide = Slide {
                    place,
                    bound,
                    slip: [u[1], u[2]],
                    friction: [impulse.tangent, impulse.binormal],
                };
                worst = worst.max(slide.error());
                sliding.push(slide);
            }
            if worst <= refinement.tolerance {
                return Ok(());
            }
            if rounds == refinement.rounds {
                ending.angle = ending.angle.max(worst);
                return Ok(());
            }
            let turns = self.turns(&sliding);
            for (slide, turn) in sliding.iter().zip(turns) {
                if slide.error() > 0.1 * refinement.tolerance {
                    self.island.put_direction(slide.place, slide.turned(turn));
                    ending.solution.refined += 1;
                }
            }
            self.island.fill(problem)?;
            self.attempt(method, ending);
        }
        Ok(())
    }

    /// How far (rad) each friction direction d must turn to oppose its slip, all together. With τ ⟂ d the condition is
    /// τ·u = 0, and with friction of size R along d Newton's method for it reads
    /// Σ_j (τ_iᵀ A_ij τ_j) R_j Δ_j − (d_i·u_i) Δ_i = −τ_i·u_i. Far from sticking every d turns to −u; close to it −u
    /// alone would swing to and fro.
    fn turns(&self, sliding: &[Slide]) -> Vec<f64> {
        let newton = Matrix::from_fn(sliding.len(), sliding.len(), |i, j| {
            let (a, b) = (&sliding[i], &sliding[j]);
            let (across, other) = (a.across(), b.across());
            let block = self.island.tangent_block(a.place, b.place);
            let coupling: f64 = (0..2)
                .flat_map(|k| (0..2).map(move |l| (k, l)))
                .map(|(k, l)| across[k] * block[k][l] * other[l])
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

/// A sliding contact with a round cone.
struct Slide {
    place: usize,
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

    /// d, turned.
    fn turned(&self, angle: f64) -> [f64; 3] {
        let ([x, y], (sin, cos)) = (self.direction(), angle.sin_cos());
        [cos * x - sin * y, sin * x + cos * y, 0.0]
    }

    /// The angle (rad) between friction and the opposite of slip. Friction that is parallel but short of its bound, in
    /// the middle of a polygon's edge, counts by the angle from there to the edge's corners.
    fn error(&self) -> f64 {
        let across = self.across()[0] * self.slip[0] + self.across()[1] * self.slip[1];
        let angle = across.abs().atan2(-self.along(self.slip));
        // the solver's own accuracy is no shortage
        let short = 1.0 - self.friction[0].hypot(self.friction[1]) / self.bound;
        let edge = if short > 1e-9 { short.min(1.0) } else { 0.0 };
        angle.max((1.0 - edge).acos())
    }
}

#[cfg(test)]
mod tests;
