//! Problems in blocks: sweeps with exact local answers over all contacts, and for the parts that sweeps do not solve soon
//! Newton's method.

mod node;
mod parts;
mod sweep;

use super::{Methods, ReducedEnd};
use crate::error::Error;
use crate::formulate::BlockProblem;
use crate::natural::round_map;
use crate::step::Refinement;
use complementarity::linear::norm2;
use complementarity::{Method, TOLERANCE};
use parts::Parts;
use sweep::Sweep;

/// Natural maps at ρ = 1 are pressed below this part of what certifies an answer, and below this times 1e-8 in all.
const MARGIN: f64 = 0.1;

/// Memory of the solver.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    sweep: Sweep,
    parts: Parts,
    impulses: Vec<f64>,
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
        match problem.dim() {
            2 => self.run::<2>(problem, methods, refinement, r),
            _ => self.run::<3>(problem, methods, refinement, r),
        }
    }

    fn run<const D: usize>(
        &mut self,
        problem: &BlockProblem,
        methods: &mut Methods,
        refinement: &Refinement,
        r: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        let size = norm2(problem.q());
        let enough = MARGIN * f64::min(TOLERANCE * size, 1e-8);
        let sweep = &mut self.sweep;
        sweep.x.clone_from(r);
        sweep.y.resize(problem.len(), 0.0);
        problem.velocity(r, &mut sweep.y);
        sweep.begin(problem);
        let contacts = problem.contacts();
        let mut end = ReducedEnd {
            method: "sweeps",
            unknowns: problem.len(),
            ..ReducedEnd::at_rest(0.0)
        };
        let most: usize = std::env::var("SWEEPS").ok().and_then(|s| s.parse().ok()).unwrap_or(20);
        let debug = std::env::var("DEBUG").is_ok();
        let mut left = f64::INFINITY;
        while end.iterations < most {
            let changed = sweep.pass::<D>(problem, 0..contacts);
            end.iterations += 1;
            if debug {
                let map: f64 = (0..contacts).map(|i| sweep.map::<D>(problem, i).powi(2)).sum::<f64>().sqrt();
                eprintln!("sweep {} changed {changed:e} map {map:e} goal {enough:e}", end.iterations);
            }
            if changed <= enough {
                left = (0..contacts).map(|i| sweep.map::<D>(problem, i).powi(2)).sum::<f64>().sqrt();
                if left <= enough { break; }
            }
        }
        if left > enough {
            self.parts.find(problem);
            let mut total = 0.0_f64;
            for part in 0..self.parts.len() {
                let members = self.parts.members(part);
                let left = members.iter().map(|&i| sweep.map::<D>(problem, i as usize).powi(2)).sum::<f64>().sqrt();
                if left <= enough / (contacts as f64).sqrt() { total = total.hypot(left); continue; }
                let reduced = problem.part(members, self.parts.places())?;
                self.impulses.clear();
                let (x, _) = sweep.x.as_chunks::<D>();
                self.impulses.extend(members.iter().flat_map(|&i| x[i as usize]));
                let mut own = methods.cone.finish(&reduced, &mut self.impulses);
                if !own.solved {
                    own = methods.solve_island(&reduced, &Method::Auto, refinement, &mut self.impulses)?;
                }
                if debug { eprintln!("part {part} of {} contacts: {left:e} -> {} in {}", members.len(), own.residual, own.iterations); }
                end.iterations += own.iterations;
                end.method = own.method;
                if !own.solved { end.solved = false; end.status = own.status; }
                let (x, _) = sweep.x.as_chunks_mut::<D>();
                for (&i, from) in members.iter().zip(self.impulses.as_chunks::<D>().0) {
                    x[i as usize] = *from;
                }
            }
        }
        r.clone_from(&sweep.x);
        Ok(end)
    }
}

impl Sweep {
    fn map<const D: usize>(&self, problem: &BlockProblem, contact: usize) -> f64 {
        let (x, y) = (self.x.as_chunks::<D>().0, self.y.as_chunks::<D>().0);
        round_map(problem.mu()[contact], &x[contact], &y[contact])
    }
}
