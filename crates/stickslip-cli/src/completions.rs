//! Completions for shells.

use crate::args::{CompletionsArgs, Typed};
use crate::run::finish;
use clap::CommandFactory;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the script of a shell.
pub(crate) fn run(args: &CompletionsArgs) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Typed::command(), "stickslip", &mut script);
    let written = match args.json {
        true => {
            let text = String::from_utf8_lossy(&script);
            let shell = args.shell.to_string();
            let line = serde_json::json!({ "shell": shell, "script": text });
            writeln!(io::stdout(), "{line}")
        }
        false => io::stdout().write_all(&script),
    };
    ExitCode::from(u8::from(!finish(written)))
}
