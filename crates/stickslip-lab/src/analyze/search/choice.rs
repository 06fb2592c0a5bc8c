//! What each mode of a contact or joint says of the unknown forces c, as linear equations and inequalities: u = A c + b is linear in them. All
//! laws are closed, so that modes meet where one turns into another, and none is forgotten.
//!
//! ```text
//!     break    c = 0,  u_n ≥ 0
//!     stick    u = 0,  c in the cone
//!     corner   u_n = 0,  c_T = μ c_n p,  c_n ≥ 0,  u_T·(q − p) ≥ 0 for all corners q
//!     edge     u_n = 0,  c_T between μ c_n p and μ c_n p′,  u_T·(p′ − p) = 0,  u_T·(q − p) ≥ 0
//! ```
//!
//! A joint has u = 0 between its bounds, u ≥ 0 at the lower and u ≤ 0 at the upper one.

use super::super::uniqueness::modes::corners_of;
use super::super::uniqueness::scaled::Scaled;
use super::span::Row;
use complementarity::linear::max_abs;
use stickslip::{FrictionSet, ReducedContact};

/// Expressions of a mode.
#[derive(Debug, Default)]
pub(super) struct Mode {
    /// Those that vanish.
    pub(super) zero: Vec<Row>,
    /// Those of c that are not negative.
    pub(super) force: Vec<Row>,
    /// Those of u that are not negative.
    pub(super) motion: Vec<Row>,
}

/// A contact or joint.
#[derive(Debug)]
pub(super) struct Part {
    /// Its modes, those that hold first.
    pub(super) modes: Vec<Mode>,
    /// What all of them have in common.
    pub(super) undecided: Mode,
}

/// All contacts and joints, in units in which rows respond by 1 and the largest of b is 1.
#[derive(Debug)]
pub(super) struct Choices {
    pub(super) parts: Vec<Part>,
    /// From unknowns to forces (N, N·m).
    pub(super) units: Vec<f64>,
}

/// c and u as rows.
struct Rows<'a> {
    scaled: &'a Scaled,
    b: Vec<f64>,
}

impl Rows<'_> {
    fn c(&self, row: usize) -> Row {
        Row::unit(self.b.len(), row)
    }

    fn u(&self, row: usize) -> Row {
        let a = &self.scaled.a;
        Row::new((0..a.cols()).map(|j| a[(row, j)]).collect(), self.b[row])
    }
}

impl Choices {
    /// The modes, if all friction is a segment or a polygon.
    pub(super) fn of(scaled: &Scaled) -> Option<Self> {
        let reduced = &scaled.reduced;
        let loads = reduced.q().iter().zip(&scaled.units);
        let mut b: Vec<f64> = loads.map(|(b, unit)| b * unit).collect();
        let size = match max_abs(&b) {
            largest if largest > 0.0 => largest,
            _ => 1.0,
        };
        b.iter_mut().for_each(|b| *b /= size);
        let rows = Rows { scaled, b };
        let mut parts = Vec::new();
        for contact in reduced.contacts() {
            parts.push(of_contact(&rows, contact)?);
        }
        for (row, bounds) in (reduced.first_joint()..).zip(reduced.bounds()) {
            let unit = scaled.units[row] * size;
            parts.push(of_joint(&rows, row, bounds.map(|bound| bound / unit)));
        }
        Some(Self {
            parts,
            units: scaled.units.iter().map(|unit| unit * size).collect(),
        })
    }
}

fn of_joint(rows: &Rows, row: usize, [low, high]: [f64; 2]) -> Part {
    let above = rows.c(row).plus(1.0, &Row::constant(rows.b.len(), -low));
    let below = rows.c(row).times(-1.0);
    let below = below.plus(1.0, &Row::constant(rows.b.len(), high));
    let bound = |bound: f64, row: &Row| bound.is_finite().then(|| row.clone());
    let between: Vec<Row> = [bound(low, &above), bound(high, &below)]
        .into_iter()
        .flatten()
        .collect();
    let mut modes = vec![Mode {
        zero: vec![rows.u(row)],
        force: between.clone(),
        motion: Vec::new(),
    }];
    for (bound, there, sign) in [(low, above, 1.0), (high, below, -1.0)] {
        if bound.is_finite() {
            modes.push(Mode {
                zero: vec![there],
                force: Vec::new(),
                motion: vec![rows.u(row).times(sign)],
            });
        }
    }
    let undecided = Mode {
        force: between,
        ..Mode::default()
    };
    Part { modes, undecided }
}

fn of_contact(rows: &Rows, contact: &ReducedContact) -> Option<Part> {
    let n = contact.row;
    let friction: Vec<usize> = rows.scaled.reduced.friction_rows(contact).collect();
    if contact.reserve != 0.0 && !friction.is_empty() {
        return None;
    }
    let mu = contact.friction.coefficient;
    let corners = corners(contact)?;
    // along the friction rows, of c and of u
    let along = |of: &dyn Fn(usize) -> Row, d: [f64; 2]| {
        let parts = friction.iter().zip(d);
        parts.fold(Row::constant(rows.b.len(), 0.0), |sum, (&row, d)| {
            sum.plus(d, &of(row))
        })
    };
    let (c, u) = (|row| rows.c(row), |row| rows.u(row));
    let minus = |q: [f64; 2], p: [f64; 2]| [q[0] - p[0], q[1] - p[1]];
    let count = corners.len();
    let edges = (0..count).map(|i| [i, (i + 1) % count]);

    // the cone: μ c_n p beyond c_T for each side, outwards
    let mut cone = vec![rows.c(n)];
    match friction.len() {
        0 => {}
        1 => cone.extend([0, 1].map(|i| {
            let sign = if i == 0 { 1.0 } else { -1.0 };
            let most = rows.c(n).times(sign * mu * corners[i][0]);
            most.plus(-1.0, &along(&c, [sign, 0.0]))
        })),
        _ => cone.extend(edges.clone().map(|[i, k]| {
            let d = minus(corners[k], corners[i]);
            let out = [d[1], -d[0]];
            let most = out[0] * corners[i][0] + out[1] * corners[i][1];
            rows.c(n).times(mu * most).plus(-1.0, &along(&c, out))
        })),
    }
    let all = |of: &dyn Fn(usize) -> Row| {
        let own = std::iter::once(n).chain(friction.iter().copied());
        own.map(of).collect::<Vec<Row>>()
    };
    let mut modes = vec![Mode {
        zero: all(&u),
        force: cone.clone(),
        motion: Vec::new(),
    }];
    // friction there takes out no less power than at any other corner
    let best = |p: usize, beside: usize| -> Vec<Row> {
        let others = (0..count).filter(|q| *q != p && *q != beside);
        others
            .map(|q| along(&u, minus(corners[q], corners[p])))
            .collect()
    };
    for p in 0..count {
        let mut zero = vec![rows.u(n)];
        let axes = [[1.0, 0.0], [0.0, 1.0]];
        for (axis, d) in axes.into_iter().take(friction.len()).enumerate() {
            zero.push(along(&c, d).plus(-mu * corners[p][axis], &rows.c(n)));
        }
        modes.push(Mode {
            zero,
            force: vec![rows.c(n)],
            motion: best(p, p),
        });
    }
    for [p, q] in edges.filter(|_| friction.len() == 2) {
        let d = minus(corners[q], corners[p]);
        let out = [d[1], -d[0]];
        let most = out[0] * corners[p][0] + out[1] * corners[p][1];
        let on = rows.c(n).times(mu * most).plus(-1.0, &along(&c, out));
        modes.push(Mode {
            zero: vec![rows.u(n), on, along(&u, d)],
            force: cone.clone(),
            motion: best(p, q),
        });
    }
    modes.push(Mode {
        zero: all(&c),
        force: Vec::new(),
        motion: vec![rows.u(n)],
    });
    let undecided = Mode {
        zero: Vec::new(),
        force: cone,
        motion: vec![rows.u(n)],
    };
    Some(Part { modes, undecided })
}

/// The corners of a friction set of at most two dimensions, in units of its half extents; the larger first for a segment.
fn corners(contact: &ReducedContact) -> Option<Vec<[f64; 2]>> {
    let dimensions = contact.friction.rows();
    match (&contact.friction.set, dimensions) {
        (_, 0) => Some(Vec::new()),
        (FrictionSet::Planar(_), _) => Some(vec![[1.0, 0.0], [-1.0, 0.0]]),
        (FrictionSet::Polyhedral(set), 1..=2) => {
            let e = contact.friction.shape()?.lengths();
            let directions = set.directions().iter();
            if dimensions == 1 {
                let along: Vec<f64> = directions.map(|d| d[0] / e[0]).collect();
                // no friction is in the set, wherever its directions point
                let most = along.iter().copied().fold(0.0, f64::max);
                let least = along.iter().copied().fold(0.0, f64::min);
                return Some(vec![[most, 0.0], [least, 0.0]]);
            }
            let scaled = directions.map(|d| [d[0] / e[0], d[1] / e[1]]);
            let corners = corners_of(scaled);
            (corners.len() > 2).then_some(corners)
        }
        _ => None,
    }
}
