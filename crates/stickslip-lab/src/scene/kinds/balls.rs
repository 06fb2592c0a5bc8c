//! `kind = "balls"`: balls in space, on a table, among fixed spheres, or without either.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, Table, angle};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{Balls, BallsParameters, Obstacle};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "balls-system")]
pub(super) struct Keys {
    radii: Vec<f64>,
    masses: Vec<f64>,
    gravity: f64,
    table: Option<bool>,
    #[serde(default)]
    table_friction: FrictionKeys,
    #[serde(default)]
    ball_friction: FrictionKeys,
    #[serde(default)]
    table_restitution: RestitutionKeys,
    #[serde(default)]
    ball_restitution: RestitutionKeys,
    table_velocity: Option<Numbers<2>>,
    #[serde(default)]
    table_spin: f64,
    table_azimuth: Option<f64>,
    table_azimuth_deg: Option<f64>,
    #[serde(default)]
    obstacles: Vec<Table<ObstacleKeys>>,
    #[serde(default)]
    obstacle_friction: FrictionKeys,
    #[serde(default)]
    obstacle_restitution: RestitutionKeys,
    force: Option<Numbers<3>>,
    #[schemars(extend("enum" = ["quaternion", "rotation"]))]
    orientation: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "balls-obstacle")]
struct ObstacleKeys {
    centre: Numbers<3>,
    radius: f64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "balls-initial")]
pub(super) struct Initial {
    balls: Vec<Table<Ball>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "balls-ball")]
struct Ball {
    position: Numbers<3>,
    quat_wxyz: Option<Numbers<4>>,
    velocity: Option<Numbers<3>>,
    angular_velocity: Option<Numbers<3>>,
}

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let orientation = super::orientation(&keys.orientation)?;
    let friction = |name: &str, keys: &FrictionKeys| keys.build(name, Space::Space);
    let azimuth = angle(
        "system.table_azimuth",
        keys.table_azimuth,
        keys.table_azimuth_deg,
    )?;
    let obstacle = |keys: &Table<ObstacleKeys>| Obstacle {
        centre: keys.centre.0,
        radius: keys.radius,
    };
    let count = keys.radii.len();
    let balls = Balls::new(BallsParameters {
        radii: keys.radii,
        masses: keys.masses,
        gravity: keys.gravity,
        table: keys.table.unwrap_or(true),
        table_friction: friction("system.table_friction", &keys.table_friction)?,
        ball_friction: friction("system.ball_friction", &keys.ball_friction)?,
        table_restitution: keys.table_restitution.build("system.table_restitution")?,
        ball_restitution: keys.ball_restitution.build("system.ball_restitution")?,
        table_velocity: keys.table_velocity.map_or([0.0; 2], |v| v.0),
        table_spin: keys.table_spin,
        table_azimuth: azimuth.unwrap_or(0.0),
        obstacles: keys.obstacles.iter().map(obstacle).collect(),
        obstacle_friction: friction("system.obstacle_friction", &keys.obstacle_friction)?,
        obstacle_restitution: (keys.obstacle_restitution).build("system.obstacle_restitution")?,
        force: keys.force.map_or([0.0; 3], |f| f.0),
        orientation,
    })
    .map_err(super::refused)?;
    super::one_each("initial.balls", initial.balls.len(), count)?;
    let (mut q, mut v) = (Vec::new(), Vec::new());
    for (i, ball) in initial.balls.iter().enumerate() {
        let key = format!("initial.balls[{i}].quat_wxyz");
        q.extend(ball.position.0);
        q.extend(super::turned(&key, orientation, ball.quat_wxyz)?);
        v.extend(ball.velocity.map_or([0.0; 3], |v| v.0));
        v.extend(ball.angular_velocity.map_or([0.0; 3], |w| w.0));
    }
    Ok((BuiltIn::Balls(balls), State::new(q, v)))
}
