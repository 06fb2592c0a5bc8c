//! What every system must satisfy, checked by finite differences at random states.

use crate::coordinates::Coordinate;
use crate::error::Error;
use crate::mass::Mass;
use crate::rows::Row;
use crate::state::State;
use crate::system::{Frame, System};

/// Step of the finite differences (m, rad, s) and how well they must agree.
const DELTA: f64 = 1e-5;
const AGREE: f64 = 1e-6;

/// Random numbers that are the same in every run (splitmix64).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// Uniform in [low, high).
    pub(super) fn roll(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let fraction = ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * fraction
    }

    /// Any allowed q, orientations included, and any v.
    pub(super) fn state(&mut self, system: &impl System) -> State {
        let coordinates = system.coordinates();
        let mut q = Vec::new();
        for (_, kind) in coordinates.entries() {
            match kind {
                Coordinate::Rotation => q.extend([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
                Coordinate::Quaternion => q.extend([1.0, 0.0, 0.0, 0.0]),
                _ => q.push(0.0),
            }
        }
        // in several strides, because a stride normalises what it turns
        for _ in 0..6 {
            let v = self.velocity(system);
            system.advance(&mut q, &v, 0.4);
        }
        State::new(q, self.velocity(system))
    }

    fn velocity(&mut self, system: &impl System) -> Vec<f64> {
        (0..system.coordinates().velocities())
            .map(|_| self.roll(-1.0, 1.0))
            .collect()
    }
}

/// All entries of a row.
pub(super) fn dense(row: &Row, len: usize) -> Vec<f64> {
    let mut all = vec![0.0; len];
    row.entries().for_each(|(dof, a)| all[dof] += a);
    all
}

/// The frame of a contact.
pub(super) fn frame(system: &impl System, contact: usize, t: f64, q: &[f64]) -> Frame {
    let mut frame = Frame::default();
    system.frame(contact, t, q, &mut frame);
    frame
}

/// The mass matrix at q.
pub(super) fn mass(system: &impl System, q: &[f64]) -> Mass {
    let mut mass = Mass::default();
    system.mass(q, &mut mass);
    mass
}

/// k + f at a state.
fn force(system: &impl System, t: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
    let mut force = vec![0.0; v.len()];
    system.bias(q, v, &mut force);
    system.force(t, q, v, &mut force);
    force
}

/// Gᵀ∇ of a function of q.
pub(super) fn gradient(system: &impl System, q: &[f64], f: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let velocities = system.coordinates().velocities();
    let along = |i: usize, delta: f64| {
        let (mut moved, mut v) = (q.to_vec(), vec![0.0; velocities]);
        v[i] = 1.0;
        system.advance(&mut moved, &v, delta);
        f(&moved)
    };
    (0..velocities)
        .map(|i| (along(i, DELTA) - along(i, -DELTA)) / (2.0 * DELTA))
        .collect()
}

/// Two vectors agree.
pub(super) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        let scale = 1.0 + a.abs().max(b.abs());
        assert!(
            (a - b).abs() <= tolerance * scale,
            "{what}[{i}]: {a} instead of {b}"
        );
    }
}

/// Normal rows are gradients of gaps, joint rows gradients of joint errors, a plane's motion is in the surface velocity,
/// and M is symmetric positive definite.
pub(super) fn assert_consistent(system: &impl System, seed: u64) {
    let velocities = system.coordinates().velocities();
    let mut dice = Dice(seed);
    for _ in 0..20 {
        let State { q, .. } = dice.state(system);
        let t = dice.roll(0.0, 2.0);
        for (contact, spec) in system.contacts().iter().enumerate() {
            let name = &spec.name;
            let frame = frame(system, contact, t, &q);
            let slope = gradient(system, &q, |q| system.gap(contact, t, q));
            assert_close(&dense(&frame.normal, velocities), &slope, AGREE, name);
            let later = system.gap(contact, t + DELTA, &q) - system.gap(contact, t - DELTA, &q);
            assert_close(&[-frame.surface[0]], &[later / (2.0 * DELTA)], AGREE, name);
        }
        for (joint, spec) in system.joints().iter().enumerate() {
            let mut row = Row::default();
            system.joint(joint, t, &q, &mut row);
            let slope = gradient(system, &q, |q| {
                system.joint(joint, t, q, &mut Row::default())
            });
            assert_close(&dense(&row, velocities), &slope, AGREE, &spec.name);
        }
        let mass = mass(system, &q);
        assert_eq!(mass.check(), Ok(()));
        assert_eq!(mass.len(), velocities);
        let mut other = Mass::default();
        system.mass(&dice.state(system).q, &mut other);
        assert!(
            !system.has_constant_mass() || other == mass,
            "M is said to be constant"
        );
    }
}

/// Forces at rest are those of the potential: f = −Gᵀ∇V.
pub(super) fn assert_conservative(system: &impl System, seed: u64) {
    let mut dice = Dice(seed);
    for _ in 0..20 {
        let q = dice.state(system).q;
        let at_rest = vec![0.0; system.coordinates().velocities()];
        let slope = gradient(system, &q, |q| -system.potential(q));
        assert_close(&force(system, 0.3, &q, &at_rest), &slope, AGREE, "force");
    }
}

/// Tangent and binormal rows are velocities of a displacement (m) along t and o, and n, t, o are right-handed. The
/// displacement is that of the touching material points as functions of q.
pub(super) fn assert_follows(
    system: &impl System,
    q: &[f64],
    frame: &Frame,
    axes: [[f64; 3]; 3],
    displacement: impl Fn(&[f64]) -> [f64; 3],
) {
    let [n, t, _] = axes;
    let o = crate::vector::cross(n, t);
    assert_close(&axes[2], &o, 1e-12, "o = n × t");
    for (i, axis) in axes.iter().enumerate() {
        let size = crate::vector::dot(*axis, *axis);
        assert!((size - 1.0).abs() < 1e-12, "axis {i} has length² {size}");
        let slope = gradient(system, q, |q| crate::vector::dot(*axis, displacement(q)));
        let row = dense(frame.row(i), slope.len());
        assert_close(&row, &slope, AGREE, ["normal", "tangent", "binormal"][i]);
    }
}

/// Kinetic and potential energy (J).
fn energy(system: &impl System, state: &State) -> f64 {
    0.5 * mass(system, &state.q).square(&state.v) + system.potential(&state.q)
}

/// The state after a free motion of `steps` steps of length h, by the classical Runge–Kutta method.
pub(super) fn fly(system: &impl System, mut state: State, h: f64, steps: usize) -> State {
    let rate = |t: f64, q: &[f64], v: &[f64]| {
        let (mut dq, mut dv) = (vec![0.0; q.len()], vec![0.0; v.len()]);
        system.rate(q, v, &mut dq);
        mass(system, q).response(&force(system, t, q, v), &mut dv);
        (dq, dv)
    };
    let shift = |x: &[f64], s: f64, d: &[f64]| -> Vec<f64> {
        x.iter().zip(d).map(|(x, d)| x + s * d).collect()
    };
    for _ in 0..steps {
        let State { t, q, v, .. } = &state;
        let (t, q, v) = (*t, q, v);
        let k1 = rate(t, q, v);
        let k2 = rate(t, &shift(q, h / 2.0, &k1.0), &shift(v, h / 2.0, &k1.1));
        let k3 = rate(t, &shift(q, h / 2.0, &k2.0), &shift(v, h / 2.0, &k2.1));
        let k4 = rate(t, &shift(q, h, &k3.0), &shift(v, h, &k3.1));
        let mean = |x: &[f64], [a, b, c, d]: [&[f64]; 4]| -> Vec<f64> {
            (0..x.len())
                .map(|i| x[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
                .collect()
        };
        let mut next = State::new(
            mean(q, [&k1.0, &k2.0, &k3.0, &k4.0]),
            mean(v, [&k1.1, &k2.1, &k3.1, &k4.1]),
        );
        system.coordinates().normalise(&mut next.q);
        next.t = t + h;
        state = next;
    }
    state
}

/// Energy is kept in free motion: M(q), the bias and the potential belong together.
pub(super) fn assert_keeps_energy(system: &impl System, seed: u64) {
    let start = Dice(seed).state(system);
    let before = energy(system, &start);
    let after = energy(system, &fly(system, start, 5e-4, 4000));
    assert_close(&[after], &[before], 1e-8, "energy");
}

/// An error says which parameter is meant.
pub(super) fn assert_names<S>(result: Result<S, Error>, words: &str) {
    match result {
        Ok(_) => panic!("a bad {words} was accepted"),
        Err(error) => {
            let message = error.to_string();
            assert!(
                message.contains(words),
                "{message:?} does not say {words:?}"
            );
        }
    }
}
