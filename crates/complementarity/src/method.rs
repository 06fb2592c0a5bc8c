//! Which method solves a problem: one enum, one match.

use crate::mixed::Elimination;
use crate::outcome::Outcome;
use crate::problem::{Lcp, Mlcp, Ncp};
use crate::{auto, enumerate, homotopy, interior, lemke, mixed, newton};

/// A setting that no solver can work with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{field} is {value}; it must be {expected}")]
#[non_exhaustive]
pub struct SettingsError {
    /// Which one, like `tolerance` or `cover[3]`.
    pub field: String,
    /// Its value.
    pub value: f64,
    /// What would do.
    pub expected: &'static str,
}

/// Memory that solvers reuse from one solve to the next. It never influences a result.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(crate) lemke: lemke::Workspace,
    pub(crate) split: auto::Split,
    pub(crate) mixed: mixed::Workspace,
}

/// A method with its settings.
///
/// ```
/// use complementarity::{Lcp, Matrix, Method, Workspace};
/// let m = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).expect("square");
/// let lcp = Lcp::new(m, vec![-5.0, -6.0])?;
/// let outcome = Method::Auto.solve(&lcp, &mut Workspace::default());
/// assert!(outcome.status.is_solved());
/// assert!((outcome.z[0] - 4.0 / 3.0).abs() < 1e-15);
/// # Ok::<(), complementarity::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// Lemke first, then whatever it takes; says what it tried.
    #[default]
    Auto,
    /// Complementary pivoting.
    Lemke(lemke::Settings),
    /// Nonsmooth Newton.
    Newton(newton::Settings),
    /// Potential-reduction interior point.
    Interior(interior::Settings),
    /// Path following from a trivially solvable problem.
    Homotopy(homotopy::Settings),
    /// Search of all complementary bases, for small problems.
    Enumerate(enumerate::Settings),
}

impl Method {
    /// The names that [`Method::parse`] knows.
    pub const NAMES: [&'static str; 6] = [
        "auto",
        "lemke",
        "newton",
        "interior",
        "homotopy",
        "enumerate",
    ];

    /// The method of that name, with default settings.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "auto" => Self::Auto,
            "lemke" => Self::Lemke(Default::default()),
            "newton" => Self::Newton(Default::default()),
            "interior" => Self::Interior(Default::default()),
            "homotopy" => Self::Homotopy(Default::default()),
            "enumerate" => Self::Enumerate(Default::default()),
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Lemke(_) => "lemke",
            Self::Newton(_) => "newton",
            Self::Interior(_) => "interior",
            Self::Homotopy(_) => "homotopy",
            Self::Enumerate(_) => "enumerate",
        }
    }

    /// Solves an LCP from z = 0.
    pub fn solve(&self, lcp: &Lcp, workspace: &mut Workspace) -> Outcome {
        self.solve_from(lcp, lemke::Start::Zero, workspace)
    }

    /// Solves an LCP from a given start. Solutions can be several; the start may then decide which is found.
    pub fn solve_from(
        &self,
        lcp: &Lcp,
        start: lemke::Start<'_>,
        workspace: &mut Workspace,
    ) -> Outcome {
        let mut outcome = Outcome::empty();
        self.solve_into(lcp, start, workspace, &mut outcome);
        outcome
    }

    /// Solves an LCP from a given start, in the memory of an earlier outcome: for many problems, one after another.
    ///
    /// With a workspace and an outcome that have served a problem of this size, `Auto` and `Lemke` allocate
    /// nothing, unless the first path fails or a basis of 48 or more unknowns has to be factorised.
    ///
    /// ```
    /// use complementarity::lemke::Start;
    /// use complementarity::{Lcp, Method, Outcome, Workspace};
    /// let (mut lcp, mut workspace, mut outcome) = (Lcp::default(), Workspace::default(), Outcome::empty());
    /// for step in 1..=3 {
    ///     lcp.refill(1, |m, q| (m[(0, 0)], q[0]) = (2.0, -f64::from(step)))?;
    ///     Method::Auto.solve_into(&lcp, Start::Zero, &mut workspace, &mut outcome);
    ///     assert_eq!(outcome.z, [f64::from(step) / 2.0]);
    /// }
    /// # Ok::<(), complementarity::ProblemError>(())
    /// ```
    pub fn solve_into(
        &self,
        lcp: &Lcp,
        start: lemke::Start<'_>,
        workspace: &mut Workspace,
        outcome: &mut Outcome,
    ) {
        match self {
            Self::Auto => auto::solve_into(lcp, start, workspace, outcome),
            Self::Lemke(settings) => {
                lemke::solve_into(lcp, start, settings, &mut workspace.lemke, outcome);
            }
            Self::Enumerate(settings) => *outcome = enumerate::solve(lcp, settings),
            Self::Newton(_) | Self::Interior(_) | Self::Homotopy(_) => {
                *outcome = self.solve_nonlinear(lcp, &start.point(lcp.len()));
            }
        }
    }

    /// Solves a mixed LCP. Pivoting methods eliminate the free rows first, and fall back to carrying them along
    /// when the elimination costs too many digits; iterative methods take them as they are.
    pub fn solve_mixed(&self, mlcp: &Mlcp, workspace: &mut Workspace) -> Outcome {
        let mut outcome = Outcome::empty();
        self.solve_mixed_into(mlcp, workspace, &mut outcome);
        outcome
    }

    /// The same in the memory of an earlier outcome, under the conditions of [`Self::solve_into`] without allocation.
    pub fn solve_mixed_into(&self, mlcp: &Mlcp, workspace: &mut Workspace, outcome: &mut Outcome) {
        if let Self::Newton(_) | Self::Interior(_) | Self::Homotopy(_) = self {
            *outcome = self.solve_nonlinear(mlcp, &vec![0.0; mlcp.lcp().len()]);
            outcome.dependent = mixed::dependent_rows(mlcp);
            return;
        }
        // lent out, because what remains after elimination is solved with the rest of the workspace
        let mut ws = std::mem::take(&mut workspace.mixed);
        let mut by = |elimination, outcome: &mut Outcome| {
            let solve = |lcp: &Lcp, inner: &mut Outcome| {
                self.solve_into(lcp, lemke::Start::Zero, workspace, inner);
            };
            let elimination = (elimination, self.tolerance());
            mixed::solve(mlcp, elimination, &mut ws, outcome, solve);
        };
        by(Elimination::Full, outcome);
        if !outcome.is_conclusive() {
            let dependent = std::mem::take(&mut outcome.dependent);
            let mut direct = Outcome::empty();
            by(Elimination::Direct, &mut direct);
            *outcome = std::mem::take(outcome)
                .then(direct)
                .or_try(*self == Self::Auto, |z| self.solve_nonlinear(mlcp, z));
            outcome.dependent = dependent;
        }
        workspace.mixed = ws;
    }

    /// Solves a nonlinear problem near `start`. Pivoting methods do not apply: `Auto`, `Lemke` and `Enumerate`
    /// stand for Newton, then interior point, then homotopy.
    pub fn solve_nonlinear<P: Ncp + ?Sized>(&self, problem: &P, start: &[f64]) -> Outcome {
        match self {
            Self::Newton(settings) => newton::solve(problem, start, settings),
            Self::Interior(settings) => interior::solve(problem, start, settings),
            Self::Homotopy(settings) => homotopy::solve(problem, start, settings),
            Self::Auto | Self::Lemke(_) | Self::Enumerate(_) => {
                newton::solve(problem, start, &Default::default())
                    .or_try(true, |_| {
                        interior::solve(problem, start, &Default::default())
                    })
                    .or_try(true, |_| {
                        homotopy::solve(problem, start, &Default::default())
                    })
            }
        }
    }

    /// Checks the settings. Solving with bad ones is safe but pointless: nothing passes a tolerance of zero or NaN.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let check = |field: &str, value: f64, fine: bool, expected| match fine {
            true => Ok(()),
            false => Err(SettingsError {
                field: field.into(),
                value,
                expected,
            }),
        };
        let tolerance = self.tolerance();
        check(
            "tolerance",
            tolerance,
            tolerance > 0.0 && tolerance < 1.0,
            "between 0 and 1",
        )?;
        if let Self::Lemke(settings) = self {
            let pivot = settings.pivot;
            check(
                "pivot",
                pivot,
                pivot > 0.0 && pivot < 1.0,
                "between 0 and 1",
            )?;
            for (i, &d) in settings.cover.iter().enumerate() {
                check(
                    &format!("cover[{i}]"),
                    d,
                    d > 0.0 && d.is_finite(),
                    "positive and finite",
                )?;
            }
        }
        Ok(())
    }

    /// The bound on the relative residual that counts as solved.
    pub fn tolerance(&self) -> f64 {
        match self {
            Self::Auto => crate::TOLERANCE,
            Self::Lemke(s) => s.tolerance,
            Self::Newton(s) => s.tolerance,
            Self::Interior(s) => s.tolerance,
            Self::Homotopy(s) => s.tolerance,
            Self::Enumerate(s) => s.tolerance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_parsed_and_valid() {
        for name in Method::NAMES {
            let method = Method::parse(name).unwrap();
            assert_eq!(method.name(), name);
            assert_eq!(method.validate(), Ok(()));
        }
        assert_eq!(Method::parse("simplex"), None);
    }

    #[test]
    fn bad_settings_are_named() {
        let newton = newton::Settings {
            tolerance: f64::NAN,
            ..Default::default()
        };
        let error = Method::Newton(newton).validate().unwrap_err();
        assert_eq!(
            error.to_string(),
            "tolerance is NaN; it must be between 0 and 1"
        );
        let lemke = lemke::Settings {
            cover: vec![1.0, 0.0],
            ..Default::default()
        };
        let error = Method::Lemke(lemke).validate().unwrap_err();
        assert_eq!(
            error.to_string(),
            "cover[1] is 0; it must be positive and finite"
        );
    }
}
