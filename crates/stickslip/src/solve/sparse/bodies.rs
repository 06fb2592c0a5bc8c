//! Who a velocity belongs to: bodies are neighbouring blocks of the mass matrix, six velocities at most.
//!
//! What impulses do is written as w with v = v_free + C w and C Cᵀ = M⁻¹, units in which every mass is one. A row J becomes J C there, and
//! its response M⁻¹Jᵀ the same numbers: one array serves for both.

use crate::mass::Mass;
use crate::room::make_room;
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
    firsts: Vec<u32>,
    /// The body of each block of the mass matrix.
    of_block: Vec<u32>,
    /// C of bodies, in two parts of three velocities where they have them; and of those that have not. Neighbours with the same masses
    /// share one, as those of a heap of balls do.
    roots: Vec<Kept>,
    root_of: Vec<u32>,
    full: Vec<[[f64; SIX]; SIX]>,
}

/// C of a body as it is kept: a third of what the rare case would take.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Free(Free),
    /// Its place in `full`.
    Full(usize),
}

/// C of a body, lower triangular; places that it does not fill are zero.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root<'a> {
    /// A free body: translation along each axis on its own, and the turn.
    Free(&'a Free),
    /// Anything else.
    Full(&'a [[f64; SIX]; SIX]),
}

/// C of a free body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free {
    along: [f64; 3],
    /// Row by row, as far as the diagonal.
    turn: [f64; 6],
}

/// What of a lower triangular matrix is not zero, row by row.
fn lower(c: [[f64; 3]; 3]) -> [f64; 6] {
    [c[0][0], c[1][0], c[1][1], c[2][0], c[2][1], c[2][2]]
}

impl Root<'_> {
    /// out = Cᵀ a for a row over the velocities of the body.
    #[inline]
    pub(super) fn scale(self, a: &[f64; SIX], out: &mut [f64; SIX]) {
        match self {
            Self::Free(Free { along, turn }) => {
                (0..3).for_each(|i| out[i] = along[i] * a[i]);
                out[3] = turn[0] * a[3] + turn[1] * a[4] + turn[3] * a[5];
                out[4] = turn[2] * a[4] + turn[4] * a[5];
                out[5] = turn[5] * a[5];
            }
            Self::Full(c) => {
                for (j, out) in out.iter_mut().enumerate() {
                    *out = (j..SIX).map(|i| c[i][j] * a[i]).sum();
                }
            }
        }
    }

    /// v += C w for as many velocities as the body has.
    pub(super) fn push(self, w: &[f64; SIX], v: &mut [f64]) {
        for (i, v) in v.iter_mut().enumerate() {
            *v += match self {
                Self::Free(free) if i < 3 => free.along[i] * w[i],
                Self::Free(Free { turn, .. }) => {
                    // row i − 3 has one number more than the one before it
                    let row = &turn[(i - 3) * (i - 2) / 2..];
                    (0..=i - 3).map(|j| row[j] * w[3 + j]).sum()
                }
                Self::Full(c) => (0..=i).map(|j| c[i][j] * w[j]).sum(),
            };
        }
    }
}

impl Kept {
    /// Of neighbouring blocks of the mass matrix; what is not free goes to `full`.
    fn of(mass: &Mass, blocks: Range<usize>, full: &mut Vec<[[f64; SIX]; SIX]>) -> Self {
        let entries = |block: usize| mass.inverse_block(block);
        if blocks.len() == 2
            && let ((&[x, y, z], false), (turn, true)) =
                (entries(blocks.start), entries(blocks.start + 1))
            && let Ok(turn) = turn.as_chunks::<3>().0.try_into()
        {
            let along = [x, y, z].map(f64::sqrt);
            let turn = lower(factor::<3>(&turn));
            return Self::Free(Free { along, turn });
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
        let c = factor(&w);
        let coupled = (0..SIX).any(|i| (0..i.min(3)).any(|j| c[i][j] != 0.0));
        if coupled {
            full.push(c);
            return Self::Full(full.len() - 1);
        }
        Self::Free(Free {
            along: [c[0][0], c[1][1], c[2][2]],
            turn: lower(std::array::from_fn(|i| {
                std::array::from_fn(|j| c[3 + i][3 + j])
            })),
        })
    }
}

/// Cholesky's factor; what has nothing on the diagonal gets nothing.
fn factor<const N: usize>(a: &[[f64; N]; N]) -> [[f64; N]; N] {
    let mut c = [[0.0; N]; N];
    for j in 0..N {
        let own = a[j][j] - (0..j).map(|k| c[j][k] * c[j][k]).sum::<f64>();
        if own.is_nan() || own <= 0.0 {
            continue;
        }
        c[j][j] = own.sqrt();
        for i in j + 1..N {
            let known: f64 = (0..j).map(|k| c[i][k] * c[j][k]).sum();
            c[i][j] = (a[i][j] - known) / c[j][j];
        }
    }
    c
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
        self.firsts[body] as usize..self.firsts[body + 1] as usize
    }

    /// Whether the six velocities from one on are those of one body, and all it has.
    #[inline]
    pub(super) fn is_whole(&self, mass: &Mass, first: usize) -> bool {
        self.velocities(self.of(mass, first)) == (first..first + SIX)
    }

    /// The body of a velocity.
    #[inline]
    pub(super) fn of(&self, mass: &Mass, velocity: usize) -> usize {
        self.of_block[mass.block_of(velocity)] as usize
    }

    /// Groups the velocities of a problem.
    pub(crate) fn group(&mut self, mass: &Mass) {
        self.fit = (0..mass.blocks()).all(|block| mass.block(block).len() <= SIX);
        self.firsts.clear();
        self.of_block.clear();
        self.roots.clear();
        self.root_of.clear();
        self.full.clear();
        self.firsts.push(0);
        let (mut before, mut begun) = (0..0, 0);
        for block in 0..mass.blocks() {
            let range = mass.block(block);
            let first = self.firsts.last().copied().unwrap_or(0);
            if range.end - first as usize > SIX {
                self.finish(mass, before, begun..block);
                before = begun..block;
                make_room(&mut self.firsts, 2);
                self.firsts.push(range.start as u32);
                begun = block;
            }
            make_room(&mut self.of_block, 1);
            self.of_block.push(self.firsts.len() as u32 - 1);
        }
        self.finish(mass, before, begun..mass.blocks());
        self.firsts.push(mass.len() as u32);
    }

    /// Finds C of the next body, from its blocks and those of the body before it.
    fn finish(&mut self, mass: &Mass, before: Range<usize>, blocks: Range<usize>) {
        if !self.fit {
            return;
        }
        let inverse = |blocks: Range<usize>| blocks.map(|block| mass.inverse_block(block));
        if !inverse(before).eq(inverse(blocks.clone())) || self.roots.is_empty() {
            let root = Kept::of(mass, blocks, &mut self.full);
            make_room(&mut self.roots, 1);
            self.roots.push(root);
        }
        make_room(&mut self.root_of, 1);
        self.root_of.push(self.roots.len() as u32 - 1);
    }

    /// C of a body.
    #[inline]
    pub(super) fn root(&self, body: usize) -> Root<'_> {
        match &self.roots[self.root_of[body] as usize] {
            Kept::Free(free) => Root::Free(free),
            Kept::Full(place) => Root::Full(&self.full[*place]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C Cᵀ = M⁻¹, for a free body and for one whose blocks are others.
    #[test]
    fn roots_are_roots() {
        let inertia = [2.0, 0.3, -0.2, 0.3, 1.5, 0.1, -0.2, 0.1, 0.7];
        let mut free = Mass::default();
        free.push_diagonal(&[4.0; 3]);
        free.push_full(3, |i, j| inertia[3 * i + j]);
        let mut mixed = Mass::default();
        mixed.push_full(3, |i, j| inertia[3 * i + j]);
        mixed.push_diagonal(&[0.5; 2]);
        for mass in [free, mixed] {
            let mut bodies = Bodies::default();
            bodies.group(&mass);
            assert_eq!(bodies.len(), 1);
            let n = mass.len();
            for i in 0..n {
                let mut unit = [0.0; SIX];
                unit[i] = 1.0;
                let mut row = [0.0; SIX];
                bodies.root(0).scale(&unit, &mut row);
                let mut response = vec![0.0; n];
                bodies.root(0).push(&row, &mut response);
                // M M⁻¹ = 1
                for j in 0..n {
                    let product: f64 = (0..n).map(|k| mass.entry(j, k) * response[k]).sum();
                    assert!((product - unit[j]).abs() < 1e-14, "{i} {j} {product}");
                }
            }
        }
    }
}
