//! The laws of contact as a map. To y = c − u belong exactly one force and one acceleration that obey the laws: c_n = max(0, y_n), c_T the
//! point of the friction set of size μ c_n nearest to y_T, a joint's c the point between its bounds nearest to y, and u = c − y. Answers
//! are the y with
//!
//! ```text
//!     A c(y) − u(y) = −b,
//! ```
//!
//! a map whose derivative is A C + 1 − C, C = ∂c/∂y. Where it is regular its sign is the index of the answer. If no contact slips and A is
//! definite then answers stay bounded while A is turned into 1, where every b has one, of index +1: so the indices of all answers sum up to
//! +1, for every b.

use super::scaled::Scaled;
use complementarity::Matrix;
use stickslip::ReducedContact;

/// y in scaled units from forces c.
pub(super) fn point(scaled: &Scaled, c: &[f64]) -> Vec<f64> {
    let mut u = vec![0.0; c.len()];
    scaled.reduced.velocity(c, &mut u);
    (c.iter().zip(&u).zip(&scaled.units))
        .map(|((c, u), unit)| c / unit - u * unit)
        .collect()
}

/// c at y.
pub(crate) fn force(scaled: &Scaled, y: &[f64]) -> Vec<f64> {
    let reduced = &scaled.reduced;
    let mut c = vec![0.0; y.len()];
    for contact in reduced.contacts() {
        let n = contact.row;
        c[n] = y[n].max(0.0);
        let Some(shape) = contact.friction.shape() else {
            continue;
        };
        let bound = contact.friction.coefficient * c[n] + contact.reserve / scaled.units[n];
        let rows = reduced.friction_rows(contact);
        let mut x = [0.0; 3];
        (x.iter_mut().zip(&y[rows.clone()])).for_each(|(x, y)| *x = *y);
        if bound > 0.0 {
            let nearest = shape.project(x, bound).point;
            rows.zip(nearest).for_each(|(row, x)| c[row] = x);
        }
    }
    for (row, [low, high]) in (reduced.first_joint()..).zip(reduced.bounds()) {
        let unit = scaled.units[row];
        c[row] = y[row].max(low / unit).min(high / unit);
    }
    c
}

/// ∂c/∂y.
pub(super) fn derivative(scaled: &Scaled, y: &[f64]) -> Matrix {
    let reduced = &scaled.reduced;
    let mut out = Matrix::zeros(y.len(), y.len());
    for contact in reduced.contacts() {
        of_contact(scaled, contact, y, &mut out);
    }
    for (row, [low, high]) in (reduced.first_joint()..).zip(reduced.bounds()) {
        let unit = scaled.units[row];
        let free = low / unit < y[row] && y[row] < high / unit;
        out[(row, row)] = if free { 1.0 } else { 0.0 };
    }
    out
}

fn of_contact(scaled: &Scaled, contact: &ReducedContact, y: &[f64], out: &mut Matrix) {
    let n = contact.row;
    let touches = y[n] > 0.0;
    out[(n, n)] = if touches { 1.0 } else { 0.0 };
    let Some(shape) = contact.friction.shape() else {
        return;
    };
    let mu = contact.friction.coefficient;
    let bound = mu * y[n].max(0.0) + contact.reserve / scaled.units[n];
    if bound <= 0.0 {
        return;
    }
    let rows = scaled.reduced.friction_rows(contact);
    let mut x = [0.0; 3];
    (x.iter_mut().zip(&y[rows.clone()])).for_each(|(x, y)| *x = *y);
    let nearest = shape.project(x, bound);
    for (i, row) in rows.clone().enumerate() {
        out[(row, n)] = if touches {
            mu * nearest.by_bound[i]
        } else {
            0.0
        };
        for (j, column) in rows.clone().enumerate() {
            out[(row, column)] = nearest.by_x[i][j];
        }
    }
}

/// A C + 1 − C.
pub(super) fn jacobian(a: &Matrix, c: &Matrix) -> Matrix {
    let n = a.rows();
    let mut out = Matrix::zeros(n, n);
    for j in 0..n {
        a.mul_add(c.col(j), out.col_mut(j));
        (out.col_mut(j).iter_mut().zip(c.col(j))).for_each(|(out, c)| *out -= c);
        out[(j, j)] += 1.0;
    }
    out
}
