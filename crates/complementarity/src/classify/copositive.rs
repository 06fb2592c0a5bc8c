//! Copositive and strictly copositive: xᵀAx ≥ 0, or > 0, on the nonnegative vectors.
//!
//! Exact reductions first. Join i and j if a_ij < 0: entries between different components are ≥ 0 and
//! only help, and each component is a principal submatrix, so A is copositive exactly if every component
//! is. The multipliers λ of a friction problem have no negative entries in the symmetric part and drop
//! out here, leaving the Delassus matrix, which is positive semidefinite.
//!
//! What is left is settled by the linear complementarity problem with matrix A itself: if xᵀAx has a
//! negative minimum −λ on the simplex, then z = x/λ satisfies 0 ≤ z ⊥ Az + e ≥ 0, e the vector of ones;
//! and any solution z ≠ 0 has zᵀAz = −eᵀz < 0. So A is copositive exactly if this problem has only the
//! solution 0, and a copositive A is strictly so exactly if the problem with 0 for e has no other
//! solution. The enumeration decides both; it plays the part of the principal-submatrix criteria [Had83].

use super::{Settings, Verdict, Witness, definite};
use crate::enumerate;
use crate::linear::{Matrix, dot};
use crate::problem::Lcp;

/// Steps of one descent.
const DESCENT_STEPS: usize = 500;

/// Both verdicts for a symmetric matrix.
pub(super) fn test(sym: &Matrix, settings: &Settings) -> (Verdict, Verdict) {
    let n = sym.rows();
    // a diagonal entry that is not positive settles the strict question at once
    let flat = (0..n)
        .find(|&i| sym[(i, i)] <= settings.tolerance)
        .map(|i| unit(n, i));
    let strict = flat.map_or(Verdict::Yes, |x| Verdict::No(Witness::Vector(x)));
    let mut verdicts = (Verdict::Yes, strict);
    for component in components(sym, settings.tolerance) {
        let part = sym.select(&component, &component);
        let (weak, strict) = connected(&part, verdicts.1.is_no(), settings);
        let embed = |verdict| match verdict {
            Verdict::No(Witness::Vector(part)) => {
                let mut x = vec![0.0; n];
                component
                    .iter()
                    .zip(part)
                    .for_each(|(&i, part)| x[i] = part);
                Verdict::No(Witness::Vector(x))
            }
            other => other,
        };
        verdicts = (
            both(verdicts.0, embed(weak)),
            both(verdicts.1, embed(strict)),
        );
        if verdicts.0.is_no() {
            break;
        }
    }
    verdicts
}

/// The i-th unit vector.
fn unit(n: usize, i: usize) -> Vec<f64> {
    let mut x = vec![0.0; n];
    x[i] = 1.0;
    x
}

/// The property holds for both; the first "no" wins, then "unknown".
fn both(a: Verdict, b: Verdict) -> Verdict {
    match (&a, &b) {
        (Verdict::No(_), _) | (_, Verdict::Yes) => a,
        (_, Verdict::No(_)) | (Verdict::Yes, _) => b,
        _ => a,
    }
}

/// Index sets joined by negative entries, each ascending.
fn components(a: &Matrix, zero: f64) -> Vec<Vec<usize>> {
    let n = a.rows();
    let mut seen = vec![false; n];
    let mut found = Vec::new();
    for start in 0..n {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut component = vec![start];
        let mut next = 0;
        while next < component.len() {
            let i = component[next];
            next += 1;
            for j in 0..n {
                if !seen[j] && a[(i, j)] < -zero {
                    seen[j] = true;
                    component.push(j);
                }
            }
        }
        component.sort_unstable();
        found.push(component);
    }
    found
}

/// The verdicts for one component: small tests, a descent for a witness, definiteness, enumeration.
///
/// Nobody asks for the strict one if `strict_settled`; it is then "unknown".
fn connected(a: &Matrix, strict_settled: bool, settings: &Settings) -> (Verdict, Verdict) {
    let zero = settings.tolerance;
    let no = |x: Vec<f64>| Verdict::No(Witness::Vector(x));
    if let Some(x) = pair_witness(a, zero).or_else(|| descend(a, settings)) {
        return (no(x.clone()), no(x));
    }
    let (definite, semidefinite) = definite::test(a, settings);
    if definite.is_yes() {
        return (Verdict::Yes, Verdict::Yes);
    }
    let copositive = if semidefinite.is_yes() {
        Verdict::Yes
    } else {
        only_zero(a, 1.0, settings)
    };
    let strict = match &copositive {
        Verdict::Yes if strict_settled => Verdict::Unknown,
        Verdict::Yes => only_zero(a, 0.0, settings),
        other => other.clone(),
    };
    (copositive, strict)
}

/// A nonnegative vector of one or two entries with a negative value.
fn pair_witness(a: &Matrix, zero: f64) -> Option<Vec<f64>> {
    let n = a.rows();
    for i in 0..n {
        let mut x = unit(n, i);
        if a[(i, i)] < -zero {
            return Some(x);
        }
        for j in (0..n).filter(|&j| j != i && a[(i, j)] < -zero) {
            // a_ii t² + 2 a_ij t + a_jj is lowest at t = −a_ij/a_ii, or falls for ever if a_ii ≤ 0
            let far = (a[(j, j)].abs() + 1.0) / -a[(i, j)];
            let t = if a[(i, i)] <= 0.0 {
                far
            } else {
                far.min(-a[(i, j)] / a[(i, i)])
            };
            let value = a[(i, i)] * t * t + 2.0 * a[(i, j)] * t + a[(j, j)];
            if value < -zero * (1.0 + t * t) {
                (x[i], x[j]) = (t, 1.0);
                return Some(x);
            }
        }
    }
    None
}

/// A vector of the simplex with a negative value, by moving weight between two entries at a time, with
/// exact steps, from several starts.
fn descend(a: &Matrix, settings: &Settings) -> Option<Vec<f64>> {
    let n = a.rows();
    for start in 0..settings.starts {
        // the centre first, then weights spread by multiples of the golden ratio
        let weight = |i: usize| {
            ((start * (i + 1)) as f64 * 0.618_033_988_749_895)
                .fract()
                .powi(2)
                + 1e-3
        };
        let total: f64 = (0..n).map(weight).sum();
        let mut x: Vec<f64> = (0..n).map(|i| weight(i) / total).collect();
        let mut ax = vec![0.0; n];
        a.mul_add(&x, &mut ax);
        for _ in 0..DESCENT_STEPS {
            if dot(&x, &ax) < -settings.tolerance {
                // decided from the data, not from the updated product
                ax.fill(0.0);
                a.mul_add(&x, &mut ax);
                if dot(&x, &ax) < -settings.tolerance {
                    return Some(x);
                }
            }
            let to = (0..n).min_by(|&i, &j| ax[i].total_cmp(&ax[j]))?;
            let from = (0..n)
                .filter(|&i| x[i] > 0.0)
                .max_by(|&i, &j| ax[i].total_cmp(&ax[j]))?;
            let slope = ax[from] - ax[to];
            if slope <= settings.tolerance {
                break;
            }
            let curvature = a[(to, to)] + a[(from, from)] - 2.0 * a[(to, from)];
            let whole = x[from];
            let step = if curvature > 0.0 {
                (slope / curvature).min(whole)
            } else {
                whole
            };
            x[to] += step;
            x[from] = if step == whole { 0.0 } else { whole - step };
            for k in 0..n {
                ax[k] += step * (a[(k, to)] - a[(k, from)]);
            }
        }
    }
    None
}

/// Whether 0 ≤ z ⊥ Az + q ≥ 0 has only the solution 0, all entries of q being 1 or 0.
fn only_zero(a: &Matrix, q: f64, settings: &Settings) -> Verdict {
    let n = a.rows();
    // as much work as for all principal submatrices of the largest order allowed; a node costs n²
    let order = settings.max_exhaustive.clamp(1, 30);
    let max_nodes = (1_usize << order) * order.pow(2) / n.max(order).pow(2);
    let search = enumerate::Settings {
        max_nodes,
        ..enumerate::Settings::default()
    };
    let Ok(lcp) = Lcp::new(a.clone(), vec![q; n]) else {
        return Verdict::Unknown;
    };
    let found = enumerate::all(&lcp, &search);
    for x in found
        .pieces
        .iter()
        .flat_map(|p| p.vertices.iter().chain(&p.rays))
    {
        let size: f64 = x.iter().sum();
        if size > 0.0 {
            let x: Vec<f64> = x.iter().map(|x| x / size).collect();
            let mut ax = vec![0.0; n];
            a.mul_add(&x, &mut ax);
            // a value that is zero within the tolerance disproves strict copositivity only
            if dot(&x, &ax)
                < if q > 0.0 {
                    -settings.tolerance
                } else {
                    settings.tolerance
                }
            {
                return Verdict::No(Witness::Vector(x));
            }
        }
    }
    if found.complete {
        Verdict::Yes
    } else {
        Verdict::Unknown
    }
}
