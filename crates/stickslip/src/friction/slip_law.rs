//! Friction that depends on how fast the contact slips: μ(s) [Ste00 5.1].

use crate::error::Error;

/// How the coefficient of friction falls with the slip speed s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SlipLaw {
    /// μ, whatever the speed.
    #[default]
    Constant,
    /// μ(s) = μ_∞ + (μ − μ_∞)/(1 + s/s₀): smooth and decreasing, from μ at rest to μ_∞.
    Decreasing {
        /// μ_∞, 0 ≤ μ_∞ ≤ μ (1).
        fast: f64,
        /// s₀ > 0, the speed at which half of the fall is done (m/s).
        speed: f64,
    },
    /// μ at rest and another coefficient as soon as the contact slips. The jump makes the theory hard: problems may have
    /// no solution, or several; a step takes the coefficient that goes with its beginning.
    TwoCoefficients {
        /// μ_d, 0 ≤ μ_d ≤ μ (1).
        sliding: f64,
    },
}

impl SlipLaw {
    /// μ(s) for the coefficient μ at rest and a slip speed s ≥ 0 (m/s).
    pub fn at(&self, rest: f64, slip: f64) -> f64 {
        match *self {
            Self::Constant => rest,
            Self::Decreasing { fast, speed } => fast + (rest - fast) / (1.0 + slip / speed),
            Self::TwoCoefficients { sliding } => match slip > 0.0 {
                true => sliding,
                false => rest,
            },
        }
    }

    /// Checks the numbers against the coefficient at rest.
    pub fn check(&self, rest: f64) -> Result<(), Error> {
        let (field, value, fine, expected) = match *self {
            Self::Constant => return Ok(()),
            Self::Decreasing { speed, .. } if !(speed.is_finite() && speed > 0.0) => {
                ("speed", speed, false, "a finite speed > 0 (m/s)")
            }
            Self::Decreasing { fast, .. } => (
                "fast",
                fast,
                (0.0..=rest).contains(&fast),
                "a coefficient between 0 and that at rest",
            ),
            Self::TwoCoefficients { sliding } => (
                "sliding",
                sliding,
                (0.0..=rest).contains(&sliding),
                "a coefficient between 0 and that at rest",
            ),
        };
        match fine {
            true => Ok(()),
            false => Err(Error::BadSetting {
                field,
                value,
                expected,
            }),
        }
    }
}
