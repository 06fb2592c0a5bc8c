//! Axes: what they measure, which range they show, and the way from a value to a pixel.

use super::text::power_of_ten;
use super::ticks::{Ticks, linear, logarithmic};

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences, equal distances.
    #[default]
    Linear,
    /// Equal ratios, equal distances. Values that are not positive are left out.
    Log,
}

/// An axis: `Axis::new("angular velocity", "rad/s")`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured.
    pub label: String,
    /// Its unit, empty for pure numbers.
    pub unit: String,
    /// How values are spread.
    pub scale: Scale,
    /// Lowest and highest value shown; the data's own range if `None` or if the two make no sense.
    pub range: Option<[f64; 2]>,
}

impl Axis {
    /// A linear axis over the range of the data.
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            unit: unit.into(),
            ..Self::default()
        }
    }

    /// A logarithmic axis over the range of the data.
    pub fn log(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            scale: Scale::Log,
            ..Self::new(label, unit)
        }
    }

    /// Label and unit, with what the ticks have taken out of the numbers: `energy − 100 J (10⁻⁹ J)`.
    pub(super) fn caption(&self, ticks: &Ticks) -> String {
        let mut caption = self.label.clone();
        if let Some(offset) = &ticks.offset {
            let unit = if self.unit.is_empty() {
                String::new()
            } else {
                format!(" {}", self.unit)
            };
            caption += &match offset.strip_prefix('−') {
                Some(digits) => format!(" + {digits}{unit}"),
                None => format!(" − {offset}{unit}"),
            };
        }
        let unit = match (ticks.exponent, self.unit.as_str()) {
            (None, "") => return caption,
            (None, unit) => unit.to_owned(),
            (Some(exponent), "") => format!("×{}", power_of_ten(exponent)),
            (Some(exponent), unit) => format!("{} {unit}", power_of_ten(exponent)),
        };
        if caption.is_empty() {
            unit
        } else {
            format!("{caption} ({unit})")
        }
    }

    /// The range to show: the one asked for, or that of the values and a margin of `pad` of it on both sides.
    pub(super) fn domain(&self, values: impl Iterator<Item = f64>, pad: f64) -> [f64; 2] {
        if let Some([low, high]) = self.range
            && self.scale.shows(low)
            && self.scale.shows(high)
            && low < high
        {
            return [low, high];
        }
        let (low, high) = values
            .filter(|value| self.scale.shows(*value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
                (low.min(v), high.max(v))
            });
        match self.scale {
            Scale::Linear if low > high => [0.0, 1.0],
            Scale::Log if low > high => [1.0, 10.0],
            Scale::Linear => {
                let size = low.abs().max(high.abs());
                // a constant with rounding errors is a constant
                let margin = if high - low > 1e-12 * size && high - low > 1e-280 {
                    (high - low) * pad
                } else if size > 1e-280 {
                    0.1 * size
                } else {
                    1.0
                };
                [low - margin, high + margin]
            }
            Scale::Log => {
                let ratio = high / low;
                let margin = if ratio > 1.0 + 1e-12 {
                    ratio.powf(pad)
                } else {
                    2.0
                };
                [low / margin, high * margin]
            }
        }
    }

    /// At most about `most` ticks for a domain.
    pub(super) fn ticks(&self, [low, high]: [f64; 2], most: usize) -> Ticks {
        match self.scale {
            Scale::Linear => linear(low, high, most),
            Scale::Log => logarithmic(low, high, most),
        }
    }
}

impl Scale {
    /// Whether a value has a place on the axis. The outermost numbers are refused too: their differences
    /// are infinite.
    pub(super) fn shows(self, value: f64) -> bool {
        match self {
            Scale::Linear => value.abs() < 1e300,
            Scale::Log => (1e-300..1e300).contains(&value),
        }
    }
}

/// The way from a value to a pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mapping {
    pub(super) scale: Scale,
    pub(super) domain: [f64; 2],
    pub(super) pixels: [f64; 2],
}

impl Mapping {
    /// The pixel of a value that the scale shows; far outside the domain it stops at a million.
    pub(super) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| match self.scale {
            Scale::Linear => value,
            Scale::Log => value.log10(),
        };
        let [low, high] = self.domain.map(place);
        let along = (place(value) - low) / (high - low);
        let [from, to] = self.pixels;
        (from + along * (to - from)).clamp(-1e6, 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        let axis = Axis::new("x", "m");
        assert_eq!(
            axis.domain([1.0, f64::NAN, 3.0].into_iter(), 0.5),
            [0.0, 4.0]
        );
        assert_eq!(axis.domain([f64::INFINITY].into_iter(), 0.1), [0.0, 1.0]);
        assert_eq!(axis.domain([0.0, 0.0].into_iter(), 0.1), [-1.0, 1.0]);
        let [low, high] = axis.domain([10.0, 10.0 + 1e-14].into_iter(), 0.1);
        assert!((low - 9.0).abs() < 1e-9 && (high - 11.0).abs() < 1e-9);
        let log = Axis::log("h", "s");
        assert_eq!(
            log.domain([-1.0, 0.0, 0.1, 10.0].into_iter(), 0.0),
            [0.1, 10.0]
        );
        assert_eq!(log.domain([0.0].into_iter(), 0.0), [1.0, 10.0]);
        let asked = Axis {
            range: Some([0.0, 2.0]),
            ..axis
        };
        assert_eq!(asked.domain([7.0].into_iter(), 0.1), [0.0, 2.0]);
        let senseless = Axis {
            range: Some([2.0, 2.0]),
            ..asked
        };
        assert_eq!(senseless.domain([0.0, 1.0].into_iter(), 0.0), [0.0, 1.0]);
    }

    #[test]
    fn captions() {
        let axis = Axis::new("energy", "J");
        let ticks = |exponent, offset: Option<&str>| Ticks {
            exponent,
            offset: offset.map(str::to_owned),
            ..Ticks::default()
        };
        assert_eq!(axis.caption(&ticks(None, None)), "energy (J)");
        assert_eq!(
            axis.caption(&ticks(Some(-9), Some("100"))),
            "energy − 100 J (10⁻⁹ J)"
        );
        assert_eq!(axis.caption(&ticks(None, Some("−5"))), "energy + 5 J (J)");
        assert_eq!(
            Axis::new("ratio", "").caption(&ticks(Some(6), None)),
            "ratio (×10⁶)"
        );
        assert_eq!(Axis::new("", "").caption(&ticks(None, None)), "");
    }

    #[test]
    fn pixels() {
        let log = Mapping {
            scale: Scale::Log,
            domain: [0.01, 100.0],
            pixels: [0.0, 400.0],
        };
        assert!((log.at(1.0) - 200.0).abs() < 1e-9);
        let up = Mapping {
            scale: Scale::Linear,
            domain: [0.0, 2.0],
            pixels: [100.0, 0.0],
        };
        assert_eq!(up.at(0.5), 75.0);
        assert_eq!(up.at(1e200), -1e6);
    }
}
