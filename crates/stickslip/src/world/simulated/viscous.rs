//! Viscous friction of contacts [ST00 §2]: two soft drives for each closed contact, along t and o, after the joints of the model.

use super::World;
use crate::rows::Row;
use crate::system::{Drive, Frame, JointLaw, JointSpec, System};

/// Viscous friction along one row of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viscous {
    contact: usize,
    /// 1 is t, 2 is o.
    along: usize,
    viscosity: f64,
}

impl Viscous {
    /// Adds both rows of a contact between two bodies of these names.
    pub(super) fn push(
        contact: usize,
        viscosity: f64,
        [a, b]: [&str; 2],
        rows: &mut Vec<Self>,
        joints: &mut Vec<JointSpec>,
    ) {
        for (along, word) in [(1, "t"), (2, "o")] {
            rows.push(Self {
                contact,
                along,
                viscosity,
            });
            let spec = JointSpec::new(format!("{a} – {b}, viscous friction along {word}"));
            joints.push(spec.with_law(JointLaw::Drive));
        }
    }

    /// c = −h η u; an impact leaves it no time.
    pub(super) fn drive(&self, h: f64) -> Drive {
        match h > 0.0 {
            false => Drive::NONE,
            true => Drive {
                target: 0.0,
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
                softness: 1.0 / (h * self.viscosity),
            },
        }
    }
}

impl World {
    /// The viscous friction that a joint is, if it is none of the model.
    pub(super) fn viscous(&self, joint: usize) -> Option<Viscous> {
        let beyond = joint.checked_sub(self.ready.joints.len())?;
        Some(self.viscous[beyond])
    }

    /// Its row; it has no coordinate of its own.
    pub(super) fn viscous_row(&self, it: Viscous, t: f64, q: &[f64], row: &mut Row) -> f64 {
        let mut frame = Frame::default();
        self.frame(it.contact, t, q, &mut frame);
        row.clone_from(frame.row(it.along));
        0.0
    }

    /// What the surface does against it (m/s).
    pub(super) fn viscous_rate(&self, it: Viscous, t: f64, q: &[f64]) -> f64 {
        let mut frame = Frame::default();
        self.frame(it.contact, t, q, &mut frame);
        -frame.surface[it.along]
    }
}
