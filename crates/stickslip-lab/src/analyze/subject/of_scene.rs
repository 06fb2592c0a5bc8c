//! The problem of a scene: at its start, or after it ran for a while.

use super::error::SubjectError;
use super::{Parameter, Sight, View, Wanted};
use crate::analyze::{Posed, draw};
use crate::scene::{BuiltIn, Scene};
use stickslip::{Apart, Instant, Level, Look, Part, Simulation, State, StepLaw, System, Touching};

/// Poses the problem that a scene has at a time.
pub(super) fn pose(scene: Scene, view: View) -> Result<Sight, SubjectError> {
    if !(view.at.is_finite() && view.at >= 0.0) {
        return Err(SubjectError::Time { at: view.at });
    }
    let (mut system, state) = at(&scene, view.at)?;
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
fn at(scene: &Scene, at: f64) -> Result<(BuiltIn, State), SubjectError> {
    if at == 0.0 {
        return Ok((scene.system.clone(), scene.initial.clone()));
    }
    let mut run = Simulation::new(
        scene.system.clone(),
        scene.initial.clone(),
        scene.settings.clone(),
    )?;
    let start = run.state().t;
    // half a step less, so that rounding takes no step too many
    while run.state().t - start < at - 0.5 * scene.settings.step {
        run.step()?;
    }
    Ok((run.system().clone(), run.state().clone()))
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
