//! The contacts of a step as tables want them: numbered, in the order of their numbers, with their places.

use super::Steps;
use super::places::{Place, place, three};
use crate::scene::BuiltIn;
use stickslip::world::World;
use stickslip::{ContactReport, Frame, State, System};

/// Where a contact is after a step, and the force there. All vectors are in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// The names of its bodies.
    pub bodies: [String; 2],
    /// Which shape of each it is, counted as in the scene; only worlds have several.
    pub shapes: Option<[usize; 2]>,
    /// (m)
    pub point: [f64; 3],
    /// n, from the first body to the second.
    pub normal: [f64; 3],
    /// t; o is n × t.
    pub tangent: [f64; 3],
    /// On the second body, the mean over the step (N).
    pub force: [f64; 3],
}

impl Touch {
    /// Of a contact of the last step of h (s); nothing if the system has no places of contacts.
    pub(super) fn of(
        system: &BuiltIn,
        state: &State,
        contact: &ContactReport,
        h: f64,
    ) -> Option<Self> {
        let mut shapes = None;
        let place = match system {
            BuiltIn::World(world) => {
                let id = world.find_contact(contact.key)?;
                shapes = Some(world.shapes_of(id));
                let (point, normal) = world.place_of(id, state.t, &state.q);
                let bodies = &world.model().bodies;
                Place {
                    bodies: world.bodies_of(id).map(|body| bodies[body].name.clone()),
                    point,
                    normal,
                    tangent: tangent_of(world, id, state)?,
                }
            }
            _ => place(system, contact.id, state.t, &state.q)?,
        };
        Some(Self {
            shapes,
            ..Self::at(place, contact.impulse.parts().map(|c| c / h))
        })
    }

    /// At a place, with the parts of the force along n, t, o (N).
    pub(crate) fn at(place: Place, [n, t, o, _]: [f64; 4]) -> Self {
        let Place {
            bodies,
            point,
            normal,
            tangent,
        } = place;
        let other = cross(normal, tangent);
        Self {
            bodies,
            shapes: None,
            point,
            normal,
            tangent,
            force: std::array::from_fn(|i| n * normal[i] + t * tangent[i] + o * other[i]),
        }
    }

    /// The velocity of the second body past the first along the surface (m/s), from its parts along n, t, o and about n.
    pub(crate) fn slip(&self, [_, t, o, _]: [f64; 4]) -> [f64; 3] {
        let other = cross(self.normal, self.tangent);
        std::array::from_fn(|i| t * self.tangent[i] + o * other[i])
    }

    /// Point, normal, tangent, force.
    pub(super) fn vectors(&self) -> [[f64; 3]; 4] {
        [self.point, self.normal, self.tangent, self.force]
    }

    /// The same, one number after the other.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.vectors().into_iter().flatten()
    }
}

/// t of a contact: what its row takes of the velocity of a free body, less of the first and more of the second.
pub(crate) fn tangent_of(world: &World, id: usize, state: &State) -> Option<[f64; 3]> {
    let mut frame = Frame::default();
    world.frame(id, state.t, &state.q, &mut frame);
    let [first, second] = world.bodies_of(id).map(|body| world.coordinates_of(body));
    match (first, second) {
        (_, Some([_, dof])) => Some(three(&frame.tangent, dof)),
        (Some([_, dof]), None) => Some(three(&frame.tangent, dof).map(|x| -x)),
        (None, None) => None,
    }
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

/// A contact of a step.
#[derive(Debug)]
pub(super) struct StepContact<'a> {
    pub(super) number: usize,
    pub(super) report: &'a ContactReport,
    pub(super) touch: Option<Touch>,
}

/// The contacts of the last step, whose numbers are given in the order of its report.
pub(super) fn gather<'a>(moved: &'a impl Steps, numbers: &[usize]) -> Vec<StepContact<'a>> {
    let contacts = moved.report().contacts.iter().zip(numbers);
    let mut list: Vec<StepContact<'a>> = contacts
        .map(|(report, &number)| StepContact {
            number,
            report,
            touch: moved.touch(report),
        })
        .collect();
    list.sort_by_key(|contact| contact.number);
    list
}
