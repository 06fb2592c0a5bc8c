//! The components of contact forces over time, for contacts with torsion: normal, t, o, and the moment r
//! [TTP01 Figure 11], [TTP01 Figure 13], [TTP01 Figure 14], [TTP01 Figure 16].

use super::RunData;
use super::label::{label, settings};
use super::motion::stepped;
use crate::figure::{Axis, Legend, LineChart, Panels, Series, Theme};
use stickslip::System;

/// The components, as the arrays order them.
const COMPONENTS: [(&str, &str); 4] = [("c_n", "N"), ("c_t", "N"), ("c_o", "N"), ("c_r", "N·m")];
/// A force beyond so many times what nineteen of twenty steps stay below is a spike, and cut off.
const SPIKE: f64 = 6.0;

/// A panel for each component; a curve for each contact with torsion and each run.
pub(super) fn components(runs: &[RunData], theme: Theme) -> Option<String> {
    let first = runs.first()?;
    let contacts: Vec<usize> = (first.scene.system.contacts().iter().enumerate())
        .filter(|(id, spec)| spec.friction.rows() == 3 && carries(runs, *id))
        .map(|(id, _)| id)
        .collect();
    if contacts.is_empty() {
        return None;
    }
    let mut cut = false;
    let charts: Vec<LineChart> = (0..COMPONENTS.len())
        .map(|part| {
            let (name, unit) = COMPONENTS[part];
            let mut series = Vec::new();
            for run in runs {
                for &id in &contacts {
                    let words = [
                        (contacts.len() > 1).then(|| run.scene.system.contacts()[id].name.clone()),
                        (runs.len() > 1).then(|| label(run, runs)),
                    ];
                    let name: Vec<String> = words.into_iter().flatten().collect();
                    series.push(stepped(name.join(", "), &run.t, &force(run, id, part)));
                }
            }
            let range = without_spikes(&series);
            cut |= range.is_some();
            if part > 0 {
                // one key for all panels
                series.iter_mut().for_each(|s| s.name.clear());
            }
            LineChart {
                x: Axis::new("t", "s"),
                y: Axis {
                    range,
                    ..Axis::new(name, unit)
                },
                series,
                legend: Legend::Above,
                height: 150.0,
                ..LineChart::default()
            }
        })
        .collect();
    let mut subtitle = "impulse of a step divided by h".to_owned();
    if runs.len() == 1 {
        subtitle += &format!("; {}", settings(first));
    }
    if cut {
        subtitle += "; spikes are cut off";
    }
    let figure = Panels {
        title: format!("{}: components of the contact forces", first.scene.name),
        subtitle,
        charts,
        ..Panels::default()
    };
    Some(figure.to_svg(theme))
}

fn carries(runs: &[RunData], id: usize) -> bool {
    let mut touches = runs.iter().flat_map(|run| &run.touches);
    touches.any(|touch| touch.id == id && touch.impulse[0] > 0.0)
}

/// One component at one contact, a value for each step (N or N·m).
pub(super) fn force(run: &RunData, id: usize, part: usize) -> Vec<f64> {
    let mut force = vec![0.0; run.t.len() - 1];
    for touch in run.touches.iter().filter(|touch| touch.id == id) {
        force[touch.step] += touch.impulse[part] / touch.h;
    }
    force
}

/// A range that leaves out single steps with much larger forces than all others, if there are such.
fn without_spikes(series: &[Series]) -> Option<[f64; 2]> {
    let mut values: Vec<f64> = series
        .iter()
        .flat_map(|s| &s.points)
        .map(|p| p[1])
        .filter(|y| *y != 0.0)
        .collect();
    values.sort_by(f64::total_cmp);
    if values.len() < 40 {
        return None;
    }
    let share = |s: f64| values[(s * (values.len() - 1) as f64) as usize];
    let (low, high) = (share(0.05).min(0.0), share(0.95).max(0.0));
    let span = high - low;
    let inside = |y: f64| (low - SPIKE * span..=high + SPIKE * span).contains(&y);
    let ends = [values[0], values[values.len() - 1]];
    (span > 0.0 && !ends.into_iter().all(inside)).then_some([low - 0.5 * span, high + 0.5 * span])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spike_does_not_flatten_the_rest_and_a_square_wave_has_none() {
        let t: Vec<f64> = (0..100).map(f64::from).collect();
        let mut f = vec![2.0; 100];
        f[40] = 900.0;
        let [low, high] = without_spikes(&[Series::steps("", &t, &f)]).unwrap();
        assert!(low <= 0.0 && (2.0..10.0).contains(&high), "{low} {high}");
        let wave: Vec<f64> = (0..100).map(|i| f64::from(i % 3) - 1.0).collect();
        assert_eq!(without_spikes(&[Series::steps("", &t, &wave)]), None);
    }
}
