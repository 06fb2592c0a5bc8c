//! Steps with known answers, for the tests of several files.

use crate::friction::Friction;
use crate::mass::Mass;
use crate::problem::{ContactProblem, NormalLaw};
use crate::system::Frame;

/// Acceleration of gravity (m/s²).
pub(crate) const G: f64 = 9.81;

/// The frame of a particle (x, y) on the floor y = 0.
pub(crate) fn block_frame() -> Frame {
    let mut frame = Frame::default();
    frame.normal.push(1, 1.0);
    frame.tangent.push(0, 1.0);
    frame
}

/// A unit mass sliding in the plane at the given speed on a floor.
pub(crate) fn block_on_floor(speed: f64, friction: f64, h: f64) -> ContactProblem {
    let mass = Mass::diagonal(&[1.0; 2]).unwrap();
    let mut problem = ContactProblem::new(mass, &[speed, 0.0], &[0.0, -G], h).unwrap();
    let (frame, law) = (block_frame(), NormalLaw::Velocity);
    problem
        .add_contact(0, &frame, Friction::planar(friction), law)
        .unwrap();
    problem
}

/// A box of 3 kg at rest on four corners: twelve impulses for six velocities.
pub(crate) fn box_on_four_corners(h: f64) -> ContactProblem {
    let mass = Mass::diagonal(&[3.0, 3.0, 3.0, 0.5, 0.5, 1.0 / 1.5]).unwrap();
    let weight = [0.0, 0.0, -3.0 * G, 0.0, 0.0, 0.0];
    let mut problem = ContactProblem::new(mass, &[0.0; 6], &weight, h).unwrap();
    for (id, (x, y)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
        .into_iter()
        .enumerate()
    {
        // a corner at r = (x, y, −1)/2 moves with v + ω × r
        let (x, y, z) = (0.5 * x, 0.5 * y, -0.5);
        let mut frame = Frame::default();
        frame.normal.extend(0, &[0.0, 0.0, 1.0, y, -x, 0.0]);
        frame.tangent.extend(0, &[1.0, 0.0, 0.0, 0.0, z, -y]);
        frame.binormal.extend(0, &[0.0, 1.0, 0.0, -z, 0.0, x]);
        let friction = Friction::polygon(0.5, 8).unwrap();
        problem
            .add_contact(id, &frame, friction, NormalLaw::Velocity)
            .unwrap();
    }
    problem
}

/// The rod of [Ste00 1.3] with m = L = 1, J = 1/12, μ = 2, θ = π/3, its lower end slipping at −1 m/s.
pub(crate) fn painleve_rod(h: f64) -> ContactProblem {
    let mass = Mass::diagonal(&[1.0, 1.0, 1.0 / 12.0]).unwrap();
    let mut problem = ContactProblem::new(mass, &[-1.0, 0.0, 0.0], &[0.0, -G, 0.0], h).unwrap();
    let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
    let mut frame = Frame::default();
    frame.normal.extend(0, &[0.0, 1.0, -0.5 * cos]);
    frame.tangent.extend(0, &[1.0, 0.0, 0.5 * sin]);
    problem
        .add_contact(0, &frame, Friction::planar(2.0), NormalLaw::Velocity)
        .unwrap();
    problem
}

/// Whether numbers agree, each within a tolerance.
pub(crate) fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}
