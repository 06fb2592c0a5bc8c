//! Penetration removed after a large step: a few sweeps over the gaps that are deep, on positions alone. Velocities are left as
//! they are, and the potential energy that the displacement adds is booked.

use super::Stepper;
use super::assemble::{frame, gap};
use crate::error::Error;
use crate::report::StepReport;
use crate::state::State;
use crate::system::System;

/// Penetration below this (m) is left.
const SLOP: f64 = 1e-4;
/// The part of what is deeper that goes in one step.
const PART: f64 = 0.3;
const SWEEPS: usize = 4;

impl Stepper {
    /// Does nothing unless something is deep.
    pub(super) fn separate(
        &mut self,
        system: &dyn System,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        let contacts = 0..system.contacts().len();
        let gaps: Result<Vec<f64>, Error> = contacts
            .map(|id| gap(system, id, state.t, &state.q))
            .collect();
        let gaps = gaps?;
        if !gaps.iter().any(|gap| *gap < -SLOP) {
            return Ok(());
        }
        // what is deep, and what its bodies could be pushed into
        let mut rows = Vec::new();
        let mut deep = vec![false; state.v.len()];
        for pass in [true, false] {
            for (id, &gap) in gaps.iter().enumerate() {
                if (gap < -SLOP) != pass || gap > SLOP {
                    continue;
                }
                frame(system, id, state.t, &state.q, &mut self.frame)?;
                let entries = self.frame.normal.entries();
                if pass {
                    // all velocities of its bodies
                    for e in entries {
                        let block = self.problem.mass.block_of(e.0);
                        deep[self.problem.mass.block(block)].fill(true);
                    }
                } else if !entries.iter().any(|e| deep[e.0]) {
                    continue;
                }
                rows.push((entries.to_vec(), gap + SLOP, 0.0));
            }
        }
        let before = system.potential(&state.q);
        self.problem.mass.clear();
        system.mass(&state.q, &mut self.problem.mass);
        let n = state.v.len();
        self.momentum.clear();
        self.momentum.resize(n, 0.0);
        let mut shift = vec![0.0; n];
        let mut response = vec![0.0; n];
        for _ in 0..SWEEPS {
            for (row, gap, pushed) in &mut rows {
                let own = self.problem.mass.row_square(row);
                if own <= 0.0 {
                    continue;
                }
                let along: f64 = row.iter().map(|&(dof, a)| a * shift[dof]).sum();
                // only a part of a deep gap, but all of what this pass itself would close
                let wanted = if *gap < 0.0 { PART * *gap } else { *gap };
                let next = (*pushed - (wanted + along) / own).max(0.0);
                let change = next - *pushed;
                *pushed = next;
                if change == 0.0 {
                    continue;
                }
                row.iter().for_each(|&(dof, a)| self.momentum[dof] = a);
                let mut last = usize::MAX;
                for &(dof, _) in row.iter() {
                    let block = self.problem.mass.block_of(dof);
                    if block == last {
                        continue;
                    }
                    last = block;
                    let range = self.problem.mass.block(block);
                    response[range.clone()].fill(0.0);
                    (self.problem.mass).add_response(block, &self.momentum, &mut response);
                    range.for_each(|d| shift[d] += change * response[d]);
                }
                row.iter().for_each(|&(dof, _)| self.momentum[dof] = 0.0);
            }
        }
        system.advance(&mut state.q, &shift, 1.0);
        report.energy.projection += system.potential(&state.q) - before;
        Ok(())
    }
}
