//! What each contact and each joint does.

use stickslip::{InstantProblem, Motion};

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ContactMode {
    /// No force: c = 0, a_n ≥ 0.
    Break,
    /// Neither normal nor tangential acceleration.
    Stick,
    /// a_n = 0, friction at its bound. Contacts without friction, and those that slip already (the set N), slide or break.
    Slide,
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JointMode {
    /// It holds what it is asked to.
    Free,
    /// Its force is the least it can give.
    Low,
    /// Its force is the largest it can give.
    High,
}

/// A mode for each contact and joint.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modes {
    /// One for each contact.
    pub contacts: Vec<ContactMode>,
    /// One for each joint.
    pub joints: Vec<JointMode>,
}

impl Modes {
    /// The modes of a solution. What is smaller than `tolerance` times the largest of its kind counts as nothing.
    pub fn of(problem: &InstantProblem, motion: &Motion, tolerance: f64) -> Self {
        let data = problem.data();
        let largest = |sizes: &mut dyn Iterator<Item = f64>| sizes.fold(0.0_f64, f64::max);
        let push = largest(&mut motion.forces.iter().map(|c| c.normal.abs()));
        // accelerations beside those of the bodies left alone: at rest their own size would be rounding
        let free = data.contacts.iter().flat_map(|contact| {
            let free = data.relative_velocity(contact, &data.free);
            free.map(f64::abs)
        });
        let moves = largest(&mut free.chain(motion.contacts.iter().flatten().map(|a| a.abs())));
        let contacts = (motion.forces.iter().zip(&motion.contacts).enumerate())
            .map(|(i, (force, a))| {
                let slips = a[1..].iter().any(|a| a.abs() > tolerance * moves);
                let smooth = data.contacts[i].friction.rows() == 0;
                match force.normal > tolerance * push {
                    false => ContactMode::Break,
                    true if slips || smooth || problem.known_friction(i).is_some() => {
                        ContactMode::Slide
                    }
                    true => ContactMode::Stick,
                }
            })
            .collect();
        let joints = (data.joints.iter().zip(&motion.joints))
            .map(|(joint, &force)| {
                let near = |bound: f64| {
                    bound.is_finite() && (force - bound).abs() <= tolerance * bound.abs().max(push)
                };
                match (near(joint.low), near(joint.high)) {
                    (true, _) => JointMode::Low,
                    (_, true) => JointMode::High,
                    _ => JointMode::Free,
                }
            })
            .collect();
        Self { contacts, joints }
    }

    /// Whether something touches, and nothing that touches slides.
    pub fn is_stuck(&self) -> bool {
        !self.contacts.contains(&ContactMode::Slide) && self.contacts.contains(&ContactMode::Stick)
    }
}
