//! Independent blocks: pairs that no entry of M links can be solved on their own [APS98 2.4].
//!
//! Pivoting cost grows with the cube of the size, so two problems of half the size are four times cheaper than one.

use crate::linear::Matrix;

/// The index sets of the blocks, each ascending, in order of their first index.
pub(crate) fn find(m: &Matrix) -> Vec<Vec<usize>> {
    let n = m.cols();
    let mut parent: Vec<usize> = (0..n).collect();
    let mut blocks = n;
    'columns: for j in 0..n {
        let mut root = find_root(&mut parent, j);
        for (i, &x) in m.col(j).iter().enumerate() {
            if x != 0.0 && parent[i] != root {
                let other = find_root(&mut parent, i);
                if other != root {
                    // the smaller index becomes the root, so that blocks come out in order
                    let (low, high) = (root.min(other), root.max(other));
                    parent[high] = low;
                    root = low;
                    blocks -= 1;
                    if blocks == 1 {
                        break 'columns;
                    }
                }
            }
        }
    }
    if blocks <= 1 {
        return if n == 0 {
            Vec::new()
        } else {
            vec![(0..n).collect()]
        };
    }
    let mut place = vec![usize::MAX; n];
    let mut sets: Vec<Vec<usize>> = Vec::with_capacity(blocks);
    for i in 0..n {
        let root = find_root(&mut parent, i);
        if place[root] == usize::MAX {
            place[root] = sets.len();
            sets.push(Vec::new());
        }
        sets[place[root]].push(i);
    }
    sets
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

    #[test]
    fn blocks_follow_entries_on_either_side_of_the_diagonal() {
        let mut m = Matrix::identity(5);
        m[(0, 3)] = 1.0;
        m[(4, 1)] = -2.0;
        assert_eq!(find(&m), [vec![0, 3], vec![1, 4], vec![2]]);
        m[(3, 4)] = 1.0;
        m[(2, 1)] = 1.0;
        assert_eq!(find(&m), [vec![0, 1, 2, 3, 4]]);
    }

    #[test]
    fn zero_rows_are_blocks_of_their_own() {
        assert_eq!(find(&Matrix::zeros(2, 2)), [vec![0], vec![1]]);
        assert!(find(&Matrix::zeros(0, 0)).is_empty());
    }
}
