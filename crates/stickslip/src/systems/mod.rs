//! Systems that come with the crate: those of the papers, and others with known answers.
//!
//! Each is made from a parameters struct with public fields: `Rod::new(RodParameters { friction, ..Default::default() })`.
//! `new` checks the parameters, so that a system that exists can be simulated.

mod balls;
mod brick;
#[cfg(test)]
mod check;
mod cradle;
mod parameters;
mod particle;
mod pendulum;
mod planar;
mod puck;
mod rod;
pub mod ttp01;

pub use balls::{Balls, BallsParameters, Obstacle};
pub use brick::{Brick, BrickParameters};
pub use cradle::{Cradle, CradleParameters};
pub use particle::{Particle, ParticleParameters, Plane};
pub use pendulum::{DoublePendulum, DoublePendulumParameters};
pub use planar::{
    Anchor, Drive, PlanarBodies, PlanarBodiesParameters, PlanarBody, PlanarContact, PlanarJoint,
    Spring, TimeLaw,
};
pub use puck::{FixedTo, Puck, PuckParameters, PuckSpring};
pub use rod::{Rod, RodParameters};
