//! Everything that is asked about a subject: its analysis, what an impulse does where there is no acceleration, and questions of design.

use super::analysis::{self, Analysis, Progress, Settings, Stage, analyze};
use super::design::{self, Design, Question};
use super::subject::{Sight, Subject, SubjectError, View, Wanted};
use super::verdict::Verdict;

/// More contacts than this are not analyzed: cone programmes and searches would take hours.
const LIMIT: usize = 100;

/// What was found about a subject.
#[derive(Debug)]
pub struct Study {
    /// The problem.
    pub sight: Sight,
    /// What is known about it.
    pub analysis: Analysis,
    /// Where it has no finite acceleration, and comes from a scene: what a step does instead.
    pub impulse: Option<ImpulseLook>,
    /// What its parameters do.
    pub design: Design,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// The problem at velocity level.
#[derive(Debug)]
pub struct ImpulseLook {
    /// The length of the step (s).
    pub step: f64,
    /// The problem.
    pub sight: Sight,
    /// What is known about it.
    pub analysis: Analysis,
}

impl Study {
    /// What to know about these answers.
    pub fn notes(&self) -> Vec<&str> {
        let all = self.sight.notes.iter().chain(&self.analysis.notes);
        all.map(String::as_str).collect()
    }
}

/// Studies a subject. `progress` ends it by saying false: what was found is kept.
pub fn study(
    subject: &Subject,
    settings: &Settings,
    questions: &[Question],
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Result<Study, SubjectError> {
    let mut go_on = true;
    let mut tell = |now: Progress| {
        go_on &= progress(now);
        go_on
    };
    let sight = subject.look_while(&mut |done, total| {
        tell(Progress {
            stage: Stage::Run,
            done,
            total,
        })
    })?;
    let contacts = sight.posed.contacts.len();
    if contacts > LIMIT {
        return Err(SubjectError::TooLarge {
            contacts,
            limit: LIMIT,
        });
    }
    let analysis = analyze(&sight.posed, settings, &mut tell)?;
    let impulse = match analysis.verdict {
        Verdict::NoFiniteSolution { .. }
            if sight.scene.is_some() && !analysis.found.interrupted =>
        {
            impulse(subject, settings, &mut tell)?
        }
        _ => None,
    };
    let design = design::answer(subject, (&sight, &analysis), settings, questions, &mut tell)?;
    Ok(Study {
        sight,
        analysis,
        impulse,
        design,
        interrupted: !go_on,
    })
}

/// The same state at velocity level.
fn impulse(
    subject: &Subject,
    settings: &analysis::Settings,
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Result<Option<ImpulseLook>, SubjectError> {
    let sight = subject.seen(View {
        wanted: Wanted::Velocity,
        ..subject.view()
    })?;
    let Some(step) = sight.scene.as_ref().map(|scene| scene.0.settings.step) else {
        return Ok(None);
    };
    let analysis = analyze(&sight.posed, settings, progress)?;
    Ok(Some(ImpulseLook {
        step,
        sight,
        analysis,
    }))
}
