//! Many starts of the solvers: from no force, from forces that are given, and from random forces inside and outside the friction cones at
//! several sizes.
//!
//! Curved friction is solved by `Auto`, whose Newton method feels where it begins. Pivoting does not (40 of 40 random covering vectors
//! found the same of two solutions), so polyhedral problems are started as complementarity problems, by Newton's method from random unknowns.

use super::judge::Judge;
use super::solution::{Finder, Solution};
use complementarity::Method;
use complementarity::generate::Random;
use complementarity::lemke::Start;
use stickslip::formulate::Polyhedral;
use stickslip::{Error, Refinement, Solver};

/// Sizes of random forces beside what the data ask of a contact alone.
const SIZES: [f64; 4] = [1.0, 0.3, 3.0, 10.0];

/// Starts of one problem.
#[derive(Debug)]
pub(super) struct Starts<'a> {
    judge: &'a Judge<'a>,
    solver: Solver,
    /// The complementarity problem, if all friction is polyhedral.
    flat: Option<Polyhedral>,
    sizes: Vec<f64>,
}

impl<'a> Starts<'a> {
    /// Prepares the starts of a problem.
    pub(super) fn new(judge: &'a Judge<'a>) -> Result<Self, Error> {
        let contacts = judge.reduced().contacts();
        let is_flat = contacts.iter().all(|c| c.friction.set.is_polyhedral());
        let flat = is_flat.then(|| Polyhedral::new(judge.reduced()));
        Ok(Self {
            judge,
            solver: Solver::default(),
            flat: flat.transpose()?,
            sizes: judge.force_sizes(),
        })
    }

    /// The solution that `Auto` finds from forces `c`, if it does.
    pub(super) fn solve_from(
        &mut self,
        mut c: Vec<f64>,
        finder: Finder,
    ) -> Result<Option<Solution>, Error> {
        let (auto, refinement) = (Method::Auto, Refinement::default());
        // what is no answer for the solver may be one for the judge, and the other way round
        (self.solver).solve_reduced(self.judge.reduced(), &auto, &refinement, &mut c)?;
        self.judge.solution(&c, finder)
    }

    /// The solution that start number `index` finds, if it does.
    pub(super) fn random(&mut self, index: usize) -> Result<Option<Solution>, Error> {
        let seed = self.judge.settings().seed;
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64));
        let size = SIZES[index / 2 % SIZES.len()];
        let Some(flat) = &self.flat else {
            let c = match index % 2 {
                0 => self.inside(size, &mut random),
                _ => self.anywhere(size, &mut random),
            };
            return self.solve_from(c, Finder::Random);
        };
        let largest = self.sizes.iter().copied().fold(0.0, f64::max);
        let z: Vec<f64> = (0..flat.len())
            .map(|_| size * largest * random.normal().max(0.0))
            .collect();
        let newton = Method::Newton(Default::default());
        let outcome = match (flat.lcp(), flat.mixed()) {
            (Some(lcp), _) => newton.solve_from(lcp, Start::Point(&z), &mut Default::default()),
            (None, Some(mixed)) => newton.solve_nonlinear(mixed, &z),
            (None, None) => return Ok(None),
        };
        let mut c = Vec::new();
        flat.recover(&outcome.z, &mut c);
        self.judge.solution(&c, Finder::Random)
    }

    /// Random forces with friction inside the cones.
    fn inside(&self, size: f64, random: &mut Random) -> Vec<f64> {
        let reduced = self.judge.reduced();
        let mut c = self.anywhere(size, random);
        for contact in reduced.contacts() {
            let normal = c[contact.row].abs();
            c[contact.row] = normal;
            let Some(shape) = contact.friction.shape() else {
                continue;
            };
            let mut along = [0.0; 3];
            let rows = reduced.friction_rows(contact);
            for (a, length) in along.iter_mut().zip(shape.lengths()).take(rows.len()) {
                *a = length * random.normal();
            }
            // a random part of the way to the edge
            let gauge = shape.gauge(along).max(f64::MIN_POSITIVE);
            let bound = contact.friction.coefficient * normal * random.uniform(0.0, 1.0);
            for (row, a) in rows.zip(along) {
                c[row] = bound * a / gauge;
            }
        }
        c
    }

    /// Random forces that obey nothing but the bounds of joints.
    fn anywhere(&self, size: f64, random: &mut Random) -> Vec<f64> {
        let reduced = self.judge.reduced();
        let mut c: Vec<f64> = (self.sizes.iter())
            .map(|own| size * own * random.normal())
            .collect();
        for (c, [low, high]) in c[reduced.first_joint()..].iter_mut().zip(reduced.bounds()) {
            *c = c.clamp(*low, *high);
        }
        c
    }
}
