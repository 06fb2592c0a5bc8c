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
//! | [`Solid`] | convex bodies in space, such as friction sets |
//!
//! Every figure has public fields, a `Default`, and `to_svg(theme)`. The text is self-contained, the same data
//! give the same bytes, and several figures can stand in one page of HTML. What is not finite is left
//! out, and a chart says how many points.

mod arrow;
mod arrows;
mod axis;
mod chart;
mod convergence;
mod curve;
mod decimate;
mod film;
mod frame;
mod heading;
mod key;
mod panels;
mod place;
mod plane;
mod ramp;
mod series;
mod shape;
mod solid;
mod svg;
mod text;
mod theme;
mod ticks;
mod times;
mod trajectories;
mod triangle;

pub use arrow::{Arrow, Mode};
pub use arrows::{Arrows, Disc};
pub use axis::{Axis, Scale};
pub use chart::LineChart;
pub use convergence::{Convergence, fitted_order};
pub use film::{FilmStrip, Instant};
pub use key::Legend;
pub use panels::Panels;
pub use series::{Mark, Series};
pub use shape::Shape;
pub use solid::{Solid, Spot, Wires};
pub use theme::Theme;
pub use trajectories::{BallPath, Trajectories};
