//! Rigid bodies with exact contact.

mod answer;
mod audit;
mod coordinates;
mod error;
pub mod formulate;
mod friction;
mod instant;
mod islands;
mod mass;
mod problem;
mod report;
mod restitution;
mod rows;
#[cfg(test)]
mod samples;
mod simulation;
mod solve;
mod state;
mod step;
mod system;
pub mod systems;

pub use answer::{Answer, Impulse};
pub use audit::{Audit, ContactAudit, EnergyBooks};
pub use coordinates::{Coordinate, Coordinates};
pub use error::Error;
pub use friction::{Friction, FrictionSet, Polyhedron};
pub use instant::{SlidingContact, Verdict};
pub use islands::Islands;
pub use mass::Mass;
pub use problem::{Contact, ContactProblem, Joint, NormalLaw};
pub use report::{ContactReport, ImpactReport, Ledger, Mode, Note, Solution, StepReport};
pub use restitution::Restitution;
pub use rows::{Row, Rows};
pub use simulation::Simulation;
pub use solve::{Ending, Solver};
pub use state::State;
pub use step::{
    FrictionBound, ImpactLaw, LineariseAt, Locate, Projection, Refinement, Scheme, Settings,
    Stepper,
};
pub use system::{ContactSpec, Frame, JointSpec, System};
