//! How fast a quantity of time and place changes along the motion: J̇v for the rows of contacts and joints.
//!
//! With q̇ = G v and v kept as it is, d/dt φ(t, q) = ∂φ/∂t + ∂φ/∂q G v. Both parts are differences of fourth order. Along q they are
//! central. In time they look ahead only: what begins to move now had another past.

use crate::rows::Row;
use crate::state::State;
use crate::system::{Frame, System};

/// The length of a difference in place, relative to the largest entry of v, and the longest in time (s): errors of order (ω h)⁴/30
/// and ε/h.
const REACH: f64 = 1e-3;
const LONGEST: f64 = 1e-4;

/// dφ/dt along the motion for quantities φ(t, q).
pub(super) fn rate<const N: usize>(
    system: &dyn System,
    state: &State,
    mut quantity: impl FnMut(f64, &[f64]) -> [f64; N],
) -> [f64; N] {
    let in_time = ahead(state.t, |t| quantity(t, &state.q));
    let speed = state.v.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    if speed == 0.0 {
        return in_time;
    }
    let h = (REACH / speed).min(LONGEST);
    let mut q = Vec::new();
    let mut at = |h: f64| {
        q.clone_from(&state.q);
        system.advance(&mut q, &state.v, h);
        quantity(state.t, &q)
    };
    let [far_back, back, front, far_front] = [at(-2.0 * h), at(-h), at(h), at(2.0 * h)];
    std::array::from_fn(|i| {
        let in_place = 8.0 * (front[i] - back[i]) - (far_front[i] - far_back[i]);
        in_time[i] + in_place / (12.0 * h)
    })
}

/// dφ/dt at t, from later times alone.
pub(super) fn ahead<const N: usize>(t: f64, mut quantity: impl FnMut(f64) -> [f64; N]) -> [f64; N] {
    let h = LONGEST;
    let now = quantity(t);
    let later: [[f64; N]; 4] = std::array::from_fn(|k| quantity(t + (k + 1) as f64 * h));
    let weights = [48.0, -36.0, 16.0, -3.0];
    std::array::from_fn(|i| {
        let parts = (later.iter().zip(weights)).map(|(later, w)| w * (later[i] - now[i]));
        parts.sum::<f64>() / (12.0 * h)
    })
}

/// What the relative acceleration of a contact along n, t, o and about n would be without forces, J̇v − ẇ (m/s², rad/s²): rows turn,
/// and surfaces change their speed.
pub(super) fn of_contact(system: &dyn System, state: &State, contact: usize) -> [f64; 4] {
    let mut frame = Frame::default();
    rate(system, state, |t, q| {
        frame.clear();
        system.frame(contact, t, q, &mut frame);
        relative_velocity(&frame, &state.v)
    })
}

/// The same of a joint: g̈ (m/s², rad/s²) without forces.
pub(super) fn of_joint(system: &dyn System, state: &State, joint: usize) -> f64 {
    let mut row = Row::default();
    let [drift] = rate(system, state, |t, q| {
        row.clear();
        system.joint(joint, t, q, &mut row);
        [row.dot(&state.v) + system.joint_rate(joint, t, q)]
    });
    drift
}

/// The relative velocity of a contact along all rows of its frame.
pub(super) fn relative_velocity(frame: &Frame, v: &[f64]) -> [f64; 4] {
    std::array::from_fn(|i| frame.row(i).dot(v) - frame.surface[i])
}
