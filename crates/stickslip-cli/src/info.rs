//! Tells about a scene before it is run.

use crate::BAD_INPUT;
use crate::args::InfoArgs;
use crate::error::{self, Error};
use crate::plan::load_scene;
use crate::print::printable;
use crate::run::finish;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use stickslip_lab::info::{self, Info};
use stickslip_lab::run::by_joint;

/// Bodies and contacts that are printed one by one.
const SHOWN: usize = 12;

/// Looks at the scene and prints what it is.
pub(crate) fn run(args: &InfoArgs) -> ExitCode {
    let looked = load_scene(&args.scene, &args.set)
        .and_then(|scene| info::of(&scene).map_err(Error::Library));
    let info = match looked {
        Ok(info) => info,
        Err(fault) => {
            error::report(vec![fault]);
            return ExitCode::from(BAD_INPUT);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match args.json {
        true => serde_json::to_writer(&mut out, &info)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out)),
        false => print(&info, &mut out),
    };
    ExitCode::from(u8::from(!finish(written.and_then(|()| out.flush()))))
}

fn print(info: &Info, out: &mut impl Write) -> io::Result<()> {
    let field = |out: &mut dyn Write, name: &str, text: &str| writeln!(out, "  {name:<12} {text}");
    let settings = &info.settings;
    writeln!(out, "{}  ({})", printable(&info.name), info.kind)?;
    field(out, "about", &printable(&info.about))?;
    let bodies: Vec<String> = (info.bodies.iter())
        .map(|body| match body.mass {
            Some(mass) => format!("{} {mass:.4} kg", printable(&body.name)),
            None => format!("{} {}", printable(&body.name), body.motion),
        })
        .collect();
    if !bodies.is_empty() {
        let mass = format!("; {:.6} kg in all", info.mass);
        field(out, "bodies", &format!("{}{mass}", few(&bodies)))?;
    }
    let energy = &info.energy;
    // a sum of nothing is −0
    let text = format!(
        "kinetic {:.6} J, potential {:.6} J",
        energy.kinetic + 0.0,
        energy.potential + 0.0
    );
    field(out, "energy", &text)?;
    let joints = &info.joints;
    let mut freedoms = format!("{}", info.freedoms_left);
    if joints.equations > 0 {
        freedoms = format!(
            "{} = {} − {} independent of {} joint equations",
            info.freedoms_left, info.freedoms, joints.independent, joints.equations
        );
    }
    field(out, "freedoms", &freedoms)?;
    if joints.limits + joints.drives > 0 {
        let text = format!(
            "{} limits, {} drives, springs and frictions",
            joints.limits, joints.drives
        );
        field(out, "joints", &text)?;
    }
    if !joints.dependent.is_empty() {
        field(out, "dependent", &by_joint(joints.dependent.iter()))?;
    }
    if joints.error > 1e-9 {
        field(out, "joint error", &format!("{:.1e}", joints.error))?;
    }
    let contacts = &info.contacts;
    let text = format!(
        "{} known, {} touch at the start",
        contacts.known,
        contacts.closed.len()
    );
    field(out, "contacts", &text)?;
    for closed in contacts.closed.iter().take(SHOWN) {
        let text = format!(
            "  {}: μ = {}, normal velocity {:.4} m/s, slip {:.4} m/s",
            printable(&closed.name),
            closed.friction,
            closed.normal_velocity,
            closed.slip
        );
        field(out, "", &text)?;
    }
    if contacts.closed.len() > SHOWN {
        let rest = contacts.closed.len() - SHOWN;
        field(out, "", &format!("  … and {rest} more"))?;
    }
    for (i, pair) in info.materials.iter().take(SHOWN).enumerate() {
        let [a, b] = &pair.between;
        let varies = if pair.restitution_varies {
            " in slow impacts"
        } else {
            ""
        };
        let listed = if pair.listed {
            ""
        } else {
            " (by the rule for missing pairs)"
        };
        let text = format!(
            "{} – {}: μ = {}, ε = {}{varies}{}",
            printable(a),
            printable(b),
            short(pair.friction),
            short(pair.restitution),
            if a == b { "" } else { listed },
        );
        field(out, if i == 0 { "materials" } else { "" }, &text)?;
    }
    if info.materials.len() > SHOWN {
        let rest = info.materials.len() - SHOWN;
        field(out, "", &format!("… and {rest} more pairs"))?;
    }
    let text = format!(
        "{} steps of {} s ({}), impacts by {}, solver {}",
        info.steps, settings.h, settings.scheme, settings.impact, settings.method
    );
    field(out, "run", &text)?;
    for promise in &info.promises {
        field(out, promise.about, &promise.text)?;
    }
    for warning in &info.warnings {
        field(out, "warning", &printable(warning))?;
    }
    Ok(())
}

/// A coefficient, without digits of rounding.
fn short(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

/// The first of many, and how many there are besides.
fn few(words: &[String]) -> String {
    match words.len() > SHOWN {
        true => format!(
            "{}, … and {} more",
            words[..SHOWN].join(", "),
            words.len() - SHOWN
        ),
        false => words.join(", "),
    }
}
