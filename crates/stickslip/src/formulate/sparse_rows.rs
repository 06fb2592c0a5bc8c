//! A sparse matrix as a list of entries for each row.

use crate::error::Error;

/// A matrix of which the entries that are not zero are kept, row by row and in rising order of columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SparseRows {
    cols: usize,
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

impl SparseRows {
    /// From entries (row, column, value) in any order; those given twice are added. `name` is what errors call the matrix.
    pub(super) fn new(
        name: &str,
        [rows, cols]: [usize; 2],
        entries: &[(usize, usize, f64)],
    ) -> Result<Self, Error> {
        let mut sorted = Vec::with_capacity(entries.len());
        for &(row, col, value) in entries {
            Error::check_finite(value, || format!("{name}[{row}][{col}]"))?;
            for (what, found, size) in [("rows", row, rows), ("columns", col, cols)] {
                if found >= size {
                    return Err(Error::WrongLength {
                        field: format!("{what} of {name}"),
                        expected: size,
                        found: found + 1,
                    });
                }
            }
            sorted.push((row, col, value));
        }
        sorted.sort_by_key(|&(row, col, _)| (row, col));
        sorted.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
        // what is zero ties nothing together
        sorted.retain(|entry| entry.2 != 0.0);
        Ok(Self::sorted([rows, cols], &sorted))
    }

    fn sorted([rows, cols]: [usize; 2], sorted: &[(usize, usize, f64)]) -> Self {
        let mut starts = vec![0; rows + 1];
        sorted.iter().for_each(|&(row, _, _)| starts[row + 1] += 1);
        (0..rows).for_each(|row| starts[row + 1] += starts[row]);
        let entries = sorted.iter().map(|&(_, col, value)| (col, value)).collect();
        Self {
            cols,
            starts,
            entries,
        }
    }

    /// The entries of a row: column and value.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.starts[row]..self.starts[row + 1];
        self.entries[range].iter().copied()
    }

    fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// All entries: row, column and value.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let row = |row| self.row(row).map(move |(col, value)| (row, col, value));
        (0..self.rows()).flat_map(row)
    }

    /// y ← y + A x.
    pub(super) fn mul_add(&self, x: &[f64], y: &mut [f64]) {
        for (row, y) in y.iter_mut().enumerate() {
            *y += self
                .row(row)
                .map(|(col, value)| value * x[col])
                .sum::<f64>();
        }
    }

    /// Aᵀ.
    pub(super) fn transposed(&self) -> Self {
        let swapped = self.entries().map(|(row, col, value)| (col, row, value));
        let mut entries: Vec<_> = swapped.collect();
        entries.sort_by_key(|&(row, col, _)| (row, col));
        Self::sorted([self.cols, self.rows()], &entries)
    }

    /// Groups of indices of a square matrix between which all entries are zero, in the order of their first members.
    pub(super) fn parts(&self) -> Vec<Vec<usize>> {
        let n = self.rows();
        let mut earlier: Vec<usize> = (0..n).collect();
        fn first(earlier: &mut [usize], mut i: usize) -> usize {
            while earlier[i] != i {
                earlier[i] = earlier[earlier[i]];
                i = earlier[i];
            }
            i
        }
        for (row, col, value) in self.entries() {
            if value != 0.0 {
                let (a, b) = (first(&mut earlier, row), first(&mut earlier, col));
                earlier[a.max(b)] = a.min(b);
            }
        }
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut part = vec![0; n];
        for i in 0..n {
            let first = first(&mut earlier, i);
            if first == i {
                part[i] = parts.len();
                parts.push(Vec::new());
            }
            parts[part[first]].push(i);
        }
        parts
    }
}
