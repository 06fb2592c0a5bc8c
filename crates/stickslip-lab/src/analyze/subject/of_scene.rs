//! The problem of a scene: at its start, or after it ran for a while.

use super::error::SubjectError;
use super::{Parameter, Sight, View, Wanted};
use crate::analyze::{Posed, draw};
use crate::scene::{BuiltIn, Scene};
use stickslip::{Apart, Instant, Level, Look, Part, Simulation, State, StepLaw, System, Touching};

/// A gap up to this is worth a note (m).
const NEARLY: f64 = 1e-5;

/// Poses the problem that a scene has at a time.
pub(super) fn pose(
    scene: Scene,
    view: View,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Sight, SubjectError> {
    if !(view.at.is_finite() && view.at >= 0.0) {
        return Err(SubjectError::Time { at: view.at });
    }
    let (mut system, state) = at(&scene, view.at, go_on)?;
    let h = scene.settings.step;
    system.prepare(&state, h, Part::First)?;
    let look = Look::from(&scene.settings);
    let mut notes = Vec::new();
    let now = Instant::of(&system, &state, &look)?;
    let hits = !now.approaching.is_empty();
    let instant = match view.wanted {
        Wanted::Velocity => step(&system, &state, h, &look)?,
        Wanted::Auto if hits => {
            notes.push(format!(
                "closing: {}; an impact comes before there are accelerations, so this is the problem of one step of {h} s",
                listed(&system, &now.approaching)
            ));
            step(&system, &state, h, &look)?
        }
        _ => {
            if hits {
                notes.push(format!(
                    "closing, and left out: {}; an impact comes before there are accelerations, --level velocity includes it",
                    listed(&system, &now.approaching)
                ));
            }
            now
        }
    };
    if let Some(near) = nearly(&system, &state, look.touch) {
        notes.push(near);
    }
    if !instant.leaving.is_empty() {
        let leaving = listed(&system, &instant.leaving);
        notes.push(format!("separating, without force: {leaving}"));
    }
    if instant.joint_error > 1e-9 {
        notes.push(format!(
            "the velocities of the state break the joints by up to {:.1e} m/s or rad/s",
            instant.joint_error
        ));
    }
    if instant.problem.level() == Level::Acceleration && view.at > 0.0 {
        notes.push(format!("the state after {} s of the run", state.t));
    }
    let places = draw::places(&system, &state, &instant);
    let reversed = draw::reversed(&system, &instant);
    let joints = system.joints();
    let posed = Posed {
        name: scene.name.clone(),
        law: Default::default(),
        velocities: system.coordinates().velocity_names(),
        contacts: told_apart(
            (instant.contacts.iter())
                .map(|&contact| system.contact_name(contact))
                .collect(),
        ),
        joints: (instant.joints.iter())
            .map(|&joint| joints.get(joint).map_or(String::new(), |j| j.name.clone()))
            .collect(),
        // at velocity level what is at rest after the step is at rest
        moving: instant.problem.level() == Level::Acceleration
            && state.v.iter().any(|v| v.abs() > look.rest_speed),
        problem: instant.problem,
    };
    Ok(Sight {
        posed,
        about: scene.about.clone(),
        parameters: (scene.parameters.iter())
            .map(|p| Parameter {
                name: p.name.clone(),
                value: p.value,
                derived: p.derived,
            })
            .collect(),
        places,
        reversed,
        notes,
        scene: Some(Box::new((scene, state))),
    })
}

/// The problem of one step, for impacts and for states without a finite acceleration.
pub(super) fn step(
    system: &BuiltIn,
    state: &State,
    h: f64,
    look: &Look,
) -> Result<Instant, SubjectError> {
    Ok(Instant::of_step(system, state, h, look, StepLaw::Velocity)?)
}

/// The system and its state at a time.
fn at(
    scene: &Scene,
    at: f64,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<(BuiltIn, State), SubjectError> {
    if at == 0.0 {
        return Ok((scene.system.clone(), scene.initial.clone()));
    }
    let mut run = Simulation::new(
        scene.system.clone(),
        scene.initial.clone(),
        scene.settings.clone(),
    )?;
    let start = run.state().t;
    let total = (at / scene.settings.step).min(1e15) as usize;
    let mut done = 0;
    // half a step less, so that rounding takes no step too many
    while run.state().t - start < at - 0.5 * scene.settings.step {
        if !go_on(done, total) {
            return Err(SubjectError::Interrupted);
        }
        run.step()?;
        done += 1;
    }
    Ok((run.system().clone(), run.state().clone()))
}

/// Contacts that do not touch, by next to nothing: perhaps they were meant to.
fn nearly(system: &BuiltIn, state: &State, touch: f64) -> Option<String> {
    let apart = (0..system.contacts().len()).filter_map(|contact| {
        let gap = system.gap(contact, state.t, &state.q);
        let said = || format!("{} ({gap:.1e} m)", system.contact_name(contact));
        (gap > touch && gap <= NEARLY).then(said)
    });
    let apart: Vec<String> = apart.take(8).collect();
    (!apart.is_empty()).then(|| {
        format!(
            "nearly in contact, and left out: {}; set run.touch to more than that if they are meant to touch",
            apart.join(", ")
        )
    })
}

/// Names that several contacts share, with a number each.
fn told_apart(names: Vec<String>) -> Vec<String> {
    let numbered = names.iter().enumerate().map(|(i, name)| {
        let same = |list: &[String]| list.iter().filter(|other| *other == name).count();
        match same(&names) {
            1 => name.clone(),
            _ => format!("{name} ({})", same(&names[..=i])),
        }
    });
    numbered.collect()
}

fn listed(system: &BuiltIn, apart: &[Apart]) -> String {
    let name = |apart: &Apart| match apart.what {
        Touching::Contact(contact) => system.contact_name(contact),
        Touching::Limit(joint) => {
            (system.joints().get(joint)).map_or(String::new(), |j| j.name.clone())
        }
    };
    let names: Vec<String> = apart.iter().map(name).collect();
    names.join(", ")
}
