//! The tree of runs that a page belongs to, where branches were followed: the first run with its branches, each with the place of its page.

use super::description::PageBranch;
use super::facts::number;
use super::recorded::Recorded;
use crate::run::REPORT;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Speeds below this are rest (m/s, rad/s).
const REST: f64 = 1e-9;

/// The runs of the tree, from the summary of the first: that of the folder itself, or of the one around it. Nothing where the run is alone.
pub(super) fn of(recorded: &Recorded, folder: &Path, apart: bool) -> Vec<PageBranch> {
    let there = |first: &Path, name: &str| !apart && is_run(&first.join(name));
    if let Some(tree) = tree(&recorded.summary) {
        return told(tree, ".", "", |name| there(folder, name));
    }
    // a path like `.` has neither name nor parent
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let (Some(around), Some(name)) = (whole.parent(), whole.file_name()) else {
        return Vec::new();
    };
    let name = name.to_string_lossy();
    let summary = std::fs::read_to_string(around.join("summary.json")).unwrap_or_default();
    let summary: Value = serde_json::from_str(&summary).unwrap_or_default();
    match tree(&summary) {
        Some(tree) if tree.iter().any(|b| b["folder"] == *name) => {
            told(tree, &name, "../", |name| there(around, name))
        }
        _ => Vec::new(),
    }
}

/// The folders of the branches of a run that are still there; those without a single step have nothing to show.
pub fn folders(folder: &Path) -> Vec<PathBuf> {
    let summary = std::fs::read_to_string(folder.join("summary.json")).unwrap_or_default();
    let summary: Value = serde_json::from_str(&summary).unwrap_or_default();
    let branches = tree(&summary).into_iter().flatten();
    branches
        .filter(|branch| branch["steps"].as_u64() > Some(0))
        .filter_map(|branch| branch["folder"].as_str().filter(|name| is_branch(name)))
        .map(|name| folder.join(name))
        .filter(|folder| is_run(folder))
        .collect()
}

/// Whether a folder is that of a run.
fn is_run(folder: &Path) -> bool {
    folder.join("summary.json").is_file()
}

/// Whether a name is that of a branch, and so leads nowhere else.
fn is_branch(name: &str) -> bool {
    let number = name.strip_prefix("branch-");
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The runs in a summary, if there are several.
fn tree(summary: &Value) -> Option<&Vec<Value>> {
    let runs = summary["branches"]["branches"].as_array()?;
    (runs.len() > 1).then_some(runs)
}

/// The runs as they are seen from one of them; `up` leads from there to the first, and `there` tells which folders can be linked to.
fn told(tree: &[Value], here: &str, up: &str, there: impl Fn(&str) -> bool) -> Vec<PageBranch> {
    let of = |branch: &Value| {
        let folder = branch["folder"].as_str().unwrap_or("");
        let href = match folder {
            "." => Some(format!("{up}{REPORT}")),
            inside => is_branch(inside).then(|| format!("{up}{inside}/{REPORT}")),
        };
        let here = folder == here;
        PageBranch {
            name: match branch["number"].as_u64() {
                Some(1) | None => "Run 1, as the solver chose".into(),
                Some(n) => format!("Run {n}"),
            },
            about: about(branch),
            here,
            href: href.filter(|_| !here && branch["steps"].as_u64() > Some(0) && there(folder)),
        }
    };
    tree.iter().map(of).collect()
}

/// Where it comes from and how it ends.
fn about(branch: &Value) -> String {
    let figure = |value: &Value| value.as_f64().map_or_else(String::new, number);
    let from = match &branch["from"] {
        Value::Null => String::new(),
        from => format!(
            "leaves run {} at step {}, t = {} s; ",
            from["parent"],
            from["step"],
            figure(&from["t"])
        ),
    };
    let speed = match branch["largest_speed"].as_f64() {
        Some(v) if v < REST => "at rest".into(),
        _ => format!(
            "largest speed {} m/s or rad/s",
            figure(&branch["largest_speed"])
        ),
    };
    let certified = match (&branch["certified"], branch["end"].as_str()) {
        (Value::Bool(false), Some("finished")) => "; not certified",
        _ => "",
    };
    let end = branch["end"].as_str().unwrap_or("ended");
    format!(
        "{from}{end} at t = {} s, {speed}{certified}",
        figure(&branch["t"])
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_run_names_the_pages_of_the_others_by_their_places() {
        let run = |number: u64, folder: &str, from: Value| json!({ "number": number, "folder": folder, "from": from, "end": "finished", "steps": 20, "t": 0.02, "certified": true, "largest_speed": 0.0 });
        let tree = [
            run(1, ".", Value::Null),
            run(2, "branch-2", json!({ "parent": 1, "step": 3, "t": 0.5 })),
            run(3, "branch-3", json!({ "parent": 2, "step": 7, "t": 1.0 })),
        ];
        let places = |here: &str, up: &str, apart: bool| -> Vec<Option<String>> {
            let told = told(&tree, here, up, |_| !apart);
            assert_eq!(told.iter().filter(|b| b.here).count(), 1);
            told.into_iter().map(|b| b.href).collect()
        };
        let some = |place: &str| Some(place.to_owned());
        assert_eq!(
            places(".", "", false),
            [
                None,
                some("branch-2/report.html"),
                some("branch-3/report.html")
            ]
        );
        assert_eq!(
            places("branch-2", "../", false),
            [
                some("../report.html"),
                None,
                some("../branch-3/report.html")
            ]
        );
        assert_eq!(places("branch-3", "../", true), [None, None, None]);
        let second = &told(&tree, ".", "", |_| true)[1];
        assert_eq!(
            second.about,
            "leaves run 1 at step 3, t = 0.5 s; finished at t = 0.02 s, at rest"
        );
    }

    #[test]
    fn a_summary_that_somebody_else_wrote_leads_nowhere_else() {
        let places = ["branch-2", "javascript:alert(1)//", "../other", ""];
        let tree = places.map(|folder| json!({ "folder": folder, "steps": 1 }));
        let told = told(&tree, ".", "", |_| true);
        let led = told.iter().map(|branch| branch.href.is_some());
        assert!(led.eq([true, false, false, false]), "{told:?}");
    }
}
