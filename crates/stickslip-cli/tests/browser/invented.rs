//! Pages with numbers that are known by heart, made of the viewer's files without the report's writer: what is tested
//! is the viewer alone, and large recordings take no time to compute.

use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Numbers of a page, stored as they are.
#[derive(Default)]
pub(crate) struct Columns {
    bytes: Vec<u8>,
    table: Map<String, Value>,
}

impl Columns {
    fn add(&mut self, name: &str, kind: &str, width: usize, numbers: &[u8], size: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let count = numbers.len() / size / width;
        let about =
            json!({ "type": kind, "width": width, "count": count, "offset": self.bytes.len() });
        self.table.insert(name.to_owned(), about);
        self.bytes.extend_from_slice(numbers);
    }

    pub(crate) fn f64(&mut self, name: &str, width: usize, numbers: &[f64]) {
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.add(name, "f64", width, &bytes, 8);
    }

    pub(crate) fn f32(&mut self, name: &str, width: usize, numbers: &[f64]) {
        let bytes: Vec<u8> = (numbers.iter())
            .flat_map(|x| (*x as f32).to_le_bytes())
            .collect();
        self.add(name, "f32", width, &bytes, 4);
    }

    pub(crate) fn u32(&mut self, name: &str, numbers: &[u32]) {
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.add(name, "u32", 1, &bytes, 4);
    }

    pub(crate) fn u8(&mut self, name: &str, numbers: &[u8]) {
        self.add(name, "u8", 1, numbers, 1);
    }
}

/// Writes a page.
pub(crate) fn write(file: &str, mut description: Value, columns: &Columns) {
    description["columns"] = Value::Object(columns.table.clone());
    let parts = [
        ("title", description["title"].as_str().unwrap().to_owned()),
        ("style", viewer("style.css")),
        ("modules", modules()),
        ("page", description.to_string().replace('<', "\\u003c")),
        ("columns", base64(&zlib(&columns.bytes))),
        ("connect", "'none'".to_owned()),
    ];
    let mut page = viewer("page.html");
    for (name, text) in parts {
        page = page.replace(&format!("{{{{{name}}}}}"), &text);
    }
    std::fs::write(file, page).expect("written");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../stickslip-lab/viewer")
}

fn viewer(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).expect("the file is there")
}

fn modules() -> String {
    let files = std::fs::read_dir(folder()).expect("the viewer is there");
    let names = files
        .flatten()
        .filter_map(|f| f.file_name().into_string().ok());
    let modules = names.filter_map(|name| name.strip_suffix(".js").map(str::to_owned));
    let imports: Map<String, Value> = modules
        .map(|name| {
            let coded = base64(viewer(&format!("{name}.js")).as_bytes());
            let address = format!("data:text/javascript;charset=utf-8;base64,{coded}");
            (format!("stickslip/{name}"), Value::from(address))
        })
        .collect();
    json!({ "imports": imports }).to_string()
}

/// zlib without compression.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let mut blocks = bytes.chunks(65535).peekable();
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        out.push(u8::from(blocks.peek().is_none()));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    out.extend((b << 16 | a).to_be_bytes());
    out
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let six = (word >> (18 - 6 * i)) & 63;
            text.push(match i <= chunk.len() {
                true => char::from(ALPHABET[six as usize]),
                false => '=',
            });
        }
    }
    text
}

/// What all pages of motions share.
pub(crate) fn description(title: &str) -> Value {
    json!({
        "format": "stickslip-page-1", "kind": "run", "title": title, "about": "Invented for a test.",
        "version": "0.0.0", "command": "stickslip run nothing",
        "facts": [{ "group": "Scene", "name": "Scheme", "value": "none", "note": "" }],
        "verdict": null, "warnings": [], "events": [], "events_left_out": 0,
        "bodies": [], "meshes": [], "joints": [], "contacts": [],
        "modes": ["separating", "sticking", "sliding", "impact"], "solvers": ["lemke"],
        "up": [0, 0, 1], "gravity": [0, 0, -9.81],
        "plots": [], "tables": [], "figures": [], "parameters": [], "thinned": "",
    })
}

fn floor() -> Value {
    json!({ "name": "floor", "still": true, "colour": null, "mass": null, "track": null,
            "pose": [0, 0, 0, 1, 0, 0, 0],
            "parts": [{ "shape": "halfspace", "pose": [0, 0, 0, 1, 0, 0, 0] }] })
}

fn ball(name: &str, track: usize, colour: Value, place: [f64; 3], radius: f64) -> Value {
    json!({ "name": name, "still": false, "colour": colour, "mass": 1.0, "track": track,
            "pose": [place[0], place[1], place[2], 1, 0, 0, 0],
            "parts": [{ "shape": "sphere", "radius": radius, "pose": [0, 0, 0, 1, 0, 0, 0] }] })
}

/// Radius of the balls (m).
pub(crate) const RADIUS: f64 = 0.1;
/// Frames and seconds of the run.
pub(crate) const FRAMES: usize = 201;
pub(crate) const END: f64 = 2.0;

/// By how much the outer stones of an arch are turned (rad).
pub(crate) const ARCH: f64 = 0.7;

/// Where the red ball is: it slides along x with 1 m/s.
pub(crate) fn red(t: f64) -> [f64; 3] {
    [-1.0 + t, 0.0, RADIUS]
}

/// Where the green ball is: it comes down and is at rest from t = 1 on.
pub(crate) fn green(t: f64) -> [f64; 3] {
    [0.2, 0.7, RADIUS + 0.5 * (1.0 - t).max(0.0)]
}

/// Two balls over a floor: red slides and sticks at the end (contact 0), green falls and hits the floor at t = 1 (contact 1).
pub(crate) fn two_balls(file: &str) {
    two_balls_at([0.0; 3], file);
}

/// The sum of two places.
pub(crate) fn moved(by: [f64; 3], place: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| by[k] + place[k])
}

/// The same, all of it at another place.
pub(crate) fn two_balls_at(by: [f64; 3], file: &str) {
    let mut page = description("two-balls");
    let mut floor = floor();
    floor["pose"] = json!([by[0], by[1], by[2], 1, 0, 0, 0]);
    let (red, green) = (|t| moved(by, red(t)), |t| moved(by, green(t)));
    page["bodies"] = json!([
        ball("red", 0, json!([0.8, 0.01, 0.01]), red(0.0), RADIUS),
        ball("green", 1, json!([0.01, 0.5, 0.03]), green(0.0), RADIUS),
        floor,
    ]);
    page["frictions"] =
        json!([{ "set": "disc", "mu": [0.3, 0.3], "directions": 0, "torsion": 0.0 }]);
    page["contacts"] = json!([
        { "name": "red – floor", "bodies": [2, 0], "friction": 0 },
        { "name": "green – floor", "bodies": [2, 1], "friction": 0 },
    ]);
    page["events"] = json!([
        { "t": 1.0, "kind": "impact", "text": "green – floor: 3.2 N·s", "contact": 1, "size": 3.2 },
        { "t": 1.9, "kind": "stick", "text": "red – floor", "contact": 0, "size": 0.0 },
    ]);
    page["plots"] = json!([
        { "id": "energy", "title": "Energy", "unit": "J", "scale": "linear", "kind": "stacked", "time": "step_t",
          "series": [{ "name": "kinetic", "column": "energy.kinetic" }] },
        { "id": "residual", "title": "Residual", "unit": "", "scale": "log", "kind": "lines", "time": "step_t",
          "series": [{ "name": "residual", "column": "residual" }] },
    ]);
    page["verdict"] = json!({ "steps": FRAMES - 1, "certified": FRAMES - 1, "useful": 0, "failed": 0,
                              "worst_residual": 2e-13, "worst_audit": 1e-10 });
    let mut columns = Columns::default();
    let times: Vec<f64> = (0..FRAMES)
        .map(|i| i as f64 * END / (FRAMES - 1) as f64)
        .collect();
    columns.f64("t", 1, &times);
    let places: Vec<f64> = (times.iter())
        .flat_map(|t| [red(*t), green(*t)].concat())
        .collect();
    columns.f64("position", 6, &places);
    columns.f32(
        "rotation",
        8,
        &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0].repeat(FRAMES),
    );
    let speeds = |t: &f64| {
        let fall = if *t < 1.0 { -0.5 } else { 0.0 };
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, fall, 0.0, 0.0, 0.0]
    };
    columns.f32(
        "velocity",
        12,
        &times.iter().flat_map(speeds).collect::<Vec<f64>>(),
    );
    touches(by, &mut columns, &times);
    columns.f64("step_t", 1, &times[1..]);
    columns.f64("residual", 1, &[1e-13].repeat(FRAMES - 1));
    columns.f64("energy.kinetic", 1, &[0.5].repeat(FRAMES - 1));
    write(file, page, &columns);
}

fn touches(by: [f64; 3], columns: &mut Columns, times: &[f64]) {
    let (mut start, mut contact, mut mode, mut point) = (vec![0], vec![], vec![], vec![]);
    let mut force = vec![];
    for (i, t) in times.iter().enumerate() {
        contact.push(0);
        mode.push(if *t < 1.9 { 2 } else { 1 });
        point.extend(moved(by, [red(*t)[0], red(*t)[1], 0.0]));
        force.extend([-2.9, 0.0, 9.81]);
        if i >= FRAMES / 2 {
            contact.push(1);
            mode.push(if i == FRAMES / 2 { 3 } else { 1 });
            point.extend(moved(by, [green(*t)[0], green(*t)[1], 0.0]));
            force.extend([0.0, 0.0, 9.81]);
        }
        start.push(contact.len() as u32);
    }
    let n = contact.len();
    columns.u32("touch.start", &start);
    columns.u32("touch.contact", &contact);
    columns.u8("touch.mode", &mode);
    columns.f64("touch.point", 3, &point);
    columns.f32("touch.normal", 3, &[0.0, 0.0, 1.0].repeat(n));
    columns.f32("touch.tangent", 3, &[1.0, 0.0, 0.0].repeat(n));
    columns.f32("touch.force", 3, &force);
    columns.f32("touch.slip", 3, &[1.0, 0.0, 0.0].repeat(n));
    columns.f32("touch.gap", 1, &[0.0].repeat(n));
}

/// Many balls in a heap that breathes, over a few frames or many.
pub(crate) fn many_balls(file: &str, side: usize, layers: usize, frames: usize) {
    let mut page = description("many-balls");
    let n = side * side * layers;
    let place = |k: usize, t: f64| {
        let (i, j, l) = (k % side, k / side % side, k / side / side);
        let wave = 0.02 * (6.0 * t + 0.3 * i as f64).sin();
        [
            0.21 * i as f64,
            0.21 * j as f64,
            0.15 + 0.21 * l as f64 + wave,
        ]
    };
    let mut bodies: Vec<Value> = (0..n)
        .map(|k| ball(&format!("ball{k}"), k, Value::Null, place(k, 0.0), RADIUS))
        .collect();
    bodies.push(floor());
    page["bodies"] = bodies.into();
    page["plots"] = json!([{ "id": "residual", "title": "Residual", "unit": "", "scale": "log", "kind": "lines",
        "time": "step_t", "series": [{ "name": "residual", "column": "residual" }] }]);
    let mut columns = Columns::default();
    let times: Vec<f64> = (0..frames).map(|i| i as f64 * 0.01).collect();
    columns.f64("t", 1, &times);
    let places: Vec<f64> = (times.iter())
        .flat_map(|t| (0..n).flat_map(move |k| place(k, *t)))
        .collect();
    columns.f32("position", 3 * n, &places);
    columns.f32("rotation", 4 * n, &[1.0, 0.0, 0.0, 0.0].repeat(n * frames));
    columns.u32("touch.start", &vec![0; frames + 1]);
    columns.f64("step_t", 1, &times[1..]);
    let residual: Vec<f64> = (times[1..].iter())
        .map(|t| 1e-12 * (1.1 + t.sin()))
        .collect();
    columns.f64("residual", 1, &residual);
    write(file, page, &columns);
}

/// Three stones of an arch, which all have their origin in its centre, far from themselves.
pub(crate) fn stones(file: &str) {
    let mut page = description("stones");
    let stone = |track: usize, angle: f64| {
        let (sin, cos) = (0.5 * angle).sin_cos();
        json!({ "name": format!("stone {track}"), "still": false, "colour": null, "mass": 1.0, "track": track,
                "pose": [0, 0, 0, cos, 0, sin, 0],
                "parts": [{ "shape": "box", "half": [0.3, 0.2, 0.1], "pose": [0, 0, 1, 1, 0, 0, 0] }] })
    };
    let angles = [-ARCH, 0.0, ARCH];
    page["bodies"] = json!([
        stone(0, angles[0]),
        stone(1, angles[1]),
        stone(2, angles[2]),
        floor()
    ]);
    let mut columns = Columns::default();
    columns.f64("t", 1, &[0.0, 1.0]);
    columns.f64("position", 9, &[0.0; 18]);
    let turns: Vec<f64> = (angles.iter())
        .flat_map(|angle| [(0.5 * angle).cos(), 0.0, (0.5 * angle).sin(), 0.0])
        .collect();
    columns.f32("rotation", 12, &turns.repeat(2));
    columns.u32("touch.start", &[0; 3]);
    write(file, page, &columns);
}

/// A page of tables.
pub(crate) fn tables(file: &str) {
    let mut page = description("table");
    page["kind"] = json!("tables");
    page["tables"] = json!([{ "title": "Errors", "about": "Errors over the step.",
        "columns": [{ "name": "h", "unit": "s" }, { "name": "error", "unit": "m" }],
        "rows": [["0.01", "1.2e-3"], ["0.005", "6.1e-4"]], "states": ["good", "bad"] },
        { "title": "Words", "about": "", "columns": [{ "name": "what", "unit": "" }, { "name": "a", "unit": "" },
            { "name": "b", "unit": "" }, { "name": "c", "unit": "" }, { "name": "d", "unit": "" }],
          "rows": [["the first impulse in the step that begins at", "0.123456", "0.123456", "0.123456", "0.123456"]],
          "states": [] }]);
    page["figures"] = json!([{ "title": "a line", "svg":
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50\" width=\"100\" height=\"50\"><path d=\"M0 0 100 50\" stroke=\"#888\"/></svg>" }]);
    write(file, page, &Columns::default());
}
