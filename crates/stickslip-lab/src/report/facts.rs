//! What is told about a run besides its motion: facts, verdict, warnings.

use super::description::{Fact, Parameter, VerdictCounts, Warning};
use super::recorded::Recorded;
use crate::run::worst;
use crate::scene::Scene;
use serde_json::Value;

/// Marks of steps whose motion is not unique that are told one by one.
const MARKS: usize = 5;

/// Facts about the scene and how it is stepped: those that need no run.
pub fn of_scene(scene: &Scene) -> Vec<Fact> {
    let settings = &scene.settings;
    let mut facts = vec![
        Fact::new("Scene", "Name", &scene.name),
        Fact::new("Scene", "Kind", scene.system.kind()),
        Fact::new("Scene", "Scheme", settings.scheme.name()),
        Fact::new("Scene", "Step", format!("{} s", number(settings.step))),
        Fact::new("Scene", "Duration", format!("{} s", number(scene.duration))),
        Fact::new("Scene", "Impact law", settings.impact.name()),
    ];
    facts.extend(scene.parameters.iter().map(|parameter| {
        let note = if parameter.derived {
            "follows from others"
        } else {
            ""
        };
        Fact::new("Parameters", &parameter.name, number(parameter.value)).with_note(note)
    }));
    facts
}

/// The parameters that can be set, with a range for a slider.
pub fn parameters(scene: &Scene) -> Vec<Parameter> {
    let own = scene
        .parameters
        .iter()
        .filter(|p| !p.derived && p.value.is_finite());
    own.map(|parameter| {
        let value = parameter.value;
        let (least, most) = match value {
            0.0 => (-1.0, 1.0),
            v if v > 0.0 => (0.0, 2.0 * v),
            v => (2.0 * v, 0.0),
        };
        Parameter {
            name: parameter.name.clone(),
            value,
            least,
            most,
            whole: parameter.whole,
        }
    })
    .collect()
}

/// All facts about a run.
pub(super) fn of_run(recorded: &Recorded, tracks: usize) -> Vec<Fact> {
    let (run, summary) = (&recorded.run, &recorded.summary);
    let mut facts = of_scene(&run.scene);
    let h = run.step();
    if let Some(step) = facts.iter_mut().find(|fact| fact.name == "Step") {
        step.value = format!("{} s", number(h));
    }
    let mut add = |name: &str, value: String, note: &str| {
        if !value.is_empty() {
            facts.push(Fact::new("Result", name, value).with_note(note));
        }
    };
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), number),
        _ => String::new(),
    };
    add("Ended", text(&summary["end"]), "");
    let steps = run.step_t.len();
    let planned = summary["steps_planned"].as_u64().unwrap_or(steps as u64);
    add("Steps", format!("{steps} of {planned}"), "");
    let last = run.t.last().copied().unwrap_or(0.0);
    add("Simulated time", format!("{} s", number(last)), "");
    if let Some(seconds) = summary["wall_seconds"].as_f64() {
        add("Computing time", format!("{seconds:.2} s"), "");
    }
    add("Bodies that move", tracks.to_string(), "");
    let certificate = &summary["certificate"];
    let swept = &certificate["swept"];
    let sweeps = swept["steps"].as_u64().unwrap_or(0);
    let of_sweeps = "of steps with many contacts, which are swept";
    if sweeps > 0 {
        let with_limit = |key: &str, limit: &str, unit: &str| {
            let worst = text(&swept[key]);
            format!("{worst}{unit} (limit {}{unit})", text(&swept[limit]))
        };
        let residual = with_limit("worst_residual", "limit", "");
        add("Worst residual of sweeps", residual, of_sweeps);
        let violation = with_limit("worst_violation", "violation_limit", " m/s");
        add("Worst violation of sweeps", violation, of_sweeps);
    }
    let few = if sweeps > 0 {
        ", in steps with few contacts"
    } else {
        ""
    };
    if sweeps < steps as u64 {
        let residual = format!("of the complementarity problems, relative{few}");
        let audit = format!("violation of a law of contact, relative{few}");
        add(
            "Worst residual",
            text(&certificate["worst_residual"]),
            &residual,
        );
        add("Worst audit", text(&certificate["worst_audit"]), &audit);
    }
    for (name, key, note) in [
        ("Largest problem", "largest_problem", "unknowns"),
        ("Iterations", "iterations", "pivots or iterations in all"),
    ] {
        add(name, text(&certificate[key]), note);
    }
    add(
        "Deepest penetration",
        unit(&summary["penetration"], "m"),
        "",
    );
    if !matches!(summary["joint_error"].as_f64(), None | Some(0.0)) {
        add(
            "Largest joint error",
            unit(&summary["joint_error"], "m"),
            "m or rad",
        );
    }
    let energy = &summary["energy"];
    add(
        "Energy at the start",
        unit(&energy["start"], "J"),
        "kinetic and potential",
    );
    add(
        "Energy at the end",
        unit(&energy["end"], "J"),
        "kinetic and potential",
    );
    for entry in energy["balance"].as_array().into_iter().flatten() {
        let value = entry["value"].as_f64().unwrap_or(0.0);
        if value != 0.0 {
            let name = text(&entry["name"]);
            add(&format!("Energy: {name}"), unit(&entry["value"], "J"), "");
        }
    }
    if summary["impacts"].as_u64().is_some_and(|n| n > 0) {
        add("Located impacts", text(&summary["impacts"]), "");
    }
    for note in summary["pyramids"].as_array().into_iter().flatten() {
        add("Friction pyramid", text(note), "");
    }
    let version = match summary["version"].as_str() {
        Some(version) => format!("stickslip {version}"),
        None => "unknown".into(),
    };
    facts.push(Fact::new("Versions", "Run made by", version));
    let own = env!("CARGO_PKG_VERSION");
    facts.push(Fact::new(
        "Versions",
        "Page made by",
        format!("stickslip {own}"),
    ));
    facts
}

fn unit(value: &Value, unit: &str) -> String {
    value
        .as_f64()
        .map_or_else(String::new, |x| format!("{} {unit}", number(x)))
}

/// A number for people: up to six digits.
pub(super) fn number(x: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    match x.abs() {
        y if (1e-4..1e6).contains(&y) => {
            let digits = (5 - y.log10().floor() as i32).clamp(0, 9) as usize;
            let text = format!("{x:.digits$}");
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            }
        }
        _ => format!("{x:.3e}"),
    }
}

/// How many steps are certified: as each step says, else as the summary does; nothing where neither is there.
pub(super) fn verdict(recorded: &Recorded) -> Option<VerdictCounts> {
    let run = &recorded.run;
    let steps = run.step_t.len();
    let (certified, useful) = match recorded.per_step("verdict") {
        Some(verdicts) => {
            let count = |kind: f64| verdicts.iter().filter(|v| **v == kind).count();
            (count(0.0), count(1.0))
        }
        None => {
            let certificate = &recorded.summary["certificate"];
            let count = |key: &str| certificate[key].as_u64().map(|n| n as usize);
            let useful = count("steps_useful").unwrap_or(0);
            (count("steps_certified")?, useful)
        }
    };
    let worst = |values: &[f64]| values.iter().copied().fold(0.0, worst);
    Some(VerdictCounts {
        steps,
        certified,
        useful,
        failed: steps.saturating_sub(certified + useful),
        worst_residual: worst(&run.residual),
        worst_audit: worst(&run.audit),
    })
}

/// What a person must not miss, with its time where it has one.
pub(super) fn warnings(recorded: &Recorded) -> Vec<Warning> {
    let summary = &recorded.summary;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut found = Vec::new();
    let mut add = |text: String, t: Option<f64>| found.push(Warning { text, t });
    if let Some(unknown) = recorded.unknown {
        add(unknown.to_owned(), None);
    }
    if let Some(error) = summary["error"].as_str() {
        add(
            format!("the run ended early: {error}"),
            recorded.run.t.last().copied(),
        );
    }
    for warning in list(&summary["warnings"]) {
        add(warning.as_str().unwrap_or_default().to_owned(), None);
    }
    // what the solver said of the first of these steps is told with their number, not a second time
    let notes = list(&summary["notes"]);
    let unsolved = notes.iter().find(|note| note["kind"] == "unsolved");
    let mut told = false;
    for (kind, words) in [(2.0, "failed"), (1.0, "are useful but not certified")] {
        let Some(verdicts) = recorded.per_step("verdict") else {
            continue;
        };
        let bad = verdicts.iter().filter(|v| **v == kind).count();
        if let Some(first) = verdicts.iter().position(|v| *v == kind) {
            // where the step begins, as notes have it
            let t = match first.checked_sub(1) {
                Some(before) => recorded.run.step_t[before],
                None => recorded.run.t.first().copied().unwrap_or(0.0),
            };
            let mut text = format!(
                "{bad} of {} steps {words}, the first from t = {} s",
                verdicts.len(),
                number(t)
            );
            let said = unsolved.filter(|note| note["first_time"].as_f64() == Some(t));
            if let Some(said) = said.and_then(|note| note["first"].as_str()) {
                text += &format!(": {said}");
                told = true;
            }
            add(text, Some(t));
        }
    }
    for note in (notes.iter()).filter(|note| !(told && note["kind"] == "unsolved")) {
        let text = note["first"].as_str().unwrap_or_default();
        let t = note["first_time"].as_f64();
        let count = note["count"].as_u64().unwrap_or(1);
        add(
            match count {
                0 | 1 => text.to_owned(),
                n => format!("{text} (and in {} more steps)", n - 1),
            },
            t,
        );
    }
    let uniqueness = &summary["uniqueness"];
    let marks = list(&uniqueness["marks"]);
    for mark in marks.iter().take(MARKS) {
        let others = mark["others"].as_array().map_or(0, Vec::len);
        let more = if mark["continuum"] == true {
            ", some of them ends of a continuum"
        } else {
            ""
        };
        add(
            format!(
                "the motion is not unique: {others} other motions were found in this step{more}"
            ),
            mark["t"].as_f64(),
        );
    }
    let marked = uniqueness["steps_marked"].as_u64().unwrap_or(0) as usize;
    if marked > MARKS {
        add(
            format!(
                "{} more steps have other motions than the one taken",
                marked - MARKS
            ),
            None,
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run;
    use crate::scene::catalogue;
    use crate::table::scratch::Scratch;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_residual_that_is_not_a_number_is_the_worst() {
        let scratch = Scratch::new();
        let folder = scratch.file("run");
        let mut scene = catalogue::find("falling-rod").unwrap();
        scene.duration = 10.0 * scene.settings.step;
        run::scene(&scene, &folder, &AtomicBool::new(false), |_, _| {}).unwrap();
        let mut recorded = Recorded::read(&folder).unwrap();
        assert!(verdict(&recorded).unwrap().worst_residual.is_finite());
        recorded.run.residual[3] = f64::NAN;
        let told = verdict(&recorded).unwrap();
        assert!(told.worst_residual.is_nan() && told.worst_audit.is_finite());
    }

    #[test]
    fn numbers_are_short() {
        for (x, text) in [
            (0.0, "0"),
            (0.4, "0.4"),
            (9.81, "9.81"),
            (1.0 / 3.0, "0.333333"),
            (-1234.5678, "-1234.57"),
            (120_000.0, "120000"),
            (2.5e-9, "2.500e-9"),
            (0.001, "0.001"),
        ] {
            assert_eq!(number(x), text);
        }
    }
}
