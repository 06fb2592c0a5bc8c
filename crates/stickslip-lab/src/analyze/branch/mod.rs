//! Solutions by contact mode, and followed while a parameter changes.
//!
//! Once it is said of every contact whether it breaks, sticks or slides, the laws of [TP97 i–iv] are smooth equations: [`all_modes`] solves
//! them for every combination, [`follow`] goes along a solution as friction, or any other parameter, changes. Every answer is judged by an
//! audit that does not know the equations.

mod audit;
#[cfg(test)]
mod cube_tests;
mod ending;
mod equations;
mod follow;
mod inside;
mod least_norm;
mod mode;
mod modes;
mod newton;
mod path;
#[cfg(test)]
mod samples;
mod scaled;
#[cfg(test)]
mod tests;
mod travel;

pub use audit::residual;
pub use follow::{Branch, Event, EventKind, Point, Settings, Start, follow, friction_family};
pub use mode::{ContactMode, JointMode, Modes};
pub use modes::{Enumeration, Found, ModeSolution, all_modes};
