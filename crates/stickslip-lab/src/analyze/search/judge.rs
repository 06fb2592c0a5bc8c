//! What counts as a solution: forces are judged by the natural map and, independently of it, law by law, and the modes of the contacts are
//! read off. Nothing here knows who found the forces.

use super::settings::Settings;
use super::solution::{ContactMode, Finder, Solution};
use stickslip::{
    Answer, Audit, ContactAudit, Error, InstantProblem, Motion, NaturalMap, ReducedProblem, Slip,
};

/// Sizes below this are taken for this, so that a problem without data divides by something.
const TINY: f64 = 1e-150;

/// A problem, and all that judging forces needs of it.
#[derive(Debug)]
pub struct Judge<'a> {
    problem: &'a InstantProblem,
    reduced: ReducedProblem,
    settings: Settings,
    scale: f64,
    /// √M_dd for each velocity: turns an acceleration into one in the mass norm.
    weights: Vec<f64>,
}

impl<'a> Judge<'a> {
    /// A judge of one problem.
    pub fn new(problem: &'a InstantProblem, settings: &Settings) -> Result<Self, Error> {
        let data = problem.data();
        let weight = |d: usize| {
            let mut unit = vec![0.0; data.mass.len()];
            unit[d] = 1.0;
            data.mass.square(&unit).max(0.0).sqrt()
        };
        Ok(Self {
            problem,
            reduced: problem.reduce()?,
            settings: settings.clone(),
            scale: data.scale().max(TINY),
            weights: (0..data.mass.len()).map(weight).collect(),
        })
    }

    /// The problem.
    pub fn problem(&self) -> &'a InstantProblem {
        self.problem
    }

    /// The problem in its unknown forces.
    pub fn reduced(&self) -> &ReducedProblem {
        &self.reduced
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The size of a force of each unknown (N, N·m): what the data would ask of it alone.
    pub fn force_sizes(&self) -> Vec<f64> {
        let of_row = |row: usize| {
            let own = self.reduced.w()[(row, row)].abs();
            match own > 0.0 {
                true => self.scale / own.sqrt(),
                false => 0.0,
            }
        };
        (0..self.reduced.len()).map(of_row).collect()
    }

    /// How far two accelerations are from each other, in the mass norm and relative to the data (1).
    pub fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        let apart: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        self.problem.data().mass.square(&apart).max(0.0).sqrt() / self.scale
    }

    /// An acceleration in units in which entries that differ by a little are accelerations that are about as far from each other.
    pub(super) fn weighted(&self, acceleration: &[f64]) -> Vec<f64> {
        let weighted = acceleration.iter().zip(&self.weights);
        weighted
            .map(|(a, weight)| a * weight / self.scale)
            .collect()
    }

    /// The size of an acceleration in the same measure.
    pub fn size(&self, acceleration: &[f64]) -> f64 {
        self.distance(acceleration, &vec![0.0; acceleration.len()])
    }

    /// The solution that the unknown forces `c` are, if they are one.
    pub fn solution(&self, c: &[f64], found_by: Finder) -> Result<Option<Solution>, Error> {
        let residual = match self.reduced.is_empty() {
            true => 0.0,
            false => NaturalMap::of(&self.reduced, c).relative,
        };
        // not a number is no solution
        if residual.is_nan() || residual > self.settings.tolerance {
            return Ok(None);
        }
        let motion = self.problem.motion(&self.reduced, c)?;
        let solution = self.read(motion, c.to_vec(), residual, found_by)?;
        Ok((solution.violation <= self.settings.violation).then_some(solution))
    }

    /// Forces with what each contact does, whether they obey the laws or not: friction of another law than this one's does not.
    pub fn read(
        &self,
        motion: Motion,
        unknowns: Vec<f64>,
        residual: f64,
        found_by: Finder,
    ) -> Result<Solution, Error> {
        let audit = self.audit(&motion)?;
        let violation = self.violation(&motion, &audit);
        let modes = (0..motion.contacts.len())
            .map(|i| self.mode(i, &motion, &audit.contacts[i]))
            .collect();
        Ok(Solution {
            modes,
            slack: audit.contacts.iter().map(|c| c.slack).collect(),
            still: self.size(&motion.acceleration) <= 0.1 * self.settings.distance,
            motion,
            unknowns,
            residual,
            violation,
            found_by,
            hits: 1,
        })
    }

    fn audit(&self, motion: &Motion) -> Result<Audit, Error> {
        let answer = Answer {
            impulses: motion.forces.clone(),
            joints: motion.joints.clone(),
            velocity: motion.acceleration.clone(),
        };
        Audit::of(self.problem.data(), &answer)
    }

    /// The worst violation of a law, relative to the data. The friction of contacts of N must be the known one; what the audit
    /// says of its power at the accelerations is no law for them.
    fn violation(&self, motion: &Motion, audit: &Audit) -> f64 {
        let data = self.problem.data();
        let mut worst = 0.0_f64;
        let mut see = |violation: f64, size: f64| {
            let ratio = match violation == 0.0 {
                true => 0.0,
                false => violation / size.max(TINY),
            };
            worst = worst.max(if ratio.is_nan() { f64::INFINITY } else { ratio });
        };
        for (i, contact) in audit.contacts.iter().enumerate() {
            let (scale, reach) = (contact.scale, contact.reach);
            see(contact.pull, scale / reach);
            see(contact.approach, scale * reach);
            see(contact.product, scale * scale);
            match self.problem.known_friction(i) {
                None => {
                    see((-contact.slack).max(0.0), scale / reach);
                    see(contact.dissipation_gap.abs(), scale * scale);
                }
                Some(known) => {
                    let force = motion.forces[i];
                    for (c, k) in force.friction().iter().zip(known) {
                        see((c - k * force.normal).abs(), scale / reach);
                    }
                }
            }
        }
        for (joint, &c) in data.joints.iter().zip(&motion.joints) {
            // u = 0 between the bounds, u ≥ 0 at the lower and u ≤ 0 at the upper one
            let reach = data.reach(joint.row);
            let own = (reach * reach + joint.softness).max(TINY);
            let u =
                data.rows.dot(joint.row, &motion.acceleration) + joint.softness * c - joint.target;
            see(
                own * (c - (c - u / own).clamp(joint.low, joint.high)).abs(),
                self.scale * own.sqrt(),
            );
        }
        let lightest = self.weights.iter().copied().fold(f64::INFINITY, f64::min);
        see(audit.momentum, self.scale * lightest);
        match motion.acceleration.iter().all(|a| a.is_finite()) {
            true => worst,
            false => f64::INFINITY,
        }
    }

    /// What a contact does. Without friction nothing tells sticking from sliding but whether its bodies accelerate.
    fn mode(&self, contact: usize, motion: &Motion, audit: &ContactAudit) -> ContactMode {
        let zero = 0.1 * self.settings.distance;
        let scale = audit.scale.max(TINY);
        if motion.forces[contact].normal * audit.reach <= zero * scale {
            return ContactMode::Break;
        }
        if matches!(self.problem.slips()[contact], Slip::Sliding(_)) {
            return ContactMode::Slide;
        }
        let data = self.problem.data();
        let of = &data.contacts[contact];
        let rows = of.friction.rows();
        let slips = |k: usize| {
            let slip = motion.contacts[contact][k].abs();
            slip > zero * scale * data.reach(of.row + k)
        };
        if (1..=rows).any(slips) {
            return ContactMode::Slide;
        }
        let moves = (0..=rows).any(|k| {
            let mut touched = data.rows.row(of.row + k).entries();
            // any velocity of a body counts, not only those that the row is made of
            touched.any(|(dof, value)| {
                let block = data.mass.block(data.mass.block_of(dof));
                let accelerates = |dof: usize| {
                    (motion.acceleration[dof] * self.weights[dof]).abs() > zero * scale
                };
                value != 0.0 && block.into_iter().any(accelerates)
            })
        });
        match (moves, rows) {
            (false, _) => ContactMode::Stick,
            (true, 0) => ContactMode::Slide,
            (true, _) => ContactMode::Roll,
        }
    }
}
