//! A frictional contact problem with the velocities of its bodies: the format `fc-global-1`, read into a checked problem.

use super::contact::{MOST_ROWS, check_contacts};
use super::error::Fault;
use super::triplets::{Shape, Written, length};
use serde::Deserialize;
use stickslip::GlobalProblem;

/// Velocities in the largest part of M that is read. Each part is factorised as a dense matrix.
pub(super) const MOST_COUPLED: usize = 6_000;

/// The fields we read; all others are accepted and ignored.
#[derive(Deserialize)]
pub(super) struct Fields {
    pub(super) name: Option<String>,
    dim: usize,
    nc: usize,
    ndof: Option<usize>,
    mu: Vec<f64>,
    q: Vec<f64>,
    b: Vec<f64>,
    #[serde(rename = "M")]
    m: Written,
    #[serde(rename = "H")]
    h: Written,
}

/// Checks lengths and ranges; a fault comes with the field to point at.
pub(super) fn check(fields: Fields) -> Result<GlobalProblem, (Fault, String)> {
    let Fields {
        dim,
        nc,
        ndof,
        mu,
        q,
        b,
        m,
        h,
        ..
    } = fields;
    check_contacts(dim, nc, &mu)?;
    let (rows, dofs) = (dim * nc, ndof.unwrap_or(q.len()));
    length("q", q.len(), dofs, "give one entry per velocity (ndof)")?;
    length(
        "b",
        b.len(),
        rows,
        "give dim entries per contact (dim × nc)",
    )?;
    if rows > MOST_ROWS {
        let fault = Fault::TooManyRows {
            found: rows,
            most: MOST_ROWS,
        };
        return Err((fault, "nc".into()));
    }
    let velocities = (dofs, "the number of velocities (ndof, the length of q)");
    let m = m.entries(&Shape {
        name: "M",
        rows: velocities,
        cols: velocities,
    })?;
    let h = h.entries(&Shape {
        name: "H",
        rows: velocities,
        cols: (rows, "dim × nc"),
    })?;
    let problem = GlobalProblem::new(dim, mu, [q, b], &m, &h)
        .map_err(|error| (Fault::Contact(error), "M".into()))?;
    let found = problem.largest_part();
    if found > MOST_COUPLED {
        let fault = Fault::TooManyCoupled {
            found,
            most: MOST_COUPLED,
        };
        return Err((fault, "M".into()));
    }
    Ok(problem)
}
