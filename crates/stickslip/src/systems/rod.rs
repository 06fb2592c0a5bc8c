//! A planar rod with round ends over a table: the falling rod [ST00 4.1] and Painlevé's rod [Ste00 1.3].

use super::parameters::{finite, materials, not_negative, positive};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, System};

/// What a [`Rod`] is made of. The default is the falling rod [ST00 4.1]; its J is as printed, not that of a uniform rod.
#[derive(Clone, Debug)]
pub struct RodParameters {
    /// Distance l between the centres of the two round ends (m).
    pub length: f64,
    /// Radius r of the ends (m); 0 is a thin rod.
    pub radius: f64,
    /// Mass m (kg).
    pub mass: f64,
    /// Moment of inertia J about the centre (kg·m²).
    pub inertia: f64,
    /// g, pulling down (m/s²).
    pub gravity: f64,
    /// Friction of both ends.
    pub friction: Friction,
    /// Restitution of both ends.
    pub restitution: Restitution,
    /// Tangential restitution of both ends (1).
    pub tangential_restitution: f64,
    /// Speed of the table's surface along x (m/s): a belt.
    pub table_speed: f64,
}

impl Default for RodParameters {
    fn default() -> Self {
        Self {
            length: 0.5,
            radius: 0.05,
            mass: 1.0,
            inertia: 0.002,
            gravity: 9.81,
            friction: Friction::planar(0.6),
            restitution: Restitution::NONE,
            tangential_restitution: 0.0,
            table_speed: 0.0,
        }
    }
}

impl RodParameters {
    /// Painlevé's rod [Ste00 1.3]: thin, uniform, one metre, one kilogram, μ = 2. With 0 < θ < π its lower end is the
    /// minus end.
    pub fn painleve() -> Self {
        Self {
            length: 1.0,
            radius: 0.0,
            inertia: 1.0 / 12.0,
            friction: Friction::planar(2.0),
            ..Self::default()
        }
    }
}

/// A rod in the plane, q = (x, y, θ), over the table y = 0. Contact 0 is its plus end, at angle θ from the centre,
/// contact 1 its minus end.
///
/// ```
/// use stickslip::System;
/// use stickslip::systems::{Rod, RodParameters};
/// let rod = Rod::new(RodParameters::default())?;
/// // 30° up, turning at 4 rad/s, its centre one metre over the table
/// let state = rod.state(0.0, 1.0, 30_f64.to_radians(), [0.0, 0.0, 4.0]);
/// assert!((rod.gap(1, 0.0, &state.q) - 0.825).abs() < 1e-15);
/// # Ok::<(), stickslip::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rod {
    parameters: RodParameters,
    coordinates: Coordinates,
    contacts: [ContactSpec; 2],
}

impl Rod {
    /// Checks the parameters.
    pub fn new(parameters: RodParameters) -> Result<Self, Error> {
        let p = &parameters;
        positive("length", p.length)?;
        not_negative("radius", p.radius)?;
        positive("mass", p.mass)?;
        positive("inertia", p.inertia)?;
        finite("gravity", &[p.gravity])?;
        finite("table_speed", &[p.table_speed])?;
        let contacts = ["plus end – table", "minus end – table"].map(|name| {
            ContactSpec::new(name, p.friction.clone())
                .with_restitution(p.restitution.clone())
                .with_tangential_restitution(p.tangential_restitution)
        });
        materials(&contacts)?;
        let coordinates = Coordinates::default()
            .with("x", Coordinate::Length)
            .with("y", Coordinate::Length)
            .with("theta", Coordinate::Angle);
        Ok(Self {
            parameters,
            coordinates,
            contacts,
        })
    }

    /// What it is made of.
    pub fn parameters(&self) -> &RodParameters {
        &self.parameters
    }

    /// The state with centre (x, y) (m), angle θ (rad) and velocity (m/s, m/s, rad/s).
    pub fn state(&self, x: f64, y: f64, theta: f64, velocity: [f64; 3]) -> State {
        State::new(vec![x, y, theta], velocity.to_vec())
    }

    /// From the centre to an end's centre: ±(l/2)(cos θ, sin θ) (m).
    fn arm(&self, contact: usize, q: &[f64]) -> (f64, f64) {
        let half = 0.5 * self.parameters.length * if contact == 0 { 1.0 } else { -1.0 };
        let (sin, cos) = q[2].sin_cos();
        (half * cos, half * sin)
    }
}

impl System for Rod {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        let p = &self.parameters;
        mass.push_diagonal(&[p.mass, p.mass, p.inertia]);
    }

    fn force(&self, _t: f64, _q: &[f64], _v: &[f64], force: &mut [f64]) {
        force[1] -= self.parameters.mass * self.parameters.gravity;
    }

    fn potential(&self, q: &[f64]) -> f64 {
        self.parameters.mass * self.parameters.gravity * q[1]
    }

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    /// f± = y ± (l/2) sin θ − r [ST00 4.1].
    fn gap(&self, contact: usize, _t: f64, q: &[f64]) -> f64 {
        q[1] + self.arm(contact, q).1 - self.parameters.radius
    }

    /// n± = (0, 1, ±(l/2) cos θ) and t± = (1, 0, r ∓ (l/2) sin θ): friction acts at the rod's surface, so its lever arm
    /// includes r; without it the printed times of [ST00 4.1] cannot be reached.
    fn frame(&self, contact: usize, _t: f64, q: &[f64], frame: &mut Frame) {
        let (x, y) = self.arm(contact, q);
        frame.normal.extend(1, &[1.0, x]);
        frame.tangent.push(0, 1.0);
        frame.tangent.push(2, self.parameters.radius - y);
        frame.surface[1] = self.parameters.table_speed;
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::*;
    use super::*;

    fn falling() -> Rod {
        Rod::new(RodParameters::default()).unwrap()
    }

    #[test]
    fn rows_forces_and_mass_belong_together() {
        for parameters in [RodParameters::default(), RodParameters::painleve()] {
            let rod = Rod::new(parameters).unwrap();
            assert_consistent(&rod, 1);
            assert_conservative(&rod, 2);
            assert_keeps_energy(&rod, 3);
        }
    }

    /// The rows n± and t± of [ST00 4.1], with the lever arm that includes r.
    #[test]
    fn the_rows_are_those_of_the_paper() {
        let (rod, theta) = (falling(), 0.3_f64);
        let q = rod.state(0.7, 1.0, theta, [0.0; 3]).q;
        for (contact, sign) in [(0, 1.0), (1, -1.0)] {
            let frame = frame(&rod, contact, 0.0, &q);
            let normal = [0.0, 1.0, sign * 0.25 * theta.cos()];
            let tangent = [1.0, 0.0, 0.05 - sign * 0.25 * theta.sin()];
            assert_close(&dense(&frame.normal, 3), &normal, 1e-15, "n");
            assert_close(&dense(&frame.tangent, 3), &tangent, 1e-15, "t");
            let gap = 1.0 + sign * 0.25 * theta.sin() - 0.05;
            assert!((rod.gap(contact, 0.0, &q) - gap).abs() < 1e-15);
        }
    }

    /// Without contact solution: A = n·M⁻¹(n ∓ μ t) < 0, known for both papers' rods.
    #[test]
    fn painleves_coefficients_are_known() {
        let a = |rod: &Rod, theta: f64, friction: f64| {
            let q = rod.state(0.0, 1.0, theta, [0.0; 3]).q;
            let frame = frame(rod, 1, 0.0, &q);
            let (n, t) = (dense(&frame.normal, 3), dense(&frame.tangent, 3));
            let push: Vec<f64> = (0..3).map(|i| n[i] + friction * t[i]).collect();
            let mut response = [0.0; 3];
            mass(rod, &q).response(&push, &mut response);
            frame.normal.dot(&response)
        };
        // the falling rod slips right after its impact
        assert!((a(&falling(), 2.066_870, -0.6) + 1.5539).abs() < 1e-4);
        let rod = Rod::new(RodParameters::painleve()).unwrap();
        let theta = std::f64::consts::FRAC_PI_3;
        assert!((a(&rod, theta, 2.0) + 0.848_076).abs() < 1e-6);
    }

    /// The point of the round end that touches is material: it turns with the rod about the centre.
    #[test]
    fn the_tangent_row_follows_the_touching_point() {
        let rod = falling();
        let mut dice = Dice(4);
        for _ in 0..20 {
            let q = dice.state(&rod).q;
            for contact in 0..2 {
                let (x, y) = rod.arm(contact, &q);
                let arm = [x, y - rod.parameters.radius];
                let theta = q[2];
                let slope = gradient(&rod, &q, |q| {
                    let (sin, cos) = (q[2] - theta).sin_cos();
                    q[0] + cos * arm[0] - sin * arm[1]
                });
                let row = dense(&frame(&rod, contact, 0.0, &q).tangent, 3);
                assert_close(&row, &slope, 1e-6, "tangent");
            }
        }
    }

    #[test]
    fn a_moving_table_is_a_surface_velocity() {
        let belt = RodParameters {
            table_speed: 2.0,
            ..Default::default()
        };
        let rod = Rod::new(belt).unwrap();
        assert_eq!(frame(&rod, 0, 0.0, &[0.0; 3]).surface, [0.0, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn bad_parameters_are_named() {
        let with = |change: fn(&mut RodParameters)| {
            let mut parameters = RodParameters::default();
            change(&mut parameters);
            Rod::new(parameters)
        };
        assert_names(with(|p| p.length = 0.0), "length");
        assert_names(with(|p| p.radius = -0.1), "radius");
        assert_names(with(|p| p.mass = f64::NAN), "mass");
        assert_names(with(|p| p.inertia = -1.0), "inertia");
        assert_names(with(|p| p.gravity = f64::INFINITY), "gravity");
        assert_names(with(|p| p.table_speed = f64::NAN), "table_speed");
        assert_names(with(|p| p.friction.coefficient = -1.0), "friction");
        assert_names(
            with(|p| p.restitution = Restitution::Constant(2.0)),
            "restitution",
        );
        assert_names(with(|p| p.tangential_restitution = 0.1), "tangential");
    }
}
