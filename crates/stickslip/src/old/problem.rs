//! The plain data of one step: masses, free motion, contacts. Checked once, here.

use crate::answer::Impulse;
use crate::contact::Contact;
use crate::error::Error;
use crate::mass::InverseMass;
use complementarity::linear::dot;

/// The motion over a step if no contact acted.
#[derive(Clone, Debug, PartialEq)]
pub struct FreeMotion {
    /// Generalised velocity v at the start of the step (m/s, rad/s).
    pub start: Vec<f64>,
    /// Generalised velocity b = v + h M⁻¹(k + f) at its end (m/s, rad/s).
    pub end: Vec<f64>,
    /// Length h of the step (s); 0 for an impact that takes no time.
    pub step: f64,
}

impl FreeMotion {
    /// b = v + h M⁻¹(k + f), with `force` the sum of bias k and applied force f (N, N·m) [ST00 13].
    pub fn under(
        inverse_mass: &InverseMass,
        velocity: Vec<f64>,
        force: &[f64],
        step: f64,
    ) -> Result<Self, Error> {
        let n = inverse_mass.len();
        Error::check_vector(&velocity, n, || "velocity".into())?;
        Error::check_vector(force, n, || "force".into())?;
        let mut end = inverse_mass.apply(force);
        for (b, v) in end.iter_mut().zip(&velocity) {
            *b = v + step * *b;
        }
        Ok(Self {
            start: velocity,
            end,
            step,
        })
    }
}

/// One step of a system with contacts, before it is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactProblem {
    inverse_mass: InverseMass,
    free: FreeMotion,
    contacts: Vec<Contact>,
}

impl ContactProblem {
    /// Checks the data and makes the problem.
    pub fn new(
        inverse_mass: InverseMass,
        free: FreeMotion,
        contacts: Vec<Contact>,
    ) -> Result<Self, Error> {
        let n = inverse_mass.len();
        let h = free.step;
        if !h.is_finite() || h < 0.0 {
            return Err(Error::BadStep {
                value: h,
                advice: "give a finite step ≥ 0",
            });
        }
        Error::check_vector(&free.start, n, || "velocity".into())?;
        Error::check_vector(&free.end, n, || "free velocity".into())?;
        for (index, contact) in contacts.iter().enumerate() {
            contact.check(index, n, h)?;
        }
        Ok(Self {
            inverse_mass,
            free,
            contacts,
        })
    }

    /// The inverse mass matrix.
    pub fn inverse_mass(&self) -> &InverseMass {
        &self.inverse_mass
    }

    /// The motion without contacts.
    pub fn free(&self) -> &FreeMotion {
        &self.free
    }

    /// The contacts.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Σ (c_n n + c_t t + c_o o) over the contacts: the generalised momentum the impulses bring (N·s, N·m·s).
    pub fn momentum_of(&self, impulses: &[Impulse]) -> Vec<f64> {
        let mut p = vec![0.0; self.inverse_mass.len()];
        for (contact, impulse) in self.contacts.iter().zip(impulses) {
            let mut add = |row: &[f64], c: f64| {
                for (p, r) in p.iter_mut().zip(row) {
                    *p += c * r;
                }
            };
            add(&contact.normal, impulse.normal);
            add(&contact.tangent, impulse.tangent);
            add(&contact.binormal, impulse.binormal);
        }
        p
    }

    /// What n·v⁺ of a contact must reach (m/s).
    pub fn target(&self, contact: &Contact) -> f64 {
        contact.target(&self.free.start, self.free.step)
    }

    /// The size of the data, as a speed in the mass norm (√J): the largest of ‖v‖_M, ‖b‖_M and, for each contact,
    /// |target| / ‖n‖ with ‖n‖² = nᵀM⁻¹n. Never the size of an answer.
    pub fn scale(&self) -> f64 {
        let speed = |v: &[f64]| self.inverse_mass.square(v).sqrt();
        let motion = speed(&self.free.start).max(speed(&self.free.end));
        self.contacts
            .iter()
            .map(|c| self.target(c).abs() / self.reach(c))
            .fold(motion, f64::max)
    }

    /// √(nᵀM⁻¹n) of a contact (1/√kg): turns mass-norm speeds into normal speeds, and divides them into impulses.
    pub fn reach(&self, contact: &Contact) -> f64 {
        dot(&contact.normal, &self.inverse_mass.apply(&contact.normal)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{GapAt, NormalLaw};

    fn block(change: impl Fn(&mut Contact)) -> Result<ContactProblem, Error> {
        let inverse_mass = InverseMass::diagonal(vec![1.0, 1.0])?;
        let free = FreeMotion::under(&inverse_mass, vec![1.0, 0.0], &[0.0, -10.0], 0.0)?;
        let mut contact = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], 0.5);
        change(&mut contact);
        ContactProblem::new(inverse_mass, free, vec![contact])
    }

    #[test]
    fn errors_name_contact_field_value_and_remedy() {
        let message = |change: fn(&mut Contact)| block(change).unwrap_err().to_string();
        type Case = (fn(&mut Contact), [&'static str; 3]);
        let cases: [Case; 8] = [
            (
                |c| c.normal = vec![1.0],
                ["contact 0", "normal", "expected 2"],
            ),
            (
                |c| c.tangent[1] = f64::NAN,
                ["contact 0", "tangent[1]", "NaN"],
            ),
            (
                |c| c.normal = vec![0.0, 0.0],
                ["contact 0", "normal", "leave out"],
            ),
            (|c| c.friction = -0.1, ["contact 0", "-0.1", "≥ 0"]),
            (
                |c| c.friction = f64::INFINITY,
                ["contact 0", "friction", "inf"],
            ),
            (
                |c| c.directions = 7,
                ["contact 0", "directions is 7", "even"],
            ),
            (
                |c| c.directions = 8,
                ["contact 0", "binormal", "expected 2"],
            ),
            (
                |c| c.law = NormalLaw::Newton { restitution: 1.5 },
                ["contact 0", "1.5", "[0, 1]"],
            ),
        ];
        for (change, words) in cases {
            let text = message(change);
            for word in words {
                assert!(text.contains(word), "{text:?} does not say {word:?}");
            }
        }
    }

    #[test]
    fn a_gap_needs_time_to_close() {
        let law = NormalLaw::Position {
            gap: 0.0,
            at: GapAt::Start,
        };
        let error = block(|c| c.law = law).unwrap_err();
        assert!(matches!(error, Error::BadStep { value: 0.0, .. }));
    }

    #[test]
    fn steps_go_forward() {
        let inverse_mass = InverseMass::diagonal(vec![1.0]).unwrap();
        let free = FreeMotion::under(&inverse_mass, vec![0.0], &[0.0], -0.1).unwrap();
        let error = ContactProblem::new(inverse_mass, free, Vec::new()).unwrap_err();
        assert!(matches!(error, Error::BadStep { value: -0.1, .. }));
    }
}
