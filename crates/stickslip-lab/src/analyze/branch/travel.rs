//! The traveller on a branch: steps along the curve of a mode, finds what happens within a step, and goes from mode to mode.

use super::audit::residual;
use super::equations::Side;
use super::follow::{Event, EventKind, Point, Settings, Start};
use super::inside;
use super::mode::{ContactMode, Modes};
use super::newton::{SLACK, holds};
use super::path::{Curve, Family};
use crate::analyze::FrictionLaw;
use complementarity::linear::max_abs;

/// The shortest step.
const SHORTEST: f64 = 1e-9;
/// A slip smaller than this is none.
const STILL: f64 = 1e-7;
/// Forces larger than this grow without bound.
const UNBOUNDED: f64 = 1e6;
/// How far to look whether a new mode holds.
const LOOK: f64 = 1e-5;

/// Where the traveller is, and what it has seen.
pub(super) struct Traveller<'a> {
    family: &'a Family<'a>,
    law: FrictionLaw,
    settings: &'a Settings,
    modes: Modes,
    /// The unknowns and, last, the parameter in units of the range.
    y: Vec<f64>,
    tangent: Vec<f64>,
    pub(super) points: Vec<Point>,
    pub(super) events: Vec<Event>,
}

/// A step that can be taken: where it ends, the tangent there, and the inequality that ends the mode.
struct Step {
    y: Vec<f64>,
    tangent: Vec<f64>,
    length: f64,
    side: Option<Side>,
    effort: usize,
}

impl<'a> Traveller<'a> {
    /// At a start, looking towards smaller (−1) or larger (1) parameters; nothing if it is no solution.
    pub(super) fn new(
        family: &'a Family<'a>,
        law: FrictionLaw,
        start: &Start,
        settings: &'a Settings,
        sense: f64,
    ) -> Option<Self> {
        let [low, high] = family.range;
        let p = (start.parameter - low) / (high - low);
        let problem = family.at(p)?;
        let z = problem.without_units(&start.unknowns);
        let (y, tangent) = arrive(family, &start.modes, &z, p, sense)?;
        let mut traveller = Self {
            family,
            law,
            settings,
            modes: start.modes.clone(),
            y,
            tangent,
            points: Vec::new(),
            events: Vec::new(),
        };
        let here = traveller.point(&traveller.y)?;
        traveller.points.push(here);
        Some(traveller)
    }

    /// Goes on to an end.
    pub(super) fn go(&mut self, progress: &mut dyn FnMut(usize, f64) -> bool) {
        let mut length = 0.1 * self.settings.step;
        loop {
            let here = self.points.last().map_or(0.0, |point| point.parameter);
            if self.points.len() >= self.settings.points {
                return self.note(EventKind::Points);
            }
            if !progress(self.points.len(), here) {
                return self.note(EventKind::Stopped);
            }
            if max_abs(&self.y) > UNBOUNDED {
                return self.note(EventKind::Unbounded);
            }
            length = length.min(self.settings.step * (1.0 + max_abs(&self.y)));
            let Some(step) = self.step(&mut length) else {
                return self.note(EventKind::Lost);
            };
            // the range may end within the step
            let p = step.y[step.y.len() - 1];
            let edge = if p < 0.0 { 0.0 } else { 1.0 };
            if !(0.0..=1.0).contains(&p) {
                let there = self.curve().at_parameter(step.y.clone(), edge);
                return match there.and_then(|y| self.arrive_at(y)) {
                    Some(()) => self.note(EventKind::Range),
                    None => self.note(EventKind::Lost),
                };
            }
            // or the curve may turn back
            if step.tangent[step.y.len() - 1] * self.tangent[step.y.len() - 1] < 0.0 {
                if let Some(y) = self.turn(step.length) {
                    if self.arrive_at(y).is_some() {
                        self.note(EventKind::Turn);
                    }
                }
            }
            (self.y, self.tangent) = (step.y, step.tangent);
            let Some(point) = self.point(&self.y) else {
                return self.note(EventKind::Lost);
            };
            self.points.push(point);
            length *= if step.effort <= 4 { 1.5 } else { 0.7 };
            if let Some(side) = step.side {
                if let Some(end) = self.cross(side) {
                    return self.note(end);
                }
                length = 0.1 * self.settings.step;
            }
        }
    }

    fn curve(&self) -> Curve<'_> {
        Curve {
            family: self.family,
            modes: &self.modes,
        }
    }

    fn note(&mut self, kind: EventKind) {
        let point = self.points.len().saturating_sub(1);
        let parameter = self.points.last().map_or(f64::NAN, |p| p.parameter);
        self.events.push(Event {
            parameter,
            kind,
            point,
        });
    }

    /// Adds a point that is no step of its own.
    fn arrive_at(&mut self, y: Vec<f64>) -> Option<()> {
        let point = self.point(&y)?;
        self.points.push(point);
        Some(())
    }

    /// The solution at y, unless the audit objects.
    fn point(&self, y: &[f64]) -> Option<Point> {
        let parameter = self.family.parameter(*y.last()?);
        let problem = (self.family.problem)(parameter).ok()?;
        let reduced = problem.reduce().ok()?;
        let c = self.curve().with(y, |equations, x| {
            let z = equations.forces(x);
            equations.problem.with_units(&z)
        })?;
        let residual = residual(&problem, &reduced, self.law, &c).ok()?;
        let motion = problem.motion(&reduced, &c).ok()?;
        // forces that grow are known less well: beside them, not beside the data
        let size = 1.0 + max_abs(y);
        (residual <= self.settings.tolerance * size).then(|| Point {
            parameter,
            acceleration: motion.acceleration,
            forces: motion.forces,
            modes: self.modes.clone(),
            residual,
        })
    }

    /// The longest step not longer than `length` on which the curve hardly bends, ended where the mode does.
    fn step(&self, length: &mut f64) -> Option<Step> {
        let curve = self.curve();
        let n = self.y.len();
        while *length >= SHORTEST {
            let tried = curve.ahead(&self.y, &self.tangent, *length);
            let tried = tried.filter(|(y, _)| {
                let off = (0..n).map(|i| (y[i] - self.y[i] - *length * self.tangent[i]).abs());
                off.fold(0.0, f64::max) <= 0.3 * *length
            });
            let tried = tried.and_then(|(y, effort)| {
                let tangent = curve.tangent(&y, &self.tangent)?;
                let bend: f64 = tangent.iter().zip(&self.tangent).map(|(a, b)| a * b).sum();
                (bend > 0.9).then_some((y, tangent, effort))
            });
            let Some((y, tangent, effort)) = tried else {
                *length *= 0.5;
                continue;
            };
            let Some(side) = failing(&curve, &y)? else {
                return Some(Step {
                    y,
                    tangent,
                    length: *length,
                    side: None,
                    effort,
                });
            };
            return self.until_mode_ends(*length, side);
        }
        None
    }

    /// The last point of a step at which the mode holds.
    fn until_mode_ends(&self, length: f64, side: Side) -> Option<Step> {
        let curve = self.curve();
        let (mut low, mut high, mut side) = (0.0, length, side);
        let mut last = self.y.clone();
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let (y, _) = curve.ahead(&self.y, &self.tangent, middle)?;
            match failing(&curve, &y)? {
                Some(failing) => (high, side) = (middle, failing),
                None => (low, last) = (middle, y),
            }
            if high - low < 1e-14 {
                break;
            }
        }
        let tangent = (curve.tangent(&last, &self.tangent)).unwrap_or_else(|| self.tangent.clone());
        Some(Step {
            y: last,
            tangent,
            length: low,
            side: Some(side),
            effort: 9,
        })
    }

    /// The point within a step at which the parameter turns back.
    fn turn(&self, length: f64) -> Option<Vec<f64>> {
        let curve = self.curve();
        let p = self.y.len() - 1;
        let (mut low, mut high) = (0.0, length);
        let mut y = self.y.clone();
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            y = curve.ahead(&self.y, &self.tangent, middle)?.0;
            let tangent = curve.tangent(&y, &self.tangent)?;
            match tangent[p] * self.tangent[p] > 0.0 {
                true => low = middle,
                false => high = middle,
            }
            if high - low < 1e-12 {
                break;
            }
        }
        Some(y)
    }

    /// Goes from the end of a mode into a neighbouring one; an end if that is not possible.
    fn cross(&mut self, side: Side) -> Option<EventKind> {
        let p = *self.y.last().expect("the parameter is the last entry");
        let curve = self.curve();
        let Some((z, slips)) = curve.with(&self.y, |equations, x| {
            let stops =
                |(value, side): &(f64, Side)| matches!(side, Side::Stops(_)).then_some(*value);
            let slips = equations
                .inequalities(x)
                .iter()
                .filter_map(stops)
                .fold(0.0, f64::max);
            (equations.forces(x), slips)
        }) else {
            return Some(EventKind::Lost);
        };
        if matches!(side, Side::Stops(_)) && slips < STILL {
            return Some(EventKind::Sticks);
        }
        // of the forces that give the same motion others may be well inside their bounds
        if let Some(Some(x)) =
            curve.with(&self.y, |equations, x| inside::search(equations, x, 1e-3))
        {
            let n = x.len();
            self.y[..n].copy_from_slice(&x);
            return None;
        }
        for (modes, kind) in neighbours(&self.modes, side, self.family, p) {
            let sense = self.tangent[self.y.len() - 1];
            if let Some((y, tangent)) = arrive(self.family, &modes, &z, p, sense.signum()) {
                if let Some(tangent) = onward(self.family, &modes, &y, &tangent) {
                    (self.y, self.tangent, self.modes) = (y, tangent, modes);
                    self.note(kind);
                    return self.modes.is_stuck().then_some(EventKind::Sticks);
                }
            }
        }
        Some(EventKind::Lost)
    }
}

/// A point of a mode's curve with the forces z, and the direction of the curve there with the given sense in p.
fn arrive(
    family: &Family,
    modes: &Modes,
    z: &[f64],
    p: f64,
    sense: f64,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let curve = Curve { family, modes };
    let problem = family.at(p)?;
    let equations = super::equations::Equations {
        problem: &problem,
        modes,
    };
    let mut y = equations.unknowns(z);
    y.push(p);
    let y = curve.at_parameter(y, p)?;
    if !curve.with(&y, |equations, x| holds(equations, x))? {
        return None;
    }
    let mut old = vec![0.0; y.len()];
    *old.last_mut()? = sense;
    let tangent = curve.tangent(&y, &old).or_else(|| {
        // a point where p turns: any way along
        let any: Vec<f64> = (0..y.len()).map(|i| 1.0 / (1.0 + i as f64)).collect();
        curve.tangent(&y, &any)
    })?;
    Some((y, tangent))
}

/// The tangent, or its opposite, along which a mode holds.
fn onward(family: &Family, modes: &Modes, y: &[f64], tangent: &[f64]) -> Option<Vec<f64>> {
    let curve = Curve { family, modes };
    [1.0, -1.0].into_iter().find_map(|sense| {
        let way: Vec<f64> = tangent.iter().map(|t| sense * t).collect();
        let (ahead, _) = curve.ahead(y, &way, LOOK)?;
        let good = matches!(failing(&curve, &ahead), Some(None));
        good.then_some(way)
    })
}

/// The inequality that fails most, if one does; nothing if there is no telling.
fn failing(curve: &Curve, y: &[f64]) -> Option<Option<Side>> {
    curve.with(y, |equations, x| {
        let margin = SLACK * (1.0 + max_abs(x));
        let inequalities = equations.inequalities(x).into_iter();
        let worst =
            inequalities.fold(
                (f64::INFINITY, None),
                |(least, found), (value, side)| match value < least {
                    true => (value, Some(side)),
                    false => (least, found),
                },
            );
        worst.1.filter(|_| worst.0 < -margin)
    })
}

/// The modes that may begin where an inequality ends one.
fn neighbours(modes: &Modes, side: Side, family: &Family, p: f64) -> Vec<(Modes, EventKind)> {
    let contact = |i: usize, to: &[ContactMode]| -> Vec<(Modes, EventKind)> {
        let with = |to: &ContactMode| {
            let mut modes = modes.clone();
            modes.contacts[i] = *to;
            (modes, EventKind::Contact(i))
        };
        to.iter().map(with).collect()
    };
    match side {
        Side::Touches(i) => {
            let smooth = family
                .at(p)
                .is_some_and(|problem| problem.contacts[i].rows == 0);
            match smooth {
                true => contact(i, &[ContactMode::Slide]),
                false => contact(i, &[ContactMode::Slide, ContactMode::Stick]),
            }
        }
        Side::Pulls(i) => contact(i, &[ContactMode::Break]),
        Side::Slips(i) => contact(i, &[ContactMode::Slide]),
        Side::Stops(i) => contact(i, &[ContactMode::Stick]),
        Side::Joint(j, to) => {
            let mut modes = modes.clone();
            modes.joints[j] = to;
            vec![(modes, EventKind::Joint(j))]
        }
    }
}
