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

    /// What is unusual about it: a coefficient that jumps.
    pub fn warning(&self) -> Option<&'static str> {
        match self {
            Self::TwoCoefficients { .. } => Some(
                "friction has two coefficients, at rest and in motion: it jumps, and a step may have no solution or \
                 several; a coefficient that falls smoothly with the slip speed does not jump",
            ),
            Self::Constant | Self::Decreasing { .. } => None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficient_falls_from_rest_to_its_limit() {
        let law = SlipLaw::Decreasing {
            fast: 0.2,
            speed: 0.1,
        };
        assert_eq!(law.at(0.5, 0.0), 0.5);
        assert!((law.at(0.5, 0.1) - 0.35).abs() < 1e-15, "half of the fall");
        assert!((law.at(0.5, 1e9) - 0.2).abs() < 1e-9);
        let speeds = [0.0, 1e-3, 0.1, 1.0, 10.0];
        let falls = |w: &[f64]| law.at(0.5, w[0]) > law.at(0.5, w[1]);
        assert!(speeds.windows(2).all(falls));
        assert_eq!(SlipLaw::Constant.at(0.5, 3.0), 0.5);
    }

    #[test]
    fn two_coefficients_jump_and_say_so() {
        let law = SlipLaw::TwoCoefficients { sliding: 0.3 };
        assert_eq!((law.at(0.5, 0.0), law.at(0.5, 1e-300)), (0.5, 0.3));
        let said = law.warning().unwrap();
        assert!(said.contains("no solution or several"), "{said}");
        assert_eq!(SlipLaw::Constant.warning(), None);
        let smooth = SlipLaw::Decreasing {
            fast: 0.0,
            speed: 1.0,
        };
        assert_eq!(smooth.warning(), None);
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let decreasing = |fast, speed| SlipLaw::Decreasing { fast, speed };
        for (law, field) in [
            (decreasing(0.6, 0.1), "fast"),
            (decreasing(-0.1, 0.1), "fast"),
            (decreasing(f64::NAN, 0.1), "fast"),
            (decreasing(0.1, 0.0), "speed"),
            (decreasing(0.1, f64::INFINITY), "speed"),
            (SlipLaw::TwoCoefficients { sliding: 0.6 }, "sliding"),
            (SlipLaw::TwoCoefficients { sliding: -0.1 }, "sliding"),
        ] {
            let said = law.check(0.5).unwrap_err().to_string();
            assert!(said.starts_with(field), "{said}");
        }
        assert_eq!(decreasing(0.5, 0.1).check(0.5), Ok(()));
        assert_eq!(SlipLaw::Constant.check(0.5), Ok(()));
    }
}
