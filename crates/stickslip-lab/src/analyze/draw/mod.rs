//! Figures of an analysis: pure functions from what was found to the text of an SVG file.
//!
//! [`counts`] and [`quantity`] draw a map over two parameters, [`motions`] what becomes of motions along one, [`branches`] solutions
//! followed in a parameter, [`force_ranges`] what forces can be while everything sticks, and [`configuration`] the bodies with
//! the forces of each solution side by side.

mod bodies;
mod branches;
mod configuration;
mod line;
mod loads;
mod map;
mod places;
mod ranges;
#[cfg(test)]
mod samples;
mod solids;
mod view;
mod words;

pub use branches::{Diagram, Shown, branches};
pub use configuration::{Scenery, configuration};
pub use line::motions;
pub use map::{counts, quantity};
pub use places::{places, reversed};
pub use ranges::force_ranges;

/// What stands above a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heading<'a> {
    /// What it shows.
    pub title: &'a str,
    /// A second line: parameters, source.
    pub subtitle: &'a str,
}
