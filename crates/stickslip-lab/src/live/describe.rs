//! What a viewer must know before the first frame: the description of a scene, and its page.

use super::books::Books;
use crate::export::drawables_at;
use crate::report::{
    self, Columns, Connect, Description, Frictions, Kind, PageContact, Parameter, Plot, Scenery,
    Series,
};
use crate::run;
use crate::scene::{BuiltIn, Scene};
use serde_json::{Value, json};
use stickslip::{Mode, System};

/// A scene as it begins.
pub(super) struct Opening {
    /// JSON.
    pub(super) description: String,
    /// HTML.
    pub(super) page: Vec<u8>,
    /// The bodies that move, by their places among all.
    pub(super) tracks: Vec<usize>,
    /// The names of all bodies.
    pub(super) names: Vec<String>,
    /// The sliders.
    pub(super) parameters: Vec<Parameter>,
    /// The friction sets that contacts can have.
    pub(super) frictions: Frictions,
}

impl Opening {
    /// Sliders keep the ranges that they had.
    pub(super) fn new(
        scene: &Scene,
        command: &[String],
        known: &[Parameter],
    ) -> Result<Self, String> {
        let (system, state) = (&scene.system, &scene.initial);
        // what has two poses at two times moves
        let bodies = drawables_at(system, &[state.t; 2], &[state.q.clone(), state.q.clone()]);
        let moves = |body: usize| bodies[body].poses.len() == 2;
        let tracks = (0..bodies.len()).filter(|&b| moves(b)).collect();
        let scenery = Scenery::new(scene, &bodies, |body| !moves(body), None);
        let columns = Columns::default();
        let parameters = sliders(scene, known);
        let frictions = Frictions::of(system);
        let description = Description {
            kind: Kind::Live,
            title: scene.name.clone(),
            about: scene.about.trim().to_owned(),
            command: report::command_line(command.iter().cloned()),
            facts: report::scene_facts(scene),
            contacts: contacts(scene, &scenery, &frictions),
            frictions: frictions.sets().to_vec(),
            bodies: scenery.bodies,
            meshes: scenery.meshes,
            joints: scenery.joints,
            gravity: scenery.gravity,
            modes: Mode::ALL.map(Mode::word).to_vec(),
            solvers: report::solvers(),
            up: [0.0, 0.0, 1.0],
            plots: plots(!system.joints().is_empty()),
            parameters: parameters.clone(),
            ..Description::default()
        };
        let page = report::html(&description, &columns, Connect::OwnServer);
        Ok(Self {
            description: description.json(&columns),
            page: page.map_err(|error| error.to_string())?.into_bytes(),
            tracks,
            names: bodies.into_iter().map(|body| body.name).collect(),
            parameters,
            frictions,
        })
    }
}

/// A contact that appeared: by its number in the system, and that on the page.
pub(super) fn contact(
    system: &BuiltIn,
    contact: usize,
    number: u32,
    frictions: &Frictions,
) -> Value {
    let bodies = match system {
        BuiltIn::World(world) => world.bodies_of(contact).map(Some),
        _ => [None; 2],
    };
    let friction = system.contacts().get(contact);
    let mut told = json!(PageContact {
        name: system.contact_name(contact),
        bodies,
        friction: friction.and_then(|spec| frictions.find(&spec.friction)),
    });
    told["number"] = json!(number);
    told
}

/// The contacts that there are from the start.
fn contacts(scene: &Scene, scenery: &Scenery, frictions: &Frictions) -> Vec<PageContact> {
    let (system, state) = (&scene.system, &scene.initial);
    if system.has_changing_contacts() {
        return Vec::new();
    }
    let numbers = scenery.numbers();
    let known = system.contacts().iter().enumerate();
    known
        .map(|(i, spec)| {
            let place = run::place(system, i, state.t, &state.q);
            let names = place.map(|place| place.bodies);
            PageContact {
                name: system.contact_name(i),
                bodies: names.map_or([None; 2], |names| {
                    names.each_ref().map(|n| numbers.get(n.as_str()).copied())
                }),
                friction: frictions.find(&spec.friction),
            }
        })
        .collect()
}

/// The parameters, each with the range it had and room for its value.
fn sliders(scene: &Scene, known: &[Parameter]) -> Vec<Parameter> {
    let mut sliders = report::parameters(scene);
    for slider in &mut sliders {
        if let Some(before) = known.iter().find(|p| p.name == slider.name) {
            slider.least = before.least.min(slider.value);
            slider.most = before.most.max(slider.value);
        }
    }
    sliders
}

fn plots(jointed: bool) -> Vec<Plot> {
    let plot = |id, title, unit, scale, kind, series: Vec<(String, String)>| Plot {
        id,
        title,
        unit,
        scale,
        kind,
        time: "step_t",
        series: (series.into_iter())
            .map(|(name, column)| Series { name, column })
            .collect(),
    };
    let same = |names: &[&str]| -> Vec<(String, String)> {
        let series = names.iter().map(|n| (n.replace('_', " "), (*n).to_owned()));
        series.collect()
    };
    let energies = |names: &[&str]| -> Vec<(String, String)> {
        let series = names
            .iter()
            .map(|n| (n.replace('_', " "), format!("energy.{n}")));
        series.collect()
    };
    let modes = Mode::ALL.map(|m| (m.word().to_owned(), format!("count.{}", m.word())));
    let errors: &[&str] = match jointed {
        true => &["penetration", "joint_error"],
        false => &["penetration"],
    };
    vec![
        plot(
            "energy",
            "Energy",
            "J",
            "linear",
            "lines",
            energies(&Books::STORED),
        ),
        plot(
            "work",
            "Energy brought in and taken out",
            "J",
            "linear",
            "lines",
            energies(&Books::MOVED),
        ),
        plot(
            "contacts",
            "Contacts by mode",
            "",
            "linear",
            "stacked",
            modes.to_vec(),
        ),
        plot(
            "certificate",
            "Certificate of each step",
            "",
            "log",
            "lines",
            same(&["residual", "audit"]),
        ),
        plot(
            "errors",
            "Penetration and joint error",
            "m",
            "log",
            "lines",
            same(errors),
        ),
        plot(
            "iterations",
            "Iterations",
            "",
            "linear",
            "steps",
            same(&["iterations"]),
        ),
        plot("solver", "Solver", "", "linear", "steps", same(&["solver"])),
    ]
}
