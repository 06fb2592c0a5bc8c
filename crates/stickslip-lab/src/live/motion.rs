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

/// The generalised force of a force (N, world) at a point of a body (m, in its frame): f·∂x/∂v for each velocity.
pub(super) fn generalised(
    system: &BuiltIn,
    state: &State,
    body: usize,
    point: [f64; 3],
    force: [f64; 3],
) -> Vec<f64> {
    let mut all = vec![0.0; state.v.len()];
    let at = |q: &[f64]| {
        let pose = poses(system, &[body], state.t, q);
        pose.first().map_or([0.0; 3], |pose| pose.point(point))
    };
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
        let [before, after] = [-SMALL, SMALL].map(|h| {
            let mut q = state.q.clone();
            system.advance(&mut q, &v, h);
            at(&q)
        });
        v[j] = 0.0;
        all[j] = (0..3)
            .map(|k| force[k] * (after[k] - before[k]) / (2.0 * SMALL))
            .sum();
    }
    all
}

/// The acceleration (m/s²) that a force gives the point where it acts, along itself, if nothing else holds the body: f·M⁻¹f / |F| of
/// its generalised force f.
pub(super) fn acceleration(system: &BuiltIn, state: &State, push: &[f64], force: [f64; 3]) -> f64 {
    let mut mass = Mass::default();
    system.mass(&state.q, &mut mass);
    let size = force.iter().map(|x| x * x).sum::<f64>().sqrt();
    match size > 0.0 && mass.check().is_ok() {
        true => mass.inverse_square(push) / size,
        false => 0.0,
    }
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
        let push = generalised(&scene.system, &state, body, point, force);
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
        let push = generalised(&scene.system, &state, 0, [0.0; 3], [1.0, 5.0, 2.0]);
        for (found, expected) in push.iter().zip([1.0, 2.0, 0.0]) {
            assert!((found - expected).abs() < 1e-6, "{push:?}");
        }
    }
}
