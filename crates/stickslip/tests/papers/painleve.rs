//! Painlevé's rod [Ste00 1.3]: no acceleration exists, an impulse without impact does. m = L = 1, μ = 2, θ = π/3,
//! lower end slipping at −1 m/s.

use crate::{close, one_step};
use stickslip::systems::{Rod, RodParameters};
use stickslip::{Frame, Mode, Row, Scheme, Settings, State, System};

/// The limit of the velocity and of the impulse (n, t) as h → 0.
const VELOCITY: [f64; 3] = [-0.5625, 0.324_759_526_419_164, 1.299_038_105_676_658];
const IMPULSE: [f64; 2] = [0.324_759_526_419_164, 0.4375];

fn rod() -> (Rod, State) {
    let rod = Rod::new(RodParameters::painleve()).unwrap();
    let theta = std::f64::consts::FRAC_PI_3;
    let state = rod.state(0.0, 0.5 * theta.sin(), theta, [-1.0, 0.0, 0.0]);
    (rod, state)
}

fn dense(row: &Row) -> [f64; 3] {
    let mut n = [0.0; 3];
    row.entries().for_each(|(i, a)| n[i] = a);
    n
}

#[test]
fn there_is_no_acceleration() {
    // sliding left, friction is +μ c_n: a_n = (a_nn + μ a_nt) c_n − g with a negative factor, so never ≥ 0
    let (rod, state) = rod();
    let mut frame = Frame::default();
    rod.frame(1, 0.0, &state.q, &mut frame);
    let (n, t) = (dense(&frame.normal), dense(&frame.tangent));
    let product = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + 12.0 * a[2] * b[2];
    close(&[product(n, n) + 2.0 * product(n, t)], &[-0.848_076], 5e-7);
}

#[test]
fn the_impulse_and_the_velocity_converge_with_order_one() {
    let mut last = None;
    for h in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
        let (rod, state) = rod();
        let settings = Settings {
            step: h,
            scheme: Scheme::AnitescuPotra,
            ..Settings::default()
        };
        let (after, report) = one_step(rod, state, settings);
        let error = (0..3)
            .map(|i| (after.v[i] - VELOCITY[i]).abs())
            .fold(0.0, f64::max);
        // ‖v₁ − v⁺‖ = 7.36 h within one per cent
        assert!((error / h - 7.36).abs() < 0.0736, "{h}: {}", error / h);
        let contact = report.contacts[0];
        assert_eq!((report.contacts.len(), contact.id), (1, 1));
        // it is no impact: the end did not approach. It sticks: the slip is stopped at once
        assert_eq!(contact.mode, Mode::Sticking);
        let impulse = [contact.impulse.normal, contact.impulse.tangent];
        close(&impulse, &IMPULSE, 8.0 * h);
        let order = last.map_or(1.0, |last: f64| (last / error).log10());
        assert!((order - 1.0).abs() < 0.005, "{h}: {order}");
        last = Some(error);
    }
}

#[test]
fn half_the_energy_goes_in_no_time() {
    for scheme in [
        Scheme::AnitescuPotra,
        Scheme::STEWART_TRINKLE,
        Scheme::FIXED_POINT,
    ] {
        let (rod, state) = rod();
        let settings = Settings {
            step: 1e-7,
            scheme,
            ..Settings::default()
        };
        let (after, report) = one_step(rod, state, settings);
        close(&after.v, &VELOCITY, 1e-5);
        let energy = report.energy;
        close(
            &[energy.kinetic_before, energy.kinetic],
            &[0.5, 0.28125],
            1e-5,
        );
        assert!(energy.imbalance.abs() < 1e-12);
    }
}
