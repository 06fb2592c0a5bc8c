//! Rigid bodies with exact contact: impact and friction as complementarity problems, every step certified.
//!
//! Three ways in, from the most to the least convenient:
//!
//! 1. a system that comes with the crate ([`systems`]) in a [`Simulation`];
//! 2. a system of your own: write down masses, forces, gaps and rows in the trait [`System`];
//! 3. one step as plain data: a [`ContactProblem`], solved by a [`Solver`] and judged by an [`Audit`].
//!
//! A rod spins, falls and slaps down on a table, as in Stewart and Trinkle's paper [ST00 4.1]:
//!
//! ```
//! use stickslip::systems::{Rod, RodParameters};
//! use stickslip::{Mode, Scheme, Settings, Simulation};
//!
//! let rod = Rod::new(RodParameters::default())?;
//! let state = rod.state(0.0, 1.0, 30_f64.to_radians(), [0.0, 0.0, 4.0]);
//! let settings = Settings { step: 0.0025, scheme: Scheme::FIXED_POINT, ..Settings::default() };
//! let mut simulation = Simulation::new(rod, state, settings)?;
//!
//! let mut first_impact = None;
//! while simulation.state().t < 0.8 {
//!     let report = simulation.step()?;
//!     assert!(report.solution.solved && report.audit < 1e-9);
//!     if report.contacts.iter().any(|c| c.mode == Mode::Impact) {
//!         first_impact.get_or_insert(report.t);
//!     }
//! }
//! assert_eq!(first_impact, Some(0.3825));
//! assert!((simulation.state().q[0] + 0.2308).abs() < 1e-4);
//! # Ok::<(), stickslip::Error>(())
//! ```
//!
//! One step as data: a block of 2 kg slides at 1 m/s on a floor with μ = 0.5; after 10 ms it has lost μ g h:
//!
//! ```
//! use stickslip::{
//!     Answer, Audit, ContactProblem, Ending, Frame, Friction, Mass, NormalLaw, Refinement, Solver, Ways,
//! };
//!
//! let (mass, gravity, friction, h) = (2.0, 9.81, 0.5, 0.01);
//! // velocity (1, 0) m/s and weight (0, −mg) N
//! let bodies = Mass::diagonal(&[mass, mass])?;
//! let mut problem = ContactProblem::new(bodies, &[1.0, 0.0], &[0.0, -mass * gravity], h)?;
//! let mut floor = Frame::default();
//! floor.normal.push(1, 1.0);
//! floor.tangent.push(0, 1.0);
//! problem.add_contact(0, &floor, Friction::planar(friction), NormalLaw::Velocity)?;
//!
//! let (mut answer, mut ending) = (Answer::default(), Ending::default());
//! let method = complementarity::Method::Auto;
//! let refinement = Refinement::default();
//! let ways = Ways::exact(&method, &refinement);
//! Solver::default().solve(&problem, &ways, &mut answer, &mut ending)?;
//!
//! assert!((answer.velocity[0] - (1.0 - friction * gravity * h)).abs() < 1e-12);
//! assert!((answer.impulses[0].normal - mass * gravity * h).abs() < 1e-12);
//! assert!(Audit::of(&problem, &answer)?.passes(1e-9));
//! # Ok::<(), stickslip::Error>(())
//! ```
//!
//! This crate does no input or output, reads no clock and draws no random numbers: the same data give the same
//! step. A step without a solution is a result, told by its [`StepReport`]; [`Error`] is for bad data only.
//!
//! Tags such as `[ST00 13]` name equations of the papers; the repository's `docs/papers.md` resolves the keys,
//! `docs/equations.md` lists where each equation lives, and `docs/notation.md` is the dictionary of symbols.

mod answer;
mod audit;
mod collide;
mod coordinates;
mod error;
pub mod formulate;
mod friction;
mod instant;
mod islands;
mod mass;
mod natural;
mod problem;
mod report;
mod restitution;
mod room;
mod rows;
#[cfg(test)]
mod samples;
mod simulation;
mod solve;
mod state;
mod step;
mod system;
pub mod systems;
mod vector;
pub mod world;

pub use answer::{Answer, Impulse};
pub use audit::{Audit, ContactAudit, EnergyBooks};
pub use coordinates::{Coordinate, Coordinates};
pub use error::Error;
pub use formulate::{BlockProblem, GlobalProblem, ReducedContact, ReducedProblem, Reduction};
pub use friction::{
    Constraint, Convex, Ellipse, Ellipsoid, Friction, FrictionSet, Mixed, Patch, Planar,
    Polyhedron, Projection as ShapeProjection, Shape, SlipLaw,
};
pub use instant::{
    Apart, Instant, InstantProblem, Level, Look, Motion, SlidingContact, Slip, StepLaw, Touching,
    Verdict,
};
pub use islands::Islands;
pub use mass::Mass;
pub use natural::{GlobalMap, NaturalMap};
pub use problem::{Contact, ContactProblem, Joint, NormalLaw};
pub use report::{
    ContactReport, ImpactReport, IslandMethod, IslandMethods, Ledger, Mode, Note, Solution,
    StepReport,
};
pub use restitution::Restitution;
pub use rows::{Row, RowView, Rows};
pub use simulation::Simulation;
pub use solve::{Ending, Large, ReducedEnd, Solver, Ways};
pub use state::State;
pub use step::{
    Activation, FrictionBound, ImpactLaw, LineariseAt, Locate, Projection, Refinement, Scheme,
    Settings, Stepper, Taken,
};
pub use system::{
    ContactId, ContactSpec, Contacts, Drive, Frame, JointLaw, JointSpec, Part, System,
};
