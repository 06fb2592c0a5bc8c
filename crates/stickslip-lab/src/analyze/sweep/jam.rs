//! Whether a design jams, as a number that changes its sign where jamming begins.

use crate::analyze::{Posed, cone};
use serde::Serialize;
use stickslip::Motion;

/// How far a design is from jamming, or into it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Jam {
    /// By how much forces that hold everything can be inside their cones (N); negative: by how much the cones are too small, −∞ if larger ones
    /// would not help.
    pub margin: f64,
    /// The size of forces (N), by which to measure the margin.
    pub scale: f64,
    /// Whether it jams: such forces exist, and nothing moves.
    pub exists: bool,
}

impl Jam {
    /// Looks whether a problem jams; with the forces as far inside the cones as they can be, if it does.
    pub fn of(posed: &Posed) -> Result<(Self, Option<Motion>), cone::Error> {
        let stick = cone::stick(&posed.problem)?;
        let exists = stick.is_jam() && !posed.moving;
        let jam = Self {
            // what is held in motion is not jammed, by whatever margin it is held
            margin: match stick.exists && !exists {
                true => f64::NEG_INFINITY,
                false => stick.margin,
            },
            scale: stick.scale,
            exists,
        };
        Ok((jam, stick.motion.filter(|_| exists)))
    }

    /// The margin beside the size of forces: a number without units.
    pub fn relative(&self) -> f64 {
        self.margin / self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{ladder_scene, tp97_example_2};
    use super::*;
    use crate::analyze::unknowns_of;
    use stickslip::NaturalMap;

    #[test]
    fn the_cube_jams_with_forces_that_solve_it() {
        let (jam, motion) = Jam::of(&tp97_example_2(&[("mu", 0.9)]).unwrap()).unwrap();
        assert!(jam.exists && jam.margin > 0.0 && jam.relative() <= 1.0);
        let posed = tp97_example_2(&[("mu", 0.9)]).unwrap();
        let unknowns = unknowns_of(&posed.problem, &motion.unwrap());
        let reduced = posed.problem.reduce().unwrap();
        assert!(NaturalMap::of(&reduced, &unknowns).relative < 1e-8);
        let (free, motion) = Jam::of(&tp97_example_2(&[("mu", 0.7)]).unwrap()).unwrap();
        assert!(!free.exists && free.margin < 0.0 && motion.is_none());
    }

    /// Whoever is light or heavy, a ladder stands by the same part of its forces.
    #[test]
    fn relative_margins_do_not_know_the_size_of_the_loads() {
        let of = |mass: f64| {
            let posed = ladder_scene(&[("mass", mass)]).unwrap();
            Jam::of(&posed).unwrap().0
        };
        let (light, heavy) = (of(1.0), of(1000.0));
        assert!((heavy.margin / light.margin - 1000.0).abs() < 1e-4);
        assert!((heavy.relative() / light.relative() - 1.0).abs() < 1e-6);
    }
}
