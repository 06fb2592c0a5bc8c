//! Figures as SVG: plain data in, the text of a file out.
//!
//! | figure | shows |
//! |---|---|
//! | [`LineChart`] | series against x, lines, steps or markers, linear or logarithmic |
//! | [`Panels`] | several of them over one x axis |
//! | [`Convergence`] | errors against step size with fitted orders |
//! | [`FilmStrip`] | planar shapes at chosen times |
//! | [`Trajectories`] | paths of balls in plan and elevation |
//! | [`Arrows`] | the impulses of one instant |
//! | [`CellMap`] | a number or a kind over two parameters, with contours |
//! | [`RangeBars`] | ranges of many numbers as bars |
//! | [`Pictures`] | bodies with the forces on them, several side by side |
//! | [`Solid`] | convex bodies in space, such as friction sets |
//!
//! Every figure has public fields, a `Default`, and `to_svg(theme)`. The text is self-contained, the same data
//! give the same bytes, and several figures can stand in one page of HTML. What is not finite is left
//! out, and a chart says how many points.

mod arrow;
mod arrows;
mod axis;
mod bars;
mod cells;
mod chart;
mod convergence;
mod curve;
mod decimate;
mod field;
mod film;
mod frame;
mod heading;
mod key;
mod note;
mod outline;
mod panels;
mod pictures;
mod place;
mod plane;
mod ramp;
mod series;
mod shape;
mod solid;
mod svg;
mod swatch;
mod text;
mod theme;
mod ticks;
mod times;
mod trajectories;
mod triangle;

pub use arrow::{Arrow, Mode};
pub use arrows::{Arrows, Disc};
pub use axis::{Axis, Scale};
pub use bars::{BarGroup, BarSection, RangeBar, RangeBars};
pub use cells::{CellMap, Fill, Kind};
pub use chart::LineChart;
pub use convergence::{Convergence, fitted_order};
pub use field::Field;
pub use film::{FilmStrip, Instant};
pub use key::Legend;
pub use note::{Band, Note, Rule};
pub use outline::{Look, Outline};
pub use panels::Panels;
pub use pictures::{Force, Picture, Pictures, Place};
pub use series::{Mark, Series};
pub use shape::Shape;
pub use solid::{Solid, Spot, Wires};
#[cfg(test)]
pub(crate) use svg::well_formed;
pub use theme::Theme;
pub use trajectories::{BallPath, Trajectories};
