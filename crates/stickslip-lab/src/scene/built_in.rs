//! One type for all systems that a scene can hold.

use stickslip::systems::{Balls, Brick, Cradle, DoublePendulum, Particle, PlanarBodies, Puck, Rod};
use stickslip::world::World;
use stickslip::{
    ContactId, Contacts, Coordinates, Drive, Error, Frame, JointSpec, Mass, Part, Row, State,
    System,
};

/// A system that comes with stickslip.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each variant is documented with its system")]
pub enum BuiltIn {
    Rod(Rod),
    Balls(Balls),
    Particle(Particle),
    Cradle(Cradle),
    DoublePendulum(DoublePendulum),
    Planar(PlanarBodies),
    Brick(Brick),
    Puck(Puck),
    World(Box<World>),
}

impl BuiltIn {
    /// The `kind` of scene files.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Rod(_) => "rod",
            Self::Balls(_) => "balls",
            Self::Particle(_) => "particle",
            Self::Cradle(_) => "cradle",
            Self::DoublePendulum(_) => "double-pendulum",
            Self::Planar(_) => "planar",
            Self::Brick(_) => "brick",
            Self::Puck(_) => "puck",
            Self::World(_) => "world",
        }
    }

    fn system(&self) -> &dyn System {
        match self {
            Self::Rod(s) => s,
            Self::Balls(s) => s,
            Self::Particle(s) => s,
            Self::Cradle(s) => s,
            Self::DoublePendulum(s) => s,
            Self::Planar(s) => s,
            Self::Brick(s) => s,
            Self::Puck(s) => s,
            Self::World(s) => &**s,
        }
    }
}

impl System for BuiltIn {
    fn coordinates(&self) -> &Coordinates {
        self.system().coordinates()
    }

    fn mass(&self, q: &[f64], mass: &mut Mass) {
        self.system().mass(q, mass);
    }

    fn bias(&self, q: &[f64], v: &[f64], force: &mut [f64]) {
        self.system().bias(q, v, force);
    }

    fn force(&self, t: f64, q: &[f64], v: &[f64], force: &mut [f64]) {
        self.system().force(t, q, v, force);
    }

    fn potential(&self, q: &[f64]) -> f64 {
        self.system().potential(q)
    }

    fn has_constant_mass(&self) -> bool {
        self.system().has_constant_mass()
    }

    fn contacts(&self) -> Contacts<'_> {
        self.system().contacts()
    }

    fn gap(&self, contact: usize, t: f64, q: &[f64]) -> f64 {
        self.system().gap(contact, t, q)
    }

    fn frame(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame) {
        self.system().frame(contact, t, q, frame);
    }

    fn touch(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame) -> f64 {
        self.system().touch(contact, t, q, frame)
    }

    fn touch_each(
        &self,
        wanted: &[bool],
        at: (f64, &[f64]),
        frame: &mut Frame,
        show: &mut dyn FnMut(usize, &Frame, f64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.system().touch_each(wanted, at, frame, show)
    }

    fn gaps(&self, t: f64, q: &[f64], gaps: &mut Vec<f64>) {
        self.system().gaps(t, q, gaps);
    }

    fn joints(&self) -> &[JointSpec] {
        self.system().joints()
    }

    fn joint(&self, joint: usize, t: f64, q: &[f64], row: &mut Row) -> f64 {
        self.system().joint(joint, t, q, row)
    }

    fn bias_ahead(&self, q: &[f64], guess: &[f64], v: &[f64], h: f64, force: &mut [f64]) {
        self.system().bias_ahead(q, guess, v, h, force);
    }

    fn joint_rate(&self, joint: usize, t: f64, q: &[f64]) -> f64 {
        self.system().joint_rate(joint, t, q)
    }

    fn drive(&self, joint: usize, t: f64, along: f64, h: f64) -> Drive {
        self.system().drive(joint, t, along, h)
    }

    fn clear_time(&mut self, state: &State, h: f64) -> f64 {
        match self {
            Self::World(world) => world.clear_time(state, h),
            _ => h,
        }
    }

    fn prepare(&mut self, state: &State, h: f64, part: Part) -> Result<(), Error> {
        match self {
            Self::World(world) => world.prepare(state, h, part),
            // contacts of the others are always the same
            _ => Ok(()),
        }
    }

    fn contact_id(&self, contact: usize) -> ContactId {
        self.system().contact_id(contact)
    }

    fn contact_name(&self, contact: usize) -> String {
        self.system().contact_name(contact)
    }

    fn has_changing_contacts(&self) -> bool {
        self.system().has_changing_contacts()
    }

    fn rate(&self, q: &[f64], v: &[f64], rate: &mut [f64]) {
        self.system().rate(q, v, rate);
    }

    fn advance(&self, q: &mut [f64], v: &[f64], h: f64) {
        self.system().advance(q, v, h);
    }
}
