//! Steps with known answers, for the tests of several files.

use crate::contact::Contact;
use crate::mass::InverseMass;
use crate::problem::{ContactProblem, FreeMotion};

/// Acceleration of gravity (m/s²).
pub(crate) const G: f64 = 9.81;

/// A unit mass sliding in the plane at the given speed on a floor.
pub(crate) fn block_on_floor(speed: f64, friction: f64, h: f64) -> ContactProblem {
    let inverse_mass = InverseMass::diagonal(vec![1.0; 2]).unwrap();
    let free = FreeMotion::under(&inverse_mass, vec![speed, 0.0], &[0.0, -G], h).unwrap();
    let contact = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], friction);
    ContactProblem::new(inverse_mass, free, vec![contact]).unwrap()
}

/// A box of 3 kg at rest on four corners: twelve impulses for six velocities.
pub(crate) fn box_on_four_corners(h: f64) -> ContactProblem {
    let inverse_mass = InverseMass::diagonal(vec![1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 2.0, 2.0, 1.5]);
    let inverse_mass = inverse_mass.unwrap();
    let weight = [0.0, 0.0, -3.0 * G, 0.0, 0.0, 0.0];
    let free = FreeMotion::under(&inverse_mass, vec![0.0; 6], &weight, h).unwrap();
    let contacts = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
        .map(|(x, y)| {
            // a corner at r = (x, y, −1)/2 moves with v + ω × r
            let (x, y, z) = (0.5 * x, 0.5 * y, -0.5);
            let normal = vec![0.0, 0.0, 1.0, y, -x, 0.0];
            let tangent = vec![1.0, 0.0, 0.0, 0.0, z, -y];
            let binormal = vec![0.0, 1.0, 0.0, -z, 0.0, x];
            Contact::spatial([normal, tangent, binormal], 0.5)
        })
        .to_vec();
    ContactProblem::new(inverse_mass, free, contacts).unwrap()
}

/// The rod of [Ste00 1.3] with m = L = 1, J = 1/12, μ = 2, θ = π/3, its lower end slipping at −1 m/s.
pub(crate) fn painleve_rod(h: f64) -> ContactProblem {
    let inverse_mass = InverseMass::diagonal(vec![1.0, 1.0, 12.0]).unwrap();
    let free = FreeMotion::under(&inverse_mass, vec![-1.0, 0.0, 0.0], &[0.0, -G, 0.0], h).unwrap();
    let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
    let contact = Contact::planar(vec![0.0, 1.0, -0.5 * cos], vec![1.0, 0.0, 0.5 * sin], 2.0);
    ContactProblem::new(inverse_mass, free, vec![contact]).unwrap()
}
