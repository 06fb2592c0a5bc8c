//! Independent blocks: pairs that no entry of M links can be solved on their own [APS98 2.4].
//!
//! Pivoting cost grows with the cube of the size, so two problems of half the size are four times cheaper than one.

use crate::linear::Matrix;

/// The blocks of a matrix, in memory that serves one matrix after another.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// Links each index to a smaller one of its block; the smallest is its own.
    parent: Vec<usize>,
    /// Block number of each index that is the smallest of its block.
    number: Vec<usize>,
    /// The index sets, one after another, and where each of them ends.
    indices: Vec<usize>,
    ends: Vec<usize>,
}

impl Blocks {
    /// Looks for the blocks of m; false if there is but one (or nothing at all), which [`Self::sets`] then leaves out.
    pub(crate) fn split(&mut self, m: &Matrix) -> bool {
        self.indices.clear();
        self.ends.clear();
        let blocks = self.join(m);
        if blocks <= 1 {
            return false;
        }
        // the size of each block, then where it begins, then, as its indices arrive, where it ends
        let n = m.cols();
        self.number.clear();
        self.number.resize(n, 0);
        for i in 0..n {
            let root = find_root(&mut self.parent, i);
            if root == i {
                self.number[i] = self.ends.len();
                self.ends.push(0);
            }
            self.ends[self.number[root]] += 1;
        }
        let mut begin = 0;
        for end in &mut self.ends {
            begin += std::mem::replace(end, begin);
        }
        self.indices.resize(n, 0);
        for i in 0..n {
            let end = &mut self.ends[self.number[find_root(&mut self.parent, i)]];
            self.indices[*end] = i;
            *end += 1;
        }
        true
    }

    /// The index sets of the blocks, each ascending, in order of their first index.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &[usize]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let ranges = begins.zip(&self.ends);
        ranges.map(|(begin, &end)| &self.indices[begin..end])
    }

    /// Joins what an entry of m links; the number of blocks, or 1 as soon as all are joined.
    fn join(&mut self, m: &Matrix) -> usize {
        let n = m.cols();
        self.parent.clear();
        self.parent.extend(0..n);
        let mut blocks = n;
        for j in 0..n {
            let mut root = find_root(&mut self.parent, j);
            for (i, &x) in m.col(j).iter().enumerate() {
                if x != 0.0 && self.parent[i] != root {
                    let other = find_root(&mut self.parent, i);
                    if other != root {
                        // the smaller index becomes the root, so that blocks come out in order
                        let (low, high) = (root.min(other), root.max(other));
                        self.parent[high] = low;
                        root = low;
                        blocks -= 1;
                        if blocks == 1 {
                            return 1;
                        }
                    }
                }
            }
        }
        blocks
    }
}

fn find_root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(blocks: &mut Blocks, m: &Matrix) -> Vec<Vec<usize>> {
        let several = blocks.split(m);
        let sets: Vec<_> = blocks.sets().map(<[usize]>::to_vec).collect();
        assert_eq!(several, sets.len() > 1);
        sets
    }

    #[test]
    fn blocks_follow_entries_on_either_side_of_the_diagonal() {
        let mut blocks = Blocks::default();
        let mut m = Matrix::identity(5);
        m[(0, 3)] = 1.0;
        m[(4, 1)] = -2.0;
        assert_eq!(find(&mut blocks, &m), [vec![0, 3], vec![1, 4], vec![2]]);
        m[(3, 4)] = 1.0;
        m[(2, 1)] = 1.0;
        assert!(find(&mut blocks, &m).is_empty());
    }

    #[test]
    fn zero_rows_are_blocks_of_their_own() {
        let mut blocks = Blocks::default();
        assert_eq!(find(&mut blocks, &Matrix::zeros(2, 2)), [vec![0], vec![1]]);
        assert!(find(&mut blocks, &Matrix::zeros(0, 0)).is_empty());
    }
}
