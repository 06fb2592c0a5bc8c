//! Boxes against a test of separating axes: at the poses of the search, and after a turn for which nobody searched again.

use super::*;
use crate::collide::random::Random;
use crate::vector::{cross, dot, minus, plus, scale, unit};

/// A pair of boxes, the second with its pose in the frame of the first.
struct Boxes {
    halves: [[f64; 3]; 2],
    there: Pose,
}

impl Boxes {
    /// Along the best of their 15 axes: how far apart they are (m), negative when they overlap, and the axis, from the first to the
    /// second.
    fn separation(&self) -> (f64, [f64; 3]) {
        let frames = [Pose::IDENTITY, self.there].map(|pose| {
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| pose.direction(axis))
        });
        let faces = frames.iter().flatten().copied();
        let edges = (0..9).filter_map(|k| unit(cross(frames[0][k / 3], frames[1][k % 3])));
        let mut best = (f64::NEG_INFINITY, [0.0; 3]);
        for axis in faces.chain(edges) {
            let reach = |body: usize| -> f64 {
                let parts = self.halves[body].iter().zip(&frames[body]);
                parts
                    .map(|(half, side)| half * dot(axis, *side).abs())
                    .sum()
            };
            let along = dot(axis, self.there.position);
            let apart = along.abs() - reach(0) - reach(1);
            if apart > best.0 {
                best = (apart, scale(along.signum(), axis));
            }
        }
        best
    }

    /// Moved along the best axis until they are this far apart (m) along it.
    fn at_distance(mut self, wanted: f64) -> Self {
        // another axis may be the best one there
        for _ in 0..3 {
            let (apart, axis) = self.separation();
            let shift = scale(wanted - apart, axis);
            self.there.position = plus(self.there.position, shift);
        }
        self
    }

    /// With the second turned by a rotation vector about a point.
    fn turned(&self, about: [f64; 3], by: [f64; 3]) -> Self {
        let turn = Pose::turned([0.0; 3], by);
        let arm = minus(self.there.position, about);
        let mut there = turn.then(&self.there);
        there.position = plus(about, turn.direction(arm));
        Self { there, ..*self }
    }

    fn poses(&self) -> [Pose; 2] {
        [Pose::IDENTITY, self.there]
    }

    fn find(&self, reach: f64) -> Vec<(Found, Touch)> {
        let [a, b] = self.halves.map(|half| Shape::Box { half });
        look(&mut pair(a, b), &self.poses(), reach)
    }

    /// The least gap here of contacts that were found elsewhere (m).
    fn least(&self, found: &[(Found, Touch)]) -> f64 {
        let [a, b] = self.poses();
        let gaps = found.iter().map(|(found, _)| found.feature.at(&a, &b).gap);
        gaps.fold(f64::INFINITY, f64::min)
    }
}

fn halves(random: &mut Random) -> [[f64; 3]; 2] {
    [0; 2].map(|_| random.vector().map(|x| 0.2 + 0.1 * x))
}

#[test]
fn overlaps_are_as_deep_as_separating_axes_say() {
    // faces are preferred to edges that are better by a thousandth of the smaller radius
    let preference = 1e-3 * 0.52;
    let mut random = Random(15);
    let (mut overlaps, mut clear) = (0, 0);
    for _ in 0..3000 {
        let boxes = Boxes {
            halves: halves(&mut random),
            there: random.pose(0.4),
        };
        let boxes = boxes.at_distance(0.03 * random.number() - 0.01);
        let (apart, _) = boxes.separation();
        let gap = boxes.least(&boxes.find(0.05));
        if apart <= 0.0 {
            overlaps += 1;
            let close = (gap - apart).abs() <= preference;
            assert!(close, "{apart} {gap} {:?}", boxes.there);
        } else {
            clear += 1;
            assert!(gap >= apart - 1e-12, "{apart} {gap} {:?}", boxes.there);
        }
    }
    assert!(overlaps > 1000 && clear > 500, "{overlaps} {clear}");
}

/// Two cubes touch with a pair of edges, almost flat on each other. The upper one tips over the crossing, and its corner goes into the face
/// below.
#[test]
fn a_corner_that_comes_down_beside_a_crossing_is_known() {
    let lean = [0.03, -0.03, 0.0];
    let yaw = Pose::turned([0.0; 3], [0.0, 0.0, 0.3]);
    let boxes = Boxes {
        halves: [[0.1; 3]; 2],
        there: Pose::turned([0.08, -0.08, 0.2035], lean).then(&yaw),
    };
    let boxes = boxes.at_distance(0.0);
    let found = boxes.find(0.02);
    let crossing = found.iter().find(|f| f.1.gap.abs() < 1e-12).unwrap().1;
    // the common normal of the edges is that of no face
    let flat = boxes.poses().map(|p| dot(p.direction(UP), crossing.normal));
    assert!(flat.iter().all(|x| *x < 1.0 - 1e-5), "{flat:?}");
    let after = boxes.turned(crossing.point, lean.map(|x| -1.7 * x));
    let ((apart, _), known) = (after.separation(), after.least(&found));
    assert!(apart < -2e-3, "{apart}");
    assert!((known - apart).abs() < 1e-4, "{known} {apart}");
}

#[test]
fn what_a_turn_closes_is_known() {
    let mut random = Random(16);
    let mut closed = 0;
    for _ in 0..4000 {
        // almost flat on each other
        let [x, y, spin] = random.vector();
        let lean = random.vector().map(|x| 0.04 * x);
        let boxes = Boxes {
            halves: halves(&mut random),
            there: Pose::turned([0.4 * x, 0.4 * y, 0.5], [lean[0], lean[1], 3.0 * spin]),
        };
        let boxes = boxes.at_distance(1e-5);
        let found = boxes.find(0.05);
        let nearest = found.iter().min_by(|a, b| a.1.gap.total_cmp(&b.1.gap));
        let Some((_, touch)) = nearest.filter(|f| f.1.normal[2] > 0.9) else {
            continue;
        };
        let after = boxes.turned(touch.point, random.vector().map(|x| 0.03 * x));
        let (apart, _) = after.separation();
        if apart < -1e-3 {
            closed += 1;
            let known = after.least(&found);
            assert!(known < 0.8 * apart, "{known} {apart} {:?}", boxes.there);
        }
    }
    assert!(closed > 500, "{closed}");
}
