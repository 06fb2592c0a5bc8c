//! Tables of numbers, row by row at the same times.

use crate::table::Csv;
use serde::Serialize;

/// Two times (s) closer than this part of their size are the same: clocks of different step lengths.
const SAME_TIME: f64 = 1e-9;

/// Where two tables first differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct First {
    /// Row of the first table, counted from 0; for the trajectory the number of the step.
    pub step: usize,
    /// The time there (s).
    pub t: f64,
    /// Which table.
    pub table: &'static str,
    /// Which column.
    pub column: String,
    /// The number in each run.
    pub values: [f64; 2],
}

impl First {
    pub(super) fn is_before(a: &Self, b: &Self) -> bool {
        a.t < b.t
    }
}

/// How a column differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Column {
    /// Which table.
    pub table: &'static str,
    /// Its name.
    pub column: String,
    /// The largest difference; `null` in JSON if it is infinite or not a number.
    pub largest: f64,
    /// The same relative to the largest number of the column in both runs.
    pub relative: f64,
    /// The same as the tolerance measures it, which comes first among columns: beside numbers that are all next to nothing, rounding would look
    /// like much.
    pub measured: f64,
    /// When it occurs (s).
    pub t: f64,
    /// Row of the first table.
    pub step: usize,
    /// The numbers there.
    pub values: [f64; 2],
}

/// What comparing two tables gave.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) identical: bool,
    pub(super) within: bool,
    /// Rows that both have.
    pub(super) rows: usize,
    pub(super) first: Option<First>,
    pub(super) columns: Vec<Column>,
}

/// Compares two tables with the same columns, the first of which is the time.
pub(super) fn compare(table: &'static str, a: &Csv, b: &Csv, tolerance: f64) -> Found {
    let pairs = joined(a, b);
    let mut found = Found {
        identical: a.rows.len() == b.rows.len() && pairs.len() == a.rows.len(),
        within: true,
        rows: pairs.len(),
        first: None,
        columns: Vec::new(),
    };
    for (j, name) in a.columns.iter().enumerate() {
        let size = a.rows.iter().map(|row| row[j].abs());
        let size = size.filter(|x| x.is_finite()).fold(0.0, f64::max);
        let least = size.max(1.0);
        let own = b.rows.iter().map(|row| row[j].abs());
        let own = own.filter(|x| x.is_finite()).fold(size, f64::max);
        let mut worst: Option<Column> = None;
        for &(i, k) in &pairs {
            let values = [a.rows[i][j], b.rows[k][j]];
            if values[0].to_bits() == values[1].to_bits() || values.iter().all(|x| x.is_nan()) {
                continue;
            }
            found.identical = false;
            let largest = (values[0] - values[1]).abs();
            // zeros of different sign are no difference that one could show
            if largest == 0.0 {
                continue;
            }
            let t = a.rows[i][0];
            // a number against none is the largest difference of all
            let largest = if largest.is_nan() {
                f64::INFINITY
            } else {
                largest
            };
            if j > 0 && largest > tolerance * least {
                found.within = false;
                let first = First {
                    step: i,
                    t,
                    table,
                    column: name.clone(),
                    values,
                };
                if found.first.as_ref().is_none_or(|f| first.t < f.t) {
                    found.first = Some(first);
                }
            }
            if j > 0 && worst.as_ref().is_none_or(|w| largest > w.largest) {
                worst = Some(Column {
                    table,
                    column: name.clone(),
                    largest,
                    relative: largest / own,
                    measured: largest / least,
                    t,
                    step: i,
                    values,
                });
            }
        }
        found.columns.extend(worst);
    }
    found
}

/// Pairs of rows at the same time; both tables ascend.
fn joined(a: &Csv, b: &Csv) -> Vec<(usize, usize)> {
    let (mut i, mut k, mut pairs) = (0, 0, Vec::new());
    while let (Some(x), Some(y)) = (a.rows.get(i), b.rows.get(k)) {
        match same_time(x[0], y[0]) {
            true => {
                pairs.push((i, k));
                (i, k) = (i + 1, k + 1);
            }
            false if x[0] < y[0] => i += 1,
            false => k += 1,
        }
    }
    pairs
}

/// The times of a table (s).
pub(super) fn times(csv: &Csv) -> Vec<f64> {
    csv.rows
        .iter()
        .filter_map(|row| row.first().copied())
        .collect()
}

/// Whether a time (s) is among others that ascend.
pub(super) fn has_time(times: &[f64], t: f64) -> bool {
    let after = times.partition_point(|other| *other < t);
    let near = &times[after.saturating_sub(1)..times.len().min(after + 1)];
    near.iter().any(|other| same_time(*other, t))
}

/// Whether two times (s) are the same up to the rounding of clocks.
pub(super) fn same_time(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME_TIME * a.abs().max(b.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(rows: &[[f64; 2]]) -> Csv {
        Csv {
            columns: vec!["t".into(), "x".into()],
            rows: rows.iter().map(|row| row.to_vec()).collect(),
        }
    }

    #[test]
    fn the_first_and_the_largest_difference_are_found() {
        let a = csv(&[[0.0, 1.0], [0.1, 2.0], [0.2, 4.0], [0.3, 8.0]]);
        let b = csv(&[[0.0, 1.0], [0.1, 2.5], [0.2, 6.0], [0.3, 8.0]]);
        let found = compare("trajectory", &a, &b, 0.0);
        assert!(!found.identical && !found.within && found.rows == 4);
        let first = found.first.unwrap();
        assert_eq!((first.step, first.t, first.values), (1, 0.1, [2.0, 2.5]));
        let column = &found.columns[0];
        assert_eq!(
            (column.largest, column.relative, column.t),
            (2.0, 0.25, 0.2)
        );
        // 2 of 8
        assert!(compare("trajectory", &a, &b, 0.25).within);
        assert!(!compare("trajectory", &a, &b, 0.2).within);
        let same = compare("trajectory", &a, &a, 0.0);
        assert!(same.identical && same.first.is_none() && same.columns.is_empty());
    }

    #[test]
    fn what_is_told_of_a_small_column_is_its_own_part_of_it() {
        let (a, b) = (csv(&[[0.0, 1e-14]]), csv(&[[0.0, 3e-14]]));
        let found = compare("trajectory", &a, &b, 1e-9);
        assert!(found.within && !found.identical);
        let column = &found.columns[0];
        assert!((column.relative - 2.0 / 3.0).abs() < 1e-9, "{column:?}");
        assert!(column.measured < 1e-13, "{column:?}");
        // also where the first run has nothing but zeros
        let found = compare("trajectory", &csv(&[[0.0, 0.0]]), &b, 0.0);
        assert_eq!(found.columns[0].relative, 1.0);
    }

    #[test]
    fn a_time_is_found_among_others_but_for_rounding() {
        let times = [0.0, 0.1, 0.3];
        assert!(has_time(&times, 0.1 + 0.2) && has_time(&times, 0.0));
        assert!(has_time(&times, 0.1 * (1.0 - 1e-12)));
        assert!(!has_time(&times, 0.2) && !has_time(&times, 0.4));
        assert!(!has_time(&[], 0.2));
    }

    #[test]
    fn runs_with_other_steps_are_compared_where_they_meet() {
        let coarse = csv(&[[0.0, 1.0], [0.2, 4.0], [0.4, 5.0]]);
        let fine = csv(&[
            [0.0, 1.0],
            [0.1, 2.0],
            [0.1 + 0.1, 4.0],
            [0.3, 0.0],
            [0.4, 7.0],
        ]);
        let found = compare("trajectory", &coarse, &fine, 0.0);
        assert!(!found.identical);
        assert_eq!((found.rows, found.first.unwrap().t), (3, 0.4));
    }

    #[test]
    fn what_is_not_a_number_is_the_same_only_as_itself() {
        let a = csv(&[[0.0, f64::NAN]]);
        assert!(compare("energy", &a, &a, 0.0).identical);
        let b = csv(&[[0.0, 1.0]]);
        let found = compare("energy", &a, &b, 1e9);
        assert!(!found.within && found.columns[0].largest.is_infinite());
        // a zero has two signs
        let [plus, minus] = [csv(&[[0.0, 0.0]]), csv(&[[0.0, -0.0]])];
        let found = compare("energy", &plus, &minus, 0.0);
        assert!(!found.identical && found.within && found.columns.is_empty());
    }
}
