//! What can be wrong with the data of a step. Each message names the place, the value and what to do.

use crate::system::ContactId;
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
    /// The mass matrix is not symmetric.
    #[error(
        "the mass matrix is not symmetric: entry [{row}][{col}] is {above}, its mirror image {below}; \
         give (M + Mᵀ)/2 if the difference is rounding"
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
    /// The mass matrix is not positive definite.
    #[error(
        "the mass matrix is not positive definite: pivot {index} is {value}; every mass must be positive \
         and finite, and what cannot move is left out of the system"
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
        /// Number of the contact.
        contact: usize,
    },
    /// A row names a velocity that does not exist.
    #[error("{field} names velocity {index}, but there are only {velocities}")]
    NoSuchVelocity {
        /// The row, like `contact 2: normal`.
        field: String,
        /// The index found.
        index: usize,
        /// Number of velocities.
        velocities: usize,
    },
    /// The coefficient of friction is negative.
    #[error("friction is {value}; a coefficient of friction is finite and ≥ 0")]
    BadFriction {
        /// Its value.
        value: f64,
    },
    /// The number of friction directions is odd or too small.
    #[error(
        "{value} friction directions; give an even number from 2 (planar friction along the tangent) to 1000; \
         8 suits a space contact, and a round cone needs at least 4"
    )]
    BadDirections {
        /// Its value.
        value: usize,
    },
    /// A set of friction directions cannot be used.
    #[error("friction directions: {problem}")]
    BadDirectionSet {
        /// What is wrong and what would do.
        problem: String,
    },
    /// Faces do not make a friction set.
    #[error("friction faces: {problem}")]
    BadFaces {
        /// What is wrong and what would do.
        problem: String,
    },
    /// A function of the user's own is no gauge of a friction set.
    #[error("friction gauge: {problem}")]
    BadGauge {
        /// What is wrong and what would do.
        problem: String,
    },
    /// A coefficient of restitution is outside its range.
    #[error("restitution is {value}; {expected}")]
    BadRestitution {
        /// Its value.
        value: f64,
        /// What would do.
        expected: &'static str,
    },
    /// A contact of the system has bad material data.
    #[error("contact {contact} ({name}): {source}")]
    AtContact {
        /// Number of the contact.
        contact: usize,
        /// Its name.
        name: String,
        /// What is wrong.
        source: Box<Error>,
    },
    /// A state names a contact that the system does not have.
    #[error("the state names contact {contact} as closed, but the system has {contacts} contacts")]
    NoSuchContact {
        /// The one found.
        contact: ContactId,
        /// How many there are.
        contacts: usize,
    },
    /// The contacts of a state are not in order.
    #[error(
        "the state names contact {after} after contact {before}; list closed contacts in ascending order, each once"
    )]
    UnorderedContacts {
        /// The earlier one.
        before: ContactId,
        /// The one after it.
        after: ContactId,
    },
    /// The implicit scheme finds no impact times.
    #[error(
        "`locate` finds impact times between steps of the other schemes; the implicit scheme \"tzitzouris-pang\" takes whole \
         steps: leave `locate` out, or choose \"fixed-point\""
    )]
    LocateImplicit,
    /// A setting no step can work with.
    #[error("{field} is {value}; it must be {expected}")]
    BadSetting {
        /// Which one.
        field: &'static str,
        /// Its value.
        value: f64,
        /// What would do.
        expected: &'static str,
    },
    /// A setting of the complementarity solver.
    #[error("solver: {0}")]
    Method(complementarity::SettingsError),
    /// The system's functions gave something that is not a number.
    #[error(
        "at t = {t} s the system's {field} is {value}; its functions must be finite everywhere it can go"
    )]
    SystemNotFinite {
        /// Time (s).
        t: f64,
        /// Which function, like `gap of contact 3`.
        field: String,
        /// The value found.
        value: f64,
    },
    /// A motor of unlimited strength that is not where it wants to be: velocities jump before there are accelerations.
    #[error(
        "{joint} is off its target by {off} and infinitely strong: it would jump there at once, and the instant has no accelerations; \
         begin with the motion that it wants, or give it a largest force"
    )]
    MotorOff {
        /// Its name.
        joint: String,
        /// How far: a speed (m/s, rad/s), or a distance (m, rad) where a place is wanted.
        off: f64,
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
    /// A step ended in numbers that are not finite.
    #[error(
        "the step from t = {t} s ends with {value} in its state; masses, speeds or forces are too large to compute with"
    )]
    Overflow {
        /// Start of the step (s).
        t: f64,
        /// The value found.
        value: f64,
    },
    /// The data are finite, but products of them overflow.
    #[error("the step's numbers overflow; choose units in which they do not")]
    Lcp(#[from] complementarity::ProblemError),
    /// A parameter of a built-in system.
    #[error("{field} is {value}; it must be {expected}")]
    BadParameter {
        /// Which one, like `radii[2]`.
        field: String,
        /// Its value, as text.
        value: String,
        /// What would do.
        expected: &'static str,
    },
}

/// Whether all numbers are finite, by one sum: what is not makes it none.
#[inline]
pub(crate) fn are_finite(values: &[f64]) -> bool {
    let (chunks, rest) = values.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for chunk in chunks {
        (0..4).for_each(|k| sums[k] += chunk[k] * 0.0);
    }
    let rest: f64 = rest.iter().map(|x| x * 0.0).sum();
    sums.iter().sum::<f64>() + rest == 0.0
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

    /// The same error, said of a part of something: its field gets a prefix.
    pub(crate) fn within(mut self, whole: &str) -> Self {
        if let Self::BadParameter { field, .. } | Self::NotFinite { field, .. } = &mut self {
            field.insert_str(0, whole);
        }
        self
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
