//! The forces with which everything sticks: the range of each component at each contact, with the forces of the solutions.

use super::Heading;
use super::words::{distinct, titles};
use crate::analyze::Posed;
use crate::analyze::cone::{ForceRanges, Range};
use crate::analyze::search::Solution;
use crate::figure::{Axis, BarGroup, BarSection, RangeBar, RangeBars, Theme};
use stickslip::Slip;

/// Components of a contact force, in the order n, t, o, r.
const PARTS: [&str; 4] = ["normal n", "friction t", "friction o", "torsion r"];

/// More solutions than this are not marked: the bars would be covered.
const MARKED: usize = 6;

/// The figure. Determined components are rings, unbounded ones end in arrows.
pub fn force_ranges(
    posed: &Posed,
    ranges: &ForceRanges,
    solutions: &[Solution],
    heading: Heading,
    theme: Theme,
) -> String {
    let solutions = &solutions[..solutions.len().min(MARKED)];
    // what is rounding beside the forces is written as 0
    let tidy = |force: f64| {
        if force.abs() < 1e-7 * ranges.scale {
            0.0
        } else {
            force
        }
    };
    let names = distinct(&posed.contacts);
    let bar = |name: &str, range: &Range, marks: Vec<f64>| RangeBar {
        name: name.into(),
        range: [tidy(range.low), tidy(range.high)],
        is_point: ranges.is_determinate(range),
        marks,
    };
    let contacts = posed.problem.data().contacts.iter();
    let rows: Vec<usize> = (contacts.zip(posed.problem.slips()))
        .map(|(contact, slip)| match slip {
            Slip::Rolling => contact.friction.rows(),
            Slip::Sliding(_) => 0,
        })
        .collect();
    // components of one unit, contact by contact
    let groups = |parts: std::ops::Range<usize>| -> Vec<BarGroup> {
        let all = ranges.contacts.iter().zip(&names).enumerate();
        let group = |(i, (of, name)): (usize, (&[Range; 4], &String))| {
            let count = rows.get(i).map_or(0, |rows| 1 + rows);
            let part = |k: usize| {
                let mark = |s: &Solution| s.motion.forces.get(i).map_or(f64::NAN, |c| c.parts()[k]);
                bar(PARTS[k], &of[k], solutions.iter().map(mark).collect())
            };
            BarGroup {
                name: name.clone(),
                bars: parts.clone().filter(|k| *k < count).map(part).collect(),
            }
        };
        all.map(group).collect()
    };
    let joints = ranges
        .joints
        .iter()
        .zip(&posed.joints)
        .enumerate()
        .map(|(j, (range, name))| {
            let mark = |s: &Solution| s.motion.joints.get(j).copied().unwrap_or(f64::NAN);
            BarGroup {
                name: name.clone(),
                bars: vec![bar("", range, solutions.iter().map(mark).collect())],
            }
        });
    let section = |label: &str, unit: &str, groups: Vec<BarGroup>| BarSection {
        axis: Axis::new(label, unit),
        groups,
    };
    let figure = RangeBars {
        title: heading.title.into(),
        subtitle: heading.subtitle.into(),
        sections: vec![
            section("force", "N", groups(0..3)),
            section("torque about the normal", "N·m", groups(3..4)),
            section("joints", "N, N·m", joints.collect()),
        ],
        cases: titles(solutions, &names),
        ..RangeBars::default()
    };
    figure.to_svg(theme)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{cube, solved, table, write};
    use super::*;
    use crate::analyze::cone;
    use crate::figure::well_formed;

    fn drawn(posed: &Posed, solutions: &[Solution]) -> String {
        let ranges = cone::force_ranges(&posed.problem)
            .expect("decided")
            .expect("sticks");
        let heading = Heading {
            title: &posed.name,
            subtitle: "forces with which everything sticks",
        };
        force_ranges(posed, &ranges, solutions, heading, Theme::Auto)
    }

    fn count(svg: &str, class: &str) -> usize {
        let document = well_formed(svg);
        document
            .descendants()
            .filter(|n| n.attribute("class") == Some(class))
            .count()
    }

    /// [TP97 §4.2]: of twelve components two are determined, the thrust and the torque of the rod.
    #[test]
    fn the_cube_has_a_bar_for_each_component() {
        let cube = cube(0.75);
        let solutions = solved(&cube.posed);
        let svg = drawn(&cube.posed, &solutions);
        write("ranges-cube", &svg);
        // ten bars and two rings, and one of each in the legend
        assert_eq!(count(&svg, "bar"), 10 + 2 + 2);
        // two solutions for each component and in the legend
        assert_eq!(count(&svg, "dot"), 2 * 13);
        assert_eq!(svg, drawn(&cube.posed, &solutions));
    }

    #[test]
    fn the_table_does_not_share_its_weight() {
        let table = table();
        let svg = drawn(&table.posed, &solved(&table.posed));
        // a foot carries nothing at least, half of the weight at most
        assert_eq!(svg.matches(">0 to 191.5<").count(), 4);
        write("ranges-table", &svg);
        assert_eq!(table.posed.contacts.len(), 4);
        assert_eq!(count(&svg, "bar"), 1 + 12);
    }

    /// What has no end has an arrow, never a number that is none.
    #[test]
    fn unbounded_forces_have_arrows() {
        let table = table();
        let mut ranges = cone::force_ranges(&table.posed.problem).unwrap().unwrap();
        ranges.contacts[0][0].high = f64::INFINITY;
        ranges.contacts[1][1].low = f64::NEG_INFINITY;
        let svg = force_ranges(&table.posed, &ranges, &[], Heading::default(), Theme::Dark);
        well_formed(&svg);
        assert!(svg.contains(">≥ ") && svg.contains(">≤ "));
    }
}
