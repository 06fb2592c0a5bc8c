//! Equilibration: positive diagonal factors that bring the entries of a matrix near one.
//!
//! With w = R⁻¹w′ and z = C z′ the problem (R M C, R q) has the same solutions and the same complementary
//! pairs. R = C also keeps (semi)definiteness and copositivity, on which Lemke's guarantees rest. The factors
//! are powers of two, so scaling and unscaling round nothing.

use crate::kernels::{SHORT, larger, raise_to_sizes};
use crate::linear::Matrix;
use pulp::Arch;

/// How to scale a problem before pivoting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Balance {
    /// As it is.
    Off,
    /// Rows and columns by the same factors: keeps definiteness and copositivity.
    #[default]
    Symmetric,
    /// Rows and columns each by their own: reaches further when entries span many decades.
    RowsAndColumns,
}

/// Most rounds of the iteration; each one halves the range of exponents, and two are usual.
const ROUNDS: usize = 12;

/// Row and column factors, and what else one pass over the matrix tells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scaling {
    /// R: factor of each row.
    pub(crate) row: Vec<f64>,
    /// C: factor of each column.
    pub(crate) col: Vec<f64>,
    /// Rows [from, to) outside of which column j is zero; all of them in a small problem.
    pub(crate) span: Vec<(usize, usize)>,
    row_high: Vec<f64>,
    col_high: Vec<f64>,
}

impl Scaling {
    /// Ruiz's iteration: divide rows and columns by the root of their largest entry until all are near one.
    pub(crate) fn set(&mut self, m: &Matrix, balance: Balance) {
        let n = m.rows();
        for factors in [&mut self.row, &mut self.col] {
            factors.clear();
            factors.resize(n, 1.0);
        }
        self.find_spans(m);
        if balance == Balance::Off {
            return;
        }
        for _ in 0..ROUNDS {
            self.find_sizes(m);
            let balanced = if balance == Balance::Symmetric {
                for (r, c) in self.row_high.iter_mut().zip(&self.col_high) {
                    *r = larger(*c, *r);
                }
                let balanced = divide_by_roots(&mut self.row, &self.row_high);
                self.col.copy_from_slice(&self.row);
                balanced
            } else {
                let rows = divide_by_roots(&mut self.row, &self.row_high);
                rows & divide_by_roots(&mut self.col, &self.col_high)
            };
            if balanced {
                break;
            }
        }
    }

    /// Largest entry of every scaled row and column.
    fn find_sizes(&mut self, m: &Matrix) {
        self.row_high.clear();
        self.row_high.resize(m.rows(), 0.0);
        self.col_high.resize(m.cols(), 0.0);
        let (high, rows) = (&mut self.row_high, &self.row);
        let columns = self.col_high.iter_mut().zip(&self.col).zip(&self.span);
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for (j, ((size, col), &(from, to))) in columns.enumerate() {
                    let (high, rows) = (&mut high[from..to], &rows[from..to]);
                    *size = raise_to_sizes(high, &m.col(j)[from..to], rows, *col);
                }
            },
        );
    }

    fn find_spans(&mut self, m: &Matrix) {
        self.span.clear();
        if m.rows() < SHORT {
            // a whole column is as fast as a part of it
            self.span.resize(m.cols(), (0, m.rows()));
            return;
        }
        self.span.extend((0..m.cols()).map(|j| {
            let col = m.col(j);
            let from = col.iter().position(|x| *x != 0.0).unwrap_or(0);
            let to = col
                .iter()
                .rposition(|x| *x != 0.0)
                .map_or(from, |last| last + 1);
            (from, to)
        }));
    }
}

/// Divides the factors by the roots of the sizes; true if that changed none by more than a factor of two.
fn divide_by_roots(factors: &mut [f64], sizes: &[f64]) -> bool {
    let mut balanced = true;
    for (f, &size) in factors.iter_mut().zip(sizes) {
        let factor = inverse_root(size);
        balanced &= (0.5..=2.0).contains(&factor);
        *f *= factor;
    }
    balanced
}

/// The power of two nearest to 1/√x; 1 for x = 0 and for sizes outside the normal range.
fn inverse_root(x: f64) -> f64 {
    if !x.is_normal() {
        return 1.0;
    }
    // ½ log₂ x, rounded to the nearest integer, is ⌊(e + 1)/2⌋ for 2^e ≤ x < 2^(e+1)
    power_of_two(-((exponent(x) + 1) >> 1))
}

/// A power of two within a factor of two of 1/x, for scaling a right-hand side.
pub(crate) fn inverse_size(x: f64) -> f64 {
    if x.is_normal() {
        power_of_two(-exponent(x))
    } else {
        1.0
    }
}

/// e with 2^e ≤ x < 2^(e+1), for normal x > 0.
fn exponent(x: f64) -> i64 {
    (x.to_bits() >> 52) as i64 - 1023
}

/// 2^e, kept inside the normal range.
fn power_of_two(e: i64) -> f64 {
    f64::from_bits(((e.clamp(-1000, 1000) + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_the_nearest_powers_of_two() {
        for (x, root) in [
            (1.0, 1.0),
            (4.0, 0.5),
            (1.9, 1.0),
            (2.1, 0.5),
            (0.25, 2.0),
            (0.4, 2.0),
            (0.6, 1.0),
        ] {
            assert_eq!(inverse_root(x), root, "1/√{x}");
        }
        assert_eq!(inverse_root(0.0), 1.0);
        assert_eq!(inverse_root(f64::INFINITY), 1.0);
    }

    #[test]
    fn every_row_and_column_ends_near_one() {
        let m = Matrix::from_fn(6, 6, |i, j| {
            10_f64.powi(3 * i as i32 - 2 * j as i32) * (1.0 + (i * j) as f64)
        });
        let mut s = Scaling::default();
        s.set(&m, Balance::RowsAndColumns);
        for i in 0..6 {
            let row = (0..6)
                .map(|j| (s.row[i] * m[(i, j)] * s.col[j]).abs())
                .fold(0.0, f64::max);
            let col = (0..6)
                .map(|j| (s.row[j] * m[(j, i)] * s.col[i]).abs())
                .fold(0.0, f64::max);
            assert!(
                (0.1..=10.0).contains(&row) && (0.1..=10.0).contains(&col),
                "{i}: {row} {col}"
            );
        }
    }

    #[test]
    fn symmetric_balance_uses_one_factor_per_pair() {
        let m = Matrix::from_fn(4, 4, |i, j| (1 + i) as f64 * 1e3_f64.powi(j as i32));
        let mut s = Scaling::default();
        s.set(&m, Balance::Symmetric);
        assert_eq!(s.row, s.col);
    }
}
