//! Restitution: how much of an impact comes back.

use std::sync::Arc;

/// The coefficient of restitution, which may depend on the speed of approach [Ste00 §5.2].
#[derive(Clone)]
#[non_exhaustive]
pub enum Restitution {
    /// The same at every speed: 0 inelastic, 1 elastic.
    Constant(f64),
    /// ε = ε₀ (v/v₀)^(−1/4) above the speed v₀ (m/s) at which yielding begins, ε₀ below it.
    Yielding {
        /// ε₀, at and below the yield speed.
        slow: f64,
        /// v₀ (m/s).
        yield_speed: f64,
    },
    /// Straight lines between points (speed in m/s, ε), constant outside.
    Table(Vec<(f64, f64)>),
    /// Any function of the approach speed (m/s) with values in [0, 1].
    Custom(Arc<dyn Fn(f64) -> f64 + Send + Sync>),
}

impl Restitution {
    /// Everything is lost.
    pub const NONE: Self = Self::Constant(0.0);

    /// ε for a speed of approach (m/s).
    pub fn at(&self, speed: f64) -> f64 {
        match self {
            Self::Constant(e) => *e,
            Self::Yielding { slow, yield_speed } => {
                slow * (speed / yield_speed).max(1.0).powf(-0.25)
            }
            Self::Table(points) => interpolate(points, speed),
            Self::Custom(f) => f(speed).clamp(0.0, 1.0),
        }
    }

    /// Whether nothing ever comes back.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Constant(e) if *e == 0.0)
    }

    /// What is wrong with it, if anything: the value and what would do.
    pub fn check(&self) -> Result<(), (f64, &'static str)> {
        let unit = |e: f64| match (0.0..=1.0).contains(&e) {
            true => Ok(()),
            false => Err((e, "a coefficient of restitution is in [0, 1]")),
        };
        match self {
            Self::Constant(e) => unit(*e),
            Self::Yielding { slow, yield_speed } => {
                unit(*slow)?;
                match yield_speed.is_finite() && *yield_speed > 0.0 {
                    true => Ok(()),
                    false => Err((*yield_speed, "a yield speed is positive (m/s)")),
                }
            }
            Self::Table(points) => {
                if points.is_empty() {
                    return Err((0.0, "a table of restitution has at least one point"));
                }
                for pair in points.windows(2) {
                    // false for NaN as well
                    let rising = pair[0].0 < pair[1].0;
                    if !rising {
                        return Err((pair[1].0, "speeds in a table of restitution increase"));
                    }
                }
                points.iter().try_for_each(|&(_, e)| unit(e))
            }
            Self::Custom(_) => Ok(()),
        }
    }
}

impl std::fmt::Debug for Restitution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Constant(e) => write!(f, "Constant({e})"),
            Self::Yielding { slow, yield_speed } => {
                write!(f, "Yielding({slow}, {yield_speed} m/s)")
            }
            Self::Table(points) => write!(f, "Table({points:?})"),
            Self::Custom(_) => write!(f, "Custom(..)"),
        }
    }
}

fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
    let above = points.partition_point(|p| p.0 <= x);
    match (
        above.checked_sub(1).and_then(|i| points.get(i)),
        points.get(above),
    ) {
        (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0),
        (Some(end), None) | (None, Some(end)) => end.1,
        (None, None) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_linear_between_its_points_and_constant_outside() {
        let table = Restitution::Table(vec![(1.0, 0.8), (3.0, 0.4)]);
        for (speed, e) in [(0.0, 0.8), (1.0, 0.8), (2.0, 0.6), (3.0, 0.4), (9.0, 0.4)] {
            assert!((table.at(speed) - e).abs() < 1e-15);
        }
    }

    #[test]
    fn yielding_falls_with_the_fourth_root() {
        let e = Restitution::Yielding {
            slow: 0.9,
            yield_speed: 0.1,
        };
        assert_eq!(e.at(0.05), 0.9);
        assert!((e.at(1.6) - 0.45).abs() < 1e-15);
    }

    #[test]
    fn bad_coefficients_are_named() {
        assert_eq!(Restitution::Constant(1.5).check().unwrap_err().0, 1.5);
        assert!(Restitution::Constant(f64::NAN).check().is_err());
        assert!(Restitution::Table(vec![]).check().is_err());
        assert!(
            Restitution::Table(vec![(1.0, 0.5), (1.0, 0.4)])
                .check()
                .is_err()
        );
        let bad = Restitution::Yielding {
            slow: 0.5,
            yield_speed: 0.0,
        };
        assert!(bad.check().is_err());
        assert!(Restitution::Custom(Arc::new(|_| 3.0)).check().is_ok());
        assert_eq!(Restitution::Custom(Arc::new(|_| 3.0)).at(1.0), 1.0);
    }
}
