//! How far forces are from obeying the laws of an instant, from the problem's data alone.

use crate::analyze::FrictionLaw;
use stickslip::{Error, Friction, InstantProblem, NaturalMap, ReducedProblem};

/// The largest violation of any law, beside the accelerations without contact forces. `c` are the unknowns of the reduced problem.
pub fn residual(
    problem: &InstantProblem,
    reduced: &ReducedProblem,
    law: FrictionLaw,
    c: &[f64],
) -> Result<f64, Error> {
    match law {
        FrictionLaw::MaximalDissipation => Ok(NaturalMap::of(reduced, c).relative),
        FrictionLaw::Collinear => collinear(problem, reduced, c),
    }
}

/// Signorini's law, the cone, and friction straight against the acceleration, each as an acceleration of the contact.
fn collinear(problem: &InstantProblem, reduced: &ReducedProblem, c: &[f64]) -> Result<f64, Error> {
    let motion = problem.motion(reduced, c)?;
    let data = problem.data();
    let (w, mut worst) = (reduced.w(), 0.0_f64);
    let size = reduced.q().iter().fold(0.0_f64, |m, q| m.max(q.abs()));
    let mut see = |value: f64| {
        worst = if value.is_nan() {
            f64::NAN
        } else {
            worst.max(value)
        }
    };
    for (i, contact) in data.contacts.iter().enumerate() {
        let (force, a) = (&motion.forces[i], motion.contacts[i]);
        let row = reduced.contacts()[i].row;
        let normal = data.rows.dot(contact.row, &motion.acceleration) - contact.target;
        see((w[(row, row)].abs() * force.normal).min(normal).abs());
        if problem.known_friction(i).is_some() || contact.friction.rows() == 0 {
            continue;
        }
        let rows = reduced.friction_rows(&reduced.contacts()[i]);
        let response = rows.map(|k| w[(k, k)]).fold(0.0_f64, f64::max);
        let friction = force.friction();
        let bound = contact.friction.coefficient * force.normal.max(0.0) + contact.reserve;
        see(-response * contact.friction.slack(friction, bound));
        see(against(
            &contact.friction,
            friction,
            bound,
            [a[1], a[2], a[3]],
            response,
        ));
    }
    for (joint, &force) in data.joints.iter().zip(&motion.joints) {
        let u =
            data.rows.dot(joint.row, &motion.acceleration) + joint.softness * force - joint.target;
        see((force - (force - u).clamp(joint.low, joint.high)).abs());
    }
    let relative = if size > 0.0 { worst / size } else { worst };
    Ok(if relative.is_finite() {
        relative
    } else {
        f64::INFINITY
    })
}

/// No slip, or friction at its bound straight against it: what is missing to the nearer of the two.
fn against(friction: &Friction, c: [f64; 3], bound: f64, slip: [f64; 3], response: f64) -> f64 {
    let gauge = friction.gauge(slip);
    let largest = |x: [f64; 3]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if gauge == 0.0 {
        return 0.0;
    }
    let missing = largest(std::array::from_fn(|i| c[i] + bound * slip[i] / gauge));
    largest(slip).min(response * missing)
}
