//! A contact problem solved: islands, each reduced to its impulses, and the method that fits.
//!
//! An island of some contacts is first looked at: the impulses of the last step may still hold, or hold after a few sweeps. Large
//! islands are swept on. For the others a dense matrix is built.
//! Sets that directions describe exactly (none, planar, pyramids) are solved by complementary pivoting. Where an island
//! has a curved set, `Auto` takes the cone Newton method and, if that fails, starts it again from the answer of a refined
//! pyramid and, for small problems, from that of a homotopy; a named method is that method alone.

mod blocks;
mod cone;
mod equations;
mod refine;
mod rest;
mod shares;
mod sparse;

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::formulate::{Conic, ReducedProblem};
use crate::islands::Islands;
use crate::problem::ContactProblem;
use crate::report::{IslandMethod, Solution};
use crate::step::Refinement;
use blocks::Blocks;
use complementarity::Method;
use cone::Cone;
use equations::Equations;
use refine::Pivoting;
use rest::Rest;
use shares::{Share, Task};
use sparse::{Bodies, Sparse};

/// One of so many contacts must begin without impulse, or none is left out.
const IDLE: usize = 4;
/// The homotopy is worth its time up to so many rows.
const SMALL: usize = 24;

/// Memory for solving one contact problem after the other. It never influences a result.
#[derive(Debug, Default)]
pub struct Solver {
    islands: Islands,
    workers: Vec<Worker>,
    momentum: Vec<f64>,
    rest: Rest,
    bodies: Bodies,
    blocks: Blocks,
}

/// How problems are to be solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ways<'a> {
    /// The method.
    pub method: &'a Method,
    /// Direction refinement where curved cones are solved by pivoting.
    pub refinement: &'a Refinement,
    /// Islands of many contacts.
    pub large: Large,
    /// Whether islands that the impulses to begin with hold at rest are left at rest.
    pub keep_rest: bool,
}

impl<'a> Ways<'a> {
    /// A method, everything to the last digit.
    pub fn exact(method: &'a Method, refinement: &'a Refinement) -> Self {
        Self {
            method,
            refinement,
            large: Large::NONE,
            keep_rest: false,
        }
    }
}

/// Large islands: from when on they are swept, and how well they are to be solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Large {
    /// Islands of more contacts are large, and all islands of a step that has more in a world; `usize::MAX` for none, which solves all of them to the last digit, however long it takes.
    pub contacts: usize,
    /// The residual of the natural map, relative to the impulses, that counts as solved (1).
    pub relative: f64,
    /// The largest violation of a law of contact that counts as solved (m/s).
    pub violation: f64,
    /// Sweeps until the best iterate is taken, and its residual told.
    pub sweeps: usize,
    /// Rounds of an interior-point method for islands that sweeps do not solve, with Newton's method after the first and the last; each takes as long as some
    /// hundreds of sweeps. Islands
    /// at rest that begin without impulses, and those that sweeps leave worse than useful (1e-3), get some in any case.
    pub rounds: usize,
    /// Rounds of leaps for islands at rest that sweeps leave up to ten times too far from the goal, as arches of wedged bodies that begin to give way
    /// are; each takes as long as up to a thousand sweeps of some thousand contacts, and most need one.
    pub leaps: usize,
    /// For scenes in which nothing falls or strikes: contacts give way by this part of their own response to what is new in their impulses
    /// (1), which takes fewer sweeps. A step is judged by the rigid law all the same. 0 for rigid contacts.
    pub proximal: f64,
}

impl Large {
    /// An answer whose residual, relative to the impulses, is no larger is useful, though not solved (1): sweeps that will not reach their
    /// goal end there.
    pub const USEFUL: f64 = 1e-3;

    /// None is large.
    pub const NONE: Self = Self {
        contacts: usize::MAX,
        relative: 1e-9,
        violation: 1e-9,
        sweeps: 0,
        rounds: 0,
        leaps: 0,
        proximal: 0.0,
    };
}

impl Default for Large {
    fn default() -> Self {
        Self {
            contacts: 200,
            relative: 1e-6,
            violation: 1e-5,
            sweeps: 300,
            rounds: 0,
            leaps: 12,
            proximal: 0.0,
        }
    }
}

/// How much is spent on an island of dense matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// The method that fits.
    Quick,
    /// Everything there is.
    Full,
}

/// Memory for solving one island after the other.
#[derive(Debug, Default)]
struct Worker {
    methods: Methods,
    reduced: ReducedProblem,
    impulses: Vec<f64>,
    share: Share,
    sparse: Sparse,
}

/// Memory of the methods.
#[derive(Debug, Default)]
struct Methods {
    pivoting: Pivoting,
    cone: Cone,
    equations: Equations,
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

/// How the solution of a reduced problem ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReducedEnd {
    /// Whether its own certificate passes.
    pub solved: bool,
    /// The status in one word.
    pub status: &'static str,
    /// The method that gave the answer.
    pub method: &'static str,
    /// The relative residual by which the method judged its answer.
    pub residual: f64,
    /// The largest violation of a law of contact (m/s), where an island was swept.
    pub violation: Option<f64>,
    /// Unknowns of the problem as it was solved.
    pub unknowns: usize,
    /// Problems solved, with those that refinement posed.
    pub solves: usize,
    /// Iterations or pivots in all.
    pub iterations: usize,
    /// Directions added by refinement.
    pub refined: usize,
    /// The angle (rad) at which refinement ran out of rounds; 0 if it did not.
    pub angle: f64,
}

impl ReducedEnd {
    /// The method of an island that was left at rest.
    pub(crate) const REST: &'static str = "rest";
    /// The status of a large island whose sweeps ran out.
    pub(crate) const BUDGET: &'static str = "budget exhausted";

    /// An answer that nobody here computed; the methods count it as Newton's, which polishes what is found elsewhere.
    pub(crate) fn given(residual: f64, unknowns: usize) -> Self {
        Self {
            method: IslandMethod::Newton.word(),
            unknowns,
            ..Self::at_rest(residual)
        }
    }

    fn at_rest(residual: f64) -> Self {
        Self {
            solved: true,
            status: "solved",
            method: Self::REST,
            residual,
            violation: None,
            unknowns: 0,
            solves: 0,
            iterations: 0,
            refined: 0,
            angle: 0.0,
        }
    }
}

impl Ending {
    /// Forgets the last problem.
    pub(crate) fn begin(&mut self) {
        self.solution = Solution::default();
        self.failure = None;
        self.angle = 0.0;
        self.dependent.clear();
    }

    /// Adds the end of one island.
    pub(crate) fn see(&mut self, end: &ReducedEnd) {
        let used = &mut self.solution;
        used.islands += 1;
        used.methods.see(end.method);
        used.resting += usize::from(end.method == ReducedEnd::REST);
        if let Some(violation) = end.violation {
            used.swept += 1;
            used.violation = used.violation.max(violation);
        }
        used.largest = used.largest.max(end.unknowns);
        used.residual = used.residual.max(end.residual);
        used.solves += end.solves;
        used.iterations += end.iterations;
        used.refined += end.refined;
        self.angle = self.angle.max(end.angle);
        if !end.solved {
            used.solved = false;
            // a budget that ran out must not hide what has no solution
            if self.failure.is_none_or(|known| known == ReducedEnd::BUDGET) {
                self.failure = Some(end.status);
            }
        }
    }
}

impl Solver {
    /// Solves a problem: impulses and end velocity are written into `answer`, what happened into `ending`.
    ///
    /// If `answer` holds an impulse for each contact or joint, iterative methods begin there; where a problem has several solutions
    /// that may decide which is found. An empty one means none.
    pub fn solve(
        &mut self,
        problem: &ContactProblem,
        ways: &Ways,
        answer: &mut Answer,
        ending: &mut Ending,
    ) -> Result<(), Error> {
        ending.begin();
        if answer.impulses.len() != problem.contacts.len() {
            answer.impulses.clear();
            (answer.impulses).resize(problem.contacts.len(), Impulse::default());
        }
        if answer.joints.len() != problem.joints.len() {
            answer.joints.clear();
            answer.joints.resize(problem.joints.len(), 0.0);
        }

        self.islands.split(problem);
        match ways.keep_rest {
            true => self.rest.find(problem, &self.islands, answer),
            false => self.rest.clear(&self.islands),
        }
        self.bodies.group(&problem.mass);
        // what is open at the impulses to begin with is not looked at first, where that may be many
        answer.velocity.clear();
        let contacts = problem.contacts.len();
        if ways.large.contacts < contacts {
            let idle = answer.impulses.iter().filter(|c| c.normal <= 0.0);
            if idle.count() > contacts / IDLE {
                problem.set_velocity(answer, &mut self.momentum);
            }
        }
        let task = Task {
            problem,
            islands: &self.islands,
            rest: &self.rest,
            bodies: &self.bodies,
            ways,
        };
        shares::solve(&task, &mut self.workers, answer, ending)?;
        problem.set_velocity(answer, &mut self.momentum);
        if ways.keep_rest {
            self.rest.settle(problem, &self.islands, answer);
        }
        Ok(())
    }

    /// The islands of the problem that was solved last, or of what was split in their memory since.
    pub(crate) fn islands(&self) -> &Islands {
        &self.islands
    }

    /// Their memory and that of velocities, free between two solves.
    pub(crate) fn memory(&mut self) -> (&mut Islands, &mut Vec<f64>) {
        (&mut self.islands, &mut self.momentum)
    }

    /// Solves a reduced problem as one island. `c` holds the impulses to begin with, if there are as many as rows, and the
    /// answer afterwards; [`NaturalMap`](crate::NaturalMap) judges it.
    pub fn solve_reduced(
        &mut self,
        reduced: &ReducedProblem,
        method: &Method,
        refinement: &Refinement,
        c: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        if c.len() != reduced.len() {
            c.clear();
            c.resize(reduced.len(), 0.0);
        }
        let methods = first_methods(&mut self.workers);
        let ways = Ways::exact(method, refinement);
        methods.solve_island(reduced, &ways, Effort::Full, c)
    }
}

/// The methods of the first worker, for problems of one island.
fn first_methods(workers: &mut Vec<Worker>) -> &mut Methods {
    if workers.is_empty() {
        workers.push(Worker::default());
    }
    &mut workers[0].methods
}

impl Methods {
    fn solve_island(
        &mut self,
        reduced: &ReducedProblem,
        ways: &Ways,
        effort: Effort,
        c: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        let Ways {
            method, refinement, ..
        } = *ways;
        if *method == Method::Auto
            && let Some(end) = self.equations.solve(reduced, c)
        {
            return Ok(end);
        }
        let contacts = reduced.contacts();
        let flat = contacts.iter().all(|c| c.friction.set.is_polyhedral());
        match method {
            _ if flat => self.pivot(reduced, method, refinement, c),
            Method::Auto if effort == Effort::Quick => Ok(self.cone.solve(reduced, c)),
            Method::Auto => self.exhaust(reduced, refinement, c),
            Method::Newton(_) | Method::Interior(_) | Method::Homotopy(_) => {
                Ok(self.complement(reduced, method, c))
            }
            _ => self.pivot(reduced, method, refinement, c),
        }
    }

    /// The cone Newton method, and whatever else it takes.
    fn exhaust(
        &mut self,
        reduced: &ReducedProblem,
        refinement: &Refinement,
        c: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        let mut best = self.cone.solve(reduced, c);
        if best.solved {
            return Ok(best);
        }
        let mut answer = c.clone();
        for rescue in ["lemke", "homotopy"] {
            let Some(method) = Method::parse(rescue) else {
                continue;
            };
            c.clone_from(&answer);
            let end = match method {
                Method::Homotopy(_) if reduced.len() > SMALL => break,
                Method::Homotopy(_) => self.complement(reduced, &method, c),
                _ => self.pivot(reduced, &method, refinement, c)?,
            };
            let mut next = self.cone.finish(reduced, c);
            next.iterations += best.iterations + end.iterations;
            next.solves += best.solves + end.solves;
            next.refined = best.refined + end.refined;
            if next.solved || next.residual < best.residual {
                answer.clone_from(c);
                best = next;
            } else {
                best = ReducedEnd {
                    iterations: next.iterations,
                    solves: next.solves,
                    refined: next.refined,
                    ..best
                };
            }
            if best.solved {
                break;
            }
        }
        c.clone_from(&answer);
        Ok(best)
    }

    fn pivot(
        &mut self,
        reduced: &ReducedProblem,
        method: &Method,
        refinement: &Refinement,
        c: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        let effort = self.pivoting.solve(reduced, method, refinement, c)?;
        let outcome = &self.pivoting.outcome;
        Ok(ReducedEnd {
            solved: outcome.status.is_solved(),
            status: outcome.status.word(),
            method: "pivoting",
            residual: outcome.certificate.relative,
            violation: None,
            unknowns: self.pivoting.len(),
            solves: effort.solves,
            iterations: effort.iterations,
            refined: effort.refined,
            angle: effort.angle,
        })
    }

    /// The conic problem as it stands in the papers, by the methods for nonlinear complementarity problems [APS98 22].
    fn complement(
        &mut self,
        reduced: &ReducedProblem,
        method: &Method,
        c: &mut Vec<f64>,
    ) -> ReducedEnd {
        let conic = Conic::new(reduced);
        let outcome = method.solve_nonlinear(&conic, &conic.start(c));
        conic.recover(&outcome.z, c);
        // friction rows are multiplied by the bound and have no fixed scale: the laws themselves are the judge
        let residual = self.cone.judge(reduced, c);
        let solved = residual <= method.tolerance();
        ReducedEnd {
            solved,
            status: match (solved, outcome.status.word()) {
                (true, _) => "solved",
                (false, "solved") => "stalled",
                (false, word) => word,
            },
            method: "complementarity",
            residual,
            violation: None,
            unknowns: outcome.z.len(),
            solves: 1,
            iterations: outcome.iterations,
            refined: 0,
            angle: 0.0,
        }
    }
}

#[cfg(test)]
mod tests;
