//! A puck: a body that lies flat on a plane and touches it over an area, with sliding friction and torsion. Curling
//! stones, parts on a belt, skates, the block of a stick–slip brake.

use super::parameters::{finite, materials, not_negative, positive};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, System};
use crate::vector::{dot2, minus};

/// What a [`Puck`] and its floor are made of. The default is a disc of 1 kg and 0.1 m on a rough floor.
#[derive(Clone, Debug)]
pub struct PuckParameters {
    /// Mass m (kg).
    pub mass: f64,
    /// Moment of inertia J about the normal through the centre (kg·m²).
    pub inertia: f64,
    /// Gravity in the axes of the floor, z along its normal (m/s²): an inclined floor has a part along x or y.
    pub gravity: [f64; 3],
    /// Friction on the floor. Torsion, if the set has it, acts about the centre.
    pub friction: Friction,
    /// Which of the two t and o turn with; matters for friction that is not the same in all directions.
    pub grain: FixedTo,
    /// Direction of t in the axes of what the grain is fixed to, from x towards y (rad).
    pub azimuth: f64,
    /// Restitution.
    pub restitution: Restitution,
    /// Velocity of the floor's surface along x and y (m/s): a belt.
    pub floor_velocity: [f64; 2],
    /// Angular velocity of the floor's surface about [`floor_centre`](Self::floor_centre) (rad/s): a turntable.
    pub floor_spin: f64,
    /// The point about which the floor spins (m).
    pub floor_centre: [f64; 2],
    /// A spring from a fixed point to the centre.
    pub spring: Option<PuckSpring>,
}

/// What a direction is fixed to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FixedTo {
    /// The puck, with which it turns: a blade, a wheel.
    Body,
    /// The floor, with whose spin it turns: brushed metal, a ribbed belt.
    #[default]
    Floor,
}

/// A linear spring of no length without force, from a point at the height of the floor's plane to the centre: it pulls
/// with k (anchor − position), and never across the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuckSpring {
    /// The fixed point (m).
    pub anchor: [f64; 2],
    /// k ≥ 0 (N/m).
    pub stiffness: f64,
}

impl Default for PuckParameters {
    fn default() -> Self {
        Self {
            mass: 1.0,
            inertia: 0.005,
            gravity: [0.0, 0.0, -9.81],
            friction: Friction::round(0.2),
            grain: FixedTo::Floor,
            azimuth: 0.0,
            restitution: Restitution::NONE,
            floor_velocity: [0.0; 2],
            floor_spin: 0.0,
            floor_centre: [0.0; 2],
            spring: None,
        }
    }
}

/// A puck with q = (x, y, z, θ): its centre in the axes of the floor, z the height of its underside, and its turn about
/// the normal. It cannot tilt. The only contact is that with the floor, n along z.
#[derive(Clone, Debug)]
pub struct Puck {
    parameters: PuckParameters,
    coordinates: Coordinates,
    contacts: [ContactSpec; 1],
}

impl Puck {
    /// Checks the parameters.
    pub fn new(parameters: PuckParameters) -> Result<Self, Error> {
        let p = &parameters;
        positive("mass", p.mass)?;
        positive("inertia", p.inertia)?;
        finite("gravity", &p.gravity)?;
        finite("azimuth", &[p.azimuth])?;
        finite("floor_velocity", &p.floor_velocity)?;
        finite("floor_spin", &[p.floor_spin])?;
        finite("floor_centre", &p.floor_centre)?;
        if let Some(spring) = &p.spring {
            finite("spring.anchor", &spring.anchor)?;
            not_negative("spring.stiffness", spring.stiffness)?;
        }
        let contacts = [ContactSpec::new("puck – floor", p.friction.clone())
            .with_restitution(p.restitution.clone())];
        materials(&contacts)?;
        let coordinates = Coordinates::default()
            .with("x", Coordinate::Length)
            .with("y", Coordinate::Length)
            .with("z", Coordinate::Length)
            .with("theta", Coordinate::Angle);
        Ok(Self {
            parameters,
            coordinates,
            contacts,
        })
    }

    /// What it is made of.
    pub fn parameters(&self) -> &PuckParameters {
        &self.parameters
    }

    /// Lying on the floor at a place (m), turned by θ (rad), with a velocity along the floor (m/s) and a spin (rad/s).
    pub fn state(&self, place: [f64; 2], theta: f64, velocity: [f64; 2], spin: f64) -> State {
        let [x, y] = place;
        let [vx, vy] = velocity;
        State::new(vec![x, y, 0.0, theta], vec![vx, vy, 0.0, spin])
    }

    /// t and o at a time and turn.
    fn axes(&self, time: f64, theta: f64) -> [[f64; 2]; 2] {
        let p = &self.parameters;
        let turn = match p.grain {
            FixedTo::Body => theta,
            FixedTo::Floor => p.floor_spin * time,
        };
        let (sin, cos) = (turn + p.azimuth).sin_cos();
        [[cos, sin], [-sin, cos]]
    }

    /// From the anchor of the spring to the centre (m).
    fn stretch(spring: &PuckSpring, q: &[f64]) -> [f64; 2] {
        minus([q[0], q[1]], spring.anchor)
    }
}

impl System for Puck {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        let (m, inertia) = (self.parameters.mass, self.parameters.inertia);
        mass.push_diagonal(&[m, m, m, inertia]);
    }

    fn force(&self, _t: f64, q: &[f64], _v: &[f64], force: &mut [f64]) {
        let p = &self.parameters;
        for (f, g) in force.iter_mut().zip(p.gravity) {
            *f += p.mass * g;
        }
        if let Some(spring) = &p.spring {
            for (f, d) in force.iter_mut().zip(Self::stretch(spring, q)) {
                *f -= spring.stiffness * d;
            }
        }
    }

    fn potential(&self, q: &[f64]) -> f64 {
        let p = &self.parameters;
        let weight: f64 = q.iter().zip(p.gravity).map(|(x, g)| p.mass * g * x).sum();
        let stored = |spring: &PuckSpring| {
            let d = Self::stretch(spring, q);
            0.5 * spring.stiffness * dot2(d, d)
        };
        p.spring.as_ref().map_or(0.0, stored) - weight
    }

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    fn gap(&self, _contact: usize, _t: f64, q: &[f64]) -> f64 {
        q[2]
    }

    fn frame(&self, _contact: usize, time: f64, q: &[f64], frame: &mut Frame) {
        let p = &self.parameters;
        let [t, o] = self.axes(time, q[3]);
        frame.normal.push(2, 1.0);
        frame.tangent.extend(0, &t);
        frame.binormal.extend(0, &o);
        frame.torsion.push(3, 1.0);
        let [x, y] = minus([q[0], q[1]], p.floor_centre);
        let surface = [
            p.floor_velocity[0] - p.floor_spin * y,
            p.floor_velocity[1] + p.floor_spin * x,
        ];
        frame.surface = [0.0, dot2(t, surface), dot2(o, surface), p.floor_spin];
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::*;
    use super::*;

    fn busy(grain: FixedTo) -> Puck {
        Puck::new(PuckParameters {
            mass: 2.0,
            inertia: 0.3,
            gravity: [1.0, -2.0, -9.0],
            grain,
            azimuth: 0.4,
            floor_velocity: [0.3, -0.2],
            floor_spin: 1.5,
            floor_centre: [0.5, 0.25],
            spring: Some(PuckSpring {
                anchor: [0.2, -0.3],
                stiffness: 20.0,
            }),
            ..Default::default()
        })
        .unwrap()
    }

    #[test]
    fn rows_forces_and_mass_belong_together() {
        for grain in [FixedTo::Body, FixedTo::Floor] {
            let puck = busy(grain);
            assert_consistent(&puck, 1);
            assert_conservative(&puck, 2);
            assert_keeps_energy(&puck, 3);
        }
    }

    #[test]
    fn rows_follow_the_centre_and_the_turn() {
        for grain in [FixedTo::Body, FixedTo::Floor] {
            let puck = busy(grain);
            let mut dice = Dice(4);
            for _ in 0..20 {
                let q = dice.state(&puck).q;
                let time = dice.roll(0.0, 2.0);
                let frame = frame(&puck, 0, time, &q);
                let turn = match grain {
                    FixedTo::Body => q[3],
                    FixedTo::Floor => 1.5 * time,
                };
                let (sin, cos) = (turn + 0.4).sin_cos();
                let axes = [[0.0, 0.0, 1.0], [cos, sin, 0.0], [-sin, cos, 0.0]];
                assert_follows(&puck, &q, &frame, axes, |moved| {
                    [moved[0], moved[1], moved[2]]
                });
                let turned = gradient(&puck, &q, |q| q[3]);
                assert_close(&dense(&frame.torsion, 4), &turned, 1e-9, "torsion");
            }
        }
    }

    #[test]
    fn a_puck_carried_by_belt_and_turntable_does_not_slip() {
        let puck = busy(FixedTo::Floor);
        let (time, q) = (0.7, [1.5, 1.25, 0.0, 2.0]);
        // at (1, 1) from the centre of a floor that turns with 1.5 rad/s and moves with (0.3, −0.2)
        let v = [0.3 - 1.5, -0.2 + 1.5, 0.0, 1.5];
        let frame = frame(&puck, 0, time, &q);
        for i in 0..4 {
            let slip = frame.row(i).dot(&v) - frame.surface[i];
            assert!(slip.abs() < 1e-15, "row {i} slips with {slip}");
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let with = |change: fn(&mut PuckParameters)| {
            let mut parameters = PuckParameters::default();
            change(&mut parameters);
            Puck::new(parameters)
        };
        let spring = PuckSpring {
            anchor: [0.0; 2],
            stiffness: 1.0,
        };
        assert!(Puck::new(PuckParameters::default()).is_ok());
        assert_names(with(|p| p.mass = 0.0), "mass");
        assert_names(with(|p| p.inertia = -1.0), "inertia");
        assert_names(with(|p| p.gravity[1] = f64::NAN), "gravity[1]");
        assert_names(with(|p| p.azimuth = f64::INFINITY), "azimuth");
        assert_names(with(|p| p.floor_velocity[0] = f64::NAN), "floor_velocity");
        assert_names(with(|p| p.floor_spin = f64::NAN), "floor_spin");
        assert_names(with(|p| p.floor_centre[1] = f64::NAN), "floor_centre[1]");
        assert_names(with(|p| p.friction.coefficient = -1.0), "puck – floor");
        assert_names(
            with(|p| p.restitution = Restitution::Constant(2.0)),
            "restitution",
        );
        let stiff = PuckParameters {
            spring: Some(PuckSpring {
                stiffness: -1.0,
                ..spring
            }),
            ..Default::default()
        };
        assert_names(Puck::new(stiff), "spring.stiffness");
        let lost = PuckParameters {
            spring: Some(PuckSpring {
                anchor: [f64::NAN, 0.0],
                ..spring
            }),
            ..Default::default()
        };
        assert_names(Puck::new(lost), "spring.anchor[0]");
    }
}
