//! How a jam and its threshold depend on the parameters of a design: central differences, of thresholds that are found again.

use super::Design;
use super::jam::Jam;
use super::threshold::{Threshold, near};
use serde::Serialize;

/// The step of a difference, as a part of the parameter. Thresholds are known to about 1e-9: this step loses a millionth by rounding and by
/// curvature alike.
const STEP: f64 = 1e-3;
/// A parameter whose slope cannot be told this well, forwards and backwards, has a kink there.
const KINK: f64 = 0.02;

/// A parameter of a design.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Between these it may be changed.
    pub range: [f64; 2],
}

impl Parameter {
    /// The step by which to change it.
    fn step(&self) -> f64 {
        match self.value == 0.0 {
            true => STEP * (self.range[1] - self.range[0]).abs(),
            false => STEP * self.value.abs(),
        }
    }
}

/// A threshold in one of the parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swept {
    /// Which of the parameters.
    pub parameter: usize,
    /// Where jamming begins or ends in it, the others as they are.
    pub threshold: Threshold,
}

/// What one parameter does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// Its name.
    pub parameter: String,
    /// Its value.
    pub value: f64,
    /// d(margin)/d(parameter) (N per unit) at the design as it is: positive if more of it jams more. Nothing where the problem is not posed
    /// next to it.
    pub margin: Option<f64>,
    /// d(threshold)/d(parameter); nothing for the parameter of the threshold itself, and where it is not found again.
    pub threshold: Option<f64>,
    /// Whether the slopes to either side differ: more of it and less of it are different matters.
    pub kink: bool,
}

/// Slopes to either side.
struct Slopes {
    mean: f64,
    kink: bool,
}

impl Slopes {
    /// Of values at −step, 0 and step; one side is enough.
    fn of(values: [Option<f64>; 3], step: f64) -> Option<Self> {
        let finite = values.map(|value| value.filter(|value| value.is_finite()));
        match finite {
            [Some(low), middle, Some(high)] => {
                let mean = (high - low) / (2.0 * step);
                let kink = middle.is_some_and(|middle| {
                    let (left, right) = ((middle - low) / step, (high - middle) / step);
                    (right - left).abs() > KINK * left.abs().max(right.abs()) && {
                        // not what thresholds and margins are uncertain by
                        (right - left).abs() * step > 1e-7 * middle.abs().max(1e-3)
                    }
                });
                Some(Self { mean, kink })
            }
            [Some(low), Some(middle), None] => Some(Self::one_sided((middle - low) / step)),
            [None, Some(middle), Some(high)] => Some(Self::one_sided((high - middle) / step)),
            _ => None,
        }
    }

    fn one_sided(mean: f64) -> Self {
        Self { mean, kink: false }
    }
}

/// What each parameter does to the margin at the design as it is and, if one is given, to a threshold. `progress` hears how many of how many
/// parameters are done, and ends it by saying false.
pub fn sensitivities(
    design: Design,
    parameters: &[Parameter],
    swept: Option<&Swept>,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Vec<Sensitivity> {
    let values: Vec<f64> = parameters.iter().map(|p| p.value).collect();
    let changed = |i: usize, by: f64| {
        let mut values = values.clone();
        values[i] += by;
        values
    };
    let margin = |values: &[f64]| {
        let posed = design(values).ok()?;
        Jam::of(&posed).ok().map(|(jam, _)| jam.margin)
    };
    let threshold = |swept: &Swept, values: Vec<f64>| {
        let family = |p: f64| {
            let mut values = values.clone();
            values[swept.parameter] = p;
            design(&values)
        };
        let [low, high] = parameters[swept.parameter].range;
        let reach = 0.1 * (high - low).abs();
        let width = 1e-11 * (high - low).abs();
        near(&family, &swept.threshold, reach, width).map(|found| found.parameter)
    };
    let mut out = Vec::new();
    for (i, parameter) in parameters.iter().enumerate() {
        if !progress(i, parameters.len()) {
            break;
        }
        let step = parameter.step();
        let around = [-step, 0.0, step].map(|by| changed(i, by));
        let of_margin = Slopes::of(around.clone().map(|values| margin(&values)), step);
        let of_threshold = swept
            .filter(|swept| swept.parameter != i)
            .and_then(|swept| Slopes::of(around.map(|values| threshold(swept, values)), step));
        let bent = |slopes: &Option<Slopes>| slopes.as_ref().is_some_and(|slopes| slopes.kink);
        out.push(Sensitivity {
            parameter: parameter.name.clone(),
            value: parameter.value,
            kink: bent(&of_margin) || bent(&of_threshold),
            margin: of_margin.map(|slopes| slopes.mean),
            threshold: of_threshold.map(|slopes| slopes.mean),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawer_scene, ladder_scene, parameter, tp97_example_2};
    use super::super::threshold::{ThresholdSettings, thresholds};
    use super::*;

    /// The threshold in the first parameter.
    fn first(design: Design, parameters: &[Parameter]) -> Swept {
        let family = |p: f64| {
            let mut values: Vec<f64> = parameters.iter().map(|p| p.value).collect();
            values[0] = p;
            design(&values)
        };
        let settings = ThresholdSettings::over(parameters[0].range);
        let found = thresholds(&family, &settings, &mut |_, _| true);
        Swept {
            parameter: 0,
            threshold: found.thresholds[0],
        }
    }

    fn close(found: Option<f64>, exact: f64) {
        let found = found.expect("a slope");
        assert!(
            (found - exact).abs() < 1e-4 * exact.abs().max(0.1),
            "{found} {exact}"
        );
    }

    /// μ = L/(2e): dμ/dL = 1/(2e), dμ/de = −L/(2e²), and the pull does not matter.
    #[test]
    fn the_threshold_of_the_drawer_has_its_slopes() {
        let names = ["mu", "length", "eccentricity", "pull"];
        let design = |x: &[f64]| {
            let values: Vec<_> = names.into_iter().zip(x.iter().copied()).collect();
            drawer_scene(&values)
        };
        let parameters = [
            parameter("mu", 0.6, [0.05, 1.5]),
            parameter("length", 0.3, [0.1, 1.0]),
            parameter("eccentricity", 0.3, [0.1, 1.0]),
            parameter("pull", 10.0, [1.0, 100.0]),
        ];
        let swept = first(&design, &parameters);
        let found = sensitivities(&design, &parameters, Some(&swept), &mut |_, _| true);
        assert_eq!(found.len(), 4);
        assert_eq!(found[0].threshold, None);
        close(found[1].threshold, 1.0 / 0.6);
        close(found[2].threshold, -0.3 / (2.0 * 0.09));
        close(found[3].threshold, 0.0);
        // more friction and more eccentricity jam more, a longer guide less
        let signs: Vec<bool> = found.iter().map(|s| s.margin.unwrap() > 0.0).collect();
        assert_eq!(signs[..3], [true, false, true]);
    }

    /// μ = tan((90° − θ)/2): dμ/dθ = −(1 + μ²)/2 in radians.
    #[test]
    fn the_threshold_of_the_ladder_has_its_slope() {
        let design = |x: &[f64]| ladder_scene(&[("mu", x[0]), ("angle_deg", x[1])]);
        let parameters = [
            parameter("mu", 0.3, [0.05, 1.0]),
            parameter("angle_deg", 60.0, [30.0, 85.0]),
        ];
        let swept = first(&design, &parameters);
        let found = sensitivities(&design, &parameters, Some(&swept), &mut |_, _| true);
        let mu = swept.threshold.parameter;
        close(
            found[1].threshold.map(|slope| slope.to_degrees()),
            -0.5 * (1.0 + mu * mu),
        );
        assert!(!found[1].kink);
    }

    /// Where the margin is zero, it stays so along the threshold: dμ/dq = −(∂s/∂q)/(∂s/∂μ).
    #[test]
    fn margins_and_thresholds_agree_for_the_cube() {
        let names = ["mu", "gamma", "zeta", "tau2"];
        let design = |x: &[f64]| {
            let values: Vec<_> = names.into_iter().zip(x.iter().copied()).collect();
            tp97_example_2(&values)
        };
        let mut parameters = [
            parameter("mu", 0.7, [0.4, 1.0]),
            parameter("gamma", 1.5, [0.5, 2.0]),
            parameter("zeta", 1.5, [0.5, 2.0]),
            parameter("tau2", 3.0, [1.0, 5.0]),
        ];
        let swept = first(&design, &parameters);
        parameters[0].value = swept.threshold.parameter;
        let found = sensitivities(&design, &parameters, Some(&swept), &mut |_, _| true);
        for slopes in &found[1..] {
            let by_margin = -slopes.margin.unwrap() / found[0].margin.unwrap();
            let found = slopes.threshold.unwrap();
            assert!(
                (found - by_margin).abs() < 1e-3 * found.abs().max(0.05),
                "{slopes:?} {by_margin}"
            );
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let design = |x: &[f64]| ladder_scene(&[("mu", x[0])]);
        let parameters = [parameter("mu", 0.3, [0.05, 1.0])];
        assert!(sensitivities(&design, &parameters, None, &mut |_, _| false).is_empty());
    }
}
