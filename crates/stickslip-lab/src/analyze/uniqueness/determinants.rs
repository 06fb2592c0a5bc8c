//! All choices of modes of polyhedral friction. With friction that is a segment or a polygon the laws are linear as long as every contact stays in its
//! mode: break, stick, slide towards a corner, or slide along an edge; 2k + 2 modes for k corners, 4 for a segment.
//!
//! If the determinants of A C + 1 − C of all choices are positive, no two pieces of the map y ↦ A c(y) − u(y) overlap: it is open, solutions stay bounded, and every b has
//! as many as there are on average, each of index +1. All sticking is among the choices, so A is definite, the sum of the indices is +1, and there is exactly
//! one answer for every b. A positive determinant of every choice of rows of A alone (which a plain P-matrix test asks for) is neither here nor
//! there: friction is no row of a linear complementarity problem but by way of λ, whose diagonal is zero.
//!
//! A negative one proves that the map folds: for *some* loads there are several answers. About these loads it says nothing.

use super::Unasked;
use super::law::jacobian;
use super::scaled::Scaled;
use super::sign::determinant_sign;
use complementarity::Matrix;
use serde::Serialize;
use stickslip::{Error, FrictionSet, InstantProblem, ReducedContact};

/// Choices of modes that are looked at within a second or so.
pub const MODES: usize = 200_000;

/// Signs of the determinants of all choices of modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Determinants {
    /// How many choices there are; 0 if the question did not arise.
    pub modes: usize,
    /// How many have a positive determinant.
    pub positive: usize,
    /// How many have a negative one.
    pub negative: usize,
    /// How many are too near zero to tell.
    pub unclear: usize,
    /// Why the question did not arise.
    pub unasked: Option<Unasked>,
}

impl Determinants {
    /// Whether they prove that there is exactly one answer, for these loads and all others.
    pub fn prove_uniqueness(&self) -> bool {
        self.modes > 0 && self.positive == self.modes
    }

    /// Whether they prove that there are loads with several answers. These loads need not be among them.
    pub fn prove_folds(&self) -> bool {
        self.negative > 0
    }
}

/// The signs of all choices of modes, if there are no more than `limit`.
pub fn determinants(problem: &InstantProblem, limit: usize) -> Result<Determinants, Error> {
    let scaled = Scaled::of(problem)?;
    let without = |reason| Determinants {
        unasked: Some(reason),
        ..Determinants::default()
    };
    let pieces = match pieces(&scaled) {
        Ok(pieces) => pieces,
        Err(reason) => return Ok(without(reason)),
    };
    let modes = (pieces.iter()).try_fold(1_usize, |all, p| all.checked_mul(p.columns.len()));
    let Some(modes) = modes.filter(|modes| *modes <= limit) else {
        return Ok(without(Unasked::TooManyModes));
    };
    let mut out = Determinants {
        modes,
        ..Determinants::default()
    };
    let n = scaled.a.rows();
    let (mut whole, mut choice) = (Matrix::zeros(n, n), vec![0; pieces.len()]);
    for _ in 0..modes {
        for (piece, &mode) in pieces.iter().zip(&choice) {
            let columns = &piece.columns[mode];
            for j in 0..columns.cols() {
                whole
                    .col_mut(piece.first + j)
                    .copy_from_slice(columns.col(j));
            }
        }
        match determinant_sign(&mut whole) {
            Some(1..) => out.positive += 1,
            Some(_) => out.negative += 1,
            None => out.unclear += 1,
        }
        // the next choice, counting
        for (mode, piece) in choice.iter_mut().zip(&pieces) {
            *mode = (*mode + 1) % piece.columns.len();
            if *mode > 0 {
                break;
            }
        }
    }
    Ok(out)
}

/// What the modes of a contact, or joint, make of its columns of A C + 1 − C.
struct Pieces {
    first: usize,
    columns: Vec<Matrix>,
}

fn pieces(scaled: &Scaled) -> Result<Vec<Pieces>, Unasked> {
    let reduced = &scaled.reduced;
    let mut out = Vec::new();
    let mut rough = false;
    for contact in reduced.contacts() {
        if contact.reserve != 0.0 && contact.friction.rows() > 0 {
            return Err(Unasked::Reserve);
        }
        rough |= contact.friction.rows() > 0;
        let laws = modes(contact).ok_or(Unasked::Curved)?;
        out.push((contact.row, laws));
    }
    // without friction that is unknown it is a linear complementarity problem, and determinants decide whatever A is [CPS92]
    if scaled.slips && rough {
        return Err(Unasked::Slips);
    }
    for (row, [low, high]) in (reduced.first_joint()..).zip(reduced.bounds()) {
        let mut laws = vec![Matrix::identity(1)];
        if low.is_finite() || high.is_finite() {
            laws.push(Matrix::zeros(1, 1));
        }
        out.push((row, laws));
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
    let pieces = out.into_iter().map(|(first, laws)| Pieces {
        first,
        columns: laws.iter().map(|law| columns(first, law)).collect(),
    });
    Ok(pieces.collect())
}

/// ∂c/∂y in each mode of a contact with polyhedral friction of at most two directions.
fn modes(contact: &ReducedContact) -> Option<Vec<Matrix>> {
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
                let corners = hull(scaled.chain([[0.0; 2]]).collect());
                for (i, a) in corners.iter().enumerate() {
                    let b = corners[(i + 1) % corners.len()];
                    let (x, y) = (b[0] - a[0], b[1] - a[1]);
                    let length = x.hypot(y);
                    let along = [x / length, y / length];
                    let beside = a[0] * along[0] + a[1] * along[1];
                    add(a, None);
                    add(
                        &[a[0] - beside * along[0], a[1] - beside * along[1]],
                        Some(along),
                    );
                }
            }
        }
        _ => return None,
    }
    Some(laws)
}

/// The corners of the smallest convex polygon around points, anticlockwise.
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turns = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        let turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
        // extents are 1: what is less than this is no corner
        turn > 1e-12
    };
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if turns(a, b, p) {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        // the last one begins the other chain
        chain.pop();
        chain
    };
    let mut corners = chain(&mut points.iter().copied());
    corners.extend(chain(&mut points.iter().rev().copied()));
    corners
}
