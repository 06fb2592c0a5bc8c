//! Where the contacts of the systems that come with stickslip are: worlds know it themselves, the others know rows and gaps only.
//! Planar systems stand in the plane x, z, as they are drawn.

use crate::export::planar::ground_name;
use crate::scene::BuiltIn;
use stickslip::systems::{Anchor, Balls, Brick, PlanarBodies, PlanarContact};
use stickslip::{Frame, Row, System};

/// A contact at one instant, in the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The names of its bodies, as they are drawn.
    pub(crate) bodies: [String; 2],
    /// In the middle between the two surfaces (m).
    pub(crate) point: [f64; 3],
    /// From the first body to the second.
    pub(crate) normal: [f64; 3],
    /// t; o is n × t.
    pub(crate) tangent: [f64; 3],
}

/// The place of a contact, by its number in the system, at a time (s) and coordinates; nothing for worlds, whose contacts come and go.
pub(crate) fn place(system: &BuiltIn, contact: usize, t: f64, q: &[f64]) -> Option<Place> {
    if contact >= system.contacts().len() {
        return None;
    }
    let on_second = match system {
        BuiltIn::Balls(balls) => of_balls(balls, contact, q)?,
        BuiltIn::Brick(brick) => of_brick(brick, contact, q),
        BuiltIn::Rod(rod) => {
            let p = rod.parameters();
            let sign = if contact == 0 { 0.5 } else { -0.5 };
            let (sin, cos) = q[2].sin_cos();
            let x = q[0] + sign * p.length * cos;
            let y = q[1] + sign * p.length * sin - p.radius;
            upright("table", "rod", [x, y], [0.0, 1.0])
        }
        BuiltIn::DoublePendulum(pendulum) => {
            let p = pendulum.parameters();
            let [l1, l2] = p.lengths;
            let x = l1 * q[0].sin() + l2 * q[1].sin();
            let y = p.pivot_height - l1 * q[0].cos() - l2 * q[1].cos();
            upright("table", "rod2", [x, y], [0.0, 1.0])
        }
        BuiltIn::Puck(puck) => Place {
            tangent: level_tangent(puck, contact, t, q),
            ..on("floor", "puck", [q[0], q[1], q[2]], [0.0, 0.0, 1.0])
        },
        BuiltIn::Cradle(cradle) => {
            let x = q[contact + 1] - cradle.parameters().radius;
            let name = |i: usize| format!("ball{}", i + 1);
            let bodies = [name(contact), name(contact + 1)];
            Place {
                bodies,
                // it has no friction: any direction across will do
                tangent: [0.0, 1.0, 0.0],
                ..on("", "", [x, 0.0, 0.0], [1.0, 0.0, 0.0])
            }
        }
        BuiltIn::Particle(particle) => {
            let plane = &particle.parameters().planes[contact];
            Place {
                tangent: plane.tangent.unwrap_or([0.0; 3]),
                ..on(&plane.name, "particle", [q[0], q[1], q[2]], plane.normal)
            }
        }
        BuiltIn::Planar(bodies) => of_planar(bodies, contact, q)?,
        BuiltIn::World(_) => return None,
    };
    // back by half the gap
    let half = 0.5 * system.gap(contact, t, q);
    Some(Place {
        point: std::array::from_fn(|i| on_second.point[i] - half * on_second.normal[i]),
        ..on_second
    })
}

/// A contact by the point of the second body's surface; its tangent is along x.
fn on(first: &str, second: &str, point: [f64; 3], normal: [f64; 3]) -> Place {
    Place {
        bodies: [first.into(), second.into()],
        point,
        normal,
        tangent: [1.0, 0.0, 0.0],
    }
}

/// A contact of the plane: y is up, and t is (n_y, −n_x).
fn upright(first: &str, second: &str, point: [f64; 2], n: [f64; 2]) -> Place {
    Place {
        tangent: [n[1], 0.0, -n[0]],
        ..on(first, second, [point[0], 0.0, point[1]], [n[0], 0.0, n[1]])
    }
}

fn of_balls(balls: &Balls, contact: usize, q: &[f64]) -> Option<Place> {
    let p = balls.parameters();
    let (first, second) = balls_of(balls, contact)?;
    let mut frame = Frame::default();
    balls.frame(contact, 0.0, q, &mut frame);
    // what the rows take of the second ball's velocity
    let [n, t] = [&frame.normal, &frame.tangent].map(|row| three(row, 6 * second));
    let at = (3 + p.orientation.positions()) * second;
    let point = std::array::from_fn(|i| q[at + i] - p.radii[second] * n[i]);
    Some(Place {
        tangent: t,
        ..on(&first, &format!("ball{}", second + 1), point, n)
    })
}

/// The name of the first body and the number of the second, which is a ball: contacts are those with the table, then pairs, then
/// obstacles.
fn balls_of(balls: &Balls, contact: usize) -> Option<(String, usize)> {
    let p = balls.parameters();
    let count = p.radii.len();
    let mut left = contact;
    if p.table {
        if left < count {
            return Some(("table".into(), left));
        }
        left -= count;
    }
    for i in 0..count {
        let partners = count - i - 1;
        if left < partners {
            return Some((format!("ball{}", i + 1), i + 1 + left));
        }
        left -= partners;
    }
    let obstacles = p.obstacles.len();
    (obstacles > 0 && left < count * obstacles).then(|| {
        let name = format!("obstacle{}", left % obstacles + 1);
        (name, left / obstacles)
    })
}

fn of_brick(brick: &Brick, corner: usize, q: &[f64]) -> Place {
    on("table", "brick", brick.corner(corner, q), [0.0, 0.0, 1.0])
}

/// t of a contact whose tangent row takes the velocity along x and y.
fn level_tangent(system: &impl System, contact: usize, t: f64, q: &[f64]) -> [f64; 3] {
    let mut frame = Frame::default();
    system.frame(contact, t, q, &mut frame);
    three(&frame.tangent, 0)
}

fn of_planar(bodies: &PlanarBodies, contact: usize, q: &[f64]) -> Option<Place> {
    let p = bodies.parameters();
    let contact_of = &p.contacts[contact];
    let (second, first) = match contact_of {
        PlanarContact::PointOnLine { body, .. } | PlanarContact::DiscOnLine { body, .. } => {
            (*body, Anchor::Ground)
        }
        PlanarContact::Discs { a, b, .. } => (*b, *a),
        _ => return None,
    };
    let first = match first {
        Anchor::Ground => ground_name(contact_of),
        Anchor::Body(i) => p.bodies[i].name.clone(),
    };
    let mut frame = Frame::default();
    bodies.frame(contact, 0.0, q, &mut frame);
    let [x, y, _] = three(&frame.normal, 3 * second);
    let n = [x, y];
    let (centre, radius) = match contact_of {
        PlanarContact::PointOnLine { point, .. } => (*point, 0.0),
        PlanarContact::DiscOnLine { centre, radius, .. } => (*centre, *radius),
        PlanarContact::Discs {
            centre_b, radius_b, ..
        } => (*centre_b, *radius_b),
        _ => return None,
    };
    let (sin, cos) = q[3 * second + 2].sin_cos();
    let at = [
        q[3 * second] + cos * centre[0] - sin * centre[1] - radius * n[0],
        q[3 * second + 1] + sin * centre[0] + cos * centre[1] - radius * n[1],
    ];
    Some(upright(&first, &p.bodies[second].name, at, n))
}

/// Three neighbouring entries of a row.
pub(super) fn three(row: &Row, from: usize) -> [f64; 3] {
    let mut found = [0.0; 3];
    for (at, value) in row.entries() {
        if (from..from + 3).contains(&at) {
            found[at - from] += value;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::drawables_at;
    use crate::scene::catalogue;

    /// All scenes whose contacts are always the same, in their initial state and some states beside it.
    fn each(mut look: impl FnMut(&BuiltIn, usize, &[f64], &Place)) {
        let mut seen = std::collections::BTreeSet::new();
        for scene in catalogue::names().filter_map(catalogue::find) {
            let system = &scene.system;
            if system.has_changing_contacts() {
                continue;
            }
            seen.insert(system.kind());
            for turn in 0..4 {
                let mut state = scene.initial.clone();
                let v: Vec<f64> = (0..state.v.len())
                    .map(|k| ((7 * k + 3 * turn) as f64).sin() * turn as f64)
                    .collect();
                system.advance(&mut state.q, &v, 0.05);
                for contact in 0..system.contacts().len() {
                    let place = place(system, contact, 0.0, &state.q).expect("it has a place");
                    look(system, contact, &state.q, &place);
                }
            }
        }
        assert!(seen.len() >= 7, "{seen:?}");
    }

    fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
        (0..3).map(|i| a[i] * b[i]).sum()
    }

    #[test]
    fn normals_and_tangents_are_unit_vectors_at_right_angles() {
        each(|system, contact, _, place| {
            let about = format!("{} {contact}", system.kind());
            assert!(
                (dot(place.normal, place.normal) - 1.0).abs() < 1e-12,
                "{about}"
            );
            assert!(
                (dot(place.tangent, place.tangent) - 1.0).abs() < 1e-12,
                "{about}"
            );
            assert!(dot(place.normal, place.tangent).abs() < 1e-12, "{about}");
        });
    }

    #[test]
    fn bodies_are_among_those_that_are_drawn() {
        each(|system, contact, q, place| {
            let bodies = drawables_at(system, &[0.0], &[q.to_vec()]);
            for name in &place.bodies {
                let found = bodies.iter().any(|body| body.name == *name);
                assert!(found, "{} {contact}: {name}", system.kind());
            }
        });
    }

    /// The velocity of the gap is that of the second body's point along n: rows and places tell the same story. The point is fixed
    /// to the body that is drawn, so that this also holds the picture to the rows.
    #[test]
    fn points_move_with_the_bodies_as_the_rows_say() {
        each(|system, contact, q, place| {
            let freedoms = system.coordinates().velocities();
            let mut frame = Frame::default();
            system.frame(contact, 0.0, q, &mut frame);
            let half = 0.5 * system.gap(contact, 0.0, q);
            let bodies = drawables_at(system, &[0.0], &[q.to_vec()]);
            let other: [f64; 3] = std::array::from_fn(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                place.normal[j] * place.tangent[k] - place.normal[k] * place.tangent[j]
            });
            for freedom in 0..freedoms {
                let mut v = vec![0.0; freedoms];
                v[freedom] = 1.0;
                let step = 1e-6;
                let mut moved = q.to_vec();
                system.advance(&mut moved, &v, step);
                let after = drawables_at(system, &[0.0], &[moved]);
                // of the second body forwards, of the first backwards
                let mut found = [0.0; 3];
                for (name, sign) in place.bodies.iter().zip([-1.0, 1.0]) {
                    let i = bodies.iter().position(|b| b.name == *name).unwrap();
                    let at: [f64; 3] =
                        std::array::from_fn(|k| place.point[k] + sign * half * place.normal[k]);
                    let local = bodies[i].poses[0].point_back(at);
                    let there = after[i].poses[0].point(local);
                    for (k, axis) in [place.normal, place.tangent, other].iter().enumerate() {
                        let way: [f64; 3] = std::array::from_fn(|m| there[m] - at[m]);
                        found[k] += sign * dot(way, *axis) / step;
                    }
                }
                let rows = system.contacts()[contact].friction.rows().min(2);
                for k in 0..=rows {
                    let expected = frame.row(k).dot(&v);
                    assert!(
                        (found[k] - expected).abs() < 1e-4,
                        "{} {contact}: row {k}, freedom {freedom}: {} instead of {expected}",
                        system.kind(),
                        found[k]
                    );
                }
            }
        });
    }
}
