//! Proofs that a contact problem has no answer at all: weights y ≥ 0 of the normal rows with which Σ y (A c + b) is negative for all forces of the
//! cones, so that no forces make all a_n ≥ 0. Painlevé's rod is the one-row case, A < 0 and b < 0 [Ste00 1.2].

use super::error::Error;
use super::forces::{Inside, Unknowns};
use super::programme::{Linear, Outcome, Programme};
use super::stick::least_power;
use complementarity::linear::{dot, max_abs};
use stickslip::{InstantProblem, ReducedProblem};

/// Accelerations that need less than this of a lift, relative to the data, may need none.
const LIFT: f64 = 1e-7;
/// A proof rules out forces up to so many times the size of the data.
const LARGEST: f64 = 1e6;

/// Weights of rows that prove it.
#[derive(Clone, Debug, PartialEq)]
pub struct Impossible {
    /// A weight for each row of the reduced problem: normals ≥ 0, friction rows 0, joints either sign where they have no bound.
    pub weights: Vec<f64>,
    /// How negative the weighted acceleration is at best, of weights whose largest is 1 (m/s²).
    pub gap: f64,
}

/// Looks for a proof that there is no answer; nothing if forces exist with which no contact approaches. Those need not be an answer.
pub fn impossible(problem: &InstantProblem) -> Result<Option<Impossible>, Error> {
    let unknowns = Unknowns::of(problem)?;
    let reduced = problem.reduce()?;
    let scales = Scales::of(problem, &unknowns, &reduced);
    let (a, b) = (reduced.w(), reduced.q());
    let mut programme = Programme::default();
    programme.variables(unknowns.len());
    // the least by which accelerations would have to be lifted
    let lift = programme.variables(1);
    programme.set_cost(lift, 1.0);
    programme.nonnegative(Linear::new([(lift, 1.0)], 0.0));
    let row = |k: usize, sign: f64| {
        let terms = (0..unknowns.len()).map(|l| {
            let scaled = scales.forces[k] * a[(k, l)] * scales.forces[l];
            (l, sign * scaled)
        });
        let constant = sign * scales.forces[k] * b[k] / scales.size;
        Linear::new(terms.chain([(lift, 1.0)]), constant)
    };
    let mut rows = Vec::new();
    for &n in &unknowns.normals {
        rows.push((n, 1.0, programme.nonnegative(row(n, 1.0))));
    }
    // u < 0 only at the upper bound of a joint, u > 0 only at the lower one
    for (j, [low, high]) in reduced.bounds().iter().enumerate() {
        let k = unknowns.first_joint + j;
        for (sign, bound) in [(1.0, high), (-1.0, low)] {
            if bound.is_infinite() {
                rows.push((k, sign, programme.nonnegative(row(k, sign))));
            }
        }
    }
    let bounds: Vec<[f64; 2]> = (reduced.bounds().iter().enumerate())
        .map(|(j, bounds)| {
            let unit = scales.forces[unknowns.first_joint + j] * scales.size;
            bounds.map(|bound| bound / unit)
        })
        .collect();
    unknowns.add_bounds(&mut programme, &bounds);
    unknowns.add_cones(&mut programme, Inside::By(0.0));
    let Outcome::Solved { x, z } = programme.solve("is there an answer at all")? else {
        return Ok(None);
    };
    // what the programme may be wrong by is no proof
    if x[lift] <= LIFT {
        return Ok(None);
    }
    let mut weights = vec![0.0; unknowns.len()];
    for (k, sign, row) in rows {
        weights[k] += sign * z[row] * scales.forces[k];
    }
    let size = max_abs(&weights);
    weights.iter_mut().for_each(|y| *y /= size);
    let found = Impossible {
        gap: x[lift] * scales.size / size,
        weights,
    };
    Ok(found.proves(problem).then_some(found))
}

impl Impossible {
    /// Whether the weights are a proof: −Aᵀy in the dual cones and bᵀy < 0, from the problem's data alone.
    pub fn proves(&self, problem: &InstantProblem) -> bool {
        let (Ok(unknowns), Ok(reduced)) = (Unknowns::of(problem), problem.reduce()) else {
            return false;
        };
        let y = &self.weights;
        if y.len() != unknowns.len() {
            return false;
        }
        let scales = Scales::of(problem, &unknowns, &reduced);
        let against: Vec<f64> = reduced.w().transpose_mul(y).iter().map(|w| -w).collect();
        let mut most = dot(reduced.q(), y);
        let mut taken = 0.0_f64;
        for (i, &n) in unknowns.normals.iter().enumerate() {
            if y[n] < 0.0
                || y[n + 1..=n + unknowns.frictions[i]]
                    .iter()
                    .any(|y| *y != 0.0)
            {
                return false;
            }
            taken = taken.max(-unknowns.dual_slack(i, &against) * scales.forces[n]);
        }
        for (j, bounds) in reduced.bounds().iter().enumerate() {
            let k = unknowns.first_joint + j;
            if y[k] > 0.0 && bounds[1].is_finite() || y[k] < 0.0 && bounds[0].is_finite() {
                return false;
            }
            let (least, beyond) = least_power(against[k], *bounds);
            most -= least;
            taken = taken.max(beyond * scales.forces[k]);
        }
        most < 0.0 && -most > LARGEST * taken * scales.size
    }
}

/// Units in which rows and forces are of size 1.
struct Scales {
    /// 1/√(nᵀM⁻¹n) of the contact or joint of each unknown.
    forces: Vec<f64>,
    /// The largest free acceleration in them.
    size: f64,
}

impl Scales {
    fn of(problem: &InstantProblem, unknowns: &Unknowns, reduced: &ReducedProblem) -> Self {
        let data = problem.data();
        let length = |row: usize, softness: f64| {
            let square = data.mass.row_square(data.rows.row(row)) + softness;
            if square > 0.0 {
                1.0 / square.sqrt()
            } else {
                1.0
            }
        };
        let mut forces = Vec::with_capacity(unknowns.len());
        for (contact, rows) in data.contacts.iter().zip(&unknowns.frictions) {
            let unit = length(contact.row, 0.0);
            forces.resize(forces.len() + 1 + rows, unit);
        }
        forces.extend(data.joints.iter().map(|j| length(j.row, j.softness)));
        let sizes = reduced.q().iter().zip(&forces);
        let size = sizes.map(|(b, unit)| (b * unit).abs()).fold(0.0, f64::max);
        Self {
            forces,
            size: if size > 0.0 { size } else { 1.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{cube, ladder, planar_frame, wedge};
    use super::*;
    use stickslip::{Drive, Friction, Mass, Slip};

    /// Painlevé's rod of [Ste00 1.3], slipping to the left on its lower end and lifted by an acceleration.
    fn rod(mu: f64, lift: f64) -> InstantProblem {
        let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
        let mass = Mass::diagonal(&[1.0, 1.0, 1.0 / 12.0]).unwrap();
        let mut problem = InstantProblem::new(mass, &[0.0, -9.81, 0.0]).unwrap();
        let frame = planar_frame([-0.5 * cos, -0.5 * sin], [0.0, 1.0]);
        let slip = Slip::Sliding([-1.0, 0.0, 0.0]);
        let drift = [lift, 0.0, 0.0, 0.0];
        (problem.add_contact(&frame, Friction::planar(mu), slip, drift)).unwrap();
        problem
    }

    #[test]
    fn painleves_rod_has_no_acceleration() {
        let problem = rod(2.0, 0.0);
        let reduced = problem.reduce().unwrap();
        assert!((reduced.w()[(0, 0)] + 0.848_076).abs() < 1e-6);
        assert!((reduced.q()[0] + 9.81).abs() < 1e-12);
        let proof = impossible(&problem).unwrap().unwrap();
        assert!(
            (proof.gap - 9.81).abs() < 1e-8 && proof.weights == [1.0],
            "{proof:?}"
        );
        assert!(proof.proves(&problem));
        // with little friction, or turning fast, it has
        assert!(!proof.proves(&rod(0.5, 0.0)) && !proof.proves(&rod(2.0, 15.0)));
        assert_eq!(impossible(&rod(0.5, 0.0)).unwrap(), None);
        assert_eq!(impossible(&rod(2.0, 15.0)).unwrap(), None);
    }

    /// A = 1 + 3 cos θ (cos θ − μ sin θ) = 0 at μ = (1 + 3/4)/(3 √3/4).
    #[test]
    fn the_proof_begins_where_the_response_changes_its_sign() {
        let exact = 1.75 / (0.75 * 3.0_f64.sqrt());
        assert_eq!(impossible(&rod(exact - 1e-6, 0.0)).unwrap(), None);
        assert!(impossible(&rod(exact + 1e-6, 0.0)).unwrap().is_some());
    }

    #[test]
    fn what_has_answers_is_not_impossible() {
        for problem in [cube(0.75), ladder(1.0, 0.3), wedge(0.3, 0.8, 0.0)] {
            assert_eq!(impossible(&problem).unwrap(), None);
        }
    }

    /// Rough steep walls let nothing out: a particle that is asked to leave both cannot.
    #[test]
    fn a_wedged_particle_cannot_leave_both_walls() {
        // upwards is free, so without friction it can
        assert_eq!(impossible(&wedge(0.3, 0.0, 0.5)).unwrap(), None);
        let sideways = |speed: f64| {
            let mut problem = wedge(0.3, 0.8, 0.5);
            let drive = Drive {
                target: speed,
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
                softness: 0.0,
            };
            problem.add_joint([(1, 1.0)], drive).unwrap();
            problem
        };
        // a joint keeps it from rising: n₁ + n₂ = (0, 2 sin 0.3), asked for 1 and given nothing
        let proof = impossible(&sideways(0.0)).unwrap().unwrap();
        assert!(proof.proves(&sideways(0.0)));
        assert!(
            (proof.weights[0] - proof.weights[2]).abs() < 1e-8,
            "{proof:?}"
        );
        // fast enough upwards it can: 2 sin 0.3 · speed ≥ 1. Right below, forces a million times the data are not ruled out
        let enough = 0.5 / 0.3_f64.sin();
        assert!(impossible(&sideways(enough - 1e-3)).unwrap().is_some());
        assert_eq!(impossible(&sideways(enough + 1e-6)).unwrap(), None);
    }
}
