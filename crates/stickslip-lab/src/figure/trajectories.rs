//! Paths of balls in two views, elevation above plan, to one scale and over one x axis.

use super::axis::{Axis, Scale};
use super::decimate::spaced;
use super::frame::Frame;
use super::heading::{Heading, MARGIN, length};
use super::place::{Placer, around, draw_label};
use super::plane::{Bounds, draw_ground, draw_plane, fit, scale};
use super::svg::{Path, Svg};
use super::theme::{COLOURS, Theme};

/// The path of one ball.
#[derive(Clone, Debug, PartialEq)]
pub struct BallPath {
    /// What is written in the ball, usually its number.
    pub name: String,
    /// Its radius in metres.
    pub radius: f64,
    /// Its centre (x, y, z) over time in metres, z upwards. Points that are not finite are left out.
    pub points: Vec<[f64; 3]>,
}

/// Paths of balls seen from the side (x, z) and from above (x, y), with the balls to scale where they start
/// (dashed) and where they end (filled), as in Figures 7 and 8 of ST00.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectories {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The balls.
    pub balls: Vec<BallPath>,
    /// Height z of the table, if there is one.
    pub table: Option<f64>,
    /// Spheres that do not move, by centre and radius in metres. Their outlines are drawn as far as they are in sight.
    pub obstacles: Vec<([f64; 3], f64)>,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Largest height of each view in px.
    pub height: f64,
}

impl Default for Trajectories {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            balls: Vec::new(),
            table: None,
            obstacles: Vec::new(),
            width: 760.0,
            height: 420.0,
        }
    }
}

/// A view: its name and which coordinate points up.
const VIEWS: [(&str, usize); 2] = [("elevation", 2), ("plan", 1)];

impl Trajectories {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut svg = Svg::default();
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
        let mut y = heading.draw(&mut svg);
        let figure = heading.width();
        let left = MARGIN + 42.0;
        let width = figure - MARGIN - left;
        let highest = length(self.height, 60.0);

        // one scale for both views: that of the one with less room
        let mut boxes = VIEWS.map(|(_, up)| self.bounds(up));
        let tallest = boxes.iter().map(|b| b.span(1)).fold(0.0, f64::max);
        let wide = boxes.iter().map(|b| b.span(0)).fold(0.0, f64::max);
        let pixels = (width / wide).min(highest / tallest);
        for view in &mut boxes {
            let middle = (view.low[0] + view.high[0]) / 2.0;
            view.low[0] = middle - width / pixels / 2.0;
            view.high[0] = middle + width / pixels / 2.0;
        }

        for (bounds, (name, up)) in boxes.iter().zip(VIEWS) {
            let frame = fit(bounds, [left, y + 24.0], width, highest + 1.0);
            let up_axis = Axis::new(format!("{name}:  {}", ["x", "y", "z"][up]), "m");
            y = draw_plane(&mut svg, &frame, &Axis::new("x", "m"), &up_axis) + 16.0;
            if let (Some(height), 2) = (self.table, up) {
                draw_ground(&mut svg, &frame, height);
            }
            svg.window(frame.area);
            for (centre, radius) in &self.obstacles {
                let at = frame.visible([centre[0], centre[up]]);
                if let Some(at) = at.filter(|_| Scale::Linear.shows(*radius)) {
                    svg.circle("hatch", at, (radius.abs() * scale(&frame)).min(1e5));
                }
            }
            svg.end();
            self.draw_view(&mut svg, &frame, up);
        }
        svg.finish(theme, [figure, y + MARGIN - 16.0], &self.title, false)
    }

    fn bounds(&self, up: usize) -> Bounds {
        let mut bounds = Bounds::NONE;
        for ball in &self.balls {
            for point in &ball.points {
                bounds.include([point[0], point[up]], ball.radius.abs());
            }
        }
        // both views need the same x, so a margin is measured along x
        let padded = bounds.padded(0.04);
        match (self.table, up) {
            (Some(height), 2) => padded.with_ground(height),
            _ => padded,
        }
    }

    fn draw_view(&self, svg: &mut Svg, frame: &Frame, up: usize) {
        let mut placer = Placer::new(frame.area.grown(2.0));
        let mut ends = Vec::new();
        // a ball without a radius has no place to scale
        let sized = |(_, ball): &(usize, &BallPath)| Scale::Linear.shows(ball.radius);
        for (i, ball) in self.balls.iter().enumerate().filter(sized) {
            let pixels: Vec<_> = ball
                .points
                .iter()
                .filter_map(|p| frame.visible([p[0], p[up]]))
                .collect();
            let radius = (ball.radius.abs() * scale(frame)).clamp(1.5, 1e4);
            let (Some(first), Some(last)) = (pixels.first(), pixels.last()) else {
                continue;
            };
            let path = spaced(&pixels, 0.4);
            svg.group(&format!("c{}", i % COLOURS));
            svg.circle("thin dash", *first, radius);
            svg.circle("pale", *last, radius);
            svg.path("line", &Path::open(&path));
            svg.circle("ink", *first, 1.8);
            svg.circle("ink", *last, 2.6);
            svg.end();
            placer.avoid_line(&path);
            ends.push((i, *last, radius));
        }
        // names last, so that no later path crosses them
        for (i, at, radius) in ends {
            let mut places = around(at, [0.0, -1.0], &[0.6 * radius.min(40.0), radius + 9.0]);
            places.extend(around(at, [0.0, -1.0], &[radius + 16.0]));
            let name = &self.balls[i].name;
            if let Some(area) = placer.place(name, &places) {
                draw_label(svg, area, "strong", name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::*;

    #[test]
    fn odd_paths() {
        let ball = |points: Vec<[f64; 3]>| BallPath {
            name: "<1>".into(),
            radius: 0.1,
            points,
        };
        let balls = vec![
            ball(vec![]),
            ball(vec![[0.0, 0.0, 1.0]]),
            ball(vec![[f64::NAN, 0.0, 0.0], [1.0, 0.0, f64::INFINITY]]),
            ball(
                (0..100_000)
                    .map(|i| [f64::from(i) * 1e-5, 0.0, 0.1])
                    .collect(),
            ),
            BallPath {
                radius: f64::NAN,
                ..ball(vec![[0.0; 3]])
            },
        ];
        for table in [None, Some(0.0), Some(f64::NAN)] {
            let figure = Trajectories {
                balls: balls.clone(),
                table,
                ..Trajectories::default()
            };
            let svg = figure.to_svg(Theme::Auto);
            well_formed(&svg);
            assert!(svg.len() < 100_000);
        }
        well_formed(&Trajectories::default().to_svg(Theme::Auto));
    }

    #[test]
    fn both_views_show_every_ball() {
        let path = |y: f64| vec![[0.0, y, 1.0], [1.0, y, 0.1]];
        let balls = (0..3)
            .map(|i| BallPath {
                name: format!("{i}"),
                radius: 0.1,
                points: path(f64::from(i)),
            })
            .collect();
        let svg = Trajectories {
            balls,
            table: Some(0.0),
            ..Trajectories::default()
        }
        .to_svg(Theme::Auto);
        let document = well_formed(&svg);
        let discs = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("pale"));
        assert_eq!(discs.count(), 6);
    }
}
