//! A frictional contact problem as a file holds it: the format `fc-local-1`, read into a checked problem.

use super::error::Fault;
use super::triplets::{Shape, Written, length};
use complementarity::Matrix;
use serde::Deserialize;
use stickslip::{BlockProblem, Friction, ReducedProblem};

/// Rows of the largest W that is read. It is kept as a dense matrix, and a short file can name a very large one.
pub(super) const MOST_ROWS: usize = 12_000;

/// Contacts with dry friction, all planar or all spatial, over u = W r + q.
#[derive(Clone, Debug)]
pub struct ContactData {
    dim: usize,
    problem: ReducedProblem,
    blocks: BlockProblem,
}

impl ContactData {
    /// Contacts of `dim` rows each, without joints.
    pub(crate) fn new(dim: usize, problem: ReducedProblem) -> Result<Self, stickslip::Error> {
        let contacts = problem.contacts().iter();
        let mu = contacts.map(|contact| contact.friction.coefficient);
        let (w, n) = (problem.w(), problem.len());
        let entries: Vec<_> = (0..n)
            .flat_map(|col| (0..n).map(move |row| (row, col, w[(row, col)])))
            .filter(|entry| entry.2 != 0.0)
            .collect();
        let blocks = BlockProblem::new(dim, mu.collect(), problem.q().to_vec(), &entries)?;
        Ok(Self {
            dim,
            problem,
            blocks,
        })
    }

    /// The same problem with W in blocks.
    pub fn blocks(&self) -> &BlockProblem {
        &self.blocks
    }

    /// Rows of one contact: 2 (N, T) or 3 (N, T1, T2).
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// W, q and the friction of each contact.
    pub fn problem(&self) -> &ReducedProblem {
        &self.problem
    }

    /// The coefficients of friction, contact by contact.
    pub fn mu(&self) -> impl Iterator<Item = f64> {
        (self.problem.contacts().iter()).map(|contact| contact.friction.coefficient)
    }
}

impl PartialEq for ContactData {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.problem, &other.problem);
        self.dim == other.dim && a.q() == b.q() && self.mu().eq(other.mu()) && a.w() == b.w()
    }
}

/// The fields we read; all others are accepted and ignored.
#[derive(Deserialize)]
pub(super) struct Fields {
    pub(super) name: Option<String>,
    dim: usize,
    nc: usize,
    mu: Vec<f64>,
    q: Vec<f64>,
    #[serde(rename = "W")]
    w: Written,
}

/// Checks lengths and ranges; a fault comes with the field to point at.
pub(super) fn check(fields: Fields) -> Result<ContactData, (Fault, String)> {
    let Fields {
        dim, nc, mu, q, w, ..
    } = fields;
    check_contacts(dim, nc, &mu)?;
    let friction = match dim {
        2 => Friction::planar,
        _ => Friction::round,
    };
    // mu is as long as the file says, so the product is far from overflow
    let n = dim * nc;
    length("q", q.len(), n, "give dim entries per contact (dim × nc)")?;
    if n > MOST_ROWS {
        let fault = Fault::TooManyRows {
            found: n,
            most: MOST_ROWS,
        };
        return Err((fault, "nc".into()));
    }
    let entries = w.entries(&Shape {
        name: "W",
        rows: (n, "dim × nc"),
        cols: (n, "dim × nc"),
    })?;
    let mut w = Matrix::zeros(n, n);
    for (row, col, value) in entries {
        w[(row, col)] = value;
    }
    let frictions = mu.into_iter().map(friction).collect();
    let problem = ReducedProblem::new(w, q, frictions)
        .map_err(|error| (Fault::Contact(error), "W".into()))?;
    ContactData::new(dim, problem).map_err(|error| (Fault::Contact(error), "W".into()))
}

/// Checks what all contact problems have in common.
pub(super) fn check_contacts(dim: usize, nc: usize, mu: &[f64]) -> Result<(), (Fault, String)> {
    if dim != 2 && dim != 3 {
        return Err((Fault::Dimension { found: dim }, "dim".into()));
    }
    length("mu", mu.len(), nc, "give one coefficient per contact (nc)")?;
    if let Some(index) = mu.iter().position(|&mu| mu < 0.0) {
        let value = mu[index];
        let fault = Fault::NegativeFriction { index, value };
        return Err((fault, format!("mu[{index}]")));
    }
    Ok(())
}
