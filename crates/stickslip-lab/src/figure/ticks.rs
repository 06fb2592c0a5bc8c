//! Where the ticks of an axis stand and what is written at them.

use super::text::{decimal, power_of_ten, short};

/// The ticks of one axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ticks {
    /// Values with their labels, in rising order.
    pub(super) major: Vec<(f64, String)>,
    /// Values without labels in between.
    pub(super) minor: Vec<f64>,
    /// Power of ten that was taken out of all labels.
    pub(super) exponent: Option<i32>,
    /// Number that was subtracted from all labels, as text.
    pub(super) offset: Option<String>,
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten within [low, high]: about `most`, but never fewer than
/// three, without which a scale cannot be read.
pub(super) fn linear(low: f64, high: f64, most: usize) -> Ticks {
    let span = high - low;
    if !(span > 0.0 && span.is_finite()) {
        return Ticks::default();
    }
    let most = most.max(2);
    // a step is at most 2.5 times what was asked for, so an eighth of the span always gives three ticks
    let enough = |ticks: &Ticks| ticks.major.len() >= 3;
    let mut tries = (most..most.max(8)).map(|count| with_step(low, high, span / count as f64));
    let found = tries.find(enough);
    found.unwrap_or_else(|| with_step(low, high, span / most.max(8) as f64))
}

fn with_step(low: f64, high: f64, least: f64) -> Ticks {
    let span = high - low;
    let (factor, power) = step(least);
    let value = |k: f64| multiple(k * factor, power);
    // a tick that rounding pushed out of the range by a hair belongs to it; far from zero the hair is thicker
    let largest = low.abs().max(high.abs());
    let hair = 1e-9 + 4.0 * f64::EPSILON * largest / value(1.0);
    let first = (low / value(1.0) - hair).ceil();
    let last = (high / value(1.0) + hair).floor();
    let count = (last - first + 1.0).max(0.0) as usize;
    let indices = (0..count).map(|i| first + i as f64);

    // many equal leading digits are subtracted once instead of written often
    let crowded = largest / value(1.0) > 1e6;
    let base = if crowded {
        let unit = 10f64.powf(span.log10().ceil());
        (((low + high) / 2.0 / unit).round() * unit / value(1.0)).round()
    } else {
        0.0
    };
    let labelled = if crowded {
        value(last - base).abs().max(value(first - base).abs())
    } else {
        largest
    };

    // very large and very small numbers share a power of ten
    let decade = labelled.log10().floor() as i32;
    let exponent = (!(-2..5).contains(&decade)).then_some(decade);
    let shared = exponent.unwrap_or(0);
    let decimals = (shared - power).max(0) as usize;
    let label = |k: f64| decimal(multiple((k - base) * factor, power - shared), decimals);
    Ticks {
        major: indices.map(|k| (value(k), label(k))).collect(),
        minor: Vec::new(),
        exponent,
        offset: crowded
            .then(|| decimal(value(base), (-power).max(0) as usize))
            .map(strip_zeros),
    }
}

fn strip_zeros(digits: String) -> String {
    if digits.contains('.') {
        digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    } else {
        digits
    }
}

/// The smallest of 1, 2, 5 × 10ᵏ that is not below `least`, as factor and k.
fn step(least: f64) -> (f64, i32) {
    let power = least.log10().floor() as i32;
    let lead = least / 10f64.powi(power);
    for factor in [1.0, 2.0, 5.0] {
        if lead <= factor * (1.0 + 1e-9) {
            return (factor, power);
        }
    }
    (1.0, power + 1)
}

/// n × 10ᵏ with a single rounding for negative k, so that 3 × 10⁻¹ is 0.3.
fn multiple(n: f64, power: i32) -> f64 {
    if power < 0 {
        n / 10f64.powi(-power)
    } else {
        n * 10f64.powi(power)
    }
}

/// Ticks of a logarithmic axis within [low, high], both positive: powers of ten, and 2 and 5 times those where
/// there are few.
pub(super) fn logarithmic(low: f64, high: f64, most: usize) -> Ticks {
    if !(low > 0.0 && high > low && high.is_finite()) {
        return Ticks::default();
    }
    let hair = 1e-9;
    let first = (low.log10() - hair).ceil() as i32;
    let last = (high.log10() + hair).floor() as i32;
    let within = |value: f64| value >= low * (1.0 - hair) && value <= high * (1.0 + hair);
    let of = |factors: &[f64]| -> Vec<f64> {
        (first - 1..=last)
            .flat_map(|power| factors.iter().map(move |factor| multiple(*factor, power)))
            .filter(|value| within(*value))
            .collect()
    };
    let decades = (last - first + 1).max(0) as usize;
    let fine = of(&[1.0, 2.0, 5.0]);
    let between = of(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);

    // within a decade or two a plain axis reads best
    if decades <= 2 && fine.len() >= 2 && fine.len() <= most.max(4) {
        let major = fine
            .iter()
            .map(|value| (*value, short(*value, 1)))
            .collect();
        let minor = between
            .into_iter()
            .filter(|value| !fine.contains(value))
            .collect();
        return Ticks {
            major,
            minor,
            ..Ticks::default()
        };
    }
    if decades < 2 {
        // too narrow for powers of ten: linear ticks on a logarithmic axis
        let mut ticks = linear(low, high, most);
        ticks.major.retain(|(value, _)| *value > 0.0);
        return ticks;
    }
    // every power of ten, or every second, third … so that they do not crowd
    let stride = decades.div_ceil(most.max(2)) as i32;
    let plain = first >= -2 && last <= 3;
    let label = |power| {
        if plain {
            short(multiple(1.0, power), 1)
        } else {
            power_of_ten(power)
        }
    };
    let kept = |power: &i32| power.rem_euclid(stride) == 0;
    let major = (first..=last)
        .filter(kept)
        .map(|power| (multiple(1.0, power), label(power)));
    let minor = match (stride, decades) {
        (1, 0..=5) => between,
        (1, _) => Vec::new(),
        _ => (first..=last)
            .filter(|power| !kept(power))
            .map(|power| multiple(1.0, power))
            .collect(),
    };
    Ticks {
        major: major.collect(),
        minor,
        ..Ticks::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &Ticks) -> Vec<&str> {
        ticks
            .major
            .iter()
            .map(|(_, label)| label.as_str())
            .collect()
    }

    #[test]
    fn one_two_five() {
        assert_eq!(
            labels(&linear(0.0, 1.0, 5)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(labels(&linear(-3.0, 7.5, 6)), ["−2", "0", "2", "4", "6"]);
        assert_eq!(labels(&linear(0.0, 100.0, 2)), ["0", "50", "100"]);
        // values are the doubles one would type
        let values: Vec<f64> = linear(0.0, 0.5, 5)
            .major
            .iter()
            .map(|tick| tick.0)
            .collect();
        assert_eq!(values, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    }

    #[test]
    fn never_too_few_never_too_many_and_always_inside() {
        for low in [-1e9, -7.3, -1e-12, 0.0, 0.5, 2.5, 1e4] {
            for span in [1e-6, 0.3, 1.0, 14.01, 17.0, 1e6] {
                // an axis never asks for a range finer than the numbers are
                if span < 1e-12 * f64::abs(low) {
                    continue;
                }
                for most in 2..12 {
                    let ticks = linear(low, low + span, most);
                    let count = ticks.major.len();
                    assert!(
                        (3..=most.max(8) + 1).contains(&count),
                        "{low} {span} {most}: {ticks:?}"
                    );
                    // a tick may stand outside by the rounding of the largest number
                    let hair = 1e-6 * span + 8.0 * f64::EPSILON * f64::abs(low);
                    let inside = |value: f64| value >= low - hair && value <= low + span + hair;
                    assert!(
                        ticks.major.iter().all(|tick| inside(tick.0)),
                        "{low} {span} {ticks:?}"
                    );
                    let mut names = labels(&ticks);
                    names.dedup();
                    assert_eq!(names.len(), ticks.major.len(), "{ticks:?}");
                }
            }
        }
    }

    #[test]
    fn small_and_large_numbers_share_a_power() {
        let ticks = linear(0.0, 4e-7, 4);
        assert_eq!(
            (labels(&ticks), ticks.exponent),
            (vec!["0", "1", "2", "3", "4"], Some(-7))
        );
        let ticks = linear(0.0, 2.5e6, 5);
        assert_eq!(labels(&ticks), ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
        assert_eq!(ticks.exponent, Some(6));
        assert_eq!(linear(0.0, 20_000.0, 4).exponent, None);
    }

    #[test]
    fn a_drift_far_from_zero_is_shown_as_a_difference() {
        let ticks = linear(100.0 - 2e-9, 100.0 + 2e-9, 4);
        assert_eq!(ticks.offset.as_deref(), Some("100"));
        assert_eq!(labels(&ticks), ["−2", "−1", "0", "1", "2"]);
        assert_eq!(ticks.exponent, Some(-9));
    }

    #[test]
    fn powers_of_ten() {
        assert_eq!(
            labels(&logarithmic(1e-6, 1e-1, 8)),
            ["10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹"]
        );
        assert_eq!(
            labels(&logarithmic(0.01, 100.0, 8)),
            ["0.01", "0.1", "1", "10", "100"]
        );
        assert_eq!(
            labels(&logarithmic(1e-3, 2e-2, 8)),
            ["0.001", "0.002", "0.005", "0.01", "0.02"]
        );
        assert_eq!(
            labels(&logarithmic(3.0, 4.0, 5)),
            ["3.0", "3.2", "3.4", "3.6", "3.8", "4.0"]
        );
        assert!(logarithmic(1e-300, 1e300, 8).major.len() <= 9);
    }

    #[test]
    fn senseless_ranges_have_no_ticks() {
        for (low, high) in [
            (1.0, 1.0),
            (2.0, 1.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
        ] {
            assert!(linear(low, high, 5).major.is_empty());
            assert!(logarithmic(low, high, 5).major.is_empty());
        }
        assert!(logarithmic(-1.0, 1.0, 5).major.is_empty());
    }
}
