//! The bodies of the systems that come with stickslip. Planar ones stand in the plane x, z, so that z is up everywhere.

use super::drawable::{Drawable, Part, STILL};
use stickslip::Coordinate;
use stickslip::systems::{Balls, Brick, Cradle, DoublePendulum, Particle, Puck, Rod};
use stickslip::world::{Pose, Shape};

/// Balls, fixed spheres and the table.
pub(super) fn balls(system: &Balls, q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    let stride = 3 + p.orientation.positions();
    let ball = |(i, &radius): (usize, &f64)| Drawable {
        name: format!("ball{}", i + 1),
        parts: vec![Part::new(Shape::Sphere { radius })],
        colour: None,
        poses: (q.iter())
            .map(|q| in_space(&q[i * stride..(i + 1) * stride], p.orientation))
            .collect(),
    };
    let obstacle = |(i, o): (usize, &stickslip::systems::Obstacle)| Drawable {
        name: format!("obstacle{}", i + 1),
        parts: vec![Part::new(Shape::Sphere { radius: o.radius })],
        colour: Some(STILL),
        poses: vec![Pose::at(o.centre)],
    };
    let mut bodies: Vec<Drawable> = p.radii.iter().enumerate().map(ball).collect();
    bodies.extend(p.obstacles.iter().enumerate().map(obstacle));
    bodies.extend(p.table.then(|| Drawable::floor("table")));
    bodies
}

/// The brick and its table.
pub(super) fn brick(system: &Brick, q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    let brick = Drawable {
        name: "brick".into(),
        parts: vec![Part::new(Shape::Box { half: p.half })],
        colour: None,
        poses: q.iter().map(|q| in_space(q, p.orientation)).collect(),
    };
    vec![brick, Drawable::floor("table")]
}

/// The puck, drawn as a solid disc of its inertia, and its floor.
pub(super) fn puck(system: &Puck, q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    // J = m r²/2
    let radius = (2.0 * p.inertia / p.mass).sqrt();
    let half_length = 0.2 * radius;
    let disc = Part {
        shape: Shape::Cylinder {
            half_length,
            radius,
        },
        // z is the height of the underside
        pose: Pose::at([0.0, 0.0, half_length]),
    };
    let puck = Drawable {
        name: "puck".into(),
        parts: vec![disc],
        colour: None,
        poses: (q.iter())
            .map(|q| Pose::turned([q[0], q[1], q[2]], [0.0, 0.0, q[3]]))
            .collect(),
    };
    vec![puck, Drawable::floor("floor")]
}

/// The rod, a capsule along its x, and the table.
pub(super) fn rod(system: &Rod, q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    let capsule = Part {
        shape: Shape::Capsule {
            half_length: 0.5 * p.length,
            // a line would not be seen
            radius: p.radius.max(0.01 * p.length),
        },
        pose: Pose::turned([0.0; 3], [0.0, std::f64::consts::FRAC_PI_2, 0.0]),
    };
    let rod = Drawable {
        name: "rod".into(),
        parts: vec![capsule],
        colour: None,
        poses: q.iter().map(|q| in_plane([q[0], q[1], q[2]])).collect(),
    };
    vec![rod, Drawable::floor("table")]
}

/// Balls in a row.
pub(super) fn cradle(system: &Cradle, q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    let ball = |i: usize| Drawable {
        name: format!("ball{}", i + 1),
        parts: vec![Part::new(Shape::Sphere { radius: p.radius })],
        colour: None,
        poses: q.iter().map(|q| Pose::at([q[i], 0.0, 0.0])).collect(),
    };
    (0..p.masses.len()).map(ball).collect()
}

/// The particle, a small ball, and its planes, which may move.
pub(super) fn particle(system: &Particle, t: &[f64], q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    // seen, and not in the way: a part of what it travels
    let along = |k: usize| {
        let ends = q.iter().map(|q| q[k]);
        ends.clone().fold(f64::MIN, f64::max) - ends.fold(f64::MAX, f64::min)
    };
    let travel = (0..3).map(along).fold(0.0, f64::max);
    let radius = if travel > 1e-3 { 0.015 * travel } else { 0.01 };
    let particle = Drawable {
        name: "particle".into(),
        parts: vec![Part::new(Shape::Sphere { radius })],
        colour: None,
        poses: q.iter().map(|q| Pose::at([q[0], q[1], q[2]])).collect(),
    };
    let plane = |plane: &stickslip::systems::Plane| {
        let n = plane.normal;
        let speed: f64 = (0..3).map(|k| n[k] * plane.velocity[k]).sum();
        let at = |t: f64| from_z(n, n.map(|x| x * (plane.offset + speed * t)));
        Drawable {
            name: plane.name.clone(),
            parts: vec![Part::new(Shape::HalfSpace)],
            colour: Some(STILL),
            poses: match speed == 0.0 {
                true => vec![at(0.0)],
                false => t.iter().map(|&t| at(t)).collect(),
            },
        }
    };
    let planes = p.planes.iter().map(plane);
    std::iter::once(particle).chain(planes).collect()
}

/// The two rods, each with its frame in the middle and z along it, and the table.
pub(super) fn pendulum(system: &DoublePendulum, q: &[Vec<f64>]) -> Vec<Drawable> {
    let p = system.parameters();
    let radius = 0.02 * p.lengths[0].max(p.lengths[1]);
    let middle = |q: &[f64], rod: usize| {
        let mut pin = [0.0, p.pivot_height];
        for (i, &length) in p.lengths.iter().enumerate() {
            let (sin, cos) = q[i].sin_cos();
            let end = [pin[0] + length * sin, pin[1] - length * cos];
            if i == rod {
                let at = [0.5 * (pin[0] + end[0]), 0.0, 0.5 * (pin[1] + end[1])];
                return Pose::turned(at, [0.0, -q[i], 0.0]);
            }
            pin = end;
        }
        Pose::IDENTITY
    };
    let rod = |i: usize| Drawable {
        name: format!("rod{}", i + 1),
        parts: vec![Part::new(Shape::Capsule {
            half_length: 0.5 * p.lengths[i],
            radius,
        })],
        colour: None,
        poses: q.iter().map(|q| middle(q, i)).collect(),
    };
    vec![rod(0), rod(1), Drawable::floor("table")]
}

/// A pose whose z is along a unit vector.
fn from_z(n: [f64; 3], position: [f64; 3]) -> Pose {
    // z × n, as long as the sine of the angle
    let axis = [-n[1], n[0], 0.0];
    let sine = axis[0].hypot(axis[1]);
    let angle = sine.atan2(n[2]);
    match sine > 1e-12 {
        true => Pose::turned(position, axis.map(|x| x * angle / sine)),
        false if n[2] < 0.0 => Pose::turned(position, [std::f64::consts::PI, 0.0, 0.0]),
        false => Pose::at(position),
    }
}

/// Three coordinates and an orientation.
fn in_space(q: &[f64], orientation: Coordinate) -> Pose {
    Pose {
        position: [q[0], q[1], q[2]],
        quat_wxyz: match orientation {
            Coordinate::Rotation => quaternion(&q[3..12]),
            _ => [q[3], q[4], q[5], q[6]],
        },
    }
}

/// x, y and an angle in the plane: y is up, and turning takes x to y.
pub(super) fn in_plane([x, y, angle]: [f64; 3]) -> Pose {
    Pose::turned([x, 0.0, y], [0.0, -angle, 0.0])
}

/// The unit quaternion w, x, y, z of a rotation matrix given column by column. The largest of the four is computed first and
/// divides the others, so that nothing is lost near half a turn.
fn quaternion(columns: &[f64]) -> [f64; 4] {
    let m = |i: usize, j: usize| columns[i + 3 * j];
    let four_squares = [
        1.0 + m(0, 0) + m(1, 1) + m(2, 2),
        1.0 + m(0, 0) - m(1, 1) - m(2, 2),
        1.0 - m(0, 0) + m(1, 1) - m(2, 2),
        1.0 - m(0, 0) - m(1, 1) + m(2, 2),
    ];
    let largest = (0..4).fold(0, |best, i| {
        if four_squares[i] > four_squares[best] {
            i
        } else {
            best
        }
    });
    // w x, w y, w z and x y, x z, y z, all times four
    let (wx, wy, wz) = (m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
    let (xy, xz, yz) = (m(0, 1) + m(1, 0), m(0, 2) + m(2, 0), m(1, 2) + m(2, 1));
    let row = match largest {
        0 => [four_squares[0], wx, wy, wz],
        1 => [wx, four_squares[1], xy, xz],
        2 => [wy, xy, four_squares[2], yz],
        _ => [wz, xz, yz, four_squares[3]],
    };
    let size = row.iter().map(|x| x * x).sum::<f64>().sqrt();
    row.map(|x| x / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_become_the_quaternions_they_came_from() {
        for rotation in [
            [0.0, 0.0, 0.0],
            [0.3, -0.2, 0.9],
            [3.1, 0.1, 0.0],
            [0.0, 3.13, 0.02],
            [0.1, 0.2, -3.1],
            [0.0, std::f64::consts::PI, 0.0],
        ] {
            let pose = Pose::turned([0.0; 3], rotation);
            let found = quaternion(&pose.axes().concat());
            let same: f64 = (0..4).map(|i| found[i] * pose.quat_wxyz[i]).sum();
            assert!((same.abs() - 1.0).abs() < 1e-14, "{rotation:?}: {found:?}");
        }
    }

    #[test]
    fn in_the_plane_y_is_up_and_turning_takes_x_to_y() {
        let pose = in_plane([1.0, 2.0, std::f64::consts::FRAC_PI_2]);
        let tip = pose.point([1.0, 0.0, 0.0]);
        for (found, expected) in tip.into_iter().zip([1.0, 0.0, 3.0]) {
            assert!((found - expected).abs() < 1e-15, "{tip:?}");
        }
    }
}
