//! The sign of a determinant, unless rounding might have made it.

use complementarity::Matrix;

/// Smallest pivot beside the largest with which a sign counts.
const REGULAR: f64 = 1e-9;

/// The sign of the determinant of a matrix, which is overwritten; nothing if that is too near zero to tell.
pub(super) fn determinant_sign(a: &mut Matrix) -> Option<i32> {
    let n = a.rows();
    let (mut sign, mut least, mut most) = (1, f64::INFINITY, 0.0_f64);
    for k in 0..n {
        let larger = |p: usize, i: usize| {
            if a[(i, k)].abs() > a[(p, k)].abs() {
                i
            } else {
                p
            }
        };
        let row = (k + 1..n).fold(k, larger);
        if row != k {
            sign = -sign;
            (k..n).for_each(|j| a.col_mut(j).swap(k, row));
        }
        let pivot = a[(k, k)];
        if pivot < 0.0 {
            sign = -sign;
        }
        least = least.min(pivot.abs());
        most = most.max(pivot.abs());
        if pivot.is_nan() || least <= REGULAR * most {
            return None;
        }
        for j in k + 1..n {
            let share = a[(k, j)] / pivot;
            if share != 0.0 {
                (k + 1..n).for_each(|i| a[(i, j)] -= share * a[(i, k)]);
            }
        }
    }
    Some(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_of_rows_changes_the_sign() {
        let mut even =
            Matrix::from_rows(&[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
        let mut odd = Matrix::from_rows(&[[0.0, 2.0], [3.0, 1.0]]).unwrap();
        assert_eq!(determinant_sign(&mut even), Some(1));
        assert_eq!(determinant_sign(&mut odd), Some(-1));
        assert_eq!(determinant_sign(&mut Matrix::zeros(0, 0)), Some(1));
    }

    #[test]
    fn what_is_nearly_singular_has_none() {
        let mut a = Matrix::from_rows(&[[1.0, 1.0], [1.0, 1.0 + 1e-12]]).unwrap();
        assert_eq!(determinant_sign(&mut a), None);
    }
}
