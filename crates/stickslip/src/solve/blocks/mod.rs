//! Problems in blocks: sweeps with exact local answers over all contacts, and for the parts that sweeps do not solve soon
//! Newton's method.

mod lu;
mod newton;
mod node;
mod parts;
mod sweep;

use super::{Effort, Methods, ReducedEnd, Solver, Ways};
use crate::error::Error;
use crate::formulate::BlockProblem;
use crate::step::Refinement;
use complementarity::linear::norm2;
use complementarity::{Method, TOLERANCE};
use newton::{Newton, Part};
use parts::Parts;
use sweep::Sweep;

/// Natural maps are pressed below this part of what certifies an answer, and below this in the units of the problem.
const MARGIN: f64 = 0.1;
const ABSOLUTE: f64 = 1e-9;
/// Where rounding does not allow that, this part of what certifies an answer will do.
const PASSING: f64 = 0.5;
/// Sweeps before the parts are looked at one by one, in problems of few and of many contacts: Newton steps for few are cheap.
const SWEEPS: [usize; 2] = [2, 5];
const FEW: usize = 8;
/// More sweeps if so many more are about to solve it.
const IN_SIGHT: f64 = 4.0;
/// Sweeps and proximal term of each round of Newton's method on a part.
const ROUNDS: [(usize, f64); 6] = [
    (0, 1e-7),
    (5, 1e-5),
    (20, 1e-6),
    (100, 1e-4),
    (300, 1e-7),
    (1000, 1e-5),
];
/// Newton steps in a round.
const LIMIT: usize = 60;

/// Memory of the solver.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    planar: Dimension<2>,
    spatial: Dimension<3>,
    parts: Parts,
    impulses: Vec<f64>,
}

/// Whatever else solves a part, from the impulses it is given.
type Rescue<'a> = dyn FnMut(Part, &mut Vec<f64>) -> Result<ReducedEnd, Error> + 'a;

/// What depends on the number of rows of a contact.
#[derive(Debug, Default)]
struct Dimension<const D: usize> {
    sweep: Sweep<D>,
    newton: Newton<D>,
}

impl Solver {
    /// Solves a problem in blocks, part by part. `r` holds the impulses to begin with, if there are as many as rows, and the
    /// answer afterwards; [`NaturalMap::of_blocks`](crate::NaturalMap::of_blocks) judges it.
    pub fn solve_blocks(
        &mut self,
        problem: &BlockProblem,
        method: &Method,
        refinement: &Refinement,
        r: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        if *method != Method::Auto {
            return self.solve_reduced(&problem.dense()?, method, refinement, r);
        }
        if r.len() != problem.len() {
            r.clear();
            r.resize(problem.len(), 0.0);
        }
        let methods = super::first_methods(&mut self.workers);
        self.blocks.solve(problem, methods, refinement, r)
    }
}

impl Blocks {
    /// Solves a problem from the impulses in `r`, where the answer is left.
    pub(super) fn solve(
        &mut self,
        problem: &BlockProblem,
        methods: &mut Methods,
        refinement: &Refinement,
        r: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        let (parts, impulses) = (&mut self.parts, &mut self.impulses);
        let mut rescue = |part: Part, c: &mut Vec<f64>| {
            let reduced = problem.part(part.members, part.places)?;
            methods.solve_island(
                &reduced,
                &Ways::exact(&Method::Auto, refinement),
                Effort::Full,
                c,
            )
        };
        match problem.dim() {
            2 => (self.planar).run(problem, parts, impulses, &mut rescue, r),
            _ => (self.spatial).run(problem, parts, impulses, &mut rescue, r),
        }
    }
}

/// Factorisations of more products of blocks take seconds, and are not made for a step of many.
const WORK: usize = 10_000_000;

impl Blocks {
    /// Newton's method with sweeps in between, on the parts of a problem in space whose natural maps are not small enough, from the impulses in
    /// `r`, where the best are left; the steps it took.
    pub(super) fn press(&mut self, problem: &BlockProblem, enough: f64, r: &mut Vec<f64>) -> usize {
        let Self { spatial, parts, .. } = self;
        spatial.sweep.begin(problem, r);
        parts.find(problem);
        let share = enough / (parts.len() as f64).sqrt();
        let mut steps = 0;
        for part in 0..parts.len() {
            let part = Part {
                problem,
                members: parts.members(part),
                places: parts.places(),
                enough: share,
                passing: share,
                most: WORK,
            };
            let wrong = spatial.sweep.natural_map(problem, part.members) > share;
            if wrong {
                spatial.finish(part, &mut steps);
            }
        }
        r.clear();
        r.extend(spatial.sweep.x.iter().flatten());
        steps
    }
}

impl<const D: usize> Dimension<D> {
    fn run(
        &mut self,
        problem: &BlockProblem,
        parts: &mut Parts,
        impulses: &mut Vec<f64>,
        rescue: &mut Rescue,
        r: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        let certified = TOLERANCE * norm2(problem.q());
        // a start that is no number leads nowhere
        r.iter_mut()
            .filter(|x| !x.is_finite())
            .for_each(|x| *x = 0.0);
        let enough = f64::min(MARGIN * certified, ABSOLUTE);
        self.sweep.begin(problem, r);
        let mut end = ReducedEnd {
            method: "sweeps",
            unknowns: problem.len(),
            solves: 1,
            ..ReducedEnd::at_rest(0.0)
        };
        if !self.begin(problem, enough, &mut end.iterations) {
            parts.find(problem);
            let root = (parts.len() as f64).sqrt();
            let (share, passing) = (enough / root, PASSING * certified / root);
            for part in 0..parts.len() {
                let part = Part {
                    problem,
                    members: parts.members(part),
                    places: parts.places(),
                    enough: share,
                    passing,
                    most: usize::MAX,
                };
                if self.sweep.natural_map(problem, part.members) <= share {
                    continue;
                }
                end.method = "newton";
                if self.finish(part, &mut end.iterations) {
                    continue;
                }
                impulses.clear();
                let members = part.members.iter();
                impulses.extend(members.flat_map(|&i| self.sweep.x[i as usize]));
                let own = rescue(part, impulses)?;
                end.iterations += own.iterations;
                end.method = own.method;
                if !own.solved {
                    end.solved = false;
                    end.status = own.status;
                }
                for (&i, x) in part.members.iter().zip(impulses.as_chunks::<D>().0) {
                    let old = self.sweep.x[i as usize];
                    let step = std::array::from_fn(|k| x[k] - old[k]);
                    self.sweep.shift(problem, i as usize, &step);
                }
            }
        }
        let map = self.sweep.whole_map(problem);
        if map.is_nan() || map > certified {
            // whatever the parts said of themselves
            end.solved = false;
            if end.status == "solved" {
                end.status = "stalled";
            }
        } else {
            // the same the other way round: the whole is what is judged
            end.solved = true;
            end.status = "solved";
        }
        end.residual = if map == 0.0 {
            0.0
        } else {
            map / norm2(problem.q())
        };
        r.clear();
        r.extend(self.sweep.x.iter().flatten());
        Ok(end)
    }

    /// A few sweeps over everything, more if they are about to solve it; whether they did.
    fn begin(&mut self, problem: &BlockProblem, enough: f64, iterations: &mut usize) -> bool {
        let sweeps = SWEEPS[usize::from(problem.contacts() > FEW)];
        let mut last = f64::INFINITY;
        loop {
            let changed = self.sweep.pass(problem, 0..problem.contacts());
            *iterations += 1;
            if changed <= enough {
                // contacts that nothing can push apart were passed over
                return self.sweep.whole_map(problem) <= enough;
            }
            let rate = changed / last;
            let left = (enough / changed).ln() / rate.ln();
            if *iterations >= sweeps && !(rate < 1.0 && left <= IN_SIGHT) {
                return false;
            }
            last = changed;
        }
    }

    /// Newton's method on a part, with more sweeps in between where it fails; whether it is solved.
    fn finish(&mut self, part: Part, iterations: &mut usize) -> bool {
        let mut passes = false;
        for (sweeps, proximal) in ROUNDS {
            for _ in 0..sweeps {
                let members = part.members.iter().map(|&i| i as usize);
                self.sweep.pass(part.problem, members);
            }
            let (steps, solved) = self.newton.run(part, &mut self.sweep, proximal, LIMIT);
            *iterations += steps;
            // what passes is given one more round
            if solved || passes {
                return true;
            }
            passes = self.sweep.natural_map(part.problem, part.members) <= part.passing;
        }
        passes
    }
}

#[cfg(test)]
mod tests;
