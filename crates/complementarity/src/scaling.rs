//! Equilibration: positive diagonal factors that bring the entries of a matrix near one.
//!
//! With w = R⁻¹w′ and z = C z′ the problem (R M C, R q) has the same solutions and the same complementary
//! pairs. The factors are powers of two, so scaling and unscaling round nothing.

use crate::linear::Matrix;

/// Row and column factors, and what else one pass over the matrix tells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scaling {
    /// R: factor of each row.
    pub(crate) row: Vec<f64>,
    /// C: factor of each column.
    pub(crate) col: Vec<f64>,
    /// Rows [from, to) outside of which column j is zero.
    pub(crate) span: Vec<(usize, usize)>,
}

impl Scaling {
    /// Factors one everywhere.
    pub(crate) fn unit(&mut self, m: &Matrix) {
        self.row.clear();
        self.row.resize(m.rows(), 1.0);
        self.col.clear();
        self.col.resize(m.cols(), 1.0);
        self.find_spans(m);
    }

    /// Ruiz's iteration: divide rows and columns by the root of their largest entry, `rounds` times.
    pub(crate) fn equilibrate(&mut self, m: &Matrix, rounds: usize) {
        self.unit(m);
        let mut row_max = vec![0.0_f64; m.rows()];
        for _ in 0..rounds {
            row_max.fill(0.0);
            let mut worst: f64 = 0.0;
            for j in 0..m.cols() {
                let (from, to) = self.span[j];
                let mut col_max = 0.0_f64;
                let (c, col) = (self.col[j], &m.col(j)[from..to]);
                let rows = row_max[from..to].iter_mut().zip(&self.row[from..to]);
                for (&a, (high, &r)) in col.iter().zip(rows) {
                    let size = (a * r * c).abs();
                    *high = if size > *high { size } else { *high };
                    col_max = if size > col_max { size } else { col_max };
                }
                let factor = inverse_root(col_max);
                worst = worst.max(factor.log2().abs());
                self.col[j] *= factor;
            }
            for (r, &high) in self.row.iter_mut().zip(&row_max) {
                let factor = inverse_root(high);
                worst = worst.max(factor.log2().abs());
                *r *= factor;
            }
            if worst <= 1.0 {
                break;
            }
        }
    }

    fn find_spans(&mut self, m: &Matrix) {
        self.span.clear();
        self.span.extend((0..m.cols()).map(|j| {
            let col = m.col(j);
            let from = col.iter().position(|x| *x != 0.0).unwrap_or(0);
            let to = col.iter().rposition(|x| *x != 0.0).map_or(from, |last| last + 1);
            (from, to)
        }));
    }
}

/// The power of two nearest to 1/√x; 1 for x = 0 and for sizes at the end of the number range.
fn inverse_root(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() { 1.0 } else { (-0.5 * x.log2()).round().clamp(-250.0, 250.0).exp2() }
}

/// The power of two nearest to 1/x, for scaling a right-hand side.
pub(crate) fn inverse_size(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() { 1.0 } else { (-x.log2()).round().clamp(-500.0, 500.0).exp2() }
}
