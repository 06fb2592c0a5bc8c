//! A run, read back from its folder.

use super::error::PlotError;
use crate::run::LEDGER;
use crate::scene::{self, Scene};
use crate::table::{Npz, Shape, read_npz};
use serde_json::Value;
use std::path::{Path, PathBuf};
use stickslip::{ImpactLaw, Mode, Scheme, System};

/// A contact in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Index of the step among those recorded: it ended at the time after this one.
    pub step: usize,
    /// Length of the step (s).
    pub h: f64,
    /// Number of the contact.
    pub id: usize,
    /// What happened.
    pub mode: Mode,
    /// (n, t, o, r) (N·s, N·m·s).
    pub impulse: [f64; 4],
}

/// What was recorded of a run.
#[derive(Clone, Debug)]
pub struct RunData {
    /// Where it was read.
    pub folder: PathBuf,
    /// The scene.
    pub scene: Scene,
    /// Times that were recorded (s), the first before the first step.
    pub t: Vec<f64>,
    /// q, a row for each time.
    pub q: Vec<Vec<f64>>,
    /// v, a row for each time.
    pub v: Vec<Vec<f64>>,
    /// When each step ended (s), recorded or not.
    pub step_t: Vec<f64>,
    /// The columns of the energy ledger, a value for each step.
    pub energy: Vec<Vec<f64>>,
    /// Residual and audit of each step.
    pub residual: Vec<f64>,
    /// The worst violation of a law in each step.
    pub audit: Vec<f64>,
    /// Contacts, in the order of the steps.
    pub touches: Vec<Touch>,
}

impl RunData {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<Self, PlotError> {
        Self::read_with_arrays(folder).map(|(run, _)| run)
    }

    /// The same, with all arrays of `run.npz`.
    pub(crate) fn read_with_arrays(folder: &Path) -> Result<(Self, Npz), PlotError> {
        let misfit = |problem: &str| PlotError::Misfit {
            folder: folder.to_owned(),
            problem: problem.to_owned(),
        };
        let has = |file: &str| folder.join(file).is_file();
        for file in ["scene.toml", "run.npz"] {
            if !has(file) {
                // rows and summary are written as the run goes, the arrays at its end
                return Err(
                    match has("trajectory.csv") && has("summary.json") && file == "run.npz" {
                        true => misfit("the run ended before run.npz was written"),
                        false => PlotError::NoRun {
                            folder: folder.to_owned(),
                            file,
                        },
                    },
                );
            }
        }
        let mut scene = scene::read_path(&folder.join("scene.toml"))?;
        as_run(&mut scene, folder);
        let npz = read_npz(folder.join("run.npz"))?;
        let vector =
            |name: &str| -> Result<Vec<f64>, PlotError> { Ok(npz.vector(name)?.data().to_vec()) };
        let t = vector("t")?;
        let rows = |name: &str| -> Result<Vec<Vec<f64>>, PlotError> {
            let array = npz.matrix(name)?;
            // where nothing is free, a state has no numbers
            if let Shape::Matrix { columns: 0, .. } = array.shape() {
                return Ok(vec![Vec::new(); t.len()]);
            }
            let rows = (0..).map_while(|i| array.row(i));
            Ok(rows.map(<[f64]>::to_vec).collect())
        };
        // a run of before there were steps without record does not have their times
        let step_t = vector("step_t").unwrap_or_else(|_| t.iter().skip(1).copied().collect());
        let clock = Clock {
            t: &t,
            step_t: &step_t,
        };
        let run = Self {
            q: rows("q")?,
            v: rows("v")?,
            energy: rows("energy")?,
            residual: vector("residual")?,
            audit: vector("audit")?,
            touches: touches(&npz, &clock, most_contacts(&scene)).map_err(|e| match e {
                Some(error) => error,
                None => misfit("the contact arrays of run.npz do not fit the scene"),
            })?,
            t,
            step_t,
            scene,
            folder: folder.to_owned(),
        };
        let coordinates = run.scene.system.coordinates();
        let fits = run.q.len() == run.t.len()
            && run.v.len() == run.t.len()
            && run.q.iter().all(|q| q.len() == coordinates.positions())
            && run.v.iter().all(|v| v.len() == coordinates.velocities())
            && run.energy.len() == run.step_t.len()
            && !run.t.is_empty()
            && run.energy.iter().all(|e| e.len() == LEDGER.len())
            && run.residual.len() == run.energy.len()
            && run.audit.len() == run.energy.len()
            && run.touches.iter().all(|c| c.step + 1 < run.t.len());
        match fits {
            true => Ok((run, npz)),
            false => Err(misfit("the arrays of run.npz do not fit the scene")),
        }
    }

    /// Length of the steps (s).
    pub fn step(&self) -> f64 {
        match (self.t.first(), self.step_t.first()) {
            (Some(start), Some(end)) => end - start,
            _ => self.scene.settings.step,
        }
    }

    /// One column of the ledger, by its name.
    pub fn ledger(&self, name: &str) -> Vec<f64> {
        let column = LEDGER.iter().position(|n| *n == name);
        match column {
            Some(i) => self.energy.iter().map(|row| row[i]).collect(),
            None => Vec::new(),
        }
    }
}

/// Puts the scheme and the impact law of the summary into the scene: the command line may have changed them. A summary that
/// cannot be read changes nothing, because the figures need only the arrays.
fn as_run(scene: &mut Scene, folder: &Path) {
    let text = std::fs::read_to_string(folder.join("summary.json")).unwrap_or_default();
    let summary: Value = serde_json::from_str(&text).unwrap_or_default();
    let word = |key: &str| summary["settings"][key].as_str();
    if let Some(scheme) = word("scheme").and_then(Scheme::parse)
        && scheme.name() != scene.settings.scheme.name()
    {
        scene.settings.scheme = scheme;
    }
    if let Some(law) = word("impact").and_then(ImpactLaw::parse) {
        scene.settings.impact = law;
    }
}

/// How many contacts a run of the scene can have.
fn most_contacts(scene: &Scene) -> usize {
    match scene.system.has_changing_contacts() {
        true => usize::MAX,
        false => scene.system.contacts().len(),
    }
}

/// The times of a run (s): those recorded, and the ends of all steps.
struct Clock<'a> {
    t: &'a [f64],
    step_t: &'a [f64],
}

impl Clock<'_> {
    /// Of a step its index among those recorded, and its length (s).
    fn step(&self, step: usize) -> Option<(usize, f64)> {
        let end = *self.step_t.get(step)?;
        let start = match step {
            0 => *self.t.first()?,
            _ => self.step_t[step - 1],
        };
        let at = self.t.binary_search_by(|t| t.total_cmp(&end)).ok()?;
        Some((at.checked_sub(1)?, end - start))
    }
}

/// The contacts, or nothing if their arrays do not make sense.
fn touches(npz: &Npz, clock: &Clock<'_>, contacts: usize) -> Result<Vec<Touch>, Option<PlotError>> {
    let table = |e| Some(PlotError::Table(e));
    let [step, id, mode] =
        ["contact_step", "contact_id", "contact_mode"].map(|name| npz.vector(name));
    let (step, id, mode) = (
        step.map_err(table)?,
        id.map_err(table)?,
        mode.map_err(table)?,
    );
    let impulse = npz.matrix("contact_impulse").map_err(table)?;
    (0..step.data().len())
        .map(|i| {
            let index = |data: &[f64]| data.get(i).filter(|x| **x >= 0.0).map(|x| *x as usize);
            let (recorded, h) = clock.step(index(step.data())?)?;
            let touch = Touch {
                step: recorded,
                h,
                id: index(id.data()).filter(|id| *id < contacts)?,
                mode: *Mode::ALL.get(index(mode.data())?)?,
                impulse: impulse.row(i)?.try_into().ok()?,
            };
            Some(touch)
        })
        .collect::<Option<Vec<Touch>>>()
        .ok_or(None)
}
