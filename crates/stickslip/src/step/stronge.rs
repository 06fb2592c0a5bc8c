//! Stronge's energetic law [Str90] for one contact: of the work that the normal impulse takes out in compression, ε²
//! comes back in restitution.
//!
//! The impact is followed along its normal impulse p. The relative velocity u obeys du = A (dp, dc) with A = JᵀM⁻¹J
//! and friction dc from Coulomb's law at the present slip; the normal work is W = ∫ u_n dp. With friction along one
//! tangent u is piecewise linear in p, and its corners (slip stops, slip reverses, compression ends) are found exactly.
//! In space slip may turn continuously, and the path is taken in small increments, each with friction solved
//! implicitly.

use super::{Settings, Stepper};
use crate::answer::Impulse;
use crate::error::Error;
use crate::problem::ContactProblem;
use crate::report::StepReport;
use complementarity::linear::Lu;
use complementarity::{Lcp, Matrix, Method, Workspace};

/// Increments of the compression in space.
const INCREMENTS: usize = 2000;

/// Replaces the compression's answer by that of the whole impact.
pub(super) fn resolve(
    stepper: &mut Stepper,
    settings: &Settings,
    report: &mut StepReport,
) -> Result<(), Error> {
    let problem = &stepper.problem;
    let contact = &problem.contacts[0];
    let e = stepper.restitution[contact.id];
    let a = contact_space(problem);
    let u = problem.relative_velocity(contact, &problem.start);
    let friction = &contact.friction;
    let compression = stepper.answer.impulses[0].normal;
    if compression <= 0.0 {
        return Ok(());
    }
    let mu = friction.coefficient;
    let mut directions = Vec::new();
    friction.append_directions(&mut directions);
    let c = match friction.rows() {
        0 => {
            // without friction all laws agree
            [(1.0 + e) * -u[0] / a[(0, 0)], 0.0, 0.0, 0.0]
        }
        1 => {
            // how far the set reaches each way; it need not be balanced
            let reach = |sign: f64| {
                let reaches = directions.iter().map(|d| sign * d[0]);
                mu * reaches.fold(0.0, f64::max)
            };
            let slope = [a[(0, 0)], a[(0, 1)], a[(1, 1)]];
            planar([u[0], u[1]], slope, [-reach(-1.0), reach(1.0)], e)
        }
        _ => spatial(&a, u, e, |slip, dp| slide(&a, &directions, slip, mu * dp)),
    };
    // the joints answer to the contact's impulse: one more solve with it as given momentum
    let impulse = Impulse::from_parts(c);
    stepper.momentum.clear();
    stepper.momentum.resize(problem.mass.len(), 0.0);
    problem.add_contact_momentum(&[impulse], &mut stepper.momentum);
    let mut follow = problem.clone();
    follow.contacts.clear();
    follow.mass.response(&stepper.momentum, &mut follow.free);
    for (b, v) in follow.free.iter_mut().zip(&problem.start) {
        *b += v;
    }
    let Stepper {
        solver,
        answer,
        ending,
        ..
    } = stepper;
    solver.solve(&follow, &settings.ways(), answer, ending)?;
    answer.impulses.push(impulse);
    stepper.add_solution(report);
    Ok(())
}

/// A between the rows of the contact, with the joints giving way as they must.
fn contact_space(problem: &ContactProblem) -> Matrix {
    let contact = &problem.contacts[0];
    let rows: Vec<usize> = (contact.row..=contact.row + contact.friction.rows())
        .chain(
            problem
                .joints
                .iter()
                .filter(|j| j.is_rigid())
                .map(|j| j.row),
        )
        .collect();
    let n = problem.mass.len();
    let full = Matrix::from_fn(rows.len(), rows.len(), |i, j| {
        let (mut p, mut v) = (vec![0.0; n], vec![0.0; n]);
        problem.rows.scatter(rows[j], 1.0, &mut p);
        problem.mass.response(&p, &mut v);
        problem.rows.dot(rows[i], &v)
    });
    let m = contact.friction.rows() + 1;
    let joints: Vec<usize> = (m..rows.len()).collect();
    let own: Vec<usize> = (0..m).collect();
    let mut a = full.select(&own, &own);
    if joints.is_empty() {
        return a;
    }
    // the Schur complement; dependent joints make the factor singular, and are then left out one by one
    let mut kept = joints;
    let lu = loop {
        let lu = Lu::new(&full.select(&kept, &kept));
        if kept.is_empty() || lu.pivot_ratio() > 1e-12 {
            break lu;
        }
        kept.pop();
    };
    for j in 0..m {
        let mut x: Vec<f64> = kept.iter().map(|&k| full[(k, j)]).collect();
        if lu.solve(&mut x) {
            for i in 0..m {
                a[(i, j)] -= kept
                    .iter()
                    .zip(&x)
                    .map(|(&k, x)| full[(i, k)] * x)
                    .sum::<f64>();
            }
        }
    }
    a
}

/// The exact path with friction along one tangent. `a` = (a_nn, a_nt, a_tt); c_t/c_n lies between `low` ≤ 0 and
/// `high` ≥ 0; the impulse (c_n, c_t, 0, 0).
fn planar(mut u: [f64; 2], [nn, nt, tt]: [f64; 3], [low, high]: [f64; 2], e: f64) -> [f64; 4] {
    let (mut normal, mut tangent) = (0.0, 0.0);
    let (mut absorbed, mut returned) = (0.0, 0.0);
    let mut compressing = true;
    // slip stops at most once in each phase, so there are few corners; the bound is a fuse
    for _ in 0..16 {
        // friction per normal impulse: against the slip; at rest what holds it, if the cone allows that
        // (a tangent along which nothing can move needs no holding)
        let hold = if tt > 0.0 { -nt / tt } else { 0.0 };
        let f = if u[1] > 0.0 {
            low
        } else if u[1] < 0.0 {
            high
        } else {
            hold.clamp(low, high)
        };
        let slope = [
            nn + nt * f,
            if u[1] == 0.0 && hold == f {
                0.0
            } else {
                nt + tt * f
            },
        ];
        // how far to each corner
        let until_zero = |value: f64, slope: f64| match value * slope < 0.0 {
            true => -value / slope,
            false => f64::INFINITY,
        };
        let slip_stops = until_zero(u[1], slope[1]);
        let next = match compressing {
            true => slip_stops.min(until_zero(u[0], slope[0])),
            false => {
                // returned + u_n s + ½ slope s² = e² absorbed
                let wanted = e * e * absorbed - returned;
                let root = (u[0] * u[0] + 2.0 * slope[0] * wanted).max(0.0).sqrt();
                let done = if u[0] + root > 0.0 {
                    2.0 * wanted / (u[0] + root)
                } else {
                    0.0
                };
                slip_stops.min(done).min(until_zero(u[0], slope[0]))
            }
        };
        if !next.is_finite() {
            break;
        }
        let work = u[0] * next + 0.5 * slope[0] * next * next;
        let ends_compression = compressing && next == until_zero(u[0], slope[0]);
        let ends_slip = next == slip_stops;
        u[0] = if ends_compression {
            0.0
        } else {
            u[0] + slope[0] * next
        };
        u[1] = if ends_slip {
            0.0
        } else {
            u[1] + slope[1] * next
        };
        normal += next;
        tangent += f * next;
        if compressing {
            absorbed -= work;
            compressing = !ends_compression;
        } else {
            returned += work;
            if !ends_slip {
                break;
            }
        }
    }
    [normal, tangent, 0.0, 0.0]
}

/// The path in increments of normal impulse. `friction` gives the friction impulse for a free slip and an increment.
fn spatial(
    a: &Matrix,
    mut u: [f64; 4],
    e: f64,
    mut friction: impl FnMut([f64; 3], f64) -> [f64; 3],
) -> [f64; 4] {
    let m = a.rows();
    let step = -u[0] / a[(0, 0)] / INCREMENTS as f64;
    let mut c = [0.0; 4];
    let (mut absorbed, mut returned) = (0.0, 0.0);
    let mut compressing = true;
    for _ in 0..100 * INCREMENTS {
        let mut slip = [0.0; 3];
        (1..m).for_each(|i| slip[i - 1] = u[i] + a[(i, 0)] * step);
        let f = friction(slip, step);
        let push = [step, f[0], f[1], f[2]];
        let mut next = u;
        for i in 0..m {
            next[i] += (0..m).map(|j| a[(i, j)] * push[j]).sum::<f64>();
        }
        // where inside the increment the phase ends, if it does
        let work = 0.5 * (u[0] + next[0]) * step;
        let mut share = 1.0;
        let mut finished = false;
        if compressing {
            if next[0] >= 0.0 {
                share = u[0] / (u[0] - next[0]);
                compressing = false;
                absorbed -= 0.5 * u[0] * share * step;
            } else {
                absorbed -= work;
            }
        } else if returned + work >= e * e * absorbed || next[0] <= 0.0 {
            share = ((e * e * absorbed - returned) / work).clamp(0.0, 1.0);
            finished = true;
        } else {
            returned += work;
        }
        for i in 0..4 {
            c[i] += share * push[i];
            u[i] += share * (next[i] - u[i]);
        }
        if finished || (!compressing && e == 0.0) {
            break;
        }
    }
    c
}

/// Friction of a given bound that dissipates most at the slip it leaves: the friction rows of the polyhedral problem,
/// with the normal impulse known.
fn slide(a: &Matrix, directions: &[[f64; 3]], slip: [f64; 3], bound: f64) -> [f64; 3] {
    let (k, m) = (directions.len(), a.rows());
    let along = |d: &[f64; 3], e: &[f64; 3]| -> f64 {
        let pairs = (1..m).flat_map(|i| (1..m).map(move |j| (i, j)));
        pairs.map(|(i, j)| d[i - 1] * a[(i, j)] * e[j - 1]).sum()
    };
    let matrix = Matrix::from_fn(k + 1, k + 1, |i, j| match (i < k, j < k) {
        (true, true) => along(&directions[i], &directions[j]),
        (true, false) => 1.0,
        (false, true) => -1.0,
        (false, false) => 0.0,
    });
    let mut q: Vec<f64> = directions
        .iter()
        .map(|d| (1..m).map(|i| d[i - 1] * slip[i - 1]).sum())
        .collect();
    q.push(bound);
    let mut friction = [0.0; 3];
    if let Ok(lcp) = Lcp::new(matrix, q) {
        let outcome = Method::Auto.solve(&lcp, &mut Workspace::default());
        for (d, b) in directions.iter().zip(&outcome.z) {
            (0..3).for_each(|i| friction[i] += b * d[i]);
        }
    }
    friction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of the lower end of a uniform rod, L = m = 1, at 45°.
    fn rod() -> [f64; 3] {
        let arm = 0.5 * std::f64::consts::FRAC_1_SQRT_2;
        let w = 12.0 * arm * arm;
        [1.0 + w, -w, 1.0 + w]
    }

    fn after(u: [f64; 2], a: [f64; 3], c: [f64; 4]) -> [f64; 2] {
        [
            u[0] + a[0] * c[0] + a[1] * c[1],
            u[1] + a[1] * c[0] + a[2] * c[1],
        ]
    }

    #[test]
    fn without_coupling_it_is_newtons_law() {
        // a particle: normal and tangent do not feel each other
        let u = [-2.0, 0.5];
        let c = planar(u, [1.0, 0.0, 1.0], [-0.1, 0.1], 0.6);
        let v = after(u, [1.0, 0.0, 1.0], c);
        assert!((v[0] - 1.2).abs() < 1e-14, "{v:?}");
        assert!((c[1] + 0.1 * c[0]).abs() < 1e-15);
    }

    #[test]
    fn an_unbalanced_set_and_a_tangent_without_motion() {
        // uncoupled, friction differs by the way of the slip
        let a = [1.0, 0.0, 1.0];
        for (slip, share) in [(5.0, -0.1), (-5.0, 0.5)] {
            let c = planar([-1.0, slip], a, [-0.1, 0.5], 0.5);
            assert!((c[0] - 1.5).abs() < 1e-14 && (c[1] - share * c[0]).abs() < 1e-14);
        }
        let c = planar([-1.0, 0.0], [1.0, 0.0, 0.0], [-0.3, 0.3], 0.5);
        assert_eq!(c, [1.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn energy_never_increases_and_the_work_ratio_is_the_square() {
        let a = rod();
        for (i, mu) in [0.0, 0.2, 0.5, 1.0, 3.0].into_iter().enumerate() {
            for slip in [-2.0, -0.3, 0.0, 0.2, 1.5] {
                for e in [0.0, 0.5, 1.0] {
                    let u = [-1.0, slip];
                    let c = planar(u, a, [-mu, mu], e);
                    let v = after(u, a, c);
                    // work of the impulse by the midpoint rule: the change of kinetic energy
                    let work = 0.5 * (c[0] * (u[0] + v[0]) + c[1] * (u[1] + v[1]));
                    assert!(work <= 1e-14, "{i} {slip} {e}: {work}");
                    assert!(v[0] >= -1e-14 && c[1].abs() <= mu * c[0] + 1e-14);
                    if e == 0.0 {
                        assert!(v[0].abs() < 1e-14);
                    }
                }
            }
        }
    }

    #[test]
    fn the_increments_find_the_exact_path() {
        let a = rod();
        let matrix = Matrix::from_rows(&[[a[0], a[1]], [a[1], a[2]]]).unwrap();
        let directions = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]];
        for (slip, mu) in [(0.2, 1.0), (1.5, 0.4), (-0.3, 0.5), (0.0, 0.1)] {
            let exact = planar([-1.0, slip], a, [-mu, mu], 0.7);
            let found = spatial(&matrix, [-1.0, slip, 0.0, 0.0], 0.7, |s, dp| {
                slide(&matrix, &directions, s, mu * dp)
            });
            for i in 0..2 {
                assert!((exact[i] - found[i]).abs() < 2e-3, "{exact:?} {found:?}");
            }
        }
    }
}
