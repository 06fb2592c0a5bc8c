//! Convex questions about the forces of contacts, asked as cone programmes: can everything stick, how large can a force be, can internal
//! forces grow without bound, is a fixture closed, is there an answer at all?
//!
//! A yes comes with forces, a no with a motion or with weights of rows; either is judged from the problem's data alone, without the
//! solver of the programmes.

mod basis;
mod closure;
mod error;
mod existence;
mod forces;
mod held;
mod impossible;
pub(super) mod programme;
#[cfg(test)]
mod random;
mod range;
#[cfg(test)]
pub(super) mod samples;
pub(super) mod spectrum;
mod stick;
mod sticking;
mod wedge;
mod witness;

pub use closure::{Closure, closure};
pub use error::Error;
pub use existence::{Existence, Guarantee, Independence, existence};
pub use impossible::{Impossible, impossible};
pub use range::{ForceRanges, Range, force_ranges};
pub use stick::{NoStick, Stick, power_of, stick};
pub use wedge::{Wedging, separation_of, wedging};
pub use witness::{Witness, is_admissible};
