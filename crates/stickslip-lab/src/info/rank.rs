//! Which rows depend on the ones before them.

use stickslip::{Mass, Row};

/// A row of which less than this part (of its square) is independent of the others counts as dependent.
const DEPENDENT: f64 = 1e-10;

/// The numbers of the rows that depend on earlier ones, in the metric of M⁻¹: Cholesky's method, leaving out what is dependent.
pub(super) fn dependent(mass: &Mass, rows: &[&Row]) -> Vec<usize> {
    let n = mass.len();
    let response = |row: &Row| {
        let (mut p, mut v) = (vec![0.0; n], vec![0.0; n]);
        row.entries().for_each(|(dof, a)| p[dof] += a);
        mass.response(&p, &mut v);
        v
    };
    let mut found = Vec::new();
    // the rows that are kept: number, and their line of the factor
    let mut kept: Vec<(usize, Vec<f64>)> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let v = response(row);
        let whole = row.dot(&v);
        let mut line: Vec<f64> = Vec::with_capacity(kept.len() + 1);
        for (j, earlier) in &kept {
            let known: f64 = line.iter().zip(earlier).map(|(a, b)| a * b).sum();
            let pivot = earlier.last().copied().unwrap_or(1.0);
            line.push((rows[*j].dot(&v) - known) / pivot);
        }
        let rest = whole - line.iter().map(|a| a * a).sum::<f64>();
        if rest <= DEPENDENT * whole {
            found.push(i);
            continue;
        }
        line.push(rest.sqrt());
        kept.push((i, line));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_rows_is_dependent_and_so_is_nothing() {
        let mass = Mass::diagonal(&[1.0, 2.0, 3.0]).unwrap();
        let row = |a: [f64; 3]| {
            let mut row = Row::default();
            row.extend(0, &a);
            row
        };
        let rows = [
            row([1.0, 0.0, 2.0]),
            row([0.0, 1.0, 0.0]),
            row([2.0, -3.0, 4.0]),
            row([0.0, 0.0, 1.0]),
            row([0.0, 0.0, 0.0]),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        assert_eq!(dependent(&mass, &rows), [2, 4]);
    }
}
