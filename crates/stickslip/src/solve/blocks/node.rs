//! One contact of a problem in blocks, solved exactly while everything else stands still.

use crate::solve::sparse::local::Own;

/// A direction in which a contact gives way by less than this part of its trace counts as giving way by that much.
const STIFF: f64 = 1e-12;

/// A contact's block, symmetrised, with its friction rows turned so that the response after the normal is eliminated is
/// diagonal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    own: Own,
    cos: f64,
    sin: f64,
    /// Whether the block is symmetric but for rounding: an answer then needs no second look.
    pub(super) exact: bool,
}

impl Node {
    /// None if an impulse along the normal does not push the contact apart.
    pub(super) fn new<const D: usize>(block: &[[f64; D]; D], mu: f64) -> Option<Self> {
        let normal = block[0][0];
        if normal.is_nan() || normal <= 0.0 {
            return None;
        }
        let trace = (0..D).map(|i| block[i][i]).sum::<f64>();
        let rounding = f64::EPSILON * trace;
        let mut node = Self {
            own: Own {
                normal,
                coefficient: mu,
                rows: D - 1,
                ..Own::default()
            },
            cos: 1.0,
            sin: 0.0,
            exact: (0..D).all(|i| (0..i).all(|j| (block[i][j] - block[j][i]).abs() <= rounding)),
        };
        let mean = |i: usize, j: usize| 0.5 * (block[i][j] + block[j][i]);
        let rest = |i: usize, j: usize| mean(i, j) - mean(0, i) * mean(0, j) / normal;
        let least = STIFF * trace;
        if D == 2 {
            node.own.coupling[0] = mean(0, 1);
            node.own.slide[0] = rest(1, 1).max(least);
            return Some(node);
        }
        let (a, b, c) = (rest(1, 1), rest(1, 2), rest(2, 2));
        if b != 0.0 {
            (node.sin, node.cos) = (0.5 * (2.0 * b).atan2(a - c)).sin_cos();
        }
        let (cos, sin) = (node.cos, node.sin);
        node.own.coupling = [
            cos * mean(0, 1) + sin * mean(0, 2),
            cos * mean(0, 2) - sin * mean(0, 1),
            0.0,
        ];
        let across = 2.0 * b * sin * cos;
        node.own.slide = [
            (a * cos * cos + c * sin * sin + across).max(least),
            (a * sin * sin + c * cos * cos - across).max(least),
            0.0,
        ];
        Some(node)
    }

    /// The impulse that obeys the laws if others do what makes y of the present impulse x.
    pub(super) fn solve<const D: usize>(&self, x: &[f64; D], y: &[f64; D]) -> [f64; D] {
        let (x, y) = (self.turn(x), self.turn(y));
        let own = self.own.response(&x);
        let c = (self.own).solve(&std::array::from_fn(|i| y[i] - own[i]), &x);
        self.turn_back(&c)
    }

    fn turn<const D: usize>(&self, x: &[f64; D]) -> [f64; 4] {
        match D {
            2 => [x[0], x[1], 0.0, 0.0],
            _ => {
                let t = self.cos * x[1] + self.sin * x[2];
                [x[0], t, self.cos * x[2] - self.sin * x[1], 0.0]
            }
        }
    }

    fn turn_back<const D: usize>(&self, c: &[f64; 4]) -> [f64; D] {
        let mut x = [0.0; D];
        x[0] = c[0];
        if D == 2 {
            x[1] = c[1];
        } else {
            x[1] = self.cos * c[1] - self.sin * c[2];
            x[2] = self.sin * c[1] + self.cos * c[2];
        }
        x
    }
}
