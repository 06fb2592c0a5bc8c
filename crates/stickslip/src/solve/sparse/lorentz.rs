//! Points of Lorentz' cone x₀ ≥ |x_T| in up to four dimensions: Jordan's product, the scaling of Nesterov and Todd, and how far it
//! is to the boundary. One dimension is the half line x₀ ≥ 0.

/// Dimensions at most: the normal and three rows of friction.
pub(super) const FOUR: usize = 4;

/// A point; what is beyond its dimensions is zero.
pub(super) type Four = [f64; FOUR];

/// |x_T|.
pub(super) fn tail(x: &Four) -> f64 {
    (x[1] * x[1] + x[2] * x[2] + x[3] * x[3]).sqrt()
}

/// x₀² − |x_T|², without cancellation.
fn determinant(x: &Four) -> f64 {
    let size = tail(x);
    (x[0] - size) * (x[0] + size)
}

pub(super) fn dot(a: &Four, b: &Four) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// Jordan's product a ∘ b.
pub(super) fn product(a: &Four, b: &Four) -> Four {
    let turn = |k: usize| a[0] * b[k] + b[0] * a[k];
    [dot(a, b), turn(1), turn(2), turn(3)]
}

/// The x with a ∘ x = b, for a inside the cone.
pub(super) fn divide(a: &Four, b: &Four) -> Four {
    let along = a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    let first = (a[0] * b[0] - along) / determinant(a);
    let rest = |k: usize| (b[k] - first * a[k]) / a[0];
    [first, rest(1), rest(2), rest(3)]
}

/// How many times d one may go from x, inside the cone, until the boundary.
pub(super) fn until(x: &Four, d: &Four) -> f64 {
    // the first root of a t² + 2 b t + c beyond zero
    let a = determinant(d);
    let b = 2.0 * x[0] * d[0] - dot(x, d);
    let c = determinant(x);
    let square = b * b - a * c;
    let denominator = square.max(0.0).sqrt() - b;
    let side = match square >= 0.0 && denominator > 0.0 {
        true => c / denominator,
        false => f64::INFINITY,
    };
    // through the tip, where rounding may hide the root
    match d[0] < 0.0 {
        true => side.min(-x[0] / d[0]),
        false => side,
    }
}

/// W = β(2 w wᵀ − J) with J = diag(1, −1, −1, −1): symmetric, and W² z = x for two points inside the cone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scaling {
    beta: f64,
    w: Four,
}

impl Scaling {
    /// The scaling of two points.
    pub(super) fn between(x: &Four, z: &Four) -> Self {
        let depth = |x: &Four| determinant(x).max(f64::MIN_POSITIVE).sqrt();
        let (deep_x, deep_z) = (depth(x), depth(z));
        let half = ((1.0 + dot(x, z) / (deep_x * deep_z)) / 2.0).sqrt();
        let mut w = [0.0; FOUR];
        for k in 0..FOUR {
            let mirrored = if k == 0 { z[k] } else { -z[k] };
            w[k] = (x[k] / deep_x + mirrored / deep_z) / (2.0 * half);
        }
        // the square root of a point with determinant one
        let root = (2.0 * (w[0] + 1.0)).sqrt();
        w[0] += 1.0;
        Self {
            beta: (deep_x / deep_z).sqrt(),
            w: w.map(|w| w / root),
        }
    }

    /// W y.
    pub(super) fn apply(&self, y: &Four) -> Four {
        let along = 2.0 * dot(&self.w, y);
        let mut out = [0.0; FOUR];
        for k in 0..FOUR {
            let mirrored = if k == 0 { y[k] } else { -y[k] };
            out[k] = self.beta * (along * self.w[k] - mirrored);
        }
        out
    }

    /// W⁻¹ y.
    pub(super) fn undo(&self, y: &Four) -> Four {
        let along = 2.0 * (2.0 * self.w[0] * y[0] - dot(&self.w, y));
        let mut out = [0.0; FOUR];
        for k in 0..FOUR {
            let value = along * self.w[k] - y[k];
            out[k] = if k == 0 { value } else { -value } / self.beta;
        }
        out
    }

    /// W², of so many dimensions.
    pub(super) fn squared(&self, dimensions: usize) -> [Four; FOUR] {
        let mut out = [[0.0; FOUR]; FOUR];
        for k in 0..dimensions {
            let mut unit = [0.0; FOUR];
            unit[k] = 1.0;
            let column = self.apply(&self.apply(&unit));
            (0..dimensions).for_each(|i| out[i][k] = column[i]);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use complementarity::generate::Random;

    /// A point inside the cone of so many dimensions.
    fn inside(random: &mut Random, dimensions: usize) -> Four {
        let mut x = [0.0; FOUR];
        (1..dimensions).for_each(|k| x[k] = random.uniform(-1.0, 1.0));
        x[0] = tail(&x) + random.uniform(1e-3, 1.0);
        x
    }

    #[test]
    fn the_scaling_takes_one_point_to_the_other_and_back() {
        let mut random = Random::new(3);
        for case in 0..400 {
            let dimensions = 1 + case % FOUR;
            let (x, z) = (
                inside(&mut random, dimensions),
                inside(&mut random, dimensions),
            );
            let scaling = Scaling::between(&x, &z);
            let (middle, other) = (scaling.apply(&z), scaling.undo(&x));
            let again = scaling.undo(&scaling.apply(&z));
            let square = scaling.squared(dimensions);
            for k in 0..FOUR {
                let size = 1e-10 * (1.0 + middle[0]);
                assert!((middle[k] - other[k]).abs() < size, "{middle:?} {other:?}");
                assert!((again[k] - z[k]).abs() < 1e-10);
                assert!((dot(&square[k], &z) - x[k]).abs() < size.max(1e-10));
            }
        }
    }

    #[test]
    fn a_quotient_times_its_divisor_is_the_dividend() {
        let mut random = Random::new(4);
        for case in 0..400 {
            let dimensions = 1 + case % FOUR;
            let (a, b) = (
                inside(&mut random, dimensions),
                inside(&mut random, dimensions),
            );
            let back = product(&a, &divide(&a, &b));
            assert!(
                (0..FOUR).all(|k| (back[k] - b[k]).abs() < 1e-10),
                "{back:?} {b:?}"
            );
        }
    }

    #[test]
    fn the_way_to_the_boundary_ends_on_it() {
        let mut random = Random::new(5);
        let mut met = 0;
        for case in 0..400 {
            let dimensions = 1 + case % FOUR;
            let x = inside(&mut random, dimensions);
            let mut d = [0.0; FOUR];
            (0..dimensions).for_each(|k| d[k] = random.uniform(-1.0, 1.0));
            let far = until(&x, &d);
            let at = |t: f64| -> Four { std::array::from_fn(|k| x[k] + t * d[k]) };
            let gap = |y: Four| y[0] - tail(&y);
            if far.is_finite() {
                met += 1;
                // through the tip the root is double, and known to half the digits
                assert!(gap(at(far)).abs() < 1e-7 * (1.0 + far), "{x:?} {d:?}");
                assert!(gap(at(0.999 * far)) > 0.0);
            } else {
                assert!(gap(at(1e6)) > -1e-6);
            }
        }
        assert!(met > 100 && met < 390, "{met}");
    }
}
