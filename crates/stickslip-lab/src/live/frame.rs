//! A frame as bytes: message 3 of `docs/page-format.md`.

use super::books::Books;
use super::motion;
use crate::run::{Steps, Touch, step_figures};
use crate::scene::BuiltIn;
use stickslip::{ContactReport, Mode, Simulation};

/// Figures of a step from its residual to its verdict.
const FIGURES: usize = 7;

/// Writes frames into memory that it keeps.
#[derive(Debug, Default)]
pub(super) struct Frame {
    bytes: Vec<u8>,
    touches: Vec<(u32, ContactReport, Touch)>,
}

/// What a frame shows beside the simulation itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside<'a> {
    /// The bodies that move, by their places among all.
    pub(super) tracks: &'a [usize],
    pub(super) books: &'a Books,
    /// Whether there was a step.
    pub(super) moved: bool,
}

impl Frame {
    /// The bytes of the present state; `number` gives the number of a contact.
    pub(super) fn write(
        &mut self,
        simulation: &Simulation<BuiltIn>,
        beside: Beside<'_>,
        number: impl Fn(&ContactReport) -> Option<u32>,
    ) -> &[u8] {
        let Self { bytes, touches } = self;
        let (state, report) = (Steps::state(simulation), Steps::report(simulation));
        touches.clear();
        for contact in report.contacts.iter().filter(|_| beside.moved) {
            if let (Some(number), Some(touch)) = (number(contact), simulation.touch(contact)) {
                touches.push((number, *contact, touch));
            }
        }
        bytes.clear();
        bytes.extend(state.t.to_le_bytes());
        bytes.extend((beside.tracks.len() as u32).to_le_bytes());
        bytes.extend((touches.len() as u32).to_le_bytes());
        let system = simulation.system();
        let poses = motion::poses(system, beside.tracks, state.t, &state.q);
        // what says where something is has all digits: a scene may be far from the origin
        let places = poses.iter().map(|pose| &pose.position);
        let points = touches.iter().map(|(_, _, touch)| &touch.point);
        for x in places.chain(points).flatten() {
            bytes.extend(x.to_le_bytes());
        }
        for pose in &poses {
            floats(bytes, &pose.quat_wxyz);
        }
        for velocity in motion::velocities(system, beside.tracks, state) {
            floats(bytes, &velocity);
        }
        for (number, ..) in touches.iter() {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(touches.iter().map(|(_, contact, _)| mode(contact.mode)));
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let mut put = |of: fn(&ContactReport, &Touch) -> [f64; 3]| {
            for (_, contact, touch) in touches.iter() {
                floats(bytes, &of(contact, touch));
            }
        };
        put(|_, touch| touch.normal);
        put(|_, touch| touch.tangent);
        put(|_, touch| touch.force);
        put(|contact, touch| touch.slip(contact.velocity));
        for (_, contact, _) in touches.iter() {
            floats(bytes, &[contact.gap]);
        }
        let energies = beside.books.columns();
        // before the first step there is nothing to say of one
        let told = |x: f64| if beside.moved { x } else { f64::NAN };
        // the same figures as in a record; viewers count the modes themselves
        for &figure in &step_figures(report)[..FIGURES] {
            bytes.extend(told(figure).to_le_bytes());
        }
        bytes.extend((energies.len() as f64).to_le_bytes());
        for energy in energies {
            bytes.extend(told(energy).to_le_bytes());
        }
        bytes
    }
}

fn mode(mode: Mode) -> u8 {
    Mode::ALL.iter().position(|&m| m == mode).unwrap_or(0) as u8
}

fn floats(bytes: &mut Vec<u8>, numbers: &[f64]) {
    for &x in numbers {
        bytes.extend((x as f32).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::STEP_FIGURES;

    #[test]
    fn the_figures_of_a_frame_are_those_of_the_format() {
        let told = [
            "residual",
            "audit",
            "penetration",
            "joint_error",
            "iterations",
            "method",
            "verdict",
        ];
        assert_eq!(STEP_FIGURES[..FIGURES], told);
    }
}
