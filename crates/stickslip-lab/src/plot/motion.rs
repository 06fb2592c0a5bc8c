//! Figures over time, for every kind of system.

use super::RunData;
use super::label::{label, settings};
use crate::figure::{Axis, LineChart, Panels, Series, Theme};
use crate::run::{AUDIT_LIMIT, SWEPT_AUDIT_LIMIT, balance};
use crate::scene::BuiltIn;
use stickslip::{Coordinate, System};

/// At most so many velocities are drawn: those that move most.
const MOST: usize = 9;
/// What is smaller than this, relative to what it is drawn beside, is rounding (1).
const NOISE: f64 = 1e-13;

/// The velocities of the runs, one panel each; several runs share the panels [ST00 Figure 3].
pub(super) fn velocities(runs: &[RunData], theme: Theme) -> String {
    let first = &runs[0];
    let names = first.scene.system.coordinates().velocity_names();
    let units = units(first);
    let range = |i: usize| {
        let (low, high) = first
            .v
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
                (low.min(v[i]), high.max(v[i]))
            });
        high - low
    };
    let largest = (first.v.iter().flatten()).fold(0.0, |most: f64, v| most.max(v.abs()));
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| range(b).total_cmp(&range(a)));
    let all = order.len();
    order.truncate(MOST);
    // rounding errors are no motion
    order.retain(|&i| range(i) > NOISE * largest);
    order.sort_unstable();
    // many panels are lower ones
    let height = if order.len() > 3 { 170.0 } else { 320.0 };
    let charts = order
        .iter()
        .map(|&i| LineChart {
            y: Axis::new(&names[i], units[i]),
            series: runs
                .iter()
                .map(|run| {
                    let v: Vec<f64> = run.v.iter().map(|v| v[i]).collect();
                    // v^{l+1} holds over the step that ends with it: a step curve back from its end
                    let name = match runs.len() {
                        1 => String::new(),
                        _ => label(run, runs),
                    };
                    stepped(name, &run.t, &v[1..])
                })
                .collect(),
            height,
            ..panel()
        })
        .collect::<Vec<_>>();
    let charts = match (&first.scene.system, runs) {
        (BuiltIn::Balls(_), [run]) if names.len() == 6 => by_unit(run, &order),
        _ => charts,
    };
    let left_out = match all > order.len() && order.len() == MOST {
        true => format!(", the {MOST} that change most"),
        false => String::new(),
    };
    Panels {
        title: format!("{}: velocities", first.scene.name),
        subtitle: match runs.len() {
            1 => format!("{}{left_out}", settings(first)),
            n => format!("{n} runs{left_out}"),
        },
        charts,
        ..Panels::default()
    }
    .to_svg(theme)
}

/// The components of one ball: translation above rotation, told apart by colour [TTP01 Figure 10].
fn by_unit(run: &RunData, shown: &[usize]) -> Vec<LineChart> {
    let parts = [
        ("velocity", "m/s", 0..3, ["v_x", "v_y", "v_z"]),
        ("angular velocity", "rad/s", 3..6, ["ω_x", "ω_y", "ω_z"]),
    ];
    let charts = parts.into_iter().filter_map(|(label, unit, range, names)| {
        let series: Vec<Series> = range
            .zip(names)
            .filter(|(i, _)| shown.contains(i))
            .map(|(i, name)| {
                let v: Vec<f64> = run.v[1..].iter().map(|v| v[i]).collect();
                stepped(name, &run.t, &v).coloured(i)
            })
            .collect();
        (!series.is_empty()).then(|| LineChart {
            y: Axis::new(label, unit),
            series,
            height: 260.0,
            ..panel()
        })
    });
    charts.collect()
}

/// What holds over each step, from its beginning to its end: a value for each step, a time more.
pub(super) fn stepped(name: impl Into<String>, t: &[f64], values: &[f64]) -> Series {
    let held: Vec<f64> = values.iter().chain(values.last()).copied().collect();
    Series::steps(name, t, &held)
}

fn panel() -> LineChart {
    LineChart {
        x: Axis::new("t", "s"),
        ..LineChart::default()
    }
}

fn units(run: &RunData) -> Vec<&'static str> {
    let mut units = Vec::new();
    for (_, kind) in run.scene.system.coordinates().entries() {
        let unit = match kind {
            Coordinate::Length => "m/s",
            _ => "rad/s",
        };
        units.extend(std::iter::repeat_n(unit, kind.velocities()));
    }
    units
}

/// Kinetic, potential and total energy, and what was done and lost up to each time.
pub(super) fn energy(run: &RunData, theme: Theme) -> String {
    let t = run.step_t.as_slice();
    let (kinetic, potential) = (run.ledger("kinetic"), run.ledger("potential"));
    let total: Vec<f64> = kinetic.iter().zip(&potential).map(|(k, p)| k + p).collect();
    let state = LineChart {
        y: Axis::new("energy", "J"),
        series: vec![
            Series::line("kinetic", t, &kinetic),
            Series::line("potential", t, &potential),
            Series::line("total", t, &total).dashed(),
        ],
        ..panel()
    };
    let scale = kinetic
        .iter()
        .chain(&potential)
        .fold(0.0, |most: f64, x| most.max(x.abs()));
    let books = LineChart {
        y: Axis::new("since the start", "J"),
        series: balance(&run.scene.system)
            .iter()
            .filter_map(|(name, columns)| {
                let mut running = vec![0.0; t.len()];
                for (column, sign) in columns {
                    let mut sum = 0.0;
                    for (total, x) in running.iter_mut().zip(run.ledger(column)) {
                        sum += sign * x;
                        *total += sum;
                    }
                }
                let counts = running.iter().any(|x| x.abs() > NOISE * scale);
                counts.then(|| Series::line(*name, t, &running))
            })
            .collect(),
        ..panel()
    };
    Panels {
        title: format!("{}: energy", run.scene.name),
        subtitle: settings(run),
        // nothing was done and nothing lost: no empty panel
        charts: match books.series.is_empty() {
            true => vec![state],
            false => vec![state, books],
        },
        ..Panels::default()
    }
    .to_svg(theme)
}

/// Normal and friction force at each contact that ever carried one.
pub(super) fn contacts(run: &RunData, theme: Theme) -> Option<String> {
    let steps = run.t.len() - 1;
    let specs = run.scene.system.contacts();
    let mut charts = Vec::new();
    let parts = [
        ("normal force", "N"),
        ("friction force", "N"),
        ("torsion", "N·m"),
    ];
    for (part, (name, unit)) in parts.into_iter().enumerate() {
        let mut series = Vec::new();
        for (id, spec) in specs.iter().enumerate() {
            let mut force = vec![0.0; steps];
            for touch in run.touches.iter().filter(|c| c.id == id) {
                let c = touch.impulse;
                force[touch.step] = [c[0], c[1].hypot(c[2]), c[3]][part] / touch.h;
            }
            if force.iter().any(|f| *f != 0.0) {
                series.push(stepped(&spec.name, &run.t, &force));
            }
        }
        if !series.is_empty() {
            charts.push(LineChart {
                y: Axis::new(name, unit),
                series,
                ..panel()
            });
        }
    }
    (!charts.is_empty()).then(|| {
        Panels {
            title: format!("{}: contact forces", run.scene.name),
            subtitle: format!("impulse of a step divided by h; {}", settings(run)),
            charts,
            ..Panels::default()
        }
        .to_svg(theme)
    })
}

/// How well each step was solved, and how well the laws hold.
pub(super) fn certificate(run: &RunData, theme: Theme) -> String {
    let t = run.step_t.as_slice();
    // zeros have no logarithm: an exact step is drawn at the smallest rounding error
    let floor = |x: &[f64]| x.iter().map(|x| x.max(1e-17)).collect::<Vec<_>>();
    let tolerance = run.scene.settings.method.tolerance();
    let ends = [
        t.first().copied().unwrap_or(0.0),
        t.last().copied().unwrap_or(1.0),
    ];
    // large groups of contacts have limits of their own
    let swept = run.residual.iter().any(|r| *r > tolerance);
    let (residual, audit) = match swept {
        true => (run.scene.settings.large.relative, SWEPT_AUDIT_LIMIT),
        false => (tolerance, AUDIT_LIMIT),
    };
    let series = vec![
        Series::line("complementarity", t, &floor(&run.residual)),
        Series::line("laws (audit)", t, &floor(&run.audit)),
        Series::line("limit", &ends, &[residual; 2]).dashed(),
        Series::line("limit of audit", &ends, &[audit; 2]).dashed(),
    ];
    LineChart {
        title: format!("{}: certificate of every step", run.scene.name),
        subtitle: settings(run),
        x: Axis::new("t", "s"),
        y: Axis::log("relative residual", ""),
        series,
        ..LineChart::default()
    }
    .to_svg(theme)
}
