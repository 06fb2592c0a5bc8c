//! The implicit scheme of Tzitzouris and Pang [TTP01 §4]: backward Euler on the full nonlinear problem, by Newton's method.
//!
//! With q(v) = q + h G v the unknown velocity v and impulses c satisfy
//!
//! ```text
//!     R(v, c) = M(q(v)) (v − v^l) − h (k + f)(q(v), v) − J(q(v))ᵀ c = 0
//!     u_n = gap(q(v))/h,   u_T = slip at q(v), v,   u_ν = g(q(v))/h for joints
//!     and the laws of contact between c and u.
//! ```
//!
//! A Newton step linearises R and u, but keeps the laws: it ends in a reduced problem with W = U K⁻¹Jᵀ, K = ∂R/∂v and
//! U = ∂u/∂v, which the cone solver solves (Josephy and Newton; each inner step is one of a B-differentiable equation). K
//! carries the curvature of the contact surfaces and the turning of their frames; W is not symmetric then. Derivatives
//! are central differences of the system's own functions, so any [`System`] will do. The judge is the audit of the
//! problem at the end of the step.

use super::assemble::Level;
use super::{Scheme, Settings, Stepper};
use crate::answer::Impulse;
use crate::error::Error;
use crate::formulate::ReducedProblem;
use crate::friction::Friction;
use crate::problem::ContactProblem;
use crate::report::{Note, StepReport};
use crate::state::State;
use crate::system::System;
use complementarity::Matrix;
use complementarity::linear::Lu;

/// Halvings of a step before it is left to the fixed-point iteration.
const DEEPEST: usize = 6;
/// Newton steps without a better audit after which the step is halved.
const PATIENCE: usize = 6;
/// Differences of velocities for derivatives, relative to the velocities of the problem.
const DIFFERENCE: f64 = 6e-6;

/// Memory of Newton's method.
#[derive(Debug, Default)]
pub(super) struct Implicit {
    /// R without contacts and joints, and u, at the point of linearisation.
    momentum: Vec<f64>,
    velocities: Vec<f64>,
    /// The impulses there.
    impulses: Vec<Impulse>,
    joints: Vec<f64>,
    /// K and U.
    inertia: Matrix,
    slope: Matrix,
    ahead: Sample,
    behind: Sample,
    lu: Lu,
}

/// R and u at one velocity.
#[derive(Debug, Default)]
struct Sample {
    momentum: Vec<f64>,
    velocities: Vec<f64>,
}

impl Stepper {
    /// A step of length h, halved where Newton's method fails. The state moves on.
    pub(super) fn step_implicit(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        // parts of the step still to do, the next one last
        let mut parts = vec![(settings.step, 0)];
        let (mut pieces, mut iterated) = (0, 0);
        while let Some((h, depth)) = parts.pop() {
            pieces += 1;
            if self.converge(system, settings, state, h)? {
                // accepted below
            } else if depth < DEEPEST {
                pieces -= 1;
                self.notes.clear();
                parts.extend([(0.5 * h, depth + 1), (0.5 * h, depth + 1)]);
                continue;
            } else {
                // everything again, by fixed point, which can also fall back to the velocity level
                self.notes.clear();
                self.advance(system, settings, state, h)?;
                iterated += 1;
            }
            self.accept(system, settings, state, h, report)?;
            state.t += h;
        }
        if pieces > 1 || iterated > 0 {
            report.notes.push(Note::Halved { pieces, iterated });
        }
        Ok(())
    }

    /// Finds `self.answer` and `self.end` for a step; whether the audit at its end passes.
    fn converge(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
    ) -> Result<bool, Error> {
        let Scheme::TzitzourisPang {
            tolerance,
            iterations,
        } = settings.scheme
        else {
            return Ok(false);
        };
        self.predict(system, state, h);
        self.activate(system, settings, state, h)?;
        self.guess.clone_from(&self.end);
        self.guess_velocity.clone_from(&state.v);
        let mut rounds = 0;
        loop {
            let (mut best, mut since) = (f64::INFINITY, 0);
            self.audit.relative = f64::INFINITY;
            let settled = loop {
                if rounds == iterations || since > PATIENCE {
                    break false;
                }
                rounds += 1;
                self.assemble(system, settings, state, h, Level::Scheme)?;
                if !self.newton_step(system, settings, state, h)? {
                    break false;
                }
                self.end.clone_from(&state.q);
                system.advance(&mut self.end, &self.answer.velocity, h);
                // the problem at the new end judges what was found
                self.guess.clone_from(&self.end);
                self.guess_velocity.clone_from(&self.answer.velocity);
                self.assemble(system, settings, state, h, Level::Scheme)?;
                self.audit.judge(&self.problem, &self.answer)?;
                let error = self.audit.relative;
                if error <= tolerance {
                    break true;
                }
                since = if error < 0.5 * best { 0 } else { since + 1 };
                best = best.min(error);
            };
            // gaps are divided by h: their rounding errors may keep the audit above a tight tolerance, and then nothing
            // improves any more
            let rounding = since > PATIENCE && self.audit.relative <= 1e3 * tolerance;
            if !(settled || rounding) {
                return Ok(false);
            }
            self.ending.solution.rounds = rounds;
            if !(settings.enlarge && self.add_violated(system, settings, state.t + h)?) {
                // which joints depend on others is a matter of their rows alone
                if !self.problem.joints.is_empty() {
                    let joints: Vec<usize> = (0..self.problem.joints.len()).collect();
                    let mut rows = ReducedProblem::default();
                    rows.reduce(&self.problem, &[], &joints);
                    rows.dependent_joints(&mut self.ending.dependent);
                }
                return Ok(true);
            }
        }
    }

    /// Linearises at the guess and solves; `self.answer` is the next point. Whether the linearised problem was solved.
    fn newton_step(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
    ) -> Result<bool, Error> {
        let mut memory = std::mem::take(&mut self.implicit);
        memory.remember(self, system);
        memory.differentiate(self, system, settings, state, h)?;
        // back to the point of linearisation
        let solved = memory.solve(self, settings);
        self.implicit = memory;
        solved
    }
}

impl Implicit {
    /// The impulses at the point of linearisation: those last known of each contact and joint.
    fn remember(&mut self, stepper: &Stepper, system: &dyn System) {
        let problem = &stepper.problem;
        self.impulses.clear();
        stepper.recall(system, &mut self.impulses);
        self.joints.clear();
        let fits = stepper.answer.joints.len() == problem.joints.len();
        match fits {
            true => self.joints.extend_from_slice(&stepper.answer.joints),
            // without an answer yet, or where limits came or went, they carry nothing
            false => self.joints.resize(problem.joints.len(), 0.0),
        }
        if !self.joints.iter().all(|c| c.is_finite()) {
            self.joints.fill(0.0);
        }
    }

    /// K and U at the guess, whose problem is assembled; it is assembled again afterwards.
    fn differentiate(
        &mut self,
        stepper: &mut Stepper,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
    ) -> Result<(), Error> {
        let n = stepper.guess_velocity.len();
        let rows = stepper.problem.rows.len();
        self.inertia.reset(n, n);
        self.slope.reset(rows, n);
        let centre = stepper.guess_velocity.clone();
        let steps: Vec<f64> = (0..n).map(|j| difference(&stepper.problem, j)).collect();
        for j in 0..n {
            let step = steps[j].max(DIFFERENCE * centre[j].abs());
            for (sign, ahead) in [(1.0, true), (-1.0, false)] {
                stepper.guess_velocity.clone_from(&centre);
                stepper.guess_velocity[j] += sign * step;
                stepper.guess.clone_from(&state.q);
                system.advance(&mut stepper.guess, &stepper.guess_velocity, h);
                stepper.assemble(system, settings, state, h, Level::Scheme)?;
                let mut sample = std::mem::take(match ahead {
                    true => &mut self.ahead,
                    false => &mut self.behind,
                });
                sample.take(stepper, &self.impulses, &self.joints);
                match ahead {
                    true => self.ahead = sample,
                    false => self.behind = sample,
                }
            }
            let over = 0.5 / step;
            for i in 0..n {
                let change = self.ahead.momentum[i] - self.behind.momentum[i];
                self.inertia[(i, j)] = over * change;
            }
            for i in 0..rows {
                let change = self.ahead.velocities[i] - self.behind.velocities[i];
                self.slope[(i, j)] = over * change;
            }
        }
        stepper.guess_velocity.clone_from(&centre);
        stepper.guess.clone_from(&state.q);
        system.advance(&mut stepper.guess, &centre, h);
        stepper.assemble(system, settings, state, h, Level::Scheme)
    }

    /// Solves the linearised problem: v = v̂ − K⁻¹(R₀ − Jᵀc) with the c of the reduced problem.
    fn solve(&mut self, stepper: &mut Stepper, settings: &Settings) -> Result<bool, Error> {
        let problem = &stepper.problem;
        let (n, rows) = (problem.mass.len(), problem.rows.len());
        let mut here = std::mem::take(&mut self.ahead);
        here.take(stepper, &[], &[]);
        self.momentum.clone_from(&here.momentum);
        self.velocities.clone_from(&here.velocities);
        self.ahead = here;
        self.lu.factor(&self.inertia);
        // K⁻¹Jᵀ column by column, and K⁻¹R₀
        let mut response = Matrix::zeros(n, rows);
        for row in 0..rows {
            problem.rows.scatter(row, 1.0, response.col_mut(row));
            if !self.lu.solve(response.col_mut(row)) {
                return Ok(false);
            }
        }
        if !self.lu.solve(&mut self.momentum) {
            return Ok(false);
        }
        let mut w = Matrix::from_fn(rows, rows, |i, j| {
            (0..n).map(|k| self.slope[(i, k)] * response[(k, j)]).sum()
        });
        for joint in &problem.joints {
            w[(joint.row, joint.row)] += joint.softness;
        }
        let q: Vec<f64> = (0..rows)
            .map(|i| {
                let shift: f64 = (0..n).map(|k| self.slope[(i, k)] * self.momentum[k]).sum();
                self.velocities[i] - shift
            })
            .collect();
        let frictions: Vec<(Friction, f64)> = (problem.contacts.iter())
            .map(|c| (c.friction.clone(), c.reserve))
            .collect();
        let bounds = problem.joints.iter().map(|j| [j.low, j.high]).collect();
        let reduced = ReducedProblem::linearised(w, q, frictions, bounds)?;
        let mut c: Vec<f64> = Vec::with_capacity(rows);
        for (contact, impulse) in problem.contacts.iter().zip(&self.impulses) {
            c.extend_from_slice(&impulse.parts()[..=contact.friction.rows()]);
        }
        c.extend_from_slice(&self.joints);
        let end = stepper.solver.solve_reduced(
            &reduced,
            &settings.method,
            &settings.refinement,
            &mut c,
        )?;
        stepper.effort.solves += end.solves;
        stepper.effort.iterations += end.iterations;
        stepper.ending.begin();
        stepper.ending.see(&end);
        if !end.solved {
            return Ok(false);
        }
        // the answer
        let answer = &mut stepper.answer;
        answer
            .impulses
            .resize(problem.contacts.len(), Impulse::default());
        answer.joints.resize(problem.joints.len(), 0.0);
        reduced.recover_into(&c, answer);
        answer.velocity.clone_from(&stepper.guess_velocity);
        for k in 0..n {
            let pushed: f64 = (0..rows).map(|row| response[(k, row)] * c[row]).sum();
            answer.velocity[k] += pushed - self.momentum[k];
        }
        stepper.known_before = None;
        stepper.known.clear();
        let ids = problem.contacts.iter().map(|c| c.id);
        stepper
            .known
            .extend(ids.zip(answer.impulses.iter().copied()));
        Ok(answer.velocity.iter().all(|v| v.is_finite()))
    }
}

/// How far to move a velocity for a derivative (m/s, rad/s): by the motion of its own body, or that of the whole if it is
/// at rest.
fn difference(problem: &ContactProblem, dof: usize) -> f64 {
    let (mass, block) = (&problem.mass, problem.mass.block_of(dof));
    let square = |v: &[f64]| mass.block_square(block, v).max(0.0);
    let own = square(&problem.start).max(square(&problem.free)).sqrt();
    let scale = if own > 0.0 { own } else { problem.scale() };
    let speed = match scale > 0.0 {
        true => scale / mass.own(dof).sqrt(),
        false => 1.0,
    };
    DIFFERENCE * speed
}

impl Sample {
    /// R for the given impulses (none count as zero) and u of the problem that the stepper holds, at its guess.
    fn take(&mut self, stepper: &Stepper, impulses: &[Impulse], joints: &[f64]) {
        let (problem, v) = (&stepper.problem, &stepper.guess_velocity);
        let n = problem.mass.len();
        // M (v − b) is M (v − v^l) − h (k + f)
        let change: Vec<f64> = v.iter().zip(&problem.free).map(|(v, b)| v - b).collect();
        self.momentum.resize(n, 0.0);
        problem.mass.momentum(&change, &mut self.momentum);
        let mut pushed = vec![0.0; n];
        problem.add_contact_momentum(impulses, &mut pushed);
        problem.add_joint_momentum(joints, &mut pushed);
        (self.momentum.iter_mut().zip(&pushed)).for_each(|(r, p)| *r -= p);
        self.velocities.clear();
        for contact in &problem.contacts {
            let u = problem.relative_velocity(contact, v);
            self.velocities
                .push(problem.rows.dot(contact.row, v) - contact.target);
            self.velocities
                .extend_from_slice(&u[1..=contact.friction.rows()]);
        }
        for joint in &problem.joints {
            self.velocities
                .push(problem.rows.dot(joint.row, v) - joint.target);
        }
    }
}
