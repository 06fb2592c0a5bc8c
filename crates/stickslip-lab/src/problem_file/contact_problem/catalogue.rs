//! The contact problems that come with stickslip, to be analyzed by name.

use super::super::error::ReadError;
use super::{PosedFile, read_posed_text};
use crate::near;

/// Name and text of each, in the order they are listed.
const TEXTS: [(&str, &str); 3] = [
    (
        "tp97-example-1.json",
        include_str!("../../../problems/tp97-example-1.json"),
    ),
    (
        "tp97-example-2.json",
        include_str!("../../../problems/tp97-example-2.json"),
    ),
    (
        "tp97-example-2-as-printed.json",
        include_str!("../../../problems/tp97-example-2-as-printed.json"),
    ),
];

/// The names of all shipped problems, each with `.json` at its end: scenes have the same names without.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The file of the shipped problem with this name, `.json` or not.
pub fn text(name: &str) -> Option<&'static str> {
    let same = |key: &str| key == name || key.strip_suffix(".json") == Some(name);
    TEXTS
        .iter()
        .find(|(key, _)| same(key))
        .map(|(_, text)| *text)
}

/// The shipped problem with this name, with settings like `mu=0.75`.
///
/// ```
/// use stickslip_lab::problem_file::contact_problem::catalogue;
///
/// let cube = catalogue::find_with("tp97-example-2", &["mu=0.75".into()]).expect("shipped");
/// assert_eq!(cube.expect("valid").posed.contacts.len(), 3);
/// ```
pub fn find_with(name: &str, set: &[String]) -> Option<Result<PosedFile, Box<ReadError>>> {
    text(name).map(|text| read_posed_text(text, name, set))
}

/// The shipped problem with this name.
pub fn find(name: &str) -> Option<PosedFile> {
    find_with(name, &[])?.ok()
}

/// The name nearest to one that does not exist, if it is near.
pub fn nearest(name: &str) -> Option<&'static str> {
    near::nearest(name, names())
}
