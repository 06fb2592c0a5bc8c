//! The physical certificate of a finished step: momentum, contact, friction and energy, from the data of the step.
//!
//! Nothing a solver believes enters here: neither λ nor β, only impulses and velocities. Figures with units say how
//! large a violation is; the relative figure divides each by its natural size in the data. With S the data's speed
//! in the mass norm ([`ContactProblem::scale`], taken for each island on its own) and a = nᵀM⁻¹n, a normal speed is compared with S√a, an impulse with
//! S/√a and an energy with S². The answer's own size is never used: it would let a diverging answer pass.

mod energy;

pub use energy::EnergyBooks;

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::islands::Islands;
use crate::problem::{Contact, ContactProblem, Joint};
use crate::room::make_room;
use crate::vector::dot;
use complementarity::linear::max_abs;
use energy::{Work, difference};

/// How well an answer obeys the laws of mechanics. The memory can be reused: see [`Audit::judge`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Audit {
    /// Largest entry of |M(v⁺ − v) − h(k + f) − Σ(c_n n + c_t t + c_o o + c_r r) − Σ c_ν ∇g| (N·s, N·m·s) [ST00 13].
    pub momentum: f64,
    /// What happened at each contact, in the order of the problem.
    pub contacts: Vec<ContactAudit>,
    /// Largest error of a joint (m/s, rad/s): |row·v⁺ − target| of an equation [APS98 15]; for a joint with bounds, how far
    /// u = row·v⁺ + softness · c − target is from zero, or how far from its bound the impulse is, as the speed that it would
    /// change, whichever is less; and by how much it lies outside.
    pub joints: f64,
    /// Where the kinetic energy went.
    pub energy: EnergyBooks,
    /// The worst violation of any law, divided by the size of the data (1); infinite if the answer is not finite.
    pub relative: f64,
    /// The size of the data: [`ContactProblem::scale`] (√J).
    pub scale: f64,
    residual: Vec<f64>,
    change: Vec<f64>,
    islands: Islands,
    /// The size of the data for each block of the mass matrix: that of its island.
    scales: Vec<f64>,
    of_island: Vec<f64>,
}

/// The laws at one contact. Violations are ≥ 0, and 0 means that the law holds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactAudit {
    /// How far the normal impulse lies below zero (N·s): contacts push, never pull.
    pub pull: f64,
    /// How far n·v⁺ falls short of what the normal law asks (m/s) [APS98 14].
    pub approach: f64,
    /// |c_n (n·v⁺ − target)| (J): no impulse where bodies separate.
    pub product: f64,
    /// How far inside the friction set of size μ c_n the friction lies (N·s) [ST00 17]; negative outside.
    pub slack: f64,
    /// Dissipation the friction set would allow at the end velocity, minus what the friction does (J) [Ste00 (3.1)].
    ///
    /// The maximum of −(v_t c_t + v_o c_o + v_r c_r) over the set of size μ c_n is 0 for sticking. Zero when
    /// dissipation is maximal; negative only outside the cone.
    pub dissipation_gap: f64,
    /// √(nᵀM⁻¹n) (1/√kg).
    pub reach: f64,
    /// The size of the data of its island (√J).
    pub scale: f64,
    /// The velocity at the end of the step, relative to the surface: along n, t, o (m/s), about n (rad/s).
    pub velocity: [f64; 4],
}

impl Audit {
    /// Judges an answer.
    pub fn of(problem: &ContactProblem, answer: &Answer) -> Result<Self, Error> {
        let mut audit = Self::default();
        audit.judge(problem, answer)?;
        Ok(audit)
    }

    /// Judges an answer in the memory of an earlier audit.
    pub fn judge(&mut self, problem: &ContactProblem, answer: &Answer) -> Result<(), Error> {
        let mut contacts = std::mem::take(&mut self.contacts);
        let mut islands = std::mem::take(&mut self.islands);
        let mut change = std::mem::take(&mut self.change);
        let mut residual = std::mem::take(&mut self.residual);
        contacts.clear();
        make_room(&mut contacts, problem.contacts.len());
        let keep = |_, audit: &ContactAudit| contacts.push(*audit);
        let memory = (&mut islands, &mut change, &mut residual);
        let judged = self.judge_each(problem, answer, memory, keep);
        (self.contacts, self.islands) = (contacts, islands);
        (self.change, self.residual) = (change, residual);
        judged
    }

    /// The same; each contact is shown, with its place in the problem, and not kept. The islands of the problem are found in the memory
    /// that is given, and changes of velocities and what momentum is left over.
    pub(crate) fn judge_each(
        &mut self,
        problem: &ContactProblem,
        answer: &Answer,
        (islands, change, residual): (&mut Islands, &mut Vec<f64>, &mut Vec<f64>),
        mut show: impl FnMut(usize, &ContactAudit),
    ) -> Result<(), Error> {
        check_shape(problem, answer)?;
        islands.split(problem);
        self.scale = problem.scales(islands, &mut self.scales, &mut self.of_island);
        let of_row = |scales: &[f64], row: usize| {
            let first = problem.rows.row(row).first();
            first.map_or(0.0, |dof| scales[problem.mass.block_of(dof)])
        };
        let mut relative = Worst::default();

        // momentum: what is left over, and its size in the mass norm
        momentum_residual(problem, answer, change, residual);
        self.momentum = max_abs(residual);
        for (block, scale) in self.scales.iter().enumerate() {
            let square = problem.mass.block_inverse_square(block, residual);
            relative.see(square.max(0.0).sqrt(), *scale);
        }

        // contact by contact
        let mut work = Work::default();
        for (i, contact) in problem.contacts.iter().enumerate() {
            let impulse = &answer.impulses[i];
            let u = problem.relative_velocity(contact, &answer.velocity);
            let mut audit = contact_laws(problem, contact, impulse, u);
            audit.scale = of_row(&self.scales, contact.row);
            audit.see(&mut relative);
            work.add(contact, impulse, &u);
            show(i, &audit);
        }

        // joints
        self.joints = 0.0;
        for (joint, &c) in problem.joints.iter().zip(&answer.joints) {
            let reach = problem.reach(joint.row);
            let error = joint_error(problem, joint, c, &answer.velocity);
            self.joints = self.joints.max(error);
            // a row of zeros constrains nothing: its target must be zero
            let (size, scale) = match reach > 0.0 {
                true => (reach, of_row(&self.scales, joint.row)),
                false => (1.0, self.scale),
            };
            relative.see(error, scale * size);
        }

        self.energy = EnergyBooks::of(problem, answer, &work, change);
        relative.see(self.energy.imbalance.abs(), self.scale * self.scale);
        let finite = answer.velocity.iter().all(|v| v.is_finite());
        self.relative = if finite { relative.0 } else { f64::INFINITY };
        Ok(())
    }

    /// Only the energy books: for an impact of several phases, whose sum is no answer to a single problem.
    pub(crate) fn book(&mut self, problem: &ContactProblem, answer: &Answer) {
        let mut work = Work::default();
        for (contact, impulse) in problem.contacts.iter().zip(&answer.impulses) {
            let u = problem.relative_velocity(contact, &answer.velocity);
            work.add(contact, impulse, &u);
        }
        self.energy = EnergyBooks::of(problem, answer, &work, &mut self.change);
    }

    /// Whether every law holds to within the tolerance, relative to the data. NaN never passes.
    pub fn passes(&self, tolerance: f64) -> bool {
        self.relative <= tolerance
    }

    /// The smallest friction slack of all contacts (N·s); infinite without contacts.
    pub fn slack(&self) -> f64 {
        self.contacts
            .iter()
            .map(|c| c.slack)
            .fold(f64::INFINITY, f64::min)
    }
}

/// M(v⁺ − b) − p, which is M(v⁺ − v) − h(k + f) − p because b = v + h M⁻¹(k + f).
fn momentum_residual(
    problem: &ContactProblem,
    answer: &Answer,
    change: &mut Vec<f64>,
    residual: &mut Vec<f64>,
) {
    difference(&answer.velocity, &problem.free, change);
    // p first, with its sign turned, then M (v⁺ − b) on top
    residual.clear();
    residual.resize(problem.mass.len(), 0.0);
    problem.mass.momentum(change, residual);
    for c in residual.iter_mut() {
        *c = -*c;
    }
    problem.add_contact_momentum(&answer.impulses, residual);
    problem.add_joint_momentum(&answer.joints, residual);
}

fn check_shape(problem: &ContactProblem, answer: &Answer) -> Result<(), Error> {
    let (expected, found) = (problem.contacts.len(), answer.impulses.len());
    if expected != found {
        return Err(Error::WrongContacts { expected, found });
    }
    let lengths = [
        (
            "the answer's joints",
            problem.joints.len(),
            answer.joints.len(),
        ),
        (
            "the answer's velocity",
            problem.mass.len(),
            answer.velocity.len(),
        ),
    ];
    for (field, expected, found) in lengths {
        if expected != found {
            return Err(Error::WrongLength {
                field: field.into(),
                expected,
                found,
            });
        }
    }
    Ok(())
}

impl ContactAudit {
    /// All violations, each relative to its natural size.
    pub(crate) fn see(&self, worst: &mut Worst) {
        let (scale, reach) = (self.scale, self.reach);
        worst.see(self.pull, scale / reach);
        worst.see(self.approach, scale * reach);
        worst.see(self.product, scale * scale);
        worst.see((-self.slack).max(0.0), scale / reach);
        worst.see(self.dissipation_gap.abs(), scale * scale);
    }
}

/// The error of a joint (m/s, rad/s): see [`Audit::joints`].
pub(crate) fn joint_error(
    problem: &ContactProblem,
    joint: &Joint,
    c: f64,
    velocity: &[f64],
) -> f64 {
    let reach = problem.reach(joint.row);
    let own = reach * reach + joint.softness;
    let u = problem.rows.dot(joint.row, velocity) + joint.softness * c - joint.target;
    match c - u / own {
        ahead if ahead < joint.low => own * (c - joint.low).abs(),
        ahead if ahead > joint.high => own * (c - joint.high).abs(),
        _ => u.abs(),
    }
}

/// The largest ratio seen so far; a NaN counts as infinite, 0/0 as 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worst(pub(crate) f64);

/// Sizes below this are taken for this: the squares that they come from vanish in f64, and something that comes to rest by halves
/// passes through here.
const TINY: f64 = 1e-150;

impl Worst {
    pub(crate) fn see(&mut self, violation: f64, size: f64) {
        let ratio = if violation == 0.0 {
            0.0
        } else {
            violation / size.max(TINY)
        };
        self.0 = if ratio.is_nan() {
            f64::INFINITY
        } else {
            self.0.max(ratio)
        };
    }
}

/// Signorini's condition, Coulomb's cone and maximal dissipation at one contact.
pub(crate) fn contact_laws(
    problem: &ContactProblem,
    contact: &Contact,
    impulse: &Impulse,
    u: [f64; 4],
) -> ContactAudit {
    let excess = u[0] + contact.surface[0] - contact.target;
    let slip = [u[1], u[2], u[3]];
    let bound = contact.friction.coefficient * impulse.normal + contact.reserve;
    let friction = impulse.friction();
    let dissipated = -dot(slip, friction);
    ContactAudit {
        pull: (-impulse.normal).max(0.0),
        approach: (-excess).max(0.0),
        product: (impulse.normal * excess).abs(),
        slack: contact.friction.slack(friction, bound),
        dissipation_gap: bound.max(0.0) * contact.friction.support(slip) - dissipated,
        reach: problem.reach_of(contact),
        scale: 0.0,
        velocity: u,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::Friction;
    use crate::mass::Mass;
    use crate::problem::NormalLaw;
    use crate::samples::{G, block_frame, block_on_floor};

    /// The exact step of a unit block sliding at 1 m/s, μ = 0.5, h = 0.1.
    fn sliding() -> (ContactProblem, Answer) {
        let (mu, h) = (0.5, 0.1);
        let impulse = Impulse {
            normal: G * h,
            tangent: -mu * G * h,
            ..Impulse::default()
        };
        let answer = Answer {
            impulses: vec![impulse],
            joints: Vec::new(),
            velocity: vec![1.0 - mu * G * h, 0.0],
        };
        (block_on_floor(1.0, mu, h), answer)
    }

    fn relative(change: impl Fn(&mut Answer)) -> f64 {
        let (problem, mut answer) = sliding();
        change(&mut answer);
        Audit::of(&problem, &answer).unwrap().relative
    }

    #[test]
    fn the_exact_answer_passes_and_its_books_are_known() {
        let (problem, answer) = sliding();
        let audit = Audit::of(&problem, &answer).unwrap();
        assert!(audit.passes(1e-14), "{audit:?}");
        let (v, loss) = (1.0 - 0.05 * G, 0.05 * G);
        let books = audit.energy;
        assert!((books.before - 0.5).abs() < 1e-15);
        assert!((books.after - 0.5 * v * v).abs() < 1e-15);
        assert!((books.friction_work + loss * v).abs() < 1e-15);
        assert!((books.numerical_loss - 0.5 * loss * loss).abs() < 1e-15);
        assert_eq!(books.normal_work, 0.0);
        assert_eq!(books.external_work, 0.0);
    }

    #[test]
    fn each_law_notices_its_violation() {
        // a change of impulse with the velocity that goes with it, so that momentum stays balanced
        let audit = |normal: f64, tangent: f64| {
            let (problem, mut answer) = sliding();
            answer.impulses[0].normal += normal;
            answer.impulses[0].tangent += tangent;
            answer.velocity[1] += normal;
            answer.velocity[0] += tangent;
            let audit = Audit::of(&problem, &answer).unwrap();
            assert!(audit.momentum < 1e-15 && audit.energy.imbalance.abs() < 1e-15);
            assert!(!audit.passes(1e-5));
            audit.contacts[0]
        };
        let near = |x: f64, y: f64| (x - y).abs() < 1e-14;
        let (full, slip) = (0.1 * G, 1.0 - 0.05 * G);
        // a contact that pulls
        assert!(near(audit(-full - 1e-3, 0.0).pull, 1e-3));
        // bodies that approach
        assert!(near(audit(-1e-3, 0.0).approach, 1e-3));
        // an impulse between separating bodies
        assert!(near(audit(1e-3, 0.0).product, (full + 1e-3) * 1e-3));
        // too much friction
        assert!(near(audit(0.0, -1e-3).slack, -1e-3));
        // too little friction: inside the cone, but not of maximal dissipation
        let lazy = audit(0.0, 1e-3);
        assert!(near(lazy.slack, 1e-3));
        assert!(near(lazy.dissipation_gap, 1e-3 * (slip + 1e-3)));
    }

    #[test]
    fn a_velocity_that_no_impulse_explains_is_noticed() {
        let (problem, mut answer) = sliding();
        answer.velocity[0] += 1e-3;
        let audit = Audit::of(&problem, &answer).unwrap();
        assert!((audit.momentum - 1e-3).abs() < 1e-15);
        assert!((audit.energy.imbalance - 1e-3 * answer.velocity[0]).abs() < 1e-15);
        assert!(!audit.passes(1e-5));
    }

    #[test]
    fn what_is_not_finite_never_passes() {
        assert_eq!(relative(|a| a.velocity[0] = f64::NAN), f64::INFINITY);
        assert_eq!(relative(|a| a.impulses[0].normal = f64::NAN), f64::INFINITY);
        assert_eq!(relative(|a| a.velocity[1] = f64::INFINITY), f64::INFINITY);
    }

    #[test]
    fn a_growing_answer_does_not_flatter_itself() {
        // dividing by the answer would make these two equal
        let at = |size: f64| relative(|a| a.velocity[0] = size);
        assert!(at(1e8) > 1e4 * at(1e3));
    }

    #[test]
    fn units_do_not_matter() {
        // the same motion with lengths in millimetres: velocities and rows' arms × 1000, impulses × 1000
        let wrong = |unit: f64| {
            let mass = Mass::diagonal(&[1.0; 2]).unwrap();
            let force = [0.0, -G * unit];
            let mut problem = ContactProblem::new(mass, &[unit, 0.0], &force, 0.1).unwrap();
            let friction = Friction::planar(0.5);
            problem
                .add_contact(0, &block_frame(), friction, NormalLaw::Velocity)
                .unwrap();
            let answer = Answer {
                impulses: vec![Impulse {
                    normal: 0.9 * unit,
                    tangent: -0.3 * unit,
                    ..Impulse::default()
                }],
                joints: Vec::new(),
                velocity: vec![0.7 * unit, -0.08 * unit],
            };
            Audit::of(&problem, &answer).unwrap().relative
        };
        assert!((wrong(1.0) - wrong(1000.0)).abs() < 1e-12);
    }

    #[test]
    fn an_answer_of_another_problem_is_refused() {
        let (problem, mut answer) = sliding();
        answer.impulses.clear();
        assert_eq!(
            Audit::of(&problem, &answer),
            Err(Error::WrongContacts {
                expected: 1,
                found: 0
            })
        );
    }
}
