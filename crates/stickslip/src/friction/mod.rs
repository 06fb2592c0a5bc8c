//! Dry friction: a coefficient μ and a convex set. The friction impulse (c_t, c_o, c_r) lies in the set scaled by the
//! bound μ c_n, and of all impulses in it takes out the most energy.
//!
//! One file a set; [`Shape`] is what they have in common.

mod convex;
mod directions;
mod ellipse;
mod ellipsoid;
mod mixed;
mod patch;
mod planar;
mod polyhedron;
mod shape;
mod slip_law;
#[cfg(test)]
mod tests;

pub use convex::Convex;
pub use ellipse::Ellipse;
pub use ellipsoid::Ellipsoid;
pub use mixed::Mixed;
pub use patch::Patch;
pub use planar::Planar;
pub use polyhedron::Polyhedron;
pub use shape::{Constraint, Projection, Shape};
pub use slip_law::SlipLaw;

use crate::error::Error;
use std::sync::Arc;

/// Facets of the pyramid with which a curved set is solved by pivoting, before refinement.
pub(crate) const FACETS: usize = 8;

/// The friction of a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// μ ≥ 0 (1); where it depends on the slip speed, that at rest.
    pub coefficient: f64,
    /// The shape of the set for μ c_n = 1 N·s.
    pub set: FrictionSet,
    /// How μ depends on the slip speed. Problems of one step are posed with the coefficient of that step.
    pub slip_law: SlipLaw,
}

/// Which impulses friction can give for μ c_n = 1 N·s.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FrictionSet {
    /// None at all.
    None,
    /// One direction, |c_t| ≤ 1.
    Planar(Planar),
    /// A disc or an ellipse.
    Ellipse(Ellipse),
    /// An ellipsoid with torsion.
    Ellipsoid(Ellipsoid),
    /// An ellipse, and torsion with a bound of its own.
    Mixed(Mixed),
    /// All mixtures of given directions: a polygon, or a polyhedron with torsion.
    Polyhedral(Arc<Polyhedron>),
    /// Any convex set.
    Convex(Convex),
}

impl FrictionSet {
    /// The set, unless there is no friction.
    pub fn shape(&self) -> Option<&dyn Shape> {
        Some(match self {
            Self::None => return None,
            Self::Planar(s) => s,
            Self::Ellipse(s) => s,
            Self::Ellipsoid(s) => s,
            Self::Mixed(s) => s,
            Self::Polyhedral(s) => &**s,
            Self::Convex(s) => s,
        })
    }

    /// Whether directions describe it exactly, so that pivoting solves it without refinement.
    pub fn is_polyhedral(&self) -> bool {
        matches!(self, Self::None | Self::Planar(_) | Self::Polyhedral(_))
    }
}

impl Friction {
    /// No friction.
    pub fn none() -> Self {
        Self::with(0.0, FrictionSet::None)
    }

    /// Planar friction |c_t| ≤ μ c_n: the two directions ±t.
    pub fn planar(coefficient: f64) -> Self {
        Self::with(coefficient, FrictionSet::Planar(Planar))
    }

    /// The round cone √(c_t² + c_o²) ≤ μ c_n.
    pub fn round(coefficient: f64) -> Self {
        Self::with(coefficient, FrictionSet::Ellipse(Ellipse::DISC))
    }

    /// A regular polygon of k directions, the first along t [Ste00 3.2].
    pub fn polygon(coefficient: f64, k: usize) -> Result<Self, Error> {
        let set = match k {
            2 => FrictionSet::Planar(Planar),
            _ => FrictionSet::Polyhedral(Arc::new(Polyhedron::polygon(k)?)),
        };
        Ok(Self::with(coefficient, set))
    }

    /// An ellipse with half axes e_t, e_o (1), times μ c_n.
    pub fn elliptic(coefficient: f64, axes: [f64; 2]) -> Result<Self, Error> {
        Ok(Self::with(
            coefficient,
            FrictionSet::Ellipse(Ellipse::new(axes)?),
        ))
    }

    /// An ellipsoid with half axes e_t, e_o (1) and e_r (m), times μ c_n [TTP01 1].
    pub fn ellipsoid(coefficient: f64, axes: [f64; 3]) -> Result<Self, Error> {
        Ok(Self::with(
            coefficient,
            FrictionSet::Ellipsoid(Ellipsoid::new(axes)?),
        ))
    }

    /// An ellipse with half axes e_t, e_o (1), and |c_r| ≤ e_r μ c_n beside it (m).
    pub fn mixed(coefficient: f64, axes: [f64; 3]) -> Result<Self, Error> {
        Ok(Self::with(
            coefficient,
            FrictionSet::Mixed(Mixed::new(axes)?),
        ))
    }

    /// Mixtures of any directions (t, o, r), their lengths relative to μ c_n (r in m) [TTP01 5], [TTP01 6].
    ///
    /// [`Polyhedron::warnings`] tells what is unusual about them.
    pub fn directions(coefficient: f64, directions: Vec<[f64; 3]>) -> Result<Self, Error> {
        Ok(Self::with(
            coefficient,
            FrictionSet::Polyhedral(Arc::new(Polyhedron::new(directions)?)),
        ))
    }

    /// The impulses with a·c ≤ μ c_n for every face a = (α, β, γ), in 1, 1 and 1/m [TTP01 §2 (b)].
    pub fn faces(coefficient: f64, faces: Vec<[f64; 3]>) -> Result<Self, Error> {
        Ok(Self::with(
            coefficient,
            FrictionSet::Polyhedral(Arc::new(Polyhedron::from_faces(faces)?)),
        ))
    }

    /// A coefficient and a set.
    pub fn with(coefficient: f64, set: FrictionSet) -> Self {
        Self {
            coefficient,
            set,
            slip_law: SlipLaw::Constant,
        }
    }

    /// The same with a coefficient that depends on the slip speed [Ste00 5.1].
    pub fn with_slip_law(self, slip_law: SlipLaw) -> Self {
        Self { slip_law, ..self }
    }

    /// The friction at a slip speed (m/s), with a coefficient that is constant from there on. It may be next to nothing but,
    /// where there is friction at rest, never 0: that would change the rows of the contact within a step.
    pub fn at(&self, slip: f64) -> Self {
        let rest = self.coefficient;
        let least = if rest > 0.0 { f64::MIN_POSITIVE } else { 0.0 };
        Self::with(self.slip_law.at(rest, slip).max(least), self.set.clone())
    }

    /// The set, unless there is no friction.
    pub fn shape(&self) -> Option<&dyn Shape> {
        match self.coefficient == 0.0 {
            true => None,
            false => self.set.shape(),
        }
    }

    /// How many rows friction needs after n: 0 none, 1 t, 2 (t, o), 3 (t, o, r).
    #[inline]
    pub fn rows(&self) -> usize {
        // asked so often that each set is asked by its name
        match &self.set {
            _ if self.coefficient == 0.0 => 0,
            FrictionSet::None => 0,
            FrictionSet::Planar(s) => s.dimensions(),
            FrictionSet::Ellipse(s) => s.dimensions(),
            FrictionSet::Ellipsoid(s) => s.dimensions(),
            FrictionSet::Mixed(s) => s.dimensions(),
            FrictionSet::Polyhedral(s) => s.dimensions(),
            FrictionSet::Convex(s) => s.dimensions(),
        }
    }

    /// Appends the directions that pivoting begins with.
    pub(crate) fn append_directions(&self, out: &mut Vec<[f64; 3]>) {
        match &self.set {
            _ if self.coefficient == 0.0 => {}
            FrictionSet::None => {}
            FrictionSet::Planar(_) => out.extend([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]),
            FrictionSet::Polyhedral(p) => out.extend_from_slice(p.directions()),
            curved => out.extend(curved.shape().map(|s| s.facets(FACETS)).unwrap_or_default()),
        }
    }

    /// How far inside the set of size `bound` an impulse lies (N·s); negative outside [ST00 17].
    pub fn slack(&self, c: [f64; 3], bound: f64) -> f64 {
        match self.shape() {
            Some(shape) => shape.slack(c, bound),
            // only zero is allowed
            None => -(c[0].abs() + c[1].abs() + c[2].abs()),
        }
    }

    /// The most power that friction of bound 1 N·s can take out of a slip (m/s).
    pub fn support(&self, slip: [f64; 3]) -> f64 {
        self.shape().map_or(0.0, |s| s.support(slip))
    }

    /// The smallest bound whose set holds the impulse (N·s): the ψ of [Ste00 3.1].
    pub fn gauge(&self, c: [f64; 3]) -> f64 {
        self.shape().map_or(0.0, |s| s.gauge(c))
    }

    /// Checks the coefficient.
    pub fn check(&self) -> Result<(), Error> {
        match self.coefficient.is_finite() && self.coefficient >= 0.0 {
            true => self.slip_law.check(self.coefficient),
            false => Err(Error::BadFriction {
                value: self.coefficient,
            }),
        }
    }
}

/// Half axes of a set must be positive and finite.
fn check_lengths(lengths: &[f64]) -> Result<(), Error> {
    match lengths.iter().find(|e| !(e.is_finite() && **e > 0.0)) {
        None => Ok(()),
        Some(&value) => Err(Error::BadSetting {
            field: "half axis of the friction set",
            value,
            expected: "a positive finite number",
        }),
    }
}
