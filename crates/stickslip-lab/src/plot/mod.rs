//! The figures of a run, or of several runs of one scene beside each other, from what their folders hold.
//!
//! Every run has its velocities, energies, contact forces and certificates; planar systems have a film strip
//! [ST00 Figure 2], balls their paths in plan and elevation [ST00 Figure 7] and the impulses of their greatest collision
//! [ST00 Figure 6]. Runs with several step lengths share the figure of the velocities [ST00 Figure 3].

mod balls;
mod error;
mod film;
mod motion;
mod run;

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
/// Runs of other scenes than the first are refused.
pub fn figures(runs: &[RunData], theme: Theme) -> Result<Vec<Figure>, PlotError> {
    let Some(first) = runs.first() else {
        return Ok(Vec::new());
    };
    if let Some(other) = runs.iter().find(|r| r.scene.name != first.scene.name) {
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
    } else {
        add(
            "film",
            "positions at chosen times",
            film::strip(first, theme),
        );
    }
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
        "certificate",
        "residuals of the solver and of the laws",
        Some(motion::certificate(first, theme)),
    );
    Ok(figures)
}
