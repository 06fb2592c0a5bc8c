//! Pages without a motion: convergence studies, comparisons with the papers, analyses.

use super::columns::Columns;
use super::description::{Description, Fact, Kind, PageFigure, PageTable, TableColumn, Warning};
use super::error::ReportError;
use super::facts;
use super::page::{Connect, html};
use crate::analyze::{self, Told, Tone};
use crate::converge::{self, Line};
use crate::scene::Scene;
use crate::verify::{Check, Example};

/// The page of a convergence study; `command` makes it again, `svg` is its figure.
pub fn of_convergence(
    scene: &Scene,
    study: &converge::Study,
    svg: String,
    command: String,
) -> Result<String, ReportError> {
    let cell = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |x| format!("{x:.6}"));
    let row = |line: &Line| {
        vec![
            line.h.to_string(),
            cell(line.velocity_error),
            cell(line.position_error),
            format!("{:.6}", line.variation),
            cell(line.impulse_error),
        ]
    };
    let mut rows: Vec<Vec<String>> = study.rows.iter().map(row).collect();
    let [v, q, c] = (study.order).map(|o| o.map_or_else(|| "–".to_owned(), |o| format!("{o:.2}")));
    rows.push(vec!["order".into(), v, q, String::new(), c]);
    let table = PageTable {
        title: "Errors".into(),
        about: "Against the run with the shortest step. The impulse error is the largest difference of ∫φ dc over test functions φ and \
                all contacts; the order is the slope of error over step."
            .into(),
        columns: heads(&[
            ("h", "s"),
            ("velocity error", ""),
            ("position error", ""),
            ("variation", ""),
            ("impulse error", ""),
        ]),
        states: vec![""; rows.len()],
        rows,
    };
    let mut facts = facts::of_scene(scene);
    facts.retain(|fact| fact.name != "Step");
    facts.push(Fact::new(
        "Result",
        "Steps certified",
        format!("{} of {}", study.certified, study.steps),
    ));
    let worst = format!("{:.1e}", study.residual);
    facts.push(Fact::new("Result", "Worst residual", worst));
    let mut page = Description {
        title: format!("{}: convergence", scene.name),
        about: scene.about.trim().to_owned(),
        command,
        facts,
        tables: vec![table],
        figures: vec![figure("Errors over the step", svg)],
        ..empty()
    };
    if study.certified < study.steps {
        let missing = study.steps - study.certified;
        page.warnings.push(Warning {
            text: format!("{missing} of {} steps are not certified", study.steps),
            t: None,
        });
    }
    html(&page, &Columns::default(), Connect::Nobody)
}

/// The page of the comparison with the papers.
pub fn of_checks(
    examples: &[(&Example, Vec<Check>)],
    command: String,
) -> Result<String, ReportError> {
    let table = |(example, checks): &(&Example, Vec<Check>)| PageTable {
        title: example.name.to_owned(),
        about: example.about.to_owned(),
        columns: heads(&[
            ("quantity", ""),
            ("published", ""),
            ("reference", ""),
            ("ours", ""),
            ("band", ""),
        ]),
        rows: (checks.iter())
            .map(|check| {
                vec![
                    check.quantity.clone(),
                    check
                        .published
                        .map_or_else(|| "–".to_owned(), facts::number),
                    facts::number(check.reference),
                    facts::number(check.ours),
                    match check.band {
                        0.0 => "exact".to_owned(),
                        band => format!("±{band:.1e}"),
                    },
                ]
            })
            .collect(),
        states: (checks.iter())
            .map(|check| if check.ok { "good" } else { "bad" })
            .collect(),
    };
    let all = examples.iter().flat_map(|(_, checks)| checks);
    let (fine, count) = (all.clone().filter(|c| c.ok).count(), all.count());
    let page = Description {
        title: "Numbers of the papers".into(),
        about: format!("{fine} of {count} numbers are within their bands."),
        command,
        facts: vec![Fact::new(
            "Result",
            "Within their bands",
            format!("{fine} of {count}"),
        )],
        tables: examples.iter().map(table).collect(),
        ..empty()
    };
    html(&page, &Columns::default(), Connect::Nobody)
}

/// The page of an analysis.
pub fn of_analysis(study: &analyze::Study, command: String) -> Result<String, ReportError> {
    let account = analyze::account(study);
    let mut about = String::new();
    let mut table = PageTable {
        title: "What was found".into(),
        columns: heads(&[("", ""), ("", "")]),
        ..PageTable::default()
    };
    for Told {
        label, text, tone, ..
    } in account.lines
    {
        if label == "about" {
            about = text;
            continue;
        }
        table.rows.push(vec![label, text]);
        table.states.push(match tone {
            Tone::Plain => "",
            Tone::Good => "good",
            Tone::Fair => "fair",
            Tone::Bad => "bad",
        });
    }
    let parameters = (study.sight.parameters.iter())
        .map(|p| Fact::new("Parameters", &p.name, facts::number(p.value)));
    let figures = analyze::figures(study).into_iter();
    let page = Description {
        title: account.title,
        about,
        command,
        facts: parameters.collect(),
        tables: vec![table],
        figures: figures
            .map(|(name, svg)| figure(&name.replace('-', " "), svg))
            .collect(),
        ..empty()
    };
    html(&page, &Columns::default(), Connect::Nobody)
}

fn empty() -> Description {
    Description {
        kind: Kind::Tables,
        up: [0.0, 0.0, 1.0],
        ..Description::default()
    }
}

fn heads(names: &[(&str, &str)]) -> Vec<TableColumn> {
    let head = |(name, unit): &(&str, &str)| TableColumn::new(*name, *unit);
    names.iter().map(head).collect()
}

fn figure(title: &str, svg: String) -> PageFigure {
    PageFigure {
        title: title.to_owned(),
        svg,
    }
}
