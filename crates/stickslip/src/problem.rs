//! The plain data of one step: masses, free motion, contact and joint rows, friction. Everything downstream (islands,
//! formulations, audit) works on it and knows nothing of systems or schemes.

mod scale;

use crate::answer::{Answer, Impulse};
use crate::error::{Error, are_finite};
use crate::friction::Friction;
use crate::mass::Mass;
use crate::room::make_room;
use crate::rows::{Bundle, Row, Rows, check_row, dot_fixed, gather, same_row};
use crate::system::{Drive, Frame};

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
        let first = self.rows.len();
        let added = self.push_contact(id, frame, friction, law);
        if added.is_err() {
            self.rows.truncate(first);
        }
        added
    }

    /// The same; if it fails rows are left behind.
    fn push_contact(
        &mut self,
        id: usize,
        frame: &Frame,
        friction: Friction,
        law: NormalLaw,
    ) -> Result<(), Error> {
        friction.check()?;
        let (n, rows, row) = (self.mass.len(), friction.rows(), self.rows.len());
        let names = ["normal", "tangent", "binormal", "torsion"];
        let mut bundle = frame.normal.bundle();
        for i in 0..=rows {
            let next = frame.row(i);
            if next.bundle() != bundle {
                bundle = Bundle::Mixed;
            }
            self.rows.push(next.view());
        }
        if !self.rows.are_sound(row, n) {
            // which one is asked only then
            for (i, name) in names.iter().enumerate().take(1 + rows) {
                check_row(frame.row(i).view(), n, || format!("contact {id}: {name}"))?;
            }
        }
        if frame.normal.view().is_empty() {
            return Err(Error::ZeroNormal { contact: id });
        }
        if !are_finite(&frame.surface) {
            for (surface, name) in frame.surface.iter().zip(names) {
                Error::check_finite(*surface, || {
                    format!("contact {id}: surface velocity along the {name}")
                })?;
            }
        }
        let target = match law {
            NormalLaw::Velocity => frame.surface[0],
            NormalLaw::Newton { restitution } => {
                if !(0.0..=1.0).contains(&restitution) {
                    return Err(Error::BadRestitution {
                        value: restitution,
                        expected: "a coefficient of restitution is in [0, 1]",
                    });
                }
                let approach = frame.normal.dot(&self.start) - frame.surface[0];
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
        make_room(&mut self.contacts, 1);
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

#[cfg(test)]
mod tests;
