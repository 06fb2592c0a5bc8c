//! The convex hull of points in the plane.

/// Its corners, counter-clockwise. A corner turns by more than `flat`, the area of a parallelogram (0 for all corners). Points that are not
/// finite are left out.
pub(crate) fn hull(mut points: Vec<[f64; 2]>, flat: f64) -> Vec<[f64; 2]> {
    points.retain(|point| point.iter().all(|x| x.is_finite()));
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    };
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if turn(a, b, p) > flat {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        // the last one begins the other chain
        chain.pop();
        chain
    };
    let mut corners = chain(&mut points.iter().copied());
    corners.extend(chain(&mut points.iter().rev().copied()));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_square_with_a_point_inside() {
        let square = [
            [0.0, 0.0],
            [1.0, 0.0],
            [1.0, 1.0],
            [0.0, 1.0],
            [0.5, 0.4],
            [0.5, 0.0],
            [f64::NAN, 0.0],
        ];
        assert_eq!(
            hull(square.to_vec(), 0.0),
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
        );
        assert_eq!(hull(vec![[1.0, 2.0]], 0.0), [[1.0, 2.0]]);
    }
}
