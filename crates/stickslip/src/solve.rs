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
use complementarity::{Method, Outcome, Workspace};

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
        let round = |c: usize| matches!(problem.contacts[c].friction.set, FrictionSet::Disc(_));
        if !self
            .island
            .contacts()
            .any(|c| round(c) && problem.contacts[c].friction.rows() > 0)
        {
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
        for rounds in 0.. {
            if !self.outcome.status.is_solved() {
                return Ok(());
            }
            self.island.recover_into(&self.outcome.z, &mut answer);
            problem.set_velocity(&mut answer, &mut self.momentum);
            let (mut worst, mut added) = (0.0_f64, 0);
            for (place, &c) in contacts.iter().enumerate() {
                let contact = &problem.contacts[c];
                if !round(c) || contact.friction.rows() == 0 {
                    continue;
                }
                let u = problem.relative_velocity(contact, &answer.velocity);
                let slip = u[1].hypot(u[2]);
                let impulse = answer.impulses[c];
                let friction = impulse.tangent.hypot(impulse.binormal);
                let reach = problem.reach(contact.row + 1);
                if slip <= still * reach || friction * reach <= still {
                    continue;
                }
                // the angle between friction and −slip, by its sine and cosine
                let along = -(u[1] * impulse.tangent + u[2] * impulse.binormal);
                let across = u[1] * impulse.binormal - u[2] * impulse.tangent;
                let angle = across.abs().atan2(along);
                if angle > refinement.tolerance {
                    worst = worst.max(angle);
                    // in the last round the answer stands, so the problem it answers must not grow any more
                    if rounds < refinement.rounds {
                        self.island
                            .add_direction(place, [-u[1] / slip, -u[2] / slip, 0.0]);
                        added += 1;
                    }
                }
            }
            if added == 0 {
                ending.angle = ending.angle.max(worst);
                return Ok(());
            }
            ending.solution.refined += added;
            self.island.fill(problem)?;
            self.attempt(method, ending);
        }
        Ok(())
    }
}
