//! What is analyzed: a scene at its start or at a later time, or a problem file, with parameters that can be varied.
//!
//! A [`Subject`] keeps the text, so that the problem can be posed again with other values of its parameters; a [`View`] says at which
//! time of a scene and on which level. What comes out is a [`Sight`]: the problem with names, and what to know of how it was posed.

mod error;
mod of_scene;
mod source;

pub use error::SubjectError;

use super::Posed;
use crate::problem_file::contact_problem::ContactPlace;
use crate::scene::Scene;
use serde::Serialize;
use source::Source;
use std::path::Path;
use stickslip::State;

/// What the unknowns are to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Accelerations, unless bodies approach each other: then an impact comes first, and the velocities after a step are asked for.
    #[default]
    Auto,
    /// Accelerations and forces.
    Acceleration,
    /// Velocities after a step, and impulses.
    Velocity,
}

impl Wanted {
    /// The names that [`parse`](Self::parse) knows.
    pub const NAMES: [&'static str; 3] = ["auto", "acceleration", "velocity"];

    /// From its name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "acceleration" => Some(Self::Acceleration),
            "velocity" => Some(Self::Velocity),
            _ => None,
        }
    }
}

/// At which time of a scene to look, and for what.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// How long to run the scene before (s).
    pub at: f64,
    /// What to ask for.
    pub wanted: Wanted,
}

/// A number with a name that can be varied.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Whether it follows from others.
    pub derived: bool,
}

/// A scene or a problem file, to be posed with its own values or with others.
#[derive(Clone, Debug)]
pub struct Subject {
    source: Source,
    settings: Vec<String>,
    view: View,
    /// Whether `mu` is one of its parameters, and not the friction of all contacts.
    has_mu: bool,
}

/// A problem as it was posed, and what belongs to it.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The problem with names.
    pub posed: Posed,
    /// What it shows, in a sentence or a few.
    pub about: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Where each contact is, as far as that is known.
    pub places: Vec<Option<ContactPlace>>,
    /// Whether the force of each contact is better drawn as it acts on the other body; empty for none.
    pub reversed: Vec<bool>,
    /// What to know of how it was posed.
    pub notes: Vec<String>,
    /// The scene and its state, if it comes from a scene.
    pub scene: Option<Box<(Scene, State)>>,
}

impl Subject {
    /// A file if there is one, `-` for standard input, otherwise a shipped scene or problem; with settings like `mu=0.4`. Reads the text, but poses
    /// nothing yet.
    pub fn find(path: &Path, settings: &[String], view: View) -> Result<Self, SubjectError> {
        let source = Source::find(path)?;
        Ok(Self {
            has_mu: source.has_parameter("mu", settings),
            source,
            settings: settings.to_vec(),
            view,
        })
    }

    /// At which time it is looked at, and for what.
    pub fn view(&self) -> View {
        self.view
    }

    /// The problem of another view.
    pub fn seen(&self, view: View) -> Result<Sight, SubjectError> {
        self.source.pose(&self.settings, view, &mut |_, _| true)
    }

    /// The problem with the settings it was found with.
    pub fn look(&self) -> Result<Sight, SubjectError> {
        self.with(&[])
    }

    /// The same; `go_on` hears how many of how many steps of the scene are done before it is posed, and ends it by saying false.
    pub fn look_while(
        &self,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Sight, SubjectError> {
        self.source.pose(&self.settings, self.view, go_on)
    }

    /// The same with other values of parameters. `mu` stands for the coefficient of all contacts if no parameter has that name.
    pub fn with(&self, values: &[(&str, f64)]) -> Result<Sight, SubjectError> {
        let for_all = values
            .iter()
            .find(|(name, _)| *name == "mu" && !self.has_mu);
        let mut settings = self.settings.clone();
        for (name, value) in values {
            if for_all.is_none_or(|(other, _)| other != name) {
                settings.push(format!("{name}={value:?}"));
            }
        }
        let mut sight = self.source.pose(&settings, self.view, &mut |_, _| true)?;
        if let Some((_, mu)) = for_all {
            if mu.is_nan() || *mu < 0.0 {
                return Err(SubjectError::Friction { value: *mu });
            }
            // never 0: that would take the friction rows away
            sight.posed.problem = sight.posed.problem.with_friction(mu.max(f64::MIN_POSITIVE));
        }
        Ok(sight)
    }
}
