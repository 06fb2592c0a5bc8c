//! How to step: scheme, impact law, and the tolerances of everything that iterates.

use crate::error::Error;
use crate::solve::{Large, Ways};
use complementarity::Method;

/// More substeps than this are a slip of the pen.
const MOST_SUBSTEPS: usize = 1000;

/// A million parts of a step: more take for ever, and a part that is halved often enough is nothing at all.
const MOST_HALVINGS: usize = 20;

/// Settings of a simulation. [`Default`] is the Stewart–Trinkle scheme at h = 1/240 s.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Length h of a step (s), positive.
    pub step: f64,
    /// [`Simulation`](crate::Simulation) looks for contacts once in a step and then takes so many steps of h / substeps, at least
    /// one, with the contacts that it found. What they are made of is fixed to the bodies, so gaps and rows are those of each
    /// substep; only the search is shared, and looks as far as the whole step can come.
    pub substeps: usize,
    /// The time-stepping scheme.
    pub scheme: Scheme,
    /// What happens when bodies meet at contacts with restitution. Contacts without are inelastic under every law.
    pub impact: ImpactLaw,
    /// Find the time of each impact inside the step; `None` lets impacts happen within a step [ST00 §5].
    pub locate: Option<Locate>,
    /// Put q back onto f ≥ 0 and g = 0 after each step.
    pub projection: Projection,
    /// Which contacts are in the problem of a step from the start.
    pub activation: Activation,
    /// Add contacts that a solved step would violate, and solve again [ST00 §4]. Off, they wait for the next step.
    pub enlarge: bool,
    /// A gap below this counts as closed (m); 0 is exact, rounding errors then decide for resting contacts.
    pub touch: f64,
    /// An approach slower than this (m/s) is no impact, and a rebound slower than this no rebound: restitution does
    /// not apply, and a bouncing ball comes to rest after finitely many bounces.
    pub rest_speed: f64,
    /// A slip slower than this (m/s) counts as sticking where friction depends on the slip speed.
    pub rest_slip: f64,
    /// Direction refinement at contacts with a curved cone, where problems are solved by pivoting.
    pub refinement: Refinement,
    /// The solver of the complementarity problems.
    pub method: Method,
    /// A step whose problem cannot be solved is taken again in halves, up to so many times over, at most 20; 0 takes the best answer found.
    pub halvings: usize,
    /// Islands that stand still are not solved again as long as the impulses of the last step hold them there, which is checked
    /// in every step [APS98 §2.4]. Velocities below 1e-10 of what the forces of a step would give become zero.
    pub sleep: bool,
    /// Islands of many contacts.
    pub large: Large,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            step: 1.0 / 240.0,
            substeps: 1,
            scheme: Scheme::default(),
            impact: ImpactLaw::default(),
            locate: None,
            projection: Projection::default(),
            activation: Activation::default(),
            enlarge: true,
            touch: 1e-10,
            rest_speed: 1e-3,
            rest_slip: 1e-9,
            refinement: Refinement::default(),
            method: Method::default(),
            halvings: 0,
            sleep: false,
            large: Large::default(),
        }
    }
}

/// A time-stepping scheme: how contact enters the problem of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scheme {
    /// Position level [ST00 13]: the linearised gap at the end of the step is not negative.
    StewartTrinkle {
        /// Where gaps and rows are evaluated.
        linearise_at: LineariseAt,
    },
    /// Velocity level [APS98 14]: contacts that the prediction would violate may not approach. Always solvable.
    AnitescuPotra,
    /// The nonlinear version [ST00 3.4]: position level, repeated with gaps, rows and masses at the new position.
    FixedPoint {
        /// Stop when the data of the problem (rows, gaps, masses, free motion) change by no more than this, relative (1).
        tolerance: f64,
        /// Give up after so many rounds and say so.
        rounds: usize,
    },
    /// The implicit scheme of Tzitzouris and Pang [TTP01 §4]: gaps, rows, masses and forces at the end of the step, by
    /// Newton's method on the whole nonlinear problem. It allows large steps.
    TzitzourisPang {
        /// Stop when the audit of the problem at the end of the step passes this (1).
        tolerance: f64,
        /// Newton steps before the time step is halved.
        iterations: usize,
    },
}

impl Scheme {
    /// Whether forces, rows and friction are those of the end of the step.
    pub fn is_implicit(&self) -> bool {
        matches!(self, Self::FixedPoint { .. } | Self::TzitzourisPang { .. })
    }

    /// Stewart–Trinkle with its default linearisation.
    pub const STEWART_TRINKLE: Self = Self::StewartTrinkle {
        linearise_at: LineariseAt::Prediction,
    };
    /// Fixed point with default tolerance.
    pub const FIXED_POINT: Self = Self::FixedPoint {
        tolerance: 1e-10,
        rounds: 50,
    };
    /// Tzitzouris–Pang with default tolerance.
    pub const TZITZOURIS_PANG: Self = Self::TzitzourisPang {
        tolerance: 1e-12,
        iterations: 30,
    };
    /// The names that [`Scheme::parse`] knows.
    pub const NAMES: [&'static str; 4] = [
        "stewart-trinkle",
        "anitescu-potra",
        "fixed-point",
        "tzitzouris-pang",
    ];

    /// The scheme of that name, with default settings.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "stewart-trinkle" => Self::STEWART_TRINKLE,
            "anitescu-potra" => Self::AnitescuPotra,
            "fixed-point" => Self::FIXED_POINT,
            "tzitzouris-pang" => Self::TZITZOURIS_PANG,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::StewartTrinkle { .. } => "stewart-trinkle",
            Self::AnitescuPotra => "anitescu-potra",
            Self::FixedPoint { .. } => "fixed-point",
            Self::TzitzourisPang { .. } => "tzitzouris-pang",
        }
    }
}

impl Default for Scheme {
    fn default() -> Self {
        Self::STEWART_TRINKLE
    }
}

/// The configuration q̂ at which a position-level step is linearised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineariseAt {
    /// q + h G v, where the old velocity leads: f + h n·(v⁺ − v) ≥ 0.
    #[default]
    Prediction,
    /// q, the start of the step: f + h n·v⁺ ≥ 0.
    Start,
}

/// Which contacts without restitution take part in a position-level step. Contacts with restitution, and those of the
/// velocity level, always take part when the prediction closes them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activation {
    /// Those that carried an impulse in the step before, and those that the prediction closes [ST00 §4].
    #[default]
    Predicted,
    /// All of them.
    All,
    /// Those whose gap at the start of the step is no larger than this (m): the rule behind the bouncing that TTP01
    /// prints for its second problem.
    Near {
        /// The largest gap (m), not negative.
        gap: f64,
    },
}

/// What an impact with restitution does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactLaw {
    /// n·v⁺ ≥ −ε n·v⁻ [Ste00 3.11]. Can create energy when there is friction.
    #[default]
    Newton,
    /// Compression, then decompression with ε times its normal impulse [APS98 27], [APS98 28].
    Poisson(FrictionBound),
    /// v⁺ = (1 + ε) v^c − ε v⁻ [APS98 §4]: never creates energy, reverses slip.
    Shortcut,
    /// The energy recovered at the contact is ε² times that absorbed. For one contact at a time.
    Stronge,
}

/// Which normal impulse bounds friction in Poisson's decompression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrictionBound {
    /// All of it: μ (c_n^d + ε c_n^c).
    #[default]
    Corrected,
    /// As [APS98 28] prints it, μ c_n^d: creates energy even with one contact. For comparison only.
    AsPrinted,
}

impl ImpactLaw {
    /// The names that [`ImpactLaw::parse`] knows.
    pub const NAMES: [&'static str; 5] = [
        "newton",
        "poisson",
        "poisson-as-printed",
        "shortcut",
        "stronge",
    ];

    /// The law of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "newton" => Self::Newton,
            "poisson" => Self::Poisson(FrictionBound::Corrected),
            "poisson-as-printed" => Self::Poisson(FrictionBound::AsPrinted),
            "shortcut" => Self::Shortcut,
            "stronge" => Self::Stronge,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Newton => "newton",
            Self::Poisson(FrictionBound::Corrected) => "poisson",
            Self::Poisson(FrictionBound::AsPrinted) => "poisson-as-printed",
            Self::Shortcut => "shortcut",
            Self::Stronge => "stronge",
        }
    }
}

/// How impact times are found. Between impacts, a system that nothing touches moves by the mean of its velocities
/// before and after a step, which is exact under constant forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Locate {
    /// Accuracy of the gap at the impact (m).
    pub tolerance: f64,
    /// The Zeno cut-off beside [`Settings::rest_speed`]: after so many impacts in one step the rest of it is inelastic.
    pub impacts: usize,
}

impl Default for Locate {
    fn default() -> Self {
        Self {
            tolerance: 1e-12,
            impacts: 100,
        }
    }
}

/// What is put back onto its constraints after each step, leaving velocities alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// Nothing: the scheme as published.
    Off,
    /// Joints: drift off g = 0 is removed [APS98 §2.5].
    #[default]
    Joints,
    /// Joints and contacts: penetration is removed as well [ST00 3.3].
    All,
}

/// How polyhedral friction approaches a round cone [APS98 23].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refinement {
    /// Largest angle (rad) between the friction of a sliding contact and the opposite of its slip.
    pub tolerance: f64,
    /// Give up after so many re-solves and say so.
    pub rounds: usize,
}

impl Default for Refinement {
    fn default() -> Self {
        Self {
            tolerance: 1e-6,
            rounds: 40,
        }
    }
}

impl Settings {
    /// How the problems of a step are solved.
    pub(crate) fn ways(&self) -> Ways<'_> {
        Ways {
            method: &self.method,
            refinement: &self.refinement,
            large: self.large,
            keep_rest: false,
        }
    }

    /// Checks every number.
    pub fn validate(&self) -> Result<(), Error> {
        let positive = |field: &'static str, value: f64| match value.is_finite() && value > 0.0 {
            true => Ok(()),
            false => Err(Error::BadSetting {
                field,
                value,
                expected: "a positive finite number",
            }),
        };
        positive("step", self.step)?;
        if !(1..=MOST_SUBSTEPS).contains(&self.substeps) {
            return Err(Error::BadSetting {
                field: "substeps",
                value: self.substeps as f64,
                expected: "a whole number from 1 to 1000",
            });
        }
        if self.halvings > MOST_HALVINGS {
            return Err(Error::BadSetting {
                field: "halvings",
                value: self.halvings as f64,
                expected: "a whole number from 0 to 20",
            });
        }
        if !(self.touch.is_finite() && self.touch >= 0.0) {
            return Err(Error::BadSetting {
                field: "touch",
                value: self.touch,
                expected: "a finite length ≥ 0 (m)",
            });
        }
        if !(self.rest_speed.is_finite() && self.rest_speed >= 0.0) {
            return Err(Error::BadSetting {
                field: "rest_speed",
                value: self.rest_speed,
                expected: "a finite speed ≥ 0 (m/s)",
            });
        }
        if let Activation::Near { gap } = self.activation
            && !(gap.is_finite() && gap >= 0.0)
        {
            return Err(Error::BadSetting {
                field: "activation.near",
                value: gap,
                expected: "a finite length ≥ 0 (m)",
            });
        }
        positive("large.relative", self.large.relative)?;
        positive("large.violation", self.large.violation)?;
        if !(0.0..=1.0).contains(&self.large.proximal) {
            return Err(Error::BadSetting {
                field: "large.proximal",
                value: self.large.proximal,
                expected: "a part from 0 (rigid) to 1",
            });
        }
        if !(self.rest_slip.is_finite() && self.rest_slip >= 0.0) {
            return Err(Error::BadSetting {
                field: "rest_slip",
                value: self.rest_slip,
                expected: "a finite speed ≥ 0 (m/s)",
            });
        }
        positive("refinement.tolerance", self.refinement.tolerance)?;
        if let Scheme::FixedPoint { tolerance, rounds } = self.scheme {
            positive("scheme.tolerance", tolerance)?;
            positive("scheme.rounds", rounds as f64)?;
        }
        if let Scheme::TzitzourisPang {
            tolerance,
            iterations,
        } = self.scheme
        {
            positive("scheme.tolerance", tolerance)?;
            positive("scheme.iterations", iterations as f64)?;
            if self.locate.is_some() {
                return Err(Error::LocateImplicit);
            }
        }
        if let Some(locate) = self.locate {
            positive("locate.tolerance", locate.tolerance)?;
            positive("locate.impacts", locate.impacts as f64)?;
        }
        self.method.validate().map_err(Error::Method)
    }
}
