//! The motion as columns: poses and velocities of the bodies that move, in the frames of a page.

use super::columns::{Against, Columns, Scale};
use super::scenery::seven;
use crate::export::Drawable;
use crate::run::cross;
use crate::scene::BuiltIn;
use stickslip::world::{Motion, Pose, Shape};

/// Positions are rounded to this part of the size of the scene: in small pages, and in large ones (1).
const FINE: f64 = 1e-6;
const COARSE: f64 = 1e-5;
/// Numbers of positions from which a page is large.
const LARGE: usize = 1_000_000;
/// Quaternions are rounded to this (1).
const TURN: f64 = 1.0 / 32767.0;
/// Velocities are rounded to this part of the largest (1).
const SPEED: f64 = 1.0 / 32767.0;
/// With more bodies than this velocities are left out: they can be seen, and each takes six numbers.
const MOST_WITH_SPEED: usize = 2000;

/// Bodies at the times of the frames.
pub(super) struct Motions<'a> {
    pub(super) system: &'a BuiltIn,
    pub(super) bodies: &'a [Drawable],
    /// Numbers of those that move.
    pub(super) tracks: &'a [usize],
    pub(super) t: &'a [f64],
    pub(super) q: &'a [Vec<f64>],
    pub(super) v: &'a [Vec<f64>],
}

impl Motions<'_> {
    /// Adds `t`, `position`, `rotation` and `velocity`.
    pub(super) fn write(&self, full: bool, columns: &mut Columns) {
        let (frames, tracks) = (self.t.len(), self.tracks.len());
        columns.exact("t", 1, self.t);
        let mut position = Vec::with_capacity(frames * 3 * tracks);
        let mut rotation = Vec::with_capacity(frames * 4 * tracks);
        let mut last: Vec<[f64; 4]> = vec![[0.0; 4]; tracks];
        for frame in 0..frames {
            for (track, &body) in self.tracks.iter().enumerate() {
                let pose = &self.bodies[body].poses[frame];
                position.extend(pose.position);
                let turn = steady(pose.quat_wxyz, last[track]);
                rotation.extend(turn);
                last[track] = turn;
            }
        }
        if full {
            columns.exact("position", 3 * tracks, &position);
            columns.exact("rotation", 4 * tracks, &rotation);
        } else {
            let step = self.position_step(&position, 3 * tracks);
            let against = Against::LastRow;
            columns.rounded("position", 3 * tracks, &position, Scale::One(step), against);
            columns.rounded("rotation", 4 * tracks, &rotation, Scale::One(TURN), against);
        }
        if tracks <= MOST_WITH_SPEED || full {
            self.velocities(full, columns);
        }
    }

    fn position_step(&self, position: &[f64], width: usize) -> f64 {
        let part = match position.len() > LARGE {
            true => COARSE,
            false => FINE,
        };
        let span = |place: usize| {
            let own = position.iter().skip(place).step_by(width);
            let own = own.filter(|x| x.is_finite());
            let ends = own.fold([f64::MAX, f64::MIN], |[a, b], x| [a.min(*x), b.max(*x)]);
            ends[1] - ends[0]
        };
        let widest = (0..width).map(span).fold(0.0, f64::max);
        // whole numbers of 32 bits must reach all of the way of a body
        let step = (part * size(self.bodies, self.tracks)).max(widest / 1e9);
        if step > 0.0 && step.is_finite() {
            step
        } else {
            1e-6
        }
    }

    fn velocities(&self, full: bool, columns: &mut Columns) {
        let tracks = self.tracks.len();
        let mut speeds = Vec::with_capacity(self.t.len() * 6 * tracks);
        for frame in 0..self.t.len() {
            for &body in self.tracks {
                let Some(v) = self.velocity(body, frame) else {
                    return;
                };
                speeds.extend(v);
            }
        }
        if full {
            return columns.exact("velocity", 6 * tracks, &speeds);
        }
        let largest = |angular: bool| {
            let of = |(i, x): (usize, &f64)| (i % 6 >= 3) == angular && x.is_finite();
            let sizes = speeds.iter().enumerate().filter(|&(i, x)| of((i, x)));
            let most = sizes.fold(0.0_f64, |m, (_, x)| m.max(x.abs()));
            if most > 0.0 { most * SPEED } else { 1.0 }
        };
        let (linear, angular) = (largest(false), largest(true));
        let one = [linear, linear, linear, angular, angular, angular];
        let scale = Scale::Each(one.repeat(tracks));
        columns.rounded("velocity", 6 * tracks, &speeds, scale, Against::LastRow);
    }

    /// Linear velocity of the frame of a body (m/s) and its angular velocity (rad/s), world axes.
    fn velocity(&self, body: usize, frame: usize) -> Option<[f64; 6]> {
        let (t, v) = (self.t[frame], &self.v[frame]);
        let flat = |x: f64, y: f64, spin: f64| Some([x, 0.0, y, 0.0, -spin, 0.0]);
        match self.system {
            BuiltIn::World(world) => {
                let (centre, linear, spin) = match world.coordinates_of(body) {
                    Some([_, at]) => (
                        world.mass_of(body).centre,
                        [v[at], v[at + 1], v[at + 2]],
                        [v[at + 3], v[at + 4], v[at + 5]],
                    ),
                    None => match &world.model().bodies[body].motion {
                        Motion::Driven(path) => {
                            let (linear, spin) = path.velocity(t);
                            ([0.0; 3], linear, spin)
                        }
                        _ => ([0.0; 3], [0.0; 3], [0.0; 3]),
                    },
                };
                // v is that of the centre of mass, which is at an arm from the origin of the frame
                let arm = self.bodies[body].poses[frame].direction(centre);
                let turn = cross(spin, arm);
                let [x, y, z] = std::array::from_fn(|i| linear[i] - turn[i]);
                Some([x, y, z, spin[0], spin[1], spin[2]])
            }
            BuiltIn::Balls(_) => v.get(6 * body..6 * body + 6)?.try_into().ok(),
            BuiltIn::Brick(_) => v.get(..6)?.try_into().ok(),
            BuiltIn::Puck(_) => Some([v[0], v[1], v[2], 0.0, 0.0, v[3]]),
            BuiltIn::Rod(_) => flat(v[0], v[1], v[2]),
            BuiltIn::Planar(_) => {
                let at = v.get(3 * body..3 * body + 3)?;
                flat(at[0], at[1], at[2])
            }
            BuiltIn::Cradle(_) => Some([*v.get(body)?, 0.0, 0.0, 0.0, 0.0, 0.0]),
            BuiltIn::Particle(particle) => match body.checked_sub(1) {
                None => Some([v[0], v[1], v[2], 0.0, 0.0, 0.0]),
                Some(plane) => {
                    let plane = particle.parameters().planes.get(plane)?;
                    let speed: f64 = (0..3).map(|k| plane.normal[k] * plane.velocity[k]).sum();
                    let [x, y, z] = plane.normal.map(|n| n * speed);
                    Some([x, y, z, 0.0, 0.0, 0.0])
                }
            },
            BuiltIn::DoublePendulum(pendulum) => {
                let (q, l) = (&self.q[frame], pendulum.parameters().lengths);
                let end = |i: usize, part: f64| {
                    let (sin, cos) = q[i].sin_cos();
                    [part * l[i] * cos * v[i], part * l[i] * sin * v[i]]
                };
                let [x, y] = match body {
                    0 => end(0, 0.5),
                    _ => {
                        let (knee, half) = (end(0, 1.0), end(1, 0.5));
                        [knee[0] + half[0], knee[1] + half[1]]
                    }
                };
                flat(x, y, *v.get(body)?)
            }
        }
    }
}

/// The one of the two quaternions of a turn that is nearer to the last.
fn steady(turn: [f64; 4], last: [f64; 4]) -> [f64; 4] {
    let along: f64 = (0..4).map(|i| turn[i] * last[i]).sum();
    if along < 0.0 { turn.map(|x| -x) } else { turn }
}

/// How large the scene is (m): where bodies were, but no more than many times the largest of them, because one that falls away
/// must not make the others coarse.
pub(super) fn size(bodies: &[Drawable], tracks: &[usize]) -> f64 {
    let mut ends = [[f64::MAX, f64::MIN]; 3];
    let mut largest = 0.0_f64;
    for &body in tracks {
        let body = &bodies[body];
        let reach = body.parts.iter().map(|p| reach(&p.shape, &p.pose));
        largest = reach.fold(largest, f64::max);
        for pose in &body.poses {
            let [x, y, z, ..] = seven(pose);
            for (end, x) in ends
                .iter_mut()
                .zip([x, y, z])
                .filter(|(_, x)| x.is_finite())
            {
                *end = [end[0].min(x), end[1].max(x)];
            }
        }
    }
    let extent = ends.iter().map(|[a, b]| b - a).fold(0.0, f64::max) + 2.0 * largest;
    match largest > 0.0 {
        true => extent.min(100.0 * largest),
        false => extent,
    }
}

/// How far a part reaches from the origin of its body (m).
fn reach(shape: &Shape, pose: &Pose) -> f64 {
    let length = |a: &[f64; 3]| a.iter().map(|x| x * x).sum::<f64>().sqrt();
    let own = match shape {
        Shape::Sphere { radius } => *radius,
        Shape::Box { half } | Shape::Ellipsoid { half } => length(half),
        Shape::Capsule {
            half_length,
            radius,
        }
        | Shape::Cylinder {
            half_length,
            radius,
        } => half_length + radius,
        Shape::Convex(hull) => hull.points.iter().map(length).fold(0.0, f64::max),
        Shape::Mesh(mesh) => mesh.points.iter().map(length).fold(0.0, f64::max),
        _ => 0.0,
    };
    own + length(&pose.position)
}
