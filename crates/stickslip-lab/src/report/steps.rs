//! What is known of every step, as columns and plots.

use super::columns::Columns;
use super::description::{Plot, Series};
use super::frames::corners;
use super::recorded::Recorded;
use crate::run::balance;
use std::borrow::Cow;
use stickslip::{IslandMethod, Mode, System as _};

/// Points that a plot has at most, about.
const MOST: usize = 6000;
/// A term of the energy books is drawn if it reaches this part of the largest (1).
const SEEN: f64 = 1e-6;

/// The words for the numbers of the column `solver`; the first is for steps without a problem.
pub fn solvers() -> Vec<&'static str> {
    let methods = IslandMethod::ALL.map(IslandMethod::word);
    std::iter::once("none").chain(methods).collect()
}

/// Per-step columns under their names.
pub(super) struct StepColumns {
    pub(super) plots: Vec<Plot>,
    /// How many of the steps have a point.
    pub(super) kept: usize,
}

/// Adds the columns of steps.
pub(super) fn write(recorded: &Recorded, full: bool, columns: &mut Columns) -> StepColumns {
    let run = &recorded.run;
    let steps = run.step_t.len();
    let mut counts = Vec::new();
    for (i, mode) in Mode::ALL.into_iter().enumerate() {
        if let Some(values) = recorded.modes(i).or_else(|| counted(recorded, mode)) {
            counts.push((mode, values));
        }
    }
    let kept = match full {
        true => (0..steps).collect(),
        false => corners(steps, &peaked(recorded, &counts), MOST),
    };
    let pick = |values: &[f64]| -> Vec<f64> { kept.iter().map(|&i| values[i]).collect() };
    let whole = |values: &[f64]| -> Vec<u32> { kept.iter().map(|&i| values[i] as u32).collect() };
    columns.exact("step_t", 1, &pick(&run.step_t));
    columns.exact("residual", 1, &pick(&run.residual));
    columns.exact("audit", 1, &pick(&run.audit));
    for name in ["penetration", "joint_error"] {
        if let Some(values) = recorded.per_step(name) {
            columns.exact(name, 1, &pick(values));
        }
    }
    for (name, array) in [
        ("iterations", "iterations"),
        ("solver", "method"),
        ("verdict", "verdict"),
    ] {
        if let Some(values) = recorded.per_step(array) {
            columns.counts(name, &whole(values), false);
        }
    }
    let mut plots = energy(recorded, &kept, columns);
    let mut modes = Vec::new();
    for (mode, values) in &counts {
        let name = format!("count.{}", mode.word());
        columns.counts(name.as_str(), &whole(values), false);
        modes.push(series(mode.word(), name));
    }
    let mut add = |id, title, unit, scale, kind, series: Vec<Series>| {
        if !series.is_empty() {
            plots.push(Plot {
                id,
                title,
                unit,
                scale,
                kind,
                time: "step_t",
                series,
            });
        }
    };
    add(
        "contacts",
        "Contacts by mode",
        "",
        "linear",
        "stacked",
        modes,
    );
    let there = |names: &[(&str, &str)], columns: &Columns| -> Vec<Series> {
        let found = names.iter().filter(|(_, column)| columns.has(column));
        found.map(|(name, column)| series(name, *column)).collect()
    };
    let certificate = there(&[("residual", "residual"), ("audit", "audit")], columns);
    add(
        "certificate",
        "Certificate of each step",
        "",
        "log",
        "lines",
        certificate,
    );
    let mut errors = there(
        &[
            ("penetration", "penetration"),
            ("joint error", "joint_error"),
        ],
        columns,
    );
    let title = match recorded.run.scene.system.joints().is_empty() {
        true => {
            errors.truncate(1);
            "Penetration"
        }
        false => "Penetration and joint error",
    };
    add("errors", title, "m", "log", "lines", errors);
    add(
        "iterations",
        "Iterations",
        "",
        "linear",
        "steps",
        there(&[("iterations", "iterations")], columns),
    );
    add(
        "solver",
        "Solver",
        "",
        "linear",
        "steps",
        there(&[("solver", "solver")], columns),
    );
    StepColumns {
        plots,
        kept: kept.len(),
    }
}

fn series(name: &str, column: impl Into<String>) -> Series {
    Series {
        name: name.into(),
        column: column.into(),
    }
}

/// Curves whose peaks a plot must not lose, each once: what is the same in all steps has none.
fn peaked<'a>(recorded: &'a Recorded, counts: &'a [(Mode, Vec<f64>)]) -> Vec<Cow<'a, [f64]>> {
    let run = &recorded.run;
    let figures = [
        "penetration",
        "joint_error",
        "iterations",
        "method",
        "verdict",
    ];
    let mut curves: Vec<Cow<'a, [f64]>> = vec![
        (&run.residual).into(),
        (&run.audit).into(),
        run.ledger("kinetic").into(),
        run.ledger("potential").into(),
    ];
    curves.extend((figures.iter()).filter_map(|name| recorded.per_step(name).map(Cow::from)));
    curves.extend(counts.iter().map(|(_, values)| Cow::from(values)));
    let varies = |curve: &[f64]| curve.windows(2).any(|w| w[0].to_bits() != w[1].to_bits());
    curves.retain(|curve| varies(curve));
    // where nothing varies, steps at even distances are as good as any
    if curves.is_empty() {
        curves.push((&run.step_t).into());
    }
    curves
}

/// Contacts of each step in a mode, counted from the rows of a run that has no counts, if all its steps are recorded.
fn counted(recorded: &Recorded, mode: Mode) -> Option<Vec<f64>> {
    let run = &recorded.run;
    let all = run.t.len() == run.step_t.len() + 1;
    all.then(|| {
        let of = |record: usize| {
            let rows = recorded.rows(record);
            let same = run.touches[rows].iter().filter(|t| t.mode == mode);
            same.count() as f64
        };
        (1..run.t.len()).map(of).collect()
    })
}

/// Where the energy is and where it went: what the bodies have, and on top of it what was taken out since the beginning, so that
/// the whole stays level while nothing is brought in.
fn energy(recorded: &Recorded, kept: &[usize], columns: &mut Columns) -> Vec<Plot> {
    let run = &recorded.run;
    let steps = run.step_t.len();
    if steps == 0 {
        return Vec::new();
    }
    let (kinetic, potential) = (run.ledger("kinetic"), run.ledger("potential"));
    let least = potential.iter().copied().filter(|x| x.is_finite());
    let least = least.fold(f64::INFINITY, f64::min);
    let lifted: Vec<f64> = potential.iter().map(|x| x - least).collect();
    let mut stacked = vec![("kinetic", kinetic), ("potential", lifted)];
    let mut beside = Vec::new();
    for (name, terms) in balance(&run.scene.system) {
        let mut sum = 0.0;
        let mut gone = vec![0.0; steps];
        let parts: Vec<(Vec<f64>, f64)> = (terms.iter())
            .map(|(column, sign)| (run.ledger(column), *sign))
            .collect();
        for (i, gone) in gone.iter_mut().enumerate() {
            sum += parts
                .iter()
                .map(|(values, sign)| sign * values[i])
                .sum::<f64>();
            *gone = -sum;
        }
        let largest = gone.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let lowest = gone.iter().fold(0.0_f64, |m, x| m.min(*x));
        match -lowest <= 0.02 * largest {
            true => stacked.push((name, gone)),
            false => beside.push((name, gone.iter().map(|x| -x).collect())),
        }
    }
    let top = |list: &[(&str, Vec<f64>)]| {
        let sizes = list.iter().flat_map(|(_, values)| values.iter());
        sizes.fold(
            0.0_f64,
            |m, x| if x.is_finite() { m.max(x.abs()) } else { m },
        )
    };
    let largest = top(&stacked).max(top(&beside));
    let mut add = |list: Vec<(&'static str, Vec<f64>)>| -> Vec<Series> {
        let mut drawn = Vec::new();
        for (name, values) in list {
            let own = top(&[(name, values.clone())]);
            // where nothing has any energy, that of the bodies is said to be none
            let told = matches!(name, "kinetic" | "potential");
            if own < SEEN * largest || (largest == 0.0 && !told) {
                continue;
            }
            let column = format!("energy.{}", name.replace(' ', "_"));
            let values: Vec<f64> = kept.iter().map(|&i| values[i]).collect();
            columns.exact(column.as_str(), 1, &values);
            drawn.push(series(name, column));
        }
        drawn
    };
    let plot = |id, title, kind, series: Vec<Series>| {
        (!series.is_empty()).then_some(Plot {
            id,
            title,
            unit: "J",
            scale: "linear",
            kind,
            time: "step_t",
            series,
        })
    };
    let first = plot(
        "energy",
        "Energy: what there is, and what was taken out",
        "stacked",
        add(stacked),
    );
    let second = plot(
        "work",
        "Energy brought in and taken out",
        "lines",
        add(beside),
    );
    first.into_iter().chain(second).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run;
    use crate::scene::catalogue;
    use crate::table::scratch::Scratch;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn whatever_is_plotted_keeps_its_peak() {
        let scratch = Scratch::new();
        let folder = scratch.file("run");
        let scene = catalogue::find("four-balls").unwrap();
        run::scene(&scene, &folder, &AtomicBool::new(false), |_, _| {}).unwrap();
        let recorded = Recorded::read(&folder).unwrap();
        let steps = recorded.run.step_t.len();
        let counts: Vec<(Mode, Vec<f64>)> = (Mode::ALL.into_iter().enumerate())
            .filter_map(|(i, mode)| Some((mode, recorded.modes(i)?)))
            .collect();
        let kept = corners(steps, &peaked(&recorded, &counts), 60);
        assert!(kept.len() < steps, "{} of {steps}", kept.len());
        let named = ["penetration", "joint_error", "iterations", "method"];
        let named = named.iter().map(|name| recorded.per_step(name).unwrap());
        for curve in named.chain(counts.iter().map(|(_, values)| values.as_slice())) {
            let most = |list: &mut dyn Iterator<Item = f64>| list.fold(f64::MIN, f64::max);
            let all = most(&mut curve.iter().copied());
            assert_eq!(most(&mut kept.iter().map(|&i| curve[i])), all);
        }
    }
}
