//! Cholesky's method for matrices of 6 × 6 blocks, one row of blocks for each body. The order of elimination and the places of
//! the blocks depend on who touches whom alone and are kept as long as that does not change.

use super::bodies::SIX;

/// A block, by rows.
pub(super) type Block = [[f64; SIX]; SIX];

const EMPTY: Block = [[0.0; SIX]; SIX];

/// A symmetric positive definite matrix and its factor L, in the same memory.
#[derive(Debug, Default)]
pub(super) struct Cholesky {
    /// Pairs of bodies that touch, the lower first, ascending: what the places below are for.
    pairs: Vec<[u32; 2]>,
    bodies: usize,
    /// Whether the places below are all found, and how many products of blocks a factorisation takes; if not, at least as many.
    complete: bool,
    products: usize,
    /// When each body is eliminated.
    turn: Vec<u32>,
    /// Column k has the blocks `starts[k]..starts[k + 1]`: on the diagonal first, then below it, ascending.
    starts: Vec<usize>,
    /// The row of each, counted in turns.
    rows: Vec<u32>,
    blocks: Vec<Block>,
    right: Vec<[f64; SIX]>,
}

impl Cholesky {
    /// Finds the places for bodies and pairs that touch (sorted, each once). False if a factorisation would take more than so
    /// many products of blocks.
    pub(super) fn fit(&mut self, bodies: usize, pairs: &[[u32; 2]], most: usize) -> bool {
        let known = bodies == self.bodies && pairs == self.pairs;
        // what was too much before may be allowed now: the answer must not depend on what was asked before
        if !known || !self.complete && self.products <= most {
            self.bodies = bodies;
            self.pairs.clear();
            self.pairs.extend_from_slice(pairs);
            self.complete = self.analyse(bodies, pairs, most);
        }
        self.complete && self.products <= most
    }

    /// All blocks zero, at the places that were found.
    pub(super) fn begin(&mut self) {
        self.blocks.clear();
        self.blocks.resize(self.rows.len(), EMPTY);
    }

    /// Eliminates whoever has the fewest neighbours left, the first of several; stops where that becomes too much.
    fn analyse(&mut self, bodies: usize, pairs: &[[u32; 2]], most: usize) -> bool {
        self.products = 0;
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); bodies];
        for &[a, b] in pairs {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        near.iter_mut().for_each(|list| list.sort_unstable());
        let mut left: std::collections::BTreeSet<(usize, u32)> =
            (0..bodies).map(|i| (near[i].len(), i as u32)).collect();
        self.turn.clear();
        self.turn.resize(bodies, 0);
        let mut columns: Vec<(u32, Vec<u32>)> = Vec::with_capacity(bodies);
        while let Some((_, body)) = left.pop_first() {
            self.turn[body as usize] = columns.len() as u32;
            let neighbours = std::mem::take(&mut near[body as usize]);
            self.products += (neighbours.len() + 1) * (neighbours.len() + 2) / 2;
            if self.products > most {
                return false;
            }
            for &other in &neighbours {
                // neighbours of the one that goes become neighbours of each other
                let list = &near[other as usize];
                left.remove(&(list.len(), other));
                let merged = merge(list, &neighbours, [body, other]);
                left.insert((merged.len(), other));
                near[other as usize] = merged;
            }
            columns.push((body, neighbours));
        }
        self.starts.clear();
        self.rows.clear();
        self.starts.push(0);
        for (k, (_, neighbours)) in columns.iter().enumerate() {
            self.rows.push(k as u32);
            let first = self.rows.len();
            let below = neighbours.iter().map(|&body| self.turn[body as usize]);
            self.rows.extend(below);
            self.rows[first..].sort_unstable();
            self.starts.push(self.rows.len());
        }
        true
    }

    /// Adds to the block of two bodies; `block` has the rows of the first and the columns of the second.
    pub(super) fn add(&mut self, [a, b]: [u32; 2], block: &Block) {
        let (i, j) = (self.turn[a as usize], self.turn[b as usize]);
        let (row, col) = (i.max(j), i.min(j));
        let at = self.place(row, col);
        for r in 0..SIX {
            for c in 0..SIX {
                // only what is below the diagonal is stored
                self.blocks[at][r][c] += if i >= j { block[r][c] } else { block[c][r] };
            }
        }
    }

    fn place(&self, row: u32, col: u32) -> usize {
        let (start, end) = (self.starts[col as usize], self.starts[col as usize + 1]);
        let within = self.rows[start..end].binary_search(&row);
        debug_assert!(within.is_ok(), "every pair that touches has a block");
        start + within.unwrap_or(0)
    }

    /// A = L Lᵀ; false if A is not positive definite.
    pub(super) fn factor(&mut self) -> bool {
        for k in 0..self.bodies {
            let (start, end) = (self.starts[k], self.starts[k + 1]);
            if !factor_block(&mut self.blocks[start]) {
                return false;
            }
            let diagonal = self.blocks[start];
            for at in start + 1..end {
                divide(&mut self.blocks[at], &diagonal);
            }
            for p in start + 1..end {
                for q in start + 1..=p {
                    let at = self.place(self.rows[p], self.rows[q]);
                    let (left, right) = (self.blocks[p], self.blocks[q]);
                    subtract_product(&mut self.blocks[at], &left, &right);
                }
            }
        }
        true
    }

    /// x ← A⁻¹ x, body by body.
    pub(super) fn solve(&mut self, x: &mut [[f64; SIX]]) {
        self.right.clear();
        self.right.resize(self.bodies, [0.0; SIX]);
        for (body, x) in x.iter().enumerate().take(self.bodies) {
            self.right[self.turn[body] as usize] = *x;
        }
        for k in 0..self.bodies {
            let (start, end) = (self.starts[k], self.starts[k + 1]);
            let mut y = self.right[k];
            forward(&self.blocks[start], &mut y);
            self.right[k] = y;
            for at in start + 1..end {
                let out = &mut self.right[self.rows[at] as usize];
                for r in 0..SIX {
                    out[r] -= (0..SIX).map(|c| self.blocks[at][r][c] * y[c]).sum::<f64>();
                }
            }
        }
        for k in (0..self.bodies).rev() {
            let (start, end) = (self.starts[k], self.starts[k + 1]);
            let mut y = self.right[k];
            for at in start + 1..end {
                let below = &self.right[self.rows[at] as usize];
                for c in 0..SIX {
                    y[c] -= (0..SIX)
                        .map(|r| self.blocks[at][r][c] * below[r])
                        .sum::<f64>();
                }
            }
            backward(&self.blocks[start], &mut y);
            self.right[k] = y;
        }
        for (body, x) in x.iter_mut().enumerate().take(self.bodies) {
            *x = self.right[self.turn[body] as usize];
        }
    }
}

/// The union of two ascending lists without two of their entries.
fn merge(a: &[u32], b: &[u32], without: [u32; 2]) -> Vec<u32> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let next = match (a.get(i), b.get(j)) {
            (Some(&x), Some(&y)) => x.min(y),
            (Some(&x), None) | (None, Some(&x)) => x,
            (None, None) => break,
        };
        i += usize::from(a.get(i) == Some(&next));
        j += usize::from(b.get(j) == Some(&next));
        if !without.contains(&next) {
            all.push(next);
        }
    }
    all
}

/// The factor of a block, in its lower half; zeros above.
fn factor_block(a: &mut Block) -> bool {
    for k in 0..SIX {
        let square = a[k][k] - (0..k).map(|j| a[k][j] * a[k][j]).sum::<f64>();
        if square.is_nan() || square <= 0.0 {
            return false;
        }
        a[k][k] = square.sqrt();
        for i in k + 1..SIX {
            let known: f64 = (0..k).map(|j| a[i][j] * a[k][j]).sum();
            a[i][k] = (a[i][k] - known) / a[k][k];
            a[k][i] = 0.0;
        }
    }
    true
}

/// x ← x L⁻ᵀ for the factor L of a diagonal block.
fn divide(x: &mut Block, factor: &Block) {
    for row in x.iter_mut() {
        forward(factor, row);
    }
}

/// a ← a − l rᵀ.
fn subtract_product(a: &mut Block, l: &Block, r: &Block) {
    for i in 0..SIX {
        for j in 0..SIX {
            a[i][j] -= (0..SIX).map(|k| l[i][k] * r[j][k]).sum::<f64>();
        }
    }
}

/// y ← L⁻¹ y.
fn forward(l: &Block, y: &mut [f64; SIX]) {
    for i in 0..SIX {
        let known: f64 = (0..i).map(|j| l[i][j] * y[j]).sum();
        y[i] = (y[i] - known) / l[i][i];
    }
}

/// y ← L⁻ᵀ y.
fn backward(l: &Block, y: &mut [f64; SIX]) {
    for i in (0..SIX).rev() {
        let known: f64 = (i + 1..SIX).map(|j| l[j][i] * y[j]).sum();
        y[i] = (y[i] - known) / l[i][i];
    }
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
        assert!(!matrix.fit(30, &all, 4000));
        assert!(!matrix.fit(30, &all, 4000));
        assert!(matrix.fit(30, &all[..29], 4000));
        assert!(Cholesky::default().fit(30, &all, 5000));
        assert!(
            !matrix.fit(30, &all, 4000)
                && matrix.fit(30, &all, 5000)
                && !matrix.fit(30, &all, 4000)
        );
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
            assert!(matrix.fit(bodies, &pairs, 1000));
            matrix.begin();
            let mut dense = vec![vec![0.0; SIX * bodies]; SIX * bodies];
            let mut unit = EMPTY;
            (0..SIX).for_each(|i| unit[i][i] = 1.0);
            for b in 0..bodies as u32 {
                matrix.add([b, b], &unit);
                (0..SIX).for_each(|i| dense[SIX * b as usize + i][SIX * b as usize + i] += 1.0);
            }
            for &[a, b] in &pairs {
                let rows = [0, 1]
                    .map(|_| std::array::from_fn::<f64, SIX, _>(|_| random.uniform(-1.0, 1.0)));
                for (s, x) in [a, b].into_iter().enumerate() {
                    for (t, y) in [a, b].into_iter().enumerate() {
                        let mut block = EMPTY;
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
