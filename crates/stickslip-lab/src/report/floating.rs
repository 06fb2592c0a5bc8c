//! Vectors whose sizes span many orders, as columns: each row has a power of two of its own, so that the weak are as exact as the
//! strong, and its numbers are small whole multiples of that.

use super::columns::{Columns, OWNERS};

/// The largest number of a row has so many bits.
const BITS: i32 = 12;
/// What is smaller than the largest of all by more than this power of two is stored as nothing.
const REACH: i32 = 40;
/// Rows whose powers differ by more have nothing to do with each other.
const FARTHEST: i32 = 15;

impl Columns {
    /// Rows of `width` numbers, as differences to the last row of the same contact, and the column `power` of their powers.
    pub(super) fn floating(
        &mut self,
        name: &'static str,
        power: &'static str,
        width: usize,
        values: &[f64],
        owners: &[u32],
    ) {
        let finite = |x: &f64| if x.is_finite() { x.abs() } else { 0.0 };
        let top = power_above(values.iter().map(finite).fold(0.0, f64::max));
        let lowest = top.unwrap_or(0) - REACH;
        let most = owners.iter().max().map_or(0, |&m| m as usize + 1);
        // the last row of each contact: its power, and where its numbers begin
        let mut last: Vec<Option<(i32, usize)>> = vec![None; most];
        let (mut powers, mut whole, mut stored) = (Vec::new(), Vec::new(), Vec::new());
        for (row, &owner) in values.chunks_exact(width).zip(owners) {
            let before = last[owner as usize];
            let own = power_above(row.iter().map(finite).fold(0.0, f64::max));
            let own = own.map(|own| own - lowest).filter(|own| *own >= 0);
            // nothing has the power of what was before it
            let power = own.unwrap_or_else(|| before.map_or(0, |(power, _)| power));
            let unit = 2.0_f64.powi(lowest + power - BITS);
            let from = whole.len();
            for (k, x) in row.iter().enumerate() {
                let steps = match own.is_some() && x.is_finite() {
                    true => (x / unit).round() as i64,
                    false => 0,
                };
                let there = before.map_or(0, |(other, at)| carried(whole[at + k], other - power));
                whole.push(steps);
                stored.push(steps - there);
            }
            powers.push(power as u32);
            last[owner as usize] = Some((power, from));
        }
        self.counts(power, &powers, false);
        self.whole_with_powers(
            name,
            width,
            &stored,
            (2.0_f64.powi(lowest - BITS), power, OWNERS),
        );
    }
}

/// A whole number of one unit in units that are 2^by smaller, rounded down.
fn carried(whole: i64, by: i32) -> i64 {
    match by {
        0..=FARTHEST => whole << by,
        by if (-FARTHEST..0).contains(&by) => whole >> -by,
        _ => 0,
    }
}

/// The least power of two that is above a size; nothing for 0.
fn power_above(size: f64) -> Option<i32> {
    // the logarithm of a number just below a power may be that power
    (size > 0.0).then(|| {
        let power = size.log2().floor() as i32 + 1;
        match size < 2.0_f64.powi(power - 1) {
            true => power - 1,
            false => power,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_just_above() {
        for (size, power) in [(1.0, 1), (0.999, 0), (0.5, 0), (3.0, 2), (4096.0, 13)] {
            assert_eq!(power_above(size), Some(power), "{size}");
        }
        assert_eq!(power_above(0.0), None);
        assert_eq!(power_above(1.0_f64.next_down()), Some(0));
    }

    #[test]
    fn numbers_are_carried_between_powers() {
        assert_eq!(carried(-5, 0), -5);
        assert_eq!(carried(-5, 3), -40);
        assert_eq!(carried(-5, -1), -3);
        assert_eq!((carried(5, 16), carried(-5, -16)), (0, 0));
    }
}
