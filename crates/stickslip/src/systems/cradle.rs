//! Newton's cradle: balls in a row that can only push each other along the line.

use super::parameters::{all_positive, expect, materials, not_negative};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, System};

/// What a [`Cradle`] is made of. The default is three elastic unit masses.
#[derive(Clone, Debug)]
pub struct CradleParameters {
    /// Mass of each ball (kg), in order along the line.
    pub masses: Vec<f64>,
    /// Radius of all balls (m); 0 are points.
    pub radius: f64,
    /// Restitution between neighbours.
    pub restitution: Restitution,
}

impl Default for CradleParameters {
    fn default() -> Self {
        Self {
            masses: vec![1.0; 3],
            radius: 0.05,
            restitution: Restitution::Constant(1.0),
        }
    }
}

/// Balls on a line, q = (x_1, x_2, …), with a contact without friction between neighbours. There is no gravity.
#[derive(Clone, Debug)]
pub struct Cradle {
    parameters: CradleParameters,
    coordinates: Coordinates,
    contacts: Vec<ContactSpec>,
}

impl Cradle {
    /// Checks the parameters.
    pub fn new(parameters: CradleParameters) -> Result<Self, Error> {
        let p = &parameters;
        let count = p.masses.len();
        expect(
            count > 1,
            "masses",
            format!("a list of {count}"),
            "a list of two or more",
        )?;
        all_positive("masses", &p.masses)?;
        not_negative("radius", p.radius)?;
        let contacts: Vec<_> = (1..count)
            .map(|i| {
                ContactSpec::new(format!("ball {i} – ball {}", i + 1), Friction::none())
                    .with_restitution(p.restitution.clone())
            })
            .collect();
        materials(&contacts)?;
        let coordinates = (1..=count).fold(Coordinates::default(), |c, i| {
            c.with(format!("x{i}"), Coordinate::Length)
        });
        Ok(Self {
            parameters,
            coordinates,
            contacts,
        })
    }

    /// What it is made of.
    pub fn parameters(&self) -> &CradleParameters {
        &self.parameters
    }

    /// The state with positions (m) and velocities (m/s) along the line.
    pub fn state(&self, positions: &[f64], velocities: &[f64]) -> State {
        State::new(positions.to_vec(), velocities.to_vec())
    }
}

impl System for Cradle {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        // a block each: only contacts tie the balls together
        for &m in &self.parameters.masses {
            mass.push_diagonal(&[m]);
        }
    }

    fn force(&self, _t: f64, _q: &[f64], _v: &[f64], _force: &mut [f64]) {}

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    /// x_{i+1} − x_i − 2 r.
    fn gap(&self, contact: usize, _t: f64, q: &[f64]) -> f64 {
        q[contact + 1] - q[contact] - 2.0 * self.parameters.radius
    }

    fn frame(&self, contact: usize, _t: f64, _q: &[f64], frame: &mut Frame) {
        frame.normal.extend(contact, &[-1.0, 1.0]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::*;
    use super::*;

    #[test]
    fn rows_and_mass_belong_together() {
        let parameters = CradleParameters {
            masses: vec![1.0, 2.0, 0.5, 3.0],
            ..Default::default()
        };
        let cradle = Cradle::new(parameters).unwrap();
        assert_consistent(&cradle, 1);
        assert_conservative(&cradle, 2);
        assert_eq!(cradle.contacts().len(), 3);
    }

    #[test]
    fn gaps_are_between_surfaces() {
        let cradle = Cradle::new(CradleParameters::default()).unwrap();
        let state = cradle.state(&[0.0, 0.1, 0.25], &[1.0, 0.0, 0.0]);
        state.check(&cradle).unwrap();
        assert!(cradle.gap(0, 0.0, &state.q).abs() < 1e-15);
        assert!((cradle.gap(1, 0.0, &state.q) - 0.05).abs() < 1e-15);
        assert_eq!(frame(&cradle, 0, 0.0, &state.q).normal.dot(&state.v), -1.0);
    }

    #[test]
    fn bad_parameters_are_named() {
        let with = |change: fn(&mut CradleParameters)| {
            let mut parameters = CradleParameters::default();
            change(&mut parameters);
            Cradle::new(parameters)
        };
        assert_names(with(|p| p.masses = vec![1.0]), "masses");
        assert_names(with(|p| p.masses[1] = 0.0), "masses[1]");
        assert_names(with(|p| p.radius = -1.0), "radius");
        assert_names(
            with(|p| p.restitution = Restitution::Constant(1.5)),
            "restitution",
        );
    }
}
