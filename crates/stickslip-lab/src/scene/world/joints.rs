//! `[[joints]]`.

use super::super::error::Misfit;
use super::super::value::{Counts, Numbers, Several, Table};
use super::drives::{DriveKeys, LimitKeys, MotorKeys, SpringKeys, Unit};
use super::frames::{self, FrameKeys, direction, dot, upright};
use super::kinds::{self, Kind, need};
use super::names::{Names, WORLD};
use super::trace::{LimitPlace, Trace};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::world::{Axis, Body, Inertia, Joint, JointKind, Motion, Pose};

/// The kinds of joints, with their own keys.
pub(in crate::scene) const KINDS: [Kind; 10] = [
    ("fixed", &["bodies", "at", "frames"]),
    ("revolute", HINGE),
    ("prismatic", HINGE),
    ("spherical", &["bodies", "at", "frames"]),
    (
        "universal",
        &[
            "bodies",
            "at",
            "axis",
            "second_axis",
            "frames",
            "coordinates",
        ],
    ),
    (
        "cylindrical",
        &["bodies", "at", "axis", "frames", "coordinates"],
    ),
    (
        "planar",
        &["bodies", "at", "axis", "x_axis", "frames", "coordinates"],
    ),
    ("distance", &["bodies", "points", "frames", "length"]),
    (
        "link",
        &[
            "bodies", "points", "frames", "limits", "friction", "damping", "spring", "motor",
        ],
    ),
    ("gear", &["joints", "teeth", "internal"]),
];
const HINGE: &[&str] = &[
    "bodies", "at", "axis", "frames", "limits", "friction", "damping", "spring", "motor",
];

/// A joint between two bodies.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "joint")]
pub(in crate::scene) struct JointKeys {
    /// Its name.
    pub(super) name: String,
    /// What it lets free.
    kind: String,
    /// The names of the two bodies; "world" is the frame that never moves.
    bodies: Option<Several<String, 2>>,
    /// Where it is at t = 0 (m, in the world).
    at: Option<Numbers<3>>,
    /// The axis it turns about or slides along, at t = 0 in the world; of a planar joint the normal of the plane; of a universal
    /// joint the axis that is fixed to the first body.
    axis: Option<Numbers<3>>,
    /// Of a universal joint: the axis that is fixed to the second body, at right angles to `axis`.
    second_axis: Option<Numbers<3>>,
    /// Of a planar joint: the direction of its x.
    x_axis: Option<Numbers<3>>,
    /// Of a distance or a link: the two points at t = 0 (m, in the world).
    points: Option<Several<Numbers<3>, 2>>,
    /// Instead of `at` and `axis`: the joint's frame in the frame of each body, its z the axis.
    frames: Option<Several<Table<FrameKeys>, 2>>,
    /// Of a distance (m); without it, what it is at t = 0.
    length: Option<f64>,
    /// Of a gear: the names of the two revolute joints that its wheels turn in.
    pub(super) joints: Option<Several<String, 2>>,
    /// Of a gear: the numbers of teeth.
    pub(super) teeth: Option<Counts<2>>,
    /// Of a gear: whether the second wheel is a ring with the teeth inside.
    pub(super) internal: Option<bool>,
    /// Lowest and highest value of the coordinate.
    limits: Option<Table<LimitKeys>>,
    /// Dry friction along the coordinate: the largest force (N) or torque (N·m).
    friction: Option<f64>,
    /// Viscous friction along the coordinate (N·s/m, N·m·s/rad).
    damping: Option<f64>,
    /// A spring along the coordinate.
    spring: Option<Table<SpringKeys>>,
    /// A motor along the coordinate.
    motor: Option<Table<MotorKeys>>,
    /// Of a joint with several coordinates: what acts along each.
    coordinates: Option<Table<CoordinateKeys>>,
    /// Whether the two bodies can touch.
    pub(super) collide: Option<bool>,
}

/// The coordinates of a joint with several.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "coordinates")]
struct CoordinateKeys {
    /// Of a cylindrical joint: along the axis (m).
    slide: Option<Table<DriveKeys>>,
    /// Of a cylindrical or planar joint: about the axis (rad).
    angle: Option<Table<DriveKeys>>,
    /// Of a planar joint: along its x (m).
    x: Option<Table<DriveKeys>>,
    /// Of a planar joint: along its y (m).
    y: Option<Table<DriveKeys>>,
    /// Of a universal joint: the angle about `axis` (rad).
    first: Option<Table<DriveKeys>>,
    /// Of a universal joint: the angle about `second_axis` (rad).
    second: Option<Table<DriveKeys>>,
}

/// All joints. Where one is fixed to the world, the world becomes a body.
pub(super) fn build(
    tables: &[Table<JointKeys>],
    bodies: &mut Vec<Body>,
    names: &Names,
    trace: &mut Trace,
) -> Result<Vec<Joint>, Misfit> {
    let mut world = None;
    let mut joints: Vec<Joint> = Vec::new();
    let mut joint_names = Names::default();
    for (i, keys) in tables.iter().enumerate() {
        let key = format!("joints[{i}]");
        keys.check(&key)?;
        joint_names.add(&format!("{key}.name"), keys.name.clone(), i)?;
        trace.add_joint(&keys.name, &key);
        let uses_world = keys
            .bodies
            .iter()
            .flat_map(|b| &b.0)
            .any(|name| name == WORLD);
        if uses_world && world.is_none() {
            world = Some(bodies.len());
            bodies.push(ground());
        }
        let joint = match keys.kind.as_str() {
            "gear" => keys.gear(&key, &joints, &joint_names)?,
            _ => {
                let pair = keys.pair(&key, names, world)?;
                let (joint, limits) = keys.build(&key, pair, bodies)?;
                trace.add_limits(&keys.name, limits);
                joint
            }
        };
        joints.push(joint);
    }
    Ok(joints)
}

/// The world as a body that never moves and touches nothing.
fn ground() -> Body {
    Body {
        name: WORLD.into(),
        motion: Motion::Fixed,
        pose: Pose::IDENTITY,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: Vec::new(),
        inertia: Inertia::FromShapes,
    }
}

/// Where a body is at t = 0.
fn start(body: &Body) -> Pose {
    match &body.motion {
        Motion::Driven(path) => path.pose(&body.pose, 0.0),
        _ => body.pose,
    }
}

impl JointKeys {
    fn check(&self, key: &str) -> Result<(), Misfit> {
        let given = [
            ("bodies", self.bodies.is_some()),
            ("at", self.at.is_some()),
            ("axis", self.axis.is_some()),
            ("second_axis", self.second_axis.is_some()),
            ("x_axis", self.x_axis.is_some()),
            ("points", self.points.is_some()),
            ("frames", self.frames.is_some()),
            ("length", self.length.is_some()),
            ("joints", self.joints.is_some()),
            ("teeth", self.teeth.is_some()),
            ("internal", self.internal.is_some()),
            ("limits", self.limits.is_some()),
            ("friction", self.friction.is_some()),
            ("damping", self.damping.is_some()),
            ("spring", self.spring.is_some()),
            ("motor", self.motor.is_some()),
            ("coordinates", self.coordinates.is_some()),
        ];
        kinds::check(key, "joint", &self.kind, &KINDS, &given)?;
        let placed = [
            ("at", self.at.is_some()),
            ("axis", self.axis.is_some()),
            ("second_axis", self.second_axis.is_some()),
            ("x_axis", self.x_axis.is_some()),
            ("points", self.points.is_some()),
        ];
        match placed
            .into_iter()
            .find(|(_, given)| *given && self.frames.is_some())
        {
            None => Ok(()),
            Some((name, _)) => {
                let fault = format_args!("`frames` and `{name}` are both given; keep one");
                Err(Misfit::new(format!("{key}.{name}"), fault))
            }
        }
    }

    /// The numbers of the two bodies.
    fn pair(&self, key: &str, names: &Names, world: Option<usize>) -> Result<[usize; 2], Misfit> {
        let pair = need(key, "bodies", &self.bodies)?.0;
        let find = |i: usize| match (pair[i].as_str(), world) {
            (WORLD, Some(number)) => Ok(number),
            (name, _) => names.find(&format!("{key}.bodies[{i}]"), name, "body", Some(WORLD)),
        };
        let (a, b) = (find(0)?, find(1)?);
        match a == b {
            false => Ok([a, b]),
            true => {
                let fault = format_args!("a joint of {:?} with itself; name two bodies", pair[0]);
                Err(Misfit::new(format!("{key}.bodies"), fault))
            }
        }
    }

    /// The joint, and where the limits of its axes are written.
    fn build(
        &self,
        key: &str,
        pair: [usize; 2],
        bodies: &[Body],
    ) -> Result<(Joint, Vec<LimitPlace>), Misfit> {
        let starts = pair.map(|i| start(&bodies[i]));
        let frames = match &self.frames {
            Some(frames) => {
                let frame = |i: usize| frames.0[i].pose(&format!("{key}.frames[{i}]"));
                [frame(0)?, frame(1)?]
            }
            None => {
                let placed = self.placed(key)?;
                [0, 1].map(|i| starts[i].inverse().then(&placed[i]))
            }
        };
        let kind = match self.kind.as_str() {
            "fixed" => JointKind::Fixed,
            "revolute" => JointKind::Revolute,
            "prismatic" => JointKind::Prismatic,
            "spherical" => JointKind::Spherical,
            "universal" => JointKind::Universal,
            "cylindrical" => JointKind::Cylindrical,
            "planar" => JointKind::Planar,
            "distance" => JointKind::Distance {
                length: self.length(key, [0, 1].map(|i| starts[i].point(frames[i].position)))?,
            },
            // "link", for the kinds are checked
            _ => JointKind::Link,
        };
        let (axes, limits) = self.axes(key)?.into_iter().unzip();
        let joint = Joint {
            name: self.name.clone(),
            bodies: pair,
            frames,
            axes,
            kind,
            collide: self.collide.unwrap_or(false),
        };
        Ok((joint, limits))
    }

    /// The joint's two frames in the world at t = 0.
    fn placed(&self, key: &str) -> Result<[Pose; 2], Misfit> {
        if matches!(self.kind.as_str(), "distance" | "link") {
            let points = need(key, "points", &self.points)?.0;
            return Ok(points.map(|p| Pose::at(p.0)));
        }
        let at = need(key, "at", &self.at)?.0;
        if matches!(self.kind.as_str(), "fixed" | "spherical") {
            return Ok([Pose::at(at); 2]);
        }
        let of = |name: &str, given: Numbers<3>| direction(&format!("{key}.{name}"), given);
        let axis = of("axis", need(key, "axis", &self.axis)?)?;
        let frame = match (self.kind.as_str(), self.x_axis) {
            ("universal", _) => {
                let second = need(key, "second_axis", &self.second_axis)?;
                let second = of("second_axis", second)?;
                if dot(axis, second).abs() > 1e-6 {
                    let fault = "`second_axis` must be at right angles to `axis`; turn one of them";
                    return Err(Misfit::new(format!("{key}.second_axis"), fault));
                }
                // z = x × y, where x is the first axis and y the second
                let z = [
                    axis[1] * second[2] - axis[2] * second[1],
                    axis[2] * second[0] - axis[0] * second[2],
                    axis[0] * second[1] - axis[1] * second[0],
                ];
                upright(at, frames::unit(z).unwrap_or([0.0, 0.0, 1.0]), axis)
            }
            (_, Some(x)) => {
                let x = of("x_axis", x)?;
                if dot(axis, x).abs() > 0.999 {
                    let fault = "`x_axis` must not be along `axis`; turn one of them";
                    return Err(Misfit::new(format!("{key}.x_axis"), fault));
                }
                upright(at, axis, x)
            }
            (_, None) => upright(at, axis, [1.0, 0.0, 0.0]),
        };
        Ok([frame; 2])
    }

    /// The length that is given, or what it is at t = 0.
    fn length(&self, key: &str, ends: [[f64; 3]; 2]) -> Result<f64, Misfit> {
        if let Some(length) = self.length {
            return super::shapes::positive(&format!("{key}.length"), "length", length);
        }
        let between: [f64; 3] = std::array::from_fn(|i| ends[1][i] - ends[0][i]);
        match dot(between, between).sqrt() {
            length if length > 0.0 => Ok(length),
            _ => {
                let fault = "the two points are the same; move one, or make it a spherical joint";
                Err(Misfit::new(key, fault))
            }
        }
    }

    /// What acts along the coordinates, and where its limits are written.
    fn axes(&self, key: &str) -> Result<Vec<(Axis, LimitPlace)>, Misfit> {
        let limits = |keys: &DriveKeys, below: String| LimitPlace {
            below,
            in_degrees: (keys.limits.as_ref()).map_or([false; 2], |limits| limits.in_degrees()),
        };
        let single = DriveKeys {
            limits: self.limits.clone(),
            friction: self.friction,
            damping: self.damping,
            spring: self.spring.clone(),
            motor: self.motor.clone(),
        };
        let unit = match self.kind.as_str() {
            "revolute" => Unit::Angle,
            _ => Unit::Length,
        };
        if !single.is_empty() {
            let place = limits(&single, "limits".into());
            return Ok(vec![(single.build(key, 0, unit)?, place)]);
        }
        let Some(several) = &self.coordinates else {
            return Ok(Vec::new());
        };
        let own: &[(&str, Unit)] = match self.kind.as_str() {
            "universal" => &[("first", Unit::Angle), ("second", Unit::Angle)],
            "cylindrical" => &[("slide", Unit::Length), ("angle", Unit::Angle)],
            _ => &[
                ("x", Unit::Length),
                ("y", Unit::Length),
                ("angle", Unit::Angle),
            ],
        };
        let mut axes = Vec::new();
        for (name, keys) in several.named() {
            let Some(keys) = keys else { continue };
            let place = format!("{key}.coordinates.{name}");
            let Some(number) = own.iter().position(|(known, _)| *known == name) else {
                let list: Vec<&str> = own.iter().map(|(name, _)| *name).collect();
                let fault = format_args!(
                    "a {} joint has no coordinate `{name}`; it has {}",
                    self.kind,
                    list.join(", ")
                );
                return Err(Misfit::new(place, fault));
            };
            let written = limits(keys, format!("coordinates.{name}.limits"));
            axes.push((keys.build(&place, number, own[number].1)?, written));
        }
        axes.sort_by_key(|(axis, _)| axis.coordinate);
        Ok(axes)
    }
}

impl CoordinateKeys {
    fn named(&self) -> [(&'static str, Option<&DriveKeys>); 6] {
        [
            ("slide", self.slide.as_deref()),
            ("angle", self.angle.as_deref()),
            ("x", self.x.as_deref()),
            ("y", self.y.as_deref()),
            ("first", self.first.as_deref()),
            ("second", self.second.as_deref()),
        ]
    }
}
