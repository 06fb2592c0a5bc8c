//! A scene that is neither a file nor shipped, and which one may have been meant.

use crate::error::Error;
use std::path::Path;
use stickslip_lab::{near, scene::catalogue};

/// The error that names it, with the nearest of the scene files where one was looked for and of the shipped scenes.
pub(super) fn scene(name: String) -> Error {
    let path = Path::new(&name);
    let typed = match path.extension().is_some_and(|e| e == "toml") {
        true => path.with_extension(""),
        false => path.to_owned(),
    };
    let typed = typed.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    let looked = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let entries = std::fs::read_dir(looked).into_iter().flatten().flatten();
    let mut files: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|file| file.strip_suffix(".toml").map(str::to_owned))
        .collect();
    files.sort();
    let shipped: Vec<&str> = catalogue::names().collect();
    let known = files.iter().map(String::as_str).chain(shipped);
    let near = near::nearest(&typed, known);
    let near = near.map(|stem| match files.iter().any(|file| file == stem) {
        true => folder.join(format!("{stem}.toml")).display().to_string(),
        false => stem.to_owned(),
    });
    Error::UnknownScene { name, near }
}
