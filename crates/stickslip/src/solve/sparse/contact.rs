//! One contact laid out for sweeps: its rows over two bodies, scaled so that the friction set is a ball and masses are one.

use super::bodies::{Bodies, SIX, TWELVE, Twelve, dot_twelve as dot};
use super::local::Own;
use crate::answer::Impulse;
use crate::friction::FrictionSet;
use crate::mass::Mass;
use crate::problem::{Contact, ContactProblem};
use crate::rows::{Bundle, RowView};

/// No body.
pub(super) const NONE: usize = usize::MAX;

/// A contact laid out.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    /// Rows over both bodies, which are also what impulses do to them.
    pub(super) rows: [Twelve; 4],
    pub(super) own: Own,
    /// What rows·w must exceed (m/s): the target along n, the surface along the others, less what there is without impulses.
    pub(super) given: [f64; 4],
    /// How fast the bodies move along the rows without impulses, or change their motion (m/s): the larger of the two bodies; 0 if nobody
    /// asked.
    pub(super) speed: f64,
    /// The impulse to begin with.
    pub(super) start: [f64; 4],
    /// From scaled, turned friction to c_t, c_o, c_r.
    pub(super) back: [[f64; 3]; 3],
}

/// The bundle of a contact if its six velocities are those of bodies, and not of parts of them.
#[inline]
fn bundle_of(mass: &Mass, bodies: &Bodies, contact: &Contact) -> Bundle {
    let whole = |first: u32| bodies.is_whole(mass, first as usize);
    match contact.bundle {
        Bundle::One(first) if whole(first) => contact.bundle,
        Bundle::Two([a, b]) if a != b && whole(a) && whole(b) => contact.bundle,
        _ => Bundle::Mixed,
    }
}

/// The two bodies of a contact, in the order in which its rows name them; nothing if there are more.
pub(super) fn bodies_of(
    problem: &ContactProblem,
    bodies: &Bodies,
    contact: &Contact,
) -> Option<[usize; 2]> {
    let mass = &problem.mass;
    match bundle_of(mass, bodies, contact) {
        Bundle::Two(firsts) => return Some(firsts.map(|first| bodies.of(mass, first as usize))),
        Bundle::One(first) => return Some([bodies.of(mass, first as usize), NONE]),
        Bundle::Mixed => {}
    }
    let mut pair = [NONE; 2];
    for row in contact.row..=contact.row + contact.friction.rows() {
        for (first, values) in problem.rows.row(row).parts() {
            for body in bodies.of(mass, first)..=bodies.of(mass, first + values.len() - 1) {
                if pair[0] == NONE || pair[0] == body {
                    pair[0] = body;
                } else if pair[1] == NONE || pair[1] == body {
                    pair[1] = body;
                } else {
                    return None;
                }
            }
        }
    }
    Some(pair)
}

impl Laid {
    /// Lays out a contact of these bodies, with their speeds if they are asked for. Nothing if its friction is no ellipsoid, or nothing
    /// gives way along its normal.
    #[inline(always)]
    pub(super) fn lay(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        contact: &Contact,
        (pair, impulse, speeds): ([usize; 2], &Impulse, bool),
    ) -> Option<()> {
        let lengths = half_axes(&contact.friction.set).filter(|_| contact.reserve == 0.0)?;
        let rows = contact.friction.rows();
        self.own = Own::default();
        self.given = [contact.target, 0.0, 0.0, 0.0];
        self.start = impulse.parts();
        let values = problem.rows.values(contact.row, 1 + rows);
        let bundle = bundle_of(&problem.mass, bodies, contact);
        for k in 0..=rows {
            let row = &mut self.rows[k];
            match bundle {
                Bundle::Two(_) => *row = values.as_chunks::<TWELVE>().0[k],
                Bundle::One(_) => {
                    row[..SIX].copy_from_slice(&values[SIX * k..SIX * (k + 1)]);
                    row[SIX..].fill(0.0);
                }
                Bundle::Mixed => {
                    let over = problem.rows.row(contact.row + k);
                    spread(over, (&problem.mass, bodies), pair[0], row);
                }
            }
        }
        for k in 0..rows {
            let scale = lengths[k];
            self.given[1 + k] = scale * contact.surface[1 + k];
            self.start[1 + k] /= scale;
            if scale != 1.0 {
                self.rows[1 + k].iter_mut().for_each(|x| *x *= scale);
            }
        }
        self.own.rows = rows;
        self.own.coefficient = contact.friction.coefficient;
        self.speed = match speeds {
            true => self.speed(problem, bodies, pair),
            false => 0.0,
        };
        self.scale(problem, bodies, pair);
        match rows {
            0 => self.turn::<0>(&lengths),
            1 => self.turn::<1>(&lengths),
            2 => self.turn::<2>(&lengths),
            _ => self.turn::<3>(&lengths),
        }
    }

    /// From rows over velocities to rows over what impulses do, in units in which masses are one.
    #[inline(always)]
    fn scale(&mut self, problem: &ContactProblem, bodies: &Bodies, pair: [usize; 2]) {
        let mut free = [0.0; TWELVE];
        for (free, &body) in free.as_chunks_mut::<SIX>().0.iter_mut().zip(&pair) {
            if body != NONE {
                let own = &problem.free[bodies.velocities(body)];
                match own.try_into() {
                    Ok(all) => *free = all,
                    Err(_) => free[..own.len()].copy_from_slice(own),
                }
            }
        }
        for (row, given) in self
            .rows
            .iter_mut()
            .zip(&mut self.given)
            .take(1 + self.own.rows)
        {
            *given -= dot(row, &free);
            for (side, &body) in row.as_chunks_mut::<SIX>().0.iter_mut().zip(&pair) {
                if body != NONE {
                    let over = *side;
                    bodies.root(body).scale(&over, side);
                }
            }
        }
    }

    /// S = W_TT − w wᵀ/W_nn, with three friction rows turned so that it is diagonal.
    #[inline(always)]
    fn turn<const ROWS: usize>(&mut self, lengths: &[f64; 3]) -> Option<()> {
        let normal = dot(&self.rows[0], &self.rows[0]);
        if normal.is_nan() || normal <= 0.0 {
            return None;
        }
        self.own.normal = normal;
        let coupling: [f64; ROWS] = std::array::from_fn(|k| dot(&self.rows[0], &self.rows[1 + k]));
        let mut s = [[0.0; 3]; 3];
        for i in 0..ROWS {
            for j in 0..=i {
                let w = dot(&self.rows[1 + i], &self.rows[1 + j]);
                s[i][j] = w - coupling[i] * coupling[j] / normal;
                s[j][i] = s[i][j];
            }
        }
        if ROWS < 3 {
            // two rows are turned where they slide
            self.own.coupling[..ROWS].copy_from_slice(&coupling);
            self.own.slide = match ROWS {
                1 => [s[0][0].max(1e-13 * (normal + s[0][0])), 0.0, 0.0],
                _ => [s[0][0].max(0.0), s[1][1].max(0.0), s[1][0]],
            };
            self.back = [[0.0; 3]; 3];
            (0..ROWS).for_each(|i| self.back[i][i] = lengths[i]);
            return Some(());
        }
        let turn = diagonalise(&mut s);
        mix::<ROWS>(&mut self.rows, &turn);
        let (given, start) = (self.given, self.start);
        let small = 1e-13 * (normal + s[0][0] + s[1][1] + s[2][2]);
        for k in 0..ROWS {
            let turned = |x: &[f64]| -> f64 { (0..ROWS).map(|i| turn[i][k] * x[i]).sum() };
            self.given[1 + k] = turned(&given[1..]);
            self.start[1 + k] = turned(&start[1..]);
            self.own.coupling[k] = turned(&coupling);
            self.own.slide[k] = s[k][k].max(small);
            for i in 0..ROWS {
                self.back[i][k] = lengths[i] * turn[i][k];
            }
        }
        Some(())
    }

    /// See the field; rows are over velocities still, and turning them would not change it.
    fn speed(&self, problem: &ContactProblem, bodies: &Bodies, pair: [usize; 2]) -> f64 {
        let mut speed = 0.0_f64;
        for (side, &body) in pair.iter().enumerate() {
            if body == NONE {
                continue;
            }
            let (mut motion, mut change) = (0.0, 0.0);
            for row in &self.rows[..=self.own.rows] {
                let (mut v, mut dv) = (0.0, 0.0);
                for (a, dof) in row[SIX * side..].iter().zip(bodies.velocities(body)) {
                    v += a * problem.start[dof];
                    dv += a * (problem.free[dof] - problem.start[dof]);
                }
                motion += v * v;
                change += dv * dv;
            }
            speed = speed.max(motion).max(change);
        }
        speed.sqrt()
    }
}

/// Any row over two bodies.
fn spread(row: RowView, (mass, bodies): (&Mass, &Bodies), first_body: usize, out: &mut Twelve) {
    out.fill(0.0);
    for (dof, value) in row.entries() {
        let body = bodies.of(mass, dof);
        let at = SIX * usize::from(body != first_body) + dof;
        out[at - bodies.velocities(body).start] = value;
    }
}

/// Whether a contact can be laid out, as far as its friction is concerned.
pub(super) fn fits(contact: &Contact) -> bool {
    contact.reserve == 0.0 && half_axes(&contact.friction.set).is_some()
}

/// The half axes of an ellipsoidal set, 1 where there is none; nothing for other sets.
fn half_axes(set: &FrictionSet) -> Option<[f64; 3]> {
    match set {
        FrictionSet::None => Some([1.0; 3]),
        FrictionSet::Planar(_) => Some([1.0; 3]),
        FrictionSet::Ellipse(_) | FrictionSet::Ellipsoid(_) => set.shape().map(|s| s.lengths()),
        _ => None,
    }
}

/// Squares of entries beside the diagonal, relative to those on it, that are nothing.
const ROUNDING: f64 = 1e-32;
const UNTURNED: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Friction rows turned: each becomes a sum of all.
#[inline(always)]
fn mix<const ROWS: usize>(rows: &mut [Twelve; 4], turn: &[[f64; 3]; 3]) {
    let old: [Twelve; ROWS] = std::array::from_fn(|i| rows[1 + i]);
    for k in 0..ROWS {
        let row = &mut rows[1 + k];
        (0..TWELVE).for_each(|d| row[d] = turn[0][k] * old[0][d]);
        for i in 1..ROWS {
            (0..TWELVE).for_each(|d| row[d] += turn[i][k] * old[i][d]);
        }
    }
}

/// Jacobi's method: turns a symmetric matrix into a diagonal one; its eigenvectors, in columns.
fn diagonalise(s: &mut [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let n = 3;
    let mut turn = UNTURNED;
    for _ in 0..12 {
        let mut off = 0.0;
        for i in 0..n {
            for j in 0..i {
                off += s[i][j] * s[i][j];
            }
        }
        let size: f64 = (0..n).map(|i| s[i][i] * s[i][i]).sum();
        if off <= ROUNDING * size {
            break;
        }
        for i in 0..n {
            for j in 0..i {
                if s[i][j] == 0.0 {
                    continue;
                }
                let theta = 0.5 * (s[j][j] - s[i][i]) / s[i][j];
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let sin = t * c;
                for k in 0..n {
                    let (a, b) = (s[k][i], s[k][j]);
                    s[k][i] = c * a - sin * b;
                    s[k][j] = sin * a + c * b;
                }
                for k in 0..n {
                    let (a, b) = (s[i][k], s[j][k]);
                    s[i][k] = c * a - sin * b;
                    s[j][k] = sin * a + c * b;
                    let (a, b) = (turn[k][i], turn[k][j]);
                    turn[k][i] = c * a - sin * b;
                    turn[k][j] = sin * a + c * b;
                }
            }
        }
    }
    turn
}
