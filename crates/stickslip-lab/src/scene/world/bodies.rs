//! `[[bodies]]`.

use super::super::error::Misfit;
use super::super::value::{Numbers, Table};
use super::arrays::ArrayKeys;
use super::frames;
use super::groups::GroupNames;
use super::materials::Stock;
use super::meshes::MeshFiles;
use super::names::Names;
use super::shapes::{ShapeKeys, positive};
use super::signals::SignalKeys;
use super::trace::Trace;
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::world::{Body, Collider, Inertia, MassProperties, Motion, Path, Signal};

/// A rigid body.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "body")]
pub(in crate::scene) struct BodyKeys {
    /// Its name, which joints and forces refer to.
    name: String,
    /// Whether it never moves.
    fixed: Option<bool>,
    /// A motion given in advance, whatever forces it takes.
    motion: Option<Table<MotionKeys>>,
    /// Its shape.
    shape: Option<Table<ShapeKeys>>,
    /// Its shapes, if there are several.
    shapes: Option<Vec<Table<ShapeKeys>>>,
    /// Where its frame is at t = 0 (m).
    position: Option<Numbers<3>>,
    /// How its frame is turned at t = 0: a unit quaternion w, x, y, z.
    quat_wxyz: Option<Numbers<4>>,
    /// How its frame is turned at t = 0: axis times angle (rad).
    rotation_vector: Option<Numbers<3>>,
    /// How its frame is turned at t = 0: axis times angle (degrees).
    rotation_vector_deg: Option<Numbers<3>>,
    /// Velocity of its centre of mass at t = 0 (m/s, in the world).
    velocity: Option<Numbers<3>>,
    /// Angular velocity at t = 0 (rad/s, in the world).
    angular_velocity: Option<Numbers<3>>,
    /// The material of its shapes.
    material: Option<String>,
    /// The density of its shapes (kg/m³), if it is not the material's.
    density: Option<f64>,
    /// Its mass (kg), if it does not follow from densities.
    mass: Option<f64>,
    /// Its inertia about the centre of mass, along the axes of its frame (kg·m²): xx, yy, zz, and then xy, xz, yz unless they
    /// are 0.
    inertia: Option<Vec<f64>>,
    /// Its centre of mass, in its frame (m); only together with `inertia`.
    centre: Option<Numbers<3>>,
    /// The velocity of its surface relative to itself (m/s, in its frame): a conveyor belt.
    belt: Option<Numbers<3>>,
    /// The groups it is a member of.
    groups: Option<Vec<String>>,
    /// The groups it can touch.
    collides_with: Option<Vec<String>>,
    /// Copies of it on a grid.
    array: Option<Table<ArrayKeys>>,
}

/// A motion given in advance, added to the pose at t = 0.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "motion")]
struct MotionKeys {
    /// Displacement along x of the world (m), a function of time.
    shift_x: Option<SignalKeys>,
    /// Displacement along y of the world (m), a function of time.
    shift_y: Option<SignalKeys>,
    /// Displacement along z of the world (m), a function of time.
    shift_z: Option<SignalKeys>,
    /// The direction about which it turns, through the origin of its frame.
    axis: Option<Numbers<3>>,
    /// The angle about it (rad), a function of time.
    angle: Option<SignalKeys>,
    /// The angle about it (degrees), a function of time.
    angle_deg: Option<SignalKeys>,
}

/// All bodies, by name, and where they come from.
pub(super) fn build(
    tables: &[Table<BodyKeys>],
    stock: &Stock,
    files: &mut MeshFiles<'_>,
) -> Result<(Vec<Body>, Names, Trace), Misfit> {
    let groups = GroupNames::new(members(tables).into_iter())?;
    let (mut bodies, mut names, mut trace) = (Vec::new(), Names::default(), Trace::default());
    for (i, keys) in tables.iter().enumerate() {
        let key = format!("bodies[{i}]");
        let place = format!("{key}.name");
        let (body, shapes) = keys.build(&key, stock, &groups, files)?;
        let Some(array) = &keys.array else {
            names.add(&place, keys.name.clone(), bodies.len())?;
            trace.add_body(&body.name, &key, &shapes);
            bodies.push(body);
            continue;
        };
        let grid = array.places(&format!("{key}.array"))?;
        if let Some(first) = grid.first() {
            names.add_array(&keys.name, format!("{}{}", keys.name, first.suffix));
        }
        for spot in grid {
            let mut copy = body.clone();
            copy.name.push_str(&spot.suffix);
            copy.pose = spot.pose(&body.pose);
            names.add(&place, copy.name.clone(), bodies.len())?;
            trace.add_body(&copy.name, &key, &shapes);
            bodies.push(copy);
        }
    }
    Ok((bodies, names, trace))
}

/// All places where a group is named that something is a member of.
fn members(tables: &[Table<BodyKeys>]) -> Vec<(String, &String)> {
    let mut all = Vec::new();
    for (i, body) in tables.iter().enumerate() {
        let shapes = body.keyed_shapes(&format!("bodies[{i}]"));
        let own = (format!("bodies[{i}]"), body.groups.as_ref());
        let of_shapes = shapes
            .iter()
            .map(|(key, s)| (key.clone(), s.groups.as_ref()));
        for (key, names) in [own].into_iter().chain(of_shapes) {
            let names = names.into_iter().flatten().enumerate();
            all.extend(names.map(|(j, name)| (format!("{key}.groups[{j}]"), name)));
        }
    }
    all
}

impl BodyKeys {
    /// The body, and for each collider the key of its shape below the body's.
    fn build(
        &self,
        key: &str,
        stock: &Stock,
        groups: &GroupNames,
        files: &mut MeshFiles<'_>,
    ) -> Result<(Body, Vec<String>), Misfit> {
        let motion = self.motion(key)?;
        let free = motion == Motion::Free;
        self.check_company(key, free)?;
        let mut colliders = Vec::new();
        let (mut missing, mut shapes) = (Vec::new(), Vec::new());
        // what has the mass: meshes as they are, not the pieces that they were taken apart into
        let (mut weighed, mut in_pieces) = (Vec::new(), false);
        for (place, shape) in self.keyed_shapes(key) {
            let (collider, density) = self.collider(key, &place, shape, stock, groups)?;
            if density.is_none() {
                missing.push(place.clone());
            }
            let (solids, whole) = shape.build(&place, free, files)?;
            in_pieces |= whole.is_some();
            let heavy = whole.map_or_else(|| solids.clone(), |whole| vec![whole]);
            weighed.extend(heavy.into_iter().map(|shape| Collider {
                shape,
                ..collider.clone()
            }));
            let below = place.trim_start_matches(key).trim_start_matches('.');
            shapes.extend(solids.iter().map(|_| below.to_owned()));
            colliders.extend(solids.into_iter().map(|shape| Collider {
                shape,
                ..collider.clone()
            }));
        }
        let given = self.keyed_shapes(key).len() - missing.len();
        if free && self.inertia.is_none() {
            self.check_densities(key, given, &missing)?;
        }
        let mut body = Body {
            name: self.name.clone(),
            motion,
            pose: frames::pose(
                key,
                self.position,
                self.quat_wxyz,
                self.rotation_vector,
                self.rotation_vector_deg,
            )?,
            velocity: self.velocity.map_or([0.0; 3], |v| v.0),
            spin: self.angular_velocity.map_or([0.0; 3], |w| w.0),
            colliders,
            inertia: self.inertia(key)?,
        };
        if free && in_pieces && !matches!(body.inertia, Inertia::Given { .. }) {
            let whole = Body {
                colliders: weighed,
                ..body.clone()
            };
            // a surface with holes encloses nothing; its pieces do
            if let Ok(mass) = MassProperties::of_body(&whole) {
                body.inertia = Inertia::Given {
                    mass: mass.mass,
                    centre: mass.centre,
                    inertia: mass.inertia,
                };
            }
        }
        Ok((body, shapes))
    }

    /// The shapes with their keys.
    fn keyed_shapes(&self, key: &str) -> Vec<(String, &ShapeKeys)> {
        let one = self.shape.iter().map(|s| (format!("{key}.shape"), &**s));
        let several = self.shapes.iter().flatten().enumerate();
        let several = several.map(|(i, s)| (format!("{key}.shapes[{i}]"), &**s));
        one.chain(several).collect()
    }

    /// A collider whose shape is still to come, and the density that was written for it.
    fn collider(
        &self,
        body: &str,
        key: &str,
        shape: &ShapeKeys,
        stock: &Stock,
        groups: &GroupNames,
    ) -> Result<(Collider, Option<f64>), Misfit> {
        let (place, material) = match (&shape.material, &self.material) {
            (Some(name), _) => (format!("{key}.material"), name),
            (None, Some(name)) => (format!("{body}.material"), name),
            (None, None) => {
                let fault = format_args!(
                    "there is no `material` of {:?}; add it, the name of a table like [materials.steel]",
                    self.name
                );
                return Err(Misfit::new(body, fault));
            }
        };
        let material = stock.names.find(&place, material, "material", None)?;
        let written = shape.density.map(|d| (format!("{key}.density"), d));
        let written = written.or(self.density.map(|d| (format!("{body}.density"), d)));
        if let Some((place, density)) = &written {
            positive(place, "density", *density)?;
        }
        let density = written.map(|(_, d)| d).or(stock.densities[material]);
        let own = (format!("{key}.groups"), format!("{key}.collides_with"));
        let whole = (format!("{body}.groups"), format!("{body}.collides_with"));
        let member = match &shape.groups {
            Some(names) => (&*own.0, Some(names)),
            None => (&*whole.0, self.groups.as_ref()),
        };
        let minds = match &shape.collides_with {
            Some(names) => (&*own.1, Some(names)),
            None => (&*whole.1, self.collides_with.as_ref()),
        };
        let collider = Collider {
            pose: shape.pose(key)?,
            material,
            // where none is written, all are the same and the mass is given
            density: density.unwrap_or(1.0),
            groups: groups.of(member, minds)?,
            belt: shape.belt.or(self.belt).map_or([0.0; 3], |b| b.0),
            ..Collider::new(stickslip::world::Shape::HalfSpace)
        };
        Ok((collider, density))
    }

    fn motion(&self, key: &str) -> Result<Motion, Misfit> {
        match (self.fixed, &self.motion) {
            (Some(true), Some(_)) => {
                let fault = "the body is `fixed` and has a `motion`; keep one";
                Err(Misfit::new(format!("{key}.motion"), fault))
            }
            (Some(true), None) => Ok(Motion::Fixed),
            (_, Some(motion)) => Ok(Motion::Driven(motion.path(&format!("{key}.motion"))?)),
            (_, None) => Ok(Motion::Free),
        }
    }

    /// Keys that do not fit each other.
    fn check_company(&self, key: &str, free: bool) -> Result<(), Misfit> {
        let refuse = |name: &str, fault: &dyn std::fmt::Display| {
            Err(Misfit::new(format!("{key}.{name}"), fault))
        };
        if self.shape.is_some() && self.shapes.is_some() {
            return refuse("shapes", &"`shape` and `shapes` are both given; keep one");
        }
        let dynamic = [
            ("velocity", self.velocity.is_some()),
            ("angular_velocity", self.angular_velocity.is_some()),
            ("mass", self.mass.is_some()),
            ("inertia", self.inertia.is_some()),
            ("centre", self.centre.is_some()),
        ];
        if let Some((name, _)) = dynamic.into_iter().find(|(_, given)| *given && !free) {
            let moves = match self.fixed {
                Some(true) => "is fixed",
                _ => "moves as `motion` says",
            };
            return refuse(
                name,
                &format_args!("{:?} {moves} and has no `{name}`; leave it out", self.name),
            );
        }
        match (self.inertia.is_some(), self.mass.is_some()) {
            (true, false) => refuse("inertia", &"`inertia` needs `mass` as well; add it"),
            (false, _) if self.centre.is_some() => refuse(
                "centre",
                &"`centre` belongs to `mass` and `inertia`; add them, or leave it out",
            ),
            _ => Ok(()),
        }
    }

    /// A free body needs a mass: from densities, or given.
    fn check_densities(&self, key: &str, given: usize, missing: &[String]) -> Result<(), Misfit> {
        let name = &self.name;
        if given + missing.len() == 0 {
            let fault = format_args!(
                "{name:?} has no shape to take its inertia from; add `shape`, or `mass` and `inertia`, or `fixed = true`"
            );
            return Err(Misfit::new(key, fault));
        }
        match missing.first() {
            Some(place) if self.mass.is_none() => {
                let fault = format_args!(
                    "{name:?} has no mass; give it a `mass` or a `density`, or its material a `density`"
                );
                Err(Misfit::new(place, fault))
            }
            Some(place) if given > 0 => {
                let fault = format_args!(
                    "some shapes of {name:?} have a density and this has none; give all of them one, for their ratios \
                     share out the mass"
                );
                Err(Misfit::new(place, fault))
            }
            _ => Ok(()),
        }
    }

    fn inertia(&self, key: &str) -> Result<Inertia, Misfit> {
        if let Some(mass) = self.mass {
            positive(&format!("{key}.mass"), "mass", mass)?;
        }
        let (Some(entries), Some(mass)) = (&self.inertia, self.mass) else {
            return Ok(match self.mass {
                Some(mass) => Inertia::Mass(mass),
                None => Inertia::FromShapes,
            });
        };
        let [xx, yy, zz, xy, xz, yz] = match entries.as_slice() {
            &[xx, yy, zz] => [xx, yy, zz, 0.0, 0.0, 0.0],
            &[xx, yy, zz, xy, xz, yz] => [xx, yy, zz, xy, xz, yz],
            other => {
                let fault = format_args!(
                    "`inertia` has {} entries; give 3 (xx, yy, zz) or 6 (xx, yy, zz, xy, xz, yz)",
                    other.len()
                );
                return Err(Misfit::new(format!("{key}.inertia"), fault));
            }
        };
        Ok(Inertia::Given {
            mass,
            centre: self.centre.map_or([0.0; 3], |c| c.0),
            inertia: [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]],
        })
    }
}

impl MotionKeys {
    fn path(&self, key: &str) -> Result<Path, Misfit> {
        let build = |name: &str, signal: &Option<SignalKeys>, unit: f64| match signal {
            None => Ok(Signal::ZERO),
            Some(signal) => signal.build(&format!("{key}.{name}"), unit),
        };
        let angle = match (&self.angle, &self.angle_deg) {
            (Some(_), Some(_)) => {
                let fault = "`angle` and `angle_deg` are both given; keep one";
                return Err(Misfit::new(format!("{key}.angle_deg"), fault));
            }
            (radians, None) => build("angle", radians, 1.0)?,
            (None, degrees) => build("angle_deg", degrees, 1f64.to_radians())?,
        };
        let axis = match self.axis {
            Some(axis) => frames::direction(&format!("{key}.axis"), axis)?,
            None if angle == Signal::ZERO => [0.0, 0.0, 1.0],
            None => {
                let fault =
                    "there is no `axis` that the angle is about; add it, like axis = [0, 0, 1]";
                return Err(Misfit::new(key, fault));
            }
        };
        Ok(Path {
            shift: [
                build("shift_x", &self.shift_x, 1.0)?,
                build("shift_y", &self.shift_y, 1.0)?,
                build("shift_z", &self.shift_z, 1.0)?,
            ],
            axis,
            angle,
        })
    }
}
