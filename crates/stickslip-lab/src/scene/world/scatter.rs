//! Numbers that look random and are the same in every run, for the places of an array.

use complementarity::generate::Random;
use std::f64::consts::TAU;

/// A sequence of numbers that belongs to one place of a grid. It depends on nothing else, so that a larger grid begins like a
/// smaller one.
pub(super) struct Scatter(Random);

impl Scatter {
    /// The sequence of the place with these indices.
    pub(super) fn new(index: [u32; 3]) -> Self {
        // each index is stirred before the next is added: places in a row must not share a sequence
        let seed = index.into_iter().fold(0, |seed, i| {
            Random::new(seed).bits().wrapping_add(u64::from(i))
        });
        Self(Random::new(seed))
    }

    /// The next number in [−1, 1).
    pub(super) fn signed(&mut self) -> f64 {
        self.0.uniform(-1.0, 1.0)
    }

    /// The next turn, a unit quaternion w, x, y, z: all turns are equally likely.
    pub(super) fn turn(&mut self) -> [f64; 4] {
        // two points on circles whose squared radii add up to 1
        let share = self.0.uniform(0.0, 1.0);
        let (sin_a, cos_a) = (TAU * self.0.uniform(0.0, 1.0)).sin_cos();
        let (sin_b, cos_b) = (TAU * self.0.uniform(0.0, 1.0)).sin_cos();
        let (a, b) = ((1.0 - share).sqrt(), share.sqrt());
        [b * cos_b, a * sin_a, a * cos_a, b * sin_b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> impl Iterator<Item = Scatter> {
        (0..1000).map(|n| Scatter::new([n % 10, n / 10 % 10, n / 100]))
    }

    #[test]
    fn places_are_scattered_evenly_and_always_the_same() {
        let all: Vec<f64> = grid().map(|mut s| s.signed()).collect();
        let again: Vec<f64> = grid().map(|mut s| s.signed()).collect();
        assert_eq!(all, again);
        assert!(all.iter().all(|x| (-1.0..1.0).contains(x)));
        // the mean of 1000 such numbers is 0 ± 0.018
        assert!((all.iter().sum::<f64>() / 1000.0).abs() < 0.06);
        let mut sorted = all;
        sorted.sort_by(f64::total_cmp);
        sorted.dedup();
        assert_eq!(sorted.len(), 1000);
    }

    #[test]
    fn turns_are_unit_quaternions_without_a_favourite_axis() {
        let mut squares = [0.0; 4];
        for mut scatter in grid() {
            let turn = scatter.turn();
            assert!((turn.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-14);
            for (sum, x) in squares.iter_mut().zip(turn) {
                *sum += x * x / 1000.0;
            }
        }
        // each is 1/4 ± 0.008
        assert!(
            squares.iter().all(|s| (s - 0.25).abs() < 0.03),
            "{squares:?}"
        );
    }
}
