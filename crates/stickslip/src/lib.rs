//! Rigid bodies with exact contact.

mod answer;
mod coordinates;
mod error;
mod friction;
mod mass;
mod report;
mod restitution;
mod rows;
mod simulation;
mod state;
mod step;
mod system;
pub mod systems;

pub use answer::{Answer, Impulse};
pub use coordinates::{Coordinate, Coordinates};
pub use error::Error;
pub use friction::{Friction, FrictionSet, Polyhedron};
pub use mass::Mass;
pub use report::{ContactReport, ImpactReport, Ledger, Mode, Note, Solution, StepReport};
pub use restitution::Restitution;
pub use rows::{Row, Rows};
pub use simulation::Simulation;
pub use state::State;
pub use step::{
    FrictionBound, ImpactLaw, LineariseAt, Locate, Projection, Refinement, Scheme, Settings,
};
pub use system::{ContactSpec, Frame, JointSpec, System};
