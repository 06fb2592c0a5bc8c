//! How bodies move, and what a force at a point of one means for the coordinates: from the poses that coordinates give.

use crate::export::{Drawable, drawables_at};
use crate::scene::BuiltIn;
use stickslip::world::Pose;
use stickslip::{Mass, State, System};

/// A displacement that is small and far from rounding (m, rad), and a time (s).
const SMALL: f64 = 1e-6;

/// The poses of some bodies, by their places among all that are drawn.
pub(super) fn poses(system: &BuiltIn, bodies: &[usize], t: f64, q: &[f64]) -> Vec<Pose> {
    if let BuiltIn::World(world) = system {
        return bodies.iter().map(|&b| world.pose(b, t, q)).collect();
    }
    let all = drawn(system, t, q);
    (bodies.iter())
        .map(|&b| all.get(b).and_then(|d| d.poses.first()).copied())
        .map(|pose| pose.unwrap_or(Pose::IDENTITY))
        .collect()
}

/// All bodies at one time.
fn drawn(system: &BuiltIn, t: f64, q: &[f64]) -> Vec<Drawable> {
    drawables_at(system, &[t], &[q.to_vec()])
}

/// Linear (m/s) and angular velocity (rad/s) of the frames of bodies, from their poses a moment before and after.
pub(super) fn velocities(system: &BuiltIn, bodies: &[usize], state: &State) -> Vec<[f64; 6]> {
    let [before, after] = [-SMALL, SMALL].map(|h| {
        let mut q = state.q.clone();
        system.advance(&mut q, &state.v, h);
        poses(system, bodies, state.t + h, &q)
    });
    let pairs = before.iter().zip(&after);
    pairs.map(|(a, b)| between(a, b, 2.0 * SMALL)).collect()
}

/// The velocity that takes one pose to another in a time h.
fn between(a: &Pose, b: &Pose, h: f64) -> [f64; 6] {
    let [w, x, y, z] = a.quat_wxyz;
    let [p, q, r, s] = b.quat_wxyz;
    // b a⁻¹, whose vector is half the turn
    let sign = if w * p + x * q + y * r + z * s < 0.0 {
        -1.0
    } else {
        1.0
    };
    let turn = [
        w * q - p * x - (r * z - s * y),
        w * r - p * y - (s * x - q * z),
        w * s - p * z - (q * y - r * x),
    ];
    let mut velocity = [0.0; 6];
    for k in 0..3 {
        velocity[k] = (b.position[k] - a.position[k]) / h;
        velocity[3 + k] = 2.0 * sign * turn[k] / h;
    }
    velocity
}

/// How the velocities move a point of a body (m, in its frame): ∂ẋ/∂v, a row for each direction of the world. The generalised force of a
/// force at the point is Jᵀf.
pub(super) fn jacobian(
    system: &BuiltIn,
    state: &State,
    body: usize,
    point: [f64; 3],
) -> [Vec<f64>; 3] {
    let mut rows = std::array::from_fn(|_| vec![0.0; state.v.len()]);
    // of a free body only its own velocities move it
    let own = match system {
        BuiltIn::World(world) => match world.coordinates_of(body) {
            Some([_, dof]) => dof..dof + 6,
            None => 0..0,
        },
        _ => 0..state.v.len(),
    };
    let mut v = vec![0.0; state.v.len()];
    for j in own {
        v[j] = 1.0;
        let rate = rate(system, state, (body, point), (&v, 0.0));
        v[j] = 0.0;
        for (row, rate) in rows.iter_mut().zip(rate) {
            row[j] = rate;
        }
    }
    rows
}

/// The velocity of a point of a body (m/s), also of one that moves by itself as time passes.
pub(super) fn point_velocity(
    system: &BuiltIn,
    state: &State,
    body: usize,
    point: [f64; 3],
) -> [f64; 3] {
    rate(system, state, (body, point), (&state.v, 1.0))
}

/// Where a point of a body is in the world (m).
pub(super) fn place(system: &BuiltIn, state: &State, body: usize, point: [f64; 3]) -> [f64; 3] {
    place_at(system, (state.t, &state.q), body, point)
}

fn place_at(system: &BuiltIn, (t, q): (f64, &[f64]), body: usize, point: [f64; 3]) -> [f64; 3] {
    let pose = poses(system, &[body], t, q);
    pose.first().map_or([0.0; 3], |pose| pose.point(point))
}

/// How fast a point goes with a velocity, while time passes so fast.
fn rate(
    system: &BuiltIn,
    state: &State,
    (body, point): (usize, [f64; 3]),
    (v, pace): (&[f64], f64),
) -> [f64; 3] {
    let [before, after] = [-SMALL, SMALL].map(|h| {
        let mut q = state.q.clone();
        system.advance(&mut q, v, h);
        place_at(system, (state.t + pace * h, &q), body, point)
    });
    std::array::from_fn(|k| (after[k] - before[k]) / (2.0 * SMALL))
}

/// How easily a point is moved whose velocities have this Jacobian, if nothing else holds the body: J M⁻¹ Jᵀ (1/kg). Nothing where the
/// masses make no sense.
pub(super) fn mobility(
    system: &BuiltIn,
    state: &State,
    jacobian: &[Vec<f64>; 3],
) -> Option<[[f64; 3]; 3]> {
    let mut mass = Mass::default();
    system.mass(&state.q, &mut mass);
    mass.check().ok()?;
    let mut response = vec![0.0; state.v.len()];
    Some(std::array::from_fn(|i| {
        mass.response(&jacobian[i], &mut response);
        jacobian.each_ref().map(|row| product(row, &response))
    }))
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The generalised force Jᵀf of a force.
pub(super) fn generalised(jacobian: &[Vec<f64>; 3], force: [f64; 3]) -> Vec<f64> {
    let [x, y, z] = jacobian;
    (x.iter().zip(y).zip(z))
        .map(|((x, y), z)| x * force[0] + y * force[1] + z * force[2])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalogue;

    #[test]
    fn velocities_and_forces_of_free_bodies_are_those_of_mechanics() {
        let scene = catalogue::find("box-on-slope").unwrap();
        let BuiltIn::World(world) = &scene.system else {
            panic!("a world");
        };
        let body = (0..world.model().bodies.len())
            .find(|&b| world.coordinates_of(b).is_some())
            .unwrap();
        let [at, dof] = world.coordinates_of(body).unwrap();
        let mut state = scene.initial.clone();
        for (i, v) in state.v[dof..dof + 6].iter_mut().enumerate() {
            *v = 0.3 * i as f64 - 0.5;
        }
        let found = velocities(&scene.system, &[body], &state)[0];
        for i in 3..6 {
            assert!((found[i] - state.v[dof + i]).abs() < 1e-6, "{found:?}");
        }
        let centre = [state.q[at], state.q[at + 1], state.q[at + 2]];
        let pose = world.pose(body, 0.0, &state.q);
        let (point, force) = ([0.1, 0.2, 0.3], [1.0, -2.0, 3.0]);
        let jacobian = jacobian(&scene.system, &state, body, point);
        let push = generalised(&jacobian, force);
        let arm: [f64; 3] = std::array::from_fn(|i| pose.point(point)[i] - centre[i]);
        let moment: [f64; 3] = std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            arm[j] * force[k] - arm[k] * force[j]
        });
        for k in 0..3 {
            assert!((push[dof + k] - force[k]).abs() < 1e-6, "{push:?}");
            assert!((push[dof + 3 + k] - moment[k]).abs() < 1e-6, "{push:?}");
        }
    }

    #[test]
    fn the_velocity_of_a_turning_rod_is_that_of_its_coordinates() {
        let scene = catalogue::find("falling-rod").unwrap();
        let mut state = scene.initial.clone();
        state.v.copy_from_slice(&[0.1, -0.2, 0.7]);
        let found = velocities(&scene.system, &[0], &state)[0];
        // x and y of the plane are x and z of space, and turning takes x to z
        let expected = [0.1, 0.0, -0.2, 0.0, -0.7, 0.0];
        for k in 0..6 {
            assert!((found[k] - expected[k]).abs() < 1e-6, "{found:?}");
        }
        let jacobian = jacobian(&scene.system, &state, 0, [0.0; 3]);
        let push = generalised(&jacobian, [1.0, 5.0, 2.0]);
        for (found, expected) in push.iter().zip([1.0, 2.0, 0.0]) {
            assert!((found - expected).abs() < 1e-6, "{push:?}");
        }
    }

    #[test]
    fn a_page_knows_all_of_the_kinetic_energy_of_its_bodies() {
        use crate::export::drawables_at;
        use crate::report::Scenery;

        for name in [
            "falling-rod",
            "four-balls",
            "newtons-cradle",
            "kane-pendulum",
            "slider-crank",
            "particle-in-wedge",
            "curling-stone",
            "tumbling-brick",
            "rattleback",
            "cup-over-rail",
        ] {
            let scene = catalogue::find(name).unwrap();
            let system = &scene.system;
            let mut state = scene.initial.clone();
            for (i, v) in state.v.iter_mut().enumerate() {
                *v = 0.3 + 0.1 * i as f64;
            }
            let bodies = drawables_at(system, &[state.t], std::slice::from_ref(&state.q));
            let scenery = Scenery::new(&scene, &bodies, |_| false, None);
            let all: Vec<usize> = (0..bodies.len()).collect();
            let speeds = velocities(system, &all, &state);
            let energy = |body: usize| {
                let about = &scenery.bodies[body];
                let (Some(mass), Some(inertia)) = (about.mass, about.inertia) else {
                    return 0.0;
                };
                let pose = bodies[body].poses[0];
                let [x, y, z, p, q, r] = speeds[body];
                let arm =
                    crate::run::cross([p, q, r], pose.direction(about.centre.unwrap_or_default()));
                let moving: f64 = [x, y, z]
                    .iter()
                    .zip(arm)
                    .map(|(v, a)| (v + a).powi(2))
                    .sum();
                // along the axes of the body
                let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
                let [a, b, c] = axes.map(|axis| product(&pose.direction(axis), &[p, q, r]));
                let [xx, yy, zz, xy, xz, yz] = inertia.map(f64::from);
                let turning = xx * a * a + yy * b * b + zz * c * c;
                let mixed = xy * a * b + xz * a * c + yz * b * c;
                0.5 * (mass * moving + turning) + mixed
            };
            let told: f64 = all.into_iter().map(energy).sum();
            let mut mass = Mass::default();
            system.mass(&state.q, &mut mass);
            let expected = 0.5 * mass.square(&state.v);
            assert!(
                expected > 0.0 && (told - expected).abs() < 1e-5 * expected,
                "{name}: {told}, {expected}"
            );
        }
    }
}
