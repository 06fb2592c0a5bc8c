//! What a scene is before it is run: bodies, freedoms, energy, contacts and joints at the start, and what theory promises.

mod bodies;
mod materials;
mod promises;
mod rank;

pub use bodies::BodyInfo;
pub use materials::MaterialPair;
pub(crate) use materials::lost_restitution;
pub use promises::Promise;

use crate::run::{SettingsSummary, advance_warnings, pyramids};
use crate::scene::Scene;
use serde::Serialize;
use stickslip::{Error, Frame, JointLaw, Mass, Part, Row, System};

/// All that can be said about a scene without running it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Info {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// The kind of its system.
    pub kind: &'static str,
    /// Its bodies.
    pub bodies: Vec<BodyInfo>,
    /// The mass of all bodies that move freely (kg).
    pub mass: f64,
    /// Energy at the start (J).
    pub energy: EnergyInfo,
    /// Velocities, before joints.
    pub freedoms: usize,
    /// What the joints leave of them.
    pub freedoms_left: usize,
    /// Joints.
    pub joints: JointInfo,
    /// Contacts.
    pub contacts: ContactInfo,
    /// The materials of a world that can meet, pair by pair.
    pub materials: Vec<MaterialPair>,
    /// How many steps the run takes.
    pub steps: usize,
    /// How it is run, defaults included.
    pub settings: SettingsSummary,
    /// What theory says.
    pub promises: Vec<Promise>,
    /// What to know before its numbers are trusted.
    pub warnings: Vec<String>,
    /// Those of the warnings that tell what friction pyramids cost in accuracy.
    pub pyramids: Vec<String>,
}

/// Energy at the start (J).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "they say what they are")]
pub struct EnergyInfo {
    pub kinetic: f64,
    pub potential: f64,
}

/// Joints at the start. A joint of people's words may consist of several rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct JointInfo {
    /// Rows that are equations.
    pub equations: usize,
    /// How many of these are independent of each other.
    pub independent: usize,
    /// The names of those that depend on the ones before.
    pub dependent: Vec<String>,
    /// Rows that are limits.
    pub limits: usize,
    /// Rows that are drives, springs and friction.
    pub drives: usize,
    /// The largest error of an equation (m, rad).
    pub error: f64,
}

/// Contacts at the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContactInfo {
    /// How many the system knows: all there can be, or those near the bodies if they come and go.
    pub known: usize,
    /// Those that touch.
    pub closed: Vec<Closed>,
    /// How many of the normals of these are independent of each other.
    pub independent: usize,
}

/// A contact that touches at the start.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Closed {
    /// Its name.
    pub name: String,
    /// Its gap (m).
    pub gap: f64,
    /// Normal velocity (m/s), negative if the bodies approach.
    pub normal_velocity: f64,
    /// Slip speed (m/s).
    pub slip: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

/// Looks at a scene.
pub fn of(scene: &Scene) -> Result<Info, Error> {
    let initial = &scene.initial;
    let (t, q, v) = (initial.t, &initial.q, &initial.v);
    let mut system = scene.system.clone();
    system.prepare(initial, scene.settings.step, Part::First)?;
    let mut mass = Mass::default();
    system.mass(q, &mut mass);
    mass.check()?;

    let mut joints = JointInfo::default();
    let mut rows: Vec<(String, Row)> = Vec::new();
    for (joint, spec) in system.joints().iter().enumerate() {
        let mut row = Row::default();
        let error = system.joint(joint, t, q, &mut row);
        match spec.law {
            JointLaw::Equation => {
                joints.equations += 1;
                joints.error = joints.error.max(error.abs());
                rows.push((spec.name.clone(), row));
            }
            JointLaw::Limit { .. } => joints.limits += 1,
            JointLaw::Drive => joints.drives += 1,
        }
    }
    let only: Vec<&Row> = rows.iter().map(|(_, row)| row).collect();
    let dependent = rank::dependent(&mass, &only);
    joints.independent = joints.equations - dependent.len();
    joints.dependent = dependent.iter().map(|&i| rows[i].0.clone()).collect();

    let mut contacts = ContactInfo {
        known: system.contacts().len(),
        ..ContactInfo::default()
    };
    let mut normals = Vec::new();
    let mut numbers = Vec::new();
    for (contact, spec) in system.contacts().iter().enumerate() {
        let gap = system.gap(contact, t, q);
        if gap > scene.settings.touch {
            continue;
        }
        let mut frame = Frame::default();
        system.frame(contact, t, q, &mut frame);
        let speed = |i: usize| frame.row(i).dot(v) - frame.surface[i];
        contacts.closed.push(Closed {
            name: system.contact_name(contact),
            gap,
            normal_velocity: speed(0),
            slip: speed(1).hypot(speed(2)),
            friction: spec.friction.coefficient,
        });
        numbers.push(contact);
        normals.push(frame.normal);
    }
    let only: Vec<&Row> = normals.iter().collect();
    contacts.independent = normals.len() - rank::dependent(&mass, &only).len();

    let bodies = bodies::of(&scene.system);
    let mut promises = promises::of(scene, &system, &contacts, &numbers);
    if !joints.dependent.is_empty() {
        promises.push(Promise::new(
            "joints",
            format!(
                "{} of {} joint equations depend on the others: the motion is unique, the forces in the joints are not",
                joints.dependent.len(),
                joints.equations
            ),
        ));
    }
    Ok(Info {
        name: scene.name.clone(),
        about: scene.about.clone(),
        kind: scene.system.kind(),
        mass: bodies.iter().filter_map(|body| body.mass).sum(),
        bodies,
        energy: EnergyInfo {
            kinetic: 0.5 * mass.square(v),
            potential: system.potential(q),
        },
        freedoms: v.len(),
        freedoms_left: v.len() - joints.independent.min(v.len()),
        joints,
        contacts,
        materials: materials::of(&scene.system),
        steps: scene.steps().unwrap_or(0),
        settings: SettingsSummary::new(scene),
        promises,
        warnings: (advance_warnings(scene).into_iter())
            .chain(pyramids(scene))
            .collect(),
        pyramids: pyramids(scene),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalogue;

    fn about(name: &str) -> Info {
        of(&catalogue::find(name).unwrap()).unwrap()
    }

    #[test]
    fn the_freedoms_of_a_mechanism_are_what_its_joints_leave() {
        let crank = about("slider-crank");
        assert_eq!(
            (crank.freedoms, crank.freedoms_left),
            (9, 1),
            "{:?}",
            crank.joints
        );
        assert!(crank.joints.dependent.is_empty() && crank.joints.error < 1e-12);
        let balls = about("four-balls");
        assert_eq!((balls.freedoms, balls.freedoms_left), (24, 24));
        assert_eq!((balls.bodies.len(), balls.mass), (4, 4.0));
    }

    #[test]
    fn the_energy_is_that_of_the_first_step() {
        let rod = about("falling-rod");
        let energy = rod.energy.kinetic + rod.energy.potential;
        assert!((energy - 9.826).abs() < 1e-3, "{energy}");
        assert_eq!(rod.steps, 320);
    }

    #[test]
    fn touching_contacts_are_told_with_how_they_move() {
        let wedge = about("wedge");
        assert!(!wedge.contacts.closed.is_empty());
        let painleve = about("painleve-rod");
        let said: String = painleve.promises.iter().map(|p| p.text.as_str()).collect();
        assert!(said.contains("no acceleration"), "{said}");
    }

    #[test]
    fn every_shipped_scene_can_be_looked_at() {
        for name in catalogue::names() {
            let info = about(name);
            assert!(!info.promises.is_empty(), "{name}");
            assert!(info.bodies.is_empty() || info.mass > 0.0, "{name}");
        }
    }
}
