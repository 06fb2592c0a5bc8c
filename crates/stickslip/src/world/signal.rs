//! Functions of time that a scene can write down: forces, motors, the motion of driven bodies.

use crate::error::Error;
use std::f64::consts::TAU;

/// A number that may change with time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Signal {
    /// Always the same.
    Constant(f64),
    /// offset + slope · t.
    Ramp {
        /// The value at t = 0.
        offset: f64,
        /// The change per second.
        slope: f64,
    },
    /// offset + amplitude · sin(2π frequency t + phase).
    Sine {
        /// The mean value.
        offset: f64,
        /// The largest difference from it.
        amplitude: f64,
        /// In Hz.
        frequency: f64,
        /// In rad.
        phase: f64,
    },
    /// Straight lines between points (time in s, value), constant outside. Times ascend.
    Table(Vec<(f64, f64)>),
    /// The sum of several.
    Sum(Vec<Signal>),
}

impl Default for Signal {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Signal {
    /// Nothing at all times.
    pub const ZERO: Self = Self::Constant(0.0);

    /// The value at a time (s).
    pub fn at(&self, t: f64) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Ramp { offset, slope } => offset + slope * t,
            Self::Sine {
                offset,
                amplitude,
                frequency,
                phase,
            } => offset + amplitude * (TAU * frequency * t + phase).sin(),
            Self::Table(points) => {
                let Some([from, to]) = segment(points, t) else {
                    let outside = match points.first() {
                        Some(first) if t <= first.0 => Some(first),
                        _ => points.last(),
                    };
                    return outside.map_or(0.0, |p| p.1);
                };
                from.1 + (to.1 - from.1) * (t - from.0) / (to.0 - from.0)
            }
            Self::Sum(parts) => parts.iter().map(|s| s.at(t)).sum(),
        }
    }

    /// Its derivative at a time (1/s); at a corner of a table that of the line after it.
    pub fn rate(&self, t: f64) -> f64 {
        match self {
            Self::Constant(_) => 0.0,
            Self::Ramp { slope, .. } => *slope,
            Self::Sine {
                amplitude,
                frequency,
                phase,
                ..
            } => amplitude * TAU * frequency * (TAU * frequency * t + phase).cos(),
            Self::Table(points) => {
                segment(points, t).map_or(0.0, |[from, to]| (to.1 - from.1) / (to.0 - from.0))
            }
            Self::Sum(parts) => parts.iter().map(|s| s.rate(t)).sum(),
        }
    }

    /// Whether it never changes.
    pub fn is_constant(&self) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Ramp { slope, .. } => *slope == 0.0,
            Self::Sine { amplitude, .. } => *amplitude == 0.0,
            Self::Table(points) => points.windows(2).all(|w| w[0].1 == w[1].1),
            Self::Sum(parts) => parts.iter().all(Self::is_constant),
        }
    }

    /// Whether it is nothing at all times.
    pub fn is_zero(&self) -> bool {
        self.is_constant() && self.at(0.0) == 0.0
    }

    /// Checks every number; `field` is what errors call it.
    pub fn check(&self, field: &str) -> Result<(), Error> {
        let finite =
            |part: &str, value: f64| Error::check_finite(value, || format!("{field}{part}"));
        match self {
            Self::Constant(value) => finite("", *value),
            Self::Ramp { offset, slope } => {
                finite(".offset", *offset)?;
                finite(".slope", *slope)
            }
            Self::Sine {
                offset,
                amplitude,
                frequency,
                phase,
            } => {
                finite(".offset", *offset)?;
                finite(".amplitude", *amplitude)?;
                finite(".frequency", *frequency)?;
                finite(".phase", *phase)
            }
            Self::Table(points) => {
                for (i, point) in points.iter().enumerate() {
                    finite(&format!(".table[{i}][0]"), point.0)?;
                    finite(&format!(".table[{i}][1]"), point.1)?;
                }
                let unordered = points.windows(2).position(|w| w[0].0 >= w[1].0);
                match (points.is_empty(), unordered) {
                    (true, _) => Err(Error::BadParameter {
                        field: format!("{field}.table"),
                        value: "empty".into(),
                        expected: "at least one point [time, value]",
                    }),
                    (false, Some(i)) => Err(Error::BadParameter {
                        field: format!("{field}.table[{}][0]", i + 1),
                        value: points[i + 1].0.to_string(),
                        expected: "later than the time of the point before it",
                    }),
                    (false, None) => Ok(()),
                }
            }
            Self::Sum(parts) => (parts.iter().enumerate())
                .try_for_each(|(i, part)| part.check(&format!("{field}[{i}]"))),
        }
    }
}

/// The points before and after a time, if it lies between two.
fn segment(points: &[(f64, f64)], t: f64) -> Option<[(f64, f64); 2]> {
    let after = points.partition_point(|p| p.0 <= t);
    match after {
        0 => None,
        n if n == points.len() => None,
        n => Some([points[n - 1], points[n]]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine() -> Signal {
        Signal::Sine {
            offset: 1.0,
            amplitude: 2.0,
            frequency: 0.25,
            phase: 0.1,
        }
    }

    #[test]
    fn the_rate_is_the_derivative() {
        let table = Signal::Table(vec![(0.0, 1.0), (1.0, 3.0), (4.0, 0.0)]);
        let ramp = Signal::Ramp {
            offset: 1.0,
            slope: -3.0,
        };
        for signal in [
            sine(),
            table.clone(),
            ramp,
            Signal::Sum(vec![sine(), table]),
        ] {
            for t in [-0.5, 0.3, 2.2, 3.1, 7.0] {
                let d = 1e-6;
                let slope = (signal.at(t + d) - signal.at(t - d)) / (2.0 * d);
                assert!((slope - signal.rate(t)).abs() < 1e-8, "{signal:?} at {t}");
            }
        }
    }

    #[test]
    fn tables_are_constant_outside() {
        let table = Signal::Table(vec![(1.0, 5.0), (2.0, 7.0)]);
        assert_eq!(
            [0.0, 1.0, 1.5, 2.0, 9.0].map(|t| table.at(t)),
            [5.0, 5.0, 6.0, 7.0, 7.0]
        );
    }

    #[test]
    fn bad_numbers_are_named() {
        let error = Signal::Table(vec![(0.0, 1.0), (0.0, 2.0)]).check("force[2]");
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("force[2].table[1][0]")
        );
        let error = Signal::Constant(f64::NAN).check("angle").unwrap_err();
        assert!(error.to_string().contains("angle is NaN"));
        assert!(Signal::Table(vec![]).check("x").is_err());
    }
}
