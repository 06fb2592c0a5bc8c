//! Penetration removed after a large step: a few sweeps over the gaps that are deep, on positions alone. Velocities are left as
//! they are, and the potential energy that the displacement adds is booked.

use super::Stepper;
use super::assemble::check_gap;
use crate::error::Error;
use crate::report::StepReport;
use crate::rows::{Rows, check_row};
use crate::state::State;
use crate::system::System;

/// Penetration below this (m) is left.
const SLOP: f64 = 8e-5;
/// Nothing is done unless something is deeper than this (m): piles at rest settle at the one, and must not be looked at for the noise about it.
const DEEP: f64 = 9.5e-5;
/// The part of what is deeper that goes in one step.
const PART: f64 = 0.3;
const SWEEPS: usize = 4;

impl Stepper {
    /// The gaps of all contacts in a state.
    pub(super) fn measure(&mut self, system: &dyn System, state: &State) -> Result<(), Error> {
        self.gaps.clear();
        system.gaps(state.t, &state.q, &mut self.gaps);
        let mut gaps = self.gaps.iter().enumerate();
        gaps.try_for_each(|(id, &gap)| check_gap(gap, id, state.t).map(|_| ()))
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
        if !gaps.iter().any(|gap| *gap < -DEEP) {
            return Ok(());
        }
        // what is deep, and what its bodies could be pushed into
        let wanted: Vec<bool> = gaps.iter().map(|gap| *gap <= SLOP).collect();
        let mut near = Rows::default();
        let mut depths = Vec::new();
        let velocities = state.v.len();
        system.touch_each(
            &wanted,
            (state.t, &state.q),
            &mut self.frame,
            &mut |id, frame, gap| {
                let normal = frame.normal.view();
                check_row(normal, velocities, || format!("contact {id}: normal"))?;
                near.push(normal);
                depths.push(gap);
                Ok(())
            },
        )?;
        let mut rows = Rows::default();
        let mut wanted = Vec::new();
        let mut deep = vec![false; velocities];
        for pass in [true, false] {
            for (i, &gap) in depths.iter().enumerate() {
                if (gap < -SLOP) != pass {
                    continue;
                }
                let normal = near.row(i);
                if pass {
                    // all velocities of its bodies
                    for (dof, _) in normal.entries() {
                        let block = self.problem.mass.block_of(dof);
                        deep[self.problem.mass.block(block)].fill(true);
                    }
                } else if !normal.entries().any(|e| deep[e.0]) {
                    continue;
                }
                rows.push(normal);
                wanted.push((gap + SLOP, 0.0, 0.0));
            }
        }
        let before = system.potential(&state.q);
        self.problem.mass.clear();
        system.mass(&state.q, &mut self.problem.mass);
        let n = state.v.len();
        let mut shift = vec![0.0; n];
        let mut responses = Rows::default();
        let mut response = Vec::new();
        let mass = &self.problem.mass;
        for (i, (_, _, own)) in wanted.iter_mut().enumerate() {
            *own = mass.row_square(rows.row(i));
            self.row.clear();
            for (first, values) in rows.row(i).parts() {
                mass.pieces(first, values, |block, offset, values| {
                    response.clear();
                    response.resize(mass.block(block).len(), 0.0);
                    mass.piece_response(block, offset, values, &mut response);
                    self.row.extend(mass.block(block).start, &response);
                });
            }
            responses.push(self.row.view());
        }
        for _ in 0..SWEEPS {
            for (i, (gap, pushed, own)) in wanted.iter_mut().enumerate() {
                if *own <= 0.0 {
                    continue;
                }
                // only a part of a deep gap, but all of what this pass itself would close
                let wanted = if *gap < 0.0 { PART * *gap } else { *gap };
                let next = (*pushed - (wanted + rows.dot(i, &shift)) / *own).max(0.0);
                let change: f64 = next - *pushed;
                *pushed = next;
                if change != 0.0 {
                    responses.scatter(i, change, &mut shift);
                }
            }
        }
        system.advance(&mut state.q, &shift, 1.0);
        self.gaps.clear();
        report.energy.projection += system.potential(&state.q) - before;
        Ok(())
    }
}
