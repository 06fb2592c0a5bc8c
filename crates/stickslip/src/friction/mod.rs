//! Dry friction: a coefficient μ and a convex set. The friction impulse (c_t, c_o, c_r) lies in the set scaled by the
//! bound μ c_n, and of all impulses in it takes out the most energy.

mod polyhedron;

pub use polyhedron::Polyhedron;

use crate::error::Error;
use std::sync::Arc;

/// The friction of a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// μ ≥ 0 (1).
    pub coefficient: f64,
    /// The shape of the set for μ c_n = 1 N·s.
    pub set: FrictionSet,
}

/// Which impulses friction can give for μ c_n = 1 N·s.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FrictionSet {
    /// None at all.
    None,
    /// All mixtures of given directions: a segment, a polygon, or a polyhedron with torsion.
    Polyhedral(Arc<Polyhedron>),
    /// The unit disc. It is approached from the inside by the directions given here and those that refinement adds.
    Disc(Arc<Polyhedron>),
}

impl Friction {
    /// No friction.
    pub fn none() -> Self {
        Self {
            coefficient: 0.0,
            set: FrictionSet::None,
        }
    }

    /// Planar friction |c_t| ≤ μ c_n: the two directions ±t.
    pub fn planar(coefficient: f64) -> Self {
        let segment = Arc::new(Polyhedron::segment());
        Self {
            coefficient,
            set: FrictionSet::Polyhedral(segment),
        }
    }

    /// A regular polygon of k directions, the first along t [Ste00 3.2].
    pub fn polygon(coefficient: f64, k: usize) -> Result<Self, Error> {
        Ok(Self {
            coefficient,
            set: FrictionSet::Polyhedral(Arc::new(Polyhedron::polygon(k)?)),
        })
    }

    /// The round cone, reached from k directions by refinement [APS98 23].
    pub fn disc(coefficient: f64, k: usize) -> Result<Self, Error> {
        let start = Polyhedron::polygon(k)?;
        match k {
            2 => Err(Error::BadDirections { value: k }),
            _ => Ok(Self {
                coefficient,
                set: FrictionSet::Disc(Arc::new(start)),
            }),
        }
    }

    /// Mixtures of any directions (t, o, r), their lengths relative to μ c_n (r in m) [TTP01 5], [TTP01 6].
    ///
    /// [`Polyhedron::warnings`] tells what is unusual about them.
    pub fn directions(coefficient: f64, directions: Vec<[f64; 3]>) -> Result<Self, Error> {
        Ok(Self {
            coefficient,
            set: FrictionSet::Polyhedral(Arc::new(Polyhedron::new(directions)?)),
        })
    }

    /// How many rows friction needs after n: 0 none, 1 t, 2 (t, o), 3 (t, o, r).
    pub fn rows(&self) -> usize {
        match &self.set {
            _ if self.coefficient == 0.0 => 0,
            FrictionSet::None => 0,
            FrictionSet::Polyhedral(p) | FrictionSet::Disc(p) => p.dimensions(),
        }
    }

    /// The directions to begin with.
    pub fn generators(&self) -> &[[f64; 3]] {
        match &self.set {
            _ if self.coefficient == 0.0 => &[],
            FrictionSet::None => &[],
            FrictionSet::Polyhedral(p) | FrictionSet::Disc(p) => p.directions(),
        }
    }

    /// How far inside the set of size `bound` an impulse lies (N·s); negative outside [ST00 17].
    pub fn slack(&self, c: [f64; 3], bound: f64) -> f64 {
        match &self.set {
            FrictionSet::Polyhedral(p) if self.coefficient > 0.0 => p.slack(c, bound),
            FrictionSet::Disc(_) if self.coefficient > 0.0 => bound - c[0].hypot(c[1]) - c[2].abs(),
            // only zero is allowed
            _ => -(c[0].abs() + c[1].abs() + c[2].abs()),
        }
    }

    /// The most power that friction of bound 1 N·s can take out of a slip (m/s).
    pub fn support(&self, slip: [f64; 3]) -> f64 {
        match &self.set {
            FrictionSet::Polyhedral(p) if self.coefficient > 0.0 => p.support(slip),
            FrictionSet::Disc(_) if self.coefficient > 0.0 => slip[0].hypot(slip[1]),
            _ => 0.0,
        }
    }

    /// The smallest bound whose set holds the impulse (N·s): the ψ of [Ste00 3.1].
    pub fn gauge(&self, c: [f64; 3]) -> f64 {
        match &self.set {
            FrictionSet::Polyhedral(p) if self.coefficient > 0.0 => p.gauge(c),
            _ => c[0].hypot(c[1]) + c[2].abs(),
        }
    }

    /// Checks the coefficient.
    pub fn check(&self) -> Result<(), Error> {
        match self.coefficient.is_finite() && self.coefficient >= 0.0 {
            true => Ok(()),
            false => Err(Error::BadFriction {
                value: self.coefficient,
            }),
        }
    }
}
