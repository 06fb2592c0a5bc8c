//! Penetration removed after a large step: a few sweeps over the gaps that are deep, on positions alone. Velocities are left as
//! they are, and the potential energy that the displacement adds is booked.

use super::Stepper;
use super::assemble::check_gap;
use crate::error::Error;
use crate::mass::Mass;
use crate::report::StepReport;
use crate::room::fill;
use crate::rows::{Row, Rows, check_row};
use crate::state::State;
use crate::system::System;

/// Penetration below this (m) is left.
const SLOP: f64 = 8e-5;
/// Nothing is done unless something is deeper than this (m): piles at rest settle at the one, and must not be looked at for the noise about it.
const DEEP: f64 = 9.5e-5;
/// The part of what is deeper that goes in one step.
const PART: f64 = 0.3;
const SWEEPS: usize = 4;

/// A contact that takes part: its gap (m), the impulse on positions so far, and its own response.
#[derive(Clone, Copy, Debug)]
struct Push {
    gap: f64,
    pushed: f64,
    own: f64,
}

/// Memory of it.
#[derive(Debug, Default)]
pub(super) struct Separation {
    /// Which contacts are near, their normals and gaps (m).
    wanted: Vec<bool>,
    near: Rows,
    depths: Vec<f64>,
    /// Velocities of bodies with a deep contact.
    deep: Vec<bool>,
    /// Those that take part, their normals and what these do.
    pushes: Vec<Push>,
    rows: Rows,
    responses: Rows,
    response: Vec<f64>,
    /// The displacement.
    shift: Vec<f64>,
}

impl Separation {
    fn clear(&mut self, velocities: usize) {
        self.wanted.clear();
        self.near.clear();
        self.depths.clear();
        fill(&mut self.deep, velocities, false);
        self.pushes.clear();
        self.rows.clear();
        self.responses.clear();
        fill(&mut self.shift, velocities, 0.0);
    }

    /// Deep contacts first, then those of their bodies.
    fn choose(&mut self, mass: &Mass) {
        for pass in [true, false] {
            for (i, &gap) in self.depths.iter().enumerate() {
                if (gap < -SLOP) != pass {
                    continue;
                }
                let normal = self.near.row(i);
                if pass {
                    // all velocities of its bodies
                    for (dof, _) in normal.entries() {
                        self.deep[mass.block(mass.block_of(dof))].fill(true);
                    }
                } else if !normal.entries().any(|e| self.deep[e.0]) {
                    continue;
                }
                self.rows.push(normal);
                self.pushes.push(Push {
                    gap: gap + SLOP,
                    pushed: 0.0,
                    own: 0.0,
                });
            }
        }
    }

    /// M⁻¹ n of each, and n·M⁻¹ n.
    fn respond(&mut self, mass: &Mass, row: &mut Row) {
        let response = &mut self.response;
        for (i, push) in self.pushes.iter_mut().enumerate() {
            push.own = mass.row_square(self.rows.row(i));
            row.clear();
            for (first, values) in self.rows.row(i).parts() {
                mass.pieces(first, values, |block, offset, values| {
                    fill(response, mass.block(block).len(), 0.0);
                    mass.piece_response(block, offset, values, response);
                    row.extend(mass.block(block).start, response);
                });
            }
            self.responses.push(row.view());
        }
    }

    fn sweep(&mut self) {
        for (i, push) in self.pushes.iter_mut().enumerate() {
            if push.own <= 0.0 {
                continue;
            }
            // only a part of a deep gap, but all of what this pass itself would close
            let part = if push.gap < 0.0 { PART } else { 1.0 };
            let wanted = part * push.gap;
            let next = (push.pushed - (wanted + self.rows.dot(i, &self.shift)) / push.own).max(0.0);
            let change = next - push.pushed;
            push.pushed = next;
            if change != 0.0 {
                self.responses.scatter(i, change, &mut self.shift);
            }
        }
    }
}

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
        let memory = &mut self.separation;
        memory.clear(state.v.len());
        memory.wanted.extend(gaps.iter().map(|gap| *gap <= SLOP));
        system.touch_each(
            &memory.wanted,
            (state.t, &state.q),
            &mut self.frame,
            &mut |id, frame, gap| {
                let normal = frame.normal.view();
                check_row(normal, state.v.len(), || format!("contact {id}: normal"))?;
                memory.near.push(normal);
                memory.depths.push(gap);
                Ok(())
            },
        )?;
        let before = system.potential(&state.q);
        self.problem.mass.clear();
        system.mass(&state.q, &mut self.problem.mass);
        memory.choose(&self.problem.mass);
        memory.respond(&self.problem.mass, &mut self.row);
        (0..SWEEPS).for_each(|_| memory.sweep());
        system.advance(&mut state.q, &memory.shift, 1.0);
        self.gaps.clear();
        report.energy.projection += system.potential(&state.q) - before;
        Ok(())
    }
}
