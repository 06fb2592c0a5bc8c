//! Fewer points, the same picture.

/// Thins a line on the screen: of each run of points in one column of pixels the first, the lowest, the highest
/// and the last are kept, in their order. What is left covers the same pixels, spikes included.
pub(super) fn columns(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut kept = Vec::new();
    let same = |a: &[f64; 2], b: &[f64; 2]| a[0].floor() == b[0].floor();
    for run in points.chunk_by(same) {
        let by_height = |a: &usize, b: &usize| run[*a][1].total_cmp(&run[*b][1]);
        let low = (0..run.len()).min_by(by_height).unwrap_or(0);
        let high = (0..run.len()).max_by(by_height).unwrap_or(0);
        let mut indices = [0, low, high, run.len() - 1];
        indices.sort_unstable();
        let mut last = None;
        for index in indices {
            if last != Some(index) {
                kept.push(run[index]);
            }
            last = Some(index);
        }
    }
    kept
}

/// Thins a curve that may turn anywhere: points nearer than `least` to the last one kept are dropped, except at
/// the ends.
pub(super) fn spaced(points: &[[f64; 2]], least: f64) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let far = kept
            .last()
            .is_none_or(|last| (last[0] - point[0]).hypot(last[1] - point[1]) >= least);
        if far || i + 1 == points.len() {
            kept.push(*point);
        }
    }
    kept
}

/// Thins a cloud: one point a cell of `cell` pixels.
pub(super) fn cells(points: &[[f64; 2]], cell: f64) -> Vec<[f64; 2]> {
    let mut taken = std::collections::BTreeSet::new();
    let key = |point: &[f64; 2]| point.map(|value| (value / cell).floor() as i64);
    points
        .iter()
        .copied()
        .filter(|point| taken.insert(key(point)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noisy(n: usize) -> Vec<[f64; 2]> {
        (0..n)
            .map(|i| {
                [
                    600.0 * i as f64 / n as f64,
                    ((i * 7919) % 1000) as f64 / 10.0,
                ]
            })
            .collect()
    }

    #[test]
    fn extremes_survive() {
        let mut points = noisy(100_000);
        points[54_321][1] = 1e3;
        points[12_345][1] = -1e3;
        let kept = columns(&points);
        assert!(kept.len() <= 4 * 600, "{}", kept.len());
        assert!(kept.contains(&points[54_321]) && kept.contains(&points[12_345]));
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
        // still in order
        assert!(kept.is_sorted_by(|a, b| a[0] <= b[0]));
    }

    #[test]
    fn few_points_are_left_alone() {
        let points = [[0.0, 1.0], [10.0, 5.0], [20.0, 2.0]];
        assert_eq!(columns(&points), points);
        assert_eq!(spaced(&points, 0.5), points);
        assert_eq!(cells(&points, 1.0), points);
        assert!(columns(&[]).is_empty() && spaced(&[], 1.0).is_empty());
    }

    #[test]
    fn spaced_keeps_the_ends() {
        let points: Vec<_> = (0..1000).map(|i| [f64::from(i) * 0.01, 0.0]).collect();
        let kept = spaced(&points, 0.5);
        assert!(kept.len() < 30);
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
    }

    #[test]
    fn a_cloud_has_one_point_a_cell() {
        assert_eq!(cells(&[[0.1, 0.1], [0.2, 0.3], [1.5, 0.1]], 1.0).len(), 2);
    }
}
