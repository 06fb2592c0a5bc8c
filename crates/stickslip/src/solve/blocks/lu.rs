//! A = L U for matrices of small blocks, one row and column of blocks for each contact. The pattern is symmetric, the numbers
//! need not be. Rows are not exchanged beyond a block; whoever uses the result looks at what it leaves.

use crate::formulate::add_product;

type Block<const D: usize> = [[f64; D]; D];

/// A matrix and its factors, in the same memory.
#[derive(Debug, Default)]
pub(super) struct Lu<const D: usize> {
    /// When each contact is eliminated.
    turn: Vec<u32>,
    /// Contact k (in turns) acts on those of `later[starts[k]..starts[k + 1]]`, ascending, and they on it.
    starts: Vec<usize>,
    later: Vec<u32>,
    diagonal: Vec<Block<D>>,
    /// Rows of U right of the diagonal, and columns of L below it.
    upper: Vec<Block<D>>,
    lower: Vec<Block<D>>,
    /// Who acts on whom, one bit each, and how many are left for each: memory of the analysis.
    bits: Vec<u64>,
    left: Vec<u32>,
    right: Vec<[f64; D]>,
}

impl<const D: usize> Lu<D> {
    /// Forgets everything, for so many contacts.
    pub(super) fn begin(&mut self, contacts: usize) {
        self.bits.clear();
        self.bits.resize(contacts * contacts.div_ceil(64), 0);
        self.left.clear();
        self.left.resize(contacts, 0);
    }

    /// Two contacts act on each other.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let words = self.left.len().div_ceil(64);
        self.bits[a * words + b / 64] |= 1 << (b % 64);
        self.bits[b * words + a / 64] |= 1 << (a % 64);
    }

    /// Finds the order of elimination, whoever has the fewest neighbours left first, and the places of the blocks.
    pub(super) fn analyse(&mut self) {
        const GONE: u32 = u32::MAX;
        let contacts = self.left.len();
        let words = contacts.div_ceil(64);
        let count = |row: &[u64]| row.iter().map(|w| w.count_ones()).sum::<u32>();
        for i in 0..contacts {
            self.bits[i * words + i / 64] &= !(1 << (i % 64));
            self.left[i] = count(&self.bits[i * words..][..words]);
        }
        self.turn.clear();
        self.turn.resize(contacts, 0);
        self.starts.clear();
        self.starts.push(0);
        self.later.clear();
        for turn in 0..contacts as u32 {
            let least = (0..contacts).min_by_key(|&i| self.left[i]).unwrap_or(0);
            self.turn[least] = turn;
            self.left[least] = GONE;
            let from = self.later.len();
            for word in 0..words {
                let mut bits = self.bits[least * words + word];
                while bits != 0 {
                    self.later.push((64 * word) as u32 + bits.trailing_zeros());
                    bits &= bits - 1;
                }
            }
            // those it leaves become neighbours of each other
            for at in from..self.later.len() {
                let other = self.later[at] as usize;
                for word in 0..words {
                    let more = self.bits[least * words + word];
                    self.bits[other * words + word] |= more;
                }
                self.bits[other * words + other / 64] &= !(1 << (other % 64));
                self.bits[other * words + least / 64] &= !(1 << (least % 64));
                self.left[other] = count(&self.bits[other * words..][..words]);
            }
            self.starts.push(self.later.len());
        }
        for k in 0..contacts {
            let own = &mut self.later[self.starts[k]..self.starts[k + 1]];
            own.iter_mut().for_each(|c| *c = self.turn[*c as usize]);
            own.sort_unstable();
        }
    }

    /// Products of blocks that a factorisation takes.
    pub(super) fn work(&self) -> usize {
        let counts = self.starts.windows(2).map(|pair| pair[1] - pair[0]);
        counts.map(|count| count * count).sum()
    }

    /// All blocks zero.
    pub(super) fn clear(&mut self) {
        let zero = [[0.0; D]; D];
        self.diagonal.clear();
        self.diagonal.resize(self.turn.len(), zero);
        self.upper.clear();
        self.upper.resize(self.later.len(), zero);
        self.lower.clear();
        self.lower.resize(self.later.len(), zero);
    }

    /// The block in the row of contact i and the column of contact j, which act on each other.
    pub(super) fn block(&mut self, i: usize, j: usize) -> &mut Block<D> {
        let (row, col) = (self.turn[i], self.turn[j]);
        if row == col {
            return &mut self.diagonal[row as usize];
        }
        let (first, second) = (row.min(col) as usize, row.max(col));
        let (start, end) = (self.starts[first], self.starts[first + 1]);
        let place = self.later[start..end].binary_search(&second);
        debug_assert!(place.is_ok(), "contacts {i} and {j} were joined");
        let place = start + place.unwrap_or(0);
        match row < col {
            true => &mut self.upper[place],
            false => &mut self.lower[place],
        }
    }

    /// A = L U; false if a block on the diagonal is singular.
    pub(super) fn factor(&mut self) -> bool {
        for k in 0..self.turn.len() {
            let Some(inverse) = inverse(&self.diagonal[k]) else {
                return false;
            };
            self.diagonal[k] = inverse;
            let (start, end) = (self.starts[k], self.starts[k + 1]);
            let (upper, upper_rest) = self.upper.split_at_mut(end);
            let (lower, lower_rest) = self.lower.split_at_mut(end);
            for block in &mut lower[start..] {
                *block = product(block, &inverse);
            }
            for p in start..end {
                let i = self.later[p] as usize;
                subtract_product(&mut self.diagonal[i], &lower[p], &upper[p]);
                let mut at = self.starts[i];
                for q in p + 1..end {
                    while self.later[at] != self.later[q] {
                        at += 1;
                    }
                    subtract_product(&mut upper_rest[at - end], &lower[p], &upper[q]);
                    subtract_product(&mut lower_rest[at - end], &lower[q], &upper[p]);
                }
            }
        }
        true
    }

    /// x ← A⁻¹ x, contact by contact; false if the result is not finite.
    pub(super) fn solve(&mut self, x: &mut [[f64; D]]) -> bool {
        let contacts = self.turn.len();
        self.right.clear();
        self.right.resize(contacts, [0.0; D]);
        for (x, &turn) in x.iter().zip(&self.turn) {
            self.right[turn as usize] = *x;
        }
        for k in 0..contacts {
            let own = self.right[k];
            for p in self.starts[k]..self.starts[k + 1] {
                let other = &mut self.right[self.later[p] as usize];
                subtract(other, &self.lower[p], &own);
            }
        }
        for k in (0..contacts).rev() {
            let mut own = self.right[k];
            for p in self.starts[k]..self.starts[k + 1] {
                subtract(
                    &mut own,
                    &self.upper[p],
                    &self.right[self.later[p] as usize],
                );
            }
            let inverse = &self.diagonal[k];
            let mut x = [0.0; D];
            add_product(inverse, &own, &mut x);
            self.right[k] = x;
        }
        for (x, &turn) in x.iter_mut().zip(&self.turn) {
            *x = self.right[turn as usize];
        }
        x.iter().flatten().all(|x| x.is_finite())
    }
}

#[inline]
pub(super) fn product<const D: usize>(a: &Block<D>, b: &Block<D>) -> Block<D> {
    let mut c = [[0.0; D]; D];
    for i in 0..D {
        for k in 0..D {
            for j in 0..D {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

/// C ← C − A B.
#[inline]
fn subtract_product<const D: usize>(c: &mut Block<D>, a: &Block<D>, b: &Block<D>) {
    for i in 0..D {
        for k in 0..D {
            for j in 0..D {
                c[i][j] -= a[i][k] * b[k][j];
            }
        }
    }
}

/// y ← y − A x.
#[inline]
fn subtract<const D: usize>(y: &mut [f64; D], a: &Block<D>, x: &[f64; D]) {
    for i in 0..D {
        for j in 0..D {
            y[i] -= a[i][j] * x[j];
        }
    }
}

/// By elimination with exchanges of rows; none if singular.
fn inverse<const D: usize>(a: &Block<D>) -> Option<Block<D>> {
    let mut a = *a;
    let mut inverse = [[0.0; D]; D];
    (0..D).for_each(|i| inverse[i][i] = 1.0);
    for k in 0..D {
        let pivot = (k + 1..D).fold(k, |p, i| if a[i][k].abs() > a[p][k].abs() { i } else { p });
        a.swap(k, pivot);
        inverse.swap(k, pivot);
        let by = 1.0 / a[k][k];
        if !by.is_finite() {
            return None;
        }
        for j in 0..D {
            a[k][j] *= by;
            inverse[k][j] *= by;
        }
        for i in (0..D).filter(|&i| i != k) {
            let factor = a[i][k];
            for j in 0..D {
                a[i][j] -= factor * a[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use complementarity::Matrix;

    /// Contacts in a ring with two chords, against the dense method.
    #[test]
    fn factors_solve_what_a_dense_method_solves() {
        let mut seed = 7_u64;
        let mut random = move || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for contacts in [1, 2, 5, 70] {
            let mut pairs: Vec<(usize, usize)> =
                (0..contacts).map(|i| (i, (i + 1) % contacts)).collect();
            pairs.extend([(0, contacts / 2), (contacts / 3, contacts - 1)]);
            let mut lu = Lu::<3>::default();
            lu.begin(contacts);
            pairs.iter().for_each(|&(a, b)| lu.join(a, b));
            lu.analyse();
            lu.clear();
            let mut dense = Matrix::zeros(3 * contacts, 3 * contacts);
            let own = (0..contacts).map(|i| (i, i));
            for (a, b) in own.chain(pairs) {
                for (a, b) in [(a, b), (b, a)] {
                    for i in 0..3 {
                        for j in 0..3 {
                            let value = random() + if a == b && i == j { 4.0 } else { 0.0 };
                            lu.block(a, b)[i][j] += value;
                            dense[(3 * a + i, 3 * b + j)] += value;
                        }
                    }
                }
            }
            let right: Vec<[f64; 3]> = (0..contacts)
                .map(|_| [random(), random(), random()])
                .collect();
            let mut x = right.clone();
            assert!(lu.factor() && lu.solve(&mut x));
            let mut expected = right.concat();
            assert!(complementarity::linear::Lu::new(&dense).solve(&mut expected));
            for (x, y) in x.concat().iter().zip(&expected) {
                assert!((x - y).abs() < 1e-10, "{contacts}: {x} {y}");
            }
        }
    }

    #[test]
    fn a_singular_block_is_told() {
        let mut lu = Lu::<2>::default();
        lu.begin(1);
        lu.analyse();
        lu.clear();
        assert!(!lu.factor());
    }
}
