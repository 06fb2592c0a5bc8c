//! Who a velocity belongs to: bodies are neighbouring blocks of the mass matrix, six velocities at most.

use crate::mass::Mass;
use crate::vector::dot;
use std::ops::Range;

/// Velocities of a body.
pub(super) const SIX: usize = 6;
/// Velocities of the two bodies of a contact.
pub(super) const TWELVE: usize = 2 * SIX;

/// A row over two bodies.
pub(super) type Twelve = [f64; TWELVE];

/// a·b over two bodies, with as many sums side by side as a vector of the machine has places.
#[inline(always)]
pub(super) fn dot_twelve(a: &Twelve, b: &Twelve) -> f64 {
    let mut sums = [0.0; 4];
    for i in 0..TWELVE / 4 {
        (0..4).for_each(|k| sums[k] += a[4 * i + k] * b[4 * i + k]);
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}

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
    /// A free body: translation along each axis on its own, and the turn.
    Free {
        along: [f64; 3],
        turn: [[f64; 3]; 3],
    },
    /// Anything else.
    Full([[f64; SIX]; SIX]),
}

impl Inverse {
    /// out = M⁻¹ a for the velocities of the body.
    #[inline]
    pub(super) fn apply(&self, a: &[f64; SIX], out: &mut [f64; SIX]) {
        match self {
            Self::Free { along, turn } => {
                (0..3).for_each(|i| out[i] = along[i] * a[i]);
                (0..3).for_each(|i| out[3 + i] = dot(turn[i], [a[3], a[4], a[5]]));
            }
            Self::Full(w) => {
                for (out, w) in out.iter_mut().zip(w) {
                    *out = w.iter().zip(a).map(|(w, a)| w * a).sum();
                }
            }
        }
    }

    /// Of neighbouring blocks of the mass matrix.
    fn of(mass: &Mass, blocks: Range<usize>) -> Self {
        let entries = |block: usize| mass.inverse_block(block);
        if blocks.len() == 2
            && let ((&[x, y, z], false), (turn, true)) =
                (entries(blocks.start), entries(blocks.start + 1))
            && let Ok(turn) = turn.as_chunks::<3>().0.try_into()
        {
            let along = [x, y, z];
            return Self::Free { along, turn };
        }
        let mut w = [[0.0; SIX]; SIX];
        let mut at = 0;
        for block in blocks {
            let len = mass.block(block).len();
            let (entries, full) = entries(block);
            for i in 0..len {
                match full {
                    false => w[at + i][at + i] = entries[i],
                    true => (0..len).for_each(|j| w[at + i][at + j] = entries[j * len + i]),
                }
            }
            at += len;
        }
        let diagonal = (0..SIX).all(|i| (0..SIX).all(|j| i == j || w[i][j] == 0.0));
        match diagonal {
            true => Self::Free {
                along: [w[0][0], w[1][1], w[2][2]],
                turn: std::array::from_fn(|i| std::array::from_fn(|j| w[3 + i][3 + j])),
            },
            false => Self::Full(w),
        }
    }
}

impl Bodies {
    /// Whether every body has at most six velocities.
    pub(super) fn fit(&self) -> bool {
        self.fit
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    /// The velocities of a body.
    #[inline]
    pub(super) fn velocities(&self, body: usize) -> Range<usize> {
        self.firsts[body]..self.firsts[body + 1]
    }

    /// Whether the six velocities from one on are those of one body, and all it has.
    #[inline]
    pub(super) fn is_whole(&self, first: usize) -> bool {
        self.velocities(self.of(first)) == (first..first + SIX)
    }

    /// The body of a velocity.
    #[inline]
    pub(super) fn of(&self, velocity: usize) -> usize {
        self.of_velocity[velocity] as usize
    }

    /// Groups the velocities of a problem.
    pub(crate) fn group(&mut self, mass: &Mass) {
        self.fit = (0..mass.blocks()).all(|block| mass.block(block).len() <= SIX);
        self.firsts.clear();
        self.of_velocity.clear();
        self.inverses.clear();
        self.firsts.push(0);
        let mut begun = 0;
        for block in 0..mass.blocks() {
            let range = mass.block(block);
            let first = self.firsts.last().copied().unwrap_or(0);
            if range.end - first > SIX {
                self.finish(mass, begun..block);
                self.firsts.push(range.start);
                begun = block;
            }
            self.of_velocity
                .extend(range.map(|_| self.firsts.len() as u32 - 1));
        }
        self.finish(mass, begun..mass.blocks());
        self.firsts.push(mass.len());
    }

    fn finish(&mut self, mass: &Mass, blocks: Range<usize>) {
        if self.fit {
            self.inverses.push(Inverse::of(mass, blocks));
        }
    }

    /// M⁻¹ of a body.
    #[inline]
    pub(super) fn inverse(&self, body: usize) -> &Inverse {
        &self.inverses[body]
    }
}
