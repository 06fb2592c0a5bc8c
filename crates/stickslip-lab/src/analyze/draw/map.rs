//! Maps over two parameters: how many solutions there are and where it jams, or a quantity of the slowest motion [TP97 Fig. 3].

use super::Heading;
use super::words::COUNTS;
use crate::analyze::sweep::{Map, MapPoint};
use crate::figure::{Axis, CellMap, Field, Fill, Kind, Theme};

/// The number of solutions at each point, hatched where it jams.
pub fn counts(map: &Map, axes: &[Axis; 2], heading: Heading, theme: Theme) -> String {
    let kinds = COUNTS.map(|(name, colour)| Kind {
        name: name.into(),
        colour,
    });
    let cell = |point: &MapPoint| Some(point.count?.min(COUNTS.len() - 1));
    let fill = Fill::Kinds {
        kinds: kinds.to_vec(),
        cells: map.points.iter().map(cell).collect(),
    };
    figure(map, axes, heading, fill).to_svg(theme)
}

/// The quantity of the map, by colour and contours, hatched where it jams.
pub fn quantity(map: &Map, axes: &[Axis; 2], of: &Axis, heading: Heading, theme: Theme) -> String {
    let fill = Fill::Numbers {
        axis: of.clone(),
        cells: map.points.iter().map(|point| point.quantity).collect(),
    };
    figure(map, axes, heading, fill).to_svg(theme)
}

fn figure(map: &Map, axes: &[Axis; 2], heading: Heading, fill: Fill) -> CellMap {
    let [x, y] = axes.clone();
    let [columns, rows] = map.axes.clone();
    let subtitle = match map.interrupted {
        true => {
            let total = columns.len() * rows.len();
            format!(
                "{} (interrupted: {} of {total} points)",
                heading.subtitle,
                map.points.len()
            )
        }
        false => heading.subtitle.into(),
    };
    CellMap {
        title: heading.title.into(),
        subtitle,
        x,
        y,
        columns,
        rows,
        fill,
        region: region(map),
        region_names: ["jams".into(), "jamming begins".into()],
        ..CellMap::default()
    }
}

/// The margin of jamming; nothing if it is nowhere known.
fn region(map: &Map) -> Option<Field> {
    let finite = map
        .points
        .iter()
        .filter_map(|point| point.margin)
        .filter(|margin| margin.is_finite());
    let largest = finite.fold(0.0, |largest: f64, margin| largest.max(margin.abs()));
    let largest = if largest > 0.0 { largest } else { 1.0 };
    // the sign says whether it jams; margins without end, and those that rounding made 0, are given a size
    let value = |point: &MapPoint| {
        let size = point
            .margin
            .map_or(f64::INFINITY, f64::abs)
            .clamp(1e-6 * largest, largest);
        match point.jams {
            Some(true) => size,
            Some(false) => -size,
            None => f64::NAN,
        }
    };
    let values: Vec<f64> = map.points.iter().map(value).collect();
    values.iter().any(|value| value.is_finite()).then(|| Field {
        columns: map.axes[0].clone(),
        rows: map.axes[1].clone(),
        values,
    })
}

#[cfg(test)]
mod tests {
    use super::super::samples::{posed_problem, posed_scene, write};
    use super::*;
    use crate::analyze::sweep::{MapSettings, map, slip_of};
    use crate::figure::well_formed;

    fn count(svg: &str, class: &str) -> usize {
        let document = well_formed(svg);
        let has = |n: &roxmltree::Node| {
            n.attribute("class")
                .is_some_and(|c| c.split(' ').any(|c| c == class))
        };
        document.descendants().filter(has).count()
    }

    /// [TP97 Fig. 3]: |a_2T| over μ1 and μ2, for ζ = 2 and for ζ = 0, where det J = 0.
    #[test]
    fn figure_3_of_the_paper() {
        let settings = MapSettings {
            points: [20, 20],
            starts: 0,
            ..MapSettings::over([[0.1, 1.0]; 2])
        };
        let axes =
            ["friction of the rod μ₁", "friction of the hump μ₂"].map(|name| Axis::new(name, ""));
        let slip = slip_of(1);
        for zeta in [2.0, 0.0] {
            let plane = |mu1: f64, mu2: f64| {
                posed_problem(
                    "tp97-example-1",
                    &[("mu1", mu1), ("mu2", mu2), ("zeta", zeta)],
                )
            };
            let map = map(&plane, &settings, Some(&slip), &mut |_, _| true);
            let title = format!("Slip of the cube on the hump, ζ = {zeta}");
            let heading = Heading {
                title: &title,
                subtitle: "TP97, first example, Figure 3",
            };
            let svg = quantity(
                &map,
                &axes,
                &Axis::new("|a₂T|", "m/s²"),
                heading,
                Theme::Auto,
            );
            write(&format!("map-figure-3-zeta-{zeta}"), &svg);
            assert!(
                count(&svg, "cells") > 5 && count(&svg, "contour") >= 3,
                "{zeta}"
            );
            assert_eq!(
                svg,
                quantity(
                    &map,
                    &axes,
                    &Axis::new("|a₂T|", "m/s²"),
                    heading,
                    Theme::Auto
                )
            );
        }
    }

    /// The drawer jams where μ ≥ length/(2 e): the line is that hyperbola, to what a straight line between samples can be.
    #[test]
    fn the_drawer_jams_above_a_hyperbola() {
        let settings = MapSettings {
            points: [21, 17],
            ..MapSettings::over([[0.1, 1.1], [0.12, 0.6]])
        };
        let plane = |mu: f64, e: f64| posed_scene("drawer", &[("mu", mu), ("eccentricity", e)]);
        let map = map(&plane, &settings, None, &mut |_, _| true);
        let lines = region(&map).expect("decided").contours(0.0);
        assert_eq!(lines.len(), 1);
        for [mu, e] in &lines[0] {
            assert!((mu - 0.15 / e).abs() < 0.02, "{mu} {e}");
        }
        let axes = [
            Axis::new("coefficient of friction μ", ""),
            Axis::new("eccentricity of the pull", "m"),
        ];
        let heading = Heading {
            title: "Drawer: solutions and jamming",
            subtitle: "guides of 0.3 m",
        };
        let svg = counts(&map, &axes, heading, Theme::Auto);
        write("map-drawer", &svg);
        // the line and its sample
        assert_eq!(count(&svg, "bound"), 2);
        assert!(count(&svg, "cells") >= 1 && svg.contains(">jamming begins<"));
    }

    /// [TP97 §4.2] over friction and the height of the fixed rod: where both solutions are.
    #[test]
    fn the_cube_has_regions_of_one_and_of_two() {
        let settings = MapSettings {
            points: [13, 9],
            starts: 4,
            ..MapSettings::over([[0.55, 0.95], [1.4, 1.8]])
        };
        let plane =
            |mu: f64, gamma: f64| posed_problem("tp97-example-2", &[("mu", mu), ("gamma", gamma)]);
        let map = map(&plane, &settings, None, &mut |_, _| true);
        let axes = [
            Axis::new("coefficient of friction μ", ""),
            Axis::new("height of the fixed rod γ", "m"),
        ];
        let heading = Heading {
            title: "Cube between rods: solutions",
            subtitle: "TP97, second example",
        };
        let svg = counts(&map, &axes, heading, Theme::Auto);
        write("map-cube", &svg);
        assert!(svg.contains(">1 solution<") && svg.contains(">2 solutions<"));
    }

    #[test]
    fn what_is_missing_stays_empty() {
        let point = |margin: f64| MapPoint {
            at: [0.0; 2],
            count: Some(7),
            complete: true,
            jams: Some(margin > 0.0),
            margin: Some(margin),
            quantity: Some(margin),
            reason: None,
        };
        let map = Map {
            axes: [vec![0.0, 1.0], vec![0.0, 1.0]],
            points: vec![point(1.0), point(f64::NEG_INFINITY), point(f64::NAN)],
            interrupted: true,
        };
        let axes = [Axis::new("a", ""), Axis::new("b", "")];
        let svg = counts(&map, &axes, Heading::default(), Theme::Auto);
        assert!(svg.contains("3 of 4 points") && svg.contains(">more solutions<"));
        assert_eq!(count(&svg, "cells"), 1);
        well_formed(&quantity(
            &map,
            &axes,
            &Axis::new("q", ""),
            Heading::default(),
            Theme::Auto,
        ));
        well_formed(&counts(
            &Map::default(),
            &axes,
            Heading::default(),
            Theme::Dark,
        ));
    }
}
