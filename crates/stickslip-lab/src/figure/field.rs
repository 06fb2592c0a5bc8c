//! Numbers on a grid, and the lines along which they have a given value.

use std::collections::BTreeMap;

/// A number at each point of a grid. What is not finite is unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    /// The values of x, ascending.
    pub columns: Vec<f64>,
    /// The values of y, ascending.
    pub rows: Vec<f64>,
    /// Row after row: x changes fastest.
    pub values: Vec<f64>,
}

/// An edge of the grid: from a point to the right, or upwards.
type Edge = (usize, usize, bool);

impl Field {
    fn value(&self, i: usize, j: usize) -> f64 {
        let index = j * self.columns.len() + i;
        self.values.get(index).copied().unwrap_or(f64::NAN)
    }

    /// The same field with a further line of points at each side, half a step out, where it goes on straight: as far as cells around
    /// the points reach.
    pub(super) fn extended(&self) -> Self {
        let [columns, rows] =
            [&self.columns, &self.rows].map(|axis| match edges(axis).as_slice() {
                [first, .., last] => {
                    let inner = axis.iter().copied();
                    std::iter::once(*first)
                        .chain(inner)
                        .chain([*last])
                        .collect()
                }
                _ => axis.clone(),
            });
        let more = [columns.len(), rows.len()];
        // between two points, or beyond the last two
        let near = |k: usize, more: usize, count: usize| -> [(usize, f64); 2] {
            match k {
                _ if more == count => [(k, 1.0), (k, 0.0)],
                0 if count > 1 => [(0, 1.5), (1, -0.5)],
                _ if k + 1 == more && count > 1 => [(count - 1, 1.5), (count - 2, -0.5)],
                _ => [(k.clamp(1, count) - 1, 1.0), (k.clamp(1, count) - 1, 0.0)],
            }
        };
        let mut values = Vec::with_capacity(more[0] * more[1]);
        for j in 0..more[1] {
            for i in 0..more[0] {
                let mut sum = 0.0;
                for (b, share_b) in near(j, more[1], self.rows.len()) {
                    for (a, share_a) in near(i, more[0], self.columns.len()) {
                        sum += share_a * share_b * self.value(a, b);
                    }
                }
                values.push(sum);
            }
        }
        Self {
            columns,
            rows,
            values,
        }
    }

    /// The value between the points, straight along each axis; nothing where it is unknown.
    pub fn at(&self, [x, y]: [f64; 2]) -> Option<f64> {
        let (i, s) = locate(&self.columns, x)?;
        let (j, t) = locate(&self.rows, y)?;
        let corner = |a: usize, b: usize| self.value(i + a, j + b);
        let low = corner(0, 0) * (1.0 - s) + corner(1, 0) * s;
        let high = corner(0, 1) * (1.0 - s) + corner(1, 1) * s;
        let value = low * (1.0 - t) + high * t;
        value.is_finite().then_some(value)
    }

    /// The lines on which the field has a value.
    pub fn contours(&self, level: f64) -> Vec<Vec<[f64; 2]>> {
        let mut places: BTreeMap<Edge, [f64; 2]> = BTreeMap::new();
        let mut next: BTreeMap<Edge, Vec<Edge>> = BTreeMap::new();
        for j in 1..self.rows.len() {
            for i in 1..self.columns.len() {
                for [from, to] in self.pieces([i - 1, j - 1], level) {
                    for (edge, other) in [(from, to), (to, from)] {
                        places.insert(edge, self.crossing(edge, level));
                        next.entry(edge).or_default().push(other);
                    }
                }
            }
        }
        // lines with ends first, then loops
        let ends: Vec<Edge> = next
            .iter()
            .filter(|(_, to)| to.len() == 1)
            .map(|(e, _)| *e)
            .collect();
        let all: Vec<Edge> = next.keys().copied().collect();
        let mut lines = Vec::new();
        for start in ends.into_iter().chain(all) {
            let mut line = vec![places[&start]];
            let mut here = start;
            while let Some(to) = next.get_mut(&here).and_then(Vec::pop) {
                if let Some(back) = next.get_mut(&to) {
                    let found = back.iter().position(|edge| *edge == here);
                    found.map(|k| back.swap_remove(k));
                }
                line.push(places[&to]);
                here = to;
            }
            if line.len() > 1 {
                lines.push(line);
            }
        }
        lines
    }

    /// The pieces of a contour in the square whose lower left corner is a point.
    fn pieces(&self, [i, j]: [usize; 2], level: f64) -> Vec<[Edge; 2]> {
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, b)| self.value(i + a, j + b));
        if corners.iter().any(|value| !value.is_finite()) {
            return Vec::new();
        }
        let above = corners.map(|value| value > level);
        // the sides from corner to corner: bottom, right, top, left
        let sides: [Edge; 4] = [
            (i, j, true),
            (i + 1, j, false),
            (i, j + 1, true),
            (i, j, false),
        ];
        let cut: Vec<usize> = (0..4).filter(|k| above[*k] != above[(k + 1) % 4]).collect();
        match cut.as_slice() {
            [a, b] => vec![[sides[*a], sides[*b]]],
            [_, _, _, _] => {
                // a saddle: the middle says which corners hang together
                let middle = corners.iter().sum::<f64>() / 4.0 > level;
                match above[0] == middle {
                    true => vec![[sides[0], sides[1]], [sides[2], sides[3]]],
                    false => vec![[sides[3], sides[0]], [sides[1], sides[2]]],
                }
            }
            _ => Vec::new(),
        }
    }

    fn crossing(&self, (i, j, along): Edge, level: f64) -> [f64; 2] {
        let (k, l) = if along { (i + 1, j) } else { (i, j + 1) };
        let (from, to) = (self.value(i, j), self.value(k, l));
        let share = ((level - from) / (to - from)).clamp(0.0, 1.0);
        let share = if share.is_finite() { share } else { 0.5 };
        let between = |axis: &[f64], a: usize, b: usize| axis[a] + share * (axis[b] - axis[a]);
        [between(&self.columns, i, k), between(&self.rows, j, l)]
    }
}

/// Where the cells around the points of an axis end; one cell has no neighbours to tell.
pub(super) fn edges(axis: &[f64]) -> Vec<f64> {
    let (Some(first), Some(last)) = (axis.first(), axis.last()) else {
        return Vec::new();
    };
    let Some((second, before)) = axis.get(1).zip(axis.len().checked_sub(2).map(|k| axis[k])) else {
        return vec![first - 0.5, last + 0.5];
    };
    let middles = axis.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    std::iter::once(1.5 * first - 0.5 * second)
        .chain(middles)
        .chain([1.5 * last - 0.5 * before])
        .collect()
}

/// The interval of an axis that holds a value, and how far along it is; values outside belong to the ends.
fn locate(axis: &[f64], value: f64) -> Option<(usize, f64)> {
    if axis.len() < 2 || value.is_nan() {
        return None;
    }
    let i = axis
        .partition_point(|at| *at <= value)
        .clamp(1, axis.len() - 1)
        - 1;
    let share = (value - axis[i]) / (axis[i + 1] - axis[i]);
    Some((i, share.clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(count: usize, of: impl Fn(f64, f64) -> f64) -> Field {
        let axis: Vec<f64> = (0..count)
            .map(|i| -1.0 + 2.0 * i as f64 / (count - 1) as f64)
            .collect();
        let values = axis
            .iter()
            .flat_map(|y| axis.iter().map(|x| of(*x, *y)).collect::<Vec<_>>());
        Field {
            values: values.collect(),
            columns: axis.clone(),
            rows: axis,
        }
    }

    #[test]
    fn the_contour_of_a_paraboloid_is_one_circle() {
        let lines = field(41, |x, y| x * x + y * y).contours(0.36);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].first(), lines[0].last());
        assert!(
            lines[0]
                .iter()
                .all(|[x, y]| (x.hypot(*y) - 0.6).abs() < 1e-2)
        );
        let length: f64 = lines[0]
            .windows(2)
            .map(|p| (p[1][0] - p[0][0]).hypot(p[1][1] - p[0][1]))
            .sum();
        assert!(
            (length - 1.2 * std::f64::consts::PI).abs() < 0.02,
            "{length}"
        );
    }

    #[test]
    fn a_straight_contour_goes_from_side_to_side() {
        let plane = field(5, |x, y| x + y - 0.1);
        let lines = plane.extended().contours(0.0);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].iter().all(|[x, y]| (x + y - 0.1).abs() < 1e-12));
        // the cells around the outermost points reach to 1.25
        assert!(lines[0].iter().any(|[x, _]| (x.abs() - 1.25).abs() < 1e-12));
        assert!((plane.at([0.3, 0.4]).unwrap() - 0.6).abs() < 1e-12);
    }

    #[test]
    fn a_saddle_has_two_lines_and_what_is_unknown_none() {
        let lines = field(2, |x, y| x * y).contours(0.1);
        assert_eq!(lines.len(), 2);
        assert!(field(4, |_, _| f64::NAN).contours(0.0).is_empty());
        assert_eq!(Field::default().extended().contours(0.0).len(), 0);
        assert_eq!(field(4, |x, _| 1.0 / (x - x)).at([0.0, 0.0]), None);
        assert!(edges(&[]).is_empty());
        assert_eq!(edges(&[2.0]), [1.5, 2.5]);
        assert_eq!(edges(&[0.0, 2.0]), [-1.0, 1.0, 3.0]);
    }
}
