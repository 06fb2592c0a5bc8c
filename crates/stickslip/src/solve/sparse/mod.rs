//! Large islands: sweeps with exact local answers, accelerated, on sparse data [APS98 §2.4]; the method of multipliers and an
//! interior-point method for those that begin from nothing, the latter also for what sweeps do not solve. What they find is judged by the
//! natural map of the cone from the data; a budget that runs out is told, with the residual of the best iterate.

mod admm;
mod anderson;
mod bodies;
mod cholesky;
mod colour;
mod contact;
mod interior;
mod island;
mod leap;
pub(super) mod local;
mod lorentz;
mod newton;
mod nncg;
mod open;
mod progress;
mod proximal;
mod rounds;
mod sweep;
mod touch_up;

use super::{Large, ReducedEnd};
use crate::answer::Answer;
use crate::problem::ContactProblem;
use crate::room::copy;
use admm::Admm;
use anderson::Anderson;
pub(super) use bodies::Bodies;
use cholesky::Cholesky;
use interior::Interior;
use island::Island;
pub(super) use island::Members;
use leap::Leaps;
use newton::Newton;
use nncg::Gradients;
use open::Parts;
use progress::{Patience, Progress};
use sweep::{Motion, Residual};
use touch_up::TouchUp;

/// Does work with the widest vectors that the machine has; the closure and what it calls must be inlined, always, or it is compiled for any
/// machine. The order of sums is as written, so the result is that of any machine.
#[inline(always)]
fn wide<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// How well, and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    /// The residual to reach, relative to the impulses (1).
    pub(super) relative: f64,
    /// And the largest violation (m/s).
    pub(super) violation: f64,
    /// And the largest violation of a contact or joint relative to the speeds of its own bodies (1).
    pub(super) each: f64,
    /// Sweeps.
    pub(super) sweeps: usize,
    /// Rounds of the interior-point method, where sweeps do not do.
    pub(super) rounds: usize,
    /// Rounds of leaps, where an island at rest is almost solved.
    pub(super) leaps: usize,
    /// How much contacts give way to what is new in their impulses, while they are swept (1).
    pub(super) proximal: f64,
}

impl Goal {
    /// How many times too large a residual is.
    fn away(&self, residual: &Residual) -> f64 {
        (residual.relative / self.relative).max(residual.violation / self.violation)
    }

    fn met(&self, residual: &Residual) -> bool {
        residual.relative <= self.relative
            && residual.violation <= self.violation
            && residual.each <= self.each
    }

    /// What is worth reaching for an island at rest: the noise that one step leaves is twice as large where the next begins, and with
    /// less of it steps need no sweeps.
    fn aim(&self, quiet: bool) -> Self {
        Self {
            relative: if quiet {
                AIM * self.relative
            } else {
                self.relative
            },
            ..*self
        }
    }

    /// Whether one residual is better than another: to meet the goal comes first.
    fn prefers(&self, one: &Residual, other: &Residual) -> bool {
        match (self.met(one), self.met(other)) {
            (true, false) => true,
            (false, true) => false,
            // where all is well but for single contacts, these decide
            (false, false) if one.relative.max(other.relative) <= self.relative => {
                one.violation < other.violation
            }
            _ => one.relative < other.relative,
        }
    }
}

/// Memory of the sparse solver.
#[derive(Debug, Default)]
pub(super) struct Sparse {
    parts: Parts,
    island: Island,
    motion: Motion,
    /// The best impulses so far, how good they are, and the sweeps and iterations until now.
    best: Vec<f64>,
    least: Residual,
    iterations: usize,
    progress: Progress,
    /// Whether the island is at rest or nearly so, which makes it worth more; and whether it is at rest but for single bodies.
    quiet: bool,
    still: bool,
    /// How much contacts give way just now (1).
    soft: f64,
    /// Whether the interior-point method was needed, and whether Newton's gave the answer.
    alternated: bool,
    pressed: bool,
    touch_up: TouchUp,
    anderson: Anderson,
    gradients: Gradients,
    leaps: Leaps,
    /// M and the rows of all contacts, for the next two.
    matrix: Cholesky,
    admm: Admm,
    interior: Interior,
    newton: Newton,
    /// Islands that were solved since these, or leaps, were last used.
    idle: usize,
}

/// Once an answer is this good, relative to the impulses, sweeps that will not reach the goal within the budget are not made (1).
const USEFUL: f64 = Large::USEFUL;
/// An answer for a quiet island so many times too far from the goal is worth all the sweeps there are, and the method of multipliers
/// after them (1).
const NEAR: f64 = 30.0;
/// The same for a residual, relative, however much is asked for (1).
const NEARLY: f64 = 3e-5;
/// Of an island at rest, which is what it is worth: its answer serves many steps.
const AT_REST: Patience = Patience {
    window: 10,
    times: 3.0,
    mixed: 1,
};
/// Of one in motion: most that promise to need more do not get there. To mix every third sweep takes as few of them as to mix each, and a
/// mixture takes half as long as a sweep.
const IN_MOTION: Patience = Patience {
    window: 5,
    times: 0.3,
    mixed: 3,
};
/// Of one in motion of so few contacts that all sweeps there are take no time.
const OF_FEW: Patience = Patience {
    window: 5,
    times: f64::INFINITY,
    mixed: 1,
};
const FEW: usize = 50;
/// Where a residual is surely too large to be useful, it is looked at so many times less often.
const SELDOM: usize = 4;
/// An island at rest has so much less kinetic energy than the forces of the step alone would give it (1): a pile in which one of a thousand balls
/// rolls has 0.02 to 0.03 of it, one that is still coming to rest 0.07 and more.
const STILL: f64 = 0.05;
/// What is aimed at for an island at rest, as a part of the residual that counts as solved (1), and sweeps that may be made for it.
const AIM: f64 = 0.1;
const AIMED: usize = 100;
/// A sweep that changed so many times more than the residual to reach was not the last (1).
const CLOSE: f64 = 3.0;
/// Sweeps that are made in any case: contacts that were just taken in have no impulse yet.
const AT_LEAST: usize = 5;
/// Islands solved without a factorisation after which its memory is given back.
const SPARED: usize = 20;
/// Mixtures that led astray before another acceleration is tried.
const ASTRAY: usize = 3;

impl Sparse {
    /// A few sweeps for the island that was taken; the impulses are appended to `answer` if they reach the first goal, or at least
    /// the second.
    pub(super) fn look(
        &mut self,
        exact: &Goal,
        good: Option<&Goal>,
        answer: &mut Answer,
    ) -> Option<ReducedEnd> {
        self.begin(exact.sweeps, true);
        self.sweep(exact);
        if exact.met(&self.least) {
            let mut end = self.end(exact, answer);
            end.violation = end.violation.filter(|_| good.is_some());
            return Some(end);
        }
        // velocities that were carried along differ from those of the impulses by rounding
        self.motion.begin(&self.island, &self.best);
        self.least = self.motion.residual(&self.island);
        let good = good?;
        // a small island: all the sweeps there are take less time than a dense matrix
        self.progress = Progress::begin(good.sweeps);
        self.sweep(good);
        good.met(&self.least).then(|| self.end(good, answer))
    }

    /// Solves the island that was taken; the best impulses are appended to `answer`. Where most of the contacts begin from nothing,
    /// load must find its way through many layers: multipliers, if they are cheap, and rounds of the interior-point method go before the
    /// sweeps there, and multipliers, then leaps, after them where these almost reach the goal. Where more than sweeps is asked for, Newton's method comes
    /// last, after rounds of the interior-point method that bring it near.
    pub(super) fn solve(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        goal: &Goal,
        answer: &mut Answer,
    ) -> ReducedEnd {
        self.begin(goal.sweeps, goal.proximal > 0.0);
        let (motion, change) = self.island.motion(problem, bodies);
        self.quiet = motion <= change;
        self.still = motion <= STILL * change;
        let cold = self.motion.is_cold(&self.island);
        if cold {
            self.spread(goal);
            self.alternate(problem, bodies, goal, true);
        } else if goal.proximal > 0.0 {
            self.sweep_soft(problem, bodies, goal);
            self.release();
            return self.end(goal, answer);
        } else if self.touch_up(goal) && goal.met(&self.least) {
            // some bodies move: what is left is theirs, and more sweeps over all would not serve the next step
            self.quiet = false;
        }
        self.sweep_all(problem, bodies, goal);
        if !self.quiet && self.least.relative > USEFUL {
            // as many again take less time than a factorisation
            self.progress = Progress::begin(goal.sweeps);
            self.sweep_all(problem, bodies, goal);
        }
        let near = !goal.met(&self.least) && self.is_near(goal);
        // who was taken in later began from nothing as well
        let again = if cold { self.parts.grown } else { near };
        if again && self.spread(goal) {
            self.sweep_all(problem, bodies, goal);
        }
        if self.leap(goal) && self.admit(problem, bodies, false) {
            self.sweep_all(problem, bodies, goal);
        }
        // a first round shows Newton's method the way in most islands
        let begun = self.alternated;
        for rounds in [goal.rounds.min(1), goal.rounds] {
            let some = Goal { rounds, ..*goal };
            if !begun && self.alternate(problem, bodies, &some, false) {
                self.sweep_all(problem, bodies, goal);
            }
            self.press(problem, bodies, goal);
            if goal.rounds == 0 || goal.met(&self.least) {
                break;
            }
        }
        self.release();
        self.end(goal, answer)
    }

    /// Gives back what only factorisations and leaps need, if there were none for a while: it is many times the memory of the contacts.
    fn release(&mut self) {
        self.idle += 1;
        if self.idle == SPARED {
            self.matrix.release();
            self.admm = Admm::default();
            self.interior = Interior::default();
            self.leaps = Leaps::default();
            self.newton = Newton::default();
        }
    }

    /// Whether the answer of a quiet island is worth all that can be done for it.
    fn is_near(&self, goal: &Goal) -> bool {
        self.quiet && (goal.away(&self.least) < NEAR || self.least.relative < NEARLY)
    }

    fn begin(&mut self, sweeps: usize, keep: bool) {
        self.start_again(keep);
        self.iterations = 0;
        self.progress = Progress::begin(sweeps);
        self.quiet = false;
        self.still = false;
        self.alternated = false;
        self.pressed = false;
    }

    /// From the impulses that the island was taken with. They are the best so far, and kept as these alone unless they will be asked for.
    fn start_again(&mut self, keep: bool) {
        self.motion.begin(&self.island, &self.island.start);
        match keep {
            true => copy(&mut self.best, &self.motion.c),
            false => self.best = std::mem::take(&mut self.island.start),
        }
        self.least = (self.motion).residual_of_each(&self.island, &mut self.touch_up.wrong);
    }

    /// Keeps the impulses of the motion if they are the best so far, by velocities from the impulses: those that were carried along differ by
    /// rounding. Their residual.
    fn keep(&mut self, goal: &Goal) -> Residual {
        self.motion.fall(&self.island);
        let now = self.motion.residual(&self.island);
        if goal.prefers(&now, &self.least) {
            self.least = now;
            copy(&mut self.best, &self.motion.c);
        }
        now
    }

    /// The best impulses so far are appended to `answer`.
    pub(super) fn end(&self, goal: &Goal, answer: &mut Answer) -> ReducedEnd {
        self.give(answer);
        let solved = goal.met(&self.least);
        ReducedEnd {
            solved,
            status: if solved { "solved" } else { ReducedEnd::BUDGET },
            method: if self.pressed && solved {
                "cone newton"
            } else if self.alternated {
                "interior point"
            } else {
                "sweeps"
            },
            residual: self.least.relative,
            violation: Some(self.least.violation),
            unknowns: self.best.len(),
            solves: 1,
            iterations: self.iterations,
            refined: 0,
            angle: 0.0,
        }
    }

    /// Where all is well but for single contacts, these alone; whether the goal is met then.
    fn mend(&mut self, goal: &Goal) -> bool {
        self.motion.begin(&self.island, &self.best);
        (self.motion).residual_of_each(&self.island, &mut self.touch_up.wrong);
        self.touch_up(goal);
        // what is mixed must come from here
        self.anderson.forget();
        self.gradients.begin();
        goal.met(&self.least)
    }

    /// The method of multipliers from the best impulses; whether it was tried.
    fn spread(&mut self, goal: &Goal) -> bool {
        let most = admm::COST * self.island.nodes.len();
        let aim = goal.aim(self.quiet);
        if aim.met(&self.least) || !self.matrix.fit(&self.island, most) {
            return false;
        }
        self.idle = 0;
        self.motion.begin(&self.island, &self.best);
        let met = |residual: &Residual| aim.met(residual);
        let (residual, iterations) =
            (self.admm).run(&self.island, &mut self.matrix, &mut self.motion, met);
        self.iterations += iterations;
        if goal.prefers(&residual, &self.least) {
            self.least = residual;
            copy(&mut self.best, &self.motion.c);
        }
        // from there it goes on anew
        self.progress = Progress::begin(goal.sweeps);
        true
    }

    /// Accelerated sweeps from where the motion is, until the goal is met or is out of reach.
    fn sweep(&mut self, goal: &Goal) {
        let aim = goal.aim(self.quiet);
        if aim.met(&self.least) {
            return;
        }
        self.gradients.begin();
        let (mut last, mut plain, mut astray) = (f64::INFINITY, 0, 0);
        let mut mended = f64::INFINITY;
        let enough = self.island.stiff * (CLOSE * aim.relative * self.least.size).powi(2);
        let most = goal.sweeps.min(self.progress.left);
        let patience = match self.quiet {
            true => &AT_REST,
            false if self.island.nodes.len() <= FEW => &OF_FEW,
            false => &IN_MOTION,
        };
        for sweep in 1..=most {
            if sweep > AT_LEAST && self.progress.is_over(&self.least) {
                return;
            }
            self.iterations += 1;
            self.progress.left -= 1;
            let mixing = astray < ASTRAY;
            let mixed = mixing && sweep.is_multiple_of(patience.mixed);
            if sweep == 2 {
                // the first often does
                self.anderson.begin(&self.island);
            }
            if mixed {
                self.anderson.before(&self.motion);
            } else if !mixing {
                self.gradients.before(&self.motion);
            }
            let changed = self.motion.sweep(&self.island);
            // what a sweep changes is what was wrong before it
            let close = changed <= enough;
            let window = match self.progress.hopeless {
                true if self.progress.is_far(changed) => SELDOM * patience.window,
                true => 5,
                false => patience.window,
            };
            if sweep.is_multiple_of(window)
                || sweep == most
                || close && sweep <= 5
                || close && sweep.is_multiple_of(5)
            {
                let now = self.keep(goal);
                self.progress.measure = now.relative / changed.sqrt().max(f64::MIN_POSITIVE);
                let near_enough = goal.met(&self.least) && sweep >= AIMED;
                if aim.met(&self.least) || near_enough {
                    return;
                }
                if sweep.is_multiple_of(patience.window) {
                    let near = self.is_near(goal);
                    self.progress.look(goal.away(&self.least), near, patience);
                    let single = self.least.relative <= goal.relative;
                    // from the same impulses it would do the same again
                    let new = self.least.violation < mended;
                    if single && new && self.least.violation > goal.violation {
                        mended = self.least.violation;
                        if self.mend(goal) {
                            return;
                        }
                        last = f64::INFINITY;
                        continue;
                    }
                }
            }
            if !mixing {
                self.gradients.push(&mut self.motion, changed);
            } else if plain > 0 {
                plain -= 1;
            } else if sweep == 1 {
                // nothing to compare with yet
            } else if changed > 4.0 * last {
                // led astray: plain sweeps for a while
                self.anderson.forget();
                plain = 5;
                astray += 1;
            } else if mixed {
                self.anderson.mix(&mut self.motion);
            }
            last = changed;
        }
    }
}
