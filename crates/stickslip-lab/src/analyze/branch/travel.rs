//! The traveller on a branch: steps along the curve of a mode, finds what happens within a step, and goes from mode to mode.

use super::audit::residual;
use super::ending::{STILL, arrive, ending, failing, neighbours, onward, slips};
use super::equations::Side;
use super::follow::{Event, EventKind, Point, Settings, Start};
use super::inside;
use super::mode::Modes;
use super::path::{Curve, Family};
use crate::analyze::FrictionLaw;
use complementarity::linear::max_abs;

/// The shortest step.
const SHORTEST: f64 = 1e-9;
/// Forces larger than this grow without bound.
const UNBOUNDED: f64 = 1e6;
/// How far apart the points are from which rest is extrapolated.
const BEFORE: f64 = 2e-3;

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
            // the range may end within the step: beyond it there need not be a problem
            if let Some(reach) = self.to_the_edge().filter(|reach| *reach <= length) {
                if let Some(y) = self.at_the_edge(reach) {
                    return match self.arrive_at(y) {
                        Some(()) => self.note(EventKind::Range),
                        None => self.note(EventKind::Lost),
                    };
                }
                // something happens before
                length = 0.5 * reach;
            }
            let Some(step) = self.step(&mut length) else {
                return self.note(match self.is_still() {
                    true => EventKind::Sticks,
                    false => EventKind::Lost,
                });
            };
            // or the curve may turn back
            if step.tangent[step.y.len() - 1] * self.tangent[step.y.len() - 1] < 0.0
                && let Some(y) = self.turn(step.length)
                && self.arrive_at(y).is_some()
            {
                self.note(EventKind::Turn);
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

    /// How far ahead, along the tangent, the range ends; nothing if the way is not towards an end.
    fn to_the_edge(&self) -> Option<f64> {
        let (p, rate) = (self.y.last()?, self.tangent.last()?);
        let edge = if *rate < 0.0 { 0.0 } else { 1.0 };
        (rate.abs() > 1e-9).then(|| (edge - p) / rate)
    }

    /// The point at the end of the range, if the curve goes there nearly straight and the mode holds.
    fn at_the_edge(&self, reach: f64) -> Option<Vec<f64>> {
        let curve = self.curve();
        let edge = if *self.tangent.last()? < 0.0 {
            0.0
        } else {
            1.0
        };
        let ahead = self.y.iter().zip(&self.tangent);
        let guess: Vec<f64> = ahead.map(|(y, t)| y + reach * t).collect();
        let y = curve.at_parameter(guess.clone(), edge)?;
        let off = y.iter().zip(&guess).map(|(a, b)| (a - b).abs());
        let straight = off.fold(0.0, f64::max) <= 0.3 * reach + SHORTEST;
        (straight && failing(&curve, &y)?.is_none()).then_some(y)
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
        (residual <= self.settings.tolerance).then(|| Point {
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
            let Some(side) = ending(&curve, &y)? else {
                return Some(Step {
                    y,
                    tangent,
                    length: *length,
                    side: None,
                    effort,
                });
            };
            match self.until_mode_ends(*length, side) {
                Some(step) => return Some(step),
                None => *length *= 0.5,
            }
        }
        None
    }

    /// Whether contacts slide, but no longer by anything that counts.
    fn is_still(&self) -> bool {
        let slips = self.curve().with(&self.y, slips);
        slips.flatten().is_some_and(|largest| largest < STILL)
    }

    /// The last point of a step at which the mode holds. Where all slips vanish the equations are singular, and Newton's method may fail within the
    /// step: then it is a shorter step, that ends no mode.
    fn until_mode_ends(&self, length: f64, side: Side) -> Option<Step> {
        let curve = self.curve();
        let (mut low, mut high, mut side) = (0.0, length, Some(side));
        let mut last = self.y.clone();
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let Some((y, _)) = curve.ahead(&self.y, &self.tangent, middle) else {
                if low == 0.0 {
                    return None;
                }
                side = None;
                break;
            };
            match ending(&curve, &y)? {
                Some(ending) => (high, side) = (middle, Some(ending)),
                None => (low, last) = (middle, y),
            }
            if high - low < 1e-14 {
                break;
            }
        }
        let tangent = (curve.tangent(&last, &self.tangent)).unwrap_or_else(|| self.tangent.clone());
        let slip = curve.with(&last, slips).flatten();
        if slip.is_some_and(|largest| largest < STILL) {
            last = self.at_rest(low).unwrap_or(last);
        }
        Some(Step {
            y: last,
            tangent,
            length: low,
            side,
            effort: 9,
        })
    }

    /// The point at which all slips are zero, about a length ahead. The directions of slips r are known no better than to rounding/r: it is
    /// extrapolated in r from points some way before it, with a polynomial through all of them.
    fn at_rest(&self, length: f64) -> Option<Vec<f64>> {
        let curve = self.curve();
        let mut nodes: Vec<(f64, Vec<f64>)> = Vec::new();
        for k in 1..=5 {
            let (y, _) = curve.ahead(&self.y, &self.tangent, length - BEFORE * f64::from(k))?;
            let slip = curve.with(&y, slips)??;
            // farther from rest the farther back
            if slip <= nodes.last().map_or(STILL, |(slip, _)| *slip) {
                return None;
            }
            nodes.push((slip, y));
        }
        let mut rest = vec![0.0; self.y.len()];
        for (i, (r, y)) in nodes.iter().enumerate() {
            let others = nodes.iter().enumerate().filter(|(j, _)| *j != i);
            let weight: f64 = others.map(|(_, (other, _))| other / (other - r)).product();
            rest.iter_mut().zip(y).for_each(|(x, y)| *x += weight * y);
        }
        self.point(&rest).map(|_| rest)
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
            (equations.forces(x), slips(equations, x))
        }) else {
            return Some(EventKind::Lost);
        };
        if slips.is_some_and(|largest| largest < STILL) {
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
            if let Some((y, tangent)) = arrive(self.family, &modes, &z, p, sense.signum())
                && let Some(tangent) = onward(self.family, &modes, &y, &tangent)
            {
                (self.y, self.tangent, self.modes) = (y, tangent, modes);
                self.note(kind);
                return self.modes.is_stuck().then_some(EventKind::Sticks);
            }
        }
        Some(EventKind::Lost)
    }
}
