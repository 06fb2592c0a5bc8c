//! Symmetric positive definite matrices of 6 × 6 blocks, one row of blocks for each body, factored by Cholesky's method. The order of
//! elimination and the places of the numbers depend on who touches whom alone and are kept as long as that does not change.

use super::bodies::{SIX, Twelve};
use super::island::{Island, Node};
use super::lorentz::{FOUR, Four};
use complementarity::SparseCholesky;

/// A block, by rows.
type Block = [[f64; SIX]; SIX];

const UNIT: Block = {
    let mut unit = [[0.0; SIX]; SIX];
    let mut i = 0;
    while i < SIX {
        unit[i][i] = 1.0;
        i += 1;
    }
    unit
};

/// A matrix and its factor.
#[derive(Debug, Default)]
pub(super) struct Cholesky {
    /// Pairs of bodies that touch, the lower first, ascending: what the places below are for; and those that are asked for.
    pairs: Vec<[u32; 2]>,
    asked: Vec<[u32; 2]>,
    bodies: usize,
    /// The column of blocks of a body has the blocks of `below[starts[body]..starts[body + 1]]`: its own, and those of later bodies.
    starts: Vec<usize>,
    below: Vec<u32>,
    /// The numbers, column by column, each as long as its blocks; and how many there are to be.
    entries: Vec<f64>,
    numbers: usize,
    matrix: SparseCholesky,
    /// The most numbers that any factor which fitted was allowed, since memory was given back.
    allowed: usize,
}

impl Cholesky {
    /// Finds the places for the bodies of an island of contacts alone and its pairs that touch. False if there are joints, or the factor
    /// would have more than so many numbers.
    pub(super) fn fit(&mut self, island: &Island, most: usize) -> bool {
        if !island.links.is_empty() {
            return false;
        }
        touching(island, &mut self.asked);
        let bodies = island.bodies;
        self.fit_pairs(bodies, most)
    }

    fn fit_pairs(&mut self, bodies: usize, most: usize) -> bool {
        if bodies != self.bodies || self.asked != self.pairs || self.starts.is_empty() {
            self.bodies = bodies;
            self.pairs.clone_from(&self.asked);
            self.analyse();
        }
        let fits = (1..=most).contains(&self.matrix.size());
        if fits {
            self.allowed = self.allowed.max(most);
            if !self.matrix.is_analysed() {
                self.analyse();
            }
        } else if self.matrix.size() > self.allowed {
            // that it is too much is all that is needed of it, unless somebody who may have more is to ask next
            self.release();
        }
        fits
    }

    /// Gives back the memory of the factorisation, which is many times that of the contacts; how large it would be is still known.
    pub(super) fn release(&mut self) {
        self.matrix.release();
        self.entries = Vec::new();
        self.asked = Vec::new();
        self.allowed = 0;
    }

    fn analyse(&mut self) {
        self.starts.clear();
        self.below.clear();
        let mut pairs = self.pairs.iter().peekable();
        for body in 0..self.bodies as u32 {
            self.starts.push(self.below.len());
            self.below.push(body);
            while let Some([_, other]) = pairs.next_if(|pair| pair[0] == body) {
                self.below.push(*other);
            }
        }
        self.starts.push(self.below.len());
        let (mut starts, mut rows) = (vec![0], Vec::new());
        for body in 0..self.bodies {
            let below = &self.below[self.starts[body]..self.starts[body + 1]];
            for _ in 0..SIX {
                let numbers = below
                    .iter()
                    .flat_map(|&b| (0..SIX).map(move |r| SIX * b as usize + r));
                rows.extend(numbers);
                starts.push(rows.len());
            }
        }
        self.numbers = rows.len();
        self.matrix.analyse(&starts, &rows);
    }

    /// Factors 1 + Jᵀ W J, with a symmetric block of W for each contact; false if that is not positive definite.
    pub(super) fn factor_sum(
        &mut self,
        island: &Island,
        weights: impl Fn(usize, &Node) -> [Four; FOUR],
    ) -> bool {
        self.clear();
        for body in 0..island.bodies as u32 {
            self.add([body; 2], &UNIT);
        }
        for (i, node) in island.nodes.iter().enumerate() {
            let rows = &island.rows[node.at as usize..=node.at as usize + node.own.rows];
            let mut weighted = [[0.0; 2 * SIX]; FOUR];
            for (out, weights) in weighted.iter_mut().zip(&weights(i, node)) {
                for (row, weight) in rows.iter().zip(weights) {
                    (0..2 * SIX).for_each(|d| out[d] += weight * row[d]);
                }
            }
            let present = node.bodies.map(|body| (body as usize) < self.bodies);
            for (s, t) in [(0, 0), (1, 1), (0, 1)] {
                if present[s] && present[t] {
                    self.add(
                        [node.bodies[s], node.bodies[t]],
                        &gram(rows, &weighted, s, t),
                    );
                }
            }
        }
        self.factor()
    }

    /// All numbers are zero.
    fn clear(&mut self) {
        self.entries.clear();
        self.entries.resize(self.numbers, 0.0);
    }

    /// Adds to the block of two bodies; `block` has the rows of the first and the columns of the second.
    fn add(&mut self, [a, b]: [u32; 2], block: &Block) {
        let col = a.min(b) as usize;
        let (start, end) = (self.starts[col], self.starts[col + 1]);
        let place = self.below[start..end].binary_search(&a.max(b));
        debug_assert!(place.is_ok(), "every pair that touches has a block");
        let (height, place) = (SIX * (end - start), place.unwrap_or(0));
        let first = SIX * SIX * start + SIX * place;
        for c in 0..SIX {
            let column = &mut self.entries[first + c * height..][..SIX];
            for (r, entry) in column.iter_mut().enumerate() {
                // only what is below the diagonal is stored
                *entry += if a >= b { block[r][c] } else { block[c][r] };
            }
        }
    }

    /// A = L Lᵀ; false if A is not positive definite.
    fn factor(&mut self) -> bool {
        self.matrix.factor(&self.entries)
    }

    /// x ← A⁻¹ x, body by body.
    pub(super) fn solve(&mut self, x: &mut [[f64; SIX]]) {
        self.matrix.solve(x[..self.bodies].as_flattened_mut());
    }
}

/// Σ rowᵀ weighted, for two of the sides.
fn gram(rows: &[Twelve], weighted: &[Twelve; FOUR], s: usize, t: usize) -> Block {
    let mut block = [[0.0; SIX]; SIX];
    for (row, weighted) in rows.iter().zip(weighted) {
        for i in 0..SIX {
            for j in 0..SIX {
                block[i][j] += row[SIX * s + i] * weighted[SIX * t + j];
            }
        }
    }
    block
}

/// The pairs of bodies that touch, ascending.
fn touching(island: &Island, pairs: &mut Vec<[u32; 2]>) {
    let nobody = island.bodies as u32;
    pairs.clear();
    for node in &island.nodes {
        let [a, b] = node.bodies;
        if a != nobody && b != nobody {
            pairs.push([a.min(b), a.max(b)]);
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use complementarity::generate::Random;

    #[test]
    fn too_much_is_refused_before_it_is_done() {
        let all: Vec<[u32; 2]> = (0..30)
            .flat_map(|i| (i + 1..30).map(move |j| [i, j]))
            .collect();
        let mut matrix = Cholesky::default();
        let mut fits = |pairs: &[[u32; 2]], most| {
            matrix.asked = pairs.to_vec();
            matrix.fit_pairs(30, most)
        };
        // 180 numbers in a row at most
        assert!(!fits(&all, 15_000) && !fits(&all, 15_000));
        assert!(fits(&all[..29], 15_000));
        assert!(!fits(&all, 15_000) && fits(&all, 40_000) && !fits(&all, 15_000));
    }

    #[test]
    fn what_is_too_much_for_one_alone_is_kept_for_the_other() {
        let all: Vec<[u32; 2]> = (0..30)
            .flat_map(|i| (i + 1..30).map(move |j| [i, j]))
            .collect();
        let mut matrix = Cholesky::default();
        let mut kept = |most, give_back: bool| {
            if give_back {
                matrix.release();
            }
            matrix.asked.clone_from(&all);
            let fits = matrix.fit_pairs(30, most);
            (fits, matrix.matrix.is_analysed())
        };
        assert_eq!(kept(15_000, false), (false, false));
        assert_eq!(kept(40_000, false), (true, true));
        assert_eq!(kept(15_000, false), (false, true));
        // and no longer than until memory is given back
        assert_eq!(kept(15_000, true), (false, false));
    }

    #[test]
    fn a_ring_with_chords_is_solved() {
        let (bodies, mut random) = (12, Random::new(5));
        let mut pairs: Vec<[u32; 2]> = (0..bodies as u32 - 1).map(|i| [i, i + 1]).collect();
        pairs.extend([[0, bodies as u32 - 1], [2, 7], [3, 9]]);
        pairs.sort_unstable();
        // Σ JᵀJ over rows between pairs, and the unit matrix
        let mut matrix = Cholesky::default();
        for _ in 0..2 {
            matrix.asked.clone_from(&pairs);
            assert!(matrix.fit_pairs(bodies, 100_000));
            matrix.clear();
            let mut dense = vec![vec![0.0; SIX * bodies]; SIX * bodies];
            for b in 0..bodies as u32 {
                matrix.add([b, b], &UNIT);
                (0..SIX).for_each(|i| dense[SIX * b as usize + i][SIX * b as usize + i] += 1.0);
            }
            for &[a, b] in &pairs {
                let rows = [0, 1]
                    .map(|_| std::array::from_fn::<f64, SIX, _>(|_| random.uniform(-1.0, 1.0)));
                for (s, x) in [a, b].into_iter().enumerate() {
                    for (t, y) in [a, b].into_iter().enumerate() {
                        let mut block = [[0.0; SIX]; SIX];
                        for i in 0..SIX {
                            for j in 0..SIX {
                                block[i][j] = rows[s][i] * rows[t][j];
                                dense[SIX * x as usize + i][SIX * y as usize + j] += block[i][j];
                            }
                        }
                        // each block of a pair once
                        if s <= t {
                            matrix.add([x, y], &block);
                        }
                    }
                }
            }
            assert!(matrix.factor());
            let x: Vec<[f64; SIX]> = (0..bodies)
                .map(|_| std::array::from_fn(|_| random.uniform(-1.0, 1.0)))
                .collect();
            let mut y = x.clone();
            matrix.solve(&mut y);
            for (i, row) in dense.iter().enumerate() {
                let product: f64 = (0..SIX * bodies)
                    .map(|j| row[j] * y[j / SIX][j % SIX])
                    .sum();
                assert!((product - x[i / SIX][i % SIX]).abs() < 1e-10);
            }
        }
    }
}
