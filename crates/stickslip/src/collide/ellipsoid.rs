//! Ellipsoids: what of them lies farthest in a direction, and what is nearest to a point or a line.
//!
//! In the frame of its axes, with A the diagonal matrix of the semi-axes, an ellipsoid reaches |A n| along a unit vector n, and
//! it does so at the point A² n / |A n|, where n is its normal.

use crate::vector::{cross, dot, length, minus, plus, scale, tangent, unit};
use crate::world::Pose;

/// An ellipsoid in the frame of its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ellipsoid {
    /// Where its centre is, and how its axes are turned.
    pub(crate) place: Pose,
    /// Its semi-axes (m).
    pub(crate) half: [f64; 3],
}

/// The point of an ellipsoid that is nearest to something outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Nearest {
    pub(crate) point: [f64; 3],
    /// The unit normal there, out of the ellipsoid.
    pub(crate) normal: [f64; 3],
    /// How far away the other thing is along the normal (m), negative inside.
    pub(crate) distance: f64,
}

impl Ellipsoid {
    /// The same in another frame.
    pub(crate) fn placed(&self, pose: &Pose) -> Self {
        Self {
            place: pose.then(&self.place),
            ..*self
        }
    }

    /// How far it reaches from its centre along a unit vector (m).
    pub(crate) fn extent(&self, direction: [f64; 3]) -> f64 {
        length(stretched(self.half, self.place.direction_back(direction)))
    }

    /// Its farthest point along a unit vector.
    pub(crate) fn farthest(&self, direction: [f64; 3]) -> [f64; 3] {
        let n = self.place.direction_back(direction);
        self.place.point(farthest(self.half, n))
    }

    /// What of it is nearest to a point; for a point inside, where it gets out soonest.
    pub(crate) fn nearest_to_point(&self, point: [f64; 3]) -> Nearest {
        let (normal, distance) = nearest(self.half, self.place.point_back(point));
        let normal = self.place.direction(normal);
        Nearest {
            point: minus(point, scale(distance, normal)),
            normal,
            distance,
        }
    }

    /// What of it is nearest to a line; for a line that goes through it, where it gets out soonest.
    ///
    /// Seen along the line, the ellipsoid is an ellipse and the line a point.
    pub(crate) fn nearest_to_line(&self, on: [f64; 3], along: [f64; 3]) -> Nearest {
        let u = self.place.direction_back(along);
        let from = self.place.point_back(on);
        // two directions across the line, turned into the axes of the ellipse
        let e = tangent(u, [0.0, 0.0, 1.0]);
        let f = cross(u, e);
        let [ae, af] = [e, f].map(|d| stretched(self.half, d));
        let (ee, ef, ff) = (dot(ae, ae), dot(ae, af), dot(af, af));
        let (sin, cos) = (0.5 * (2.0 * ef).atan2(ee - ff)).sin_cos();
        let axes = [
            plus(scale(cos, e), scale(sin, f)),
            minus(scale(cos, f), scale(sin, e)),
        ];
        let half = axes.map(|d| length(stretched(self.half, d)));
        let (normal, distance) = nearest(half, axes.map(|d| dot(d, from)));
        let normal = plus(scale(normal[0], axes[0]), scale(normal[1], axes[1]));
        Nearest {
            point: self.place.point(farthest(self.half, normal)),
            normal: self.place.direction(normal),
            distance,
        }
    }

    /// The radius of the ball that bends as the ellipsoid does, in the mean over all directions, where its normal is n.
    pub(crate) fn mean_radius(&self, normal: [f64; 3]) -> f64 {
        let n = self.place.direction_back(normal);
        // on x·A⁻²x = 1 the mean curvature is (tr A⁻² − n·A⁻²n) / 2|A⁻²x|, and |A⁻²x| = 1/|A n|
        let bend: f64 = (0..3)
            .map(|k| (1.0 - n[k] * n[k]) / (self.half[k] * self.half[k]))
            .sum();
        2.0 / (bend * length(stretched(self.half, n)))
    }
}

/// Steps of an iteration. Half a dozen is the rule.
const MOST_STEPS: usize = 60;

/// A n.
pub(super) fn stretched(half: [f64; 3], n: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| half[k] * n[k])
}

/// The farthest point along n of an ellipsoid along the axes of its frame.
fn farthest(half: [f64; 3], n: [f64; 3]) -> [f64; 3] {
    let reach = length(stretched(half, n));
    std::array::from_fn(|k| half[k] * (half[k] * n[k] / reach))
}

/// The unit normal of an ellipse (N = 2) or ellipsoid (N = 3) at its point nearest to y, and the distance of y along it, negative
/// inside.
///
/// The nearest point x has y − x = t A⁻²x for some t, so that x = A² y / (t + A²), and x is on the surface where
/// w = A y / (t + A²) has length 1. That is the secular equation of trust regions: 1/|w| is nearly linear in t, and Newton's
/// method on it goes up to the largest root from below without ever passing it.
fn nearest<const N: usize>(half: [f64; N], y: [f64; N]) -> ([f64; N], f64) {
    let size = half.iter().fold(0.0_f64, |m, a| m.max(*a));
    // in units of the largest semi-axis
    let a: [f64; N] = half.map(|x| x / size);
    let mut y: [f64; N] = y.map(|x| x / size);
    let thin = a.iter().fold(f64::INFINITY, |m, x| m.min(*x));
    // every part of w alone has length 1 or more at its own value of this, so that the root is not below the largest
    let start = |y: &[f64; N]| {
        (0..N)
            .map(|k| a[k] * (y[k].abs() - a[k]))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let mut t = start(&y);
    if t <= -thin * thin * (1.0 - 1e-12) {
        // So deep inside that it could leave on either side of a plane of symmetry: by the thinnest axis, on the side of +.
        for k in 0..N {
            if a[k] == thin {
                y[k] = y[k].abs().max(1e-9 * thin).copysign(y[k]);
            }
        }
        t = start(&y);
    }
    let parts = |t: f64| -> [f64; N] { std::array::from_fn(|k| a[k] * y[k] / (t + a[k] * a[k])) };
    for _ in 0..MOST_STEPS {
        let w = parts(t);
        let square: f64 = w.iter().map(|x| x * x).sum();
        let slope: f64 = (0..N).map(|k| w[k] * w[k] / (t + a[k] * a[k])).sum();
        let step = square / slope * (square.sqrt() - 1.0);
        t += step;
        // what is not above rounding does not get it any closer
        if step.is_nan() || step <= 1e-16 * (t + thin * thin) {
            break;
        }
    }
    // A⁻²x = A⁻¹w, and y − x is t times that
    let w = parts(t);
    let out: [f64; N] = std::array::from_fn(|k| w[k] / a[k]);
    let steep = out.iter().map(|x| x * x).sum::<f64>().sqrt();
    match unit(out) {
        Some(normal) => (normal, size * t * steep),
        None => {
            let mut normal = [0.0; N];
            normal[N - 1] = 1.0;
            (normal, -half[N - 1])
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
