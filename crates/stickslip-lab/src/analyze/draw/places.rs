//! Where the contacts of a scene are in space.

use crate::problem_file::contact_problem::ContactPlace;
use crate::run::tangent_of;
use crate::scene::BuiltIn;
use stickslip::systems::{Anchor, PlanarContact};
use stickslip::world::World;
use stickslip::{Frame, Instant, Row, State, System};

/// The place of each contact of a problem that was posed for a state, as far as the system is one with places.
pub fn places(system: &BuiltIn, state: &State, instant: &Instant) -> Vec<Option<ContactPlace>> {
    let place = |&contact: &usize| match system {
        BuiltIn::World(world) => in_world(world, state, contact),
        BuiltIn::Planar(bodies) => {
            let contact = bodies.parameters().contacts.get(contact)?;
            Some(in_plane(contact, &state.q))
        }
        BuiltIn::Rod(rod) => {
            let p = rod.parameters();
            let (sin, cos) = state.q[2].sin_cos();
            let half = if contact == 0 { 0.5 } else { -0.5 } * p.length;
            let end = [state.q[0] + half * cos, state.q[1] + half * sin - p.radius];
            Some(flat(end, [0.0, 1.0]))
        }
        BuiltIn::Particle(_) => {
            let [normal, tangent] = axes(system, state, contact, 0);
            Some(ContactPlace {
                point: [state.q[0], state.q[1], state.q[2]],
                normal: normal?,
                tangent,
            })
        }
        BuiltIn::Brick(brick) => {
            let [normal, tangent] = axes(system, state, contact, 0);
            Some(ContactPlace {
                point: brick.corner(contact, &state.q),
                normal: normal?,
                tangent,
            })
        }
        _ => None,
    };
    instant.contacts.iter().map(place).collect()
}

/// Whether forces are better drawn as they act on the other body, for each contact: n is the force on the second of two bodies, but the one
/// that more contacts hold is what a picture is about.
pub fn reversed(system: &BuiltIn, instant: &Instant) -> Vec<bool> {
    let BuiltIn::World(world) = system else {
        return vec![false; instant.contacts.len()];
    };
    let pairs = |contacts: &[usize]| -> Vec<[usize; 2]> {
        let known = contacts.iter().filter(|i| **i < world.contacts().len());
        known.map(|i| world.bodies_of(*i)).collect()
    };
    let pairs = pairs(&instant.contacts);
    let held = |body: usize| match world.coordinates_of(body) {
        Some(_) => {
            1 + pairs
                .iter()
                .flatten()
                .filter(|other| **other == body)
                .count()
        }
        None => 0,
    };
    pairs.iter().map(|[a, b]| held(*a) > held(*b)).collect()
}

/// The rows of a contact say how it moves one of its bodies: along n and t.
fn axes(system: &dyn System, state: &State, contact: usize, first: usize) -> [Option<[f64; 3]>; 2] {
    let mut frame = Frame::default();
    system.frame(contact, state.t, &state.q, &mut frame);
    [&frame.normal, &frame.tangent].map(|row| direction(row, first))
}

/// Three neighbouring entries of a row, if they are not all zero.
fn direction(row: &Row, first: usize) -> Option<[f64; 3]> {
    let mut found = [0.0; 3];
    for (dof, value) in row.entries() {
        if let Some(part) = dof.checked_sub(first).and_then(|k| found.get_mut(k)) {
            *part = value;
        }
    }
    (found != [0.0; 3]).then_some(found)
}

fn in_world(world: &World, state: &State, contact: usize) -> Option<ContactPlace> {
    if contact >= world.contacts().len() {
        return None;
    }
    let (point, normal) = world.place_of(contact, state.t, &state.q);
    let tangent = tangent_of(world, contact, state);
    Some(ContactPlace {
        point,
        normal,
        tangent,
    })
}

fn in_plane(contact: &PlanarContact, q: &[f64]) -> ContactPlace {
    match contact {
        PlanarContact::PointOnLine {
            body,
            point,
            line_normal,
            ..
        } => flat(located(Anchor::Body(*body), *point, q), *line_normal),
        PlanarContact::DiscOnLine {
            body,
            centre,
            radius,
            line_normal,
            ..
        } => {
            let [x, y] = located(Anchor::Body(*body), *centre, q);
            let [nx, ny] = *line_normal;
            flat([x - radius * nx, y - radius * ny], *line_normal)
        }
        PlanarContact::Discs {
            a,
            centre_a,
            radius_a,
            b,
            centre_b,
            ..
        } => {
            let from = located(*a, *centre_a, q);
            let to = located(Anchor::Body(*b), *centre_b, q);
            let apart = (to[0] - from[0]).hypot(to[1] - from[1]);
            let n = match apart > 0.0 {
                true => [(to[0] - from[0]) / apart, (to[1] - from[1]) / apart],
                false => [0.0, 1.0],
            };
            flat([from[0] + radius_a * n[0], from[1] + radius_a * n[1]], n)
        }
        _ => flat([0.0; 2], [0.0, 1.0]),
    }
}

/// A point of a body in the plane.
pub(super) fn located(anchor: Anchor, [x, y]: [f64; 2], q: &[f64]) -> [f64; 2] {
    match anchor {
        Anchor::Ground => [x, y],
        Anchor::Body(body) => {
            let (sin, cos) = q[3 * body + 2].sin_cos();
            [
                q[3 * body] + cos * x - sin * y,
                q[3 * body + 1] + sin * x + cos * y,
            ]
        }
    }
}

/// A contact in the plane: t = (n_y, −n_x).
fn flat([x, y]: [f64; 2], [nx, ny]: [f64; 2]) -> ContactPlace {
    ContactPlace {
        point: [x, y, 0.0],
        normal: [nx, ny, 0.0],
        tangent: Some([ny, -nx, 0.0]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::at_start;
    use crate::problem_file::contact_problem::{ContactPlace, catalogue};

    fn close(a: [f64; 3], b: [f64; 3]) -> bool {
        a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    /// The scene and the file of [TP97 §4.2] have the same contacts in the same places.
    #[test]
    fn the_cube_of_the_scene_is_that_of_the_file() {
        let scene = at_start("tp97-example-2", &[]);
        let file = catalogue::find("tp97-example-2.json").expect("shipped");
        assert_eq!(scene.places.len(), 3);
        for place in scene.places.iter().flatten() {
            let same = |other: &&ContactPlace| close(place.point, other.point);
            let other = file
                .places
                .iter()
                .flatten()
                .find(same)
                .expect("a contact is there");
            let along: f64 = place
                .normal
                .iter()
                .zip(&other.normal)
                .map(|(a, b)| a * b)
                .sum();
            assert!((along.abs() - 1.0).abs() < 1e-9);
            let t = place.tangent.expect("a direction");
            assert!(
                t.iter()
                    .zip(&place.normal)
                    .map(|(a, b)| a * b)
                    .sum::<f64>()
                    .abs()
                    < 1e-9
            );
            assert!((t.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    /// All forces are drawn as they act on the cube, the table and the disc.
    #[test]
    fn forces_act_on_what_is_held() {
        let normals = |name: &str| {
            let sample = at_start(name, &[]);
            let both = sample.places.into_iter().flatten().zip(sample.reversed);
            both.map(|(place, reversed)| {
                (
                    place.point,
                    place.normal.map(|x| if reversed { -x } else { x }),
                )
            })
            .collect::<Vec<_>>()
        };
        for (point, normal) in normals("tp97-example-2")
            .into_iter()
            .chain(normals("three-jaw-fixture"))
        {
            let inward: f64 = point.iter().zip(&normal).map(|(x, n)| x * n).sum();
            assert!(inward < 0.0, "{point:?} {normal:?}");
        }
        assert!(
            normals("four-legged-table")
                .iter()
                .all(|(_, normal)| normal[2] > 0.0)
        );
    }

    /// The foot of the ladder is on the floor, its top on the wall.
    #[test]
    fn the_ladder_leans() {
        let places = at_start("ladder", &[]).places;
        let expected = [
            ([2.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
            ([0.0, 4.0 * 60_f64.to_radians().sin(), 0.0], [1.0, 0.0, 0.0]),
        ];
        for (place, (point, normal)) in places.iter().zip(expected) {
            let place = place.expect("planar");
            assert!(
                close(place.point, point) && close(place.normal, normal),
                "{place:?}"
            );
        }
    }
}
