//! One contact solved exactly, while everything else stands still.
//!
//! Its friction rows are scaled so that the set is a ball of radius μ c_n. Where the response S, after the normal impulse is eliminated, is
//! diagonal, the sliding case has one unknown, found by a safeguarded Newton iteration: two rows are turned for that when they slide,
//! three in advance.

/// The response of a contact to its own impulse: W = [[n, wᵀ], [w, S + w wᵀ/n]].
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solve) struct Own {
    /// nᵀM⁻¹n (1/kg), positive.
    pub(in crate::solve) normal: f64,
    /// How friction moves the normal (1/kg).
    pub(in crate::solve) coupling: [f64; 3],
    /// The diagonal of S (1/kg), not negative; with two rows what is beside it comes last.
    pub(in crate::solve) slide: [f64; 3],
    /// μ.
    pub(in crate::solve) coefficient: f64,
    /// Friction rows.
    pub(in crate::solve) rows: usize,
}

/// Where the determinant of S is less than this part of the product of its diagonal, a direct solution would be rounding.
const SINGULAR: f64 = 1e-6;
/// A step of Newton's method, relative, after which the answer is exact (1), and one after which it is good enough for a sweep: what is left is
/// small beside what the sweep changed, and smaller in the next one.
const EXACT: f64 = 1e-8;
pub(super) const CLOSE: f64 = 1e-2;
/// Newton steps before the last iterate is taken; bisection alone needs no more.
const LIMIT: usize = 80;

impl Own {
    /// W c, without what others do.
    pub(in crate::solve) fn response(&self, c: &[f64; 4]) -> [f64; 4] {
        match self.rows {
            0 => self.response_of::<0>(c),
            1 => self.response_of::<1>(c),
            2 => self.response_of::<2>(c),
            _ => self.response_of::<3>(c),
        }
    }

    /// The same for so many friction rows.
    #[inline(always)]
    pub(super) fn response_of<const ROWS: usize>(&self, c: &[f64; 4]) -> [f64; 4] {
        let mut u = [self.normal * c[0], 0.0, 0.0, 0.0];
        let along: f64 = (0..ROWS).map(|i| self.coupling[i] * c[1 + i]).sum();
        u[0] += along;
        let press = c[0] + along / self.normal;
        for i in 0..ROWS {
            u[1 + i] = self.coupling[i] * press + self.slide[i] * c[1 + i];
        }
        if ROWS == 2 {
            u[1] += self.slide[2] * c[2];
            u[2] += self.slide[2] * c[1];
        }
        u
    }

    /// W⁻¹ for two friction rows, [nn, nt, no, tt, to, oo]: what sticks changes its impulse by −W⁻¹u. Not a number where W is singular, or
    /// nearly so.
    pub(super) fn stick(&self) -> [f64; 6] {
        let [a, b, beside] = self.slide;
        let det = a * b - beside * beside;
        let inverse = 1.0 / self.normal;
        let over = match det > SINGULAR * a * b {
            true => 1.0 / det,
            false => f64::NAN,
        };
        let [tt, to, oo] = [b * over, -beside * over, a * over];
        let [t, o, _] = self.coupling.map(|w| w * inverse);
        let (nt, no) = (-(tt * t + to * o), -(to * t + oo * o));
        [inverse - (nt * t + no * o), nt, no, tt, to, oo]
    }

    /// The trace of W.
    pub(in crate::solve) fn trace(&self) -> f64 {
        let friction = (0..self.rows)
            .map(|i| self.slide[i] + self.coupling[i] * self.coupling[i] / self.normal);
        self.normal + friction.sum::<f64>()
    }

    /// The impulse c with u = q + W c: c_n ≥ 0 ⊥ u_n ≥ 0, friction in the ball of radius μ c_n against the slip. From an old impulse it is
    /// found sooner.
    pub(in crate::solve) fn solve(&self, q: &[f64; 4], old: &[f64; 4]) -> [f64; 4] {
        match self.rows {
            0 => self.solve_of::<0>(q, old, EXACT),
            1 => self.solve_of::<1>(q, old, EXACT),
            2 => self.solve_of::<2>(q, old, EXACT),
            _ => self.solve_of::<3>(q, old, EXACT),
        }
    }

    /// The same for so many friction rows. What slides is solved until steps of Newton's method are `close`, relative (1); the error is their
    /// square.
    #[inline(always)]
    pub(super) fn solve_of<const ROWS: usize>(
        &self,
        q: &[f64; 4],
        old: &[f64; 4],
        close: f64,
    ) -> [f64; 4] {
        if q[0] >= 0.0 {
            return [0.0; 4];
        }
        let press = -q[0] / self.normal;
        if ROWS == 0 || self.coefficient == 0.0 {
            return [press, 0.0, 0.0, 0.0];
        }
        // slip without friction, the normal in balance
        let mut p = [0.0; 3];
        for i in 0..ROWS {
            p[i] = q[1 + i] + self.coupling[i] * press;
        }
        if ROWS != 2 {
            return self.diagonal::<ROWS>(p, press);
        }
        let [a, b, beside] = self.slide;
        let det = a * b - beside * beside;
        if det > SINGULAR * a * b {
            let l = [
                (beside * p[1] - b * p[0]) / det,
                (beside * p[0] - a * p[1]) / det,
            ];
            let along = self.coupling[0] * l[0] + self.coupling[1] * l[1];
            let normal = press - along / self.normal;
            let bound = self.coefficient * normal;
            if normal >= 0.0 && l[0] * l[0] + l[1] * l[1] <= bound * bound {
                return [normal, l[0], l[1], 0.0];
            }
            return self.slides_two([p[0], p[1]], press, [old[1], old[2]], close);
        }
        self.turned(p, press)
    }

    /// Two rows that slide: l = −(S + g)⁻¹ p with g > 0 such that |l| = μ c_n, from what g was.
    #[inline(always)]
    fn slides_two(&self, p: [f64; 2], press: f64, old: [f64; 2], close: f64) -> [f64; 4] {
        let (mu, [a, b, beside]) = (self.coefficient, self.slide);
        let (mean, inverse) = (0.5 * (a + b), 1.0 / self.normal);
        let square = old[0] * old[0] + old[1] * old[1];
        let mut g = match square > 0.0 {
            true => {
                let against = old[0] * p[0] + old[1] * p[1];
                let stiff = a * old[0] * old[0] + b * old[1] * old[1];
                -(against + stiff + 2.0 * beside * old[0] * old[1]) / square
            }
            false => (p[0] * p[0] + p[1] * p[1]).sqrt() / (mu * press) - mean,
        }
        .max(0.0);
        let mut search = Search::new(close);
        for _ in 0..LIMIT {
            let (a, b) = (a + g, b + g);
            let det = 1.0 / (a * b - beside * beside);
            let l = [
                (beside * p[1] - b * p[0]) * det,
                (beside * p[0] - a * p[1]) * det,
            ];
            let size = (l[0] * l[0] + l[1] * l[1]).sqrt();
            if search.done {
                return [size / mu, l[0], l[1], 0.0];
            }
            let along = self.coupling[0] * l[0] + self.coupling[1] * l[1];
            let normal = press - along * inverse;
            let psi = mu * normal - size;
            // l' = −(S + g)⁻¹ l
            let rate = [
                (b * l[0] - beside * l[1]) * det,
                (a * l[1] - beside * l[0]) * det,
            ];
            let turn = l[0] * rate[0] + l[1] * rate[1];
            let pull = self.coupling[0] * rate[0] + self.coupling[1] * rate[1];
            // ψ/|l| is closer to a line than ψ
            let newton =
                g - psi * size * size / (mu * (pull * inverse * size * size + normal * turn));
            g = search.next(g, psi, newton, mean);
        }
        self.turned([p[0], p[1], 0.0], press)
    }

    /// Two rows, turned so that S is diagonal.
    fn turned(&self, p: [f64; 3], press: f64) -> [f64; 4] {
        let [a, b, beside] = self.slide;
        let (mut cos, mut sin) = (1.0, 0.0);
        let mut slide = [a, b, 0.0];
        if beside != 0.0 {
            let theta = 0.5 * (a - b) / beside;
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            cos = 1.0 / (t * t + 1.0).sqrt();
            sin = t * cos;
            slide = [a + t * beside, b - t * beside, 0.0];
        }
        let small = 1e-13 * (self.normal + a + b);
        let turn = |x: [f64; 3]| [cos * x[0] + sin * x[1], cos * x[1] - sin * x[0], 0.0];
        let own = Self {
            coupling: turn(self.coupling),
            slide: slide.map(|s| s.max(small)),
            ..*self
        };
        let [normal, t, o, _] = own.diagonal::<2>(turn(p), press);
        [normal, cos * t - sin * o, sin * t + cos * o, 0.0]
    }

    /// The same where S is diagonal, for the slip p that there would be without friction.
    fn diagonal<const ROWS: usize>(&self, p: [f64; 3], press: f64) -> [f64; 4] {
        let at = |g: f64| {
            let mut l = [0.0; 3];
            let (mut square, mut along) = (0.0, 0.0);
            for i in 0..ROWS {
                l[i] = -p[i] / (self.slide[i] + g);
                square += l[i] * l[i];
                along += self.coupling[i] * l[i];
            }
            (l, square.sqrt(), press - along / self.normal)
        };
        let (l, size, normal) = at(0.0);
        if normal >= 0.0 && size <= self.coefficient * normal {
            return [normal, l[0], l[1], l[2]];
        }
        self.slides(&p, press, at)
    }

    /// Sliding: l_i = −p_i/(s_i + g) with g > 0 such that |l| = μ c_n. ψ(g) = μ c_n − |l| is negative at 0 and positive far away.
    fn slides(
        &self,
        p: &[f64; 3],
        press: f64,
        at: impl Fn(f64) -> ([f64; 3], f64, f64),
    ) -> [f64; 4] {
        let mu = self.coefficient;
        if self.rows == 1 {
            // c_n/|l| is linear in g
            let stiff =
                p[0].abs() * (1.0 / mu - p[0].signum() * self.coupling[0] / self.normal) / press;
            let l = -p[0] / stiff;
            return [l.abs() / mu, l, 0.0, 0.0];
        }
        let whole = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
        let mean = self.slide[..self.rows].iter().sum::<f64>() / self.rows as f64;
        let mut search = Search::new(EXACT);
        let mut g = (whole / (mu * press) - mean).max(0.0);
        for _ in 0..LIMIT {
            let (l, size, normal) = at(g);
            let psi = mu * normal - size;
            // l_i' = −l_i/(s_i + g)
            let (mut turn, mut pull) = (0.0, 0.0);
            for i in 0..self.rows {
                let rate = l[i] / (self.slide[i] + g);
                turn += l[i] * rate;
                pull += self.coupling[i] * rate;
            }
            // ψ/|l| is closer to a line than ψ
            let slope = mu * (pull / self.normal * size + normal * turn / size) / (size * size);
            g = search.next(g, psi, g - psi / size / slope, mean);
            if search.done {
                break;
            }
        }
        let (l, size, _) = at(g);
        [size / mu, l[0], l[1], l[2]]
    }
}

/// Newton's method for g > 0 with ψ(g) = 0, safeguarded: ψ is negative at 0 and positive far away.
struct Search {
    low: f64,
    high: f64,
    /// How small a step of Newton's method is the last, relative (1).
    close: f64,
    done: bool,
}

impl Search {
    #[inline(always)]
    fn new(close: f64) -> Self {
        Self {
            low: 0.0,
            high: f64::INFINITY,
            close,
            done: false,
        }
    }

    /// Where to look after g, where ψ is known and Newton's method has a proposal; `mean` is the size of what g is added to.
    #[inline(always)]
    fn next(&mut self, g: f64, psi: f64, newton: f64, mean: f64) -> f64 {
        match psi < 0.0 {
            true => self.low = g,
            false => self.high = g,
        }
        let inside = newton > self.low && newton < self.high;
        let next = match inside {
            true => newton,
            false if self.high.is_finite() => 0.5 * (self.low + self.high),
            false => 2.0 * g + mean,
        };
        let step = (next - g).abs() / (mean + g);
        // the step after this one of Newton's would be its square
        self.done = step <= 1e-15 || inside && step <= self.close;
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The laws hold for many contacts, with strong coupling and large μ.
    #[test]
    fn the_laws_hold() {
        let mut seed = 1_u64;
        let mut random = move || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
        };
        let mut seen = [0; 3];
        for case in 0..20_000 {
            let rows = case % 4;
            let normal = 0.1 + random().abs();
            let mut own = Own {
                normal,
                coupling: std::array::from_fn(|i| if i < rows { random() } else { 0.0 }),
                slide: std::array::from_fn(|_| 0.01 + random().abs()),
                coefficient: 1.5 * random().abs(),
                rows,
            };
            if rows == 2 {
                // beside the diagonal, so that S is nearly singular now and then
                own.slide[2] = (1.0 - random().powi(6).abs()) * random().signum();
                own.slide[2] *= (own.slide[0] * own.slide[1]).sqrt();
            }
            let q: [f64; 4] = std::array::from_fn(|i| if i <= rows { random() } else { 0.0 });
            let old = [1.0, random(), random(), random()];
            let c = own.solve(&q, if case % 8 < 4 { &old } else { &[0.0; 4] });
            let w = own.response(&c);
            let u: [f64; 4] = std::array::from_fn(|i| q[i] + w[i]);
            let friction = (1..=rows).map(|i| c[i] * c[i]).sum::<f64>().sqrt();
            let slip = (1..=rows).map(|i| u[i] * u[i]).sum::<f64>().sqrt();
            let small = 1e-11 * (1.0 + c[0]);
            assert!(c[0] >= 0.0 && u[0] >= -small);
            let bound = own.coefficient * c[0];
            assert!(friction <= bound + small);
            let power: f64 = (1..=rows).map(|i| c[i] * u[i]).sum();
            assert!((c[0] * u[0]).abs() <= small * (1.0 + c[0]));
            assert!((-power - bound * slip).abs() <= small * (1.0 + c[0]));
            let mode = match (c[0] > 0.0, slip > 1e-9) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => 2,
            };
            seen[mode] += 1;
        }
        assert!(seen.iter().all(|&n| n > 1000), "{seen:?}");
    }
}
