//! Penetration removed after a large step: a few sweeps over the gaps that are deep, on positions alone. Velocities are left as
//! they are, and the potential energy that the displacement adds is booked.

use super::Stepper;
use super::assemble::{frame, gap};
use crate::error::Error;
use crate::report::StepReport;
use crate::rows::Rows;
use crate::state::State;
use crate::system::System;

/// Penetration below this (m) is left.
const SLOP: f64 = 1e-4;
/// The part of what is deeper that goes in one step.
const PART: f64 = 0.3;
const SWEEPS: usize = 4;

impl Stepper {
    /// The gaps of all contacts in a state.
    pub(super) fn measure(&mut self, system: &dyn System, state: &State) -> Result<(), Error> {
        self.gaps.clear();
        for id in 0..system.contacts().len() {
            self.gaps.push(gap(system, id, state.t, &state.q)?);
        }
        Ok(())
    }

    /// Does nothing unless something is deep.
    pub(super) fn separate(
        &mut self,
        system: &dyn System,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        self.measure(system, state)?;
        let gaps = &self.gaps;
        if !gaps.iter().any(|gap| *gap < -SLOP) {
            return Ok(());
        }
        // what is deep, and what its bodies could be pushed into
        let mut rows = Rows::default();
        let mut wanted = Vec::new();
        let mut deep = vec![false; state.v.len()];
        for pass in [true, false] {
            for (id, &gap) in gaps.iter().enumerate() {
                if (gap < -SLOP) != pass || gap > SLOP {
                    continue;
                }
                frame(system, id, state.t, &state.q, &mut self.frame)?;
                let normal = &self.frame.normal;
                if pass {
                    // all velocities of its bodies
                    for (dof, _) in normal.entries() {
                        let block = self.problem.mass.block_of(dof);
                        deep[self.problem.mass.block(block)].fill(true);
                    }
                } else if !normal.entries().any(|e| deep[e.0]) {
                    continue;
                }
                rows.push(normal.view());
                wanted.push((gap + SLOP, 0.0));
            }
        }
        let before = system.potential(&state.q);
        self.problem.mass.clear();
        system.mass(&state.q, &mut self.problem.mass);
        let n = state.v.len();
        let mut shift = vec![0.0; n];
        let mut response = Vec::new();
        for _ in 0..SWEEPS {
            for (i, (gap, pushed)) in wanted.iter_mut().enumerate() {
                let row = rows.row(i);
                let own = self.problem.mass.row_square(row);
                if own <= 0.0 {
                    continue;
                }
                // only a part of a deep gap, but all of what this pass itself would close
                let wanted = if *gap < 0.0 { PART * *gap } else { *gap };
                let next = (*pushed - (wanted + row.dot(&shift)) / own).max(0.0);
                let change: f64 = next - *pushed;
                *pushed = next;
                if change == 0.0 {
                    continue;
                }
                for (first, values) in row.parts() {
                    let mass = &self.problem.mass;
                    mass.pieces(first, values, |block, offset, values| {
                        response.clear();
                        response.resize(mass.block(block).len(), 0.0);
                        mass.piece_response(block, offset, values, &mut response);
                        let out = &mut shift[mass.block(block)];
                        (out.iter_mut().zip(&response)).for_each(|(s, r)| *s += change * r);
                    });
                }
            }
        }
        system.advance(&mut state.q, &shift, 1.0);
        self.gaps.clear();
        report.energy.projection += system.potential(&state.q) - before;
        Ok(())
    }
}
