//! The settings of a run, as they stand in its summary.

use crate::scene::Scene;
use serde::Serialize;
use stickslip::{Activation, LineariseAt, Projection, Scheme};

/// What was set, defaults included.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are those of scene files")]
pub struct SettingsSummary {
    pub h: f64,
    pub substeps: usize,
    pub duration: f64,
    pub record_every: usize,
    pub scheme: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linearise_at: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_point: Option<Iteration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tzitzouris_pang: Option<NewtonSummary>,
    pub impact: &'static str,
    pub locate: Option<LocateSummary>,
    pub rest_speed: f64,
    pub rest_slip: f64,
    pub projection: &'static str,
    pub activation: ActivationSummary,
    pub enlarge: bool,
    pub halvings: usize,
    pub sleep: bool,
    pub large: LargeSummary,
    pub touch: f64,
    pub refinement: Iteration,
    pub method: &'static str,
    pub method_tolerance: f64,
}

/// The limits of something that iterates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are those of scene files")]
pub struct Iteration {
    pub tolerance: f64,
    pub rounds: usize,
}

/// Islands of many contacts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are those of scene files")]
pub struct LargeSummary {
    pub contacts: usize,
    pub relative: f64,
    pub violation: f64,
    pub sweeps: usize,
    pub rounds: usize,
    pub leaps: usize,
    pub proximal: f64,
}

/// The limits of Newton's method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are those of scene files")]
pub struct NewtonSummary {
    pub tolerance: f64,
    pub iterations: usize,
}

/// Which contacts take part from the start: a word, or a table with the largest gap (m).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the names are those of scene files")]
pub enum ActivationSummary {
    Word(&'static str),
    Near { near: f64 },
}

/// How impact times are found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are those of scene files")]
pub struct LocateSummary {
    pub tolerance: f64,
    pub impacts: usize,
}

impl SettingsSummary {
    pub(crate) fn new(scene: &Scene) -> Self {
        let settings = &scene.settings;
        Self {
            h: settings.step,
            substeps: settings.substeps,
            duration: scene.duration,
            record_every: scene.record_every,
            scheme: settings.scheme.name(),
            linearise_at: match settings.scheme {
                Scheme::StewartTrinkle { linearise_at } => Some(match linearise_at {
                    LineariseAt::Prediction => "prediction",
                    LineariseAt::Start => "start",
                }),
                _ => None,
            },
            fixed_point: match settings.scheme {
                Scheme::FixedPoint { tolerance, rounds } => Some(Iteration { tolerance, rounds }),
                _ => None,
            },
            tzitzouris_pang: match settings.scheme {
                Scheme::TzitzourisPang {
                    tolerance,
                    iterations,
                } => Some(NewtonSummary {
                    tolerance,
                    iterations,
                }),
                _ => None,
            },
            impact: settings.impact.name(),
            locate: settings.locate.map(|locate| LocateSummary {
                tolerance: locate.tolerance,
                impacts: locate.impacts,
            }),
            rest_speed: settings.rest_speed,
            rest_slip: settings.rest_slip,
            projection: match settings.projection {
                Projection::Off => "off",
                Projection::Joints => "joints",
                Projection::All => "all",
            },
            activation: match settings.activation {
                Activation::Predicted => ActivationSummary::Word("predicted"),
                Activation::All => ActivationSummary::Word("all"),
                Activation::Near { gap } => ActivationSummary::Near { near: gap },
            },
            enlarge: settings.enlarge,
            halvings: settings.halvings,
            sleep: settings.sleep,
            large: LargeSummary {
                contacts: settings.large.contacts,
                relative: settings.large.relative,
                violation: settings.large.violation,
                sweeps: settings.large.sweeps,
                rounds: settings.large.rounds,
                leaps: settings.large.leaps,
                proximal: settings.large.proximal,
            },
            touch: settings.touch,
            refinement: Iteration {
                tolerance: settings.refinement.tolerance,
                rounds: settings.refinement.rounds,
            },
            method: settings.method.name(),
            method_tolerance: settings.method.tolerance(),
        }
    }
}
