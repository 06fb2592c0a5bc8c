//! Convergence studies in the sense of [ST00 Table 1]: the same scene at several step lengths, measured against the
//! shortest.
//!
//! With v^h(t) = v^{l+1} on (t_l, t_{l+1}] and the maximum norm over the components,
//!
//! - velocity error: ∫ ‖v^h − v‖ dt;
//! - position error: the largest ‖∫(v^h − v) dt‖ at the common times, so that an orientation counts as the integral of
//!   its angular velocity, whatever represents it;
//! - variation: the largest total variation of a single component of v^h;
//! - impulse error: the largest |∫φ dc^h − ∫φ dc| over the test functions φ of [`TEST_FUNCTIONS`], all contacts and
//!   all components of their impulses: the weak* convergence of [Ste00 §4.2].

use serde::Serialize;
use std::collections::BTreeMap;
use std::f64::consts::PI;
use stickslip::{ContactId, Error, Settings, Simulation, State, System};

/// A function of t/T with its name.
pub type TestFunction = (&'static str, fn(f64) -> f64);

/// The test functions φ.
pub const TEST_FUNCTIONS: [TestFunction; 7] = [
    ("1", |_| 1.0),
    ("t/T", |s| s),
    ("(t/T)²", |s| s * s),
    ("cos πt/T", |s| (PI * s).cos()),
    ("sin πt/T", |s| (PI * s).sin()),
    ("cos 2πt/T", |s| (2.0 * PI * s).cos()),
    ("sin 2πt/T", |s| (2.0 * PI * s).sin()),
];

/// A motion at one step length: velocities after each step, and what the contacts gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Step length (s).
    pub h: f64,
    /// v^0, v^1, …
    pub velocities: Vec<Vec<f64>>,
    /// Σ φ(t_l) c^l for each contact by its name, then each component (n, t, o, r) and test function.
    pub moments: BTreeMap<(ContactId, usize), f64>,
    /// Steps whose complementarity problems were all solved and certified.
    pub certified: usize,
    /// The worst relative residual.
    pub residual: f64,
}

/// One line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Step length (s).
    pub h: f64,
    /// ∫ ‖v^h − v‖ dt; none for the reference itself.
    pub velocity_error: Option<f64>,
    /// max ‖q^h − q‖.
    pub position_error: Option<f64>,
    /// Largest total variation of a velocity component.
    pub variation: f64,
    /// Largest difference of the moments of the impulses (N·s).
    pub impulse_error: Option<f64>,
}

/// A finished study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Study {
    /// Longest step first; the last line is the reference.
    pub rows: Vec<Line>,
    /// Estimated orders of the velocity, position and impulse errors: the slope of a straight line through their
    /// logarithms. Errors are measured against a run that has an error of its own, which flatters the last lines.
    pub order: [Option<f64>; 3],
    /// Steps of all runs, and how many of them are certified.
    pub steps: usize,
    /// Certified steps.
    pub certified: usize,
    /// The worst relative residual of all complementarity problems.
    pub residual: f64,
}

/// Why a study cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvergeError {
    /// A step length is not usable.
    #[error("step length {h}: {advice}")]
    BadStep {
        /// Its value (s).
        h: f64,
        /// What to do.
        advice: String,
    },
    /// Fewer than two step lengths.
    #[error("{0} step length is not enough; give at least two, the shortest is the reference")]
    TooFew(usize),
    /// A step failed.
    #[error(transparent)]
    Step(#[from] Error),
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

/// Runs a system for `duration` with one step length. `keep_going` is asked before every step.
pub fn track<S: System>(
    system: S,
    initial: &State,
    settings: &Settings,
    duration: f64,
    mut keep_going: impl FnMut() -> bool,
) -> Result<Track, ConvergeError> {
    let h = settings.step;
    let steps = steps(h, duration)?;
    let functions = TEST_FUNCTIONS.len();
    let mut simulation = Simulation::new(system, initial.clone(), settings.clone())?;
    let mut track = Track {
        h,
        velocities: vec![initial.v.clone()],
        moments: BTreeMap::new(),
        certified: 0,
        residual: 0.0,
    };
    for step in 1..=steps {
        if !keep_going() {
            return Err(ConvergeError::Interrupted);
        }
        let report = simulation.step()?;
        track.certified += usize::from(report.solution.solved);
        track.residual = track.residual.max(report.solution.residual);
        let s = step as f64 / steps as f64;
        for contact in &report.contacts {
            for (part, c) in contact.impulse.parts().iter().enumerate() {
                for (k, (_, phi)) in TEST_FUNCTIONS.iter().enumerate() {
                    let at = (contact.key, part * functions + k);
                    *track.moments.entry(at).or_default() += phi(s) * c;
                }
            }
        }
        track.velocities.push(simulation.state().v.clone());
    }
    Ok(track)
}

/// How many steps of length h fill a duration.
fn steps(h: f64, duration: f64) -> Result<usize, ConvergeError> {
    let bad = |advice: String| ConvergeError::BadStep { h, advice };
    if !(h.is_finite() && h > 0.0) {
        return Err(bad("give a positive number of seconds".into()));
    }
    let steps = (duration / h).round();
    if steps < 1.0 || (steps * h - duration).abs() > 1e-6 * duration {
        let advice = format!("it must divide the duration of {duration} s");
        return Err(bad(advice));
    }
    Ok(steps as usize)
}

/// Checks the step lengths of a study: each a multiple of the shortest, which divides the duration. Longest first.
pub fn check_steps(hs: &[f64], duration: f64) -> Result<Vec<f64>, ConvergeError> {
    let mut hs = hs.to_vec();
    for &h in &hs {
        steps(h, duration)?;
    }
    hs.sort_by(|a, b| b.total_cmp(a));
    hs.dedup();
    let (Some(&shortest), true) = (hs.last(), hs.len() > 1) else {
        return Err(ConvergeError::TooFew(hs.len()));
    };
    for &h in &hs {
        let ratio = h / shortest;
        if (ratio - ratio.round()).abs() > 1e-6 * ratio {
            let advice = format!("it must be a multiple of the shortest, {shortest}");
            return Err(ConvergeError::BadStep { h, advice });
        }
    }
    Ok(hs)
}

/// Compares tracks, the longest step first, with the last of them.
pub fn compare(tracks: &[Track]) -> Study {
    let Some(reference) = tracks.last() else {
        return Study {
            rows: Vec::new(),
            order: [None; 3],
            steps: 0,
            certified: 0,
            residual: 0.0,
        };
    };
    let rows: Vec<Line> = tracks
        .iter()
        .enumerate()
        .map(|(i, track)| {
            let is_reference = i + 1 == tracks.len();
            let (velocity, position) = motion_errors(track, reference);
            // a contact that one of them never had gave nothing there
            let of = |track: &Track, at| track.moments.get(at).copied().unwrap_or(0.0);
            let contacts = track.moments.keys().chain(reference.moments.keys());
            let impulse = contacts.map(|at| (of(track, at) - of(reference, at)).abs());
            let impulse = impulse.fold(0.0, f64::max);
            let error = |e: f64| (!is_reference).then_some(e);
            Line {
                h: track.h,
                velocity_error: error(velocity),
                position_error: error(position),
                variation: variation(track),
                impulse_error: error(impulse),
            }
        })
        .collect();
    let order =
        |error: fn(&Line) -> Option<f64>| slope(rows.iter().filter_map(|r| Some((r.h, error(r)?))));
    Study {
        order: [
            order(|r| r.velocity_error),
            order(|r| r.position_error),
            order(|r| r.impulse_error),
        ],
        steps: tracks.iter().map(|t| t.velocities.len() - 1).sum(),
        certified: tracks.iter().map(|t| t.certified).sum(),
        residual: tracks.iter().map(|t| t.residual).fold(0.0, f64::max),
        rows,
    }
}

/// ∫‖v^h − v‖ dt and the largest ‖∫(v^h − v) dt‖ at the times of the longer step.
fn motion_errors(track: &Track, reference: &Track) -> (f64, f64) {
    let ratio = (track.h / reference.h).round() as usize;
    let n = track.velocities.first().map_or(0, Vec::len);
    let (mut velocity, mut position) = (0.0, 0.0_f64);
    let mut offset = vec![0.0; n];
    for (l, v) in track.velocities.iter().enumerate().skip(1) {
        let fine = reference
            .velocities
            .iter()
            .skip((l - 1) * ratio + 1)
            .take(ratio);
        for w in fine {
            let mut largest = 0.0_f64;
            for i in 0..n {
                let difference = v[i] - w[i];
                largest = largest.max(difference.abs());
                offset[i] += reference.h * difference;
            }
            velocity += reference.h * largest;
        }
        position = offset.iter().fold(position, |m, d| m.max(d.abs()));
    }
    (velocity, position)
}

/// The largest total variation of a component.
fn variation(track: &Track) -> f64 {
    let n = track.velocities.first().map_or(0, Vec::len);
    (0..n)
        .map(|i| {
            let jumps = track
                .velocities
                .windows(2)
                .map(|w| (w[1][i] - w[0][i]).abs());
            jumps.sum::<f64>()
        })
        .fold(0.0, f64::max)
}

/// The slope of a straight line through (log h, log error), by least squares; none for fewer than two points.
fn slope(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points
        .filter(|p| p.1 > 0.0)
        .map(|(h, e)| (h.ln(), e.ln()))
        .collect();
    let n = logs.len() as f64;
    if logs.len() < 2 {
        return None;
    }
    let mean = |f: fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (mut xy, mut xx) = (0.0, 0.0);
    for p in &logs {
        xy += (p.0 - x) * (p.1 - y);
        xx += (p.0 - x) * (p.0 - x);
    }
    Some(xy / xx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip::systems::{Rod, RodParameters};

    /// A motion whose single velocity is a function of time.
    fn motion(h: f64, v: impl Fn(f64) -> f64) -> Track {
        let steps = (1.0 / h).round() as usize;
        Track {
            h,
            velocities: (0..=steps).map(|l| vec![v(l as f64 * h)]).collect(),
            moments: BTreeMap::from([((ContactId(0), 0), v(h))]),
            certified: steps,
            residual: 0.0,
        }
    }

    #[test]
    fn a_world_whose_contacts_come_and_go_can_be_studied() {
        let scene = crate::scene::catalogue::find("box-on-slope").unwrap();
        let settings = |step| Settings {
            step,
            ..scene.settings.clone()
        };
        let track = |h| {
            let system = scene.system.clone();
            track(system, &scene.initial, &settings(h), 0.1, || true).unwrap()
        };
        let study = compare(&[track(0.01), track(0.005)]);
        assert!(study.rows[0].impulse_error.is_some_and(|e| e.is_finite()));
    }

    #[test]
    fn errors_and_variation_of_a_ramp() {
        // v = t: on (t_l, t_{l+1}] the long step has t_{l+1}, the short one its own end
        let study = compare(&[motion(0.1, |t| t), motion(0.05, |t| t)]);
        let line = study.rows[0];
        assert!((line.velocity_error.unwrap() - 0.5 * 0.05).abs() < 1e-12);
        assert!((line.position_error.unwrap() - 0.5 * 0.05).abs() < 1e-12);
        assert!((line.variation - 1.0).abs() < 1e-12);
        assert!((line.impulse_error.unwrap() - 0.05).abs() < 1e-12);
        assert_eq!(study.rows[1].velocity_error, None);
    }

    #[test]
    fn the_order_of_a_first_order_error_is_one() {
        let points = [0.1, 0.05, 0.025].map(|h| (h, 3.0 * h));
        assert!((slope(points.into_iter()).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(slope([(0.1, 1.0)].into_iter()), None);
    }

    #[test]
    fn step_lengths_must_fit() {
        assert_eq!(check_steps(&[0.01, 0.02, 0.02], 1.0), Ok(vec![0.02, 0.01]));
        assert!(matches!(
            check_steps(&[0.02], 1.0),
            Err(ConvergeError::TooFew(1))
        ));
        for bad in [[0.02, 0.015], [0.3, 0.1], [-0.1, 0.1], [f64::NAN, 0.1]] {
            assert!(
                matches!(check_steps(&bad, 1.0), Err(ConvergeError::BadStep { .. })),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn a_study_can_be_stopped() {
        let rod = Rod::new(RodParameters::default()).unwrap();
        let state = rod.state(0.0, 1.0, 0.5, [0.0; 3]);
        let settings = Settings {
            step: 0.01,
            ..Settings::default()
        };
        let mut left = 5;
        let stopped = track(rod, &state, &settings, 1.0, || {
            left -= 1;
            left > 0
        });
        assert_eq!(stopped, Err(ConvergeError::Interrupted));
    }
}
