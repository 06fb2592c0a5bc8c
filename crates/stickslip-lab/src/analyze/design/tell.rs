//! What was found about parameters, as text and as JSON.

use super::Design;
use crate::analyze::branch::{Branch, EventKind};
use crate::analyze::sweep::{Line, LinePoint, Map};
use crate::analyze::tell::{Account, figure};
use serde_json::{Value, json};

impl Design {
    /// Adds what there is to the object of an analysis.
    pub(in crate::analyze) fn add_to(&self, out: &mut Value) {
        let Some(map) = out.as_object_mut() else {
            return;
        };
        if self.questions.is_empty() && !self.asked_for_remedies {
            return;
        }
        let branches: Vec<Value> = self.branches.iter().map(branch).collect();
        let design = json!({
            "sweep": self.questions,
            "line": self.line,
            "thresholds": self.thresholds,
            "map": self.map,
            "branches": branches,
            "sensitivities": self.sensitivities,
            "remedies": self.remedies,
            "remedies_complete": self.asked_for_remedies.then_some(!self.remedies_interrupted),
        });
        map.insert("design".into(), design);
    }

    /// Writes what there is for a person.
    pub(in crate::analyze) fn write(&self, page: &mut Account) {
        let name = self.questions.first().map_or("", |q| q.parameter.as_str());
        if let Some(found) = &self.thresholds {
            if found.thresholds.is_empty() {
                let known: Vec<bool> = (found.samples.iter())
                    .filter_map(|sample| sample.jam.map(|jam| jam.exists))
                    .collect();
                let (count, of) = (known.len(), found.samples.len());
                let said = match (known.contains(&true), known.contains(&false)) {
                    (false, false) => "not decided at any value".to_owned(),
                    (true, false) => {
                        format!("it can jam at all {count} values that were looked at")
                    }
                    (false, true) => format!("it cannot jam at any of {count} values"),
                    (true, true) => {
                        "between values that jam and values that do not the problem is not posed"
                            .into()
                    }
                };
                let rest = match (found.interrupted, count < of) {
                    (true, _) => " (interrupted)".to_owned(),
                    (_, true) => format!(" ({} others could not be decided)", of - count),
                    _ => String::new(),
                };
                page.field("threshold", format!("{said}{rest}"));
            }
            if found.interrupted && !found.thresholds.is_empty() {
                let said = "interrupted: there may be others than these";
                page.field("threshold", said);
            }
            for threshold in &found.thresholds {
                let side = if threshold.jams_above {
                    "above"
                } else {
                    "below"
                };
                let at = threshold.parameter;
                // what the cone programme leaves open beside what halving does
                let open = threshold.width.max(1e-8 * at.abs());
                let said = format!("it can jam {side} {name} = {at:.8} (± {open:.0e})");
                page.field("threshold", said);
            }
        }
        if let Some(line) = &self.line {
            for said in bands(line, name) {
                page.field("motions", said);
            }
            if line.interrupted {
                let said =
                    "interrupted: other values were not looked at, and these may have more motions";
                page.field("motions", said);
            }
        }
        for branch in &self.branches {
            let [low, high] = branch.extent();
            let ends: Vec<String> = (branch.events.iter())
                .map(|event| format!("{} at {:.6}", event_word(event.kind), event.parameter))
                .collect();
            page.field(
                "branch",
                format!(
                    "a motion from {name} = {} to {}: {}",
                    figure(low),
                    figure(high),
                    ends.join(", ")
                ),
            );
        }
        if let Some(map) = &self.map {
            let second = self.questions.get(1).map_or("", |q| q.parameter.as_str());
            let rest = match map.interrupted {
                true => format!(
                    " (interrupted: {} of {} points)",
                    map.points.len(),
                    map.axes[0].len() * map.axes[1].len()
                ),
                false => String::new(),
            };
            page.field("map", format!("{}{rest}", counts(map, [name, second])));
        }
        for s in &self.sensitivities {
            let Some(slope) = s.threshold else { continue };
            let kink = if s.kink {
                " (other on the other side)"
            } else {
                ""
            };
            page.field(
                "sensitivity",
                format!("d(threshold)/d({}) = {}{kink}", s.parameter, figure(slope)),
            );
        }
        for remedy in &self.remedies {
            let verb = if remedy.change < 0.0 {
                "reducing"
            } else {
                "raising"
            };
            let other = match remedy.same_contacts {
                true => "",
                false => ": other contacts touch then, or fewer",
            };
            let side = if remedy.change < 0.0 {
                "below"
            } else {
                "above"
            };
            page.field(
                "remedy",
                format!(
                    "{verb} {} by more than {} (to {side} {}) removes the jam{other}",
                    remedy.parameter,
                    figure(remedy.change.abs()),
                    figure(remedy.to)
                ),
            );
        }
        let none = match (self.remedies_interrupted, self.remedies.is_empty()) {
            (true, true) => Some("not searched (interrupted)"),
            (true, false) => Some("interrupted: not all parameters were tried"),
            (false, true) => Some("no single parameter removes the jam within a factor of four"),
            (false, false) => None,
        };
        if let Some(said) = none.filter(|_| self.asked_for_remedies) {
            page.field("remedy", said);
        }
    }
}

fn branch(branch: &Branch) -> Value {
    let points: Vec<Value> = (branch.points.iter())
        .map(|p| json!({ "parameter": p.parameter, "acceleration": p.acceleration, "residual": p.residual }))
        .collect();
    let events: Vec<Value> = (branch.events.iter())
        .map(|e| json!({ "parameter": e.parameter, "what": event_word(e.kind), "point": e.point }))
        .collect();
    json!({ "points": points, "events": events })
}

pub(in crate::analyze) fn event_word(kind: EventKind) -> String {
    match kind {
        EventKind::Turn => "turns".into(),
        EventKind::Contact(i) => format!("contact {} changes its mode", i + 1),
        EventKind::Joint(i) => format!("joint {} changes its mode", i + 1),
        EventKind::Sticks => "ends in full stick".into(),
        EventKind::Range => "leaves the range".into(),
        EventKind::Unbounded => "forces grow without bound".into(),
        EventKind::Lost => "is lost".into(),
        EventKind::Points => "was followed no further".into(),
        EventKind::Stopped => "was interrupted".into(),
    }
}

/// Neighbouring points with the same number of motions, in a line each.
fn bands(line: &Line, name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut points = line.points.iter().peekable();
    while let Some(first) = points.next() {
        let kind = |p: &LinePoint| (p.count(), stuck(p));
        let mut last = first;
        while let Some(next) = points.next_if(|p| kind(p) == kind(first)) {
            last = next;
        }
        let range = match first.parameter == last.parameter {
            true => format!("{name} = {}", figure(first.parameter)),
            false => format!(
                "{name} = {} … {}",
                figure(first.parameter),
                figure(last.parameter)
            ),
        };
        out.push(match (kind(first), &first.reason) {
            ((None, _), reason) => format!(
                "{range}: not posed ({})",
                reason.as_deref().unwrap_or("no reason given")
            ),
            ((Some(n), stuck), _) => {
                let jam = if stuck { ", one of them a jam" } else { "" };
                match (n, stuck) {
                    (0, _) => format!("{range}: none found"),
                    (1, true) => format!("{range}: 1, a jam"),
                    (1, false) => format!("{range}: 1"),
                    _ => format!("{range}: {n}{jam}"),
                }
            }
        });
    }
    out
}

fn stuck(point: &LinePoint) -> bool {
    let found = point.found.as_ref();
    found.is_some_and(|found| found.answers.iter().any(|answer| answer.stuck))
}

fn counts(map: &Map, [x, y]: [&str; 2]) -> String {
    let mut of = std::collections::BTreeMap::<String, usize>::new();
    for point in &map.points {
        let jam = if point.jams == Some(true) {
            ", and it can jam,"
        } else {
            ""
        };
        let key = match point.count {
            None => "not posed".to_owned(),
            Some(1) => format!("one motion{jam}"),
            Some(n) => format!("{n} motions{jam}"),
        };
        *of.entry(key).or_default() += 1;
    }
    let tell = |(key, n): (&String, &usize)| {
        let s = if *n == 1 { "" } else { "s" };
        format!("{key} at {n} point{s}")
    };
    let parts: Vec<String> = of.iter().map(tell).collect();
    match parts.is_empty() {
        true => format!("over {x} and {y}: not looked at"),
        false => format!("over {x} and {y}: {}", parts.join("; ")),
    }
}
