//! The plain data of one step: masses, free motion, contact and joint rows, friction. Everything downstream (islands,
//! formulations, audit) works on it and knows nothing of systems or schemes.

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::friction::Friction;
use crate::islands::Islands;
use crate::mass::Mass;
use crate::rows::{Bundle, Row, RowView, Rows, dot_fixed, gather};
use crate::system::{Drive, Frame};

/// The part of a bound below which an impulse between bounds is no longer known to nine digits.
const ROUNDING: f64 = 1e-6;

/// One step of a system with contacts and joints, before it is solved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactProblem {
    /// The mass matrix.
    pub mass: Mass,
    /// Velocity v at the start of the step (m/s, rad/s).
    pub start: Vec<f64>,
    /// Velocity b = v + h M⁻¹(k + f) at its end if no contact and no joint acted.
    pub free: Vec<f64>,
    /// Length h of the step (s); 0 for an impact that takes no time.
    pub step: f64,
    /// The rows of contacts and joints.
    pub rows: Rows,
    /// The contacts, ascending by number.
    pub contacts: Vec<Contact>,
    /// The joints, ascending by number.
    pub joints: Vec<Joint>,
    /// A row being added.
    row: Row,
}

/// A contact of the problem. Its rows are `row` (n) and the next ones (t, o, r), as many as its friction needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Its stable number in the system.
    pub id: usize,
    /// Index of its normal row.
    pub row: usize,
    /// Its friction.
    pub friction: Friction,
    /// What n·v⁺ must reach (m/s), complementary to the normal impulse.
    pub target: f64,
    /// Velocity of the surface along n, t, o (m/s) and about n (rad/s).
    pub surface: [f64; 4],
    /// Friction bound that is there without normal impulse in this problem (N·s): the bound is μ c_n + reserve.
    pub reserve: f64,
    /// Whether its rows are over the same bodies.
    pub(crate) bundle: Bundle,
}

/// A joint of the problem: u = row·v⁺ + softness · c − target vanishes as far as an impulse low ≤ c ≤ high can make it: u > 0
/// only at c = low, u < 0 only at c = high. An equation has no bounds, a limit pushes only, a motor or dry friction has both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Its stable number in the system.
    pub id: usize,
    /// Index of its row.
    pub row: usize,
    /// What row·v⁺ is asked to be (m/s, rad/s).
    pub target: f64,
    /// The least impulse (N·s, N·m·s), −∞ for none.
    pub low: f64,
    /// The largest impulse, ∞ for none.
    pub high: f64,
    /// How much it gives way (1/kg, 1/(kg·m²)): 0 if not at all.
    pub softness: f64,
}

impl Joint {
    /// Whether it is an equation that does not give way.
    pub fn is_rigid(&self) -> bool {
        self.low == f64::NEG_INFINITY && self.high == f64::INFINITY && self.softness == 0.0
    }
}

/// The normal condition: the one switch that separates the papers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalLaw {
    /// n·v⁺ ≥ w_n, the speed of the surface [APS98 14]. For contacts that touch or are about to.
    Velocity,
    /// u_n⁺ ≥ max(0, −ε u_n) for the relative normal velocity u_n [Ste00 3.11]. The maximum keeps receding contacts
    /// from being left approaching.
    Newton {
        /// ε in [0, 1].
        restitution: f64,
    },
    /// f(q̂) + h n·(v⁺ − v̂) ≥ 0: the gap, linearised at q̂ = q + h G v̂, is not negative at the end [ST00 15].
    Position {
        /// f(q̂) at the end of the step (m).
        gap: f64,
        /// n·v̂ (m/s): 0 for q̂ = q.
        along: f64,
    },
}

impl ContactProblem {
    /// A problem without contacts: b = v + h M⁻¹ force, with `force` the sum of bias and applied force [ST00 13].
    pub fn new(mass: Mass, velocity: &[f64], force: &[f64], step: f64) -> Result<Self, Error> {
        let mut problem = Self {
            mass,
            ..Self::default()
        };
        let n = problem.mass.len();
        Error::check_vector(velocity, n, || "velocity".into())?;
        Error::check_vector(force, n, || "force".into())?;
        problem.set_motion(velocity, force, step)?;
        Ok(problem)
    }

    /// Sets start, free velocity and step for the mass that is there, and forgets contacts and joints.
    pub fn set_motion(&mut self, velocity: &[f64], force: &[f64], step: f64) -> Result<(), Error> {
        if !step.is_finite() || step < 0.0 {
            return Err(Error::BadStep {
                value: step,
                advice: "give a finite step ≥ 0",
            });
        }
        self.mass.check()?;
        self.step = step;
        self.start.clear();
        self.start.extend_from_slice(velocity);
        self.free.resize(velocity.len(), 0.0);
        self.mass.response(force, &mut self.free);
        for (b, v) in self.free.iter_mut().zip(velocity) {
            *b = v + step * *b;
        }
        self.rows.clear();
        self.contacts.clear();
        self.joints.clear();
        Ok(())
    }

    /// Adds a contact.
    pub fn add_contact(
        &mut self,
        id: usize,
        frame: &Frame,
        friction: Friction,
        law: NormalLaw,
    ) -> Result<(), Error> {
        friction.check()?;
        let n = self.mass.len();
        for (i, name) in (0..=friction.rows()).zip(["normal", "tangent", "binormal", "torsion"]) {
            check_row(frame.row(i).view(), n, || format!("contact {id}: {name}"))?;
        }
        if frame.normal.view().is_empty() {
            return Err(Error::ZeroNormal { contact: id });
        }
        for (surface, name) in frame
            .surface
            .iter()
            .zip(["normal", "tangent", "binormal", "torsion"])
        {
            Error::check_finite(*surface, || {
                format!("contact {id}: surface velocity along the {name}")
            })?;
        }
        let approach = frame.normal.dot(&self.start) - frame.surface[0];
        let target = match law {
            NormalLaw::Velocity => frame.surface[0],
            NormalLaw::Newton { restitution } => {
                if !(0.0..=1.0).contains(&restitution) {
                    return Err(Error::BadRestitution {
                        value: restitution,
                        expected: "a coefficient of restitution is in [0, 1]",
                    });
                }
                frame.surface[0] + (-restitution * approach).max(0.0)
            }
            NormalLaw::Position { .. } if self.step == 0.0 => {
                return Err(Error::BadStep {
                    value: 0.0,
                    advice: "a contact at position level closes its gap within the step: \
                             give h > 0, or use the velocity level",
                });
            }
            NormalLaw::Position { gap, along } => along - gap / self.step,
        };
        Error::check_finite(target, || format!("contact {id}: normal condition"))?;
        let row = self.rows.push(frame.normal.view());
        for i in 1..=friction.rows() {
            self.rows.push(frame.row(i).view());
        }
        let bundle = self.rows.bundle(row, self.rows.len() - row);
        self.contacts.push(Contact {
            id,
            row,
            friction,
            target,
            surface: frame.surface,
            reserve: 0.0,
            bundle,
        });
        Ok(())
    }

    /// Adds a joint: row·v⁺ = target.
    pub fn add_joint(
        &mut self,
        id: usize,
        row: impl IntoIterator<Item = (usize, f64)>,
        target: f64,
    ) -> Result<(), Error> {
        let drive = Drive {
            target,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            softness: 0.0,
        };
        self.add_drive(id, row, drive)
    }

    /// Adds a joint with bounds or softness.
    pub fn add_drive(
        &mut self,
        id: usize,
        row: impl IntoIterator<Item = (usize, f64)>,
        drive: Drive,
    ) -> Result<(), Error> {
        self.row.clear();
        row.into_iter().for_each(|(dof, a)| self.row.push(dof, a));
        check_row(self.row.view(), self.mass.len(), || {
            format!("joint {id}: row")
        })?;
        let Drive {
            target,
            low,
            high,
            softness,
        } = drive;
        Error::check_finite(target, || format!("joint {id}: target"))?;
        Error::check_finite(softness, || format!("joint {id}: softness"))?;
        let sensible = low <= high && low < f64::INFINITY && high > f64::NEG_INFINITY;
        if !sensible || softness < 0.0 {
            return Err(Error::BadParameter {
                field: format!("joint {id}"),
                value: format!("{low} ≤ c ≤ {high}, softness {softness}"),
                expected: "bounds in ascending order and a softness ≥ 0",
            });
        }
        let row = self.rows.push(self.row.view());
        // scratch must not make equal problems differ
        self.row.clear();
        self.joints.push(Joint {
            id,
            row,
            target,
            low,
            high,
            softness,
        });
        Ok(())
    }

    /// Relative velocity at a contact: (n, t, o, r), zero where friction has no row.
    #[inline]
    pub fn relative_velocity(&self, contact: &Contact, v: &[f64]) -> [f64; 4] {
        let rows = 1 + contact.friction.rows();
        let mut u = [0.0; 4];
        match contact.bundle {
            Bundle::Two(bodies) => self.along::<12>(contact.row, &bodies, v, &mut u[..rows]),
            Bundle::One(body) => self.along::<6>(contact.row, &[body], v, &mut u[..rows]),
            Bundle::Mixed => {
                (0..rows).for_each(|i| u[i] = self.rows.dot(contact.row + i, v));
            }
        }
        (0..rows).for_each(|i| u[i] -= contact.surface[i]);
        u
    }

    /// The velocities along neighbouring rows over the same bodies.
    #[inline]
    fn along<const N: usize>(&self, row: usize, bodies: &[u32], v: &[f64], u: &mut [f64]) {
        let (rows, _) = self.rows.values(row, u.len()).as_chunks::<N>();
        match gather::<N>(bodies, v) {
            Some(v) => (u.iter_mut().zip(rows)).for_each(|(u, row)| *u = dot_fixed(row, &v)),
            None => u.fill(f64::NAN),
        }
    }

    /// p += Σ (c_n n + c_t t + c_o o + c_r r) over the contacts (N·s, N·m·s).
    pub fn add_contact_momentum(&self, impulses: &[Impulse], p: &mut [f64]) {
        for (contact, impulse) in self.contacts.iter().zip(impulses) {
            let c = &impulse.parts()[..=contact.friction.rows()];
            match contact.bundle {
                Bundle::Two(bodies) => self.push::<12>(contact.row, &bodies, c, p),
                Bundle::One(body) => self.push::<6>(contact.row, &[body], c, p),
                Bundle::Mixed => {
                    let rows = (contact.row..).zip(c);
                    rows.for_each(|(row, c)| self.rows.scatter(row, *c, p));
                }
            }
        }
    }

    /// p += Σ c row for neighbouring rows over the same bodies.
    #[inline]
    fn push<const N: usize>(&self, row: usize, bodies: &[u32], c: &[f64], p: &mut [f64]) {
        let (rows, _) = self.rows.values(row, c.len()).as_chunks::<N>();
        let mut sum = [0.0; N];
        for (row, c) in rows.iter().zip(c) {
            (0..N).for_each(|k| sum[k] += c * row[k]);
        }
        let (parts, _) = sum.as_chunks::<6>();
        for (part, &first) in parts.iter().zip(bodies) {
            if let Some(p) = p[first as usize..].first_chunk_mut::<6>() {
                (0..6).for_each(|k| p[k] += part[k]);
            }
        }
    }

    /// p += Σ c_ν ∇g over the joints (N·s, N·m·s) [APS98 15].
    pub fn add_joint_momentum(&self, joints: &[f64], p: &mut [f64]) {
        for (joint, c) in self.joints.iter().zip(joints) {
            self.rows.scatter(joint.row, *c, p);
        }
    }

    /// v⁺ = b + M⁻¹ p for the impulses of an answer [ST00 13]; `momentum` is scratch.
    pub fn set_velocity(&self, answer: &mut Answer, momentum: &mut Vec<f64>) {
        momentum.clear();
        momentum.resize(self.mass.len(), 0.0);
        self.add_contact_momentum(&answer.impulses, momentum);
        self.add_joint_momentum(&answer.joints, momentum);
        answer.velocity.resize(self.mass.len(), 0.0);
        self.mass.response(momentum, &mut answer.velocity);
        for (v, b) in answer.velocity.iter_mut().zip(&self.free) {
            *v += b;
        }
    }

    /// √(nᵀM⁻¹n) of a row (1/√kg): turns mass-norm speeds into speeds along the row, and divides them into impulses.
    pub fn reach(&self, row: usize) -> f64 {
        self.mass.row_square(self.rows.row(row)).sqrt()
    }

    /// The size of the data, as a speed in the mass norm (√J): the largest of ‖v‖_M, ‖b‖_M and, for each contact and
    /// joint, what is asked of its velocity divided by ‖n‖ with ‖n‖² = nᵀM⁻¹n. Never the size of an answer.
    pub fn scale(&self) -> f64 {
        let speed = |v: &[f64]| self.mass.square(v).max(0.0).sqrt();
        let mut scale = speed(&self.start).max(speed(&self.free));
        for contact in &self.contacts {
            scale = scale.max(self.asked_of_contact(contact));
        }
        for joint in &self.joints {
            scale = scale.max(self.asked_of_joint(joint));
        }
        scale
    }

    /// The size of the data for each block of the mass matrix (√J): that of its island, because bodies that nothing
    /// connects have no measure in common.
    pub(crate) fn block_scales(
        &self,
        islands: &Islands,
        scales: &mut Vec<f64>,
        of_island: &mut Vec<f64>,
    ) {
        scales.clear();
        let blocks = 0..self.mass.blocks();
        scales.extend(blocks.map(|b| {
            let square = |v: &[f64]| self.mass.block_square(b, v).max(0.0);
            square(&self.start).max(square(&self.free)).sqrt()
        }));
        // the largest of the bodies and of what is asked of them stands for all
        of_island.clear();
        of_island.resize(islands.len(), 0.0_f64);
        for (block, scale) in scales.iter().enumerate() {
            if let Some(island) = islands.of_block(block) {
                of_island[island] = of_island[island].max(*scale);
            }
        }
        for (island, scale) in of_island.iter_mut().enumerate() {
            for &c in islands.contacts(island) {
                *scale = scale.max(self.asked_of_contact(&self.contacts[c]));
            }
            for &j in islands.joints(island) {
                *scale = scale.max(self.asked_of_joint(&self.joints[j]));
            }
        }
        for (block, scale) in scales.iter_mut().enumerate() {
            if let Some(island) = islands.of_block(block) {
                *scale = of_island[island];
            }
        }
    }

    /// What the laws ask of the velocities at a contact, in the mass norm (√J). A target below zero asks nothing: the gap
    /// of a contact that is far apart is no measure of the motion.
    fn asked_of_contact(&self, c: &Contact) -> f64 {
        let over = |speed: f64, row: usize| match speed == 0.0 {
            true => 0.0,
            false => speed / self.reach(row),
        };
        let mut asked = over(c.target.max(0.0), c.row);
        for i in 1..=c.friction.rows() {
            let speed = over(c.surface[i].abs(), c.row + i);
            if speed.is_finite() {
                asked = asked.max(speed);
            }
        }
        asked
    }

    /// What is asked of a joint's velocity, in the mass norm (√J). One whose row is zero can be asked for nothing.
    fn asked_of_joint(&self, joint: &Joint) -> f64 {
        let reach = self.reach(joint.row);
        if reach == 0.0 {
            return 0.0;
        }
        // no more than its bounds can do; a limit whose target is below zero asks nothing
        let most = match joint.target {
            target if target > 0.0 => joint.high.max(0.0),
            target if target < 0.0 => (-joint.low).max(0.0),
            _ => 0.0,
        };
        // impulses between bounds are known to the rounding errors of the bounds, whatever little they have to do
        let bound = [joint.low, joint.high].map(f64::abs).into_iter();
        let rounding = bound.filter(|b| b.is_finite()).fold(0.0, f64::max) * ROUNDING;
        (joint.target.abs() / reach)
            .min(most * reach)
            .max(rounding * reach)
    }

    /// Whether another problem has the same contacts, joints and numbers up to a relative tolerance: a fixed-point
    /// iteration that would solve it again would get the same answer. Targets may differ by `noise` (m/s) as well:
    /// they are gaps divided by the step, and carry the rounding errors of the gaps.
    pub fn resembles(&self, other: &Self, tolerance: f64, noise: f64) -> bool {
        let near = |a: f64, b: f64, size: f64| (a - b).abs() <= tolerance * size;
        let same_target = |a: f64, b: f64, size: f64| (a - b).abs() <= tolerance * size + noise;
        let size = |v: &[f64]| v.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
        let speed = size(&self.free).max(size(&self.start));
        let ids = |p: &Self| (p.contacts.len(), p.joints.len(), p.rows.len());
        ids(self) == ids(other)
            && self.contacts.iter().zip(&other.contacts).all(|(a, b)| {
                // surfaces too: that of a turntable depends on where it is touched
                let surface =
                    |i: usize| near(a.surface[i], b.surface[i], speed.max(a.surface[i].abs()));
                let friction = near(a.friction.coefficient, b.friction.coefficient, 1.0)
                    && near(a.reserve, b.reserve, a.reserve.abs());
                a.id == b.id
                    && friction
                    && same_target(a.target, b.target, speed.max(a.target.abs()))
                    && (0..4).all(surface)
            })
            && self.joints.iter().zip(&other.joints).all(|(a, b)| {
                let same = |a: f64, b: f64| a == b || near(a, b, a.abs());
                a.id == b.id
                    && same_target(a.target, b.target, speed.max(a.target.abs()))
                    && same(a.low, b.low)
                    && same(a.high, b.high)
                    && same(a.softness, b.softness)
            })
            && (0..self.rows.len())
                .all(|i| same_row(self.rows.row(i), other.rows.row(i), tolerance))
            && self
                .free
                .iter()
                .zip(&other.free)
                .all(|(a, b)| near(*a, *b, speed))
            && self.mass.resembles(&other.mass, tolerance)
    }
}

/// Whether two rows agree, relative to their largest entry. Entries may be missing where they are zero.
fn same_row(a: RowView, b: RowView, tolerance: f64) -> bool {
    let size = a.values().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let in_row = |row: RowView, dof: usize| {
        let entry = row.entries().find(|e| e.0 == dof);
        entry.map_or(0.0, |e| e.1)
    };
    let covers = |a: RowView, b: RowView| {
        (a.entries()).all(|(dof, x)| (x - in_row(b, dof)).abs() <= tolerance * size)
    };
    covers(a, b) && covers(b, a)
}

/// Whether a row has finite coefficients of velocities that are there.
pub(crate) fn check_row(
    row: RowView,
    velocities: usize,
    name: impl Fn() -> String,
) -> Result<(), Error> {
    if row.end() > velocities {
        return Err(Error::NoSuchVelocity {
            field: name(),
            index: row.end() - 1,
            velocities,
        });
    }
    // a sum shows whether one of them is not finite; which one is asked only then
    if row.values().iter().map(|x| x * 0.0).sum::<f64>() == 0.0 {
        return Ok(());
    }
    (row.entries()).try_for_each(|(dof, x)| Error::check_finite(x, || format!("{}[{dof}]", name())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::block_frame;

    fn block(step: f64) -> ContactProblem {
        let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
        ContactProblem::new(mass, &[1.0, -2.0], &[0.0, -10.0], step).unwrap()
    }

    #[test]
    fn targets_of_the_three_laws() {
        let target = |law| {
            let mut problem = block(0.1);
            let added = problem.add_contact(7, &block_frame(), Friction::planar(0.5), law);
            added.unwrap();
            problem.contacts[0].target
        };
        assert_eq!(target(NormalLaw::Velocity), 0.0);
        assert_eq!(target(NormalLaw::Newton { restitution: 0.5 }), 1.0);
        let at = |gap, along| target(NormalLaw::Position { gap, along });
        assert_eq!(at(0.05, 0.0), -0.5);
        assert_eq!(at(0.05, -2.0), -2.5);
    }

    #[test]
    fn a_receding_contact_is_not_left_approaching() {
        let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
        let mut problem = ContactProblem::new(mass, &[0.0, 2.0], &[0.0, 0.0], 0.0).unwrap();
        let law = NormalLaw::Newton { restitution: 0.5 };
        let added = problem.add_contact(0, &block_frame(), Friction::none(), law);
        added.unwrap();
        assert_eq!(problem.contacts[0].target, 0.0);
    }

    #[test]
    fn errors_name_the_contact_the_field_and_the_remedy() {
        let mut frame = block_frame();
        let mut problem = block(0.0);
        let mut message = |frame: &Frame, friction: Friction, law| {
            problem
                .add_contact(3, frame, friction, law)
                .unwrap_err()
                .to_string()
        };
        let law = NormalLaw::Velocity;
        let planar = || Friction::planar(0.5);
        let gap = NormalLaw::Position {
            gap: 0.0,
            along: 0.0,
        };
        let bouncy = NormalLaw::Newton { restitution: 1.5 };
        for (text, words) in [
            (message(&frame, planar(), gap), ["step is 0", "h > 0"]),
            (message(&frame, planar(), bouncy), ["1.5", "[0, 1]"]),
            (
                message(&frame, Friction::planar(-0.1), law),
                ["-0.1", "≥ 0"],
            ),
        ] {
            assert!(words.iter().all(|w| text.contains(w)), "{text}");
        }
        frame.tangent.push(5, 1.0);
        let text = message(&frame, planar(), law);
        assert!(
            text.contains("contact 3: tangent") && text.contains("velocity 5"),
            "{text}"
        );
        frame.clear();
        assert!(message(&frame, planar(), law).contains("normal is zero"));
        frame.normal.push(0, f64::NAN);
        assert!(message(&frame, planar(), law).contains("contact 3: normal[0] is NaN"));
    }

    #[test]
    fn steps_go_forward() {
        let mass = Mass::diagonal(&[1.0]).unwrap();
        let error = ContactProblem::new(mass, &[0.0], &[0.0], -0.1).unwrap_err();
        assert!(matches!(error, Error::BadStep { value: -0.1, .. }));
    }

    #[test]
    fn resemblance_notices_every_change() {
        let with = |change: &dyn Fn(&mut ContactProblem)| {
            let mut problem = block(0.1);
            let law = NormalLaw::Velocity;
            problem
                .add_contact(0, &block_frame(), Friction::planar(0.5), law)
                .unwrap();
            problem.add_joint(0, [(0, 1.0), (1, 0.5)], 0.0).unwrap();
            change(&mut problem);
            problem
        };
        let same = with(&|_| {});
        assert!(same.resembles(&with(&|_| {}), 1e-12, 0.0));
        assert!(same.resembles(&with(&|p| p.free[0] += 1e-13), 1e-12, 0.0));
        assert!(!same.resembles(&with(&|p| p.free[0] += 1e-9), 1e-12, 0.0));
        assert!(!same.resembles(&with(&|p| p.contacts[0].target = 1e-6), 1e-12, 0.0));
        assert!(!same.resembles(&with(&|p| p.joints[0].target = 1e-6), 1e-12, 0.0));
        assert!(!same.resembles(&with(&|p| p.contacts[0].surface[1] = 1e-6), 1e-12, 0.0));
        let moved = with(&|p| p.contacts[0].target = 1e-9);
        assert!(!same.resembles(&moved, 1e-12, 0.9e-9));
        assert!(same.resembles(&moved, 1e-12, 1.1e-9));
        let other_row = with(&|p| {
            p.joints.clear();
            p.add_joint(0, [(0, 1.0), (1, 0.5001)], 0.0).unwrap();
        });
        assert!(!same.resembles(&other_row, 1e-12, 0.0));
        assert!(!same.resembles(
            &with(&|p| p.mass = Mass::diagonal(&[1.0, 1.1]).unwrap()),
            1e-12,
            0.0
        ));
    }
}
