//! Wedging: internal forces that can grow without bound. The cone of all contact forces is pointed if no forces c ≠ 0 in the cones balance each
//! other, Jᵀc = 0 [Ste00 H5]; where it is not, a limit of friction forces need not be one [APS98 3.1].
//!
//! Asked is how far inside the cones balanced forces with Σ c_n = 1 can be. If they are outside, the multipliers are a motion that takes
//! every contact apart and out of its friction at once.

use super::basis::{Basis, Whitening};
use super::error::Error;
use super::forces::{Inside, Unknowns};
use super::held::Held;
use super::programme::{Linear, Outcome, Programme};
use super::stick::{FORCES, NOTHING};
use complementarity::Matrix;
use complementarity::linear::{Lu, dot, max_abs, norm2};
use stickslip::{Impulse, InstantProblem};

/// Whether contacts can be pressed against each other without anything from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Wedging {
    /// How far inside their cones balanced forces with Σ c_n = 1 can be, all of them (1); −∞ if there are none, whatever the friction.
    pub margin: f64,
    /// Whether there are balanced forces in the cones: the cone of contact forces is not pointed.
    pub wedges: bool,
    /// Whether there are some strictly inside all cones.
    pub strictly: bool,
    /// Balanced forces of the contacts, with Σ c_n = 1, if it wedges.
    pub forces: Option<Vec<Impulse>>,
    /// Those of the joints.
    pub joints: Option<Vec<f64>>,
    /// If it does not: a motion that takes all contacts apart, see [`separation_of`].
    pub separating: Option<Vec<f64>>,
}

/// Asks for balanced forces in the cones.
pub fn wedging(problem: &InstantProblem) -> Result<Wedging, Error> {
    let unknowns = Unknowns::of(problem)?;
    let mut pointed = Wedging {
        margin: f64::NEG_INFINITY,
        wedges: false,
        strictly: false,
        forces: None,
        joints: None,
        separating: None,
    };
    if unknowns.normals.is_empty() {
        pointed.separating = Some(vec![0.0; problem.data().mass.len()]);
        return Ok(pointed);
    }
    let mut balance = Balance::new(&unknowns);
    // where balance alone leaves no normal forces the programme has no point, and its solver may walk on for ever
    if let Some(y) = balance.opening(&unknowns)
        && separation_of(problem, &y).is_some()
    {
        pointed.separating = Some(y);
        return Ok(pointed);
    }
    let margin = balance.programme.variables(1);
    balance.programme.set_cost(margin, -1.0);
    let normals = unknowns.normals.iter().map(|n| (*n, 1.0));
    balance.programme.zero(Linear::new(normals, -1.0));
    unknowns.add_bounds(&mut balance.programme, &unknowns.growth());
    unknowns.add_cones(&mut balance.programme, Inside::Variable(margin));
    match balance.programme.solve("can internal forces grow")? {
        Outcome::Solved { x, z } => {
            let wedges = x[margin] >= -NOTHING;
            Ok(Wedging {
                margin: x[margin],
                wedges,
                strictly: x[margin] > NOTHING,
                forces: wedges.then(|| unknowns.impulses(&x)),
                joints: wedges.then(|| x[unknowns.first_joint..unknowns.len()].to_vec()),
                separating: proven(problem, (!wedges).then(|| balance.motion(&z))),
            })
        }
        Outcome::Infeasible { z } => {
            pointed.separating = proven(problem, Some(balance.motion(&z)));
            Ok(pointed)
        }
        Outcome::Unbounded => Err(Error::Undecided {
            question: "can internal forces grow",
            status: "a margin without bound".into(),
        }),
    }
}

/// A motion that takes the contacts apart, if it does.
fn proven(problem: &InstantProblem, motion: Option<Vec<f64>>) -> Option<Vec<f64>> {
    motion.filter(|y| separation_of(problem, y).is_some())
}

/// Forces that balance each other, Jᵀc = 0, as a programme.
pub(super) struct Balance {
    pub(super) programme: Programme,
    basis: Basis,
    white: Whitening,
    pushes: Vec<Vec<f64>>,
    equations: Vec<usize>,
    velocities: usize,
}

impl Balance {
    /// The equations, as many as are independent.
    pub(super) fn new(unknowns: &Unknowns) -> Self {
        let mass = &unknowns.problem.data().mass;
        let white = Whitening::of(mass, &[]);
        let pushes: Vec<Vec<f64>> = unknowns.pushes().iter().map(|p| white.force(p)).collect();
        let basis = Basis::of(&pushes);
        let mut programme = Programme::default();
        programme.variables(unknowns.len());
        let mut equations = Vec::new();
        for q in &basis.vectors {
            let terms = pushes.iter().enumerate().map(|(k, push)| (k, dot(push, q)));
            equations.push(programme.zero(Linear::new(terms, 0.0)));
        }
        Self {
            programme,
            basis,
            white,
            pushes,
            equations,
            velocities: mass.len(),
        }
    }

    /// A motion with u_n = 1 at all contacts, no slip, and no motion of joints, the largest entry 1; nothing if there is none. If there is, balance
    /// alone says Σ c_n = 0.
    fn opening(&self, unknowns: &Unknowns) -> Option<Vec<f64>> {
        let rank = self.basis.rank();
        let asked = |k: usize| f64::from(u8::from(unknowns.normals.contains(&k)));
        let share = |push: usize, q: usize| dot(&self.pushes[push], &self.basis.vectors[q]);
        let square = Matrix::from_fn(rank, rank, |i, q| share(self.basis.pivots[i], q));
        let mut weights: Vec<f64> = self.basis.pivots.iter().map(|k| asked(*k)).collect();
        if !Lu::new(&square).solve(&mut weights) {
            return None;
        }
        let mut x = self.basis.point(&weights, self.velocities);
        let opens = |(k, push): (usize, &Vec<f64>)| {
            let error = (dot(push, &x) - asked(k)).abs();
            error <= NOTHING * (norm2(push) * norm2(&x)).max(1.0)
        };
        if !self.pushes.iter().enumerate().all(opens) {
            return None;
        }
        x = self.white.velocity(&x);
        let size = max_abs(&x);
        Some(x.iter().map(|x| x / size).collect())
    }

    /// The multipliers of the equations as a velocity.
    pub(super) fn velocity(&self, z: &[f64]) -> Vec<f64> {
        let weights: Vec<f64> = self.equations.iter().map(|row| -z[*row]).collect();
        self.white
            .velocity(&self.basis.point(&weights, self.velocities))
    }

    /// The same with 1 as its largest entry.
    fn motion(&self, z: &[f64]) -> Vec<f64> {
        let mut y = self.velocity(z);
        let size = max_abs(&y);
        if size > 0.0 {
            y.iter_mut().for_each(|y| *y /= size);
        }
        y
    }
}

/// The least u_n − μ support(u_T) over all contacts in a motion y (m/s). Something only if it is positive and no joint resists: a proof
/// that the contacts cannot wedge, as every force of theirs takes part in that motion.
pub fn separation_of(problem: &InstantProblem, y: &[f64]) -> Option<f64> {
    let unknowns = Unknowns::of(problem).ok()?;
    if y.len() != problem.data().mass.len() {
        return None;
    }
    let rates = Held::rates(&unknowns, y);
    let depths = (0..unknowns.normals.len()).map(|i| unknowns.dual_slack(i, &rates));
    let depth = depths.fold(f64::INFINITY, f64::min);
    let mut resisted = 0.0_f64;
    for (rate, [low, high]) in rates[unknowns.first_joint..].iter().zip(unknowns.growth()) {
        // a force that grows either way resists any rate, one that pushes only what is against it
        if low < 0.0 && *rate > 0.0 || high > 0.0 && *rate < 0.0 {
            resisted = resisted.max(rate.abs());
        }
    }
    (depth > 0.0 && depth > FORCES * resisted).then_some(depth)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{add, cube, ladder, planar, table, threshold, wedge};
    use super::*;
    use stickslip::{Frame, Friction, Mass};

    /// Forces along the line between the contacts are within both cones if the friction angle is at least that of the walls.
    #[test]
    fn a_particle_wedges_between_walls_steeper_than_the_friction_angle() {
        for angle in [0.1, 0.3, 0.7_f64] {
            let found = threshold(0.01, 2.0, |mu| {
                wedging(&wedge(angle, mu, 0.0)).unwrap().margin >= 0.0
            });
            assert!((found - angle.tan()).abs() < 1e-7, "{angle}: {found}");
        }
        let wedged = wedging(&wedge(0.3, 0.8, 0.0)).unwrap();
        assert!(wedged.wedges && wedged.strictly && wedged.separating.is_none());
        // the forces balance, and are what the margin says
        let forces = wedged.forces.unwrap();
        let (sin, cos) = 0.3_f64.sin_cos();
        let x = cos * (forces[0].normal - forces[1].normal)
            + sin * (forces[0].tangent + forces[1].tangent);
        let y = sin * (forces[0].normal + forces[1].normal)
            - cos * (forces[0].tangent - forces[1].tangent);
        assert!(x.abs() < 1e-9 && y.abs() < 1e-9);
        // level forces of size 0.5/cos have slack 0.5 (μ − tan 0.3); leaning ones do no better at both
        assert!(
            (wedged.margin - 0.5 * (0.8 - 0.3_f64.tan())).abs() < 1e-8,
            "{}",
            wedged.margin
        );
    }

    #[test]
    fn what_does_not_wedge_can_be_taken_apart() {
        for problem in [
            wedge(0.3, 0.3, 0.0),
            ladder(1.0, 0.4),
            table(1.0),
            cube(0.1),
        ] {
            let pointed = wedging(&problem).unwrap();
            assert!(!pointed.wedges && pointed.forces.is_none(), "{pointed:?}");
            let y = pointed.separating.unwrap();
            assert!(separation_of(&problem, &y).is_some());
            let back: Vec<f64> = y.iter().map(|y| -y).collect();
            assert_eq!(separation_of(&problem, &back), None);
        }
    }

    /// [APS98 3.1]: with normals (0, ∓1, 1)/√2 and μ = 1 the sum of the cones contains a line; with less it is pointed.
    #[test]
    fn the_open_cone_is_at_its_threshold() {
        let at = |mu: f64| {
            let mut problem =
                InstantProblem::new(Mass::diagonal(&[1.0; 3]).unwrap(), &[0.0; 3]).unwrap();
            let half = std::f64::consts::FRAC_1_SQRT_2;
            for side in [-1.0, 1.0] {
                let mut frame = Frame::default();
                frame.normal.extend(0, &[0.0, side * half, half]);
                frame.tangent.extend(0, &[1.0, 0.0, 0.0]);
                frame.binormal.extend(0, &[0.0, half, -side * half]);
                add(&mut problem, &frame, Friction::round(mu), [0.0; 4]);
            }
            wedging(&problem).unwrap()
        };
        assert!(at(1.0).wedges && !at(1.0).strictly);
        assert!(!at(0.999).wedges && at(1.001).strictly);
    }

    /// Two normals that are not opposite never balance.
    #[test]
    fn without_friction_balance_alone_may_leave_no_force() {
        for angle in [0.1, 0.7_f64] {
            let pointed = wedging(&wedge(angle, 0.0, 0.0)).unwrap();
            assert!(!pointed.wedges && pointed.margin == f64::NEG_INFINITY);
            let y = pointed.separating.unwrap();
            assert!(separation_of(&wedge(angle, 0.0, 0.0), &y).is_some());
        }
    }

    /// One contact balances nothing, however rough.
    #[test]
    fn one_contact_never_wedges() {
        let problem = planar([1.0; 3], [0.0; 3], 5.0, &[([0.0, -1.0], [0.0, 1.0])]);
        let pointed = wedging(&problem).unwrap();
        assert!(!pointed.wedges && pointed.margin < 0.0);
        assert!(separation_of(&problem, &pointed.separating.unwrap()).is_some());
    }
}
