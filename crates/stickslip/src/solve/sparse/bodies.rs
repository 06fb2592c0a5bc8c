//! Who a velocity belongs to: bodies are neighbouring blocks of the mass matrix, six velocities at most.

use crate::mass::Mass;
use std::ops::Range;

/// Velocities of a body.
pub(super) const SIX: usize = 6;
/// Velocities of the two bodies of a contact.
pub(super) const TWELVE: usize = 2 * SIX;

/// A row over two bodies.
pub(super) type Twelve = [f64; TWELVE];

/// The bodies of a problem.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    /// Whether no block is too large.
    fit: bool,
    /// First velocity of each body, and the end.
    firsts: Vec<usize>,
    of_velocity: Vec<u32>,
    /// M⁻¹ of each body, in two parts of three velocities where it has them.
    inverses: Vec<Inverse>,
}

/// M⁻¹ of a body; places that it does not fill are zero.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inverse {
    /// Translation and turn do not touch each other.
    Split([[[f64; 3]; 3]; 2]),
    /// Anything else.
    Full([[f64; SIX]; SIX]),
}

impl Inverse {
    /// out = M⁻¹ a for the velocities of the body.
    #[inline]
    pub(super) fn apply(&self, a: &[f64; SIX], out: &mut [f64; SIX]) {
        match self {
            Self::Split(parts) => {
                for (half, w) in parts.iter().enumerate() {
                    let a = &a[3 * half..3 * half + 3];
                    for i in 0..3 {
                        out[3 * half + i] = w[i][0] * a[0] + w[i][1] * a[1] + w[i][2] * a[2];
                    }
                }
            }
            Self::Full(w) => {
                for (out, w) in out.iter_mut().zip(w) {
                    *out = w.iter().zip(a).map(|(w, a)| w * a).sum();
                }
            }
        }
    }
}

impl Bodies {
    /// Whether every body has at most six velocities.
    pub(super) fn fit(&self) -> bool {
        self.fit
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    /// The velocities of a body.
    pub(super) fn velocities(&self, body: usize) -> Range<usize> {
        self.firsts[body]..self.firsts[body + 1]
    }

    /// The body of a velocity.
    pub(super) fn of(&self, velocity: usize) -> usize {
        self.of_velocity[velocity] as usize
    }

    /// Groups the velocities of a problem.
    pub(crate) fn group(&mut self, mass: &Mass) {
        self.fit = (0..mass.blocks()).all(|block| mass.block(block).len() <= SIX);
        self.firsts.clear();
        self.of_velocity.clear();
        self.firsts.push(0);
        for block in 0..mass.blocks() {
            let range = mass.block(block);
            let first = self.firsts.last().copied().unwrap_or(0);
            if range.end - first > SIX {
                self.firsts.push(range.start);
            }
            self.of_velocity
                .extend(range.map(|_| self.firsts.len() as u32 - 1));
        }
        self.firsts.push(mass.len());
        self.inverses.clear();
        for body in 0..self.len() {
            let range = self.velocities(body);
            if !self.fit {
                break;
            }
            let mut w = [[0.0; SIX]; SIX];
            for (i, dof) in range.clone().enumerate() {
                for (j, other) in range.clone().enumerate() {
                    w[i][j] = mass.inverse_entry(dof, other);
                }
            }
            let split = (0..3).all(|i| (3..6).all(|j| w[i][j] == 0.0));
            self.inverses.push(match split {
                true => Inverse::Split(std::array::from_fn(|half| {
                    std::array::from_fn(|i| std::array::from_fn(|j| w[3 * half + i][3 * half + j]))
                })),
                false => Inverse::Full(w),
            });
        }
    }

    /// M⁻¹ of a body.
    pub(super) fn inverse(&self, body: usize) -> &Inverse {
        &self.inverses[body]
    }
}
