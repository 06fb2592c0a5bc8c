//! From a state to the problem of its instant [TP97 i–iv], or to that of one step: which contacts are in, which of them slip, what drifts.
//!
//! Systems whose contacts come and go have looked for them before ([`System::prepare`]).

use super::drift;
use super::joints::Joints;
use super::problem::{InstantProblem, Slip};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::state::State;
use crate::step::{Settings, Stepper, frame, friction, gap};
use crate::system::{ContactSpec, Frame, System};

/// What counts as touching and as being at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Contacts and limits with a gap up to this touch (m, rad).
    pub touch: f64,
    /// Normal speeds up to this are none (m/s, rad/s).
    pub rest_speed: f64,
    /// Slips up to this are none (m/s): spins about n count with the length of the friction set. Also speeds of joints with dry friction
    /// (m/s, rad/s).
    pub rest_slip: f64,
}

impl Default for Look {
    fn default() -> Self {
        Self::from(&Settings::default())
    }
}

impl From<&Settings> for Look {
    fn from(settings: &Settings) -> Self {
        Self {
            touch: settings.touch,
            rest_speed: settings.rest_speed,
            rest_slip: settings.rest_slip,
        }
    }
}

impl Look {
    fn check(&self) -> Result<(), Error> {
        let fields = [
            ("touch", self.touch),
            ("rest_speed", self.rest_speed),
            ("rest_slip", self.rest_slip),
        ];
        match fields.iter().find(|(_, x)| !(x.is_finite() && *x >= 0.0)) {
            None => Ok(()),
            Some(&(field, value)) => Err(Error::BadSetting {
                field,
                value,
                expected: "finite and ≥ 0",
            }),
        }
    }
}

/// What the normal velocities of a step must reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepLaw {
    /// n·v⁺ ≥ w_n [APS98 14].
    #[default]
    Velocity,
    /// Newton's law with the restitution of each contact [Ste00 3.11].
    Newton,
}

/// Something that can only push, by its number in the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touching {
    /// A contact.
    Contact(usize),
    /// A joint that is a limit.
    Limit(usize),
}

/// What touches but is not in the problem of accelerations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// Which.
    pub what: Touching,
    /// How fast it opens (m/s, rad/s); negative if it closes.
    pub speed: f64,
}

/// A problem and where its parts come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// The problem.
    pub problem: InstantProblem,
    /// The number in the system of each of its contacts.
    pub contacts: Vec<usize>,
    /// The same of its joints.
    pub joints: Vec<usize>,
    /// What touches, and opens: it carries no force.
    pub leaving: Vec<Apart>,
    /// What touches, and closes: an impact comes before there are accelerations. If there is any, the problem is that of what would be
    /// without it, and [`of_step`](Self::of_step) is the one to look at.
    pub approaching: Vec<Apart>,
    /// The largest |ġ| of a joint that is an equation (m/s, rad/s): how far the state is from one that joints allow.
    pub joint_error: f64,
}

/// How something that can only push moves.
pub(super) enum Closing {
    /// It neither opens nor closes.
    Resting,
    /// It opens.
    Leaving,
    /// It closes.
    Approaching,
}

impl Look {
    pub(super) fn closing(&self, speed: f64) -> Closing {
        match speed {
            _ if speed > self.rest_speed => Closing::Leaving,
            _ if speed < -self.rest_speed => Closing::Approaching,
            _ => Closing::Resting,
        }
    }
}

impl Instant {
    /// The accelerations and forces at a state. Soft drives (springs, dampers) are known forces; drives that are hard and at their target
    /// are joints with bounds, else they push with all they have.
    pub fn of(system: &dyn System, state: &State, look: &Look) -> Result<Self, Error> {
        look.check()?;
        state.check(system)?;
        let mut mass = Mass::default();
        system.mass(&state.q, &mut mass);
        let mut force = vec![0.0; state.v.len()];
        system.bias(&state.q, &state.v, &mut force);
        system.force(state.t, &state.q, &state.v, &mut force);
        let joints = Joints::look(system, state, look, &mut force)?;
        if let Some((i, &value)) = force.iter().enumerate().find(|(_, f)| !f.is_finite()) {
            return Err(Error::SystemNotFinite {
                t: state.t,
                field: format!("force[{i}]"),
                value,
            });
        }
        let mut instant = Self {
            problem: InstantProblem::new(mass, &force)?,
            contacts: Vec::new(),
            joints: Vec::new(),
            leaving: Vec::new(),
            approaching: Vec::new(),
            joint_error: joints.error,
        };
        instant.add_contacts(system, state, look)?;
        instant.leaving.extend(joints.leaving);
        instant.approaching.extend(joints.approaching);
        for (joint, row, drive) in joints.inside {
            instant.problem.add_joint(row.entries(), drive)?;
            instant.joints.push(joint);
        }
        Ok(instant)
    }

    fn add_contacts(
        &mut self,
        system: &dyn System,
        state: &State,
        look: &Look,
    ) -> Result<(), Error> {
        let mut rows = Frame::default();
        for (contact, spec) in system.contacts().iter().enumerate() {
            if gap(system, contact, state.t, &state.q)? > look.touch {
                continue;
            }
            frame(system, contact, state.t, &state.q, &mut rows)?;
            let velocity = drift::relative_velocity(&rows, &state.v);
            let apart = Apart {
                what: Touching::Contact(contact),
                speed: velocity[0],
            };
            match look.closing(velocity[0]) {
                Closing::Leaving => self.leaving.push(apart),
                Closing::Approaching => self.approaching.push(apart),
                Closing::Resting => {
                    let slip = slip(&spec.friction, velocity, look.rest_slip);
                    let friction = at_slip(spec, slip, &rows, &state.v);
                    let drift = drift::of_contact(system, state, contact);
                    (self.problem).add_contact(&rows, friction, slip, drift)?;
                    self.contacts.push(contact);
                }
            }
        }
        Ok(())
    }

    /// The problem of a step of length h (s) from a state, at velocity level, with rows and forces at its start: all contacts that touch
    /// or that q + hGv closes, friction against the velocities at the end. h = 0 is an impact that takes no time.
    pub fn of_step(
        system: &dyn System,
        state: &State,
        h: f64,
        look: &Look,
        law: StepLaw,
    ) -> Result<Self, Error> {
        look.check()?;
        let settings = Settings {
            step: h,
            touch: look.touch,
            rest_speed: look.rest_speed,
            rest_slip: look.rest_slip,
            ..Settings::default()
        };
        let newton = law == StepLaw::Newton;
        let problem = Stepper::default().pose(system, &settings, state, newton)?;
        Ok(Self {
            contacts: problem.contacts.iter().map(|contact| contact.id).collect(),
            joints: problem.joints.iter().map(|joint| joint.id).collect(),
            problem: InstantProblem::of_step(problem),
            leaving: Vec::new(),
            approaching: Vec::new(),
            joint_error: 0.0,
        })
    }
}

/// Whether a contact with that relative velocity slips: the set N, or R.
fn slip(friction: &Friction, velocity: [f64; 4], rest: f64) -> Slip {
    let rows = friction.rows();
    let used: [f64; 3] = std::array::from_fn(|k| if k < rows { velocity[1 + k] } else { 0.0 });
    let lengths = friction.shape().map_or([1.0; 3], |shape| shape.lengths());
    let size = (0..3).map(|k| (used[k] * lengths[k]).powi(2)).sum::<f64>();
    match size.sqrt() > rest {
        true => Slip::Sliding(used),
        false => Slip::Rolling,
    }
}

/// The friction with the coefficient of that slip [Ste00 5.1].
fn at_slip(spec: &ContactSpec, slip: Slip, rows: &Frame, v: &[f64]) -> Friction {
    match slip {
        Slip::Rolling => friction(spec, rows, v, f64::INFINITY),
        Slip::Sliding(_) => friction(spec, rows, v, 0.0),
    }
}
