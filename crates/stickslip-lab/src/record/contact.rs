//! What became of a frictional contact problem, and its line of JSON.

use super::Record;
use crate::problem_file::{ContactData, Data};
use complementarity::TOLERANCE;
use complementarity::linear::norm2;
use serde::Serialize;
use std::io::{self, Write};
use stickslip::{GlobalMap, GlobalProblem, NaturalMap, ReducedEnd};

/// The result of a problem in the format `fc-local-1` or `fc-global-1`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ContactFinding {
    /// Rows of one contact: 2 or 3.
    pub dim: usize,
    /// Impulses in the order of the file: N, T1 and, in space, T2 of each contact.
    pub r: Vec<f64>,
    /// How it ended, in one word; `solved` only with a certificate that passes.
    pub status: &'static str,
    /// The method that gave the answer.
    pub method: &'static str,
    /// Iterations or pivots in all.
    pub iterations: usize,
    /// The natural map of r, from the problem's data alone.
    pub natural: NaturalMap,
    /// What the contacts do, if the problem is solved.
    pub modes: Option<Modes>,
    /// The bodies, if the problem has them.
    pub bodies: Option<Bodies>,
}

/// What a problem in the format `fc-global-1` has beside its contacts.
#[derive(Clone, Debug, PartialEq)]
pub struct Bodies {
    /// The velocities.
    pub v: Vec<f64>,
    /// The largest entry of M v − q − H r beside the terms that it sums (1), from the problem's data alone.
    pub imbalance: f64,
}

/// How many contacts stick, slide and are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Modes {
    /// Pressed together, without slip.
    pub sticking: usize,
    /// Pressed together, with slip.
    pub sliding: usize,
    /// Without impulse.
    pub open: usize,
}

impl ContactFinding {
    /// Judges the impulses that a solver left. Its own word counts only if the data bear it out.
    pub(crate) fn judge(
        data: &ContactData,
        r: &[f64],
        end: Result<ReducedEnd, stickslip::Error>,
    ) -> Self {
        let natural = NaturalMap::of_blocks(data.blocks(), r);
        Self::new(data.dim(), natural, None, r, end)
    }

    /// The same for velocities and impulses.
    pub(crate) fn of_bodies(
        problem: &GlobalProblem,
        map: GlobalMap,
        v: Vec<f64>,
        r: &[f64],
        end: Result<ReducedEnd, stickslip::Error>,
    ) -> Self {
        let imbalance = map.imbalance;
        let bodies = Some(Bodies { v, imbalance });
        Self::new(problem.dim(), map.natural, bodies, r, end)
    }

    /// Bodies whose M is singular: they have no velocities to speak of.
    pub(crate) fn singular(problem: &GlobalProblem) -> Self {
        let (v, r) = (
            vec![0.0; problem.velocities()],
            vec![0.0; problem.b().len()],
        );
        let map = GlobalMap::of(problem, [&v, &v], &r);
        let overflow = Err(stickslip::Error::NotFinite {
            field: "M⁻¹".into(),
            value: f64::INFINITY,
        });
        Self {
            status: "singular",
            ..Self::of_bodies(problem, map, v, &r, overflow)
        }
    }

    fn new(
        dim: usize,
        natural: NaturalMap,
        bodies: Option<Bodies>,
        r: &[f64],
        end: Result<ReducedEnd, stickslip::Error>,
    ) -> Self {
        let (claim, method, iterations) = match end {
            Ok(end) if end.solved => (SOLVED, end.method, end.iterations),
            // to pivoting on pyramids this is a proof, but a cone holds more than the pyramid in it
            Ok(end) if end.status == "infeasible" => ("ray", end.method, end.iterations),
            Ok(end) if end.status != SOLVED => (end.status, end.method, end.iterations),
            Ok(end) => (STALLED, end.method, end.iterations),
            // the data are checked, so what is left is that products of them overflow
            Err(_) => ("overflow", "none", 0),
        };
        let balanced = bodies.as_ref().is_none_or(|b| b.imbalance <= TOLERANCE);
        let passes = natural.relative <= TOLERANCE && balanced;
        let status = if claim == SOLVED && !passes {
            STALLED
        } else {
            claim
        };
        Self {
            dim,
            r: r.to_vec(),
            status,
            method,
            iterations,
            natural,
            modes: None,
            bodies,
        }
    }

    /// Counts what the contacts do, if the problem is solved.
    pub(crate) fn count_modes(&mut self, data: &Data) {
        if !self.is_solved() {
            return;
        }
        let mut u = vec![0.0; self.r.len()];
        match (data, &self.bodies) {
            (Data::Contact(contact), _) => contact.blocks().velocity(&self.r, &mut u),
            (Data::Global(global), Some(bodies)) => global.contact_velocity(&bodies.v, &mut u),
            _ => return,
        }
        let still = TOLERANCE * self.natural.scale;
        self.modes = Some(Modes::of(self.dim, &u, &self.r, still));
    }

    /// Whether the certificate passes and the solver agrees.
    pub fn is_solved(&self) -> bool {
        self.status == SOLVED
    }

    /// Writes it with what its record knows.
    pub(super) fn write_json(
        &self,
        record: &Record,
        file: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let NaturalMap {
            absolute,
            relative,
            worst,
            ..
        } = self.natural;
        let fields = Fields {
            name: &record.name,
            file,
            line: record.line,
            dim: self.dim,
            nc: self.r.len() / self.dim,
            n: self.r.len(),
            status: self.status,
            proves_unsolvable: false,
            ndof: self.bodies.as_ref().map(|bodies| bodies.v.len()),
            r: &self.r,
            v: self.bodies.as_ref().map(|bodies| bodies.v.as_slice()),
            certificate: CertificateFields {
                absolute,
                relative,
                worst,
                imbalance: self.bodies.as_ref().map(|bodies| bodies.imbalance),
            },
            method: self.method,
            iterations: self.iterations,
            contacts: self.modes,
            seconds: record.seconds,
        };
        serde_json::to_writer(out, &fields).map_err(io::Error::from)
    }
}

const SOLVED: &str = "solved";
const STALLED: &str = "stalled";

impl Modes {
    /// A contact is open if its normal impulse is nothing beside the largest, and sticks if its slip is no more than a
    /// passing certificate leaves.
    fn of(dim: usize, u: &[f64], r: &[f64], still: f64) -> Self {
        let largest = r.iter().step_by(dim).copied().fold(0.0, f64::max);
        let mut modes = Self::default();
        for (r, u) in r.chunks(dim).zip(u.chunks(dim)) {
            let mode = if r[0] <= TOLERANCE * largest {
                &mut modes.open
            } else if norm2(&u[1..]) <= still {
                &mut modes.sticking
            } else {
                &mut modes.sliding
            };
            *mode += 1;
        }
        modes
    }
}

/// The layout of a line. JSON has no infinity: a figure that is infinite or not a number is `null`.
#[derive(Serialize)]
struct Fields<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    dim: usize,
    nc: usize,
    n: usize,
    status: &'static str,
    /// For whoever reads lists of all kinds of problems: no method for contacts proves this.
    proves_unsolvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ndof: Option<usize>,
    r: &'a [f64],
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<&'a [f64]>,
    certificate: CertificateFields,
    method: &'static str,
    iterations: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Modes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct CertificateFields {
    absolute: f64,
    relative: f64,
    worst: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    imbalance: Option<f64>,
}
