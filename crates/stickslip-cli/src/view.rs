//! Shows a running simulation, or a finished run, in a browser.

use crate::BAD_INPUT;
use crate::args::ViewArgs;
use crate::error::{self, Error, say};
use crate::plan::load_scene;
use crate::report::warn;
use crate::run::{finish, stop_on_interrupt};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use stickslip_lab::live::{Folder, Live, LiveError, Outcome, ReadScene, Served, Show};
use stickslip_lab::report::{self, Choice};
use stickslip_lab::run::{self, Options, Origin};
use stickslip_lab::scene::{self, catalogue};

/// Serves until Ctrl-C.
pub(crate) fn run(args: &ViewArgs) -> ExitCode {
    let name = args.scene.to_string_lossy();
    // what is neither a file nor a shipped scene may be a run that lies where runs do
    let usual = (!args.scene.exists()).then(|| Path::new("runs").join(&args.scene));
    let finished = run::run_folder(usual.as_deref().unwrap_or(&args.scene))
        .filter(|_| catalogue::text(&name).is_none());
    let shown = match finished {
        Some(folder) => replay(args, &folder),
        None => live(args),
    };
    match shown {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(fault) => {
            let own = matches!(
                &fault,
                Error::Live(LiveError::Start(_) | LiveError::Listen { .. } | LiveError::Panicked)
            );
            error::report(vec![fault]);
            ExitCode::from(if own { 1 } else { BAD_INPUT })
        }
    }
}

/// A finished run.
fn replay(args: &ViewArgs, folder: &Path) -> Result<bool, Error> {
    let refused = [
        ("--set", !args.set.is_empty()),
        ("--paused", args.paused),
        ("--out", args.out.is_some()),
        ("--no-record", args.no_record),
    ];
    if let Some((option, _)) = refused.iter().find(|(_, typed)| *typed) {
        return Err(Error::ViewOfRun { option });
    }
    let page = report::of_run(
        folder,
        Choice {
            apart: true,
            ..Choice::default()
        },
    );
    let page = page.map_err(|fault| Error::Live(LiveError::Page(fault.to_string())))?;
    warn(folder, &page);
    let served = Served::start(page.html.into_bytes(), args.port).map_err(Error::Live)?;
    let stop = stop_on_interrupt("page");
    let written = announce(args, &served.address(), &folder.display().to_string(), None);
    served.serve(&stop);
    Ok(written)
}

/// A scene.
fn live(args: &ViewArgs) -> Result<bool, Error> {
    // read here first: its errors show the place in the file
    let scene = load_scene(&args.scene, &args.set)?;
    let folder = match (args.no_record, &args.out) {
        (true, _) => None,
        (false, Some(folder)) => Some(Folder::This(folder.clone())),
        (false, None) => {
            let usual = Path::new("runs").join(format!("{}-live", scene.name));
            Some(Folder::Free(usual))
        }
    };
    let source = args.scene.to_string_lossy().into_owned();
    let options = Options {
        origin: Origin {
            source: source.clone(),
            set: args.set.clone(),
            ..Origin::default()
        },
        ..Options::default()
    };
    let show = Show {
        read: reader(args.scene.clone(), scene.text),
        command: Box::new(move |set| {
            let words = ["stickslip", "run", &source].map(str::to_owned).into_iter();
            let set = set.iter().flat_map(|s| ["--set".to_owned(), s.clone()]);
            words.chain(set).collect()
        }),
        set: args.set.clone(),
        record: folder.map(|folder| (folder, options)),
        port: args.port,
        paused: args.paused,
    };
    let live = Live::start(show).map_err(Error::Live)?;
    let stop = stop_on_interrupt("step");
    let written = announce(args, &live.address(), &scene.name, live.folder());
    let outcome = live.serve(&stop).map_err(Error::Live)?;
    Ok(tell(args, &outcome) && written)
}

/// Reads the scene again; what came from standard input is kept.
fn reader(path: PathBuf, text: String) -> ReadScene {
    Box::new(move |set| match path.as_os_str() == "-" {
        true => scene::read_with(&text, "-", set).map_err(|error| error.to_string()),
        false => load_scene(&path, set).map_err(|error| error.to_string()),
    })
}

/// Says where the page is; whether that could be written.
fn announce(args: &ViewArgs, address: &str, name: &str, folder: Option<&Path>) -> bool {
    let mut out = io::stdout().lock();
    let written = match args.json {
        true => writeln!(
            out,
            "{}",
            json!({ "address": address, "name": name, "record": folder })
        ),
        false => {
            let kept = match folder {
                Some(folder) => format!(", and the run is in {}", folder.display()),
                None => String::new(),
            };
            writeln!(
                out,
                "{name}: {address}\nOpen this address in a browser on this machine. Ctrl-C ends it{kept}."
            )
        }
    };
    let written = finish(written.and_then(|()| out.flush()));
    if args.open {
        open(address);
    }
    written
}

/// Says what was kept; whether all went well.
fn tell(args: &ViewArgs, outcome: &Outcome) -> bool {
    for note in &outcome.notes {
        say(format_args!("note: {note}"));
    }
    if let (Some((folder, summary)), false) = (&outcome.recorded, args.json) {
        let (done, of, folder) = (summary.steps, summary.steps_planned, folder.display());
        let line = format!("recorded  {done} of {of} steps in {folder}");
        return finish(writeln!(io::stdout(), "{line}")) && !outcome.failed;
    }
    !outcome.failed
}

/// Opens the page in the usual browser, if the system knows one.
fn open(address: &str) {
    let (program, words): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(words)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        // it may run for as long as the browser does
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(fault) => say(format_args!(
            "note: no browser was opened, because {program} cannot be started ({fault}); open the address yourself"
        )),
    }
}
