//! The generalised-coordinate door: whoever can write down masses, forces, gaps and rows can be simulated.

use crate::coordinates::Coordinates;
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::rows::Row;
use crate::state::State;

/// A mechanical system in generalised coordinates, M(q) v̇ = k(q, v) + f(t, q, v) + contacts + joints [ST00 1].
///
/// Nothing here changes while it moves: the motion is in [`State`](crate::State). Contacts and joints are numbered;
/// the numbers are the stable names by which steps, reports and warm starts know them.
pub trait System {
    /// What q and v consist of. The default [`rate`](Self::rate) and [`advance`](Self::advance) follow from it.
    fn coordinates(&self) -> &Coordinates;

    /// M(q), written block by block into an empty [`Mass`].
    fn mass(&self, q: &[f64], mass: &mut Mass);

    /// k(q, v), added to what is there (N, N·m): Coriolis and gyroscopic terms [APS98 2].
    fn bias(&self, _q: &[f64], _v: &[f64], _force: &mut [f64]) {}

    /// k for a step of length h from q and v, whose rows and masses are those at `guess`, added to what is there. Where fast spins
    /// make k stiff it is better to look ahead than to take what it is at the start.
    fn bias_ahead(&self, _q: &[f64], guess: &[f64], v: &[f64], _h: f64, force: &mut [f64]) {
        self.bias(guess, v, force);
    }

    /// f(t, q, v), added to what is there (N, N·m): gravity, springs, dampers, drives.
    fn force(&self, t: f64, q: &[f64], v: &[f64], force: &mut [f64]);

    /// The potential energy (J) of those forces that have one; for the energy ledger only.
    fn potential(&self, _q: &[f64]) -> f64 {
        0.0
    }

    /// Whether M is the same for all q and there is no bias, so that a motion without contact needs no iteration.
    fn has_constant_mass(&self) -> bool {
        false
    }

    /// All contacts that can be in the next step, with their materials.
    fn contacts(&self) -> Contacts<'_>;

    /// The gap f (m) of a contact, positive when apart.
    fn gap(&self, contact: usize, t: f64, q: &[f64]) -> f64;

    /// The rows of a contact, written into an empty frame. The normal row is Gᵀ∇f.
    fn frame(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame);

    /// The rows of a contact, written into an empty frame, and its gap (m): one look where both are wanted.
    fn touch(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame) -> f64 {
        self.frame(contact, t, q, frame);
        self.gap(contact, t, q)
    }

    /// The same for every contact that is wanted, ascending, in the memory of one frame: each is shown with its number and its gap
    /// (m), until one is refused. Rows of friction that a contact has no use for may be left out.
    fn touch_each(
        &self,
        wanted: &[bool],
        (t, q): (f64, &[f64]),
        frame: &mut Frame,
        show: &mut dyn FnMut(usize, &Frame, f64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for contact in (0..wanted.len()).filter(|&contact| wanted[contact]) {
            frame.clear();
            let gap = self.touch(contact, t, q, frame);
            show(contact, frame, gap)?;
        }
        Ok(())
    }

    /// The gaps (m) of all contacts, written into an empty vector.
    fn gaps(&self, t: f64, q: &[f64], gaps: &mut Vec<f64>) {
        gaps.extend((0..self.contacts().len()).map(|contact| self.gap(contact, t, q)));
    }

    /// All joints: equations g(q) = 0 [APS98 15], limits g(q) ≥ 0 and drives.
    fn joints(&self) -> &[JointSpec] {
        &[]
    }

    /// g(t, q) (m, rad) of a joint: the error of an equation, what is left to a limit, the coordinate of a drive. Its row Gᵀ∇g is
    /// written into an empty row.
    fn joint(&self, _joint: usize, _t: f64, _q: &[f64], _row: &mut Row) -> f64 {
        0.0
    }

    /// ∂g/∂t of a joint (m/s, rad/s): 0 unless it is fixed to something that moves by itself.
    fn joint_rate(&self, _joint: usize, _t: f64, _q: &[f64]) -> f64 {
        0.0
    }

    /// What a joint of the law [`JointLaw::Drive`] does in a step of length h that ends at time t; `along` is its coordinate g at
    /// the beginning of the step.
    /// In an impact, which takes no time, h is 0: only what is infinitely strong acts.
    fn drive(&self, _joint: usize, _t: f64, _along: f64, _h: f64) -> Drive {
        Drive::NONE
    }

    /// How much of a step of length h can be taken from a state before something fast could pass through something thin without
    /// being seen: h for systems whose contacts are always the same.
    fn clear_time(&mut self, _state: &State, h: f64) -> f64 {
        h
    }

    /// Looks for the contacts that a step of length h from a state may meet. Systems whose contacts are always the same have
    /// nothing to do; for others [`contacts`](Self::contacts) must afterwards depend on the arguments alone, ascending by
    /// [`contact_id`](Self::contact_id). In a later part of a step those of its earlier parts are kept.
    fn prepare(&mut self, _state: &State, _h: f64, _part: Part) -> Result<(), Error> {
        Ok(())
    }

    /// The name by which a contact is known from one step to the next.
    fn contact_id(&self, contact: usize) -> ContactId {
        ContactId::from(contact)
    }

    /// What a contact is called in reports.
    fn contact_name(&self, contact: usize) -> String {
        self.contacts()[contact].name.clone()
    }

    /// The contact of that name, if it is among the present ones.
    fn find_contact(&self, id: ContactId) -> Option<usize> {
        let (mut low, mut high) = (0, self.contacts().len());
        while low < high {
            let middle = (low + high) / 2;
            match self.contact_id(middle).cmp(&id) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Whether contacts come and go, so that a state may name some that are not there.
    fn has_changing_contacts(&self) -> bool {
        false
    }

    /// q̇ = G(q) v [APS98 29].
    fn rate(&self, q: &[f64], v: &[f64], rate: &mut [f64]) {
        self.coordinates().rate(q, v, rate);
    }

    /// q ← q + h G(q) v, normalised [APS98 29]. Override together with [`rate`](Self::rate) for a G of your own.
    fn advance(&self, q: &mut [f64], v: &[f64], h: f64) {
        self.coordinates().advance(q, v, h);
    }
}

/// Which part of a step, if it is taken in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first, or all of it.
    First,
    /// Another.
    Later,
}

/// A contact and what its surfaces are made of.
#[derive(Clone, Debug)]
pub struct ContactSpec {
    /// A name for reports, like `left end – table`.
    pub name: String,
    /// Friction.
    pub friction: Friction,
    /// Normal restitution ε.
    pub restitution: Restitution,
    /// Tangential restitution ε_T of Poisson's law, 0 ≤ ε_T ≤ ε.
    pub tangential_restitution: f64,
}

impl ContactSpec {
    /// An inelastic contact.
    pub fn new(name: impl Into<String>, friction: Friction) -> Self {
        Self {
            name: name.into(),
            friction,
            restitution: Restitution::NONE,
            tangential_restitution: 0.0,
        }
    }

    /// The same with restitution.
    pub fn with_restitution(self, restitution: Restitution) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// Checks the materials.
    pub fn check(&self) -> Result<(), Error> {
        self.friction.check()?;
        let bad = |(value, expected)| Error::BadRestitution { value, expected };
        self.restitution.check().map_err(bad)?;
        match (0.0..=1.0).contains(&self.tangential_restitution) {
            true => Ok(()),
            false => Err(bad((
                self.tangential_restitution,
                "tangential restitution is in [0, 1], and no more than the normal one counts",
            ))),
        }
    }

    /// The same with tangential restitution.
    pub fn with_tangential_restitution(self, e: f64) -> Self {
        Self {
            tangential_restitution: e,
            ..self
        }
    }
}

/// The contacts of a system with their materials, to read. Systems with a list of them give that, `(&self.contacts).into()`; where thousands
/// are of a few kinds, the kinds and a number for each contact.
///
/// ```
/// use stickslip::{ContactSpec, Contacts, Friction};
/// let kinds = ["wood", "steel"].map(|name| ContactSpec::new(name, Friction::round(0.5)));
/// let contacts = Contacts::of_kinds(&kinds, &[1, 0, 1]);
/// assert_eq!((contacts.len(), contacts[2].name.as_str()), (3, "steel"));
/// assert!(Contacts::from(&kinds).iter().all(|spec| spec.friction.coefficient == 0.5));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a> {
    specs: &'a [ContactSpec],
    /// Which of them each contact is; none if there is one for each.
    kinds: Option<&'a [u32]>,
}

impl<'a> Contacts<'a> {
    /// Contacts each of which is one of a few kinds, by number.
    pub fn of_kinds(specs: &'a [ContactSpec], kinds: &'a [u32]) -> Self {
        Self {
            specs,
            kinds: Some(kinds),
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.kinds.map_or(self.specs.len(), <[u32]>::len)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A contact, if it is there.
    #[inline]
    pub fn get(&self, contact: usize) -> Option<&'a ContactSpec> {
        match self.kinds {
            None => self.specs.get(contact),
            Some(kinds) => self.specs.get(*kinds.get(contact)? as usize),
        }
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &'a ContactSpec> + use<'a> {
        let contacts = *self;
        (0..self.len()).filter_map(move |contact| contacts.get(contact))
    }
}

impl<'a, T: AsRef<[ContactSpec]> + ?Sized> From<&'a T> for Contacts<'a> {
    fn from(specs: &'a T) -> Self {
        Self {
            specs: specs.as_ref(),
            kinds: None,
        }
    }
}

impl std::ops::Index<usize> for Contacts<'_> {
    type Output = ContactSpec;

    #[inline]
    fn index(&self, contact: usize) -> &ContactSpec {
        match self.kinds {
            None => &self.specs[contact],
            Some(kinds) => &self.specs[kinds[contact] as usize],
        }
    }
}

/// What a contact is called from one step to the next: the order of these names is the order of contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactId(pub u64);

impl From<usize> for ContactId {
    fn from(number: usize) -> Self {
        Self(number as u64)
    }
}

impl std::fmt::Display for ContactId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A joint: one scalar equation, limit or drive.
#[derive(Clone, Debug, PartialEq)]
pub struct JointSpec {
    /// A name for reports, like `crank pin, x`.
    pub name: String,
    /// What it asks.
    pub law: JointLaw,
}

/// What a joint asks of its coordinate g.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum JointLaw {
    /// g = 0.
    #[default]
    Equation,
    /// g ≥ 0, with an impulse that only pushes: the end of a slide, a taut rope.
    Limit {
        /// ε in [0, 1], by Newton's law.
        restitution: f64,
    },
    /// A bounded force that wants a velocity: motors, dry and viscous friction, springs. See [`System::drive`].
    Drive,
}

/// What a drive does within a step: u + softness · c = target, as far as an impulse low ≤ c ≤ high can reach that; u = ġ is the
/// velocity at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// The velocity it wants (m/s, rad/s).
    pub target: f64,
    /// The least impulse (N·s, N·m·s); −∞ for none.
    pub low: f64,
    /// The largest impulse; ∞ for none.
    pub high: f64,
    /// How much it gives way (1/kg, 1/(kg·m²)), ≥ 0: 1/(h d) for a damper d.
    pub softness: f64,
}

impl Drive {
    /// No impulse at all.
    pub const NONE: Self = Self {
        target: 0.0,
        low: 0.0,
        high: 0.0,
        softness: 0.0,
    };
}

impl JointSpec {
    /// An equation of that name.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            law: JointLaw::Equation,
        }
    }

    /// The same with another law.
    pub fn with_law(self, law: JointLaw) -> Self {
        Self { law, ..self }
    }
}

/// The rows of one contact. Friction uses as many of t, o, r as its set has dimensions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// n: n·v > 0 separates (m/s).
    pub normal: Row,
    /// t: slip (m/s).
    pub tangent: Row,
    /// o = n × t: slip (m/s).
    pub binormal: Row,
    /// r: relative spin about n (rad/s).
    pub torsion: Row,
    /// Velocity of the surface that is not part of v, along n, t, o (m/s) and about n (rad/s): belts, turntables,
    /// driven walls. Relative velocities are row·v minus this.
    pub surface: [f64; 4],
}

impl Frame {
    /// An empty frame on a surface at rest.
    #[inline]
    pub fn clear(&mut self) {
        for row in [
            &mut self.normal,
            &mut self.tangent,
            &mut self.binormal,
            &mut self.torsion,
        ] {
            row.clear();
        }
        self.surface = [0.0; 4];
    }

    /// Row n, t, o or r.
    #[inline]
    pub fn row(&self, index: usize) -> &Row {
        match index {
            0 => &self.normal,
            1 => &self.tangent,
            2 => &self.binormal,
            _ => &self.torsion,
        }
    }
}
