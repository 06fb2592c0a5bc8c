//! All solutions of a small linear complementarity problem, or the proof that there is none.
//!
//! Each of the n pairs is decided: z_i = 0 or w_i = 0. A depth-first search follows the decisions on a
//! tableau of the remaining problem and leaves a branch as soon as one row can no longer have its sign.
//! Where the basis matrix of a full decision is singular, its solutions form a polyhedron — a segment, a
//! face, a ray — that is listed by vertices and extreme rays. So the union of the pieces is the whole
//! solution set \[CPS92\], which is what the other solvers are checked against and what tells whether
//! a contact problem has more than one answer.
//!
//! The work grows as 2ⁿ at worst: meant for n up to about 24. Zero tests are relative: coefficients to
//! 1e-12 and constants to 1e-10 of the largest number that went into their row, after scaling; a hundredth
//! of that for rows blown up by the small pivots of a nearly singular basis. A basis with no pivot above
//! 1e-11 left counts as singular.
//!
//! Such tests may only find solutions, not exclude any. Along with the numbers go bounds on the rounding
//! errors really made in them, and a branch is left for good only by signs that these cannot change: a number
//! beyond its error, or one so small that it must be an exact zero (which integer data of moderate size
//! and n allow to conclude). Anything else is a doubt: [`Solutions::complete`] is false then, and
//! [`solve`] claims no proof.

mod leaf;
mod scaling;
mod tableau;
mod tree;

use crate::certificate::Certificate;
use crate::outcome::{Outcome, Status};
use crate::problem::Lcp;
use scaling::Scaled;
use tree::{Found, Report, Task};

/// How to enumerate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Settings {
    /// Bound on [`Certificate::relative`] for a vertex to be listed, 1e-12 to 1e-6. Smaller ones drop true
    /// solutions of badly conditioned bases (and say so), larger ones admit near-solutions.
    pub tolerance: f64,
    /// Nodes of the search tree to visit at most; a million take two to three seconds at n = 24.
    pub max_nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: crate::TOLERANCE,
            max_nodes: 1_000_000,
        }
    }
}

/// A convex piece of the solution set: all convex combinations of the vertices plus nonnegative
/// combinations of the rays. An isolated solution is one vertex and no ray.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Piece {
    /// Its corners, each a solution with a passing certificate.
    pub vertices: Vec<Vec<f64>>,
    /// Its unbounded directions, each with largest entry 1.
    pub rays: Vec<Vec<f64>>,
}

impl Piece {
    /// Whether it is a single point.
    pub fn is_point(&self) -> bool {
        self.vertices.len() == 1 && self.rays.is_empty()
    }
}

/// The solution set as a union of pieces, none inside another (they may touch).
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solutions {
    /// The pieces, ordered by which z and w are positive on them.
    pub pieces: Vec<Piece>,
    /// Whether that is everything. False if the node limit was reached, if there are more than 65 536 pieces
    /// or one has too many corners to list, or where rounding errors decide: a corner whose certificate
    /// failed is left out, and a basis may be singular, or a sign wrong, by a number too near zero to tell.
    pub complete: bool,
    /// Whether rounding alone is the reason why it is not complete: every basis was looked at, and some number was
    /// too near zero to tell.
    pub doubtful: bool,
    /// Nodes visited.
    pub nodes: usize,
}

/// All solutions.
///
/// ```
/// use complementarity::{Lcp, Matrix, enumerate};
/// // every z₁ + z₂ = 1 is a solution
/// let m = Matrix::from_rows(&[[1.0, 1.0], [1.0, 1.0]]).expect("rows of equal length");
/// let found = enumerate::all(&Lcp::new(m, vec![-1.0, -1.0])?, &enumerate::Settings::default());
/// assert!(found.complete);
/// assert_eq!(found.pieces.len(), 1);
/// assert_eq!(found.pieces[0].vertices.len(), 2);
/// # Ok::<(), complementarity::ProblemError>(())
/// ```
pub fn all(lcp: &Lcp, settings: &Settings) -> Solutions {
    let scaled = Scaled::new(lcp);
    let report = tree::search(Task {
        lcp,
        scaled: &scaled,
        settings,
        first: false,
    });
    Solutions {
        complete: !report.exhausted && report.doubt.is_none(),
        doubtful: !report.exhausted && report.doubt.is_some(),
        nodes: report.nodes,
        pieces: maximal(report.found),
    }
}

/// The first solution met, or [`Status::NoSolution`] after an exhaustive search.
///
/// If the only solutions met fail their certificates, or rounding errors may have decided that a basis has
/// none, the outcome is [`Status::Stalled`]; with the node limit reached it is [`Status::IterationLimit`].
pub fn solve(lcp: &Lcp, settings: &Settings) -> Outcome {
    let scaled = Scaled::new(lcp);
    let Report {
        found,
        nodes,
        exhausted,
        doubt,
    } = tree::search(Task {
        lcp,
        scaled: &scaled,
        settings,
        first: true,
    });
    let solution = found
        .into_iter()
        .find_map(|f| f.piece.vertices.into_iter().next());
    let claim = match &solution {
        Some(_) => Status::Solved,
        None if exhausted => Status::IterationLimit,
        None if doubt.is_some() => Status::Stalled,
        None => Status::NoSolution,
    };
    let z = solution.unwrap_or_else(|| vec![0.0; lcp.len()]);
    let certificate = Certificate::of(lcp, &z);
    Outcome::judge(z, claim, certificate, settings.tolerance).by("enumerate", nodes)
}

/// The pieces that lie in no other one, in the order of their supports.
///
/// Only a piece with more positive z and w can contain another one: isolated solutions with strict
/// complementarity need no comparison at all.
fn maximal(mut found: Vec<Found>) -> Vec<Piece> {
    found.sort_by(|a, b| a.support.cmp(&b.support));
    found.dedup_by(|a, b| a.support == b.support);
    let mut by_size: Vec<(u32, usize)> = (found.iter().enumerate())
        .map(|(i, f)| (f.support.count(), i))
        .collect();
    by_size.sort_unstable();
    let mut inside = vec![false; found.len()];
    for &(size, i) in &by_size {
        let larger = &by_size[by_size.partition_point(|b| b.0 <= size)..];
        inside[i] = (larger.iter()).any(|b| found[i].support.within(&found[b.1].support));
    }
    found
        .into_iter()
        .zip(inside)
        .filter(|(_, inside)| !inside)
        .map(|(f, _)| f.piece)
        .collect()
}

#[cfg(test)]
mod tests;
