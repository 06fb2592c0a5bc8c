//! Coordinates q, velocities v, and the map G(q) between them: q̇ = G(q) v [APS98 29].
//!
//! Orientations in space are unit quaternions or rotation matrices. Euler angles are not offered because G(q) loses
//! rank at their singularity, against [APS98 31]; Rodrigues vectors are not offered because they are infinite at half
//! a turn, and switching charts in mid-motion would tear every record of q. Both kinds offered here have more numbers
//! than freedoms, so each advance ends with a normalisation.

use crate::vector::{columns, cross};

/// One kind of coordinate, with the velocities that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// A length (m) with its speed (m/s).
    Length,
    /// A planar angle (rad, never wrapped) with its rate (rad/s).
    Angle,
    /// A unit quaternion w, x, y, z with the angular velocity in the world frame (rad/s).
    Quaternion,
    /// A rotation matrix, its nine entries column by column, with the angular velocity in the world frame (rad/s).
    Rotation,
}

impl Coordinate {
    /// How many entries of q it takes.
    pub fn positions(self) -> usize {
        match self {
            Self::Length | Self::Angle => 1,
            Self::Quaternion => 4,
            Self::Rotation => 9,
        }
    }

    /// The entries of q for a body turned by a unit quaternion w, x, y, z; empty for lengths and angles.
    pub fn turned(self, quaternion: [f64; 4]) -> Vec<f64> {
        match self {
            Self::Length | Self::Angle => Vec::new(),
            Self::Quaternion => quaternion.to_vec(),
            Self::Rotation => columns(Self::Quaternion, &quaternion).concat(),
        }
    }

    /// How many entries of v belong to it.
    pub fn velocities(self) -> usize {
        match self {
            Self::Length | Self::Angle => 1,
            Self::Quaternion | Self::Rotation => 3,
        }
    }
}

/// The coordinates of a system, in order, with a name each.
///
/// ```
/// use stickslip::{Coordinate, Coordinates};
/// let rod = Coordinates::default()
///     .with("x", Coordinate::Length)
///     .with("y", Coordinate::Length)
///     .with("theta", Coordinate::Angle);
/// assert_eq!((rod.positions(), rod.velocities()), (3, 3));
/// let mut q = vec![0.0, 1.0, 0.5];
/// rod.advance(&mut q, &[1.0, 0.0, 4.0], 0.01);
/// assert_eq!(q, [0.01, 1.0, 0.54]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    kinds: Vec<Coordinate>,
    /// Their names, one after the other, and where each ends.
    names: String,
    ends: Vec<u32>,
    positions: usize,
    velocities: usize,
}

impl Coordinates {
    /// The same coordinates and one more.
    pub fn with(mut self, name: impl Into<String>, kind: Coordinate) -> Self {
        self.positions += kind.positions();
        self.velocities += kind.velocities();
        self.kinds.push(kind);
        self.names.push_str(&name.into());
        self.ends.push(self.names.len() as u32);
        self
    }

    /// Takes no more memory than it needs.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.kinds.shrink_to_fit();
        self.names.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Length of q.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Length of v.
    pub fn velocities(&self) -> usize {
        self.velocities
    }

    /// The coordinates with their names.
    pub fn entries(&self) -> impl Iterator<Item = (&str, Coordinate)> {
        let ends = self.ends.iter().map(|&end| end as usize);
        let starts = std::iter::once(0).chain(ends.clone());
        let names = starts.zip(ends).map(|(start, end)| &self.names[start..end]);
        names.zip(self.kinds.iter().copied())
    }

    /// A name for each entry of q, like `x`, `ball1.qw`, `ball1.r21`.
    pub fn position_names(&self) -> Vec<String> {
        let mut names = Vec::with_capacity(self.positions);
        for (name, kind) in self.entries() {
            match kind {
                Coordinate::Length | Coordinate::Angle => names.push(name.to_owned()),
                Coordinate::Quaternion => {
                    names.extend(["qw", "qx", "qy", "qz"].map(|part| format!("{name}.{part}")));
                }
                Coordinate::Rotation => {
                    for column in 1..=3 {
                        names.extend((1..=3).map(|row| format!("{name}.r{row}{column}")));
                    }
                }
            }
        }
        names
    }

    /// A name for each entry of v, like `v_x`, `ball1.wx`.
    pub fn velocity_names(&self) -> Vec<String> {
        let mut names = Vec::with_capacity(self.velocities);
        for (name, kind) in self.entries() {
            match kind {
                Coordinate::Length | Coordinate::Angle => names.push(format!("v_{name}")),
                Coordinate::Quaternion | Coordinate::Rotation => {
                    names.extend(["wx", "wy", "wz"].map(|part| format!("{name}.{part}")));
                }
            }
        }
        names
    }

    /// q̇ = G(q) v [APS98 29]: half the quaternion product ω q, or ω* Q for a matrix [APS98 30].
    pub fn rate(&self, q: &[f64], v: &[f64], rate: &mut [f64]) {
        let (mut at, mut dof) = (0, 0);
        for kind in &self.kinds {
            let (p, w) = (&q[at..at + kind.positions()], &v[dof..]);
            let out = &mut rate[at..at + kind.positions()];
            match kind {
                Coordinate::Length | Coordinate::Angle => out[0] = w[0],
                Coordinate::Quaternion => {
                    out.copy_from_slice(&spin(w, p));
                }
                Coordinate::Rotation => {
                    for (column, turned) in p.chunks_exact(3).zip(out.chunks_exact_mut(3)) {
                        turned.copy_from_slice(&cross(three(w), three(column)));
                    }
                }
            }
            at += kind.positions();
            dof += kind.velocities();
        }
    }

    /// q ← q + h G(q) v, then normalised [APS98 29].
    pub fn advance(&self, q: &mut [f64], v: &[f64], h: f64) {
        let (mut at, mut dof) = (0, 0);
        for kind in &self.kinds {
            let (p, w) = (&mut q[at..at + kind.positions()], &v[dof..]);
            match kind {
                Coordinate::Length | Coordinate::Angle => p[0] += h * w[0],
                Coordinate::Quaternion => {
                    let rate = spin(w, p);
                    p.iter_mut().zip(rate).for_each(|(p, r)| *p += h * r);
                }
                Coordinate::Rotation => {
                    for column in p.chunks_exact_mut(3) {
                        let turned = cross(three(w), three(column));
                        column.iter_mut().zip(turned).for_each(|(p, r)| *p += h * r);
                    }
                }
            }
            at += kind.positions();
            dof += kind.velocities();
        }
        self.normalise(q);
    }

    /// Makes quaternions unit and matrices orthogonal again.
    pub fn normalise(&self, q: &mut [f64]) {
        let mut at = 0;
        for kind in &self.kinds {
            let p = &mut q[at..at + kind.positions()];
            match kind {
                Coordinate::Length | Coordinate::Angle => {}
                Coordinate::Quaternion => {
                    let size = p.iter().map(|x| x * x).sum::<f64>().sqrt();
                    p.iter_mut().for_each(|x| *x /= size);
                }
                Coordinate::Rotation => orthogonalise(p),
            }
            at += kind.positions();
        }
    }

    /// How far orientations are from normalised: the largest ‖q‖ − 1 or entry of QᵀQ − I.
    pub fn norm_error(&self, q: &[f64]) -> f64 {
        let (mut at, mut worst) = (0, 0.0_f64);
        for kind in &self.kinds {
            let p = &q[at..at + kind.positions()];
            let error = match kind {
                Coordinate::Length | Coordinate::Angle => 0.0,
                Coordinate::Quaternion => (p.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs(),
                Coordinate::Rotation => gram(p)
                    .iter()
                    .enumerate()
                    .map(|(i, g)| (g - f64::from(u8::from(i % 4 == 0))).abs())
                    .fold(0.0, f64::max),
            };
            worst = worst.max(error);
            at += kind.positions();
        }
        worst
    }
}

/// Half the quaternion product (0, ω) p.
fn spin(w: &[f64], p: &[f64]) -> [f64; 4] {
    let (x, y, z) = (0.5 * w[0], 0.5 * w[1], 0.5 * w[2]);
    [
        -x * p[1] - y * p[2] - z * p[3],
        x * p[0] + y * p[3] - z * p[2],
        y * p[0] + z * p[1] - x * p[3],
        z * p[0] + x * p[2] - y * p[1],
    ]
}

/// The first three entries.
fn three(x: &[f64]) -> [f64; 3] {
    [x[0], x[1], x[2]]
}

/// QᵀQ of a 3 × 3 matrix.
fn gram(p: &[f64]) -> [f64; 9] {
    std::array::from_fn(|i| {
        (0..3)
            .map(|k| p[3 * (i / 3) + k] * p[3 * (i % 3) + k])
            .sum()
    })
}

/// The nearest rotation, by the iteration Q ← Q (3 I − QᵀQ)/2. It favours no axis, and a step leaves Q so close to a
/// rotation that two or three rounds reach rounding.
fn orthogonalise(p: &mut [f64]) {
    for _ in 0..30 {
        let g = gram(p);
        let error = (0..9).map(|i| (g[i] - f64::from(u8::from(i % 4 == 0))).abs());
        if error.fold(0.0, f64::max) < 4.0 * f64::EPSILON {
            return;
        }
        // far away (a very large step) the iteration would diverge: shrink first
        let size = (g[0] + g[4] + g[8]) / 3.0;
        let shrink = if size > 1.5 { size.sqrt().recip() } else { 1.0 };
        let old: [f64; 9] = std::array::from_fn(|i| p[i] * shrink);
        let s2 = shrink * shrink;
        for column in 0..3 {
            for row in 0..3 {
                let correction: f64 = (0..3)
                    .map(|k| old[3 * k + row] * g[3 * column + k] * s2)
                    .sum();
                p[3 * column + row] = 1.5 * old[3 * column + row] - 0.5 * correction;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> (Coordinates, Coordinates) {
        let of = |kind| Coordinates::default().with("body", kind);
        (of(Coordinate::Quaternion), of(Coordinate::Rotation))
    }

    fn matrix(q: &[f64]) -> Vec<f64> {
        Coordinate::Rotation.turned([q[0], q[1], q[2], q[3]])
    }

    #[test]
    fn both_representations_turn_the_same_way() {
        let (quaternion, rotation) = both();
        let (mut q, mut r) = (vec![1.0, 0.0, 0.0, 0.0], matrix(&[1.0, 0.0, 0.0, 0.0]));
        let h = 1e-4;
        for i in 0..10_000 {
            let t = f64::from(i) * h;
            let w = [1.0 + t, -2.0, 3.0 * t];
            quaternion.advance(&mut q, &w, h);
            rotation.advance(&mut r, &w, h);
        }
        for (a, b) in matrix(&q).iter().zip(&r) {
            assert!((a - b).abs() < 1e-7, "{a} {b}");
        }
        assert!(quaternion.norm_error(&q) < 1e-15 && rotation.norm_error(&r) < 1e-14);
    }

    #[test]
    fn a_quarter_turn_about_z() {
        let (quaternion, rotation) = both();
        let (mut q, mut r) = (vec![1.0, 0.0, 0.0, 0.0], matrix(&[1.0, 0.0, 0.0, 0.0]));
        let steps = 1000;
        let w = [0.0, 0.0, std::f64::consts::FRAC_PI_2];
        for _ in 0..steps {
            quaternion.advance(&mut q, &w, 1.0 / f64::from(steps));
            rotation.advance(&mut r, &w, 1.0 / f64::from(steps));
        }
        let half = std::f64::consts::FRAC_PI_4;
        assert!((q[0] - half.cos()).abs() < 1e-6 && (q[3] - half.sin()).abs() < 1e-6);
        // x̂ has become ŷ
        assert!((r[1] - 1.0).abs() < 1e-6 && r[0].abs() < 2e-6);
    }

    #[test]
    fn the_rate_is_what_advances() {
        let (quaternion, rotation) = both();
        let unit = 0.5_f64;
        let q = vec![unit, unit, -unit, unit];
        let w = [0.3, -0.2, 0.7];
        for (coordinates, q) in [(&quaternion, q.clone()), (&rotation, matrix(&q))] {
            let (mut rate, mut next) = (vec![0.0; q.len()], q.clone());
            coordinates.rate(&q, &w, &mut rate);
            coordinates.advance(&mut next, &w, 1e-7);
            for i in 0..q.len() {
                assert!(((next[i] - q[i]) / 1e-7 - rate[i]).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_very_large_step_still_ends_on_a_rotation() {
        let (quaternion, rotation) = both();
        let (mut q, mut r) = (vec![1.0, 0.0, 0.0, 0.0], matrix(&[1.0, 0.0, 0.0, 0.0]));
        quaternion.advance(&mut q, &[30.0, -20.0, 10.0], 1.0);
        rotation.advance(&mut r, &[30.0, -20.0, 10.0], 1.0);
        assert!(quaternion.norm_error(&q) < 1e-14, "{q:?}");
        assert!(rotation.norm_error(&r) < 1e-13, "{r:?}");
    }

    #[test]
    fn names_follow_the_entries() {
        let (quaternion, rotation) = both();
        assert_eq!(quaternion.position_names()[0], "body.qw");
        assert_eq!(rotation.position_names()[1], "body.r21");
        assert_eq!(quaternion.velocity_names(), rotation.velocity_names());
        let plane = Coordinates::default().with("x", Coordinate::Length);
        assert_eq!(plane.velocity_names(), ["v_x"]);
    }
}
