//! All choices of modes of contacts with polyhedral friction and of joints. In a mode c is linear in y = c − u: nothing for a contact that
//! breaks, y itself for one that sticks, μ y_n times a corner of the friction set, or that and as y along an edge of it; 2k + 2 modes for k
//! corners, 4 for a segment. A joint follows y between its bounds, or stays at one of them.

use super::Unasked;
use super::law::jacobian;
use super::scaled::Scaled;
use crate::hull::hull;
use complementarity::Matrix;
use stickslip::{FrictionSet, ReducedContact};

/// All choices.
pub(crate) struct Modes {
    blocks: Vec<Block>,
    rows: usize,
}

/// The rows of a contact or joint.
struct Block {
    first: usize,
    laws: Vec<Law>,
    /// What each law makes of the columns of A C + 1 − C.
    columns: Vec<Matrix>,
}

/// c = C y + offset.
struct Law {
    c: Matrix,
    offset: f64,
}

impl Modes {
    /// The modes, if all friction is a segment or a polygon.
    pub(crate) fn of(scaled: &Scaled) -> Result<Self, Unasked> {
        let reduced = &scaled.reduced;
        let mut all = Vec::new();
        for contact in reduced.contacts() {
            if contact.reserve != 0.0 && contact.friction.rows() > 0 {
                return Err(Unasked::Reserve);
            }
            let laws = of_contact(contact).ok_or(Unasked::Curved)?;
            let law = |c: Matrix| Law { c, offset: 0.0 };
            all.push((contact.row, laws.into_iter().map(law).collect::<Vec<_>>()));
        }
        for (row, bounds) in (reduced.first_joint()..).zip(reduced.bounds()) {
            let mut laws = vec![Law {
                c: Matrix::identity(1),
                offset: 0.0,
            }];
            let finite = bounds.iter().filter(|bound| bound.is_finite());
            laws.extend(finite.map(|bound| Law {
                c: Matrix::zeros(1, 1),
                offset: bound / scaled.units[row],
            }));
            all.push((row, laws));
        }
        let columns = |first: usize, law: &Matrix| {
            let n = scaled.a.rows();
            let mut whole = Matrix::zeros(n, n);
            for j in 0..law.cols() {
                whole.col_mut(first + j)[first..first + law.rows()].copy_from_slice(law.col(j));
            }
            let rows: Vec<usize> = (0..n).collect();
            let own: Vec<usize> = (first..first + law.cols()).collect();
            jacobian(&scaled.a, &whole).select(&rows, &own)
        };
        let block = |(first, laws): (usize, Vec<Law>)| Block {
            first,
            columns: laws.iter().map(|law| columns(first, &law.c)).collect(),
            laws,
        };
        Ok(Self {
            blocks: all.into_iter().map(block).collect(),
            rows: scaled.a.rows(),
        })
    }

    /// How many choices there are, if no more than a limit.
    pub(crate) fn count(&self, limit: usize) -> Option<usize> {
        let all = (self.blocks.iter()).try_fold(1_usize, |all, b| all.checked_mul(b.laws.len()));
        all.filter(|all| *all <= limit)
    }

    /// Looks at A C + 1 − C of every choice, until told to stop.
    pub(crate) fn visit(&self, look: &mut dyn FnMut(&mut Matrix, &[usize]) -> bool) {
        let mut whole = Matrix::zeros(self.rows, self.rows);
        let mut choice = vec![0; self.blocks.len()];
        loop {
            for (block, &mode) in self.blocks.iter().zip(&choice) {
                let columns = &block.columns[mode];
                for j in 0..columns.cols() {
                    let into = whole.col_mut(block.first + j);
                    into.copy_from_slice(columns.col(j));
                }
            }
            if !look(&mut whole, &choice) {
                return;
            }
            // the next choice, counting
            let last = (choice.iter().zip(&self.blocks)).all(|(m, b)| m + 1 == b.laws.len());
            if last {
                return;
            }
            for (mode, block) in choice.iter_mut().zip(&self.blocks) {
                *mode = (*mode + 1) % block.laws.len();
                if *mode > 0 {
                    break;
                }
            }
        }
    }

    /// c of a choice at y.
    pub(crate) fn force(&self, choice: &[usize], y: &[f64]) -> Vec<f64> {
        let mut c = vec![0.0; y.len()];
        for (block, &mode) in self.blocks.iter().zip(choice) {
            let law = &block.laws[mode];
            let own = block.first..block.first + law.c.rows();
            c[own.clone()].fill(law.offset);
            law.c.mul_add(&y[own.clone()], &mut c[own]);
        }
        c
    }
}

/// ∂c/∂y in each mode of a contact with polyhedral friction of at most two directions.
fn of_contact(contact: &ReducedContact) -> Option<Vec<Matrix>> {
    let size = 1 + contact.friction.rows();
    let mut laws = vec![Matrix::zeros(size, size), Matrix::identity(size)];
    let mu = contact.friction.coefficient;
    // c_T = μ y_n corner, and along an edge as y does
    let mut add = |corner: &[f64], edge: Option<[f64; 2]>| {
        let mut law = Matrix::zeros(size, size);
        law[(0, 0)] = 1.0;
        for i in 1..size {
            law[(i, 0)] = mu * corner[i - 1];
            for (j, along) in edge.iter().flatten().enumerate() {
                law[(i, j + 1)] = edge.map_or(0.0, |e| e[i - 1] * along);
            }
        }
        laws.push(law);
    };
    match (&contact.friction.set, size) {
        (_, 1) => {}
        (FrictionSet::Planar(_), _) => [1.0, -1.0].iter().for_each(|c| add(&[*c], None)),
        (FrictionSet::Polyhedral(set), 2..=3) => {
            let e = contact.friction.shape()?.lengths();
            let scaled = set.directions().iter().map(|d| [d[0] / e[0], d[1] / e[1]]);
            if size == 2 {
                let along: Vec<f64> = scaled.map(|d| d[0]).collect();
                // no friction is in the set, wherever its directions point
                add(&[along.iter().copied().fold(0.0, f64::max)], None);
                add(&[along.iter().copied().fold(0.0, f64::min)], None);
            } else {
                let corners = corners_of(scaled);
                for (i, a) in corners.iter().enumerate() {
                    let b = corners[(i + 1) % corners.len()];
                    let (x, y) = (b[0] - a[0], b[1] - a[1]);
                    let length = x.hypot(y);
                    let along = [x / length, y / length];
                    let beside = a[0] * along[0] + a[1] * along[1];
                    let foot = [a[0] - beside * along[0], a[1] - beside * along[1]];
                    add(a, None);
                    add(&foot, Some(along));
                }
            }
        }
        _ => return None,
    }
    Some(laws)
}

/// The corners of a friction set of these directions, in units in which its extents are 1; no friction is in it too.
pub(crate) fn corners_of(directions: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    // what turns by less is rounding
    hull(directions.chain([[0.0; 2]]).collect(), 1e-12)
}
