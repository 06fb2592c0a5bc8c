//! The cube and rods of Trinkle and Pang [TP97 §4]: jam or slide, and the table that belongs to other numbers.

use super::{Band, Checks};
use crate::analyze::branch::{self, Enumeration, Modes, Start, all_modes, friction_family};
use crate::analyze::sweep::{MapSettings, ThresholdSettings, map, slip_of, thresholds};
use crate::analyze::{FrictionLaw, Posed};
use crate::problem_file::contact_problem::catalogue;
use stickslip::Error;

/// A shipped problem with its parameters set.
fn posed(name: &str, values: &[(&str, f64)]) -> Result<Posed, String> {
    let set: Vec<String> = (values.iter())
        .map(|(key, value)| format!("{key}={value:?}"))
        .collect();
    let file = catalogue::find_with(name, &set).ok_or("it is not shipped")?;
    file.map(|file| file.posed)
        .map_err(|error| error.to_string())
}

/// The same, as an error of the library if it cannot be.
fn problem(name: &str, values: &[(&str, f64)]) -> Result<Posed, Error> {
    posed(name, values).map_err(|reason| Error::BadParameter {
        field: name.to_owned(),
        value: reason,
        expected: "a shipped problem",
    })
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    first_example(checks);
    let family = |mu: f64| posed("tp97-example-2.json", &[("mu", mu)]);
    let found = thresholds(
        &family,
        &ThresholdSettings::over([0.1, 1.2]),
        &mut |_, _| true,
    );
    let begins = found.thresholds.first().map_or(f64::NAN, |t| t.parameter);
    checks.add(
        "example 2: jams from μ =",
        None,
        0.70368,
        begins,
        Band::Within(1e-5),
    );
    second_example(checks)?;
    as_printed(checks)
}

/// [TP97 Fig. 3]: solvable everywhere, and its corners.
fn first_example(checks: &mut Checks) {
    for (zeta, corner) in [(2.0, 0.011931), (0.0, 0.739984)] {
        let settings = MapSettings {
            points: [20, 20],
            starts: 0,
            ..MapSettings::over([[0.1, 1.0]; 2])
        };
        let plane = |mu1: f64, mu2: f64| {
            let values = [("mu1", mu1), ("mu2", mu2), ("zeta", zeta)];
            posed("tp97-example-1.json", &values)
        };
        let figure = map(&plane, &settings, Some(&slip_of(1)), &mut |_, _| true);
        let solved = figure.solved() as f64;
        let name = format!("example 1: solved of 400, ζ = {zeta}");
        checks.add(name, Some(400.0), 400.0, solved, Band::Within(0.0));
        let slip = figure.point(0, 0).and_then(|point| point.quantity);
        let name = format!("example 1: |a_2T| at μ = 0.1, ζ = {zeta}");
        checks.add(
            name,
            None,
            corner,
            slip.unwrap_or(f64::NAN),
            Band::Within(1e-6),
        );
    }
}

/// [TP97 §4.2], the correct model: two motions at μ = 0.75, and where sliding ends.
fn second_example(checks: &mut Checks) -> Result<(), Error> {
    let sliding = [
        -0.2640566266,
        -0.0731090904,
        -0.0754679851,
        -0.1664669277,
        -0.0909989425,
        -0.0202487468,
        -0.2994317245,
        -0.1799498108,
    ];
    let posed = problem("tp97-example-2.json", &[("mu", 0.75)])?;
    let found = all_modes(&posed, &Enumeration::default(), &mut |_, _| true)?.solutions;
    let count = found.len() as f64;
    checks.add(
        "example 2: motions at μ = 0.75",
        None,
        2.0,
        count,
        Band::Within(0.0),
    );
    let Some(slide) = found.iter().find(|s| !s.modes.is_stuck()) else {
        checks.add("example 2: sliding", None, 1.0, f64::NAN, Band::Within(0.0));
        return Ok(());
    };
    for (i, (ours, reference)) in slide.motion.acceleration.iter().zip(sliding).enumerate() {
        let name = format!("example 2: {} of the sliding motion", posed.velocities[i]);
        checks.add(name, None, reference, *ours, Band::Within(1e-8));
    }
    let start = Start {
        parameter: 0.75,
        unknowns: slide.unknowns.clone(),
        modes: Modes::of(&posed.problem, &slide.motion, 1e-7),
    };
    let family = friction_family(&posed.problem);
    let settings = branch::Settings::over([0.1, 1.2]);
    let law = FrictionLaw::MaximalDissipation;
    let path = branch::follow(&family, law, &start, &settings, &mut |_, _| true)?;
    let end = path.extent()[1];
    checks.add(
        "example 2: sliding ends at μ ≈",
        None,
        0.838,
        end,
        Band::Within(5e-4),
    );
    Ok(())
}

/// [TP97 Table 1], to its printed digits, by the problem that it solves.
fn as_printed(checks: &mut Checks) -> Result<(), Error> {
    let table = [
        -1.2926, -0.3194, -0.3431, -0.4759, -0.1327, 0.1629, -1.4404, -0.7212,
    ];
    let posed = problem("tp97-example-2-as-printed.json", &[])?;
    let found = all_modes(&posed, &Enumeration::default(), &mut |_, _| true)?.solutions;
    let slide = found.iter().find(|s| !s.modes.is_stuck());
    for (i, printed) in table.into_iter().enumerate() {
        let ours = slide.map_or(f64::NAN, |s| s.motion.acceleration[i]);
        let name = format!("Table 1 as printed: {}", posed.velocities[i]);
        checks.add(name, Some(printed), printed, ours, Band::Within(0.51e-4));
    }
    Ok(())
}
