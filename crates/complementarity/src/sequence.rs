//! Numbers that look random but are not: starts, covers and homotopies must be the same in every run.

/// The i-th coordinate of the k-th point of a deterministic, evenly spread sequence in the unit cube: multiples of
/// the golden ratio, one shifted copy per point.
pub(crate) fn spread(k: usize, i: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    const PLASTIC: f64 = 0.754_877_666_246_692_8;
    ((i + 1) as f64 * GOLDEN + k as f64 * PLASTIC).fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_points_differ() {
        let points: Vec<f64> = (0..50).map(|i| spread(1, i)).collect();
        assert!(points.iter().all(|x| (0.0..1.0).contains(x)));
        assert!((points.iter().sum::<f64>() / 50.0 - 0.5).abs() < 0.05);
    }
}
