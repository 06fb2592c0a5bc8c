//! Internal forces that do work: what takes away the guarantee that a contact problem has a solution. Part (B) of Theorem 1 asks bᵀc ≥ 0
//! for all c ∈ K with Jᵀc = 0 [TP97 B]; with velocities for accelerations it is the criterion sᵀq ≥ 0 of the copositive problem of a step
//! [Ste00 §3.2].
//!
//! As bᵀc = (J v̇_free − asked)ᵀc and Jᵀc = 0, only what is asked of the rows counts: surfaces that move or turn, restitution. Where the
//! criterion holds there is (but for limits) a motion that meets all that is asked, from within the dual cones.

use super::error::Error;
use super::forces::{Inside, Unknowns};
use super::held::Held;
use super::programme::{Linear, Outcome};
use super::wedge::Balance;
use complementarity::linear::{dot, max_abs, norm2};
use stickslip::{Impulse, InstantProblem};

/// Work of less than this, relative to what is asked, is none.
const NOTHING: f64 = 1e-8;

/// Balanced forces in the cones, Σ c_n ≤ 1, on which the rows ask for work.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The forces of contacts.
    pub forces: Vec<Impulse>,
    /// The forces of joints.
    pub joints: Vec<f64>,
    /// bᵀc < 0 (W).
    pub work: f64,
    /// The share of each contact.
    pub shares: Vec<f64>,
    /// The contact whose share is the most negative.
    pub contact: Option<usize>,
}

/// What the criterion says.
#[derive(Debug)]
pub(super) enum Criterion {
    /// There is no witness. A motion that meets all that is asked, if one was found.
    Holds(Option<Vec<f64>>),
    /// There is.
    Fails(Witness),
}

/// Searches the internal forces for one that does work.
pub(super) fn criterion(problem: &InstantProblem) -> Result<Criterion, Error> {
    let unknowns = Unknowns::of(problem)?;
    let asked = unknowns.asked();
    let size = max_abs(&asked);
    if size == 0.0 {
        // bodies at rest on surfaces at rest
        return Ok(Criterion::Holds(Some(vec![0.0; problem.data().mass.len()])));
    }
    let mut balance = Balance::new(&unknowns);
    for (k, asked) in asked.iter().enumerate() {
        balance.programme.set_cost(k, -asked / size);
    }
    unknowns.add_cones(&mut balance.programme, Inside::By(0.0));
    // whether there is work does not depend on the size of forces
    let normals = unknowns.normals.iter().map(|n| (*n, -1.0));
    (balance.programme).nonnegative(Linear::new(normals, 1.0));
    let bounds: Vec<[f64; 2]> = (unknowns.growth().iter())
        .map(|growth| growth.map(|g| g.clamp(-1.0, 1.0)))
        .collect();
    unknowns.add_bounds(&mut balance.programme, &bounds);
    let outcome = balance.programme.solve("do internal forces work")?;
    let Outcome::Solved { x, z } = outcome else {
        return Err(Error::Undecided {
            question: "do internal forces work",
            status: "no end, though every force is bounded".into(),
        });
    };
    let c = &x[..unknowns.len()];
    let work = -dot(c, &asked);
    if work >= -NOTHING * size {
        let y: Vec<f64> = balance.velocity(&z).iter().map(|y| size * y).collect();
        return Ok(Criterion::Holds(is_admissible(problem, &y).then_some(y)));
    }
    let share = |i: usize| {
        let rows = unknowns.normals[i]..=unknowns.normals[i] + unknowns.frictions[i];
        -rows.map(|k| c[k] * asked[k]).sum::<f64>()
    };
    let shares: Vec<f64> = (0..unknowns.normals.len()).map(share).collect();
    let contact = (0..shares.len())
        .min_by(|a, b| shares[*a].total_cmp(&shares[*b]))
        .filter(|i| shares[*i] < 0.0);
    Ok(Criterion::Fails(Witness {
        forces: unknowns.impulses(c),
        joints: c[unknowns.first_joint..].to_vec(),
        work,
        shares,
        contact,
    }))
}

impl Witness {
    /// Whether these forces are in the cones, balance each other and do negative work on b: from the problem's data alone.
    pub fn proves(&self, problem: &InstantProblem) -> bool {
        let (Ok(unknowns), Ok(reduced)) = (Unknowns::of(problem), problem.reduce()) else {
            return false;
        };
        if self.forces.len() != unknowns.normals.len()
            || unknowns.first_joint + self.joints.len() != unknowns.len()
        {
            return false;
        }
        let mut c = Vec::with_capacity(unknowns.len());
        for (force, rows) in self.forces.iter().zip(&unknowns.frictions) {
            c.extend_from_slice(&force.parts()[..=*rows]);
        }
        c.extend_from_slice(&self.joints);
        let inside = (0..unknowns.normals.len())
            .all(|i| unknowns.slack(i, &c) >= -NOTHING && c[unknowns.normals[i]] >= -NOTHING);
        let grows = (self.joints.iter().zip(unknowns.growth()))
            .all(|(c, [low, high])| low - NOTHING <= *c && *c <= high + NOTHING);
        // what is left of Jᵀc must be small beside what there is
        let pushes = unknowns.pushes();
        let (mut sum, mut size) = (vec![0.0; problem.data().mass.len()], 0.0_f64);
        for (push, c) in pushes.iter().zip(&c) {
            sum.iter_mut().zip(push).for_each(|(s, p)| *s += c * p);
            size = size.max(c.abs() * norm2(push));
        }
        let work = dot(reduced.q(), &c);
        inside && grows && norm2(&sum) <= NOTHING * size && work < 0.0
    }
}

/// Whether a motion meets all that is asked: row·y − asked in the dual cone of every contact, joints at their targets (one that pushes only,
/// beyond it). By multiplying with it, no balanced forces in the cones do work: a proof that the criterion holds.
pub fn is_admissible(problem: &InstantProblem, y: &[f64]) -> bool {
    let Ok(unknowns) = Unknowns::of(problem) else {
        return false;
    };
    if y.len() != problem.data().mass.len() {
        return false;
    }
    let asked = unknowns.asked();
    let mut rates = Held::rates(&unknowns, y);
    let noise = 1e-7 * max_abs(&asked).max(max_abs(&rates));
    rates.iter_mut().zip(&asked).for_each(|(u, a)| *u -= a);
    let contacts = (0..unknowns.normals.len()).all(|i| unknowns.dual_slack(i, &rates) >= -noise);
    let joints = rates[unknowns.first_joint..].iter().zip(unknowns.growth());
    contacts
        && joints
            .into_iter()
            .all(|(u, [low, high])| (low == 0.0 || *u <= noise) && (high == 0.0 || *u >= -noise))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{add, cube, wedge};
    use super::*;
    use stickslip::{Frame, Friction, Mass};

    fn of(problem: &InstantProblem) -> Option<Witness> {
        match criterion(problem).unwrap() {
            Criterion::Holds(y) => {
                assert!(is_admissible(problem, &y.unwrap()));
                None
            }
            Criterion::Fails(witness) => {
                assert!(witness.proves(problem));
                Some(witness)
            }
        }
    }

    /// Bodies at rest ask for nothing, even where they wedge.
    #[test]
    fn at_rest_no_internal_force_does_work() {
        assert_eq!(of(&wedge(0.3, 0.8, 0.0)), None);
        assert_eq!(of(&cube(1.5)), None);
    }

    /// A particle between steep walls that is asked to bounce off both: where it wedges, it cannot.
    #[test]
    fn restitution_takes_the_guarantee_away_where_there_is_wedging() {
        let witness = of(&wedge(0.3, 0.8, 0.5)).unwrap();
        // asked for 0.5 at each wall, with Σ c_n = 1
        assert!((witness.work + 0.5).abs() < 1e-7, "{witness:?}");
        assert!(!witness.proves(&wedge(0.3, 0.8, 0.0)) && !witness.proves(&wedge(0.3, 0.2, 0.5)));
        assert_eq!(of(&wedge(0.3, 0.2, 0.5)), None);
        // less than nothing is asked of contacts that are apart
        assert_eq!(of(&wedge(0.3, 0.8, -0.5)), None);
    }

    /// Two belts that run against each other on both sides of a particle, pressed together with nothing: the second runs faster.
    #[test]
    fn moving_surfaces_do_too_and_the_one_that_works_most_is_named() {
        let mut problem =
            InstantProblem::new(Mass::diagonal(&[1.0; 2]).unwrap(), &[0.0; 2]).unwrap();
        for (side, speed) in [(1.0, 1.0), (-1.0, -3.0)] {
            let mut frame = Frame::default();
            frame.normal.push(1, side);
            frame.tangent.push(0, 1.0);
            add(
                &mut problem,
                &frame,
                Friction::planar(0.4),
                [0.0, -speed, 0.0, 0.0],
            );
        }
        let witness = of(&problem).unwrap();
        // c_n = 1/2 each, friction 0.2 to the one and −0.2 to the other: 0.2 · 1 + 0.2 · 3
        assert!((witness.work + 0.8).abs() < 1e-7, "{witness:?}");
        assert_eq!(witness.contact, Some(1));
        assert!((witness.shares[1] + 0.6).abs() < 1e-7);
    }
}
