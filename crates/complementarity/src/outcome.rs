//! What a solver returns: an answer, a word on how it ended, and the certificate that judges it.

use crate::certificate::Certificate;
use crate::problem::Scale;

/// How a solve ended. Not being solvable is a result, not an error.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Status {
    /// The certificate passes.
    Solved,
    /// Lemke's path ended on a secondary ray.
    Ray(Ray),
    /// An exhaustive search of all complementary bases found no solution.
    NoSolution,
    /// The iteration limit was reached; z is the best iterate.
    IterationLimit,
    /// No further progress was possible, or the final answer failed its certificate; z is the best iterate.
    Stalled,
    /// A linear system that must be solved is singular and could not be repaired.
    Singular,
}

/// Where a path ran off to infinity, and what that proves.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Ray {
    /// Direction of the z-part, ≥ 0 where z is restricted.
    pub direction: Vec<f64>,
    /// A Farkas vector y ≥ 0 with Mᵀy ≤ 0 and qᵀy < 0, if one was found: it proves that no z ≥ 0 has M z + q ≥ 0,
    /// because yᵀ(M z + q) would be negative. Without it the ray proves nothing. In a mixed problem y may have
    /// either sign on free rows, and (Mᵀy)_i = 0 there.
    pub infeasible: Option<Vec<f64>>,
}

impl Status {
    /// Whether the problem is solved.
    pub fn is_solved(&self) -> bool {
        matches!(self, Self::Solved)
    }

    /// Whether it is proven that no solution exists.
    pub fn proves_unsolvable(&self) -> bool {
        matches!(
            self,
            Self::NoSolution
                | Self::Ray(Ray {
                    infeasible: Some(_),
                    ..
                })
        )
    }

    /// One word, as printed and as written to files.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Ray(Ray {
                infeasible: Some(_),
                ..
            }) => "infeasible",
            Self::Ray(_) => "ray",
            Self::NoSolution => "no-solution",
            Self::IterationLimit => "iteration-limit",
            Self::Stalled => "stalled",
            Self::Singular => "singular",
        }
    }
}

/// The end of a solve.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Outcome {
    /// The answer, or the best iterate if not solved.
    pub z: Vec<f64>,
    /// How it ended.
    pub status: Status,
    /// How good z is, from problem data only.
    pub certificate: Certificate,
    /// Pivots, Newton steps, path steps or search nodes, over all attempts.
    pub iterations: usize,
    /// What was tried, in order.
    pub attempts: Vec<Attempt>,
    /// Which z_i are basic at the end of a pivoting method, for a warm start; empty after other methods and for
    /// mixed problems. A basic z_i may be zero, so this says more than z.
    pub basis: Vec<bool>,
    /// Free rows of a mixed problem that depend on the others (redundant joints).
    pub dependent: Vec<usize>,
}

/// One method's try at a problem.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Attempt {
    /// Method and variant, like `lemke` or `lemke (larger pivots)`.
    pub method: &'static str,
    /// [`Status::word`] of its end.
    pub status: &'static str,
    /// Iterations it took.
    pub iterations: usize,
}

/// Relative residuals below this are rounding errors of the data.
const ROUNDING: f64 = 1e-14;

impl Outcome {
    /// Judges an answer: `claim` stands only as far as the certificate allows. A claimed `Solved` whose
    /// certificate fails becomes `Stalled`, and a passing certificate means `Solved`, unless the claim is a proof
    /// that there is no solution: then one large entry of q has made the relative figure look good. Only where the
    /// residual is a rounding error of the data is such a proof about rounding errors too.
    pub fn judge(z: Vec<f64>, claim: Status, certificate: Certificate, tolerance: f64) -> Self {
        let mut outcome = Self { z, ..Self::empty() };
        outcome.judge_here(claim, certificate, tolerance);
        outcome
    }

    /// No answer to no problem: memory for the methods that write into an outcome.
    pub fn empty() -> Self {
        Self {
            z: Vec::new(),
            status: Status::Stalled,
            certificate: Certificate::worst(Scale::default()),
            iterations: 0,
            attempts: Vec::new(),
            basis: Vec::new(),
            dependent: Vec::new(),
        }
    }

    /// Judges the z and the basis that are here already; all else is made anew.
    pub(crate) fn judge_here(&mut self, claim: Status, certificate: Certificate, tolerance: f64) {
        self.status = match claim {
            proof if proof.proves_unsolvable() && !certificate.passes(ROUNDING) => proof,
            _ if certificate.passes(tolerance) => Status::Solved,
            Status::Solved => Status::Stalled,
            other => other,
        };
        self.certificate = certificate;
        self.iterations = 0;
        self.attempts.clear();
        self.dependent.clear();
    }

    /// Records which method did it, and in how many iterations.
    pub fn by(mut self, method: &'static str, iterations: usize) -> Self {
        self.record(method, iterations);
        self
    }

    /// The same in place.
    pub(crate) fn record(&mut self, method: &'static str, iterations: usize) {
        self.iterations += iterations;
        self.attempts.push(Attempt {
            method,
            status: self.status.word(),
            iterations,
        });
    }

    /// Whether trying on is pointless: solved, or proven unsolvable.
    pub fn is_conclusive(&self) -> bool {
        self.status.is_solved() || self.status.proves_unsolvable()
    }

    /// Goes on with `next`, given the best answer so far, unless this is conclusive or `next` does not apply.
    pub fn or_try(self, applies: bool, next: impl FnOnce(&[f64]) -> Self) -> Self {
        if self.is_conclusive() || !applies {
            return self;
        }
        let next = next(&self.z);
        self.then(next)
    }

    /// This attempt followed by another: a conclusive one counts, and between equals the smaller residual.
    pub fn then(self, mut next: Self) -> Self {
        let iterations = self.iterations + next.iterations;
        let mut attempts = self.attempts.clone();
        attempts.append(&mut next.attempts);
        let keep_first = match (self.is_conclusive(), next.is_conclusive()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.certificate.relative <= next.certificate.relative,
        };
        let kept = if keep_first { self } else { next };
        Self {
            iterations,
            attempts,
            ..kept
        }
    }
}

impl Default for Outcome {
    fn default() -> Self {
        Self::empty()
    }
}
