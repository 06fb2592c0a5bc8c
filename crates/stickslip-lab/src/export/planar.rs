//! Planar bodies as solids: they have masses and places where joints and contacts take hold, and no shape. Each is drawn as the star
//! of its centre and those places; one that touches with corners as the block that has these corners.

use super::built_in::in_plane;
use super::drawable::{Drawable, Part, STILL};
use stickslip::systems::{Anchor, PlanarBodies, PlanarBody, PlanarContact, PlanarJoint};
use stickslip::world::{Pose, Shape};

/// Bars are so thick, as a part of the size of all (1).
const THIN: f64 = 0.012;
/// A block whose sides differ more than this is a bar (1).
const FLAT: f64 = 0.1;

/// The bodies, then what stands still: lines and discs of the ground that they may touch.
pub(super) fn planar(system: &PlanarBodies, q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    let holds = holds(system);
    let reach = holds.iter().flatten().map(|[x, y]| x.hypot(*y));
    let size = reach.fold(0.0, f64::max);
    let thick = if size > 0.0 { THIN * 2.0 * size } else { 0.02 };
    let mut bodies: Vec<Drawable> = (p.bodies.iter().enumerate())
        .map(|(i, body)| {
            let corners = corners(system, i);
            let block = block(body, &corners);
            let mut parts: Vec<Part> = (holds[i].iter())
                .filter(|point| block.is_none() || !corners.contains(point))
                .filter_map(|&point| bar([0.0; 2], point, thick))
                .collect();
            parts.extend(block);
            parts.extend(discs(system, i, thick));
            if parts.is_empty() {
                parts.push(Part::new(Shape::Sphere {
                    radius: 2.0 * thick,
                }));
            }
            Drawable {
                name: body.name.clone(),
                parts,
                colour: None,
                poses: (q.iter())
                    .map(|q| in_plane([q[3 * i], q[3 * i + 1], q[3 * i + 2]]))
                    .collect(),
            }
        })
        .collect();
    for contact in &p.contacts {
        let Some(still) = ground(contact, thick) else {
            continue;
        };
        // many points may rest on one line
        let same = |body: &Drawable| body.poses == still.poses && body.parts == still.parts;
        if !bodies.iter().any(same) {
            bodies.push(still);
        }
    }
    bodies
}

/// What stands still at a contact is called like this.
pub(crate) fn ground_name(contact: &PlanarContact) -> String {
    let (PlanarContact::PointOnLine { name, .. }
    | PlanarContact::DiscOnLine { name, .. }
    | PlanarContact::Discs { name, .. }) = contact
    else {
        return String::new();
    };
    match name.split_once(" – ") {
        Some((_, ground)) => ground.to_owned(),
        None => format!("ground of {name}"),
    }
}

/// The line or the disc of the ground.
pub(crate) fn ground(contact: &PlanarContact, thick: f64) -> Option<Drawable> {
    let name = ground_name(contact);
    let still = |shape: Shape, pose: Pose| Drawable {
        name,
        parts: vec![Part::new(shape)],
        colour: Some(STILL),
        poses: vec![pose],
    };
    match contact {
        PlanarContact::PointOnLine {
            line_point,
            line_normal,
            ..
        }
        | PlanarContact::DiscOnLine {
            line_point,
            line_normal,
            ..
        } => {
            // from z to the normal: about y, by the angle from z towards x
            let turn = line_normal[0].atan2(line_normal[1]);
            let pose = Pose::turned([line_point[0], 0.0, line_point[1]], [0.0, turn, 0.0]);
            Some(still(Shape::HalfSpace, pose))
        }
        PlanarContact::Discs {
            a: Anchor::Ground,
            centre_a,
            radius_a,
            ..
        } => {
            let disc = disc(*centre_a, *radius_a, thick);
            Some(still(disc.shape, disc.pose))
        }
        _ => None,
    }
}

/// Where joints and contacts take hold of each body, in its axes (m).
fn holds(system: &PlanarBodies) -> Vec<Vec<[f64; 2]>> {
    let p = system.parameters();
    let mut points: Vec<Vec<[f64; 2]>> = vec![Vec::new(); p.bodies.len()];
    let mut hold = |body: usize, point: [f64; 2]| {
        if !points[body].contains(&point) {
            points[body].push(point);
        }
    };
    for joint in &p.joints {
        match joint {
            PlanarJoint::Pin {
                a,
                b,
                point_a,
                point_b,
                ..
            } => {
                if let Anchor::Body(a) = a {
                    hold(*a, *point_a);
                }
                hold(*b, *point_b);
            }
            PlanarJoint::Slider { body, point, .. } => hold(*body, *point),
            _ => {}
        }
    }
    for contact in &p.contacts {
        match contact {
            PlanarContact::PointOnLine { body, point, .. } => hold(*body, *point),
            PlanarContact::DiscOnLine { body, centre, .. } => hold(*body, *centre),
            PlanarContact::Discs {
                a,
                centre_a,
                b,
                centre_b,
                ..
            } => {
                if let Anchor::Body(a) = a {
                    hold(*a, *centre_a);
                }
                hold(*b, *centre_b);
            }
            _ => {}
        }
    }
    points
}

/// The points with which a body touches lines.
fn corners(system: &PlanarBodies, of: usize) -> Vec<[f64; 2]> {
    let mut corners = Vec::new();
    for contact in &system.parameters().contacts {
        if let PlanarContact::PointOnLine { body, point, .. } = contact
            && *body == of
            && !corners.contains(point)
        {
            corners.push(*point);
        }
    }
    corners
}

/// The block between two corners, or that stands on one point right below its centre (or beside, or above it): as wide as its moment
/// of inertia says. Nothing where that is a bar.
fn block(body: &PlanarBody, corners: &[[f64; 2]]) -> Option<Part> {
    let (centre, half) = match *corners {
        [[a, b], [c, d]] => (
            [0.5 * (a + c), 0.5 * (b + d)],
            [0.5 * (a - c).abs(), 0.5 * (b - d).abs()],
        ),
        [[x, y]] => {
            let far = x.abs().max(y.abs());
            if x.abs().min(y.abs()) > FLAT * far {
                return None;
            }
            let across = 3.0 * body.inertia / body.mass - far * far;
            let across = across.max(0.0).sqrt().min(2.0 * far);
            let half = if x.abs() > y.abs() {
                [far, across]
            } else {
                [across, far]
            };
            ([0.0; 2], half)
        }
        _ => return None,
    };
    let (thin, long) = (half[0].min(half[1]), half[0].max(half[1]));
    (thin > FLAT * long).then(|| Part {
        shape: Shape::Box {
            half: [half[0], 0.6 * thin, half[1]],
        },
        pose: Pose::at([centre[0], 0.0, centre[1]]),
    })
}

/// The discs of a body.
fn discs(system: &PlanarBodies, body: usize, thick: f64) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |part: Part| {
        if !parts.contains(&part) {
            parts.push(part);
        }
    };
    for contact in &system.parameters().contacts {
        match contact {
            PlanarContact::DiscOnLine {
                body: of,
                centre,
                radius,
                ..
            } if *of == body => add(disc(*centre, *radius, thick)),
            PlanarContact::Discs {
                a,
                centre_a,
                radius_a,
                b,
                centre_b,
                radius_b,
                ..
            } => {
                if *a == Anchor::Body(body) {
                    add(disc(*centre_a, *radius_a, thick));
                }
                if *b == body {
                    add(disc(*centre_b, *radius_b, thick));
                }
            }
            _ => {}
        }
    }
    parts
}

/// A disc of the plane; one without radius is a point.
fn disc(centre: [f64; 2], radius: f64, thick: f64) -> Part {
    let quarter = [std::f64::consts::FRAC_PI_2, 0.0, 0.0];
    Part {
        shape: match radius > 0.0 {
            true => Shape::Cylinder {
                half_length: thick,
                radius,
            },
            false => Shape::Sphere { radius: thick },
        },
        pose: Pose::turned([centre[0], 0.0, centre[1]], quarter),
    }
}

/// A bar between two points of a body.
fn bar(from: [f64; 2], to: [f64; 2], radius: f64) -> Option<Part> {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let length = x.hypot(y);
    (length > 0.0).then(|| Part {
        shape: Shape::Capsule {
            half_length: 0.5 * length,
            radius,
        },
        pose: Pose::turned(
            [from[0] + 0.5 * x, 0.0, from[1] + 0.5 * y],
            [0.0, x.atan2(y), 0.0],
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(body: &PlanarBody, corners: &[[f64; 2]]) -> Option<[f64; 3]> {
        match block(body, corners)?.shape {
            Shape::Box { half } => Some(half),
            _ => None,
        }
    }

    #[test]
    fn bodies_with_corners_are_blocks() {
        // a block of 0.06 by 0.1 m that stands on the middle of its short side
        let inertia = (0.06 * 0.06 + 0.1 * 0.1) / 12.0;
        let found = half(&PlanarBody::new("block", 1.0, inertia), &[[0.0, -0.05]]);
        let [x, _, z] = found.expect("a block");
        assert!((x - 0.03).abs() < 1e-12 && z == 0.05, "{found:?}");
        // two corners of a drawer
        let drawer = PlanarBody::new("drawer", 2.0, 0.05);
        let found = half(&drawer, &[[-0.15, 0.1], [0.15, -0.1]]);
        assert!(found.is_some_and(|[x, _, z]| x == 0.15 && z == 0.1));
        // the ends of a ladder, and a bar that stands on its tip
        let ladder = PlanarBody::new("ladder", 1.0, 4.0 / 12.0);
        assert_eq!(half(&ladder, &[[-1.0, 0.0], [1.0, 0.0]]), None);
        assert_eq!(half(&ladder, &[[1.0, 0.0]]), None);
        assert_eq!(half(&ladder, &[[1.0, 0.5]]), None);
    }
}
