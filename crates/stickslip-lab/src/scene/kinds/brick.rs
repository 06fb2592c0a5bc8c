//! `kind = "brick"`: a box whose corners meet a table.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::Numbers;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{Brick, BrickParameters};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    half: Numbers<3>,
    mass: f64,
    inertia: Option<Numbers<3>>,
    gravity: Numbers<3>,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
    orientation: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Initial {
    position: Numbers<3>,
    quat_wxyz: Option<Numbers<4>>,
    rotation_vector: Option<Numbers<3>>,
    rotation_vector_deg: Option<Numbers<3>>,
    velocity: Option<Numbers<3>>,
    angular_velocity: Option<Numbers<3>>,
}

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let orientation = super::orientation(&keys.orientation)?;
    let brick = Brick::new(BrickParameters {
        half: keys.half.0,
        mass: keys.mass,
        inertia: keys.inertia.map(|i| i.0),
        gravity: keys.gravity.0,
        friction: keys.friction.build("system.friction", Space::Space)?,
        restitution: keys.restitution.build("system.restitution")?,
        orientation,
    })
    .map_err(super::refused)?;
    let mut q = initial.position.0.to_vec();
    q.extend(super::turned(
        "initial.quat_wxyz",
        orientation,
        initial.turn()?,
    )?);
    let mut v = initial.velocity.map_or([0.0; 3], |v| v.0).to_vec();
    v.extend(initial.angular_velocity.map_or([0.0; 3], |w| w.0));
    Ok((BuiltIn::Brick(brick), State::new(q, v)))
}

impl Initial {
    /// The one of the three ways to say how it is turned that was used.
    fn turn(&self) -> Result<Option<Numbers<4>>, Misfit> {
        let vector =
            |v: Numbers<3>, unit: f64| Numbers(super::quaternion_of(v.0.map(|a| a * unit)));
        let given = [
            ("quat_wxyz", self.quat_wxyz),
            (
                "rotation_vector",
                self.rotation_vector.map(|v| vector(v, 1.0)),
            ),
            (
                "rotation_vector_deg",
                self.rotation_vector_deg
                    .map(|v| vector(v, 1f64.to_radians())),
            ),
        ];
        let mut used = given.into_iter().filter(|(_, turn)| turn.is_some());
        let turn = used.next().and_then(|(_, turn)| turn);
        match used.next() {
            None => Ok(turn),
            Some((key, _)) => Err(Misfit::new(
                format!("initial.{key}"),
                "the orientation is given twice; keep one",
            )),
        }
    }
}
