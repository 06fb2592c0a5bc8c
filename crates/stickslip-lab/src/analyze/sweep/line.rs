//! How many motions there are while one parameter changes, and which.
//!
//! The line is gone along twice: forwards with random starts and with what the point before had, then backwards, so that a motion that was
//! met late is looked for where it was missed.

use super::answers::Answers;
use super::{Family, grid};
use serde::Serialize;

/// Where to look, and how hard.
#[derive(Clone, Debug, PartialEq)]
pub struct LineSettings {
    /// The least and the largest parameter.
    pub range: [f64; 2],
    /// How many points; 45 unless told.
    pub points: usize,
    /// Random starts at each point, beside the motions of its neighbours; 24 unless told.
    pub starts: usize,
}

impl LineSettings {
    /// The usual, over a range.
    pub fn over(range: [f64; 2]) -> Self {
        Self {
            range,
            points: 45,
            starts: 24,
        }
    }
}

/// A value of the parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinePoint {
    /// The parameter.
    pub parameter: f64,
    /// What was found; nothing where the problem is not posed.
    pub found: Option<Answers>,
    /// Why it is not.
    pub reason: Option<String>,
}

impl LinePoint {
    /// How many motions were found.
    pub fn count(&self) -> Option<usize> {
        self.found.as_ref().map(|found| found.answers.len())
    }
}

/// A parameter and what becomes of the motions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Line {
    /// In ascending order; those that are done, if it was told to stop.
    pub points: Vec<LinePoint>,
    /// Whether it was told to stop.
    pub interrupted: bool,
}

/// Goes along a parameter. `progress` hears how many of how many steps are done, and ends it by saying false: what is done is kept.
pub fn line(
    family: Family,
    settings: &LineSettings,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Line {
    let places = grid(settings.range, settings.points);
    let total = 2 * places.len();
    let mut out = Line::default();
    for (i, &parameter) in places.iter().enumerate() {
        if !progress(i, total) {
            out.interrupted = true;
            break;
        }
        let before = out.points.last().and_then(|point| point.found.as_ref());
        let seeds: Vec<&Answers> = before.into_iter().collect();
        let found =
            family(parameter).and_then(|posed| Answers::of(&posed, settings.starts, &seeds));
        out.points.push(LinePoint {
            parameter,
            found: found.as_ref().ok().cloned(),
            reason: found.err(),
        });
    }
    // and back
    for i in (0..out.points.len().saturating_sub(1)).rev() {
        if out.interrupted || !progress(total - 1 - i, total) {
            out.interrupted = true;
            break;
        }
        let (before, after) = out.points.split_at_mut(i + 1);
        let here = &mut before[i];
        if let (Some(found), Some(next)) = (&mut here.found, &after[0].found) {
            // what was found stands, whatever comes of looking again
            let learned = family(here.parameter).map(|posed| {
                let mut more = found.clone();
                more.learn(&posed, next).map(|()| more)
            });
            if let Ok(Ok(more)) = learned {
                *found = more;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::samples::{ladder_scene, tp97_example_2};
    use super::*;
    use crate::analyze::search::ContactMode;

    /// [TP97 §4.2]: one sliding motion below 0.70368, then a jam beside it up to 0.838, then the jam alone.
    #[test]
    fn the_cube_has_one_motion_then_two_then_one() {
        let settings = LineSettings {
            points: 23,
            starts: 8,
            ..LineSettings::over([0.1, 1.2])
        };
        let line = line(
            &|mu| tp97_example_2(&[("mu", mu)]),
            &settings,
            &mut |_, _| true,
        );
        assert!(!line.interrupted && line.points.len() == 23);
        for point in &line.points {
            let (mu, found) = (point.parameter, point.found.as_ref().unwrap());
            let expected = if mu > 0.70368 && mu < 0.838 { 2 } else { 1 };
            assert_eq!(point.count(), Some(expected), "{mu}");
            assert_eq!(found.jam.unwrap().exists, mu > 0.70368, "{mu}");
            assert_eq!(found.answers[0].stuck, mu > 0.70368, "{mu}");
            let slides = found.answers.iter().filter(|a| !a.stuck);
            for slide in slides {
                assert_eq!(slide.modes, [ContactMode::Slide; 3], "{mu}");
            }
        }
        let at = &line.points[13];
        assert!((at.parameter - 0.75).abs() < 1e-12);
        assert!((at.found.as_ref().unwrap().answers[1].norm - 0.489091).abs() < 1e-6);
    }

    /// Where the ladder stands it does, where it cannot it slides; friction that is not posed is said.
    #[test]
    fn the_ladder_stands_or_slides() {
        let settings = LineSettings {
            points: 13,
            ..LineSettings::over([-0.12, 0.48])
        };
        let line = line(&|mu| ladder_scene(&[("mu", mu)]), &settings, &mut |_, _| {
            true
        });
        for point in &line.points {
            let mu = point.parameter;
            if mu < 0.0 {
                assert!(point.found.is_none() && point.reason.is_some(), "{mu}");
                continue;
            }
            let found = point.found.as_ref().unwrap();
            assert_eq!(point.count(), Some(1), "{mu}");
            let stands = mu > 15.0_f64.to_radians().tan();
            assert_eq!(found.jam.unwrap().exists, stands, "{mu}");
            assert_eq!(found.slowest().unwrap().stuck, stands, "{mu}");
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let settings = LineSettings::over([0.1, 0.5]);
        let line = line(
            &|mu| ladder_scene(&[("mu", mu)]),
            &settings,
            &mut |done, _| done < 5,
        );
        assert!(line.interrupted);
        assert_eq!(line.points.len(), 5);
        assert!(line.points.iter().all(|point| point.count().is_some()));
    }
}
