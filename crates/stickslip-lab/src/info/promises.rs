//! What theory says about a scene: when a step has a solution, when energy can appear, what is unique.

use super::ContactInfo;
use crate::scene::Scene;
use serde::Serialize;
use stickslip::{
    Frame, FrictionBound, FrictionSet, ImpactLaw, Scheme, SlidingContact, System, Verdict,
};

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Promise {
    /// What it is about: `steps`, `friction`, `impacts`, `contacts` or `joints`.
    pub about: &'static str,
    /// The statement.
    pub text: String,
}

impl Promise {
    pub(super) fn new(about: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { about, text }
    }
}

/// All statements; `closed` are the numbers of the contacts that touch.
pub(super) fn of(
    scene: &Scene,
    system: &impl System,
    contacts: &ContactInfo,
    closed: &[usize],
) -> Vec<Promise> {
    let mut all = vec![Promise::new("steps", solvable(scene.settings.scheme))];
    all.extend(friction(system).map(|text| Promise::new("friction", text)));
    let bounces = system.contacts().iter().any(|c| !c.restitution.is_none());
    if bounces {
        all.push(Promise::new("impacts", energy(scene.settings.impact)));
    }
    let (count, independent) = (contacts.closed.len(), contacts.independent);
    if independent < count {
        all.push(Promise::new(
            "contacts",
            format!(
                "{count} contacts touch and {independent} of their normals are independent: how the load is shared among \
                 them is not unique in the rigid model"
            ),
        ));
    }
    for (&contact, told) in closed.iter().zip(&contacts.closed) {
        all.extend(painleve(scene, system, contact, &told.name));
    }
    all
}

/// When the problem of a step has a solution.
fn solvable(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::StewartTrinkle { .. } => {
            "position level: gaps are not negative at the end of a step, to first order. A step has a solution unless a \
             penetration must be pushed out, a surface moves or there is restitution; without a solution it is taken at velocity \
             level, and the run notes it"
        }
        Scheme::AnitescuPotra => {
            "velocity level: every step has a solution for any friction as long as no surface moves, and contacts without \
             restitution never create energy; penetration of second order in h remains"
        }
        Scheme::FixedPoint { .. } => {
            "position level, repeated until gaps and rows are those of the end of the step; converges for steps that are short \
             enough, and the run notes steps that did not settle"
        }
        Scheme::TzitzourisPang { .. } => {
            "implicit: everything at the end of the step, by Newton's method; no promise of convergence, and the run notes steps \
             that were taken in parts"
        }
    }
}

/// How friction is solved, if there is any.
fn friction(system: &impl System) -> Option<&'static str> {
    let sets = || (system.contacts().iter()).filter(|c| c.friction.coefficient > 0.0);
    let pyramids = sets().any(|c| c.friction.set.is_polyhedral());
    let planar = sets().all(|c| matches!(c.friction.set, FrictionSet::Planar(_)));
    let curved = sets().any(|c| !c.friction.set.is_polyhedral());
    match (pyramids, curved) {
        (false, false) => None,
        (true, false) if planar => Some(
            "in the plane the friction cone is exact, and Lemke's method finds a solution where theory has one",
        ),
        (true, false) => Some(
            "pyramids: Lemke's method finds a solution where theory has one; friction is not straight against the slip",
        ),
        _ => Some(
            "curved cones: friction is straight against the slip (maximal dissipation); solutions exist as for pyramids, but no \
             method is proven to find them, so every step is certified instead",
        ),
    }
}

/// Whether an impact law can create energy.
fn energy(law: ImpactLaw) -> &'static str {
    match law {
        ImpactLaw::Newton => {
            "Newton's law can create energy where there is friction or several contacts close at once; the run says when and where. \
             \"shortcut\" never does"
        }
        ImpactLaw::Poisson(FrictionBound::Corrected) => {
            "Poisson's law restores ε of the normal impulse of compression; the run says if energy appears"
        }
        ImpactLaw::Poisson(FrictionBound::AsPrinted) => {
            "Poisson's law as printed creates energy even with one contact; it is there for comparison"
        }
        ImpactLaw::Shortcut => "this law never creates energy; it reverses slip",
        ImpactLaw::Stronge => {
            "Stronge's law recovers ε² of the energy that was absorbed and never creates any, for one contact at a time; where \
             several close at once Poisson's law is used, and the run notes it"
        }
    }
}

/// Whether a contact that touches and slides has forces in the rigid model at all.
fn painleve(scene: &Scene, system: &impl System, contact: usize, name: &str) -> Option<Promise> {
    let state = &scene.initial;
    let mut frame = Frame::default();
    system.frame(contact, state.t, &state.q, &mut frame);
    let slip = [1, 2, 3].map(|i| frame.row(i).dot(&state.v) - frame.surface[i]);
    if slip.iter().all(|s| s.abs() <= scene.settings.rest_slip) {
        return None;
    }
    let text = match SlidingContact::of(system, state, contact, slip)
        .ok()?
        .verdict()
    {
        Verdict::Unique => return None,
        Verdict::Nonexistent => {
            "slides such that the rigid model has no acceleration (Painlevé): an impact without collision, which time stepping finds"
        }
        Verdict::Indeterminate => {
            "slides such that leaving and staying both solve the equations (Painlevé): the run follows one of two motions"
        }
    };
    Some(Promise::new("contacts", format!("{name} {text}")))
}
