//! The natural map of a reduced problem: how far impulses are from obeying the laws of contact, from W, q and the
//! friction alone.
//!
//! For sets that scale to a ball (segment, ellipse, ellipsoid) Signorini's and Coulomb's laws together are one
//! complementarity between the cone K = {|c_T| ≤ μ c_n} and its dual [De Saxcé]: with û = u + (μ|u_T|, 0, 0) the answer
//! satisfies c = P_K(c − ρ û) for every ρ > 0. Other sets, and contacts with a reserve of friction, are judged law by law:
//! c_n = max(0, c_n − ρ u_n) and c_T = P(c_T − ρ u_T) onto the set of size μ c_n. Joints contribute
//! c − P(c − u) with P onto their bounds: u itself where there are none.

use crate::formulate::{BlockProblem, GlobalProblem, ReducedContact, ReducedProblem};
use crate::friction::FrictionSet;
use complementarity::linear::norm2;

/// How far an answer is from a solution, at ρ = 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct NaturalMap {
    /// ‖c − P_K(c − û)‖₂ over all contacts and joints.
    pub absolute: f64,
    /// That, or one rounding error of ‖c‖₂ if that is larger, divided by ‖q‖₂: by the data, never by the answer. Impulses so
    /// large that their rounding hides the velocities have a map of zero and prove nothing. Infinite if anything is not
    /// finite.
    pub relative: f64,
    /// The contact that contributes most, if any.
    pub worst: Option<usize>,
    /// ‖q‖₂, by which it is divided.
    pub scale: f64,
}

impl NaturalMap {
    /// Judges impulses c, one for each row of the problem.
    pub fn of(problem: &ReducedProblem, c: &[f64]) -> Self {
        if c.len() != problem.len() {
            return Self::beside(f64::INFINITY, c, problem.q(), None);
        }
        let mut u = vec![0.0; problem.len()];
        problem.velocity(c, &mut u);
        // entry by entry, so that squares neither overflow nor vanish
        let joints = (problem.first_joint()..).zip(problem.bounds());
        let mut map: Vec<f64> = joints
            .map(|(row, [low, high])| match c[row] - u[row] {
                ahead if ahead < *low => c[row] - low,
                ahead if ahead > *high => c[row] - high,
                _ => u[row],
            })
            .collect();
        let (mut worst, mut most) = (None, 0.0);
        for (i, contact) in problem.contacts().iter().enumerate() {
            let own = contact_map(contact, c, &u);
            map.extend_from_slice(&own);
            let own = norm2(&own);
            if own > most || own.is_nan() {
                (worst, most) = (Some(i), own);
            }
        }
        Self::beside(norm2(&map), c, problem.q(), worst)
    }

    /// Judges impulses r of a problem in blocks, one for each row.
    pub fn of_blocks(problem: &BlockProblem, r: &[f64]) -> Self {
        let mut u = vec![0.0; problem.len()];
        if r.len() != u.len() {
            return Self::beside(f64::INFINITY, r, problem.q(), None);
        }
        problem.velocity(r, &mut u);
        Self::of_velocities(problem.dim(), problem.mu(), r, &u, problem.q())
    }

    /// Judges impulses r with their velocities u beside those without impulses, q: contacts of `dim` rows each.
    pub(crate) fn of_velocities(dim: usize, mu: &[f64], r: &[f64], u: &[f64], q: &[f64]) -> Self {
        let (mut worst, mut most) = (None, 0.0);
        let map = |i: usize| {
            let rows = dim * i..dim * (i + 1);
            round_map(mu[i], &r[rows.clone()], &u[rows])
        };
        let mut sum = 0.0;
        for i in 0..mu.len() {
            let own = map(i);
            sum += own * own;
            if own > most || own.is_nan() {
                (worst, most) = (Some(i), own);
            }
        }
        let absolute = match sum == 0.0 && most == 0.0 || FAITHFUL.contains(&sum) {
            true => sum.sqrt(),
            false => norm2(&(0..mu.len()).map(map).collect::<Vec<_>>()),
        };
        Self::beside(absolute, r, q, worst)
    }

    fn beside(absolute: f64, c: &[f64], q: &[f64], worst: Option<usize>) -> Self {
        let (scale, rounding) = (norm2(q), 0.5 * f64::EPSILON * norm2(c));
        let relative = match absolute.is_finite() {
            false => f64::INFINITY,
            true if absolute == 0.0 && rounding == 0.0 => 0.0,
            true => absolute.max(rounding) / scale,
        };
        Self {
            absolute,
            relative,
            worst,
            scale,
        }
    }
}

/// How far velocities v and impulses r are from solving a global problem.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GlobalMap {
    /// The natural map of r and u = Hᵀ v + b, relative to the velocities at the contacts without impulses.
    pub natural: NaturalMap,
    /// The largest entry of M v − q − H r beside the sizes of the terms that it sums (1). The velocities without impulses count
    /// as well, whose M v − q must vanish.
    pub imbalance: f64,
}

impl GlobalMap {
    /// Judges impulses r and velocities v from the data of the problem. `free` are the velocities without impulses, which are
    /// judged too.
    pub fn of(problem: &GlobalProblem, [v, free]: [&[f64]; 2], r: &[f64]) -> Self {
        let rows = problem.b().len();
        let dofs = problem.velocities();
        if (v.len(), free.len(), r.len()) != (dofs, dofs, rows) {
            let natural = NaturalMap::beside(f64::INFINITY, r, problem.b(), None);
            return Self {
                natural,
                imbalance: f64::INFINITY,
            };
        }
        let (mut u, mut q) = (vec![0.0; rows], vec![0.0; rows]);
        problem.contact_velocity(v, &mut u);
        problem.contact_velocity(free, &mut q);
        let natural = NaturalMap::of_velocities(problem.dim(), problem.mu(), r, &u, &q);
        let none = vec![0.0; rows];
        let imbalance = (problem.imbalance(v, r)).max(problem.imbalance(free, &none));
        Self { natural, imbalance }
    }
}

/// The size of the natural map of one contact with planar or round friction.
fn round_map(mu: f64, r: &[f64], u: &[f64]) -> f64 {
    let (mut ahead, mut slip) = ([0.0; 3], [0.0; 3]);
    for i in 1..r.len() {
        ahead[i - 1] = r[i] - u[i];
        slip[i - 1] = u[i];
    }
    let (normal, tangent) = if mu == 0.0 {
        ((r[0] - u[0]).max(0.0), [0.0; 3])
    } else {
        project_on_cone(r[0] - (u[0] + mu * size(&slip)), ahead, mu)
    };
    let mut map = [r[0] - normal, 0.0, 0.0, 0.0];
    for i in 1..r.len() {
        map[i] = r[i] - tangent[i - 1];
    }
    size(&map)
}

/// Sums of squares that neither overflowed nor vanished.
const FAITHFUL: std::ops::Range<f64> = 1e-280..1e280;

/// ‖x‖₂ of few numbers, at once where squares neither overflow nor vanish.
fn size(x: &[f64]) -> f64 {
    let sum: f64 = x.iter().map(|x| x * x).sum();
    match FAITHFUL.contains(&sum) {
        true => sum.sqrt(),
        false if x.iter().all(|&x| x == 0.0) => 0.0,
        false => norm2(x),
    }
}

/// A contact's part: n, t, o, r in scaled impulses.
fn contact_map(contact: &ReducedContact, c: &[f64], u: &[f64]) -> [f64; 4] {
    let (n, friction) = (contact.row, &contact.friction);
    let (c_n, u_n) = (c[n], u[n]);
    let Some(shape) = friction.shape() else {
        // no friction: rows that the set would use must carry nothing
        let mut map = [0.0; 4];
        map[1..=contact.rows].copy_from_slice(&c[n + 1..=n + contact.rows]);
        map[0] = c_n - (c_n - u_n).max(0.0);
        return map;
    };
    let (e, mu) = (shape.lengths(), friction.coefficient);
    let (mut scaled_c, mut scaled_u) = ([0.0; 3], [0.0; 3]);
    for i in 0..shape.dimensions() {
        scaled_c[i] = c[n + 1 + i] / e[i];
        scaled_u[i] = e[i] * u[n + 1 + i];
    }
    let ahead: [f64; 3] = std::array::from_fn(|i| scaled_c[i] - scaled_u[i]);
    let is_ball = matches!(
        friction.set,
        FrictionSet::Planar(_) | FrictionSet::Ellipse(_) | FrictionSet::Ellipsoid(_)
    );
    let (normal, tangent) = if is_ball && contact.reserve == 0.0 {
        project_on_cone(c_n - (u_n + mu * norm2(&scaled_u)), ahead, mu)
    } else {
        let bound = mu * c_n.max(0.0) + contact.reserve;
        ((c_n - u_n).max(0.0), shape.project(ahead, bound).point)
    };
    [
        c_n - normal,
        scaled_c[0] - tangent[0],
        scaled_c[1] - tangent[1],
        scaled_c[2] - tangent[2],
    ]
}

/// The point of {|x_T| ≤ μ x_n} nearest to x.
fn project_on_cone(x_n: f64, x_t: [f64; 3], mu: f64) -> (f64, [f64; 3]) {
    let size = size(&x_t);
    if mu * size <= -x_n {
        return (0.0, [0.0; 3]);
    }
    if size <= mu * x_n {
        return (x_n, x_t);
    }
    let n = (x_n + mu * size) / (1.0 + mu * mu);
    (n, x_t.map(|x| mu * n * x / size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::Friction;
    use complementarity::Matrix;

    /// One contact, W = 1, q = (−1, 3, 4), μ = 0.5: it slides with c = (1, −0.3, −0.4).
    fn sliding() -> (ReducedProblem, [f64; 3]) {
        let w = Matrix::from_fn(3, 3, |i, j| if i == j { 1.0 } else { 0.0 });
        let problem = ReducedProblem::new(w, vec![-1.0, 3.0, 4.0], vec![Friction::round(0.5)]);
        (problem.unwrap(), [1.0, -0.3, -0.4])
    }

    #[test]
    fn the_exact_answer_has_none_and_every_change_shows() {
        let (problem, c) = sliding();
        assert!(NaturalMap::of(&problem, &c).relative < 1e-15);
        for row in 0..3 {
            for change in [1e-3, -1e-3] {
                let mut wrong = c;
                wrong[row] += change;
                let map = NaturalMap::of(&problem, &wrong);
                assert!(
                    map.absolute > 1e-4 && map.worst == Some(0),
                    "{row} {change}"
                );
            }
        }
        assert_eq!(
            NaturalMap::of(&problem, &[f64::NAN; 3]).relative,
            f64::INFINITY
        );
        assert_eq!(NaturalMap::of(&problem, &[0.0; 2]).relative, f64::INFINITY);
    }

    #[test]
    fn huge_impulses_do_not_hide_what_they_leave() {
        // two walls close in on a particle; no impulse can stop them, but a huge one rounds their speed away
        let w = Matrix::from_rows(&[[1.0, -1.0], [-1.0, 1.0]]).unwrap();
        let none = || Friction::none();
        let problem = ReducedProblem::new(w, vec![-1.0, -1.0], vec![none(), none()]).unwrap();
        let map = NaturalMap::of(&problem, &[1e20, 1e20]);
        assert!(map.absolute == 0.0 && map.relative > 1e3, "{map:?}");
    }
}
