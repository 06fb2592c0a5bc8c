//! One HTML file out of the files of `viewer/` and the data of a page.

use super::columns::Columns;
use super::description::Description;
use super::error::ReportError;
use crate::base64;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Map, Value};
use std::io::Write as _;

/// The skeleton.
const SKELETON: &str = include_str!("../../viewer/page.html");
/// How it looks.
const STYLE: &str = include_str!("../../viewer/style.css");

/// The modules by their bare names.
macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../viewer/", $name, ".js")))),*]
    };
}

/// The modules of the viewer.
const MODULES: &[(&str, &str)] = &modules![
    "aside",
    "balls",
    "batch",
    "bodyplots",
    "bounds",
    "camera",
    "caption",
    "clock",
    "colours",
    "columns",
    "commands",
    "cone",
    "context",
    "curve",
    "dom",
    "energies",
    "events",
    "facts",
    "format",
    "gestures",
    "grid",
    "growing",
    "inspector",
    "joints",
    "keys",
    "labels",
    "light",
    "lines",
    "live",
    "livebar",
    "main",
    "marks",
    "math",
    "meshes",
    "names",
    "outline",
    "outlook",
    "pace",
    "palette",
    "passes",
    "picking",
    "plot",
    "plots",
    "programs",
    "pull",
    "recording",
    "scene",
    "shapes",
    "side",
    "solids",
    "span",
    "stage",
    "stance",
    "stream",
    "surface",
    "tables",
    "tabs",
    "theme",
    "ticks",
    "toolbar",
    "trails",
    "transport",
    "view3d",
    "walls",
];

/// Whom a page may speak to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connect {
    /// Nobody: a page that is mailed and opened from a disk.
    #[default]
    Nobody,
    /// The server that it came from: the live view.
    OwnServer,
}

/// The HTML of a page.
pub fn html(
    description: &Description,
    columns: &Columns,
    connect: Connect,
) -> Result<String, ReportError> {
    let deflated = match columns.bytes().is_empty() {
        true => Vec::new(),
        false => deflated(columns.bytes())?,
    };
    Ok(filled_with(description, columns, &deflated, connect))
}

/// The HTML with columns that are compressed already.
pub(super) fn filled_with(
    description: &Description,
    columns: &Columns,
    deflated: &[u8],
    connect: Connect,
) -> String {
    let part = |marker: &str| match marker {
        "title" => escaped(&description.title),
        "style" => STYLE.to_owned(),
        "modules" => import_map(),
        "page" => description.json(columns),
        "columns" => base64::encode(deflated),
        "connect" => match connect {
            Connect::Nobody => "'none'".to_owned(),
            Connect::OwnServer => "'self'".to_owned(),
        },
        "theme" => description.theme.to_owned(),
        _ => String::new(),
    };
    filled(SKELETON, part)
}

/// A text with its markers `{{name}}` replaced, in one pass: what is put in may look like a marker.
fn filled(skeleton: &str, part: impl Fn(&str) -> String) -> String {
    let mut page = String::new();
    let mut rest = skeleton;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        match after.split_once("}}") {
            Some((marker, after)) => {
                page.push_str(&part(marker));
                rest = after;
            }
            None => {
                page.push_str("{{");
                rest = after;
            }
        }
    }
    page.push_str(rest);
    page
}

/// Bare names and the modules themselves, as `data:` addresses: a page from a disk may not load files beside it.
fn import_map() -> String {
    let address = |text: &str| {
        let coded = base64::encode(text.as_bytes());
        Value::from(format!("data:text/javascript;charset=utf-8;base64,{coded}"))
    };
    let imports: Map<String, Value> = (MODULES.iter())
        .map(|(name, text)| (format!("stickslip/{name}"), address(text)))
        .collect();
    serde_json::json!({ "imports": imports }).to_string()
}

/// zlib.
pub(super) fn deflated(bytes: &[u8]) -> Result<Vec<u8>, ReportError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).map_err(ReportError::Compress)?;
    encoder.finish().map_err(ReportError::Compress)
}

/// Text that stands in HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_of_the_viewer_are_in_the_page() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("viewer");
        let files = std::fs::read_dir(folder).unwrap().flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        let mut names: Vec<String> = names
            .filter_map(|name| name.strip_suffix(".js").map(str::to_owned))
            .collect();
        names.sort();
        let listed: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, names, "list the modules of viewer/ in page.rs");
    }

    #[test]
    fn a_page_has_no_marker_left_and_no_address_but_its_own() {
        let description = Description {
            title: "a <b> & {{page}}".into(),
            ..Description::default()
        };
        let mut columns = Columns::default();
        columns.exact("t", 1, &[0.0, 0.5]);
        let page = html(&description, &columns, Connect::Nobody).unwrap();
        assert!(page.contains("<title>a &lt;b&gt; &amp; {{page}}</title>"));
        for marker in ["{{style}}", "{{modules}}", "{{columns}}", "{{connect}}"] {
            assert!(!page.contains(marker), "{marker}");
        }
        assert!(page.contains("connect-src 'none'"));
        let live = html(&description, &columns, Connect::OwnServer).unwrap();
        assert!(live.contains("connect-src 'self'"));
        // what is written in a page or a module; names of kinds of XML are never asked for
        let modules = MODULES.iter().map(|(_, text)| *text);
        for text in modules.chain([SKELETON, STYLE, page.as_str()]) {
            for (at, _) in text.match_indices("://") {
                let before: Vec<char> = text[..at].chars().rev().take(5).collect();
                let scheme: String = before.into_iter().rev().collect();
                // how a page is opened from a disk is an address of no host
                let own = text[at..].starts_with("://www.w3.org/")
                    || scheme.ends_with("file")
                    || !scheme.ends_with(|c: char| c.is_alphabetic());
                assert!(
                    own,
                    "{scheme}{}",
                    text[at..].chars().take(60).collect::<String>()
                );
            }
            for word in ["@import", "url(http", "url(//", "src=\"//", "href=\"//"] {
                assert!(!text.contains(word), "{word}");
            }
        }
    }

    #[test]
    fn markers_are_replaced_once_and_braces_stay() {
        let part = |name: &str| format!("<{name}{{{{x}}}}>");
        assert_eq!(filled("a{{b}}c{{d", part), "a<b{{x}}>c{{d");
    }

    #[test]
    fn what_is_deflated_comes_back() {
        use std::io::Read as _;
        let bytes: Vec<u8> = (0..10_000u32).flat_map(|i| (i * i).to_le_bytes()).collect();
        let small = deflated(&bytes).unwrap();
        let mut back = Vec::new();
        flate2::read::ZlibDecoder::new(&small[..])
            .read_to_end(&mut back)
            .unwrap();
        assert!(small.len() < bytes.len() && back == bytes);
    }
}
