//! What would remove a jam: for each parameter the smallest change of it alone, up or down.

use super::Design;
use super::jam::Jam;
use super::sensitivity::Parameter;
use super::threshold::bisect;
use serde::Serialize;

/// How many values to try on the way to a bound.
const STEPS: usize = 40;

/// A change of one parameter after which nothing holds the jam.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Remedy {
    /// Its name.
    pub parameter: String,
    /// Its value.
    pub from: f64,
    /// The first value found at which the jam is gone; nearer ones are only in windows thinner than a fortieth of the range.
    pub to: f64,
    /// The change, to − from.
    pub change: f64,
    /// The change beside the value; nothing if that is 0.
    pub relative: Option<f64>,
    /// Whether the same contacts touch after it. If not, bodies have come apart, or others touch: another design.
    pub same_contacts: bool,
}

/// Looks for remedies of a jam, within the range of each parameter; the least change, relative to its value, comes first. There is none
/// if nothing jams.
/// `progress` hears how many of how many parameters are done, and ends it by saying false.
pub fn remedies(
    design: Design,
    parameters: &[Parameter],
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Vec<Remedy> {
    let values: Vec<f64> = parameters.iter().map(|p| p.value).collect();
    let state = |values: &[f64]| {
        let posed = design(values).ok()?;
        let (jam, _) = Jam::of(&posed).ok()?;
        Some((jam.exists, posed.contacts))
    };
    let Some((true, contacts)) = state(&values) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (i, parameter) in parameters.iter().enumerate() {
        if !progress(i, parameters.len()) {
            break;
        }
        let with = |p: f64| {
            let mut values = values.clone();
            values[i] = p;
            values
        };
        let span = (parameter.range[1] - parameter.range[0]).abs();
        for bound in parameter.range {
            // the first value on the way that does not jam; what is not posed is in the way
            let mut jammed = parameter.value;
            let mut free = None;
            for k in 1..=STEPS {
                let p = parameter.value + (bound - parameter.value) * k as f64 / STEPS as f64;
                match state(&with(p)) {
                    Some((true, _)) => jammed = p,
                    Some((false, _)) => {
                        free = Some(p);
                        break;
                    }
                    None => break,
                }
            }
            let Some(free) = free else {
                continue;
            };
            let family = |p: f64| design(&with(p));
            let ends = [jammed.min(free), jammed.max(free)];
            let Some(found) = bisect(&family, ends, 1e-10 * span) else {
                continue;
            };
            // on the free side of the threshold
            let beyond = found.width.max(1e-9 * span) * (free - jammed).signum();
            let to = found.parameter + beyond;
            // a design at its threshold needs no remedy but a look
            if (to - parameter.value).abs() <= 1e-7 * span {
                continue;
            }
            out.push(Remedy {
                parameter: parameter.name.clone(),
                from: parameter.value,
                to,
                change: to - parameter.value,
                relative: (parameter.value != 0.0)
                    .then(|| (to - parameter.value) / parameter.value.abs()),
                same_contacts: state(&with(to)).is_some_and(|(_, names)| names == contacts),
            });
        }
    }
    let size = |remedy: &Remedy| remedy.relative.map_or(f64::INFINITY, f64::abs);
    out.sort_by(|a, b| size(a).total_cmp(&size(b)));
    out
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawer_scene, ladder_scene, parameter, tp97_example_2};
    use super::*;

    /// A drawer with μ = 0.6 and e = L = 0.3 is freed by μ < 0.5, by L > 0.36, by e < 0.25, and by no pull.
    #[test]
    fn the_drawer_has_its_three_remedies() {
        let names = ["mu", "length", "eccentricity", "pull"];
        let design = |x: &[f64]| {
            let values: Vec<_> = names.into_iter().zip(x.iter().copied()).collect();
            drawer_scene(&values)
        };
        let parameters = [
            parameter("mu", 0.6, [0.1, 1.5]),
            parameter("length", 0.3, [0.1, 1.0]),
            parameter("eccentricity", 0.3, [0.1, 1.0]),
            parameter("pull", 10.0, [1.0, 100.0]),
        ];
        let found = remedies(&design, &parameters, &mut |_, _| true);
        assert_eq!(found.len(), 3, "{found:?}");
        for (name, to) in [("mu", 0.5), ("length", 0.36), ("eccentricity", 0.25)] {
            let remedy = found.iter().find(|r| r.parameter == name).unwrap();
            assert!((remedy.to - to).abs() < 1e-7, "{remedy:?}");
            assert!(remedy.same_contacts && (remedy.from + remedy.change - to).abs() < 1e-7);
        }
        let sizes: Vec<f64> = found.iter().map(|r| r.relative.unwrap().abs()).collect();
        assert!(sizes.is_sorted());
    }

    /// [TP97 §4.2]: what frees the cube at μ = 0.75, is seen to free it.
    #[test]
    fn remedies_of_the_cube_free_it() {
        let names = ["mu", "gamma", "zeta", "eta", "delta"];
        let design = |x: &[f64]| {
            let values: Vec<_> = names.into_iter().zip(x.iter().copied()).collect();
            tp97_example_2(&values)
        };
        let values = [0.75, 1.5, 1.5, 1.5, 0.5];
        let around =
            |(name, value): (&str, f64)| parameter(name, value, [value - 0.5, value + 0.5]);
        let parameters: Vec<_> = names.into_iter().zip(values).map(around).collect();
        let found = remedies(&design, &parameters, &mut |_, _| true);
        let mu = found.iter().find(|r| r.parameter == "mu").unwrap();
        assert!((mu.to - 0.70368).abs() < 1e-5, "{mu:?}");
        assert!(found.len() >= 2, "{found:?}");
        for remedy in &found {
            let jams = |p: f64| {
                let i = names
                    .iter()
                    .position(|name| *name == remedy.parameter)
                    .unwrap();
                let mut values = values;
                values[i] = p;
                Jam::of(&design(&values).unwrap()).unwrap().0.exists
            };
            assert!(!jams(remedy.to), "{remedy:?}");
            assert!(jams(remedy.to - 1e-4 * remedy.change), "{remedy:?}");
        }
    }

    #[test]
    fn what_does_not_jam_needs_no_remedy() {
        let design = |x: &[f64]| ladder_scene(&[("mu", x[0])]);
        let remedies = |value: f64| {
            let parameters = [parameter("mu", value, [0.05, 1.0])];
            remedies(&design, &parameters, &mut |_, _| true)
        };
        assert!(remedies(0.2).is_empty());
        let found = remedies(0.3);
        assert_eq!(found.len(), 1);
        assert!((found[0].to - 15.0_f64.to_radians().tan()).abs() < 1e-7);
    }
}
