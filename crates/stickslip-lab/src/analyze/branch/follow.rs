//! A solution followed while a parameter changes: pseudo-arclength continuation through turning points and changes of mode.
//!
//! Within a mode the solutions of F(x, p) = 0 form a smooth curve, which may turn back in p. A mode ends where one of its inequalities does;
//! there the curve of a neighbouring mode begins, forwards or backwards in p. All of a branch obeys all laws: [`follow`] ends rather than
//! go where it cannot be shown.

use super::mode::Modes;
use super::path::Family;
use super::scaled::Units;
use super::travel::Traveller;
use crate::analyze::FrictionLaw;
use stickslip::{Error, Impulse, InstantProblem};

/// How to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The least and the largest parameter.
    pub range: [f64; 2],
    /// The longest step, in numbers about 1 (the range counts 1); 0.02 unless told.
    pub step: f64,
    /// How many points at most to either side; 1000 unless told.
    pub points: usize,
    /// The largest residual of a point; 1e-9 unless told.
    pub tolerance: f64,
}

impl Settings {
    /// The usual, over a range.
    pub fn over(range: [f64; 2]) -> Self {
        Self {
            range,
            step: 0.02,
            points: 1000,
            tolerance: 1e-9,
        }
    }
}

/// A solution to begin with.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Where it is.
    pub parameter: f64,
    /// The unknowns of the reduced problem there.
    pub unknowns: Vec<f64>,
    /// What contacts and joints do.
    pub modes: Modes,
}

/// A solution on a branch.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its parameter.
    pub parameter: f64,
    /// The acceleration v̇.
    pub acceleration: Vec<f64>,
    /// The forces of the contacts.
    pub forces: Vec<Impulse>,
    /// What contacts and joints do.
    pub modes: Modes,
    /// How far it is from the laws, beside the free accelerations.
    pub residual: f64,
}

/// What happens on a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The branch turns smoothly: two solutions meet and end.
    Turn,
    /// A contact changes its mode.
    Contact(usize),
    /// A joint changes its mode.
    Joint(usize),
    /// Every slip goes to zero: the branch ends in the set of forces that hold everything.
    Sticks,
    /// The range ends.
    Range,
    /// Forces grow without bound, as where Painlevé's A goes to zero.
    Unbounded,
    /// No way on was found.
    Lost,
    /// There are as many points as were asked for.
    Points,
    /// It was told to stop.
    Stopped,
}

impl EventKind {
    /// Whether the branch goes no further.
    pub fn is_end(self) -> bool {
        !matches!(self, Self::Turn | Self::Contact(_) | Self::Joint(_))
    }
}

/// Something that happens at a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Where.
    pub parameter: f64,
    /// What.
    pub kind: EventKind,
    /// The point of the branch at which it happens.
    pub point: usize,
}

/// Solutions that hang together, from one end to the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// The solutions, in the order of the branch: those that were found by going down in the parameter come first.
    pub points: Vec<Point>,
    /// What happens, in the same order; the first and the last are ends.
    pub events: Vec<Event>,
}

impl Branch {
    /// The least and the largest parameter.
    pub fn extent(&self) -> [f64; 2] {
        let parameters = self.points.iter().map(|point| point.parameter);
        parameters.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| {
            [low.min(p), high.max(p)]
        })
    }
}

/// The family over one coefficient of friction for all contacts that have friction.
pub fn friction_family(problem: &InstantProblem) -> impl Fn(f64) -> Result<InstantProblem, Error> {
    // never 0: that would change the rows of the contacts
    move |mu| Ok(problem.with_friction(mu.max(f64::MIN_POSITIVE)))
}

/// Follows a solution both ways. `progress` hears how many points there are and at which parameter, and ends it by saying false. A start that
/// is no solution gives a branch without points.
pub fn follow(
    family: &dyn Fn(f64) -> Result<InstantProblem, Error>,
    law: FrictionLaw,
    start: &Start,
    settings: &Settings,
    progress: &mut dyn FnMut(usize, f64) -> bool,
) -> Result<Branch, Error> {
    let [low, high] = settings.range;
    if !(low < high && (low..=high).contains(&start.parameter) && high - low < f64::INFINITY) {
        return Err(Error::BadParameter {
            field: "range of a branch".into(),
            value: format!("{low} to {high} around {}", start.parameter),
            expected: "finite ends in ascending order with the start between them",
        });
    }
    let first = family(start.parameter)?.reduce()?;
    if start.unknowns.len() != first.len() {
        return Err(Error::WrongUnknowns {
            expected: first.len(),
            found: start.unknowns.len(),
        });
    }
    let family = Family {
        problem: family,
        range: settings.range,
        units: Units::of(&first, law),
    };
    let mut branch = Branch::default();
    for sense in [-1.0, 1.0] {
        let Some(mut traveller) = Traveller::new(&family, law, start, settings, sense) else {
            return Ok(Branch::default());
        };
        let already = branch.points.len();
        traveller.go(&mut |points, p| progress(already + points, p));
        let (points, events) = (traveller.points, traveller.events);
        if sense < 0.0 {
            let last = points.len().saturating_sub(1);
            branch.points = points.into_iter().rev().collect();
            let turned = events.into_iter().rev().map(|event| Event {
                point: last - event.point,
                ..event
            });
            branch.events = turned.collect();
        } else {
            // the start is there already
            let before = already.saturating_sub(1);
            branch.points.extend(points.into_iter().skip(1));
            branch.events.extend(events.into_iter().map(|event| Event {
                point: before + event.point,
                ..event
            }));
        }
    }
    Ok(branch)
}
