//! What a step tells: contacts, energy, certificates, and everything unusual.

use crate::answer::Impulse;
use crate::solve::ReducedEnd;
use crate::system::ContactId;

/// The account of one step. It is written into, not allocated: [`Simulation`](crate::Simulation) keeps one.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// Start of the step (s).
    pub t: f64,
    /// Its length (s).
    pub h: f64,
    /// Contacts in the problem, ascending by number.
    pub contacts: Vec<ContactReport>,
    /// Impulses of the joints (N·s, N·m·s), in the order of the system's joints.
    pub joints: Vec<f64>,
    /// Where the energy went.
    pub energy: Ledger,
    /// How well the complementarity problems were solved.
    pub solution: Solution,
    /// The physical audit: the worst violation of any law, relative to the data (1).
    pub audit: f64,
    /// Deepest penetration after the step (m), 0 if none.
    pub penetration: f64,
    /// Largest joint error after the step (m, rad).
    pub joint_error: f64,
    /// Largest distance of an orientation from a rotation after the step (1).
    pub norm_error: f64,
    /// Impacts located inside the step.
    pub impacts: Vec<ImpactReport>,
    /// What is worth telling.
    pub notes: Vec<Note>,
}

impl StepReport {
    /// Whether all that keeps the step from being solved is that sweeps over large islands ended before their goal: each of its
    /// unsolved problems has an answer that is merely less accurate than was asked.
    pub fn ran_out_of_sweeps(&self) -> bool {
        let mut unsolved = (self.notes.iter())
            .filter(|note| matches!(note, Note::Unsolved { .. }))
            .map(Note::ran_out_of_sweeps);
        let first = unsolved.next();
        !self.solution.solved && first == Some(true) && unsolved.all(|ran_out| ran_out)
    }

    /// Adds the report of the next part of the same step. The numbers of contacts are those of the system as it is now.
    pub(crate) fn add(&mut self, next: &Self, number: impl Fn(ContactId) -> Option<usize>) {
        self.h += next.h;
        // ascending by number is ascending by name
        for contact in &next.contacts {
            match self.contacts.binary_search_by_key(&contact.key, |c| c.key) {
                Ok(at) => {
                    let known = &mut self.contacts[at];
                    known.add(contact.mode, contact.impulse, contact.velocity);
                    known.gap = contact.gap;
                }
                Err(at) => self.contacts.insert(at, *contact),
            }
        }
        for contact in &mut self.contacts {
            contact.id = number(contact.key).unwrap_or(contact.id);
        }
        // rows of viscous contacts come and go after those of the joints
        self.joints
            .resize(self.joints.len().max(next.joints.len()), 0.0);
        let joints = self.joints.iter_mut().zip(&next.joints);
        joints.for_each(|(sum, c)| *sum += c);
        self.energy = self.energy.then(&next.energy);
        self.solution.add(&next.solution);
        self.audit = self.audit.max(next.audit);
        self.penetration = next.penetration;
        self.joint_error = next.joint_error;
        self.norm_error = next.norm_error;
        self.impacts.extend_from_slice(&next.impacts);
        self.notes.extend_from_slice(&next.notes);
    }
}

/// One contact in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactReport {
    /// Its number in the system.
    pub id: usize,
    /// What it is called from one step to the next.
    pub key: ContactId,
    /// What happened.
    pub mode: Mode,
    /// Impulse over the step (N·s; torsion N·m·s), impacts included.
    pub impulse: Impulse,
    /// Relative velocity along n, t, o (m/s) and about n (rad/s) at the end of the step.
    pub velocity: [f64; 4],
    /// Gap after the step (m).
    pub gap: f64,
}

impl ContactReport {
    /// Adds what happened later in the step: an impact stays an impact.
    pub(crate) fn add(&mut self, mode: Mode, impulse: Impulse, velocity: [f64; 4]) {
        let (a, b) = (self.impulse.parts(), impulse.parts());
        self.impulse = Impulse::from_parts(std::array::from_fn(|i| a[i] + b[i]));
        self.mode = self.mode.max(mode);
        self.velocity = velocity;
    }
}

/// What happened at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// No impulse.
    Separating,
    /// Impulse without slip.
    Sticking,
    /// Impulse with slip.
    Sliding,
    /// The bodies met: an impulse that stopped an approach faster than the forces of the step could make.
    Impact,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 4] = [
        Self::Separating,
        Self::Sticking,
        Self::Sliding,
        Self::Impact,
    ];

    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Separating => "separating",
            Self::Sticking => "sticking",
            Self::Sliding => "sliding",
            Self::Impact => "impact",
        }
    }
}

/// The energy of a step, all in J. The identity
///
/// kinetic change = normal work + friction work + surface work + joint work + external work
///                  − impact loss − numerical loss + inertia
///
/// is exact; `imbalance` is its rounding error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Ledger {
    /// Kinetic energy at the start.
    pub kinetic_before: f64,
    /// Kinetic energy at the end.
    pub kinetic: f64,
    /// Potential energy at the start.
    pub potential_before: f64,
    /// Potential energy at the end, projection included.
    pub potential: f64,
    /// Σ c_n u_n with the relative normal velocity u_n at the end: push-out and rebound; 0 at velocity level.
    pub normal_work: f64,
    /// Σ (c_t u_t + c_o u_o + c_r u_r) with the slip at the end: never positive if friction dissipates.
    pub friction_work: f64,
    /// Work of moving surfaces (belts, driven walls).
    pub surface_work: f64,
    /// Work of the joints: 0 unless they are driven, drift is corrected at position level, or a projection is carried by the velocities.
    pub joint_work: f64,
    /// h (k + f)·v⁺: gravity, springs, drives, and the bias.
    pub external_work: f64,
    /// ½ (v⁺ − v)ᵀM(v⁺ − v) of islands with an impact: together with the normal and friction work at the end velocity,
    /// what impacts take out.
    pub impact_loss: f64,
    /// The same of all others: the damping of the backward Euler step.
    pub numerical_loss: f64,
    /// Potential energy that the projection of q added.
    pub projection: f64,
    /// What the change of M along the motion does to the kinetic energy: 0 for constant M. It balances the work of the
    /// bias, which is part of the external work, up to the first order of h.
    pub inertia: f64,
    /// What the books do not explain: rounding.
    pub imbalance: f64,
}

impl Ledger {
    /// Kinetic and potential energy at the end.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// The ledger of two spans of time, one after the other.
    pub fn then(&self, next: &Self) -> Self {
        Self {
            kinetic_before: self.kinetic_before,
            kinetic: next.kinetic,
            potential_before: self.potential_before,
            potential: next.potential,
            normal_work: self.normal_work + next.normal_work,
            friction_work: self.friction_work + next.friction_work,
            surface_work: self.surface_work + next.surface_work,
            joint_work: self.joint_work + next.joint_work,
            external_work: self.external_work + next.external_work,
            impact_loss: self.impact_loss + next.impact_loss,
            numerical_loss: self.numerical_loss + next.numerical_loss,
            projection: self.projection + next.projection,
            inertia: self.inertia + next.inertia,
            imbalance: self.imbalance + next.imbalance,
        }
    }
}

/// How the complementarity problems of a step were solved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// Whether all of them were solved: every certificate passed.
    pub solved: bool,
    /// The worst relative residual ‖min(z, w)‖₂ / ‖q‖₂ of the problems whose answers were used; 0 without any.
    pub residual: f64,
    /// Problems (islands) whose answers were used.
    pub islands: usize,
    /// How many of them were found at rest, held by the impulses of the step before, and not solved again.
    pub resting: usize,
    /// How many of them were large and swept.
    pub swept: usize,
    /// The largest violation of a law of contact in those (m/s).
    pub violation: f64,
    /// Unknowns of the largest.
    pub largest: usize,
    /// Problems solved in all, re-solves included.
    pub solves: usize,
    /// Pivots or iterations in all.
    pub iterations: usize,
    /// Rounds of the fixed-point scheme; 1 for the others.
    pub rounds: usize,
    /// Directions added by refinement.
    pub refined: usize,
    /// The islands by the method that gave their answers.
    pub methods: IslandMethods,
}

impl Solution {
    /// Adds another solve of the same step: sums of efforts, and the worst of everything else.
    pub(crate) fn add(&mut self, next: &Self) {
        self.solved &= next.solved;
        self.residual = self.residual.max(next.residual);
        self.islands = self.islands.max(next.islands);
        self.resting = self.resting.max(next.resting);
        self.swept = self.swept.max(next.swept);
        self.violation = self.violation.max(next.violation);
        self.largest = self.largest.max(next.largest);
        self.solves += next.solves;
        self.iterations += next.iterations;
        self.rounds = self.rounds.max(next.rounds);
        self.refined += next.refined;
        self.methods.add(&next.methods);
    }
}

/// Who answered an island. The policy takes the first that fits: what is at rest stays so; many joints alone are equations; large
/// groups, and those whose last impulses hold after a few sweeps, are swept; flat friction sets are pivoted; the rest is left to
/// Newton's method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IslandMethod {
    /// Held at rest by the impulses of the step before.
    Rest,
    /// Sweeps with exact local answers, accelerated, with multipliers where they help.
    Sweeps,
    /// Rounds of an interior-point method and sweeps: large groups that begin from nothing, or all that sweeps do not solve if asked for.
    InteriorPoint,
    /// Newton's method on projections onto the cones, after whatever brought it near.
    Newton,
    /// Complementary pivoting.
    Pivoting,
    /// The papers' nonlinear complementarity problem.
    Complementarity,
    /// One factorisation: many joints without bounds, and nothing else.
    Equations,
}

impl IslandMethod {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Rest,
        Self::Sweeps,
        Self::InteriorPoint,
        Self::Newton,
        Self::Pivoting,
        Self::Complementarity,
        Self::Equations,
    ];

    /// The word that stands for it in [`ReducedEnd::method`](crate::ReducedEnd).
    pub fn word(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::Sweeps => "sweeps",
            Self::InteriorPoint => "interior point",
            Self::Newton => "cone newton",
            Self::Pivoting => "pivoting",
            Self::Complementarity => "complementarity",
            Self::Equations => "equations",
        }
    }
}

/// How many islands were answered by which method, in the order of [`IslandMethod::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IslandMethods(pub [usize; 7]);

impl IslandMethods {
    /// How many were answered by a method.
    pub fn by(&self, method: IslandMethod) -> usize {
        self.0[method as usize]
    }

    /// Adds one island.
    pub(crate) fn see(&mut self, word: &str) {
        let method = IslandMethod::ALL.into_iter().find(|m| m.word() == word);
        self.0[method.unwrap_or(IslandMethod::Newton) as usize] += 1;
    }

    /// Adds those of another step, or of another part of it.
    pub fn add(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(sum, n)| *sum += n);
    }
}

impl Default for Solution {
    fn default() -> Self {
        Self {
            solved: true,
            residual: 0.0,
            islands: 0,
            resting: 0,
            swept: 0,
            violation: 0.0,
            largest: 0,
            solves: 0,
            iterations: 0,
            rounds: 0,
            refined: 0,
            methods: IslandMethods::default(),
        }
    }
}

/// An impact whose time was located.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImpactReport {
    /// When (s).
    pub t: f64,
    /// The contacts that were closed.
    pub contacts: Vec<usize>,
    /// Kinetic energy before and after (J).
    pub kinetic: [f64; 2],
}

/// Something worth telling about a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// The position-level problem had no solution; the step was taken at velocity level, which always has one.
    VelocityLevel {
        /// How the solver ended.
        status: &'static str,
    },
    /// No complementarity problem of the step could be solved: the answer is the best iterate.
    Unsolved {
        /// How the solver ended.
        status: &'static str,
        /// Its relative residual.
        residual: f64,
    },
    /// The fixed-point iteration did not settle.
    NotSettled {
        /// The last change of velocity, relative (1).
        change: f64,
    },
    /// The step was taken in parts, because its problem could not be solved as a whole, or because something was so fast that
    /// it could have passed through something else unseen.
    Parts {
        /// How many.
        parts: usize,
        /// Whether a problem could not be solved.
        failed: bool,
    },
    /// Newton's method failed for the whole step of the implicit scheme, and it was taken in parts.
    Halved {
        /// How many.
        pieces: usize,
        /// How many of them by fixed-point iteration, because Newton's method failed there too.
        iterated: usize,
    },
    /// Direction refinement did not reach its tolerance.
    NotRefined {
        /// The largest remaining angle (rad).
        angle: f64,
    },
    /// An impact law created energy.
    EnergyGain {
        /// Which law.
        law: &'static str,
        /// The contact that gave the most.
        contact: usize,
        /// How much in all (J).
        gain: f64,
    },
    /// Constraint rows that depend on others: their multipliers are not unique.
    DependentJoints {
        /// The joints.
        joints: Vec<usize>,
    },
    /// A rebound was below the cut-off, or the limit of impacts in one step was reached: the rest is inelastic.
    Zeno {
        /// When (s).
        t: f64,
        /// Which contact.
        contact: usize,
    },
    /// Stronge's law is for one contact at a time; several closed at once and Poisson's was used.
    StrongeFallback {
        /// When (s).
        t: f64,
    },
    /// The projection of q did not reach its tolerance.
    NotProjected {
        /// The largest remaining error (m, rad).
        error: f64,
    },
}

impl Note {
    /// Whether it is a problem that is merely less accurate than was asked, because sweeps ended before their goal.
    pub fn ran_out_of_sweeps(&self) -> bool {
        matches!(self, Self::Unsolved { status, .. } if *status == ReducedEnd::BUDGET)
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::VelocityLevel { status } => write!(
                f,
                "the position-level problem ended {status}; the step was taken at velocity level"
            ),
            Self::Unsolved { status, residual } => {
                write!(
                    f,
                    "not solved ({status}): the step uses the best answer found, residual {residual:.1e}"
                )?;
                match *status {
                    // which of the two it was is not known here, and either way more sweeps are the least of the remedies
                    ReducedEnd::BUDGET => f.write_str(
                        "; its sweeps were used up, or too slow to reach their goal with those left: a smaller step makes \
                         them faster",
                    ),
                    _ => Ok(()),
                }
            }
            Self::NotSettled { change } => write!(
                f,
                "the fixed-point iteration did not settle: last change {change:.1e}; try a smaller step"
            ),
            Self::Parts { parts, failed } => {
                let why = match failed {
                    true => "its problem could not be solved as a whole",
                    false => "something is fast enough to pass through something else unseen",
                };
                write!(f, "the step was taken in {parts} parts: {why}")
            }
            Self::Halved { pieces, iterated } => write!(
                f,
                "Newton's method failed for the whole step; it was taken in {pieces} parts, {iterated} of them by \
                 fixed-point iteration"
            ),
            Self::NotRefined { angle } => write!(
                f,
                "direction refinement stopped at an angle of {angle:.1e} rad; allow more rounds"
            ),
            Self::EnergyGain { law, contact, gain } => write!(
                f,
                "the impact law {law} created {gain:.3e} J, most of it at contact {contact}"
            ),
            Self::DependentJoints { joints } => write!(
                f,
                "joint constraints {joints:?} depend on the others: the motion is unique, their forces are not"
            ),
            Self::Zeno { t, contact } => write!(
                f,
                "contact {contact} stays closed from t = {t:.6} s: its rebounds are below the cut-off"
            ),
            Self::StrongeFallback { t } => write!(
                f,
                "several contacts closed at t = {t:.6} s; Stronge's law is for one, Poisson's was used"
            ),
            Self::NotProjected { error } => write!(
                f,
                "projection onto the constraints stopped at an error of {error:.1e}"
            ),
        }
    }
}
