//! One problem looked at from all sides: what is known before anything is solved, all motions that are found, and what is proven about them.

use super::branch::{self, Enumeration};
use super::cone::{self, Closure, Existence, ForceRanges, Impossible, Stick, Wedging};
use super::search::{self, Clusters, Finder, Found, Judge, MethodAnswer};
use super::uniqueness::{self, Bound, Determinants, IndexSum};
use super::verdict::{Evidence, Verdict, verdict};
use super::{FrictionLaw, Posed, unknowns_of};
use stickslip::{Error, InstantProblem};

/// How thoroughly to look.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The search from many starts, and the enumeration of polyhedral problems.
    pub search: search::Settings,
    /// The enumeration of contact modes.
    pub modes: Enumeration,
    /// A contact whose slip acceleration is wanted over two parameters.
    pub slip: Option<usize>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The scene, up to the time that is asked about.
    Run,
    /// Convex questions: can it stick, how large can forces be?
    Cones,
    /// Every combination of contact modes.
    Modes,
    /// Starts from many forces.
    Search,
    /// Proofs of uniqueness.
    Uniqueness,
    /// Where jamming begins.
    Thresholds,
    /// One or two parameters.
    Sweep,
    /// Motions along a parameter.
    Branches,
    /// What moves a threshold.
    Sensitivity,
    /// What removes a jam.
    Remedies,
}

impl Stage {
    /// In a word or two.
    pub fn word(self) -> &'static str {
        match self {
            Self::Run => "run before",
            Self::Cones => "cone programmes",
            Self::Modes => "contact modes",
            Self::Search => "starts",
            Self::Uniqueness => "uniqueness",
            Self::Thresholds => "jam threshold",
            Self::Sweep => "sweep",
            Self::Branches => "branches",
            Self::Sensitivity => "sensitivities",
            Self::Remedies => "remedies",
        }
    }
}

/// How far an analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How much of it is done.
    pub done: usize,
    /// How much there is.
    pub total: usize,
}

/// What is known about a problem. What could not be asked is nothing here, with the reason in `notes`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// Does a solution exist, and is it unique?
    pub verdict: Verdict,
    /// The motions that were found, told apart by their accelerations.
    pub found: Found,
    /// What was known before anything was solved.
    pub existence: Option<Existence>,
    /// A proof that there is no solution.
    pub impossible: Option<Impossible>,
    /// Whether everything can stick.
    pub stick: Option<Stick>,
    /// Between which values forces can be, if everything sticks.
    pub ranges: Option<ForceRanges>,
    /// Whether internal forces can grow without bound.
    pub wedging: Option<Wedging>,
    /// Whether contacts close around what they hold.
    pub closure: Option<Closure>,
    /// Friction up to which the solution is unique.
    pub bound: Option<Bound>,
    /// The signs of all mode selections.
    pub determinants: Option<Determinants>,
    /// The sum of the indices of all solutions found.
    pub index: Option<IndexSum>,
    /// What each method finds.
    pub methods: Vec<MethodAnswer>,
    /// How many combinations of contact modes were solved, and how many there are.
    pub modes: [usize; 2],
    /// Whether bodies move at the instant: what does not accelerate then goes on, and is not jammed.
    pub moving: bool,
    /// What to know about these answers.
    pub notes: Vec<String>,
}

impl Analysis {
    /// Whether the bodies can be stuck at rest.
    pub fn jams(&self) -> bool {
        !self.moving && self.stick.as_ref().is_some_and(Stick::is_jam)
    }

    /// The verdict in a sentence: how many motions, and how that is known.
    pub fn reason(&self) -> String {
        let motions = self.found.solutions.len();
        match self.verdict {
            Verdict::Unique {
                because: Some(proof),
            } => {
                format!("one motion, and no other: {}", proof.words())
            }
            Verdict::Unique { because: None } if self.found.interrupted => {
                "one motion was found before the search was stopped".into()
            }
            Verdict::Unique { because: None } => {
                "one motion was found; that there is no other is not proven".into()
            }
            Verdict::NonUnique if self.found.continuum => {
                "a continuum of motions obeys all laws".into()
            }
            Verdict::NonUnique => format!(
                "{} motions obey all laws, and the rigid model does not choose",
                motions.max(2)
            ),
            Verdict::NoFiniteSolution { proven: true } => {
                "no finite forces and accelerations obey the laws, which is proven".into()
            }
            Verdict::NoFiniteSolution { proven: false } => {
                "no finite forces and accelerations were found; that there are none is not proven"
                    .into()
            }
            Verdict::NotFound if self.found.interrupted => {
                "the search was stopped before it found a motion".into()
            }
            Verdict::NotFound => "theory promises a motion, but the search did not find it".into(),
        }
    }

    /// Whether forces are determined by the motion of full stick; nothing if there is no such motion.
    pub fn forces_are_determinate(&self) -> Option<bool> {
        self.ranges.as_ref().map(ForceRanges::are_determinate)
    }
}

/// Looks at a problem from all sides. `progress` ends the search by saying false: what was found is kept.
pub fn analyze(
    posed: &Posed,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress) -> bool,
) -> Result<Analysis, Error> {
    let problem = &posed.problem;
    let mut notes = Vec::new();
    let mut go_on = true;

    // convex questions
    let mut asked = 0;
    let mut tell = |go_on: &mut bool| {
        let done = asked;
        asked += 1;
        *go_on &= progress(Progress {
            stage: Stage::Cones,
            done,
            total: 6,
        });
        *go_on
    };
    let mut cone = Cone {
        posed,
        notes: &mut notes,
    };
    tell(&mut go_on);
    let stick = cone.ask(cone::stick);
    tell(&mut go_on);
    let impossible = cone.ask(cone::impossible).flatten();
    let existence = tell(&mut go_on)
        .then(|| cone.ask(cone::existence))
        .flatten();
    let ranges = tell(&mut go_on).then(|| cone.ask(cone::force_ranges).flatten());
    let wedging = tell(&mut go_on).then(|| cone.ask(cone::wedging)).flatten();
    let closure = tell(&mut go_on).then(|| cone.ask(cone::closure)).flatten();
    let ranges = ranges.flatten();

    // motions
    let mut modes = [0, 0];
    let mut seeds: Vec<Vec<f64>> = Vec::new();
    if let Some(motion) = stick.as_ref().and_then(|stick| stick.motion.as_ref()) {
        seeds.push(unknowns_of(problem, motion));
    }
    let mut by_mode = Vec::new();
    if go_on {
        let found = branch::all_modes(posed, &settings.modes, &mut |done, total| {
            go_on &= progress(Progress {
                stage: Stage::Modes,
                done,
                total,
            });
            go_on
        })?;
        modes = [found.tried, found.combinations];
        seeds.extend(found.solutions.iter().map(|s| s.unknowns.clone()));
        by_mode = found.solutions;
    }
    let found = match posed.law {
        FrictionLaw::MaximalDissipation => {
            let mut tell = |done, total| {
                go_on &= progress(Progress {
                    stage: Stage::Search,
                    done,
                    total,
                });
                // what was found by modes is judged even when time is up
                go_on || done <= seeds.len()
            };
            let mut found = search::all(problem, &settings.search, &seeds, &mut tell)?;
            found.interrupted |= !go_on;
            found
        }
        FrictionLaw::Collinear => collinear(posed, &settings.search, &by_mode, go_on)?,
    };

    // proofs
    let (mut bound, mut determinants, mut index, mut methods) = (None, None, None, Vec::new());
    if go_on && posed.law == FrictionLaw::MaximalDissipation {
        let mut tell = |done| {
            progress(Progress {
                stage: Stage::Uniqueness,
                done,
                total: 4,
            })
        };
        if tell(0) {
            methods = search::agreement(problem, &found.solutions, &settings.search)?;
        }
        if tell(1) {
            bound = Some(uniqueness::bound(problem)?);
        }
        if tell(2) {
            determinants = Some(uniqueness::determinants(problem, uniqueness::MODES)?);
        }
        if tell(3) {
            index = Some(uniqueness::index_sum(problem, &found.solutions)?);
        }
    }
    let evidence = Evidence {
        found: &found,
        impossible: impossible.as_ref(),
        existence: existence.as_ref(),
        stick: stick.as_ref(),
        bound: bound.as_ref(),
        determinants: determinants.as_ref(),
        index: index.as_ref(),
    };
    let verdict = verdict(problem, &evidence)?;
    Ok(Analysis {
        verdict,
        found,
        existence,
        impossible,
        stick,
        ranges,
        wedging,
        closure,
        bound,
        determinants,
        index,
        methods,
        modes,
        moving: posed.moving,
        notes,
    })
}

/// Asks convex questions, and notes why there is no answer.
struct Cone<'a> {
    posed: &'a Posed,
    notes: &'a mut Vec<String>,
}

impl Cone<'_> {
    fn ask<T>(&mut self, question: fn(&InstantProblem) -> Result<T, cone::Error>) -> Option<T> {
        match question(&self.posed.problem) {
            Ok(answer) => Some(answer),
            Err(error) => {
                let said = error.to_string();
                if !self.notes.contains(&said) {
                    self.notes.push(said);
                }
                None
            }
        }
    }
}

/// What the enumeration of modes found for the law of the printed table, which the other searches do not know.
fn collinear(
    posed: &Posed,
    settings: &search::Settings,
    by_mode: &[branch::ModeSolution],
    finished: bool,
) -> Result<Found, Error> {
    let judge = Judge::new(&posed.problem, settings)?;
    let mut clusters = Clusters::default();
    for s in by_mode {
        let (motion, unknowns) = (s.motion.clone(), s.unknowns.clone());
        let solution = judge.read(motion, unknowns, s.residual, Finder::Modes)?;
        clusters.add(&judge, solution);
    }
    Ok(Found {
        solutions: clusters.into_ordered(&judge),
        interrupted: !finished,
        ..Found::default()
    })
}
