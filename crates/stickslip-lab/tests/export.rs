//! Exported runs hold what the run holds: glTF by the rules of its standard, tables and arrays number by number.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod scratch;

use scratch::Scratch;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use stickslip_lab::export::{self, Container, Drawable, Part, Table};
use stickslip_lab::plot::RunData;
use stickslip_lab::run;
use stickslip_lab::scene::catalogue;
use stickslip_lab::stickslip::world::{Body, Collider, Hull, Mesh, Model, Motion, Pose, Shape};
use stickslip_lab::table::read_csv;

fn ran(name: &str, steps: usize, folder: &Path) -> RunData {
    let mut scene = catalogue::find(name).unwrap();
    scene.duration = scene.duration.min(steps as f64 * scene.settings.step);
    run::scene(&scene, folder, &AtomicBool::new(false), |_, _| {}).unwrap();
    RunData::read(folder).unwrap()
}

/// A glTF file taken apart: the document and its bytes.
struct Parsed {
    json: Value,
    bytes: Vec<u8>,
}

impl Parsed {
    fn text(file: &[u8]) -> Self {
        let json: Value = serde_json::from_slice(file).unwrap();
        let uri = json["buffers"][0]["uri"].as_str().unwrap();
        let coded = uri
            .strip_prefix("data:application/octet-stream;base64,")
            .unwrap();
        let bytes = decoded(coded);
        assert_eq!(json["buffers"][0]["byteLength"], bytes.len());
        Self { json, bytes }
    }

    fn binary(file: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(&file[..4], b"glTF");
        assert_eq!((word(4), word(8)), (2, file.len()));
        let text = word(12);
        assert_eq!((&file[16..20], text % 4), (&b"JSON"[..], 0));
        let json: Value = serde_json::from_slice(&file[20..20 + text]).unwrap();
        let at = 20 + text;
        assert_eq!(&file[at + 4..at + 8], b"BIN\0");
        let bytes = file[at + 8..].to_vec();
        assert_eq!((word(at), bytes.len() % 4), (bytes.len(), 0));
        assert!(json["buffers"][0].get("uri").is_none());
        Self { json, bytes }
    }

    fn list(&self, key: &str) -> &[Value] {
        self.json[key].as_array().map_or(&[], Vec::as_slice)
    }

    /// The numbers of an accessor of floats, in rows.
    fn floats(&self, accessor: u64) -> Vec<Vec<f32>> {
        let accessor = &self.json["accessors"][accessor as usize];
        assert_eq!(accessor["componentType"], 5126);
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            other => panic!("{other}"),
        };
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let from = view["byteOffset"].as_u64().unwrap() as usize;
        let count = accessor["count"].as_u64().unwrap() as usize;
        assert_eq!(view["byteLength"], 4 * width * count);
        let number = |i: usize| {
            let at = from + 4 * i;
            f32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap())
        };
        (0..count)
            .map(|row| (0..width).map(|j| number(row * width + j)).collect())
            .collect()
    }

    /// What the standard asks of every file.
    fn assert_sound(&self) {
        assert_eq!(self.json["asset"]["version"], "2.0");
        let mut end = 0;
        for view in self.list("bufferViews") {
            let offset = view["byteOffset"].as_u64().unwrap();
            assert_eq!(offset % 4, 0);
            assert!(offset >= end, "views follow each other");
            end = offset + view["byteLength"].as_u64().unwrap();
        }
        assert!(end as usize <= self.bytes.len());
        for (i, accessor) in self.list("accessors").iter().enumerate() {
            if accessor["componentType"] != 5126 {
                continue;
            }
            let rows = self.floats(i as u64);
            let [low, high] = ["min", "max"].map(|key| accessor[key].as_array().unwrap());
            for j in 0..low.len() {
                let column = || rows.iter().map(|row| f64::from(row[j]));
                assert_eq!(low[j], column().fold(f64::INFINITY, f64::min));
                assert_eq!(high[j], column().fold(f64::NEG_INFINITY, f64::max));
            }
        }
        for mesh in self.list("meshes") {
            for primitive in mesh["primitives"].as_array().unwrap() {
                let positions = self.floats(primitive["attributes"]["POSITION"].as_u64().unwrap());
                let normals = self.floats(primitive["attributes"]["NORMAL"].as_u64().unwrap());
                assert_eq!(positions.len(), normals.len());
                let indices = primitive["indices"].as_u64().unwrap() as usize;
                let count = self.json["accessors"][indices]["count"].as_u64().unwrap();
                assert!(count > 0 && count.is_multiple_of(3));
                assert!(
                    self.list("materials")
                        .get(primitive["material"].as_u64().unwrap() as usize)
                        .is_some()
                );
            }
        }
        for channel in self.json["animations"][0]["channels"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let sampler = &self.json["animations"][0]["samplers"]
                [channel["sampler"].as_u64().unwrap() as usize];
            let times = self.floats(sampler["input"].as_u64().unwrap());
            let values = self.floats(sampler["output"].as_u64().unwrap());
            assert_eq!(times.len(), values.len());
            assert!(times.windows(2).all(|w| w[0][0] < w[1][0]), "times ascend");
            if channel["target"]["path"] == "rotation" {
                for q in &values {
                    let size: f32 = q.iter().map(|x| x * x).sum();
                    assert!((size - 1.0).abs() < 1e-5, "{q:?}");
                }
                for w in values.windows(2) {
                    let same: f32 = w[0].iter().zip(&w[1]).map(|(a, b)| a * b).sum();
                    assert!(same >= 0.0, "signs do not jump");
                }
            }
        }
    }

    /// Keyframes of a node by its name.
    fn track(&self, name: &str, path: &str) -> Option<Vec<Vec<f32>>> {
        let node = self
            .list("nodes")
            .iter()
            .position(|n| n["name"] == name)
            .unwrap();
        let animation = &self.json["animations"][0];
        let channels = animation["channels"].as_array()?;
        let channel = (channels.iter())
            .find(|c| c["target"]["node"] == node && c["target"]["path"] == path)?;
        let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
        Some(self.floats(sampler["output"].as_u64().unwrap()))
    }
}

fn decoded(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        let digits = chunk.iter().filter(|&&c| c != b'=').count();
        let word = (0..4).fold(0, |word, i| {
            let six = if i < digits {
                u32::from(value(chunk[i]))
            } else {
                0
            };
            word << 6 | six
        });
        bytes.extend_from_slice(&word.to_be_bytes()[1..digits]);
    }
    bytes
}

#[test]
fn balls_move_in_gltf_as_they_do_in_the_trajectory() {
    let scratch = Scratch::new("gltf-balls");
    let folder = scratch.at("run");
    // long enough for the thrown ball to hit the table and roll
    let run = ran("four-balls", 300, &folder);
    let bodies = export::drawables(&run).unwrap();
    let names: Vec<&str> = bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["ball1", "ball2", "ball3", "ball4", "table"]);
    let trajectory = read_csv(folder.join("trajectory.csv")).unwrap();
    let text = export::write_gltf("four-balls", &run.t, &bodies, Container::Text).unwrap();
    let binary = export::write_gltf("four-balls", &run.t, &bodies, Container::Binary).unwrap();
    let (text, binary) = (Parsed::text(&text), Parsed::binary(&binary));
    assert_eq!(text.bytes, binary.bytes);
    for file in [text, binary] {
        file.assert_sound();
        let places = file.track("ball1", "translation").unwrap();
        assert_eq!(places.len(), trajectory.rows.len());
        for (j, name) in ["ball1.x", "ball1.y", "ball1.z"].into_iter().enumerate() {
            let column = trajectory.column(name).unwrap();
            for (place, x) in places.iter().zip(column) {
                assert_eq!(place[j], x as f32);
            }
        }
        // x, y, z, w; up to the sign that all four share
        let turns = file.track("ball1", "rotation").unwrap();
        let [w, x, y, z] = ["qw", "qx", "qy", "qz"]
            .map(|part| trajectory.column(&format!("ball1.{part}")).unwrap());
        for (i, turn) in turns.iter().enumerate() {
            let same = f64::from(turn[0]) * x[i]
                + f64::from(turn[1]) * y[i]
                + f64::from(turn[2]) * z[i]
                + f64::from(turn[3]) * w[i];
            assert!((same.abs() - 1.0).abs() < 1e-6, "step {i}: {turn:?}");
        }
        // four equal balls share their triangles, the table stands still
        assert_eq!(file.list("meshes").len(), 5);
        assert!(file.track("table", "translation").is_none());
    }
}

#[test]
fn every_system_can_be_drawn() {
    let scratch = Scratch::new("gltf-kinds");
    for name in [
        "tumbling-brick",
        "curling-stone",
        "falling-rod",
        "newtons-cradle",
        "slider-crank",
        "kane-pendulum",
        "sphere-in-seam",
        "bouncing-ball",
    ] {
        let run = ran(name, 30, &scratch.at(name));
        let bodies = export::drawables(&run).unwrap();
        let file = export::write_gltf(name, &run.t, &bodies, Container::Text).unwrap();
        let file = Parsed::text(&file);
        file.assert_sound();
        assert!(!file.list("animations").is_empty(), "{name}");
    }
}

#[test]
fn a_world_of_all_shapes_becomes_nodes_with_meshes() {
    let body = |name: &str, motion: Motion, shapes: Vec<Shape>| Body {
        name: name.into(),
        motion,
        pose: Pose::IDENTITY,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: shapes.into_iter().map(Collider::new).collect(),
        inertia: Default::default(),
    };
    let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let hull = Hull {
        points: points.clone(),
        triangles: triangles.clone(),
    };
    let mesh = Mesh { points, triangles };
    let model = Model {
        bodies: vec![
            body("floor", Motion::Fixed, vec![Shape::HalfSpace]),
            body("terrain", Motion::Fixed, vec![Shape::Mesh(Arc::new(mesh))]),
            body(
                "compound",
                Motion::Free,
                vec![
                    Shape::Sphere { radius: 0.1 },
                    Shape::Box { half: [0.1; 3] },
                    Shape::Capsule {
                        half_length: 0.2,
                        radius: 0.05,
                    },
                    Shape::Cylinder {
                        half_length: 0.2,
                        radius: 0.05,
                    },
                    Shape::Ellipsoid {
                        half: [0.2, 0.1, 0.05],
                    },
                    Shape::Convex(Arc::new(hull)),
                ],
            ),
            body("marker without shape", Motion::Free, vec![]),
        ],
        ..Model::default()
    };
    let times = [0.0, 0.5, 1.0];
    let q = vec![vec![]; 3];
    // half a turn about z and more: signs must not jump
    let pose = |_: usize, t: f64, _: &[f64]| Pose::turned([t, 0.0, 1.0], [0.0, 0.0, 7.0 * t]);
    let bodies = export::of_model(&model, &times, &q, pose);
    assert_eq!(bodies.len(), 3);
    let file = export::write_gltf("all", &times, &bodies, Container::Text).unwrap();
    let file = Parsed::text(&file);
    file.assert_sound();
    assert_eq!(file.list("meshes").len(), 8);
    let node = file
        .list("nodes")
        .iter()
        .find(|n| n["name"] == "compound")
        .unwrap();
    assert_eq!(node["children"].as_array().unwrap().len(), 6);
    assert_eq!(
        file.track("compound", "translation").unwrap()[2],
        [1.0, 0.0, 1.0]
    );
    assert!(file.track("floor", "rotation").is_none());
}

#[test]
fn times_that_single_precision_cannot_tell_apart_are_left_out() {
    let times = [1.0, 1.0 + 1e-9, 1.0 + 2e-9, 1.5];
    let ball = Drawable {
        name: "ball".into(),
        parts: vec![Part::new(Shape::Sphere { radius: 1.0 })],
        colour: None,
        poses: (0..4).map(|i| Pose::at([f64::from(i), 0.0, 0.0])).collect(),
    };
    let file = export::write_gltf("fast", &times, &[ball], Container::Text).unwrap();
    let file = Parsed::text(&file);
    file.assert_sound();
    assert_eq!(
        file.track("ball", "translation").unwrap(),
        [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]
    );
    assert!(export::write_gltf("none", &times, &[], Container::Text).is_err());
}

#[test]
fn tables_are_thinned_by_steps_and_arrays_get_poses() {
    let scratch = Scratch::new("tables");
    let folder = scratch.at("run");
    let run = ran("four-balls", 40, &folder);
    let whole = std::fs::read_to_string(folder.join("contacts.csv")).unwrap();
    assert_eq!(export::csv(&folder, Table::Contacts, 1).unwrap(), whole);
    let trajectory = export::csv(&folder, Table::Trajectory, 15).unwrap();
    let times: Vec<&str> = trajectory
        .lines()
        .skip(1)
        .map(|line| line.split(',').next().unwrap())
        .collect();
    // steps 0, 15, 30 and the last, 40
    let expected: Vec<String> = [0, 15, 30, 40].map(|i| format!("{:?}", run.t[i])).into();
    assert_eq!(times, expected);
    let arrays = export::npz(&run, &export::drawables(&run).unwrap()).unwrap();
    let pose = arrays.iter().find(|a| a.name() == "pose_ball2").unwrap();
    assert_eq!(pose.row(40).unwrap()[..3], run.q[40][7..10]);
    assert!(arrays.iter().any(|a| a.name() == "energy"));
}
