//! Where jamming begins and ends while a parameter changes.
//!
//! The margin by which everything can be held is continuous where the contacts stay the same, and jamming begins where it goes through
//! zero. It is sampled on a grid; between two samples that differ the place is found by halving. A window thinner than the grid shows as a
//! peak of the margin (or, of freedom, as a dip): peaks and dips are looked into as well.

use super::jam::Jam;
use super::{Family, grid};
use crate::analyze::{Posed, cone};
use serde::Serialize;

/// How far into a peak or a dip to look, as a part of the grid step: 0.618^30.
const LOOKS: usize = 30;
/// Halvings at most: a range then is down to rounding.
const HALVINGS: usize = 60;

/// Where to look, and how closely.
#[derive(Clone, Debug, PartialEq)]
pub struct ThresholdSettings {
    /// The least and the largest parameter.
    pub range: [f64; 2],
    /// How many samples; 33 unless told.
    pub samples: usize,
    /// How closely to find a threshold, as a part of the range; 1e-10 unless told.
    pub tolerance: f64,
}

impl ThresholdSettings {
    /// The usual, over a range.
    pub fn over(range: [f64; 2]) -> Self {
        Self {
            range,
            samples: 33,
            tolerance: 1e-10,
        }
    }
}

/// What is known at one value of the parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The parameter.
    pub parameter: f64,
    /// How far it is from jamming.
    pub jam: Option<Jam>,
    /// If that is not known: why the problem is not posed, or not decided.
    pub reason: Option<String>,
}

/// A value of the parameter at which jamming begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Threshold {
    /// Where.
    pub parameter: f64,
    /// Whether it jams above, and not below; else the other way round.
    pub jams_above: bool,
    /// It lies in an interval of this width: what halving came to.
    pub width: f64,
}

/// All thresholds in a range.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Thresholds {
    /// In ascending order.
    pub thresholds: Vec<Threshold>,
    /// The margins they come from, in ascending order.
    pub samples: Vec<Sample>,
    /// Whether it was told to stop: there may be others in the rest of the range.
    pub interrupted: bool,
}

impl Sample {
    fn jams(&self) -> Option<bool> {
        self.jam.map(|jam| jam.exists)
    }
}

/// What is known at p. A question that is undecided there, as it may be at a threshold, is asked again next to it.
fn sample(family: Family, p: f64, aside: f64) -> Sample {
    let ask = |p: f64| -> Result<Result<Jam, cone::Error>, String> {
        let posed: Posed = family(p)?;
        Ok(Jam::of(&posed).map(|(jam, _)| jam))
    };
    let answer = match ask(p) {
        Ok(Err(undecided @ cone::Error::Undecided { .. })) => match ask(p + aside) {
            Ok(Ok(jam)) => Ok(jam),
            _ => Err(undecided.to_string()),
        },
        Ok(Err(error)) => Err(error.to_string()),
        Ok(Ok(jam)) => Ok(jam),
        Err(reason) => Err(reason),
    };
    Sample {
        parameter: p,
        jam: answer.as_ref().ok().copied(),
        reason: answer.err(),
    }
}

/// Finds where jamming begins and ends. `progress` hears how many of how many samples are done, and ends it by saying false.
pub fn thresholds(
    family: Family,
    settings: &ThresholdSettings,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Thresholds {
    let [low, high] = settings.range;
    let width = settings.tolerance * (high - low).abs();
    let places = grid(settings.range, settings.samples.max(2));
    let mut out = Thresholds::default();
    for (i, &p) in places.iter().enumerate() {
        if !progress(i, places.len()) {
            out.interrupted = true;
            break;
        }
        out.samples.push(sample(family, p, width));
    }
    // what is thinner than the grid
    let hidden: Vec<Sample> = (out.samples.windows(3))
        .filter_map(|three| hidden(family, three, width))
        .collect();
    out.samples.extend(hidden);
    (out.samples).sort_by(|a, b| a.parameter.total_cmp(&b.parameter));
    // what changes between neighbours
    let ends = out.samples.windows(2).filter_map(|two| {
        let differ = two[0].jams()? != two[1].jams()?;
        differ.then_some([two[0].parameter, two[1].parameter])
    });
    out.thresholds = ends
        .filter_map(|ends| bisect(family, ends, width))
        .collect();
    out
}

/// The threshold between two values of the parameter, of which one jams and the other does not; nothing if that is not so.
pub fn bisect(family: Family, [mut low, mut high]: [f64; 2], width: f64) -> Option<Threshold> {
    let jams = |p: f64| sample(family, p, 0.1 * width).jams();
    let jams_above = jams(high)?;
    if jams(low)? == jams_above {
        return None;
    }
    for _ in 0..HALVINGS {
        if high - low <= width {
            break;
        }
        // a value at which nothing is known is passed by on either side
        let known = [0.5, 0.45, 0.55].into_iter().find_map(|part| {
            let p = low + part * (high - low);
            jams(p).map(|jams| (p, jams))
        });
        match known {
            Some((p, jams)) if jams == jams_above => high = p,
            Some((p, _)) => low = p,
            None => break,
        }
    }
    Some(Threshold {
        parameter: 0.5 * (low + high),
        jams_above,
        width: high - low,
    })
}

/// The threshold of the same sense that is nearest to a known one, for a family that differs a little: looked for up to `reach` away.
pub fn near(family: Family, known: &Threshold, reach: f64, width: f64) -> Option<Threshold> {
    let mut away = (1e-3 * reach).max(width);
    loop {
        let ends = [known.parameter - away, known.parameter + away];
        let found = bisect(family, ends, width);
        if let Some(found) = found.filter(|found| found.jams_above == known.jams_above) {
            return Some(found);
        }
        if away >= reach {
            return None;
        }
        away = (2.0 * away).min(reach);
    }
}

/// The middle of three samples is a peak or a dip of the margin, all of one kind: the other kind within it, if it is there.
fn hidden(family: Family, three: &[Sample], width: f64) -> Option<Sample> {
    let [a, b, c] = three else {
        return None;
    };
    let jams = b.jams()?;
    if a.jams()? != jams || c.jams()? != jams {
        return None;
    }
    // outwards to the other kind
    let value = |sample: &Sample| {
        let relative = sample.jam.map_or(f64::NEG_INFINITY, |jam| jam.relative());
        if jams { -relative } else { relative }
    };
    if !(value(b) > value(a) && value(b) > value(c)) {
        return None;
    }
    // golden section
    let part = 0.5 * (3.0 - 5.0_f64.sqrt());
    let (mut left, mut best, mut right) = (a.parameter, b.clone(), c.parameter);
    for _ in 0..LOOKS {
        let larger = if best.parameter - left > right - best.parameter {
            left
        } else {
            right
        };
        let p = best.parameter + part * (larger - best.parameter);
        let tried = sample(family, p, width);
        if tried.jams()? != jams {
            return Some(tried);
        }
        if value(&tried) > value(&best) {
            match p > best.parameter {
                true => left = best.parameter,
                false => right = best.parameter,
            }
            best = tried;
        } else if p > best.parameter {
            right = p;
        } else {
            left = p;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawer_scene, ladder_scene, tp97_example_2};
    use super::*;

    fn all(family: Family, range: [f64; 2]) -> Vec<Threshold> {
        let found = thresholds(family, &ThresholdSettings::over(range), &mut |_, _| true);
        assert!(!found.interrupted);
        found.thresholds
    }

    fn only(family: Family, range: [f64; 2]) -> Threshold {
        let found = all(family, range);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0]
    }

    /// [TP97 §4.2], the correct model.
    #[test]
    fn the_cube_between_rods() {
        let found = only(&|mu| tp97_example_2(&[("mu", mu)]), [0.1, 1.2]);
        assert!((found.parameter - 0.70368).abs() < 1e-5, "{found:?}");
        assert!(found.jams_above && found.width < 1e-9);
    }

    #[test]
    fn the_drawer_has_its_closed_form() {
        for eccentricity in [0.2, 0.3, 1.0] {
            let family = |mu: f64| drawer_scene(&[("mu", mu), ("eccentricity", eccentricity)]);
            let (found, exact) = (only(&family, [0.05, 1.5]), 0.3 / (2.0 * eccentricity));
            assert!((found.parameter - exact).abs() < 1e-8, "{found:?} {exact}");
            assert!(found.jams_above);
        }
        // and in the eccentricity: e = L/(2 μ)
        let found = only(&|e| drawer_scene(&[("eccentricity", e)]), [0.01, 1.0]);
        assert!((found.parameter - 0.25).abs() < 1e-8, "{found:?}");
    }

    #[test]
    fn the_ladder_has_its_closed_form() {
        for degrees in [40.0, 60.0, 75.0_f64] {
            let family = |mu: f64| ladder_scene(&[("mu", mu), ("angle_deg", degrees)]);
            let exact = (0.5 * (90.0 - degrees).to_radians()).tan();
            let found = only(&family, [0.01, 1.0]);
            assert!((found.parameter - exact).abs() < 1e-8, "{found:?} {exact}");
        }
    }

    /// Friction that is enough for the ladder in a window of the parameter, or in all but a window: thin as it is, it is seen.
    #[test]
    fn windows_thinner_than_the_grid_are_found() {
        let need = 15.0_f64.to_radians().tan();
        for sign in [1.0, -1.0] {
            let enough = |p: f64| need + sign * (1.5e-3 - 0.3 * (p - 0.5).abs());
            let found = all(&|p| ladder_scene(&[("mu", enough(p))]), [0.0, 0.75]);
            assert_eq!(found.len(), 2, "{found:?}");
            for (found, (exact, above)) in found.iter().zip([(0.495, 1.0), (0.505, -1.0)]) {
                assert!((found.parameter - exact).abs() < 1e-7, "{found:?}");
                assert_eq!(found.jams_above, above == sign);
            }
        }
    }

    #[test]
    fn what_is_not_posed_is_said_and_passed_by() {
        let family = |mu: f64| match (0.3..0.4).contains(&mu) {
            true => Err("no such friction".to_owned()),
            false => ladder_scene(&[("mu", mu)]),
        };
        let found = thresholds(
            &family,
            &ThresholdSettings::over([0.0, 1.0]),
            &mut |_, _| true,
        );
        assert_eq!(found.thresholds.len(), 1);
        let missing = found.samples.iter().filter(|s| s.reason.is_some());
        assert!(missing.clone().count() >= 3);
        assert!(
            missing
                .into_iter()
                .all(|s| s.jam.is_none() && (0.3..0.4).contains(&s.parameter))
        );
    }

    #[test]
    fn it_can_be_stopped() {
        let family = |mu: f64| ladder_scene(&[("mu", mu)]);
        let settings = ThresholdSettings::over([0.0, 1.0]);
        let found = thresholds(&family, &settings, &mut |done, _| done < 4);
        assert!(found.interrupted && found.samples.len() == 4 && found.thresholds.is_empty());
    }

    /// A steeper ladder needs less: the threshold near the known one is found again.
    #[test]
    fn a_threshold_is_found_again_nearby() {
        let exact = |degrees: f64| (0.5 * (90.0 - degrees).to_radians()).tan();
        let known = Threshold {
            parameter: exact(60.0),
            jams_above: true,
            width: 1e-10,
        };
        let family = |mu: f64| ladder_scene(&[("mu", mu), ("angle_deg", 62.0)]);
        let found = near(&family, &known, 0.2, 1e-10).unwrap();
        assert!((found.parameter - exact(62.0)).abs() < 1e-8, "{found:?}");
        assert_eq!(near(&family, &known, 1e-4, 1e-10), None);
    }
}
