//! The generalised-coordinate door: whoever can write down masses, forces, gaps and rows can be simulated.

use crate::coordinates::Coordinates;
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::rows::Row;

/// A mechanical system in generalised coordinates, M(q) v̇ = k(q, v) + f(t, q, v) + contacts + joints [ST00 1].
///
/// Nothing here changes while it moves: the motion is in [`State`](crate::State). Contacts and joints are numbered;
/// the numbers are the stable names by which steps, reports and warm starts know them.
pub trait System {
    /// What q and v consist of. The default [`rate`](Self::rate) and [`advance`](Self::advance) follow from it.
    fn coordinates(&self) -> &Coordinates;

    /// M(q), written block by block into an empty [`Mass`].
    fn mass(&self, q: &[f64], mass: &mut Mass);

    /// k(q, v), added to what is there (N, N·m): Coriolis and gyroscopic terms [APS98 2].
    fn bias(&self, _q: &[f64], _v: &[f64], _force: &mut [f64]) {}

    /// f(t, q, v), added to what is there (N, N·m): gravity, springs, dampers, drives.
    fn force(&self, t: f64, q: &[f64], v: &[f64], force: &mut [f64]);

    /// The potential energy (J) of those forces that have one; for the energy ledger only.
    fn potential(&self, _q: &[f64]) -> f64 {
        0.0
    }

    /// Whether M is the same for all q and there is no bias, so that a motion without contact needs no iteration.
    fn has_constant_mass(&self) -> bool {
        false
    }

    /// All contacts that can ever be, with their materials.
    fn contacts(&self) -> &[ContactSpec];

    /// The gap f (m) of a contact, positive when apart.
    fn gap(&self, contact: usize, t: f64, q: &[f64]) -> f64;

    /// The rows of a contact, written into an empty frame. The normal row is Gᵀ∇f.
    fn frame(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame);

    /// All joints (bilateral constraints) g(q) = 0 [APS98 15].
    fn joints(&self) -> &[JointSpec] {
        &[]
    }

    /// The error g(q) (m, rad) of a joint; its row Gᵀ∇g is written into an empty row.
    fn joint(&self, _joint: usize, _t: f64, _q: &[f64], _row: &mut Row) -> f64 {
        0.0
    }

    /// q̇ = G(q) v [APS98 29].
    fn rate(&self, q: &[f64], v: &[f64], rate: &mut [f64]) {
        self.coordinates().rate(q, v, rate);
    }

    /// q ← q + h G(q) v, normalised [APS98 29]. Override together with [`rate`](Self::rate) for a G of your own.
    fn advance(&self, q: &mut [f64], v: &[f64], h: f64) {
        self.coordinates().advance(q, v, h);
    }
}

/// A contact and what its surfaces are made of.
#[derive(Clone, Debug)]
pub struct ContactSpec {
    /// A name for reports, like `left end – table`.
    pub name: String,
    /// Friction.
    pub friction: Friction,
    /// Normal restitution ε.
    pub restitution: Restitution,
    /// Tangential restitution ε_T of Poisson's law, 0 ≤ ε_T ≤ ε.
    pub tangential_restitution: f64,
}

impl ContactSpec {
    /// An inelastic contact.
    pub fn new(name: impl Into<String>, friction: Friction) -> Self {
        Self {
            name: name.into(),
            friction,
            restitution: Restitution::NONE,
            tangential_restitution: 0.0,
        }
    }

    /// The same with restitution.
    pub fn with_restitution(self, restitution: Restitution) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// Checks the materials.
    pub fn check(&self) -> Result<(), Error> {
        self.friction.check()?;
        let bad = |(value, expected)| Error::BadRestitution { value, expected };
        self.restitution.check().map_err(bad)?;
        match (0.0..=1.0).contains(&self.tangential_restitution) {
            true => Ok(()),
            false => Err(bad((
                self.tangential_restitution,
                "tangential restitution is in [0, 1], and no more than the normal one counts",
            ))),
        }
    }

    /// The same with tangential restitution.
    pub fn with_tangential_restitution(self, e: f64) -> Self {
        Self {
            tangential_restitution: e,
            ..self
        }
    }
}

/// A joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointSpec {
    /// A name for reports, like `crank pin, x`.
    pub name: String,
}

impl JointSpec {
    /// A joint of that name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

/// The rows of one contact. Friction uses as many of t, o, r as its set has dimensions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// n: n·v > 0 separates (m/s).
    pub normal: Row,
    /// t: slip (m/s).
    pub tangent: Row,
    /// o = n × t: slip (m/s).
    pub binormal: Row,
    /// r: relative spin about n (rad/s).
    pub torsion: Row,
    /// Velocity of the surface that is not part of v, along n, t, o (m/s) and about n (rad/s): belts, turntables,
    /// driven walls. Relative velocities are row·v minus this.
    pub surface: [f64; 4],
}

impl Frame {
    /// An empty frame on a surface at rest.
    pub fn clear(&mut self) {
        for row in [
            &mut self.normal,
            &mut self.tangent,
            &mut self.binormal,
            &mut self.torsion,
        ] {
            row.clear();
        }
        self.surface = [0.0; 4];
    }

    /// Row n, t, o or r.
    pub fn row(&self, index: usize) -> &Row {
        [&self.normal, &self.tangent, &self.binormal, &self.torsion][index]
    }
}
