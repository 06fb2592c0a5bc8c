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
//!
//! Every figure has public fields, a `Default`, and `to_svg(theme)`. The text is self-contained, the same data
//! give the same bytes, and several figures can stand in one page of HTML. Points that are not finite are left
//! out, and the figure says how many.

mod arrows;
mod axis;
mod chart;
mod convergence;
mod curve;
mod decimate;
mod film;
mod frame;
mod key;
mod panels;
mod place;
mod plane;
mod ramp;
mod series;
mod shape;
mod svg;
mod text;
mod theme;
mod ticks;
mod trajectories;

pub use arrows::{Arrow, Arrows, Disc, Mode};
pub use axis::{Axis, Scale};
pub use chart::LineChart;
pub use convergence::{Convergence, fitted_order};
pub use film::{FilmStrip, Instant};
pub use key::Legend;
pub use panels::Panels;
pub use series::{Mark, Series};
pub use shape::Shape;
pub use theme::Theme;
pub use trajectories::{BallPath, Trajectories};
