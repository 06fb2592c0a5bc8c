//! A sliding contact at one instant, before any time has passed: does the rigid model have an acceleration?
//!
//! While a contact slides its friction is known, c_t = −μ c_n s for the slip direction s, and the normal acceleration
//! is a_n = A c_n + b with A = nᵀM⁻¹(n − μ t s) and b = n·M⁻¹(k + f) + ṅ·v − ẇ_n [Ste00 1.2]. Contact needs c_n ≥ 0, a_n ≥ 0 and
//! a_n c_n = 0: with A > 0 there is one answer, with A < 0 and b < 0 there is none (Painlevé), with A < 0 and b > 0
//! there are two.

use super::drift;
use crate::error::Error;
use crate::mass::Mass;
use crate::state::State;
use crate::system::{Frame, System};

/// The normal acceleration a_n = A c_n + b of a contact that slides, with c_n as a force (N).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlidingContact {
    /// A (1/kg).
    pub response: f64,
    /// b (m/s²).
    pub free: f64,
}

/// What the rigid model says about the forces of a sliding contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One force, and it is found.
    Unique,
    /// No force at all: velocities must jump (Painlevé).
    Nonexistent,
    /// Both leaving and staying solve the equations.
    Indeterminate,
}

impl SlidingContact {
    /// The contact of a system at a state, slipping towards `slip` (t, o, r): its sense counts, not its size.
    pub fn of(
        system: &dyn System,
        state: &State,
        contact: usize,
        slip: [f64; 3],
    ) -> Result<Self, Error> {
        state.check(system)?;
        let contacts = system.contacts().len();
        let Some(spec) = system.contacts().get(contact) else {
            return Err(Error::NoSuchContact {
                contact: contact.into(),
                contacts,
            });
        };
        let n = state.v.len();
        let mut mass = Mass::default();
        system.mass(&state.q, &mut mass);
        mass.check()?;
        let mut frame = Frame::default();
        system.frame(contact, state.t, &state.q, &mut frame);

        // n − μ t s, as a generalised force, and what it and the smooth forces do to n·v
        let mut push = vec![0.0; n];
        let mut add = |row: &crate::rows::Row, c: f64| {
            row.view().scatter(c, &mut push);
        };
        add(&frame.normal, 1.0);
        let size = slip.iter().map(|s| s * s).sum::<f64>().sqrt();
        if size > 0.0 {
            for (i, s) in slip.iter().enumerate() {
                add(frame.row(i + 1), -spec.friction.coefficient * s / size);
            }
        }
        let mut force = vec![0.0; n];
        system.bias(&state.q, &state.v, &mut force);
        system.force(state.t, &state.q, &state.v, &mut force);
        let accelerate = |p: &[f64]| {
            let mut a = vec![0.0; n];
            mass.response(p, &mut a);
            frame.normal.dot(&a)
        };
        let (response, smooth) = (accelerate(&push), accelerate(&force));
        Ok(Self {
            response,
            free: smooth + drift::of_contact(system, state, contact)[0],
        })
    }

    /// What follows for the forces.
    pub fn verdict(&self) -> Verdict {
        match (self.response > 0.0, self.free < 0.0) {
            (true, _) => Verdict::Unique,
            (false, true) => Verdict::Nonexistent,
            (false, false) => Verdict::Indeterminate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::Friction;
    use crate::systems::{Rod, RodParameters};

    fn painleve(omega: f64, friction: f64) -> SlidingContact {
        let rod = Rod::new(RodParameters {
            length: 1.0,
            radius: 0.0,
            mass: 1.0,
            inertia: 1.0 / 12.0,
            friction: Friction::planar(friction),
            ..RodParameters::default()
        })
        .unwrap();
        let theta = std::f64::consts::FRAC_PI_3;
        let state = rod.state(0.0, 0.5 * theta.sin(), theta, [-1.0, 0.0, omega]);
        SlidingContact::of(&rod, &state, 1, [-1.0, 0.0, 0.0]).unwrap()
    }

    /// [Ste00 1.3] with μ = 2: A = 1 − 3 cos θ (μ sin θ − cos θ).
    #[test]
    fn painleves_rod_has_no_acceleration() {
        let rod = painleve(0.0, 2.0);
        assert!((rod.response + 0.848_076).abs() < 1e-6, "{rod:?}");
        assert!((rod.free + 9.81).abs() < 1e-12);
        assert_eq!(rod.verdict(), Verdict::Nonexistent);
    }

    #[test]
    fn turning_fast_it_has_two_and_with_little_friction_one() {
        // b = −g + (L/2) sin θ ω²
        let rod = painleve(6.0, 2.0);
        let lift = 0.5 * std::f64::consts::FRAC_PI_3.sin() * 36.0;
        assert!((rod.free - (lift - 9.81)).abs() < 1e-8, "{rod:?}");
        assert_eq!(rod.verdict(), Verdict::Indeterminate);
        assert_eq!(painleve(0.0, 0.5).verdict(), Verdict::Unique);
    }
}
