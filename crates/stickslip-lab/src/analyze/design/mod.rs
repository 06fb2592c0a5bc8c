//! Questions of design about a subject: what becomes of its motions while a parameter or two change, where jamming begins, what moves that
//! threshold, and what would remove a jam.

mod tell;

use super::Posed;
use super::analysis::{Analysis, Progress, Settings, Stage};
use super::branch::{self, Branch, Modes, Start};
use super::search::Solution;
use super::subject::{Parameter, Sight, Subject, SubjectError};
use super::sweep::{
    self, Line, LineSettings, Map, MapSettings, Remedy, Sensitivity, Swept, ThresholdSettings,
    Thresholds,
};
use crate::scene::SETTING;
use serde::Serialize;
use stickslip::Error;

/// A parameter to be varied.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// Its name, or a key of the scene; `mu` is the friction of all contacts unless there is a parameter of that name.
    pub parameter: String,
    /// The least and the largest value.
    pub range: [f64; 2],
    /// How many values to look at; nothing for the usual number.
    pub points: Option<usize>,
}

impl Question {
    /// From what is typed: `mu=0.1:1.2`, or `mu=0.1:1.2:45` for 45 values.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            |why: &str| format!("--sweep {text}: {why}; write it like mu=0.1:1.2 or mu=0.1:1.2:45");
        let (name, range) = text.split_once('=').ok_or_else(|| wrong("there is no ="))?;
        let parts: Vec<&str> = range.split(':').map(str::trim).collect();
        let (ends, points) = match parts.as_slice() {
            [low, high] => ([low, high], None),
            [low, high, points] => ([low, high], Some(points)),
            _ => return Err(wrong("a range has two ends and perhaps a number of values")),
        };
        let number = |text: &str| {
            let number = text.parse::<f64>().ok().filter(|x| x.is_finite());
            number.ok_or_else(|| wrong(&format!("{text:?} is no number")))
        };
        let range = [number(ends[0])?, number(ends[1])?];
        if range[0] >= range[1] {
            return Err(wrong("the first end must be the smaller one"));
        }
        let points = points.map(|text| {
            let count = text.parse().ok().filter(|n| (2..=10_000).contains(n));
            count.ok_or_else(|| wrong(&format!("{text:?} is no number of values from 2 to 10000")))
        });
        if name.trim().is_empty() {
            return Err(wrong("there is no name before the ="));
        }
        Ok(Self {
            parameter: name.trim().to_owned(),
            range,
            points: points.transpose()?,
        })
    }
}

/// What was found about parameters.
#[derive(Clone, Debug, Default)]
pub struct Design {
    /// What was asked.
    pub questions: Vec<Question>,
    /// Motions over one parameter.
    pub line: Option<Line>,
    /// Where jamming begins and ends over one parameter.
    pub thresholds: Option<Thresholds>,
    /// What moves the first of these thresholds, and the margin of the design as it is.
    pub sensitivities: Vec<Sensitivity>,
    /// What would remove the jam of the design as it is.
    pub remedies: Vec<Remedy>,
    /// Whether remedies were looked for.
    pub asked_for_remedies: bool,
    /// Whether that was stopped before all parameters were tried: what is not here may exist nonetheless.
    pub remedies_interrupted: bool,
    /// The motions of the design as it is, followed along the parameter.
    pub branches: Vec<Branch>,
    /// Motions over two parameters.
    pub map: Option<Map>,
}

impl Design {
    /// The parameters at which jamming begins or ends.
    pub fn threshold_values(&self) -> Vec<f64> {
        let found = self.thresholds.iter().flat_map(|t| &t.thresholds);
        found.map(|threshold| threshold.parameter).collect()
    }
}

/// Answers questions about no, one or two parameters. Whatever jams is asked for remedies.
pub(super) fn answer(
    subject: &Subject,
    (sight, analysis): (&Sight, &Analysis),
    settings: &Settings,
    questions: &[Question],
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Result<Design, SubjectError> {
    let mut design = Design {
        questions: questions.to_vec(),
        ..Design::default()
    };
    let posed = |values: &[(&str, f64)]| -> Result<Posed, String> {
        let sight = subject.with(values).map_err(|error| error.to_string())?;
        Ok(sight.posed)
    };
    for (i, question) in questions.iter().enumerate() {
        if questions[..i]
            .iter()
            .any(|other| other.parameter == question.parameter)
        {
            return Err(SubjectError::SweptTwice {
                name: question.parameter.clone(),
            });
        }
        check(subject, question)?;
    }
    let at = |stage: Stage| {
        move |progress: &mut dyn FnMut(Progress) -> bool, done: usize, total: usize| {
            progress(Progress { stage, done, total })
        }
    };
    match questions {
        [] => {}
        [one] => {
            let name = one.parameter.as_str();
            let family = |p: f64| posed(&[(name, p)]);
            let tell = at(Stage::Thresholds);
            let found = sweep::thresholds(
                &family,
                &ThresholdSettings::over(one.range),
                &mut |done, total| tell(progress, done, total),
            );
            design.thresholds = Some(found);
            let tell = at(Stage::Sweep);
            let usual = LineSettings::over(one.range);
            let line = LineSettings {
                points: one.points.unwrap_or(usual.points),
                ..usual
            };
            design.line = Some(sweep::line(&family, &line, &mut |done, total| {
                tell(progress, done, total)
            }));
            let tell = at(Stage::Branches);
            design.branches = branches(subject, (sight, analysis), one, &mut |done, total| {
                tell(progress, done, total)
            })?;
        }
        [first, second, ..] => {
            let plane = |x: f64, y: f64| {
                posed(&[
                    (first.parameter.as_str(), x),
                    (second.parameter.as_str(), y),
                ])
            };
            let usual = MapSettings::over([first.range, second.range]);
            let map = MapSettings {
                points: [
                    first.points.unwrap_or(usual.points[0]),
                    second.points.unwrap_or(usual.points[1]),
                ],
                ..usual
            };
            let slip = settings.slip.map(sweep::slip_of);
            let slip = slip.as_ref().map(|slip| slip as sweep::Quantity);
            let tell = at(Stage::Sweep);
            design.map = Some(sweep::map(&plane, &map, slip, &mut |done, total| {
                tell(progress, done, total)
            }));
        }
    }
    let parameters = variable(sight, questions);
    // a state that was reached with other parameters is another state
    let at_start = subject.view().at == 0.0;
    if parameters.is_empty() || !at_start || !(analysis.jams() || questions.len() == 1) {
        return Ok(design);
    }
    let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
    let whole = |values: &[f64]| {
        let values: Vec<(&str, f64)> = names.iter().copied().zip(values.iter().copied()).collect();
        posed(&values)
    };
    let swept = questions
        .first()
        .filter(|_| questions.len() == 1)
        .and_then(|one| {
            let found = design.thresholds.as_ref()?.thresholds.first()?;
            Some(Swept {
                parameter: names.iter().position(|name| *name == one.parameter)?,
                threshold: *found,
            })
        });
    if swept.is_some() {
        let tell = at(Stage::Sensitivity);
        design.sensitivities =
            sweep::sensitivities(&whole, &parameters, swept.as_ref(), &mut |done, total| {
                tell(progress, done, total)
            });
    }
    if analysis.jams() {
        design.asked_for_remedies = true;
        let tell = at(Stage::Remedies);
        let mut go_on = true;
        design.remedies = sweep::remedies(&whole, &parameters, &mut |done, total| {
            go_on &= tell(progress, done, total);
            go_on
        });
        design.remedies_interrupted = !go_on;
    }
    Ok(design)
}

/// A parameter that can be set at neither end nor in between is a mistake, which the error of the middle tells.
fn check(subject: &Subject, question: &Question) -> Result<(), SubjectError> {
    let [low, high] = question.range;
    let name = question.parameter.as_str();
    let middle = subject.with(&[(name, 0.5 * (low + high))]);
    let ends = [low, high].map(|p| subject.with(&[(name, p)]).is_ok());
    match middle {
        Err(error) if ends == [false, false] => Err(SubjectError::CannotSweep {
            name: name.to_owned(),
            range: question.range,
            // nobody typed the middle of the range
            why: match &error {
                SubjectError::Scene(error) if error.file == SETTING => error.fault.clone(),
                error => error.to_string(),
            },
        }),
        _ => Ok(()),
    }
}

/// The parameters that may be changed: a factor of four either way, or the range that was asked for.
fn variable(sight: &Sight, questions: &[Question]) -> Vec<sweep::Parameter> {
    // of a parameter that is 0 nobody knows what is a little
    let own = (sight.parameters.iter())
        .filter(|p| !p.derived && p.value.is_finite() && p.value != 0.0)
        .cloned();
    let friction = (questions.iter())
        .filter(|q| q.parameter == "mu" && sight.parameters.iter().all(|p| p.name != "mu"))
        .filter_map(|_| common_friction(sight))
        .map(|value| Parameter {
            name: "mu".into(),
            value,
            derived: false,
        });
    own.chain(friction)
        .map(|p| {
            let asked = questions.iter().find(|q| q.parameter == p.name);
            let range = asked.map_or_else(
                || match p.value {
                    v if v > 0.0 => [0.25 * v, 4.0 * v],
                    v => [4.0 * v, 0.25 * v],
                },
                |asked| {
                    let [low, high] = asked.range;
                    [low.min(p.value), high.max(p.value)]
                },
            );
            sweep::Parameter {
                name: p.name.clone(),
                value: p.value,
                range,
            }
        })
        .collect()
}

/// Follows the motions of the design as it is, if it lies in the range; those that are stuck are an interval, which the thresholds give.
fn branches(
    subject: &Subject,
    (sight, analysis): (&Sight, &Analysis),
    question: &Question,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Vec<Branch>, SubjectError> {
    let name = question.parameter.as_str();
    let [low, high] = question.range;
    let value = match sight.parameters.iter().find(|p| p.name == name) {
        Some(parameter) => parameter.value,
        None => match common_friction(sight).filter(|_| name == "mu") {
            Some(mu) => mu,
            None => return Ok(Vec::new()),
        },
    };
    if !(low..=high).contains(&value) {
        return Ok(Vec::new());
    }
    let family = |p: f64| {
        let posed = subject.with(&[(name, p)]).map(|sight| sight.posed.problem);
        posed.map_err(|_| Error::BadParameter {
            field: name.to_owned(),
            value: p.to_string(),
            expected: "a value at which the problem can be posed",
        })
    };
    let moving: Vec<&Solution> = (analysis.found.solutions.iter())
        .filter(|solution| !solution.is_stuck())
        .collect();
    let mut out = Vec::new();
    for (i, solution) in moving.iter().enumerate() {
        let start = Start {
            parameter: value,
            unknowns: solution.unknowns.clone(),
            modes: Modes::of(&sight.posed.problem, &solution.motion, 1e-7),
        };
        let mut go_on = true;
        let settings = branch::Settings::over(question.range);
        let branch = branch::follow(&family, sight.posed.law, &start, &settings, &mut |_, _| {
            go_on &= progress(i, moving.len());
            go_on
        });
        // a family whose contacts change cannot be followed: the line says what there is
        if let Ok(branch) = branch {
            out.extend((!branch.points.is_empty()).then_some(branch));
        }
        if !go_on {
            break;
        }
    }
    Ok(out)
}

/// The coefficient of friction, if all contacts with friction have the same.
fn common_friction(sight: &Sight) -> Option<f64> {
    let contacts = &sight.posed.problem.data().contacts;
    let mut with = (contacts.iter())
        .filter(|c| c.friction.rows() > 0)
        .map(|c| c.friction.coefficient);
    let first = with.next()?;
    with.all(|mu| mu == first).then_some(first)
}
