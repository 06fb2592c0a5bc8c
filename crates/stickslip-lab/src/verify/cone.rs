//! The open cone [APS98 3.1]: in a 90° wedge with μ = 1 the sum of the two round friction cones is not closed. The
//! direction (1, 0, 0) is a limit of forces in it and no force itself; polyhedral sums are closed and miss it.

use super::{Band, Checks};
use complementarity::{Lcp, Matrix, Method, Workspace};
use stickslip::{Error, Polyhedron};

/// The distance of (1, 0, 0) from the sum of the two k-sided cones: a nonnegative least-squares problem, as an LCP.
fn distance(k: usize) -> Result<f64, Error> {
    let polygon = Polyhedron::polygon(k)?;
    let root = std::f64::consts::FRAC_1_SQRT_2;
    let mut edges = Vec::new();
    for side in [-1.0, 1.0] {
        let normal = [0.0, side * root, root];
        // t along the wedge, o = n × t across
        let tangent = [1.0, 0.0, 0.0];
        let binormal = [0.0, root, -side * root];
        for d in polygon.directions() {
            edges.push([0, 1, 2].map(|i| normal[i] + d[0] * tangent[i] + d[1] * binormal[i]));
        }
    }
    let dot = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|i| a[i] * b[i]).sum::<f64>();
    let goal = [1.0, 0.0, 0.0];
    let n = edges.len();
    let m = Matrix::from_fn(n, n, |i, j| dot(&edges[i], &edges[j]));
    let q = edges.iter().map(|e| -dot(e, &goal)).collect();
    let outcome = Method::Auto.solve(&Lcp::new(m, q)?, &mut Workspace::default());
    if !outcome.status.is_solved() {
        return Ok(f64::NAN);
    }
    let mut rest = goal;
    for (edge, x) in edges.iter().zip(&outcome.z) {
        (0..3).for_each(|i| rest[i] -= x * edge[i]);
    }
    Ok(dot(&rest, &rest).sqrt())
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    for (k, reference) in [(4, 0.577_350), (8, 0.281_085)] {
        let name = format!("distance of (1, 0, 0) from the sum of {k}-sided cones");
        checks.add(name, None, reference, distance(k)?, Band::Within(1e-6));
    }
    // the distance goes down as 1/k: halved by doubling
    let ratio = distance(32)? / distance(64)?;
    checks.add(
        "its ratio for 32 and 64 directions",
        None,
        2.0,
        ratio,
        Band::Within(0.01),
    );
    Ok(())
}
