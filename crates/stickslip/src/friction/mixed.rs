//! Elliptic sliding friction and a torsion bound of its own: (c_t/e_t)² + (c_o/e_o)² ≤ σ² and |c_r| ≤ e_r σ
//! [TTP01 §2 (c)].

use super::ellipse::Ellipse;
use super::shape::{Constraint, Projection, Shape, ball};
use crate::error::Error;
use crate::vector::length;

/// An ellipse times an interval, with half axes along t, o (1) and r (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixed {
    axes: [f64; 3],
}

impl Mixed {
    /// Half axes e_t, e_o (1) and e_r (m), all positive.
    pub fn new(axes: [f64; 3]) -> Result<Self, Error> {
        super::check_lengths(&axes)?;
        Ok(Self { axes })
    }
}

impl Shape for Mixed {
    fn dimensions(&self) -> usize {
        3
    }

    fn lengths(&self) -> [f64; 3] {
        self.axes
    }

    fn gauge(&self, c: [f64; 3]) -> f64 {
        let s = ball::scaled(c, self.axes, 3);
        length([s[0], s[1], 0.0]).max(s[2].abs())
    }

    fn argmax(&self, slip: [f64; 3]) -> [f64; 3] {
        let [t, o, _] = ball::argmax([slip[0], slip[1], 0.0], self.axes, 3);
        let r = match slip[2] == 0.0 {
            true => 0.0,
            false => -self.axes[2] * slip[2].signum(),
        };
        [t, o, r]
    }

    fn project(&self, x: [f64; 3], bound: f64) -> Projection {
        let mut out = ball::project(x, bound, 2);
        match x[2].abs() <= bound {
            true => (out.point[2], out.by_x[2][2]) = (x[2], 1.0),
            false => {
                (out.point[2], out.by_bound[2]) = (bound * x[2].signum(), x[2].signum());
            }
        }
        out
    }

    fn constraints(&self) -> usize {
        2
    }

    fn constraint(&self, index: usize, c: [f64; 3]) -> Constraint {
        ball::constraint(c, if index == 0 { 0..2 } else { 2..3 })
    }

    fn facets(&self, k: usize) -> Vec<[f64; 3]> {
        let ellipse = Ellipse::new([self.axes[0], self.axes[1]]).expect("checked when made");
        let ring = ellipse.facets(k);
        let ends = [self.axes[2], -self.axes[2]];
        ends.into_iter()
            .flat_map(|r| ring.iter().map(move |d| [d[0], d[1], r]))
            .collect()
    }
}
