//! Newton's method for a part of a problem in blocks: the laws of contact as one nonsmooth equation, as in `solve/cone`, for
//! planar and round friction, with a sparse factorisation.
//!
//! With ρ = 1 over the mean of a contact's diagonal the laws are F(x) = 0 for
//!
//! ```text
//!     F_n = x_n − τ,                  τ = max(0, x_n − ρ y_n)
//!     F_T = x_T − P(x_T − ρ y_T; μ τ)
//! ```
//!
//! with P the nearest point of the ball of radius μ τ.

use super::lu::{Lu, product};
use super::sweep::Sweep;
use crate::formulate::{BlockProblem, add_product};

/// Steps without gain after which a run is given up.
const PATIENCE: usize = 6;
/// Residuals below this, relative to the impulses, are rounding errors.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Memory of the method.
#[derive(Debug, Default)]
pub(super) struct Newton<const D: usize> {
    laws: Vec<Law<D>>,
    /// The contacts that are not open, as places in the part, and where each contact of the part is among them.
    closed: Vec<u32>,
    place: Vec<u32>,
    /// The closed contacts that the factors were laid out for.
    analysed: Vec<u32>,
    lu: Lu<D>,
    step: Vec<[f64; D]>,
    right: Vec<[f64; D]>,
    moved: Vec<[f64; D]>,
    /// The best impulses of the part so far, and their residual.
    best: Vec<[f64; D]>,
    least: f64,
}

/// F of one contact at the present point, and its derivative by x (A) and y (B).
#[derive(Clone, Copy, Debug)]
struct Law<const D: usize> {
    open: bool,
    value: [f64; D],
    by_x: [[f64; D]; D],
    by_y: [[f64; D]; D],
}

const NONE: u32 = u32::MAX;

/// What is to be solved: a part of a problem.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) problem: &'a BlockProblem,
    /// Its contacts, and where each contact of the problem is within its part.
    pub(super) members: &'a [u32],
    pub(super) places: &'a [u32],
    /// The natural map that is good enough, and the one that will do where rounding allows no better.
    pub(super) enough: f64,
    pub(super) passing: f64,
    /// Products of blocks that a factorisation may take.
    pub(super) most: usize,
}

impl<const D: usize> Newton<D> {
    /// Full steps from the impulses of `sweep`, until the natural map is small enough, or several steps in a row find nothing
    /// better, or `limit` steps are done. The best impulses are left in `sweep`, with the velocities of all contacts of the part.
    /// The number of steps, and whether it is solved.
    pub(super) fn run(
        &mut self,
        part: Part,
        sweep: &mut Sweep<D>,
        proximal: f64,
        limit: usize,
    ) -> (usize, bool) {
        self.analysed.clear();
        self.analysed.push(NONE);
        let (mut lowest, _) = self.differentiate(part, sweep);
        self.keep(part, sweep, lowest);
        let (mut since, mut steps) = (0, 0);
        while steps < limit {
            if sweep.natural_map(part.problem, part.members) <= part.enough {
                return (steps, true);
            }
            if since > PATIENCE || !self.direction(part, proximal) {
                break;
            }
            self.advance(part, sweep);
            steps += 1;
            let (size, impulses) = self.differentiate(part, sweep);
            if size < self.least {
                self.keep(part, sweep, size);
            }
            since = if size < 0.9 * lowest { 0 } else { since + 1 };
            lowest = lowest.min(size);
            if size <= ROUNDING * impulses {
                break;
            }
        }
        self.restore(part, sweep);
        let solved = sweep.natural_map(part.problem, part.members) <= part.enough;
        (steps, solved)
    }

    /// The laws at the present point; ‖F‖₂ and ‖x‖₂, each contact in units of its own (√J).
    fn differentiate(&mut self, part: Part, sweep: &Sweep<D>) -> (f64, f64) {
        self.laws.clear();
        let (mut size, mut impulses) = (0.0, 0.0);
        for &contact in part.members {
            let contact = contact as usize;
            let own = part.problem.own::<D>(contact);
            let mean = (0..D).map(|i| own[i][i]).sum::<f64>() / D as f64;
            let rho = if mean > 0.0 { 1.0 / mean } else { 1.0 };
            let mu = part.problem.mu()[contact];
            let law = Law::new(&sweep.x[contact], &sweep.y[contact], rho, mu);
            size += law.value.iter().map(|f| f * f).sum::<f64>() / rho;
            impulses += sweep.x[contact].iter().map(|x| x * x).sum::<f64>() / rho;
            self.laws.push(law);
        }
        (size.sqrt(), impulses.sqrt())
    }

    /// `self.step` ← d with V d = −F for the contacts of the part; whether V is regular, and its factors are worth their time.
    fn direction(&mut self, part: Part, proximal: f64) -> bool {
        let problem = part.problem;
        self.closed.clear();
        self.place.clear();
        self.step.clear();
        self.moved.clear();
        self.moved.resize(part.members.len(), [0.0; D]);
        for (i, law) in self.laws.iter().enumerate() {
            if law.open {
                self.place.push(NONE);
                // d = −x, and what that does to the others
                self.step.push(law.value.map(|f| -f));
                if law.value != [0.0; D] {
                    for (other, block) in problem.column::<D>(part.members[i] as usize) {
                        let moved = &mut self.moved[part.places[other] as usize];
                        add_product(block, &self.step[i], moved);
                    }
                }
            } else {
                self.place.push(self.closed.len() as u32);
                self.closed.push(i as u32);
                self.step.push([0.0; D]);
            }
        }
        let neighbours = |i: u32| {
            let column = problem.column::<D>(part.members[i as usize] as usize);
            column.map(|(other, block)| (part.places[other] as usize, block))
        };
        if self.analysed != self.closed {
            self.analysed.clone_from(&self.closed);
            self.lu.begin(self.closed.len());
            for (j, &contact) in self.closed.iter().enumerate() {
                for (other, _) in neighbours(contact) {
                    if self.place[other] != NONE {
                        self.lu.join(self.place[other] as usize, j);
                    }
                }
            }
            self.lu.analyse();
        }
        if self.lu.work() > part.most {
            return false;
        }
        self.lu.clear();
        for (j, &contact) in self.closed.iter().enumerate() {
            for (other, w) in neighbours(contact) {
                if self.place[other] == NONE {
                    continue;
                }
                let own = other == contact as usize;
                let by_y = &self.laws[other].by_y;
                let extra = proximal * trace(w) / D as f64;
                let block = self.lu.block(self.place[other] as usize, j);
                *block = product(by_y, w);
                if own {
                    let by_x = &self.laws[other].by_x;
                    for a in 0..D {
                        for b in 0..D {
                            block[a][b] += by_x[a][b] + extra * by_y[a][b];
                        }
                    }
                }
            }
        }
        if !self.lu.factor() {
            return false;
        }
        self.right.clear();
        for &contact in &self.closed {
            let law = &self.laws[contact as usize];
            let mut right = law.value;
            add_product(&law.by_y, &self.moved[contact as usize], &mut right);
            self.right.push(right.map(|f| -f));
        }
        if !self.lu.solve(&mut self.right) {
            return false;
        }
        for (&contact, d) in self.closed.iter().zip(&self.right) {
            self.step[contact as usize] = *d;
        }
        true
    }

    /// Takes the step.
    fn advance(&mut self, part: Part, sweep: &mut Sweep<D>) {
        for (&contact, step) in part.members.iter().zip(&self.step) {
            sweep.shift(part.problem, contact as usize, step);
        }
    }

    /// Keeps the present impulses as the best.
    fn keep(&mut self, part: Part, sweep: &Sweep<D>, size: f64) {
        self.least = size;
        self.best.clear();
        let members = part.members.iter();
        self.best.extend(members.map(|&i| sweep.x[i as usize]));
    }

    /// Back to the best impulses, with velocities from them alone.
    fn restore(&mut self, part: Part, sweep: &mut Sweep<D>) {
        let q = part.problem.q().as_chunks::<D>().0;
        for &contact in part.members {
            sweep.x[contact as usize] = [0.0; D];
            sweep.y[contact as usize] = q[contact as usize];
        }
        for (&contact, x) in part.members.iter().zip(&self.best) {
            sweep.shift(part.problem, contact as usize, x);
        }
    }
}

fn trace<const D: usize>(w: &[[f64; D]; D]) -> f64 {
    let mut sum = 0.0;
    for i in 0..D {
        sum += w[i][i];
    }
    sum
}

impl<const D: usize> Law<D> {
    fn new(x: &[f64; D], y: &[f64; D], rho: f64, mu: f64) -> Self {
        let tau = (x[0] - rho * y[0]).max(0.0);
        let mut law = Self {
            open: tau == 0.0,
            value: *x,
            by_x: [[0.0; D]; D],
            by_y: [[0.0; D]; D],
        };
        if law.open {
            return law;
        }
        law.value[0] = rho * y[0];
        law.by_y[0][0] = rho;
        let mut ahead = [0.0; D];
        (1..D).for_each(|i| ahead[i] = x[i] - rho * y[i]);
        let size = ahead.iter().map(|a| a * a).sum::<f64>().sqrt();
        let bound = mu * tau;
        if size <= bound {
            for i in 1..D {
                law.value[i] = rho * y[i];
                law.by_y[i][i] = rho;
            }
            return law;
        }
        let shrink = bound / size;
        for i in 1..D {
            let along = ahead[i] / size;
            law.value[i] = x[i] - bound * along;
            for j in 1..D {
                let one = if i == j { 1.0 } else { 0.0 };
                let turn = if D == 2 {
                    0.0
                } else {
                    shrink * (one - along * ahead[j] / size)
                };
                law.by_y[i][j] = rho * turn;
                law.by_x[i][j] = one - turn;
            }
            law.by_y[i][0] = rho * mu * along;
            law.by_x[i][0] = -mu * along;
        }
        law
    }
}
