//! A double pendulum whose free end meets a table: minimal coordinates, with a mass matrix M(q) and a bias k(q, v).

use super::parameters::{all_positive, finite, materials};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, System};

/// What a [`DoublePendulum`] is made of. The default are two unit rods that reach the table with slack.
#[derive(Clone, Debug)]
pub struct DoublePendulumParameters {
    /// Lengths l₁, l₂ of the rods (m).
    pub lengths: [f64; 2],
    /// Masses m₁, m₂ of the rods (kg), spread evenly.
    pub masses: [f64; 2],
    /// g, pulling down (m/s²).
    pub gravity: f64,
    /// Height of the fixed pin over the table (m).
    pub pivot_height: f64,
    /// Friction of the free end.
    pub friction: Friction,
    /// Restitution of the free end.
    pub restitution: Restitution,
}

impl Default for DoublePendulumParameters {
    fn default() -> Self {
        Self {
            lengths: [1.0; 2],
            masses: [1.0; 2],
            gravity: 9.81,
            pivot_height: 1.8,
            friction: Friction::planar(0.5),
            restitution: Restitution::Constant(0.5),
        }
    }
}

/// Two uniform rods hanging from a pin over the table y = 0, q = (θ₁, θ₂), both angles from the downward vertical.
#[derive(Clone, Debug)]
pub struct DoublePendulum {
    parameters: DoublePendulumParameters,
    coordinates: Coordinates,
    contacts: [ContactSpec; 1],
}

impl DoublePendulum {
    /// Checks the parameters.
    pub fn new(parameters: DoublePendulumParameters) -> Result<Self, Error> {
        let p = &parameters;
        all_positive("lengths", &p.lengths)?;
        all_positive("masses", &p.masses)?;
        finite("gravity", &[p.gravity])?;
        finite("pivot_height", &[p.pivot_height])?;
        let contacts = [ContactSpec::new("free end – table", p.friction.clone())
            .with_restitution(p.restitution.clone())];
        materials(&contacts)?;
        let coordinates = Coordinates::default()
            .with("theta1", Coordinate::Angle)
            .with("theta2", Coordinate::Angle);
        Ok(Self {
            parameters,
            coordinates,
            contacts,
        })
    }

    /// What it is made of.
    pub fn parameters(&self) -> &DoublePendulumParameters {
        &self.parameters
    }

    /// The state with angles (rad) and their rates (rad/s).
    pub fn state(&self, angles: [f64; 2], rates: [f64; 2]) -> State {
        State::new(angles.to_vec(), rates.to_vec())
    }

    /// ½ m₂ l₁ l₂: how strongly the rods feel each other (kg·m²).
    fn coupling(&self) -> f64 {
        let p = &self.parameters;
        0.5 * p.masses[1] * p.lengths[0] * p.lengths[1]
    }

    /// Height that each angle takes from the weights, (m₁/2 + m₂) l₁ and m₂ l₂/2 (kg·m).
    fn moments(&self) -> [f64; 2] {
        let p = &self.parameters;
        let [m1, m2] = p.masses;
        [(0.5 * m1 + m2) * p.lengths[0], 0.5 * m2 * p.lengths[1]]
    }
}

impl System for DoublePendulum {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    /// M₁₁ = (m₁/3 + m₂) l₁², M₂₂ = m₂ l₂²/3, M₁₂ = ½ m₂ l₁ l₂ cos(θ₁ − θ₂).
    fn mass(&self, q: &[f64], mass: &mut Mass) {
        let p = &self.parameters;
        let ([m1, m2], [l1, l2]) = (p.masses, p.lengths);
        let shared = self.coupling() * (q[0] - q[1]).cos();
        let m = [
            [(m1 / 3.0 + m2) * l1 * l1, shared],
            [shared, m2 * l2 * l2 / 3.0],
        ];
        mass.push_full(2, |row, col| m[row][col]);
    }

    /// k = ½ m₂ l₁ l₂ sin(θ₁ − θ₂) (−θ̇₂², θ̇₁²).
    fn bias(&self, q: &[f64], v: &[f64], force: &mut [f64]) {
        let pull = self.coupling() * (q[0] - q[1]).sin();
        force[0] -= pull * v[1] * v[1];
        force[1] += pull * v[0] * v[0];
    }

    fn force(&self, _t: f64, q: &[f64], _v: &[f64], force: &mut [f64]) {
        let moments = self.moments();
        for i in 0..2 {
            force[i] -= self.parameters.gravity * moments[i] * q[i].sin();
        }
    }

    /// Zero when all mass is as high as the pin.
    fn potential(&self, q: &[f64]) -> f64 {
        let moments = self.moments();
        -self.parameters.gravity * (moments[0] * q[0].cos() + moments[1] * q[1].cos())
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    /// Height of the free end.
    fn gap(&self, _contact: usize, _t: f64, q: &[f64]) -> f64 {
        let p = &self.parameters;
        p.pivot_height - p.lengths[0] * q[0].cos() - p.lengths[1] * q[1].cos()
    }

    fn frame(&self, _contact: usize, _t: f64, q: &[f64], frame: &mut Frame) {
        for i in 0..2 {
            let (sin, cos) = q[i].sin_cos();
            frame.normal.push(i, self.parameters.lengths[i] * sin);
            frame.tangent.push(i, self.parameters.lengths[i] * cos);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::*;
    use super::*;

    fn uneven() -> DoublePendulum {
        DoublePendulum::new(DoublePendulumParameters {
            lengths: [0.8, 1.3],
            masses: [2.0, 0.7],
            ..Default::default()
        })
        .unwrap()
    }

    #[test]
    fn rows_forces_and_mass_belong_together() {
        assert_consistent(&uneven(), 1);
        assert_conservative(&uneven(), 2);
    }

    #[test]
    fn energy_is_kept() {
        for seed in 3..8 {
            assert_keeps_energy(&uneven(), seed);
        }
    }

    /// ½ vᵀM v is the energy of two rods: each m/2 (|ends' mean velocity|² + |half their difference|²/3).
    #[test]
    fn the_mass_matrix_is_that_of_two_uniform_rods() {
        let pendulum = uneven();
        let p = &pendulum.parameters;
        let mut dice = Dice(9);
        for _ in 0..20 {
            let State { q, v, .. } = dice.state(&pendulum);
            let (mut start, mut twice) = ([0.0; 2], 0.0);
            for i in 0..2 {
                let (sin, cos) = q[i].sin_cos();
                let along = [p.lengths[i] * cos * v[i], p.lengths[i] * sin * v[i]];
                let end = [start[0] + along[0], start[1] + along[1]];
                for k in 0..2 {
                    let (mean, half) = ((start[k] + end[k]) / 2.0, (end[k] - start[k]) / 2.0);
                    twice += p.masses[i] * (mean * mean + half * half / 3.0);
                }
                start = end;
            }
            let found = mass(&pendulum, &q).square(&v);
            assert!((found - twice).abs() < 1e-14, "{found} instead of {twice}");
            // the end moves as the rows say
            let frame = frame(&pendulum, 0, 0.0, &q);
            let rows = [frame.tangent.dot(&v), frame.normal.dot(&v)];
            assert_close(&rows, &start, 1e-14, "velocity of the end");
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let with = |change: fn(&mut DoublePendulumParameters)| {
            let mut parameters = DoublePendulumParameters::default();
            change(&mut parameters);
            DoublePendulum::new(parameters)
        };
        assert_names(with(|p| p.lengths[1] = 0.0), "lengths[1]");
        assert_names(with(|p| p.masses[0] = -2.0), "masses[0]");
        assert_names(with(|p| p.gravity = f64::NAN), "gravity");
        assert_names(with(|p| p.pivot_height = f64::NAN), "pivot_height");
        assert_names(with(|p| p.friction.coefficient = f64::NAN), "friction");
        assert_names(
            with(|p| p.restitution = Restitution::Constant(1.1)),
            "restitution",
        );
    }
}
