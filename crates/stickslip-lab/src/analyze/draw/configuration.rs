//! The bodies with the contact forces of each solution, side by side.

use super::Heading;
use super::bodies::{Bodies, extent};
use super::loads::loads;
use super::view::{View, cross};
use super::words::{distinct, does, norm, titles};
use crate::analyze::Posed;
use crate::analyze::search::Solution;
use crate::figure::{Force, Look, Outline, Picture, Pictures, Place, Shape, Theme};
use crate::problem_file::contact_problem::ContactPlace;
use crate::scene::BuiltIn;
use stickslip::{Level, Slip, State};

/// So many solutions are drawn.
const MOST: usize = 6;
/// Forces smaller than this part of the largest are not drawn.
const NOTHING: f64 = 1e-6;

/// Where the contacts are, and what is around them.
#[derive(Clone, Copy, Debug)]
pub struct Scenery<'a> {
    /// The place of each contact.
    pub places: &'a [Option<ContactPlace>],
    /// Whether the force of each contact is drawn as it acts on the other body; none if empty.
    pub reversed: &'a [bool],
    /// The system with its state, for outlines and loads.
    pub system: Option<(&'a BuiltIn, &'a State)>,
}

/// Kinds of forces, by their numbers in the key.
const NORMAL: usize = 0;
const FRICTION: usize = 1;
const LOAD: usize = 2;

/// The figure; nothing for a problem without places, or without solutions.
pub fn configuration(
    posed: &Posed,
    scenery: &Scenery,
    solutions: &[Solution],
    heading: Heading,
    theme: Theme,
) -> Option<String> {
    if solutions.is_empty() || scenery.places.iter().all(Option::is_none) {
        return None;
    }
    let view = view(scenery);
    let bodies = match scenery.system {
        Some((system, state)) => Bodies::of(system, state, &view),
        None => Bodies::default(),
    };
    let mut focus = bodies.focus.clone();
    focus.extend(
        scenery
            .places
            .iter()
            .flatten()
            .map(|place| view.place(place.point)),
    );
    let is_planar = view == View::PLANE || view == View::ELEVATION;
    let cones = match is_planar {
        true => cones(posed, scenery, &view, 0.3 * extent(&focus)),
        false => Vec::new(),
    };
    let names = distinct(&posed.contacts);
    let shown = &solutions[..solutions.len().min(MOST)];
    let largest = largest(shown, &bodies);
    let unit = match posed.problem.level() {
        Level::Acceleration => "N",
        Level::Velocity => "N·s",
    };
    let pictures = shown
        .iter()
        .zip(titles(solutions, &names))
        .map(|(solution, title)| {
            let mut picture = picture(&names, scenery, solution, &view, (largest, unit));
            picture.title = title;
            picture.outlines = bodies.outlines.iter().chain(&cones).cloned().collect();
            for (at, force) in &bodies.loads {
                picture
                    .forces
                    .extend(arrow(&view, *at, *force, (LOAD, largest, "N")));
            }
            picture
        });
    let more = match solutions.len() - shown.len() {
        0 => String::new(),
        more => format!("; {more} more not drawn"),
    };
    let figure = Pictures {
        title: heading.title.into(),
        subtitle: format!("{}{more}", heading.subtitle),
        pictures: pictures.collect(),
        focus,
        kinds: [("normal force", 0), ("friction", 1), ("load", 7)]
            .map(|(name, colour)| (name.into(), colour))
            .to_vec(),
        unit: unit.into(),
        axes: view.axes(),
        width: if shown.len() == 1 { 600.0 } else { 760.0 },
        ..Pictures::default()
    };
    Some(figure.to_svg(theme))
}

/// The plane, if everything is in it.
fn view(scenery: &Scenery) -> View {
    let lies_in = |axis: usize| {
        let places = || scenery.places.iter().flatten();
        let level = places().next().map_or(0.0, |place| place.point[axis]);
        places().all(|place| {
            let flat = |d: &[f64; 3]| d[axis].abs() < 1e-9;
            flat(&place.normal)
                && place.tangent.as_ref().is_some_and(flat)
                && (place.point[axis] - level).abs() < 1e-9
        })
    };
    match scenery.system.map(|(system, _)| system) {
        Some(BuiltIn::World(_) | BuiltIn::Brick(_)) => in_space(scenery),
        Some(BuiltIn::Particle(_)) if lies_in(1) => View::ELEVATION,
        Some(BuiltIn::Planar(_) | BuiltIn::Rod(_)) => View::PLANE,
        _ if lies_in(2) => View::PLANE,
        _ => in_space(scenery),
    }
}

/// From where contacts, and the points where loads act, are well apart.
fn in_space(scenery: &Scenery) -> View {
    let places = scenery.places.iter().flatten();
    let mut points: Vec<[f64; 3]> = places.map(|place| place.point).collect();
    let all = scenery.places.iter().enumerate();
    let inward = |(i, place): (usize, &Option<ContactPlace>)| {
        let sense = sense(scenery, i);
        Some((*place)?.normal.map(|x| sense * x))
    };
    let normals: Vec<[f64; 3]> = all.filter_map(inward).collect();
    if let Some((system, state)) = scenery.system {
        points.extend(loads(system, state).into_iter().map(|(at, _)| at));
    }
    View::of_space(&points, &normals)
}

/// 1, or −1 where a force is drawn as it acts on the other body.
fn sense(scenery: &Scenery, contact: usize) -> f64 {
    let is_reversed = scenery.reversed.get(contact).copied().unwrap_or(false);
    if is_reversed { -1.0 } else { 1.0 }
}

/// The largest of all forces.
fn largest(solutions: &[Solution], bodies: &Bodies) -> f64 {
    let forces = solutions
        .iter()
        .flat_map(|solution| &solution.motion.forces);
    let contacts = forces.flat_map(|c| [c.normal.abs(), c.tangent.hypot(c.binormal)]);
    let loads = bodies.loads.iter().map(|(_, force)| norm(force));
    contacts
        .chain(loads)
        .filter(|x| x.is_finite())
        .fold(0.0, f64::max)
}

/// An arrow with its size, unless that is nothing beside the largest.
fn arrow(
    view: &View,
    at: [f64; 3],
    force: [f64; 3],
    (kind, largest, unit): (usize, f64, &str),
) -> Option<Force> {
    let size = norm(&force);
    (size > NOTHING * largest).then(|| Force {
        at: view.place(at),
        vector: view.place(force),
        kind,
        label: format!("{} {unit}", digits(size)),
    })
}

fn picture(
    names: &[String],
    scenery: &Scenery,
    solution: &Solution,
    view: &View,
    (largest, unit): (f64, &str),
) -> Picture {
    let mut picture = Picture {
        subtitle: format!("|v̇| = {}", digits(norm(&solution.motion.acceleration))),
        ..Picture::default()
    };
    for (i, place) in scenery.places.iter().enumerate() {
        let (Some(place), Some(force)) = (place, solution.motion.forces.get(i)) else {
            continue;
        };
        let sense = sense(scenery, i);
        let times = |factor: f64, d: [f64; 3]| d.map(|x| sense * factor * x);
        let mut add = |force: [f64; 3], kind: usize| {
            picture
                .forces
                .extend(arrow(view, place.point, force, (kind, largest, unit)));
        };
        add(times(force.normal, place.normal), NORMAL);
        if let Some(t) = place.tangent {
            let (along, across) = (
                times(force.tangent, t),
                times(force.binormal, cross(place.normal, t)),
            );
            add([0, 1, 2].map(|k| along[k] + across[k]), FRICTION);
        }
        let name = names.get(i).map_or("", String::as_str);
        // where all do the same, the title says it
        let differ = solution
            .modes
            .iter()
            .any(|mode| Some(mode) != solution.modes.first());
        let mode = solution.modes.get(i).filter(|_| differ);
        let mode = mode.map_or(String::new(), |mode| format!(" {}", does(*mode)));
        let torque = match force.torsion.abs() > NOTHING * largest {
            true => format!(
                ", {} {}",
                digits(force.torsion),
                unit.replacen('N', "N·m", 1)
            ),
            false => String::new(),
        };
        picture.places.push(Place {
            at: view.place(place.point),
            name: format!("{name}{mode}{torque}"),
        });
    }
    picture
}

/// Where the forces of contacts in the plane may point.
fn cones(posed: &Posed, scenery: &Scenery, view: &View, reach: f64) -> Vec<Outline> {
    let contacts = posed
        .problem
        .data()
        .contacts
        .iter()
        .zip(posed.problem.slips());
    let both = contacts
        .zip(scenery.places)
        .filter_map(|(contact, place)| Some((contact, (*place)?)));
    both.filter_map(|((contact, slip), place)| {
        let (mu, t) = (contact.friction.coefficient, place.tangent?);
        if contact.friction.rows() == 0 || matches!(slip, Slip::Sliding(_)) {
            return None;
        }
        let size = reach / mu.hypot(1.0);
        let corner = |side: f64| {
            view.place(
                [0, 1, 2].map(|k| place.point[k] + size * (place.normal[k] + side * mu * t[k])),
            )
        };
        Some(Outline {
            shape: Shape::Polygon(vec![view.place(place.point), corner(1.0), corner(-1.0)]),
            look: Look::Cone,
        })
    })
    .collect()
}

/// A number to three digits.
fn digits(value: f64) -> String {
    if value != 0.0 && value.abs() < 5e-4 {
        return if value.abs() < 1e-9 {
            "0".into()
        } else {
            format!("{value:.1e}").replace('-', "−")
        };
    }
    let decimals = (2 - value.abs().max(1e-3).log10().floor() as i32).clamp(0, 3) as usize;
    let text = format!("{value:.decimals$}").replace('-', "−");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, at_start, cube, solved, table, write};
    use super::*;
    use crate::figure::well_formed;

    fn drawn(sample: &Sample, title: &str) -> Option<String> {
        let scenery = Scenery {
            places: &sample.places,
            reversed: &sample.reversed,
            system: sample
                .scene
                .as_ref()
                .map(|scene| (&scene.system, &scene.initial)),
        };
        let heading = Heading {
            title,
            subtitle: "contact forces in newtons",
        };
        configuration(
            &sample.posed,
            &scenery,
            &solved(&sample.posed),
            heading,
            Theme::Auto,
        )
    }

    fn count(svg: &str, class: &str) -> usize {
        let document = well_formed(svg);
        let has = |n: &roxmltree::Node| {
            n.attribute("class")
                .is_some_and(|c| c.split(' ').any(|c| c == class))
        };
        document.descendants().filter(has).count()
    }

    /// [TP97 §4.2] at μ = 0.75: a jam and a slide, three contacts each, with normal force and friction.
    #[test]
    fn the_cube_jams_or_slides() {
        let scene = at_start("tp97-example-2", &[("mu", 0.75)]);
        let svg = drawn(&scene, "Cube between rods at μ = 0.75: two solutions").expect("places");
        write("configuration-cube", &svg);
        assert!(svg.contains(">jam: all stick<") && svg.contains(">all slide<"));
        // the load has its unit
        assert!(svg.contains(">10 N<"), "{svg}");
        // with a weight and a thrust
        assert_eq!(count(&svg, "force"), 2 * (6 + 2));
        let file = cube(0.75);
        let svg = drawn(&file, "Cube").expect("places");
        write("configuration-cube-file", &svg);
        assert_eq!(count(&svg, "force"), 2 * 6);
        assert_eq!(count(&svg, "solid"), 0);
    }

    #[test]
    fn the_drawer_and_the_ladder_have_their_cones() {
        for (name, loads) in [("drawer", 1), ("ladder", 1)] {
            let sample = at_start(name, &[]);
            let svg = drawn(&sample, name).expect("places");
            write(&format!("configuration-{name}"), &svg);
            let solutions = solved(&sample.posed).len();
            assert_eq!(count(&svg, "cone"), 1 + 2 * solutions, "{name}");
            assert!(count(&svg, "force") >= solutions * (2 + loads), "{name}");
            assert_eq!(count(&svg, "solid"), solutions, "{name}");
        }
    }

    #[test]
    fn other_scenes_are_drawn() {
        for name in [
            "four-legged-table",
            "peg-jammed",
            "three-jaw-fixture",
            "painleve-rod-indeterminate",
            "particle-in-wedge",
        ] {
            let sample = at_start(name, &[]);
            if let Some(svg) = drawn(&sample, name) {
                well_formed(&svg);
                write(&format!("configuration-{name}"), &svg);
                assert_eq!(Some(svg), drawn(&sample, name));
            }
        }
    }

    #[test]
    fn without_places_there_is_no_figure() {
        let mut table = table();
        table.places = vec![None; 4];
        assert_eq!(drawn(&table, ""), None);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [6.0, 2.3456, 12.34, 98.7654, -0.25, 0.0].map(digits),
            ["6", "2.35", "12.3", "98.8", "−0.25", "0"]
        );
        assert_eq!(digits(2e-5), "2.0e−5");
    }
}
