//! How much of the forces at full stick is determined: the least and the largest value of each.

use super::basis::Basis;
use super::error::Error;
use super::forces::{Inside, Unknowns};
use super::held::Held;
use super::programme::Outcome;
use super::stick::{NOTHING, stick};
use super::sticking::{Sticking, is_known};
use complementarity::linear::dot;
use stickslip::InstantProblem;

/// Ranges no wider than this, relative to the forces, are points.
const WIDTH: f64 = 1e-6;

/// Between which values a force can be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// The least (N, N·m), −∞ for none.
    pub low: f64,
    /// The largest (N, N·m), ∞ for none.
    pub high: f64,
}

/// The ranges of all forces with which everything sticks.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceRanges {
    /// n, t, o, r of each contact; 0 where friction has no row.
    pub contacts: Vec<[Range; 4]>,
    /// Each joint.
    pub joints: Vec<Range>,
    /// The size of forces (N).
    pub scale: f64,
}

impl ForceRanges {
    /// Whether a range is a point, as far as numbers can tell.
    pub fn is_determinate(&self, range: &Range) -> bool {
        range.high - range.low <= WIDTH * self.scale
    }

    /// Whether every force is determined.
    pub fn are_determinate(&self) -> bool {
        let contacts = self.contacts.as_flattened().iter();
        contacts
            .chain(&self.joints)
            .all(|range| self.is_determinate(range))
    }
}

/// The range of each force; nothing if not all contacts can stick.
pub fn force_ranges(problem: &InstantProblem) -> Result<Option<ForceRanges>, Error> {
    let stick = stick(problem)?;
    let Some(motion) = stick.motion.filter(|_| stick.exists) else {
        return Ok(None);
    };
    let unknowns = Unknowns::of(problem)?;
    let Some(held) = Held::of(&unknowns)? else {
        return Ok(None);
    };
    // at a threshold the set has no inside: a little more room
    let room = (stick.margin / stick.scale - NOTHING).min(0.0);
    let determined = Determined::of(&unknowns, &held);
    let mut ranges = ForceRanges {
        contacts: vec![[Range::default(); 4]; unknowns.normals.len()],
        joints: Vec::new(),
        scale: held.scale,
    };
    let range = |k: usize, now: f64| -> Result<Range, Error> {
        if determined.fixes(k) {
            return Ok(Range {
                low: now,
                high: now,
            });
        }
        Ok(Range {
            low: least(&unknowns, &held, (k, 1.0), room)?,
            high: -least(&unknowns, &held, (k, -1.0), room)?,
        })
    };
    for (i, force) in motion.forces.iter().enumerate() {
        for (part, now) in force
            .parts()
            .iter()
            .enumerate()
            .take(1 + unknowns.frictions[i])
        {
            ranges.contacts[i][part] = range(unknowns.normals[i] + part, *now)?;
        }
    }
    for (j, now) in motion.joints.iter().enumerate() {
        let known = held.known[j].map(|force| Range {
            low: force,
            high: force,
        });
        let found = known.map_or_else(|| range(unknowns.first_joint + j, *now), Ok)?;
        ranges.joints.push(found);
    }
    Ok(Some(ranges))
}

/// The least value of a force, times a sign.
fn least(
    unknowns: &Unknowns,
    held: &Held,
    (k, sign): (usize, f64),
    room: f64,
) -> Result<f64, Error> {
    let mut sticking = Sticking::new(unknowns, held);
    sticking.confine(Inside::By(room), None);
    sticking.programme.set_cost(k, sign);
    match sticking.programme.solve("how large is a force")? {
        Outcome::Solved { x, .. } => Ok(sign * sticking.forces(&x)[k]),
        Outcome::Unbounded => Ok(f64::NEG_INFINITY),
        Outcome::Infeasible { .. } => Err(Error::Undecided {
            question: "how large is a force",
            status: "there were forces, and now there are none".into(),
        }),
    }
}

/// Which unknowns the equations of motion alone determine.
struct Determined {
    /// What the equations see: a basis of their rows.
    seen: Basis,
}

impl Determined {
    fn of(unknowns: &Unknowns, held: &Held) -> Self {
        let equation = |q: &Vec<f64>| -> Vec<f64> {
            let term = |(k, push): (usize, &Vec<f64>)| match is_known(unknowns, held, k) {
                true => 0.0,
                false => dot(push, q),
            };
            held.pushes.iter().enumerate().map(term).collect()
        };
        let equations: Vec<Vec<f64>> = held.basis.vectors.iter().map(equation).collect();
        Self {
            seen: Basis::of(&equations),
        }
    }

    /// Whether a unit vector lies in what the equations see.
    fn fixes(&self, k: usize) -> bool {
        let along: f64 = self.seen.vectors.iter().map(|q| q[k] * q[k]).sum();
        along >= 1.0 - 1e-12
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{cube, ladder, table, wedge};
    use super::*;

    /// [TP97 §4.2]: only the thrust and the torque of the rod are determined.
    #[test]
    fn of_the_jammed_cube_two_forces_are_determined() {
        let ranges = force_ranges(&cube(0.75)).unwrap().unwrap();
        let mut fixed = Vec::new();
        for (i, contact) in ranges.contacts.iter().enumerate() {
            for (k, range) in contact.iter().enumerate() {
                assert!(range.low <= range.high && range.low.is_finite() && range.high.is_finite());
                if ranges.is_determinate(range) {
                    fixed.push((i, k, range.low));
                }
            }
        }
        assert_eq!(fixed.len(), 2, "{fixed:?}");
        assert!((fixed[0].2 - 6.0).abs() < 1e-8 && (fixed[0].0, fixed[0].1) == (0, 0));
        assert!((fixed[1].2 - 3.0).abs() < 1e-8 && (fixed[1].0, fixed[1].1) == (0, 3));
        assert_eq!(force_ranges(&cube(0.7)).unwrap(), None);
    }

    /// Opposite legs bear the same, two beside each other half of the weight: any leg from nothing to half of it.
    #[test]
    fn a_leg_of_a_table_bears_between_nothing_and_half() {
        let ranges = force_ranges(&table(8.0)).unwrap().unwrap();
        for leg in &ranges.contacts {
            assert!(
                leg[0].low.abs() < 1e-8 && (leg[0].high - 4.0).abs() < 1e-8,
                "{leg:?}"
            );
            assert_eq!(leg[1], Range::default());
        }
        assert!(!ranges.are_determinate());
    }

    /// Four unknowns and three equations: one parameter. The friction of the wall bounds it from below, that of the floor from above.
    #[test]
    fn forces_of_a_ladder_are_between_closed_forms() {
        let (angle, mu) = (1.2_f64, 0.5);
        let ranges = force_ranges(&ladder(angle, mu)).unwrap().unwrap();
        // moments about the foot: N_wall sin + F_wall cos = (W/2) cos, and |F_wall| ≤ μ N_wall
        let push = |f: f64| 0.5 * 9.81 * angle.cos() / (angle.sin() + f * angle.cos());
        let wall = ranges.contacts[1][0];
        assert!(
            (wall.low - push(mu)).abs() < 1e-8 && (wall.high - push(-mu)).abs() < 1e-8,
            "{wall:?}"
        );
    }

    /// Walls that lean by 0.3 press against each other along all lines within arctan μ − 0.3 of the horizontal. With 0.8 friction can then
    /// point either way, with 0.35 only up the wall.
    #[test]
    fn forces_in_a_wedge_that_holds_itself_have_no_bound() {
        for (mu, both) in [(0.8, true), (0.35, false)] {
            let ranges = force_ranges(&wedge(0.3, mu, 0.0)).unwrap().unwrap();
            let [normal, friction, ..] = ranges.contacts[0];
            assert!(
                normal.low > 0.0 && normal.high == f64::INFINITY,
                "{normal:?}"
            );
            // internal forces are level, and so have a part along the tangent
            assert!(friction.high == f64::INFINITY, "{friction:?}");
            assert_eq!(friction.low == f64::NEG_INFINITY, both, "{friction:?}");
        }
    }
}
