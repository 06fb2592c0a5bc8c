//! Every solution of a problem with segments and polygons for friction, also where forces are not determined: the solutions of one choice of
//! modes are a polyhedron of forces, and a tree over contacts and joints visits all choices.
//!
//! A branch ends where the expressions of the modes chosen so far contradict each other, which multipliers prove, or where they leave a motion
//! that is known already: its acceleration is a combination of what vanishes. What vanishes are the equations of the modes, and those
//! inequalities of u whose sum cannot be positive. A choice that is neither proven to be empty nor has a point that the laws confirm
//! leaves the enumeration incomplete.

use super::super::uniqueness::scaled::Scaled;
use super::choice::{Choices, Mode};
use super::enumerate::Enumerated;
use super::judge::Judge;
use super::programmes::{Feasible, Region};
use super::solution::{Finder, Solution};
use super::span::{Row, Span};
use complementarity::linear::dot;
use stickslip::Error;

/// Inequalities of u that are larger than this at some forces are no equations.
const OPEN: f64 = 1e-7;
/// Part of the distance between motions by which one may be off and still be the same.
const SAME: f64 = 0.1;

/// All solutions, if friction is polyhedral; incomplete if that takes too many programmes.
pub(super) fn all(judge: &Judge) -> Result<Option<Enumerated>, Error> {
    if judge.settings().programmes == 0 {
        return Ok(None);
    }
    let scaled = Scaled::of(judge.problem())?;
    let Some(choices) = Choices::of(&scaled) else {
        return Ok(None);
    };
    let mut tree = Tree {
        judge,
        accelerations: accelerations(judge, &choices)?,
        choices: &choices,
        known: Vec::new(),
        left: judge.settings().programmes,
        out: Enumerated {
            complete: true,
            ..Enumerated::default()
        },
    };
    tree.visit(&mut Vec::new())?;
    Ok(Some(tree.out))
}

/// The acceleration of each velocity, in the measure in which motions are told apart.
fn accelerations(judge: &Judge, choices: &Choices) -> Result<Vec<Row>, Error> {
    let size = choices.units.len();
    let of = |c: &[f64]| -> Result<Vec<f64>, Error> {
        let motion = judge.problem().motion(judge.reduced(), c)?;
        Ok(judge.weighted(&motion.acceleration))
    };
    let free = of(&vec![0.0; size])?;
    let mut rows: Vec<Row> = (free.iter())
        .map(|free| Row::constant(size, *free))
        .collect();
    for (j, unit) in choices.units.iter().enumerate() {
        let mut c = vec![0.0; size];
        c[j] = *unit;
        for ((row, with), free) in rows.iter_mut().zip(of(&c)?).zip(&free) {
            row.a[j] = with - free;
        }
    }
    Ok(rows)
}

struct Tree<'a> {
    judge: &'a Judge<'a>,
    choices: &'a Choices,
    accelerations: Vec<Row>,
    /// Accelerations of the solutions.
    known: Vec<Vec<f64>>,
    /// How many programmes may still be solved.
    left: usize,
    out: Enumerated,
}

impl Tree<'_> {
    fn visit(&mut self, chosen: &mut Vec<usize>) -> Result<(), Error> {
        let parts = &self.choices.parts;
        let modes: Vec<&Mode> = (parts.iter().enumerate())
            .map(|(i, part)| chosen.get(i).map_or(&part.undecided, |&m| &part.modes[m]))
            .collect();
        let mut span = Span::default();
        modes
            .iter()
            .flat_map(|m| &m.zero)
            .for_each(|row| span.add(row));
        let region = Region {
            zero: span.basis().iter().collect(),
            nonnegative: (modes.iter())
                .flat_map(|m| m.force.iter().chain(&m.motion))
                .collect(),
        };
        let motion: Vec<&Row> = modes.iter().flat_map(|m| &m.motion).collect();

        // nothing at all, or nothing new
        if span.contradicts_itself || self.is_known(&span) {
            return Ok(());
        }
        if !self.pay() {
            return Ok(());
        }
        let all_chosen = chosen.len() == parts.len();
        let point = match region.feasible(self.choices.units.len()) {
            Feasible::Never => return Ok(()),
            Feasible::Point(point) => Some(point),
            Feasible::Unknown => None,
        };
        if all_chosen {
            let found = match point {
                Some(point) => self.judged(span.nearest(point))?,
                None => None,
            };
            let Some(found) = found else {
                self.out.complete = false;
                return Ok(());
            };
            self.take(found);
            if !self.is_known(&span) && !self.is_held(&region, &span, motion) {
                self.take_ends(&region, &span)?;
            }
            return Ok(());
        }
        if point.is_some() && self.is_held(&region, &span, motion) {
            return Ok(());
        }

        // one by one
        for mode in 0..parts[chosen.len()].modes.len() {
            chosen.push(mode);
            self.visit(chosen)?;
            chosen.pop();
            if self.left == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Whether another programme may be solved.
    fn pay(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.out.complete = false,
        }
        self.left > 0
    }

    fn judged(&self, point: Vec<f64>) -> Result<Option<Solution>, Error> {
        let forces = point.iter().zip(&self.choices.units);
        let c: Vec<f64> = forces.map(|(c, unit)| c * unit).collect();
        self.judge.solution(&c, Finder::Enumeration)
    }

    fn take(&mut self, solution: Solution) {
        let acceleration = &solution.motion.acceleration;
        self.known.push(self.judge.weighted(acceleration));
        self.out.solutions.push(solution);
    }

    /// Whether what vanishes leaves a motion that is known.
    fn is_known(&self, span: &Span) -> bool {
        if self.known.is_empty() {
            return false;
        }
        let values = self.accelerations.iter().map(|row| span.value(row));
        let Some(values) = values.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let close = self.close();
        self.known.iter().any(|known| {
            let mut each = known.iter().zip(&values);
            each.all(|(known, [value, doubt])| (known - value).abs() + doubt <= close)
        })
    }

    /// Whether a known motion is left by the equations and those inequalities of u that are none: each is at most their largest sum.
    fn is_held(&mut self, region: &Region, span: &Span, mut motion: Vec<&Row>) -> bool {
        while !motion.is_empty() {
            let with = |doubt: f64| {
                let mut all = span.clone();
                for row in &motion {
                    all.add(&Row {
                        doubt,
                        ..(*row).clone()
                    });
                }
                all
            };
            if !self.is_known(&with(0.0)) || !self.pay() {
                return false;
            }
            let size = self.choices.units.len();
            let nothing = Row::constant(size, 0.0);
            let sum = motion.iter().fold(nothing, |sum, row| sum.plus(1.0, row));
            let Some((most, at)) = region.most(&sum) else {
                return false;
            };
            if self.is_known(&with(most.max(0.0))) {
                return true;
            }
            let before = motion.len();
            motion.retain(|row| dot(&row.a, &at) + row.constant <= OPEN);
            if motion.len() == before {
                return false;
            }
        }
        false
    }

    /// A choice whose motions differ: the two ends of the acceleration that differs most, no farther from the one that is known than the data
    /// are large.
    fn take_ends(&mut self, region: &Region, span: &Span) -> Result<(), Error> {
        let mut widest: Option<(f64, [Vec<f64>; 2])> = None;
        let known = self.known.last().cloned().unwrap_or_default();
        for (row, known) in self.accelerations.clone().into_iter().zip(known) {
            if !self.pay() {
                return Ok(());
            }
            let number = |x: f64| Row::constant(row.a.len(), x);
            let near = [
                number(1.0 + known).plus(-1.0, &row),
                number(1.0 - known).plus(1.0, &row),
            ];
            let mut here = region.clone();
            here.nonnegative.extend(&near);
            let ends = [1.0, -1.0].map(|sign| here.most(&row.clone().times(sign)));
            let [Some((high, top)), Some((low, bottom))] = ends else {
                self.out.complete = false;
                continue;
            };
            // the second is of the negative
            let width = high + low;
            if widest.as_ref().is_none_or(|(known, _)| width > *known) {
                widest = Some((width, [top, bottom]));
            }
        }
        let Some((_, ends)) = widest.filter(|(width, _)| *width > self.close()) else {
            return Ok(());
        };
        let mut judged = Vec::new();
        for end in ends {
            judged.extend(self.judged(span.nearest(end))?);
        }
        if let [one, other] = &judged[..] {
            let [one, other] = [one, other].map(|s| &s.motion.acceleration);
            let apart = self.judge.distance(one, other);
            self.out.continuum |= apart > self.judge.settings().distance;
        }
        // an end that the laws do not confirm proves neither this nor that
        self.out.complete &= judged.len() == 2;
        judged.into_iter().for_each(|end| self.take(end));
        Ok(())
    }

    fn close(&self) -> f64 {
        SAME * self.judge.settings().distance
    }
}
