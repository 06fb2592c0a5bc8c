//! The four balls [ST00 4.2]: Table 1 and the exact events.

use super::{Band, Checks};
use crate::converge::{compare, track};
use stickslip::systems::{Balls, BallsParameters};
use stickslip::{Error, Friction, Scheme, Settings, Simulation, State};

fn balls() -> Result<(Balls, State), Error> {
    let friction = Friction::polygon(0.4, 8)?;
    let balls = Balls::new(BallsParameters {
        radii: vec![0.1; 4],
        masses: vec![1.0; 4],
        gravity: 9.81,
        table_friction: friction.clone(),
        ball_friction: friction,
        ..BallsParameters::default()
    })?;
    let line = |x: f64| [x, 0.0, 0.1];
    let positions = [
        [0.0, 0.0, 1.0],
        line(1.0),
        line(1.2 + 1e-5),
        line(1.4 + 2e-5),
    ];
    let mut velocities = [[0.0; 3]; 4];
    velocities[0] = [1.5, 0.1, 0.0];
    let state = balls.state(&positions, &velocities);
    Ok((balls, state))
}

fn settings(h: f64) -> Settings {
    Settings {
        step: h,
        scheme: Scheme::FIXED_POINT,
        ..Settings::default()
    }
}

/// h, then (printed, reference) of velocity error, position error and variation [ST00 Table 1].
type TableRow = (f64, Option<[(f64, f64); 2]>, (f64, f64));

const TABLE: [TableRow; 5] = [
    (
        0.02,
        Some([(0.5050, 0.4957), (0.2505, 0.2509)]),
        (19.4046, 19.4110),
    ),
    (
        0.01,
        Some([(0.3523, 0.3507), (0.2015, 0.2008)]),
        (19.1728, 19.1754),
    ),
    (
        0.005,
        Some([(0.1657, 0.1649), (0.0838, 0.0831)]),
        (19.1702, 19.1698),
    ),
    (
        0.0025,
        Some([(0.0700, 0.0650), (0.0298, 0.0331)]),
        (19.0862, 19.0870),
    ),
    (0.00125, None, (19.0690, 19.0698)),
];

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    let mut tracks = Vec::new();
    for (h, ..) in TABLE {
        let (balls, state) = balls()?;
        let run = track(balls, &state, &settings(h), 1.0, || true);
        tracks.push(run.map_err(|error| match error {
            crate::converge::ConvergeError::Step(error) => error,
            // the steps above fit and nobody interrupts
            other => unreachable!("{other}"),
        })?);
    }
    let study = compare(&tracks);
    // four printed digits of the reference, and 1e-3 relative
    let band = |reference: f64| Band::Within(1e-3 * reference + 0.5e-4);
    for ((h, errors, variation), row) in TABLE.into_iter().zip(&study.rows) {
        let ours = [row.velocity_error, row.position_error];
        for (i, name) in ["velocity error", "position error"].into_iter().enumerate() {
            if let (Some(pairs), Some(ours)) = (errors, ours[i]) {
                let (printed, reference) = pairs[i];
                let quantity = format!("h = {h}: {name}");
                checks.add(quantity, Some(printed), reference, ours, band(reference));
            }
        }
        let (printed, reference) = variation;
        let name = format!("h = {h}: variation");
        checks.add(
            name,
            Some(printed),
            reference,
            row.variation,
            Band::Relative(1e-3),
        );
    }

    // events, in steps short enough to tell them
    let (balls, state) = balls()?;
    let pair = balls.pair(0, 1).unwrap_or(usize::MAX);
    let h = 5e-5;
    let mut simulation = Simulation::new(balls, state, settings(h))?;
    let (mut table, mut hit, mut largest) = (f64::NAN, f64::NAN, 0);
    for _ in 0..(0.6 / h).round() as usize {
        let report = simulation.step()?;
        let carries = |id: usize| {
            report
                .contacts
                .iter()
                .any(|c| c.id == id && c.impulse.normal > 0.0)
        };
        if table.is_nan() && carries(0) {
            table = report.t;
        }
        if hit.is_nan() && carries(pair) {
            hit = report.t;
        }
        largest = largest.max(report.solution.largest);
    }
    checks.add(
        "the thrown ball meets the table (s)",
        Some(0.42),
        0.428_353,
        table,
        Band::Within(2.0 * h),
    );
    checks.add(
        "it meets the first ball (s)",
        Some(0.59),
        0.582_213,
        hit,
        Band::Within(5.0 * h),
    );
    let most = largest_problem()?;
    checks.add(
        "unknowns of the largest problem, h = 0.0025",
        Some(70.0),
        70.0,
        most,
        Band::Within(0.0),
    );
    Ok(())
}

fn largest_problem() -> Result<f64, Error> {
    let (balls, state) = balls()?;
    let mut simulation = Simulation::new(balls, state, settings(0.0025))?;
    let mut largest = 0;
    for _ in 0..400 {
        largest = largest.max(simulation.step()?.solution.largest);
    }
    Ok(largest as f64)
}
