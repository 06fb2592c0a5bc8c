//! Linear expressions of the unknown forces, and whether equations determine others: an expression that is a combination of some that vanish
//! vanishes too.

use complementarity::linear::{dot, max_abs};

/// Expressions of which less than this part is independent of those before are left out.
const DEPENDENT: f64 = 1e-6;
/// What may remain of the coefficients of a combination, by rounding.
const ROUNDING: f64 = 1e-11;
/// A number that should vanish and is larger than this is a contradiction.
const CONTRADICTION: f64 = 1e-5;

/// Σ a c + constant, which is known up to a doubt.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) a: Vec<f64>,
    pub(super) constant: f64,
    pub(super) doubt: f64,
}

impl Row {
    pub(super) fn new(a: Vec<f64>, constant: f64) -> Self {
        Self {
            a,
            constant,
            doubt: 0.0,
        }
    }

    /// The unknown itself.
    pub(super) fn unit(size: usize, at: usize) -> Self {
        let a = (0..size).map(|i| if i == at { 1.0 } else { 0.0 });
        Self::new(a.collect(), 0.0)
    }

    /// A number.
    pub(super) fn constant(size: usize, constant: f64) -> Self {
        Self::new(vec![0.0; size], constant)
    }

    pub(super) fn times(mut self, factor: f64) -> Self {
        self.a.iter_mut().for_each(|a| *a *= factor);
        self.constant *= factor;
        self.doubt *= factor.abs();
        self
    }

    pub(super) fn plus(mut self, factor: f64, other: &Self) -> Self {
        (self.a.iter_mut().zip(&other.a)).for_each(|(a, b)| *a += factor * b);
        self.constant += factor * other.constant;
        self.doubt += factor.abs() * other.doubt;
        self
    }
}

/// Expressions that vanish, made orthogonal to each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Span {
    basis: Vec<Row>,
    /// Whether they cannot all vanish.
    pub(super) contradicts_itself: bool,
}

impl Span {
    /// Adds an expression that vanishes.
    pub(super) fn add(&mut self, row: &Row) {
        let size = dot(&row.a, &row.a).sqrt();
        let rest = self.rest(row);
        let left = dot(&rest.a, &rest.a).sqrt();
        if left > DEPENDENT * size {
            self.basis.push(rest.times(1.0 / left));
        } else if left <= ROUNDING * size.max(1.0) {
            self.contradicts_itself |= rest.constant.abs() - rest.doubt > CONTRADICTION;
        }
    }

    /// Independent combinations of all that vanish.
    pub(super) fn basis(&self) -> &[Row] {
        &self.basis
    }

    /// What is left of an expression where the others vanish. Twice is enough against rounding.
    fn rest(&self, row: &Row) -> Row {
        let once = |row: Row| {
            (self.basis.iter()).fold(row, |row, b| {
                let along = dot(&row.a, &b.a);
                row.plus(-along, b)
            })
        };
        once(once(row.clone()))
    }

    /// The nearest point at which all vanish.
    pub(super) fn nearest(&self, point: Vec<f64>) -> Vec<f64> {
        (self.basis.iter()).fold(point, |mut point, b| {
            let off = dot(&b.a, &point) + b.constant;
            (point.iter_mut().zip(&b.a)).for_each(|(x, a)| *x -= off * a);
            point
        })
    }

    /// Whether the expression is nothing but a number where the others vanish: the number and the doubt about it.
    pub(super) fn value(&self, row: &Row) -> Option<[f64; 2]> {
        let rest = self.rest(row);
        let fixed = max_abs(&rest.a) <= ROUNDING * max_abs(&row.a);
        fixed.then_some([rest.constant, rest.doubt])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x + y = 3 and x − y = 1 make 2 x + 3 y = 7, and one of them alone does not.
    #[test]
    fn equations_determine_combinations() {
        let mut span = Span::default();
        let asked = Row::new(vec![2.0, 3.0], 0.0);
        let mut first = Row::new(vec![1.0, 1.0], -3.0);
        first.doubt = 0.5;
        span.add(&first);
        assert_eq!(span.value(&asked), None);
        span.add(&Row::new(vec![1.0, -1.0], -1.0));
        let [value, doubt] = span.value(&asked).unwrap();
        assert!((value - 7.0).abs() < 1e-14);
        // 5/2 of the first
        assert!((doubt - 1.25).abs() < 1e-14);
    }
}
