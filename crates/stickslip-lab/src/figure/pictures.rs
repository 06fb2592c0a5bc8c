//! Bodies with the forces on them, one picture for each case, side by side and to one scale.

use super::arrow::{draw_arrow, label_places, magnitude, outline};
use super::arrows::round_below;
use super::frame::Frame;
use super::heading::{Heading, MARGIN, length};
use super::note::beside;
use super::outline::{CONE, HATCH, Look, Outline, draw_outline};
use super::place::{Placer, draw_label};
use super::plane::{Bounds, fit, scale};
use super::svg::{Path, Rect, Svg};
use super::text::{fitted, short, width};
use super::theme::{COLOURS, TEXT, TICK, Theme};

/// A force on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Force {
    /// Where the arrow begins.
    pub at: [f64; 2],
    /// The arrow, in the unit of the figure. It may be shorter than the force is large, if that points towards the eye.
    pub vector: [f64; 2],
    /// Which kind it is: a number in the key of the figure.
    pub kind: usize,
    /// What is written beside it.
    pub label: String,
}

/// A point with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where.
    pub at: [f64; 2],
    /// Its name.
    pub name: String,
}

/// One case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// A second line.
    pub subtitle: String,
    /// Shapes, the first drawn first.
    pub outlines: Vec<Outline>,
    /// Forces.
    pub forces: Vec<Force>,
    /// Named points.
    pub places: Vec<Place>,
}

/// Pictures side by side. All have one scale of lengths and one of forces; an arrow in the key gives the latter.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictures {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The cases.
    pub pictures: Vec<Picture>,
    /// Points that must be in sight; what is outside is cut.
    pub focus: Vec<[f64; 2]>,
    /// Kinds of forces: their names and the numbers of their colours.
    pub kinds: Vec<(String, usize)>,
    /// Unit of the forces.
    pub unit: String,
    /// Names and directions of axes, drawn small in a corner of each picture.
    pub axes: Vec<(String, [f64; 2])>,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Largest height of a picture in px.
    pub height: f64,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            pictures: Vec::new(),
            focus: Vec::new(),
            kinds: Vec::new(),
            unit: "N".into(),
            axes: Vec::new(),
            width: 760.0,
            height: 340.0,
        }
    }
}

/// Space between pictures; how long the longest arrow is beside the size of the focus.
const GAP: f64 = 22.0;
const LONGEST: f64 = 0.42;

impl Pictures {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut svg = Svg::default();
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
        let top = heading.draw(&mut svg);
        let figure = heading.width();
        let across = self.pictures.len().clamp(1, 3);
        let columns = if self.pictures.len() == 4 { 2 } else { across };
        let room = (figure - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;

        // metres for a newton, so that the longest arrow is a part of what is in sight
        let strongest = self
            .forces()
            .map(|force| magnitude(force.vector))
            .fold(0.0, f64::max);
        let mut bounds = Bounds::NONE;
        self.focus
            .iter()
            .for_each(|point| bounds.include(*point, 0.0));
        let size = bounds.padded(0.0);
        let size = size.span(0).hypot(size.span(1)) / std::f64::consts::SQRT_2;
        let metres = if strongest > 0.0 {
            LONGEST * size / strongest
        } else {
            0.0
        };
        for force in self.forces() {
            bounds.include(force.at, 0.0);
            bounds.include(tip(force, metres), 0.0);
        }
        let bounds = bounds.padded(0.09);
        let highest = length(self.height, 60.0);
        let probe = fit(&bounds, [0.0, 0.0], room, highest);
        let pixels = metres * scale(&probe);
        let key = self.draw_key(
            &mut svg,
            [MARGIN, top],
            figure - MARGIN,
            (strongest, pixels),
        );

        let (first, high) = (top + key, probe.area.height + 44.0);
        for (i, picture) in self.pictures.iter().enumerate() {
            let corner = [
                MARGIN + (i % columns) as f64 * (room + GAP),
                first + (i / columns) as f64 * (high + GAP),
            ];
            self.draw_picture(&mut svg, picture, (&bounds, corner, room, highest), metres);
        }
        let rows = self.pictures.len().div_ceil(columns) as f64;
        let end = first + rows * high + (rows - 1.0).max(0.0) * GAP;
        svg.finish(theme, [figure, end + MARGIN], &self.title, false)
    }

    /// All forces that can be drawn.
    fn forces(&self) -> impl Iterator<Item = &Force> {
        self.pictures.iter().flat_map(drawable)
    }

    fn draw_picture(
        &self,
        svg: &mut Svg,
        picture: &Picture,
        (bounds, corner, room, highest): (&Bounds, [f64; 2], f64, f64),
        metres: f64,
    ) {
        let [x, y] = corner;
        svg.text(
            "strong",
            [x, y + 11.0],
            &fitted(&picture.title, 1.05 * TEXT, room),
        );
        svg.text(
            "quiet",
            [x, y + 28.0],
            &fitted(&picture.subtitle, TEXT, room),
        );
        let frame = fit(bounds, [x, y + 40.0], room, highest);
        svg.rect("faint", frame.area, 4.0);
        svg.window(frame.area);
        for outline in picture
            .outlines
            .iter()
            .filter(|outline| outline.shape.is_finite())
        {
            draw_outline(svg, &frame, outline);
        }
        svg.end();

        // all arrows before the first label, so that labels know what to keep clear of
        let mut placer = Placer::new(frame.area.grown(-1.0));
        for edge in
            (picture.outlines.iter()).filter(|o| o.look != Look::Cone && o.shape.is_finite())
        {
            let pixels = within(&edge.shape.outline(&frame));
            placer.avoid_line(&pixels);
            if let ([from, .., to], Look::Wall) = (pixels.as_slice(), edge.look) {
                let along = [to[0] - from[0], to[1] - from[1]];
                let aside = HATCH / (2.0 * magnitude(along).max(1e-9));
                let [dx, dy] = [-aside * along[1], aside * along[0]];
                placer.avoid_line(&[*from, *to].map(|[x, y]| [x + dx, y + dy]));
            }
        }
        let drawn: Vec<_> = drawable(picture)
            .map(|force| (force, frame.at(force.at), frame.at(tip(force, metres))))
            .collect();
        for (force, tail, tip) in &drawn {
            svg.group(&format!("c{} force", self.colour(force.kind)));
            draw_arrow(svg, *tail, *tip);
            svg.end();
            let hull = outline(*tail, *tip);
            placer.avoid_line(&hull);
            placer.avoid_line(&[*tail, *tip]);
        }
        self.draw_axes(svg, &frame, &mut placer);
        let places = picture
            .places
            .iter()
            .filter_map(|place| Some((place, frame.visible(place.at)?)));
        let places: Vec<_> = places.collect();
        for (_, at) in &places {
            svg.circle("dot", *at, 3.4);
            placer.avoid_area(Rect::around(*at, 7.0, 7.0));
        }
        for (force, tail, tip) in &drawn {
            if let Some(area) = placer.place(&force.label, &label_places(*tail, *tip, &force.label))
            {
                draw_label(
                    svg,
                    area,
                    &format!("ink c{}", self.colour(force.kind)),
                    &force.label,
                );
            }
        }
        for (place, at) in places {
            let half = width(&place.name, TICK) / 2.0;
            if let Some(area) = placer.place(&place.name, &beside(at, half)) {
                // a name that had to go away keeps a line to its point
                let [x, y] = [
                    at[0].clamp(area.x, area.right()),
                    at[1].clamp(area.y, area.bottom()),
                ];
                if (x - at[0]).hypot(y - at[1]) > 12.0 {
                    svg.line("axis", [x, y], at);
                }
                draw_label(svg, area, "quiet", &place.name);
            }
        }
    }

    fn colour(&self, kind: usize) -> usize {
        self.kinds
            .get(kind)
            .map_or(0, |(_, colour)| colour % COLOURS)
    }

    /// The axes, in the corner where there is the least else.
    fn draw_axes(&self, svg: &mut Svg, frame: &Frame, placer: &mut Placer) {
        const SIDE: f64 = 52.0;
        if self.axes.is_empty() {
            return;
        }
        let area = frame.area.grown(-2.0);
        let (right, bottom) = (area.right() - SIDE, area.bottom() - SIDE);
        let corners = [
            [area.x, bottom],
            [area.x, area.y],
            [right, area.y],
            [right, bottom],
        ];
        let corners = corners.map(|[x, y]| Rect {
            x,
            y,
            width: SIDE,
            height: SIDE,
        });
        let mut best = corners[0];
        for corner in corners {
            if placer.crowd(&corner) < placer.crowd(&best) {
                best = corner;
            }
        }
        placer.avoid_area(best);
        let origin = [best.x + SIDE / 2.0, best.y + SIDE / 2.0];
        for (name, [x, y]) in &self.axes {
            let reach = |far: f64| [origin[0] + far * x, origin[1] - far * y];
            if ![*x, *y].iter().all(|part| part.abs() <= 1.0) {
                continue;
            }
            svg.line("axis", origin, reach(14.0));
            let [x, y] = reach(20.0);
            svg.text("tick quiet middle", [x, y + 3.5], name);
        }
    }

    /// The kinds that appear, and at the right an arrow of a round length; gives back how high it is.
    fn draw_key(
        &self,
        svg: &mut Svg,
        [left, top]: [f64; 2],
        right: f64,
        (strongest, pixels): (f64, f64),
    ) -> f64 {
        let (mut x, mut y) = (left, top + 10.0);
        for (kind, (name, colour)) in self.kinds.iter().enumerate() {
            if !self.forces().any(|force| force.kind == kind) {
                continue;
            }
            svg.group(&format!("c{}", colour % COLOURS));
            draw_arrow(svg, [x, y - 4.0], [x + 24.0, y - 4.0]);
            svg.end();
            svg.text("", [x + 31.0, y], name);
            x += 31.0 + width(name, TEXT) + 20.0;
        }
        let mut outlines = self.pictures.iter().flat_map(|picture| &picture.outlines);
        if outlines.any(|outline| outline.look == Look::Cone) {
            let wedge = [[x, y - 4.0], [x + 22.0, y - 11.0], [x + 22.0, y + 3.0]];
            svg.path(CONE, &Path::closed(&wedge));
            svg.text("", [x + 29.0, y], "friction cone");
            x += 29.0 + width("friction cone", TEXT) + 20.0;
        }
        if strongest > 0.0 {
            let round = round_below(0.8 * strongest);
            let label = format!("{} {}", short(round, 1), self.unit);
            let end = right - width(&label, TEXT) - 8.0;
            if end - round * pixels < x {
                y += 20.0;
            }
            draw_arrow(svg, [end - round * pixels, y - 4.0], [end, y - 4.0]);
            svg.text("end", [right, y], &label);
        }
        y - top + 16.0
    }
}

fn drawable(picture: &Picture) -> impl Iterator<Item = &Force> {
    let finite = |pair: &[f64; 2]| pair.iter().all(|value| value.abs() < 1e150);
    (picture.forces.iter()).filter(move |force| finite(&force.at) && finite(&force.vector))
}

fn tip(force: &Force, metres: f64) -> [f64; 2] {
    [0, 1].map(|axis| force.at[axis] + metres * force.vector[axis])
}

/// Points on the page or not far from it.
fn within(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let near = |point: &[f64; 2]| point.iter().all(|x| x.abs() < 5e3);
    points.iter().copied().filter(near).collect()
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::super::svg::well_formed;
    use super::*;

    fn force(vector: [f64; 2]) -> Force {
        Force {
            at: [0.0, 0.0],
            vector,
            kind: 0,
            label: "3 N".into(),
        }
    }

    fn pictures(count: usize) -> Pictures {
        let picture = Picture {
            title: "jam".into(),
            outlines: vec![
                Outline {
                    shape: Shape::Polygon(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
                    look: Look::Body,
                },
                Outline {
                    shape: Shape::Polyline(vec![[1.0, 0.0], [-1.0, 0.0]]),
                    look: Look::Wall,
                },
            ],
            forces: vec![force([0.0, 3.0]), force([1.0, 0.0])],
            places: vec![Place {
                at: [0.0, 0.0],
                name: "foot".into(),
            }],
            ..Picture::default()
        };
        Pictures {
            pictures: vec![picture; count],
            focus: vec![[0.0, 0.0], [1.0, 1.0]],
            kinds: vec![("normal force".into(), 0)],
            axes: vec![("x".into(), [1.0, 0.0])],
            ..Pictures::default()
        }
    }

    #[test]
    fn every_case_has_its_arrows() {
        for count in [1, 2, 3, 4, 7] {
            let svg = pictures(count).to_svg(Theme::Auto);
            let document = well_formed(&svg);
            let has = |class: &str| {
                let is = |node: &roxmltree::Node| {
                    node.attribute("class")
                        .is_some_and(|c| c.split(' ').any(|c| c == class))
                };
                document.descendants().filter(is).count()
            };
            assert_eq!(has("force"), 2 * count);
            assert_eq!(has("solid"), count);
            assert_eq!(svg.matches(">foot<").count(), count);
        }
    }

    #[test]
    fn odd_pictures() {
        let mut odd = pictures(1);
        let picture = &mut odd.pictures[0];
        picture.forces.extend([
            force([f64::NAN, 0.0]),
            force([f64::INFINITY, 0.0]),
            force([0.0, 0.0]),
        ]);
        picture.places.push(Place {
            at: [f64::NAN, 0.0],
            name: "nowhere".into(),
        });
        picture.outlines.push(Outline {
            shape: Shape::Circle {
                c: [0.0, -1e9],
                r: 1e9,
                mark: None,
            },
            look: Look::Body,
        });
        odd.focus.push([f64::INFINITY, 0.0]);
        odd.axes.push(("y".into(), [f64::NAN, 0.0]));
        well_formed(&odd.to_svg(Theme::Auto));
        well_formed(&Pictures::default().to_svg(Theme::Dark));
    }
}
