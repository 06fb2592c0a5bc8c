//! Why a convex question could not be asked, or got no answer.

use thiserror::Error;

/// What is wrong with a problem, or with the answer of the cone programme.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The friction set of a contact is known by its gauge alone.
    #[error(
        "contact {contact}: a friction set given by a gauge of your own cannot be put into a cone programme; \
         give faces or directions instead"
    )]
    NotRepresentable {
        /// Index of the contact.
        contact: usize,
    },
    /// The friction bound of a contact does not vanish with its normal force.
    #[error(
        "contact {contact}: its friction bound is {reserve} without normal force, so its forces are no cone; \
         analyze the problem without it"
    )]
    Reserve {
        /// Index of the contact.
        contact: usize,
        /// The bound (N).
        reserve: f64,
    },
    /// The programme was neither solved nor proven to have no solution.
    #[error(
        "{question}: the cone programme ended with \"{status}\"; the problem may be at a threshold: change it a little"
    )]
    Undecided {
        /// What was asked.
        question: &'static str,
        /// How the solver ended.
        status: String,
    },
    /// Numbers of the problem.
    #[error(transparent)]
    Problem(#[from] stickslip::Error),
}
