//! One arrow: what it stands for, its form, and where its label may stand.

use super::place::around;
use super::svg::{Path, Svg};
use super::text::width;
use super::theme::TICK;

/// What a contact does in the instant that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The surfaces move together.
    Sticking,
    /// They slide along each other.
    Sliding,
    /// They leave each other.
    Separating,
    /// They have just met.
    Impact,
}

impl Mode {
    pub(super) const ALL: [Mode; 4] = [
        Mode::Sticking,
        Mode::Sliding,
        Mode::Separating,
        Mode::Impact,
    ];

    /// Its name, also that of its colour.
    pub(super) fn name(self) -> &'static str {
        match self {
            Mode::Sticking => "sticking",
            Mode::Sliding => "sliding",
            Mode::Separating => "separating",
            Mode::Impact => "impact",
        }
    }
}

/// An impulse or force on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The contact point in metres, where the arrow begins.
    pub at: [f64; 2],
    /// What it does, in the unit of the figure.
    pub vector: [f64; 2],
    /// The state of its contact.
    pub mode: Mode,
    /// Number of the disc on which it acts. The arrow then begins a little inside that disc, which tells action
    /// from reaction.
    pub on: Option<usize>,
    /// What is written beside it; its magnitude if `None`.
    pub label: Option<String>,
}

pub(super) fn magnitude([x, y]: [f64; 2]) -> f64 {
    x.hypot(y)
}

/// A solid arrow; one too short to have a direction becomes a dot.
pub(super) fn draw_arrow(svg: &mut Svg, tail: [f64; 2], tip: [f64; 2]) {
    if magnitude([tip[0] - tail[0], tip[1] - tail[1]]) < 1.5 {
        svg.circle("ink", tail, 1.8);
    } else {
        svg.path("ink", &Path::closed(&outline(tail, tip)));
    }
}

/// The corners of an arrow. The head shrinks with a short arrow.
pub(super) fn outline(tail: [f64; 2], tip: [f64; 2]) -> [[f64; 2]; 7] {
    let along = [tip[0] - tail[0], tip[1] - tail[1]];
    let length = magnitude(along);
    let [tx, ty] = if length > 0.0 {
        along.map(|part| part / length)
    } else {
        [0.0, 0.0]
    };
    let head = (0.62 * length).min(11.0);
    let (wide, shaft) = (0.42 * head, (0.14 * head).max(0.6));
    let at = |s: f64, across: f64| {
        [
            tail[0] + s * tx - across * ty,
            tail[1] + s * ty + across * tx,
        ]
    };
    let neck = length - head;
    [
        at(0.0, shaft),
        at(neck, shaft),
        at(neck, wide),
        at(length, 0.0),
        at(neck, -wide),
        at(neck, -shaft),
        at(0.0, -shaft),
    ]
}

/// Where the label of an arrow may stand: beyond its tip, beside its shaft, further out.
pub(super) fn label_places(tail: [f64; 2], tip: [f64; 2], label: &str) -> Vec<[f64; 2]> {
    let along = [tip[0] - tail[0], tip[1] - tail[1]];
    let length = magnitude(along).max(1e-9);
    let normal = [-along[1] / length, along[0] / length];
    // half of what a label is wider than high
    let side = (width(label, TICK) / 2.0 - 7.0).max(0.0);
    let mut places = around(tip, along, &[10.0 + 0.8 * side]);
    for (share, distance) in [(0.6, 13.0), (0.35, 13.0), (0.85, 13.0), (0.6, 18.0)] {
        let at = [tail[0] + share * along[0], tail[1] + share * along[1]];
        let far = distance + side * normal[0].abs();
        places.extend([far, -far].map(|far| [at[0] + normal[0] * far, at[1] + normal[1] * far]));
    }
    places.extend(around(tip, along, &[18.0 + side, 28.0 + side]));
    places
}
