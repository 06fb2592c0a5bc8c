//! How far bodies can move before fast ones could pass through each other: conservative advancement.
//!
//! A contact is found when bodies are within reach at the beginning of a step. What moves farther in one step than it is thick can
//! be before a wall at one instant and behind it at the next, and no contact is ever found. For such pairs, and only for them, the
//! time is sought that brings them close without letting them meet.

use super::narrow::{self, Scratch};
use super::part::{Part, Solid};
use super::search::Search;
use super::seen::Seen;
use crate::vector::{dot, length, minus, plus, scale};
use crate::world::Pose;

/// A motion with constant velocity of a centre and constant angular velocity, both in the world frame.
#[derive(Clone, Copy)]
struct Motion<'a> {
    start: &'a [Pose],
    velocity: &'a [([f64; 3], [f64; 3])],
    centre: &'a [[f64; 3]],
}

impl Motion<'_> {
    /// The pose of a body after a time.
    fn pose(&self, body: usize, t: f64) -> Pose {
        let (v, w) = self.velocity[body];
        let (start, centre) = (&self.start[body], self.centre[body]);
        let turn = Pose::turned([0.0; 3], scale(t, w));
        let arm = turn.direction(minus(start.position, centre));
        let mut pose = turn.then(&Pose {
            position: [0.0; 3],
            ..*start
        });
        pose.position = plus(plus(centre, scale(t, v)), arm);
        pose
    }

    /// How far from the centre of its body a part reaches; nothing for what has no end, which only its body's shift moves.
    fn arm(&self, part: &Part) -> f64 {
        let Some(ball) = part.ball() else { return 0.0 };
        let pose = &self.start[part.body];
        length(minus(pose.point(ball.centre), self.centre[part.body])) + ball.radius
    }
}

/// Iterations of one pair. Each covers at least a fixed part of the way, unless bodies slide past each other closely; then the
/// step is cut where they are.
const MOST_STEPS: usize = 60;
/// Parry's distances of curved things are too large by up to 1e-5 of them.
const SAFE: f64 = 1.0 - 1e-3;
/// A pair that is apart by this part of the thinner one counts as seen, whatever the reach.
const CLOSE: f64 = 0.1;

impl Search {
    /// The longest time ≤ h (s) that can be stepped before two colliders that are farther apart than the sum of the reaches of
    /// their bodies (m), so that no contact between them is found now, could pass through each other. `start` are the poses of all
    /// bodies, `velocity` their linear (m/s) and angular (rad/s) velocities in the world frame, the former of the points `centre`
    /// (m).
    ///
    /// Only pairs whose relative way in h is more than half the thickness of the thinner one are looked at. When such a pair
    /// shortens the step, it is still apart at the end of it, and within reach or a tenth of that thickness.
    pub(crate) fn clear(
        &mut self,
        start: &[Pose],
        velocity: &[([f64; 3], [f64; 3])],
        centre: &[[f64; 3]],
        reach: &[f64],
        h: f64,
    ) -> f64 {
        let motion = Motion {
            start,
            velocity,
            centre,
        };
        // how far any point of a part gets in h, and how far by turning alone
        let turning = |part: &Part| h * length(velocity[part.body].1) * motion.arm(part);
        let way = |part: &Part| h * length(velocity[part.body].0) + turning(part);
        let thinnest = self.parts.iter().map(|p| p.thickness);
        let thinnest = thinnest.fold(f64::INFINITY, f64::min);
        let most = self.parts.iter().map(way).fold(0.0, f64::max);
        if 2.0 * most <= 0.5 * thinnest {
            return h;
        }
        let fast = |a: &Part, b: &Part| {
            let relative = minus(velocity[b.body].0, velocity[a.body].0);
            let way = h * length(relative) + turning(a) + turning(b);
            way > 0.5 * a.thickness.min(b.thickness)
        };
        self.close_pairs(start, |part| way(part) + reach[part.body]);
        let mut time = h;
        for pair in &self.pairs {
            let [a, b] = pair.map(|i| &self.parts[i as usize]);
            if fast(a, b) {
                let thin = a.thickness.min(b.thickness);
                let seen = (reach[a.body] + reach[b.body]).max(CLOSE * thin);
                let mut measure = Measure {
                    pair: [a, b],
                    farthest: way(a) + way(b) + seen,
                    scratch: &mut self.scratch,
                    seen: &mut self.seen,
                };
                time = advance(&motion, &mut measure, time, seen);
            }
        }
        time
    }
}

/// How far apart two parts are.
enum Apart {
    /// By this much (m), the second in this direction of the first's frame.
    By(f64, [f64; 3]),
    /// Farther than they can get in a step.
    Far,
    /// Not at all, or nobody knows.
    Unknown,
}

/// Measures how far apart two parts are.
struct Measure<'a> {
    pair: [&'a Part; 2],
    /// What is farther apart than this (m) cannot meet in the step.
    farthest: f64,
    // memory
    scratch: &'a mut Scratch,
    seen: &'a mut Vec<Seen>,
}

impl Measure<'_> {
    /// With the second body at `there` in the frame of the first.
    fn at(&mut self, there: &Pose) -> Apart {
        let [a, b] = self.pair;
        if let (Some(first), Some(second)) = (&a.query, &b.query) {
            return match first.apart(second, there) {
                Some((distance, normal)) => Apart::By(distance, normal),
                None => Apart::Unknown,
            };
        }
        if ![a, b]
            .iter()
            .any(|part| matches!(part.solid, Solid::Ellipsoid(_)))
        {
            return Apart::Unknown;
        }
        // parry knows no ellipsoids; the least gap of contacts is the distance
        narrow::contacts(a, b, there, self.farthest, self.scratch, self.seen);
        let touches = self
            .seen
            .iter()
            .map(|s| s.feature().at(&Pose::IDENTITY, there));
        match touches.min_by(|x, y| x.gap.total_cmp(&y.gap)) {
            None => Apart::Far,
            Some(touch) if touch.gap > 0.0 => Apart::By(touch.gap, touch.normal),
            Some(_) => Apart::Unknown,
        }
    }
}

/// The longest time ≤ h after which a pair is not nearer than half of `seen`, if it is farther than that now.
fn advance(motion: &Motion<'_>, measure: &mut Measure<'_>, h: f64, seen: f64) -> f64 {
    let [a, b] = measure.pair;
    let spin = |part: &Part| length(motion.velocity[part.body].1) * motion.arm(part);
    let turning = spin(a) + spin(b);
    let relative = minus(motion.velocity[b.body].0, motion.velocity[a.body].0);
    let convex = |part: &Part| !matches!(part.solid, Solid::Surface(_));
    // the latest time at which they are known to be apart, and the one to look at next
    let (mut sure, mut t) = (0.0, 0.0);
    for step in 0..MOST_STEPS {
        let [pose_a, pose_b] = [a, b].map(|part| motion.pose(part.body, t));
        let (apart, normal) = match measure.at(&pose_a.inverse().then(&pose_b)) {
            Apart::By(apart, normal) => (apart, normal),
            Apart::Far => return h,
            // nothing to keep apart; or, later, a distance that was measured too large
            Apart::Unknown => return if step == 0 { h } else { sure },
        };
        sure = t;
        if apart <= seen {
            // what is seen from the beginning is the business of contacts
            return if step == 0 { h } else { t };
        }
        // Between convex bodies the plane across their nearest points separates for as long as nothing moves towards it; around
        // anything else, any direction may be the one in which they meet.
        let closing = if convex(a) && convex(b) {
            -dot(pose_a.direction(normal), relative)
        } else {
            length(relative)
        };
        let speed = closing.max(0.0) + turning;
        let left = h - t;
        let free = SAFE * apart - 0.5 * seen;
        if speed * left <= free {
            return h;
        }
        t += free / speed;
    }
    sure
}

/// The least extent of a solid (m): what it takes to get through it. What meets a surface or a half-space is stopped by its own.
pub(crate) fn thickness(solid: &Solid) -> f64 {
    match solid {
        Solid::Ball(ball) => 2.0 * ball.radius,
        Solid::Capsule(capsule) => 2.0 * capsule.radius,
        Solid::Ellipsoid(e) => 2.0 * e.half.iter().fold(f64::INFINITY, |m, x| m.min(*x)),
        Solid::Cylinder(c) => 2.0 * c.radius.min(c.half_length),
        Solid::Polytope(p) => p
            .faces
            .iter()
            .map(|face| {
                let low = p.points.iter().map(|x| dot(face.normal, *x));
                face.offset - low.fold(f64::INFINITY, f64::min)
            })
            .fold(f64::INFINITY, f64::min),
        Solid::Surface(_) | Solid::HalfSpace(_) => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::tests::body;
    use super::*;
    use crate::collide::search::tests::{cube, look};
    use crate::world::{Motion as Moves, Shape};

    const STILL: ([f64; 3], [f64; 3]) = ([0.0; 3], [0.0; 3]);

    /// A plate 1 mm thick across x at x = 0.2, and a ball of radius 2.5 mm.
    fn plate_and_ball() -> Search {
        let plate = Shape::Box {
            half: [0.0005, 0.1, 0.1],
        };
        let ball = Shape::Sphere { radius: 0.0025 };
        let bodies = [
            body("plate", Moves::Fixed, vec![plate]),
            body("ball", Moves::Free, vec![ball]),
        ];
        Search::new(&bodies, &[]).unwrap()
    }

    fn clear(search: &mut Search, y: f64, velocity: [f64; 3], h: f64, reach: f64) -> f64 {
        let poses = [Pose::at([0.2, 0.0, 0.0]), Pose::at([0.0, y, 0.0])];
        let centre = poses.map(|p| p.position);
        let velocity = [STILL, (velocity, [0.0; 3])];
        search.clear(&poses, &velocity, &centre, &[0.5 * reach; 2], h)
    }

    #[test]
    fn a_fast_ball_stops_short_of_a_thin_plate() {
        let mut search = plate_and_ball();
        for reach in [0.0, 1e-3] {
            let t = clear(&mut search, 0.0, [100.0, 0.0, 0.0], 0.01, reach);
            let left = 0.2 - 0.0005 - 0.0025 - 100.0 * t;
            assert!(left > 0.0 && left <= 1e-3, "{left}");
            // and from there it is seen
            let poses = [Pose::at([0.2, 0.0, 0.0]), Pose::at([100.0 * t, 0.0, 0.0])];
            assert_eq!(look(&mut search, &poses, reach.max(1e-3)).len(), 1);
        }
    }

    #[test]
    fn what_flies_past_is_not_stopped() {
        let mut search = plate_and_ball();
        let h = 0.01;
        assert_eq!(clear(&mut search, 0.11, [100.0, 0.0, 0.0], h, 1e-3), h);
        assert_eq!(clear(&mut search, 0.0, [-100.0, 0.0, 0.0], h, 1e-3), h);
        assert_eq!(clear(&mut search, 0.0, [0.0, 100.0, 0.0], h, 1e-3), h);
        // slow enough to be seen in time
        assert_eq!(clear(&mut search, 0.0, [0.01, 0.0, 0.0], h, 1e-3), h);
        // seen already
        assert_eq!(clear(&mut search, 0.0, [100.0, 0.0, 0.0], h, 0.5), h);
    }

    #[test]
    fn a_spinning_blade_stops_short_of_a_post() {
        // a blade 1 m long turns about its middle with 300 rad/s; a post stands beside it, a quarter of a turn away
        let blade = Shape::Box {
            half: [0.5, 0.005, 0.02],
        };
        let bodies = [
            body("post", Moves::Fixed, vec![cube(0.01)]),
            body("blade", Moves::Free, vec![blade]),
        ];
        let mut search = Search::new(&bodies, &[]).unwrap();
        let poses = [Pose::at([0.0, 0.4, 0.0]), Pose::IDENTITY];
        let velocity = [STILL, ([0.0; 3], [0.0, 0.0, 300.0])];
        let centre = poses.map(|p| p.position);
        let t = search.clear(&poses, &velocity, &centre, &[1e-3; 2], 0.01);
        let turned = Pose::turned([0.0; 3], [0.0, 0.0, 300.0 * t]);
        let apart = search.distance(&[poses[0], turned], [0, 1]);
        assert!(t < 0.01 && apart > 0.0 && apart <= 2e-3, "{t} {apart}");
    }

    #[test]
    fn a_fast_ellipsoid_stops_short_of_thin_things() {
        let half = [0.02, 0.01, 0.0025];
        let points = vec![[0.0, -1.0, -1.0], [0.0, -1.0, 1.0], [0.0, 1.0, 0.0]];
        let mesh = crate::world::Mesh::new(points, vec![[0, 1, 2]]).unwrap();
        let (half_length, radius) = (0.1, 0.0005);
        let things = [
            Shape::Box {
                half: [0.0005, 0.1, 0.1],
            },
            Shape::Mesh(std::sync::Arc::new(mesh)),
            Shape::Sphere { radius: 0.0005 },
            Shape::Cylinder {
                half_length,
                radius,
            },
            Shape::Ellipsoid {
                half: [0.0005, 0.1, 0.1],
            },
        ];
        for thing in things {
            let surface = matches!(thing, Shape::Mesh(_));
            let bodies = [
                body("thing", Moves::Fixed, vec![thing]),
                body("flier", Moves::Free, vec![Shape::Ellipsoid { half }]),
            ];
            let mut search = Search::new(&bodies, &[]).unwrap();
            let poses = [Pose::at([0.2, 0.0, 0.0]), Pose::IDENTITY];
            let velocity = [STILL, ([100.0, 0.0, 0.0], [0.0, 30.0, 0.0])];
            let centre = poses.map(|p| p.position);
            let t = search.clear(&poses, &velocity, &centre, &[5e-4; 2], 0.01);
            let turned = Pose::turned([100.0 * t, 0.0, 0.0], [0.0, 30.0 * t, 0.0]);
            let found = look(&mut search, &[poses[0], turned], 1e-3);
            assert_eq!(found.len(), 1, "surface {surface}, after {t}");
            assert!(found[0].1.gap > 0.0, "{found:?}");
            // past it, along it and away from it
            for v in [[0.0, 0.0, 100.0], [-100.0, 0.0, 0.0]] {
                let velocity = [STILL, (v, [0.0; 3])];
                assert_eq!(
                    search.clear(&poses, &velocity, &centre, &[5e-4; 2], 0.01),
                    0.01
                );
            }
        }
    }

    #[test]
    fn a_fast_ball_stops_short_of_a_mesh() {
        let points = vec![[0.2, -1.0, -1.0], [0.2, -1.0, 1.0], [0.2, 1.0, 0.0]];
        let mesh = crate::world::Mesh::new(points, vec![[0, 1, 2]]).unwrap();
        let bodies = [
            body(
                "sheet",
                Moves::Fixed,
                vec![Shape::Mesh(std::sync::Arc::new(mesh))],
            ),
            body("ball", Moves::Free, vec![Shape::Sphere { radius: 0.01 }]),
        ];
        let mut search = Search::new(&bodies, &[]).unwrap();
        let poses = [Pose::IDENTITY; 2];
        let velocity = [STILL, ([50.0, 0.0, 0.0], [0.0; 3])];
        let t = search.clear(&poses, &velocity, &[[0.0; 3]; 2], &[1e-3; 2], 0.01);
        let left = 0.2 - 0.01 - 50.0 * t;
        assert!(left > 0.0 && left <= 2e-3, "{left}");
    }
}
