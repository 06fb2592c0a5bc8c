//! What a page says about itself: the JSON of `docs/page-format.md`.

use super::columns::Columns;
use serde::Serialize;
use serde_json::Value;

/// Marks the format.
pub const FORMAT: &str = "stickslip-page-1";

/// The description of a page.
#[derive(Clone, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct Description {
    pub format: Format,
    pub kind: Kind,
    pub title: String,
    pub about: String,
    pub version: Version,
    pub command: String,
    pub facts: Vec<Fact>,
    pub verdict: Option<VerdictCounts>,
    pub warnings: Vec<Warning>,
    pub events: Vec<Event>,
    pub events_left_out: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<PageBranch>,
    pub bodies: Vec<PageBody>,
    pub meshes: Vec<PageMesh>,
    pub joints: Vec<PageJoint>,
    pub contacts: Vec<PageContact>,
    pub frictions: Vec<PageFriction>,
    pub modes: Vec<&'static str>,
    pub solvers: Vec<&'static str>,
    pub up: [f64; 3],
    pub gravity: Option<[f64; 3]>,
    pub plots: Vec<Plot>,
    pub tables: Vec<PageTable>,
    pub figures: Vec<PageFigure>,
    pub parameters: Vec<Parameter>,
    pub thinned: String,
    /// `light`, `dark`, or empty for the reader's wish.
    #[serde(skip)]
    pub theme: &'static str,
}

/// The mark of the format.
#[derive(Clone, Copy, Debug)]
pub struct Format(&'static str);

/// The version of the program.
#[derive(Clone, Copy, Debug)]
pub struct Version(&'static str);

impl Default for Format {
    fn default() -> Self {
        Self(FORMAT)
    }
}

impl Default for Version {
    fn default() -> Self {
        Self(env!("CARGO_PKG_VERSION"))
    }
}

impl Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0)
    }
}

impl Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0)
    }
}

/// What a page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A finished run.
    #[default]
    Run,
    /// A running simulation.
    Live,
    /// Tables and figures without a motion.
    Tables,
}

/// Something that is known about the run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct Fact {
    pub group: &'static str,
    pub name: String,
    pub value: String,
    pub note: String,
}

impl Fact {
    /// A fact without a note.
    pub fn new(group: &'static str, name: impl Into<String>, value: impl ToString) -> Self {
        Self {
            group,
            name: name.into(),
            value: value.to_string(),
            note: String::new(),
        }
    }

    /// The same with a note.
    pub fn with_note(self, note: impl Into<String>) -> Self {
        Self {
            note: note.into(),
            ..self
        }
    }
}

/// How many steps are certified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct VerdictCounts {
    pub steps: usize,
    pub certified: usize,
    pub useful: usize,
    pub failed: usize,
    pub worst_residual: f64,
    pub worst_audit: f64,
}

/// Something that a person must not miss.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct Warning {
    pub text: String,
    pub t: Option<f64>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct Event {
    pub t: f64,
    pub kind: EventKind,
    pub text: String,
    pub contact: Option<usize>,
    pub size: f64,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "they say what they are")]
pub enum EventKind {
    Impact,
    Stick,
    Slip,
    Break,
    Touch,
    Warning,
}

/// A run of a tree of runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PageBranch {
    pub name: String,
    pub about: String,
    pub here: bool,
    pub href: Option<String>,
}

/// A body to draw.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PageBody {
    pub name: String,
    pub still: bool,
    pub colour: Option<[f64; 3]>,
    pub mass: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<[f32; 6]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre: Option<[f64; 3]>,
    pub track: Option<usize>,
    pub pose: [f64; 7],
    pub parts: Vec<PagePart>,
}

/// A shape of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PagePart {
    #[serde(flatten)]
    pub shape: PageShape,
    pub pose: [f64; 7],
}

/// A shape and its numbers (m).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub enum PageShape {
    Sphere { radius: f64 },
    Ellipsoid { half: [f64; 3] },
    Box { half: [f64; 3] },
    Capsule { half_length: f64, radius: f64 },
    Cylinder { half_length: f64, radius: f64 },
    Halfspace,
    Mesh { mesh: usize },
}

/// The triangles of a mesh, or where they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub enum PageMesh {
    /// The names of their columns.
    Named { points: String, triangles: String },
    /// The numbers themselves: a page that gets its description over a stream has no columns.
    Plain {
        points: Vec<f64>,
        triangles: Vec<u32>,
    },
}

/// A joint to draw.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PageJoint {
    pub name: String,
    pub kind: &'static str,
    pub bodies: [Option<usize>; 2],
    pub places: [[f64; 3]; 2],
    pub axis: Option<[[f64; 3]; 2]>,
}

/// A contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PageContact {
    pub name: String,
    pub bodies: [Option<usize>; 2],
    /// Its place among the friction sets of the page.
    pub friction: Option<usize>,
}

/// A friction set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PageFriction {
    pub set: &'static str,
    pub mu: [f64; 2],
    pub directions: usize,
    pub torsion: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<[f64; 2]>,
}

/// A plot of columns over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct Plot {
    pub id: &'static str,
    pub title: &'static str,
    pub unit: &'static str,
    pub scale: &'static str,
    pub kind: &'static str,
    pub time: &'static str,
    pub series: Vec<Series>,
}

/// A curve of a plot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct Series {
    pub name: String,
    pub column: String,
}

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PageTable {
    pub title: String,
    pub about: String,
    pub columns: Vec<TableColumn>,
    pub rows: Vec<Vec<String>>,
    pub states: Vec<&'static str>,
}

/// The head of a column of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct TableColumn {
    pub name: String,
    pub unit: String,
}

impl TableColumn {
    /// A head.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            unit: unit.into(),
        }
    }
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct PageFigure {
    pub title: String,
    pub svg: String,
}

/// A parameter of the scene, a slider of the live view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/page-format.md describes each field")]
pub struct Parameter {
    pub name: String,
    pub value: f64,
    pub least: f64,
    pub most: f64,
    /// Whether only whole values make sense.
    pub whole: bool,
}

impl Description {
    /// As JSON that may stand inside a script of a page. JSON has no infinity: a number that is not finite is `null`.
    pub fn json(&self, columns: &Columns) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Value::Object(fields) = &mut value {
            fields.insert("columns".into(), columns.table());
        }
        // no text of the page can end the script it stands in
        value.to_string().replace('<', "\\u003c")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_script_and_no_number_breaks_the_json() {
        let page = Description {
            title: "</script><b>\u{2028}".into(),
            verdict: Some(VerdictCounts {
                worst_residual: f64::NAN,
                ..VerdictCounts::default()
            }),
            ..Description::default()
        };
        let text = page.json(&Columns::default());
        assert!(!text.contains('<'));
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["title"], page.title.as_str());
        assert_eq!(read["format"], FORMAT);
        assert_eq!(read["kind"], "run");
        assert!(read["verdict"]["worst_residual"].is_null());
        assert!(read["columns"].is_object());
    }

    #[test]
    fn shapes_have_their_numbers_beside_their_name() {
        let part = PagePart {
            shape: PageShape::Capsule {
                half_length: 0.2,
                radius: 0.1,
            },
            pose: [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        };
        let value = serde_json::to_value(part).unwrap();
        assert_eq!(value["shape"], "capsule");
        assert_eq!(value["half_length"], 0.2);
        assert_eq!(value["pose"][3], 1.0);
    }
}
