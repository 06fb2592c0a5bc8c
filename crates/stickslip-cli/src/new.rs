//! New scenes from templates, and copies of shipped ones.

use crate::error::{self, Error};
use crate::run::finish;
use crate::{BAD_INPUT, args};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickslip_lab::scene::catalogue;

/// The templates: name and text. The scene's own name stands where `NAME` is.
const TEMPLATES: [(&str, &str); 4] = [
    ("box", include_str!("../templates/box.toml")),
    ("mechanism", include_str!("../templates/mechanism.toml")),
    ("chute", include_str!("../templates/chute.toml")),
    ("balls", include_str!("../templates/balls.toml")),
];

/// The names of the templates.
pub(crate) const NAMES: [&str; 4] = ["box", "mechanism", "chute", "balls"];

/// The longest name of a scene.
const LONGEST: usize = 64;

/// A file to be written.
pub(crate) struct Writing {
    /// Where; nowhere means standard output.
    file: Option<PathBuf>,
    text: String,
    force: bool,
    json: bool,
    /// What to say about it in JSON.
    about: (&'static str, String),
    /// What to do next.
    hint: String,
}

impl Writing {
    /// A scene from a template.
    pub(crate) fn template(args: args::NewArgs) -> Result<Self, Error> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let name = args.name;
        if name.is_empty() || name.len() > LONGEST || !name.chars().all(plain) {
            return Err(Error::SceneName { name });
        }
        let known = TEMPLATES.iter().find(|(key, _)| *key == args.template);
        let text = known.map_or("", |(_, text)| text).replace("NAME", &name);
        let file = args.out.unwrap_or_else(|| format!("{name}.toml").into());
        Ok(Self {
            hint: format!("change it, then `stickslip run {}`", file.display()),
            file: Some(file).filter(|file| file.as_os_str() != "-"),
            text,
            force: args.force,
            json: args.json,
            about: ("template", args.template),
        })
    }

    /// A copy of a shipped scene.
    pub(crate) fn copy(action: args::ExamplesAction) -> Result<Self, Error> {
        let args::ExamplesAction::Copy {
            name,
            out,
            force,
            json,
        } = action;
        let Some(text) = catalogue::text(&name) else {
            let near = catalogue::nearest(&name);
            return Err(Error::UnknownScene {
                name,
                near: near.map(str::to_owned),
            });
        };
        let file = out.unwrap_or_else(|| format!("{name}.toml").into());
        Ok(Self {
            hint: format!("change it, then `stickslip run {}`", file.display()),
            file: Some(file).filter(|file| file.as_os_str() != "-"),
            text: text.to_owned(),
            force,
            json,
            about: ("scene", name),
        })
    }

    /// Writes it, without taking the place of anything.
    pub(crate) fn run(&self) -> ExitCode {
        let Some(file) = &self.file else {
            let written = match self.json {
                true => {
                    let (key, value) = &self.about;
                    let line = serde_json::json!({ *key: value, "text": self.text });
                    writeln!(io::stdout(), "{line}")
                }
                false => io::stdout().write_all(self.text.as_bytes()),
            };
            return ExitCode::from(u8::from(!finish(written)));
        };
        if let Err((fault, code)) = write(file, &self.text, self.force) {
            error::report(vec![fault]);
            return ExitCode::from(code);
        }
        let path = file.to_string_lossy();
        let line = match self.json {
            true => {
                let (key, value) = &self.about;
                serde_json::json!({ "file": path, *key: value }).to_string()
            }
            false => format!("{path}: {}", self.hint),
        };
        ExitCode::from(u8::from(!finish(writeln!(io::stdout(), "{line}"))))
    }
}

fn write(file: &Path, text: &str, force: bool) -> Result<(), (Error, u8)> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).truncate(true);
    match force {
        true => options.create(true),
        false => options.create_new(true),
    };
    let written = options
        .open(file)
        .and_then(|mut open| open.write_all(text.as_bytes()));
    written.map_err(|source| {
        let path = file.to_owned();
        match source.kind() {
            io::ErrorKind::AlreadyExists => (Error::Exists { path }, BAD_INPUT),
            _ => (Error::Write { path, source }, 1),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_templates_are_the_same_list() {
        assert_eq!(TEMPLATES.map(|(name, _)| name), NAMES);
        for (name, text) in TEMPLATES {
            assert!(text.contains("name = \"NAME\""), "{name}");
        }
    }
}
