//! A frame as bytes: message 3 of `docs/page-format.md`.

use super::motion;
use crate::run::{Steps, Touch, Verdict, ledger_row, verdict};
use crate::scene::BuiltIn;
use stickslip::world::Pose;
use stickslip::{ContactReport, IslandMethod, Mode, Simulation, State};

/// Writes frames into memory that it keeps.
#[derive(Debug, Default)]
pub(super) struct Frame {
    bytes: Vec<u8>,
    touches: Vec<(u32, ContactReport, Touch)>,
}

/// The bodies of a frame, by their places among all, and the columns of the ledger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<'a> {
    pub(super) tracks: &'a [usize],
    pub(super) ledger: &'a [usize],
}

impl Frame {
    /// The bytes of the present state; `number` gives the number of a contact, `moved` whether there was a step.
    pub(super) fn write(
        &mut self,
        simulation: &Simulation<BuiltIn>,
        layout: Layout<'_>,
        moved: bool,
        number: impl Fn(&ContactReport) -> Option<u32>,
    ) -> &[u8] {
        let Self { bytes, touches } = self;
        let (state, report) = (Steps::state(simulation), Steps::report(simulation));
        touches.clear();
        for contact in report.contacts.iter().filter(|_| moved) {
            if let (Some(number), Some(touch)) = (number(contact), simulation.touch(contact)) {
                touches.push((number, *contact, touch));
            }
        }
        bytes.clear();
        bytes.extend(state.t.to_le_bytes());
        bytes.extend((layout.tracks.len() as u32).to_le_bytes());
        bytes.extend((touches.len() as u32).to_le_bytes());
        bodies(simulation.system(), layout.tracks, state, bytes);
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
        put(|_, touch| touch.point);
        put(|_, touch| touch.normal);
        put(|_, touch| touch.tangent);
        put(|_, touch| touch.force);
        put(slip);
        for (_, contact, _) in touches.iter() {
            floats(bytes, &[contact.gap]);
        }
        let methods = &report.solution.methods;
        let most = |best: usize, i: usize| match methods.0[i] > methods.0[best] {
            true => i,
            false => best,
        };
        let solver = (0..IslandMethod::ALL.len()).fold(0, most);
        let verdict = match verdict(report) {
            Verdict::Certified => 0.0,
            Verdict::Useful => 1.0,
            Verdict::Failed => 2.0,
        };
        for figure in [
            report.solution.residual,
            report.audit,
            report.penetration,
            report.joint_error,
            report.solution.iterations as f64,
            solver as f64,
            verdict,
            layout.ledger.len() as f64,
        ] {
            bytes.extend(figure.to_le_bytes());
        }
        let row = ledger_row(&report.energy);
        for &column in layout.ledger {
            bytes.extend(row[column].to_le_bytes());
        }
        bytes
    }
}

fn bodies(system: &BuiltIn, tracks: &[usize], state: &State, bytes: &mut Vec<u8>) {
    let poses = motion::poses(system, tracks, state.t, &state.q);
    for Pose { position, .. } in &poses {
        floats(bytes, position);
    }
    for Pose { quat_wxyz, .. } in &poses {
        floats(bytes, quat_wxyz);
    }
    for velocity in motion::velocities(system, tracks, state) {
        floats(bytes, &velocity);
    }
}

/// Along the surface, u_t t + u_o n × t.
fn slip(contact: &ContactReport, touch: &Touch) -> [f64; 3] {
    let (n, t) = (touch.normal, touch.tangent);
    let [_, along, across, _] = contact.velocity;
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        along * t[i] + across * (n[j] * t[k] - n[k] * t[j])
    })
}

fn mode(mode: Mode) -> u8 {
    Mode::ALL.iter().position(|&m| m == mode).unwrap_or(0) as u8
}

fn floats(bytes: &mut Vec<u8>, numbers: &[f64]) {
    for &x in numbers {
        bytes.extend((x as f32).to_le_bytes());
    }
}
