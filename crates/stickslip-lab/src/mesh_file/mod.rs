//! Mesh files: STL (binary and text) and OBJ, as corners and triangles.
//!
//! Readers of our own, because an error should name the line or the byte and what to do, and because a count in a broken file
//! must never become an allocation of that size.

mod obj;
mod stl;
mod weld;

use std::fmt;

/// Corners, each once, and triangles between them, counter-clockwise as seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// In the units of the file.
    pub points: Vec<[f64; 3]>,
    /// Three corners each.
    pub triangles: Vec<[u32; 3]>,
}

/// A mesh file that cannot be used.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshError {
    /// The file as it was named.
    pub file: String,
    /// Where in the file, like `line 7` or `byte 84`, if the fault has a place.
    pub place: Option<String>,
    /// What is wrong and what to do.
    pub fault: String,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(place) = &self.place {
            write!(f, ", {place}")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for MeshError {}

/// What a reader of one format says: a place, if there is one, and a sentence.
type Fault = (Option<String>, String);

/// Reads a mesh from the bytes of a file. The ending of its name says which format it is.
///
/// ```
/// let cube = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
/// let mesh = stickslip_lab::mesh_file::read(cube, "corner.obj").expect("a tetrahedron");
/// assert_eq!((mesh.points.len(), mesh.triangles.len()), (4, 4));
/// ```
pub fn read(bytes: &[u8], file: &str) -> Result<Triangles, MeshError> {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    let result = match ending.to_ascii_lowercase().as_str() {
        "stl" => stl::read(bytes),
        "obj" => obj::read(bytes),
        _ => Err((
            None,
            "is of no known format; save it as .stl or .obj".into(),
        )),
    };
    result.map_err(|(place, fault)| MeshError {
        file: file.to_owned(),
        place,
        fault,
    })
}

/// Three finite numbers from the words of a line.
fn three_numbers<'a>(
    line: usize,
    words: &mut impl Iterator<Item = &'a str>,
    what: &str,
) -> Result<[f64; 3], Fault> {
    let mut numbers = [0.0; 3];
    for number in &mut numbers {
        let word = words.next().unwrap_or("");
        *number = match word.parse::<f64>() {
            Ok(x) if x.is_finite() => x,
            _ => {
                let found = match word {
                    "" => "the line ends".to_owned(),
                    word => format!("{:?} is there", word.chars().take(20).collect::<String>()),
                };
                let fault = format!(
                    "{what} needs three finite numbers, and {found}; save the mesh again from the program that made it"
                );
                return Err((Some(format!("line {line}")), fault));
            }
        };
    }
    Ok(numbers)
}

/// Bytes as text, lines counted from 1.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, std::borrow::Cow<'_, str>)> {
    let lines = bytes.split(|b| *b == b'\n').map(String::from_utf8_lossy);
    lines.enumerate().map(|(i, line)| (i + 1, line))
}
