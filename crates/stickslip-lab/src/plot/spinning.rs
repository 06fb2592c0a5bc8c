//! A ball that spins in place on a table, beside its closed form [TTP01 Figure 4], [TTP01 Figure 5].

use super::RunData;
use super::forces::force;
use super::label::{label, settings};
use crate::figure::{Axis, Legend, LineChart, Mark, Panels, Series, Theme};
use crate::scene::BuiltIn;
use stickslip::systems::Balls;

/// The closed form: ω falls with the constant moment M to zero.
struct Decay {
    /// ω₀ (rad/s).
    spin: f64,
    /// The largest moment without a sliding part, e_r μ m g (N·m).
    moment: f64,
    /// J (kg·m²).
    inertia: f64,
}

impl Decay {
    /// Of a run in which nothing but one ball's spin about the vertical moves.
    fn of(run: &RunData) -> Option<Self> {
        let BuiltIn::Balls(system) = &run.scene.system else {
            return None;
        };
        let p = Balls::parameters(system);
        let (&[radius], &[mass]) = (p.radii.as_slice(), p.masses.as_slice()) else {
            return None;
        };
        let alone = p.table
            && p.obstacles.is_empty()
            && p.force == [0.0; 3]
            && p.table_velocity == [0.0; 2]
            && p.table_spin == 0.0
            && (run.q[0][2] - radius).abs() < 1e-6 * radius;
        let [still @ .., spin] = run.v[0].as_slice() else {
            return None;
        };
        if !alone || *spin == 0.0 || still.iter().any(|v| *v != 0.0) {
            return None;
        }
        // the largest c_r of the set that comes without c_t and c_o
        let friction = &p.table_friction;
        let shape = friction.shape().filter(|s| s.dimensions() == 3)?;
        let arm = 1.0 / shape.gauge([0.0, 0.0, -spin.signum()]);
        Some(Self {
            spin: *spin,
            moment: arm * friction.coefficient * mass * p.gravity,
            inertia: 0.4 * mass * radius * radius,
        })
    }

    /// When the ball stands (s).
    fn end(&self) -> f64 {
        self.spin.abs() * self.inertia / self.moment
    }

    /// ω at a time before that (rad/s).
    fn spin_at(&self, t: f64) -> f64 {
        self.spin - self.spin.signum() * self.moment / self.inertia * t
    }
}

/// Velocities and forces of the steps as marks, the closed form as lines; nothing for other motions.
pub(super) fn decay(runs: &[RunData], theme: Theme) -> Option<String> {
    let decays: Vec<Decay> = runs.iter().map(Decay::of).collect::<Option<_>>()?;
    let last = runs.iter().map(|run| run.t[run.t.len() - 1]);
    let last = last.fold(0.0, f64::max);
    let first = &runs[0];
    // what should be zero, behind everything else: the largest part of each kind
    let others = first
        .t
        .iter()
        .zip(&first.v)
        .map(|(t, v)| [*t, largest(&v[..5])]);
    let mut velocities = vec![rest("the other five components (m/s, rad/s)", others)];
    let sliding = [1, 2].map(|part| force(first, 0, part));
    let others =
        (0..sliding[0].len()).map(|k| [middle(first, k), largest(&[sliding[0][k], sliding[1][k]])]);
    let mut forces = vec![rest("c_t, c_o (N)", others)];
    for (i, (run, decay)) in runs.iter().zip(&decays).enumerate() {
        let name = |what: &str| match runs.len() {
            1 => what.to_owned(),
            _ => format!("{what}, {}", label(run, runs)),
        };
        // a run may end before the spin does
        let end = decay.end().min(last);
        let stands = decay.end() < last;
        let pull = -decay.spin.signum() * decay.moment;
        let mut exact = vec![[0.0, decay.spin], [end, decay.spin_at(end)]];
        if stands {
            exact.push([last, 0.0]);
        }
        velocities.push(
            Series::new(name("closed form"), Mark::Line, exact)
                .dashed()
                .coloured(i),
        );
        let mut exact = vec![[0.0, pull], [end, pull]];
        if stands {
            exact.extend([[end, 0.0], [last, 0.0]]);
        }
        forces.push(
            Series::new(name("closed form"), Mark::Line, exact)
                .dashed()
                .coloured(i),
        );
        let spin = run.t.iter().zip(&run.v).map(|(t, v)| [*t, v[5]]);
        velocities.push(Series::new(name("ω_z (rad/s)"), Mark::Markers, spin).coloured(i));
        let moment = force(run, 0, 3);
        let marks = moment.iter().enumerate().map(|(k, m)| [middle(run, k), *m]);
        forces.push(Series::new(name("c_r (N·m)"), Mark::Markers, marks).coloured(i));
    }
    let panel = |label: &str, series| LineChart {
        x: Axis::new("t", "s"),
        y: Axis::new(label, ""),
        series,
        legend: Legend::Above,
        height: 230.0,
        ..LineChart::default()
    };
    let figure = Panels {
        title: format!(
            "{}: spin and friction against the closed form",
            first.scene.name
        ),
        subtitle: match runs.len() {
            1 => format!(
                "{}; closed form: {:.6} rad/s lost each second until {:.4} s",
                settings(first),
                decays[0].moment / decays[0].inertia,
                decays[0].end()
            ),
            n => format!("{n} runs"),
        },
        charts: vec![
            panel("velocity", velocities),
            panel("friction, means over steps drawn at their middle", forces),
        ],
        ..Panels::default()
    };
    Some(figure.to_svg(theme))
}

/// The middle of a step (s).
fn middle(run: &RunData, step: usize) -> f64 {
    run.t[step + 1] - run.step() / 2.0
}

fn rest(name: &str, points: impl Iterator<Item = [f64; 2]>) -> Series {
    Series::new(name, Mark::Markers, points).coloured(7)
}

/// The entry that is largest in size.
fn largest(parts: &[f64]) -> f64 {
    let larger = |most: f64, x: &f64| if x.abs() > most.abs() { *x } else { most };
    parts.iter().fold(0.0, larger)
}
