//! The data of a chart.

/// How the points of a [`Series`] are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Straight lines from point to point.
    #[default]
    Line,
    /// Each value holds until the next point: what is constant over a time step.
    Steps,
    /// Single points.
    Markers,
    /// Lines with their points.
    LineMarkers,
}

impl Mark {
    pub(super) fn has_line(self) -> bool {
        self != Mark::Markers
    }

    pub(super) fn has_markers(self) -> bool {
        matches!(self, Mark::Markers | Mark::LineMarkers)
    }
}

/// Named points. A point that is not finite is left out and interrupts the line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What the legend calls it; empty for none.
    pub name: String,
    /// Points (x, y) in the order in which they are joined.
    pub points: Vec<[f64; 2]>,
    /// How they are drawn.
    pub mark: Mark,
    /// Number of its colour; its place among the series of the chart if `None`.
    pub colour: Option<usize>,
    /// Whether the line is dashed, for references and bounds.
    pub dashed: bool,
}

impl Series {
    /// Points with a name and a mark.
    pub fn new(
        name: impl Into<String>,
        mark: Mark,
        points: impl IntoIterator<Item = [f64; 2]>,
    ) -> Self {
        let points = points.into_iter().collect();
        Self {
            name: name.into(),
            points,
            mark,
            ..Self::default()
        }
    }

    /// Lines through the points (xᵢ, yᵢ), as far as both go.
    pub fn line(name: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(name, Mark::Line, x.iter().zip(y).map(|(x, y)| [*x, *y]))
    }

    /// Steps that hold yᵢ from xᵢ to the next x, as far as both go.
    pub fn steps(name: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self {
            mark: Mark::Steps,
            ..Self::line(name, x, y)
        }
    }

    /// The same series, dashed.
    pub fn dashed(self) -> Self {
        Self {
            dashed: true,
            ..self
        }
    }

    /// The same series in the colour of that number.
    pub fn coloured(self, colour: usize) -> Self {
        Self {
            colour: Some(colour),
            ..self
        }
    }
}
