//! What a viewer must know before the first frame.

use super::motion;
use crate::run::LEDGER;
use crate::scene::{BuiltIn, Scene};
use serde_json::{Value, json};
use stickslip::world::{Pose, Shape};
use stickslip::{IslandMethod, Mode, System};

/// A scene as it begins: its description as JSON, its page, and what frames hold.
pub(super) struct Opening {
    pub(super) description: String,
    pub(super) page: Vec<u8>,
    /// The bodies that move, by their places among all.
    pub(super) tracks: Vec<usize>,
    /// The columns of the ledger that are drawn.
    pub(super) ledger: Vec<usize>,
    /// The names of all bodies.
    pub(super) names: Vec<String>,
}

/// Ledger columns that the plot of energies shows.
const ENERGIES: [&str; 2] = ["kinetic", "potential"];

impl Opening {
    pub(super) fn new(scene: &Scene, _set: &[String]) -> Result<Self, String> {
        let (system, state) = (&scene.system, &scene.initial);
        let drawn = motion::drawn(system, state.t, &state.q);
        let moves = |i: usize| match system {
            BuiltIn::World(world) => {
                world.coordinates_of(i).is_some()
                    || world.pose(i, state.t, &state.q) != world.pose(i, state.t + 0.1, &state.q)
            }
            _ => true,
        };
        let mut tracks = Vec::new();
        let mut bodies = Vec::new();
        for (i, body) in drawn.iter().enumerate() {
            let track = moves(i).then(|| {
                tracks.push(i);
                tracks.len() - 1
            });
            let pose = body.poses.first().copied().unwrap_or(Pose::IDENTITY);
            let parts = (body.parts.iter())
                .filter_map(|part| shape(&part.shape, &part.pose))
                .collect::<Vec<_>>();
            bodies.push(
                json!({ "name": body.name, "still": track.is_none(), "colour": body.colour,
                "mass": null, "track": track, "pose": seven(&pose), "parts": parts }),
            );
        }
        let contacts: Vec<Value> = match system.has_changing_contacts() {
            true => Vec::new(),
            false => (0..system.contacts().len())
                .map(|c| contact(system, c))
                .collect(),
        };
        let series = ENERGIES.map(|e| json!({ "name": e, "column": format!("energy.{e}") }));
        let description = json!({
            "format": "stickslip-page-1", "kind": "live", "title": scene.name, "about": scene.about,
            "version": env!("CARGO_PKG_VERSION"), "command": "", "facts": [], "verdict": null,
            "warnings": [], "events": [], "events_left_out": 0, "bodies": bodies, "meshes": [], "joints": [],
            "contacts": contacts, "modes": Mode::ALL.map(Mode::word),
            "solvers": IslandMethod::ALL.map(IslandMethod::word), "up": [0, 0, 1], "gravity": null,
            "plots": [{ "id": "energy", "title": "Energy", "unit": "J", "scale": "linear", "kind": "stacked",
                        "time": "step_t", "series": series }],
            "tables": [], "figures": [], "parameters": parameters(scene), "thinned": "", "columns": {},
        })
        .to_string();
        let escaped = description.replace('<', "\\u003c");
        let page = format!(
            "<!DOCTYPE html><title>live</title><script type=\"application/json\" id=\"page\">{escaped}</script>"
        );
        Ok(Self {
            description,
            page: page.into_bytes(),
            tracks,
            ledger: (0..LEDGER.len())
                .filter(|&i| ENERGIES.contains(&LEDGER[i]))
                .collect(),
            names: drawn.into_iter().map(|body| body.name).collect(),
        })
    }
}

/// A contact of a system, by its number.
pub(super) fn contact(system: &BuiltIn, contact: usize) -> Value {
    let bodies = match system {
        BuiltIn::World(world) => world.bodies_of(contact).map(Some),
        _ => [None; 2],
    };
    json!({ "name": system.contact_name(contact), "bodies": bodies, "friction": null })
}

/// The sliders: from nothing to twice as much, and to both sides of nothing where the value is.
fn parameters(scene: &Scene) -> Vec<Value> {
    let own = scene.parameters.iter().filter(|p| !p.derived);
    own.map(|p| {
        let span = if p.value == 0.0 { 1.0 } else { 2.0 * p.value };
        json!({ "name": p.name, "value": p.value, "least": span.min(0.0), "most": span.max(0.0) })
    })
    .collect()
}

fn seven(pose: &Pose) -> [f64; 7] {
    let ([x, y, z], [w, a, b, c]) = (pose.position, pose.quat_wxyz);
    [x, y, z, w, a, b, c]
}

fn shape(shape: &Shape, pose: &Pose) -> Option<Value> {
    let mut value = match shape {
        Shape::Sphere { radius } => json!({ "shape": "sphere", "radius": radius }),
        Shape::Box { half } => json!({ "shape": "box", "half": half }),
        Shape::HalfSpace => json!({ "shape": "halfspace" }),
        _ => return None,
    };
    value["pose"] = json!(seven(pose));
    Some(value)
}
