//! The figures of a run, or of several runs of the same bodies beside each other, from what their folders hold.
//!
//! Every run has its velocities, energies, contact forces and certificates; planar systems have a film strip
//! [ST00 Figure 2], balls their paths in plan and elevation [ST00 Figure 7] and the impulses of their greatest collision
//! [ST00 Figure 6]. Runs with several step lengths share the figure of the velocities [ST00 Figure 3]. Contacts with torsion
//! have their friction set in space [TTP01 Figure 3] and the components of their forces [TTP01 Figure 11]. `docs/figures.md`
//! names the command for each figure of the papers.

mod balls;
mod error;
mod film;
mod forces;
mod friction_set;
mod label;
mod motion;
mod puck;
mod run;
mod spinning;

pub(crate) use film::shapes as planar_shapes;

pub use error::PlotError;
pub use run::RunData;

use crate::figure::Theme;
use crate::scene::BuiltIn;

/// A figure: its file name without ending, and the SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Like `velocities`.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The picture.
    pub svg: String,
}

/// All figures of the first run; the others appear beside it where runs can be compared.
///
/// Runs whose bodies or contacts are not those of the first are refused.
pub fn figures(runs: &[RunData], theme: Theme) -> Result<Vec<Figure>, PlotError> {
    let Some(first) = runs.first() else {
        return Ok(Vec::new());
    };
    if let Some(other) = runs.iter().find(|r| !label::is_comparable(first, r)) {
        return Err(PlotError::OtherScene {
            folder: other.folder.clone(),
            name: other.scene.name.clone(),
            expected: first.scene.name.clone(),
        });
    }
    let mut figures = Vec::new();
    let mut add = |name, about, svg: Option<String>| {
        if let Some(svg) = svg {
            figures.push(Figure { name, about, svg });
        }
    };
    if let BuiltIn::Balls(system) = &first.scene.system {
        add(
            "paths",
            "paths in elevation and plan",
            balls::paths(first, system, theme),
        );
        add(
            "collision",
            "impulses of the greatest collision",
            balls::collision(first, system, theme),
        );
    } else if let BuiltIn::Puck(system) = &first.scene.system {
        add(
            "path",
            "path from above, with friction",
            puck::path(first, system, theme),
        );
        add(
            "stick-slip",
            "stick and slip over time",
            puck::stick_slip(first, system, theme),
        );
        add(
            "phase",
            "stick and slip in the phase plane",
            puck::phase(first, system, theme),
        );
        add(
            "speed",
            "speed and spin over time",
            Some(puck::speed(first, system, theme)),
        );
    } else {
        add(
            "film",
            "positions at chosen times",
            film::strip(first, theme),
        );
    }
    add(
        "friction-set",
        "which friction is possible",
        friction_set::sets(runs, theme),
    );
    add(
        "spin",
        "spin and friction against the closed form",
        spinning::decay(runs, theme),
    );
    add(
        "velocities",
        "velocities over time",
        Some(motion::velocities(runs, theme)),
    );
    add(
        "energy",
        "energies, work and losses",
        Some(motion::energy(first, theme)),
    );
    add(
        "contacts",
        "contact forces over time",
        motion::contacts(first, theme),
    );
    add(
        "components",
        "components of the contact forces over time",
        forces::components(runs, theme),
    );
    add(
        "certificate",
        "residuals of the solver and of the laws",
        Some(motion::certificate(first, theme)),
    );
    Ok(figures)
}
