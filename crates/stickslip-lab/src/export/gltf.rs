//! glTF 2.0: bodies as meshes, their motion as an animation of nodes. Made for viewers, Blender and game engines.
//!
//! glTF has y up, stickslip z; a root node turns everything, so that the nodes below have the numbers of the run.

use super::buffer::Buffer;
use super::drawable::Drawable;
use super::error::ExportError;
use super::geometry::{self, Geometry};
use crate::base64;
use serde_json::{Value, json};
use stickslip::world::{Pose, Shape};

/// How the file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// One JSON text with the numbers inside (`.gltf`).
    Text,
    /// Binary (`.glb`), a quarter smaller.
    Binary,
}

/// Colours for bodies in turn, linear red, green and blue.
const PALETTE: [[f64; 3]; 8] = [
    [0.02, 0.19, 0.58],
    [0.72, 0.13, 0.01],
    [0.02, 0.33, 0.16],
    [0.60, 0.33, 0.01],
    [0.35, 0.07, 0.42],
    [0.01, 0.34, 0.42],
    [0.50, 0.04, 0.09],
    [0.22, 0.22, 0.22],
];

/// A glTF file of bodies that move through the poses at the given times (s).
///
/// Times are kept in single precision; where two of them become the same, the later is left out.
pub fn write(
    title: &str,
    times: &[f64],
    bodies: &[Drawable],
    container: Container,
) -> Result<Vec<u8>, ExportError> {
    let mut file = File::new(bodies);
    let mut children = Vec::new();
    let mut palette = PALETTE.iter().cycle();
    for body in bodies {
        let colour = match body.colour {
            Some(colour) => colour,
            None => *palette.next().unwrap_or(&PALETTE[0]),
        };
        children.extend(file.body(body, colour));
    }
    if children.is_empty() {
        return Err(ExportError::Nothing);
    }
    // a quarter turn about −x takes z up to y up
    let half = std::f64::consts::FRAC_1_SQRT_2;
    file.nodes.push(json!({
        "name": "world (z up)",
        "rotation": [-half, 0.0, 0.0, half],
        "children": children.iter().map(|(node, _)| *node).collect::<Vec<_>>(),
    }));
    let root = file.nodes.len() - 1;
    let animation = animation(&mut file.buffer, times, &children);
    let mut document = json!({
        "asset": { "version": "2.0", "generator": format!("stickslip {}", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "name": title, "nodes": [root] }],
        "nodes": file.nodes,
        "meshes": file.meshes,
        "materials": file.materials,
        "accessors": file.buffer.accessors,
        "bufferViews": file.buffer.views,
    });
    if let Some(animation) = animation {
        document["animations"] = json!([animation]);
    }
    Ok(pack(document, file.buffer.bytes, container))
}

/// The parts of a file while it is made.
struct File {
    buffer: Buffer,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    /// Geometry that is there, to be used again: shape, and the accessors of its corners and triangles.
    known: Vec<(Shape, Value, [Option<usize>; 2])>,
    /// Middle and size of what moves, for floors.
    middle: [f64; 3],
    reach: f64,
}

impl File {
    fn new(bodies: &[Drawable]) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for body in bodies {
            let endless = body.parts.iter().any(|p| p.shape == Shape::HalfSpace);
            for pose in body.poses.iter().filter(|_| !endless) {
                for i in 0..3 {
                    low[i] = low[i].min(pose.position[i]);
                    high[i] = high[i].max(pose.position[i]);
                }
            }
        }
        let known = (0..3).all(|i| low[i].is_finite() && high[i].is_finite());
        let middle = std::array::from_fn(|i| if known { 0.5 * (low[i] + high[i]) } else { 0.0 });
        let spread = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        let size = bodies
            .iter()
            .flat_map(|b| &b.parts)
            .map(|p| extent(&p.shape));
        Self {
            buffer: Buffer::default(),
            nodes: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            known: Vec::new(),
            middle,
            reach: spread + 4.0 * size.fold(0.0, f64::max),
        }
    }

    /// The node of a body and its poses, if it has something to see.
    fn body<'a>(&mut self, body: &'a Drawable, colour: [f64; 3]) -> Option<(usize, &'a [Pose])> {
        let first = body.poses.first()?;
        let materials = [colour, colour.map(|c| 0.45 + 0.55 * c)].map(|c| {
            self.materials.push(json!({
                "pbrMetallicRoughness": {
                    "baseColorFactor": [c[0], c[1], c[2], 1.0],
                    "metallicFactor": 0.0,
                    "roughnessFactor": 0.7,
                },
                "doubleSided": body.parts.iter().any(|p| matches!(p.shape, Shape::Mesh(_) | Shape::HalfSpace)),
            }));
            self.materials.len() - 1
        });
        let mut parts = Vec::new();
        for part in &body.parts {
            let frame = first.then(&part.pose);
            if let Some(mesh) = self.mesh(&body.name, &part.shape, &frame, materials) {
                let mut node = placed(&part.pose);
                node["mesh"] = mesh.into();
                self.nodes.push(node);
                parts.push(self.nodes.len() - 1);
            }
        }
        // materials that nothing is painted with
        let first_mesh = self.meshes.len() - parts.len();
        let painted = |material: usize| {
            let of = |mesh: &Value| mesh["primitives"].as_array().cloned().unwrap_or_default();
            (self.meshes[first_mesh..].iter().flat_map(of)).any(|p| p["material"] == material)
        };
        let used = materials.iter().filter(|&&m| painted(m)).count();
        self.materials.truncate(materials[0] + used);
        if parts.is_empty() {
            return None;
        }
        let mut node = placed(first);
        node["name"] = body.name.as_str().into();
        node["children"] = parts.into();
        self.nodes.push(node);
        Some((self.nodes.len() - 1, &body.poses))
    }

    /// The mesh of a shape in the colours of its body. The triangles are those of an earlier body where the shape is the same.
    fn mesh(
        &mut self,
        name: &str,
        shape: &Shape,
        frame: &Pose,
        materials: [usize; 2],
    ) -> Option<usize> {
        let endless = *shape == Shape::HalfSpace;
        let known = self.known.iter().position(|(s, ..)| s == shape && !endless);
        let at = match known {
            Some(at) => at,
            None => {
                let [x, y, _] = frame.point_back(self.middle);
                let geometry = geometry::of(shape, ([x, y], self.reach.max(1e-3)));
                if geometry.positions.is_empty() {
                    return None;
                }
                let entry = self.add(shape, &geometry);
                self.known.push(entry);
                self.known.len() - 1
            }
        };
        let (_, attributes, triangles) = &self.known[at];
        let primitives: Vec<Value> = (triangles.iter().zip(materials))
            .filter_map(|(indices, material)| {
                let indices = (*indices)?;
                Some(json!({ "attributes": attributes, "indices": indices, "material": material }))
            })
            .collect();
        self.meshes
            .push(json!({ "name": format!("{name}: {}", shape.word()), "primitives": primitives }));
        Some(self.meshes.len() - 1)
    }

    fn add(&mut self, shape: &Shape, geometry: &Geometry) -> (Shape, Value, [Option<usize>; 2]) {
        let buffer = &mut self.buffer;
        let attributes = json!({
            "POSITION": buffer.vertices(&geometry.positions),
            "NORMAL": buffer.vertices(&geometry.normals),
        });
        let triangles = [&geometry.plain, &geometry.light]
            .map(|list| (!list.is_empty()).then(|| buffer.indices(list)));
        (shape.clone(), attributes, triangles)
    }
}

/// How far a shape reaches from its origin (m); endless ones do not count.
fn extent(shape: &Shape) -> f64 {
    let far = |points: &[[f64; 3]]| {
        let size = |p: &[f64; 3]| p.iter().map(|x| x * x).sum::<f64>().sqrt();
        points.iter().map(size).fold(0.0, f64::max)
    };
    match shape {
        Shape::Sphere { radius } => *radius,
        Shape::Box { half } => far(&[*half]),
        Shape::Ellipsoid { half } => half.iter().fold(0.0, |m, x| x.max(m)),
        Shape::Capsule {
            half_length,
            radius,
        }
        | Shape::Cylinder {
            half_length,
            radius,
        } => half_length + radius,
        Shape::Convex(hull) => far(&hull.points),
        Shape::Mesh(mesh) => far(&mesh.points),
        _ => 0.0,
    }
}

/// A node at a pose. glTF has quaternions x, y, z, w.
fn placed(pose: &Pose) -> Value {
    let mut node = json!({});
    if pose.position != [0.0; 3] {
        node["translation"] = json!(pose.position);
    }
    let [x, y, z, w] = turn(pose, None);
    if [x, y, z] != [0.0; 3] {
        node["rotation"] = json!([x, y, z, w]);
    }
    node
}

/// The unit quaternion x, y, z, w of a pose, of the two the one nearer to that before.
fn turn(pose: &Pose, before: Option<[f32; 4]>) -> [f32; 4] {
    let [w, x, y, z] = pose.quat_wxyz;
    let size = (w * w + x * x + y * y + z * z).sqrt();
    let q = [x, y, z, w].map(|c| (c / size) as f32);
    let same = before.map_or(1.0, |b| (0..4).map(|i| b[i] * q[i]).sum::<f32>());
    if same < 0.0 { q.map(|c| -c) } else { q }
}

/// The animation of all bodies that move; none if nothing does.
fn animation(buffer: &mut Buffer, times: &[f64], bodies: &[(usize, &[Pose])]) -> Option<Value> {
    let mut kept: Vec<usize> = Vec::new();
    for (i, &t) in times.iter().enumerate() {
        let later = |&last: &usize| (times[last] as f32) < t as f32;
        if kept.last().is_none_or(later) {
            kept.push(i);
        }
    }
    if kept.len() < 2 {
        return None;
    }
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    let mut input = None;
    for &(node, poses) in bodies
        .iter()
        .filter(|(_, poses)| poses.len() == times.len())
    {
        let places: Vec<[f32; 3]> = (kept.iter())
            .map(|&i| poses[i].position.map(|x| x as f32))
            .collect();
        let mut turns: Vec<[f32; 4]> = Vec::new();
        for &i in &kept {
            turns.push(turn(&poses[i], turns.last().copied()));
        }
        let moves = places.iter().any(|p| *p != places[0]);
        let turning = turns.iter().any(|q| *q != turns[0]);
        let mut add = |output: usize, input: usize, path: &str| {
            samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
            let sampler = samplers.len() - 1;
            channels.push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
        };
        if !moves && !turning {
            continue;
        }
        let time = *input.get_or_insert_with(|| {
            let list: Vec<[f32; 1]> = kept.iter().map(|&i| [times[i] as f32]).collect();
            buffer.keyframes(&list)
        });
        if moves {
            add(buffer.keyframes(&places), time, "translation");
        }
        if turning {
            add(buffer.keyframes(&turns), time, "rotation");
        }
    }
    (!channels.is_empty())
        .then(|| json!({ "name": "run", "samplers": samplers, "channels": channels }))
}

/// Document and bytes as one file.
fn pack(mut document: Value, mut bytes: Vec<u8>, container: Container) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    match container {
        Container::Text => {
            let uri = format!(
                "data:application/octet-stream;base64,{}",
                base64::encode(&bytes)
            );
            document["buffers"] = json!([{ "byteLength": bytes.len(), "uri": uri }]);
            format!("{document}\n").into_bytes()
        }
        Container::Binary => {
            document["buffers"] = json!([{ "byteLength": bytes.len() }]);
            let mut text = document.to_string().into_bytes();
            text.resize(text.len().next_multiple_of(4), b' ');
            let total = 12 + 8 + text.len() + 8 + bytes.len();
            let mut file = Vec::with_capacity(total);
            file.extend_from_slice(b"glTF");
            let word = |n: usize| (n as u32).to_le_bytes();
            file.extend_from_slice(&word(2));
            file.extend_from_slice(&word(total));
            for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &bytes)] {
                file.extend_from_slice(&word(chunk.len()));
                file.extend_from_slice(kind);
                file.extend_from_slice(chunk);
            }
            file
        }
    }
}
