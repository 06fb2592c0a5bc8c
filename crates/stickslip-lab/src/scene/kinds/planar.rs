//! `kind = "planar"`: bodies of the plane with joints, springs, drives and contacts. Bodies are referred to by name.
//!
//! There is a list for each kind of joint, drive and contact, so that each has keys of its own. Contacts are numbered
//! in the order points, discs, disc_pairs.

use super::super::built_in::BuiltIn;
use super::super::error::{Misfit, alternatives};
use super::super::explain::choose;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, Table, angle, required_angle};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use stickslip::State;
use stickslip::systems::{
    Anchor, Drive, PlanarBodies, PlanarBodiesParameters, PlanarBody, PlanarContact, PlanarJoint,
    Spring, TimeLaw,
};

/// What is no body.
const GROUND: &str = "ground";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-system")]
pub(super) struct Keys {
    gravity: Numbers<2>,
    bodies: Vec<Table<Body>>,
    #[serde(default)]
    points: Vec<Table<Point>>,
    #[serde(default)]
    discs: Vec<Table<Disc>>,
    #[serde(default)]
    disc_pairs: Vec<Table<DiscPair>>,
    #[serde(default)]
    pins: Vec<Table<Pin>>,
    #[serde(default)]
    sliders: Vec<Table<Slider>>,
    #[serde(default)]
    fixed_angles: Vec<Table<FixedAngle>>,
    #[serde(default)]
    springs: Vec<Table<SpringKeys>>,
    #[serde(default)]
    torques: Vec<Table<Torque>>,
    #[serde(default)]
    forces: Vec<Table<Force>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-body")]
struct Body {
    name: String,
    mass: f64,
    inertia: f64,
}

/// A point of a body against a line.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-point")]
struct Point {
    name: String,
    body: String,
    point: Numbers<2>,
    line_point: Numbers<2>,
    line_normal: Numbers<2>,
    #[serde(default)]
    velocity: f64,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
}

/// A disc of a body against a line.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-disc")]
struct Disc {
    name: String,
    body: String,
    centre: Numbers<2>,
    radius: f64,
    line_point: Numbers<2>,
    line_normal: Numbers<2>,
    #[serde(default)]
    velocity: f64,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
}

/// Two discs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-disc-pair")]
struct DiscPair {
    name: String,
    a: String,
    centre_a: Numbers<2>,
    radius_a: f64,
    b: String,
    centre_b: Numbers<2>,
    radius_b: f64,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-pin")]
struct Pin {
    name: String,
    a: String,
    b: String,
    point_a: Numbers<2>,
    point_b: Numbers<2>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-slider")]
struct Slider {
    name: String,
    body: String,
    point: Numbers<2>,
    line_point: Numbers<2>,
    line_direction: Numbers<2>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-fixed-angle")]
struct FixedAngle {
    name: String,
    a: String,
    b: String,
    angle: Option<f64>,
    angle_deg: Option<f64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-spring")]
struct SpringKeys {
    a: String,
    b: String,
    point_a: Numbers<2>,
    point_b: Numbers<2>,
    stiffness: f64,
    #[serde(default)]
    damping: f64,
    #[serde(default)]
    length: f64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-torque")]
struct Torque {
    body: String,
    torque: Law,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-force")]
struct Force {
    body: String,
    point: Numbers<2>,
    direction: Numbers<2>,
    force: Law,
}

/// A constant, or a sine.
#[derive(Clone, Copy)]
enum Law {
    Constant(f64),
    Sine(Sine),
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-sine")]
struct Sine {
    amplitude: f64,
    angular_frequency: f64,
    #[serde(default)]
    phase: f64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "planar-pose")]
pub(super) struct Pose {
    position: Numbers<2>,
    angle: Option<f64>,
    angle_deg: Option<f64>,
    velocity: Option<Numbers<2>>,
    #[serde(default)]
    angular_velocity: f64,
}

pub(super) fn build(
    keys: Keys,
    initial: BTreeMap<String, Table<Pose>>,
) -> Result<(BuiltIn, State), Misfit> {
    let names = Names::new(&keys.bodies)?;
    let (contacts, contact_keys) = contacts(&keys, &names)?;
    let (joints, joint_keys) = joints(&keys, &names)?;
    let (drives, drive_keys) = drives(&keys, &names)?;
    let parameters = PlanarBodiesParameters {
        bodies: (keys.bodies.iter())
            .map(|b| PlanarBody::new(&b.name, b.mass, b.inertia))
            .collect(),
        gravity: keys.gravity.0,
        contacts,
        joints,
        drives,
        springs: springs(&keys, &names)?,
    };
    let system = PlanarBodies::new(parameters).map_err(|error| {
        let mut misfit = Misfit::library("system", &error);
        // the library numbers all contacts, joints and drives; the file has a list for each kind
        for (list, keys) in [
            ("system.contacts", &contact_keys),
            ("system.joints", &joint_keys),
            ("system.drives", &drive_keys),
        ] {
            for (i, key) in keys.iter().enumerate() {
                let name = format!("{list}[{i}]");
                if misfit.key.starts_with(&name) {
                    misfit.key = misfit.key.replacen(&name, key, 1);
                }
            }
        }
        misfit
    })?;
    let (mut poses, mut velocities) = (Vec::new(), Vec::new());
    if let Some(stranger) = initial
        .keys()
        .find(|name| !names.0.contains(&name.as_str()))
    {
        let fault = format_args!("there is no body {stranger:?}; {}", names.choice(stranger));
        return Err(Misfit::new(format!("initial.{stranger}"), fault));
    }
    for name in &names.0 {
        let pose = initial.get(*name).ok_or_else(|| {
            let fault = format_args!("there is no [initial.{name}]; say where the body is");
            Misfit::new("initial", fault)
        })?;
        let key = format!("initial.{name}.angle");
        let theta = angle(&key, pose.angle, pose.angle_deg)?.unwrap_or(0.0);
        let [x, y] = pose.position.0;
        let [vx, vy] = pose.velocity.map_or([0.0; 2], |v| v.0);
        poses.push([x, y, theta]);
        velocities.push([vx, vy, pose.angular_velocity]);
    }
    let state = system.state(&poses, &velocities);
    Ok((BuiltIn::Planar(system), state))
}

/// The names of the bodies, in order.
struct Names<'k>(Vec<&'k str>);

impl<'k> Names<'k> {
    fn new(bodies: &'k [Table<Body>]) -> Result<Self, Misfit> {
        let names: Vec<&str> = bodies.iter().map(|b| b.name.as_str()).collect();
        for (i, name) in names.iter().enumerate() {
            let key = || format!("system.bodies[{i}].name");
            if *name == GROUND || name.is_empty() {
                let fault = format_args!("{name:?} cannot be a body's name; choose another");
                return Err(Misfit::new(key(), fault));
            }
            if names[..i].contains(name) {
                let fault = format_args!("there are two bodies {name:?}; rename one");
                return Err(Misfit::new(key(), fault));
            }
        }
        Ok(Self(names))
    }

    /// The number of a body.
    fn body(&self, key: String, name: &str) -> Result<usize, Misfit> {
        self.0.iter().position(|n| *n == name).ok_or_else(|| {
            let fault = format_args!("there is no body {name:?}; {}", self.choice(name));
            Misfit::new(key, fault)
        })
    }

    /// A body or the ground.
    fn anchor(&self, key: String, name: &str) -> Result<Anchor, Misfit> {
        if name == GROUND {
            return Ok(Anchor::Ground);
        }
        self.body(key, name)
            .map(Anchor::Body)
            .map_err(|misfit| Misfit {
                fault: format!("{} ({})", misfit.fault, alternatives([GROUND])),
                ..misfit
            })
    }

    fn choice(&self, name: &str) -> String {
        choose(name, &self.0)
    }
}

/// Things with the keys under which they stand.
type Keyed<T> = (Vec<T>, Vec<String>);

fn contacts(keys: &Keys, names: &Names<'_>) -> Result<Keyed<PlanarContact>, Misfit> {
    let (mut contacts, mut places) = (Vec::new(), Vec::new());
    for (i, p) in keys.points.iter().enumerate() {
        let key = format!("system.points[{i}]");
        contacts.push(PlanarContact::PointOnLine {
            name: p.name.clone(),
            body: names.body(format!("{key}.body"), &p.body)?,
            point: p.point.0,
            line_point: p.line_point.0,
            line_normal: p.line_normal.0,
            velocity: p.velocity,
            friction: p.friction.build(&format!("{key}.friction"), Space::Plane)?,
            restitution: p.restitution.build(&format!("{key}.restitution"))?,
        });
        places.push(key);
    }
    for (i, d) in keys.discs.iter().enumerate() {
        let key = format!("system.discs[{i}]");
        contacts.push(PlanarContact::DiscOnLine {
            name: d.name.clone(),
            body: names.body(format!("{key}.body"), &d.body)?,
            centre: d.centre.0,
            radius: d.radius,
            line_point: d.line_point.0,
            line_normal: d.line_normal.0,
            velocity: d.velocity,
            friction: d.friction.build(&format!("{key}.friction"), Space::Plane)?,
            restitution: d.restitution.build(&format!("{key}.restitution"))?,
        });
        places.push(key);
    }
    for (i, d) in keys.disc_pairs.iter().enumerate() {
        let key = format!("system.disc_pairs[{i}]");
        contacts.push(PlanarContact::Discs {
            name: d.name.clone(),
            a: names.anchor(format!("{key}.a"), &d.a)?,
            centre_a: d.centre_a.0,
            radius_a: d.radius_a,
            b: names.body(format!("{key}.b"), &d.b)?,
            centre_b: d.centre_b.0,
            radius_b: d.radius_b,
            friction: d.friction.build(&format!("{key}.friction"), Space::Plane)?,
            restitution: d.restitution.build(&format!("{key}.restitution"))?,
        });
        places.push(key);
    }
    Ok((contacts, places))
}

fn joints(keys: &Keys, names: &Names<'_>) -> Result<Keyed<PlanarJoint>, Misfit> {
    let (mut joints, mut places) = (Vec::new(), Vec::new());
    for (i, pin) in keys.pins.iter().enumerate() {
        let key = format!("system.pins[{i}]");
        joints.push(PlanarJoint::Pin {
            name: pin.name.clone(),
            a: names.anchor(format!("{key}.a"), &pin.a)?,
            b: names.body(format!("{key}.b"), &pin.b)?,
            point_a: pin.point_a.0,
            point_b: pin.point_b.0,
        });
        places.push(key);
    }
    for (i, slider) in keys.sliders.iter().enumerate() {
        let key = format!("system.sliders[{i}]");
        joints.push(PlanarJoint::Slider {
            name: slider.name.clone(),
            body: names.body(format!("{key}.body"), &slider.body)?,
            point: slider.point.0,
            line_point: slider.line_point.0,
            line_direction: slider.line_direction.0,
        });
        places.push(key);
    }
    for (i, lock) in keys.fixed_angles.iter().enumerate() {
        let key = format!("system.fixed_angles[{i}]");
        joints.push(PlanarJoint::Angle {
            name: lock.name.clone(),
            a: names.anchor(format!("{key}.a"), &lock.a)?,
            b: names.body(format!("{key}.b"), &lock.b)?,
            angle: required_angle(&format!("{key}.angle"), lock.angle, lock.angle_deg)?,
        });
        places.push(key);
    }
    Ok((joints, places))
}

fn drives(keys: &Keys, names: &Names<'_>) -> Result<Keyed<Drive>, Misfit> {
    let (mut drives, mut places) = (Vec::new(), Vec::new());
    for (i, t) in keys.torques.iter().enumerate() {
        let key = format!("system.torques[{i}]");
        drives.push(Drive::Torque {
            body: names.body(format!("{key}.body"), &t.body)?,
            torque: t.torque.build(),
        });
        places.push(key);
    }
    for (i, f) in keys.forces.iter().enumerate() {
        let key = format!("system.forces[{i}]");
        drives.push(Drive::Force {
            body: names.body(format!("{key}.body"), &f.body)?,
            point: f.point.0,
            direction: f.direction.0,
            force: f.force.build(),
        });
        places.push(key);
    }
    Ok((drives, places))
}

fn springs(keys: &Keys, names: &Names<'_>) -> Result<Vec<Spring>, Misfit> {
    let spring = |(i, s): (usize, &Table<SpringKeys>)| {
        let at = |name: &str| format!("system.springs[{i}].{name}");
        Ok(Spring {
            a: names.anchor(at("a"), &s.a)?,
            b: names.body(at("b"), &s.b)?,
            point_a: s.point_a.0,
            point_b: s.point_b.0,
            stiffness: s.stiffness,
            damping: s.damping,
            length: s.length,
        })
    };
    keys.springs.iter().enumerate().map(spring).collect()
}

impl Law {
    fn build(self) -> TimeLaw {
        match self {
            Self::Constant(value) => TimeLaw::Constant(value),
            Self::Sine(sine) => TimeLaw::Sine {
                amplitude: sine.amplitude,
                frequency: sine.angular_frequency,
                phase: sine.phase,
            },
        }
    }
}

impl<'de> Deserialize<'de> for Law {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Law;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a number, or a table { amplitude = 1.0, angular_frequency = 6.0, phase = 0.0 }",
                )
            }

            fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Self::Value, E> {
                Ok(Law::Constant(value))
            }

            fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Self::Value, E> {
                self.visit_f64(value as f64)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Sine::deserialize(MapAccessDeserializer::new(map)).map(Law::Sine)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for Law {
    fn schema_name() -> Cow<'static, str> {
        "planar-law".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<Sine>();
        json_schema!({ "anyOf": [{ "type": "number" }, table] })
    }
}
