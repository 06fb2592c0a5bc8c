//! All motions of one problem of a family, as far as a search with few starts and good seeds finds them.
//!
//! The seeds are the forces of the neighbours in the family, and those of a jam: random starts seldom come to a jam, and where a branch has
//! been followed from a neighbour a few of them suffice.

use super::jam::Jam;
use crate::analyze::branch::{self, Enumeration, ModeSolution, all_modes};
use crate::analyze::search::{self, ContactMode, Solution};
use crate::analyze::{FrictionLaw, Posed, unknowns_of};
use serde::Serialize;
use stickslip::Motion;

/// One motion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// √Σ v̇ᵢ² of the acceleration, whatever the units of its entries are.
    pub norm: f64,
    /// What each contact does.
    pub modes: Vec<ContactMode>,
    /// Whether everything that carries force sticks, at rest.
    pub stuck: bool,
    /// How far it is from the laws, relative to the data.
    pub residual: f64,
    /// Forces and accelerations.
    #[serde(skip)]
    pub motion: Motion,
    /// The unknowns of the reduced problem.
    #[serde(skip)]
    pub unknowns: Vec<f64>,
}

/// All motions that were found at one point.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answers {
    /// From the slowest acceleration to the fastest.
    pub answers: Vec<Answer>,
    /// Whether it is proven that there are no others.
    pub complete: bool,
    /// Whether some of them are ends of a continuum of motions.
    pub continuum: bool,
    /// How far it is from jamming; nothing if that could not be decided.
    pub jam: Option<Jam>,
}

impl Answers {
    /// Searches from seeds, which are unknowns of neighbouring problems, and from some random starts.
    pub(super) fn of(posed: &Posed, starts: usize, seeds: &[&Answers]) -> Result<Self, String> {
        let (jam, held) = match Jam::of(posed) {
            Ok((jam, held)) => (Some(jam), held),
            Err(_) => (None, None),
        };
        let mut out = match posed.law {
            FrictionLaw::MaximalDissipation => {
                let length = posed
                    .problem
                    .reduce()
                    .map_err(|error| error.to_string())?
                    .len();
                let known = seeds.iter().flat_map(|seeds| &seeds.answers);
                let mut forces: Vec<Vec<f64>> = known.map(|a| a.unknowns.clone()).collect();
                forces.extend(held.map(|held| unknowns_of(&posed.problem, &held)));
                // neighbours may have other contacts
                forces.retain(|forces| forces.len() == length);
                searched(posed, starts, &forces)
            }
            FrictionLaw::Collinear => by_modes(posed, starts),
        }?;
        out.jam = jam;
        Ok(out)
    }

    /// Adds what the motions of a neighbour lead to.
    pub(super) fn learn(&mut self, posed: &Posed, neighbour: &Self) -> Result<(), String> {
        let is_searched = posed.law == FrictionLaw::MaximalDissipation;
        if self.complete || !is_searched || neighbour.answers.is_empty() {
            return Ok(());
        }
        let own = self.clone();
        let jam = self.jam;
        *self = Self::of(posed, 0, &[&own, neighbour])?;
        self.jam = jam;
        Ok(())
    }

    /// The slowest motion.
    pub fn slowest(&self) -> Option<&Answer> {
        self.answers.first()
    }
}

fn searched(posed: &Posed, starts: usize, seeds: &[Vec<f64>]) -> Result<Answers, String> {
    let settings = search::Settings {
        starts,
        ..search::Settings::quick()
    };
    let found = search::all(&posed.problem, &settings, seeds, &mut |_, _| true);
    let found = found.map_err(|error| error.to_string())?;
    Ok(Answers {
        answers: found.solutions.into_iter().map(Answer::from).collect(),
        complete: found.complete,
        continuum: found.continuum,
        jam: None,
    })
}

/// For friction straight against the acceleration: no solver of the library knows that law, the equations of the modes do.
fn by_modes(posed: &Posed, starts: usize) -> Result<Answers, String> {
    let settings = Enumeration {
        starts: starts.max(8),
        ..Enumeration::default()
    };
    let found = all_modes(posed, &settings, &mut |_, _| true).map_err(|error| error.to_string())?;
    let mut answers: Vec<Answer> = found.solutions.into_iter().map(Answer::from).collect();
    // what sticks may be carried along
    let free = posed.problem.data().free.iter().map(|a| a * a).sum::<f64>();
    for answer in &mut answers {
        answer.stuck &= answer.norm <= 1e-7 * free.sqrt();
    }
    answers.sort_by(|a, b| a.norm.total_cmp(&b.norm));
    Ok(Answers {
        answers,
        ..Answers::default()
    })
}

fn norm(motion: &Motion) -> f64 {
    let squares = motion.acceleration.iter().map(|a| a * a);
    squares.sum::<f64>().sqrt()
}

impl From<Solution> for Answer {
    fn from(solution: Solution) -> Self {
        Self {
            norm: norm(&solution.motion),
            stuck: solution.is_stuck(),
            modes: solution.modes,
            residual: solution.residual,
            motion: solution.motion,
            unknowns: solution.unknowns,
        }
    }
}

impl From<ModeSolution> for Answer {
    fn from(solution: ModeSolution) -> Self {
        let norm = norm(&solution.motion);
        let stuck = solution.modes.is_stuck();
        let word = |mode: &branch::ContactMode| match mode {
            branch::ContactMode::Break => ContactMode::Break,
            branch::ContactMode::Slide => ContactMode::Slide,
            branch::ContactMode::Stick if stuck => ContactMode::Stick,
            branch::ContactMode::Stick => ContactMode::Roll,
        };
        Self {
            norm,
            stuck,
            modes: solution.modes.contacts.iter().map(word).collect(),
            residual: solution.residual,
            motion: solution.motion,
            unknowns: solution.unknowns,
        }
    }
}
