//! What can be wrong with the data of a step. Each message names the place, the value and what to do.

use thiserror::Error;

/// Why numbers do not make a step.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A vector or row has the wrong number of entries.
    #[error(
        "{field} has {found} entries, expected {expected}; give one entry per generalised velocity"
    )]
    WrongLength {
        /// The vector, like `force` or `contact 2: normal`.
        field: String,
        /// Length asked for.
        expected: usize,
        /// Length found.
        found: usize,
    },
    /// An entry is NaN or infinite.
    #[error("{field} is {value}; every entry must be a finite number")]
    NotFinite {
        /// The entry, like `velocity[3]` or `contact 2: normal[0]`.
        field: String,
        /// Its value.
        value: f64,
    },
    /// The inverse mass matrix is not square.
    #[error("the inverse mass has {rows} rows and {cols} columns; give a square matrix")]
    MassNotSquare {
        /// Rows found.
        rows: usize,
        /// Columns found.
        cols: usize,
    },
    /// The inverse mass matrix is not symmetric.
    #[error(
        "the inverse mass is not symmetric: entry [{row}][{col}] is {above}, its mirror image {below}; \
         give (W + Wᵀ)/2 if the difference is rounding"
    )]
    MassNotSymmetric {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        col: usize,
        /// Entry \[row\]\[col\].
        above: f64,
        /// Entry \[col\]\[row\].
        below: f64,
    },
    /// The inverse mass matrix is not positive definite.
    #[error(
        "the inverse mass is not positive definite: pivot {index} is {value}; every mass must be positive \
         and finite, and what cannot move is left out of the problem"
    )]
    MassNotPositive {
        /// Index of the generalised velocity.
        index: usize,
        /// The pivot, or the diagonal entry.
        value: f64,
    },
    /// The length of the step is negative or not finite, or zero where a gap is to be closed in it.
    #[error("step is {value} s; {advice}")]
    BadStep {
        /// Its value (s).
        value: f64,
        /// What to do.
        advice: &'static str,
    },
    /// A contact whose normal row is zero cannot resist anything.
    #[error(
        "contact {contact}: normal is zero; leave out contacts between bodies that cannot move"
    )]
    ZeroNormal {
        /// Index of the contact.
        contact: usize,
    },
    /// The coefficient of friction is negative.
    #[error("contact {contact}: friction is {value}; a coefficient of friction is ≥ 0")]
    BadFriction {
        /// Index of the contact.
        contact: usize,
        /// Its value.
        value: f64,
    },
    /// The number of friction directions is odd or zero.
    #[error(
        "contact {contact}: directions is {value}; give an even number ≥ 2 (2 for planar friction along the \
         tangent, 8 for a space contact)"
    )]
    BadDirections {
        /// Index of the contact.
        contact: usize,
        /// Its value.
        value: usize,
    },
    /// The coefficient of restitution is outside [0, 1].
    #[error("contact {contact}: restitution is {value}; a coefficient of restitution is in [0, 1]")]
    BadRestitution {
        /// Index of the contact.
        contact: usize,
        /// Its value.
        value: f64,
    },
    /// An answer has the wrong number of contacts.
    #[error(
        "the answer has {found} impulses for {expected} contacts; give one impulse per contact"
    )]
    WrongContacts {
        /// Contacts of the problem.
        expected: usize,
        /// Impulses found.
        found: usize,
    },
    /// An answer of the complementarity problem has the wrong length.
    #[error(
        "z has {found} entries, the problem {expected} unknowns; pass the solver's z unchanged"
    )]
    WrongUnknowns {
        /// Unknowns of the problem.
        expected: usize,
        /// Entries found.
        found: usize,
    },
    /// The data are finite, but products of them overflow.
    #[error("the step's numbers overflow; choose units in which they do not")]
    Lcp(#[from] complementarity::ProblemError),
}

impl Error {
    /// Checks the length and finiteness of a vector.
    pub(crate) fn check_vector(
        values: &[f64],
        expected: usize,
        field: impl Fn() -> String,
    ) -> Result<(), Self> {
        if values.len() != expected {
            return Err(Self::WrongLength {
                field: field(),
                expected,
                found: values.len(),
            });
        }
        match values.iter().position(|x| !x.is_finite()) {
            None => Ok(()),
            Some(i) => Err(Self::NotFinite {
                field: format!("{}[{i}]", field()),
                value: values[i],
            }),
        }
    }

    /// Checks that a number is finite.
    pub(crate) fn check_finite(value: f64, field: impl Fn() -> String) -> Result<(), Self> {
        if value.is_finite() {
            Ok(())
        } else {
            Err(Self::NotFinite {
                field: field(),
                value,
            })
        }
    }
}
