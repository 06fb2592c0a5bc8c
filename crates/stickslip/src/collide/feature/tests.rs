use super::*;
use crate::collide::random::Random;

fn kinds(r: &mut Random) -> [Facing; 9] {
    [
        Facing::PlaneBall {
            normal: r.unit(),
            on: r.vector(),
            centre: r.vector(),
            radius: 0.3,
        },
        Facing::PlaneRim {
            normal: r.unit(),
            on: r.vector(),
            centre: r.vector(),
            axis: r.unit(),
            radius: 0.4,
        },
        Facing::BallBall {
            centres: [r.vector(), r.vector()],
            radii: [0.2, 0.5],
        },
        Facing::LineBall {
            on: r.vector(),
            along: r.unit(),
            centre: r.vector(),
            radii: [0.1, 0.3],
        },
        Facing::LineLine {
            on: [r.vector(), r.vector()],
            along: [r.unit(), r.unit()],
            radii: [0.1, 0.2],
            sign: if r.number() > 0.0 { 1.0 } else { -1.0 },
        },
        Facing::RimBall {
            rim: r.vector(),
            axis: r.unit(),
            rim_radius: 0.3,
            centre: r.vector(),
            radius: 0.1,
        },
        Facing::PlaneEllipsoid {
            normal: r.unit(),
            on: r.vector(),
            ellipsoid: ellipsoid(r),
        },
        Facing::BallEllipsoid {
            centre: r.vector(),
            radius: 0.1,
            ellipsoid: ellipsoid(r),
        },
        Facing::LineEllipsoid {
            on: r.vector(),
            along: r.unit(),
            radius: 0.1,
            ellipsoid: ellipsoid(r),
        },
    ]
}

fn ellipsoid(r: &mut Random) -> Ellipsoid {
    Ellipsoid {
        place: r.pose(0.5),
        half: [0.6, 0.4, 0.3],
    }
}

/// A pose after a time, with a velocity of the body's origin and an angular velocity of the world frame.
fn moved(pose: &Pose, v: [f64; 3], w: [f64; 3], t: f64) -> Pose {
    let turn = Pose::turned([0.0; 3], scale(t, w));
    let mut after = turn.then(&Pose {
        position: [0.0; 3],
        ..*pose
    });
    after.position = plus(pose.position, scale(t, v));
    after
}

#[test]
fn the_normal_row_is_the_derivative_of_the_gap() {
    let mut r = Random(7);
    for round in 0..300 {
        for facing in kinds(&mut r) {
            let feature = Feature {
                facing,
                swapped: round % 2 == 0,
            };
            let (a, b) = (r.pose(2.0), r.pose(2.0));
            let (va, wa, vb, wb) = (r.vector(), r.vector(), r.vector(), r.vector());
            let gap = |t: f64| feature.at(&moved(&a, va, wa, t), &moved(&b, vb, wb, t)).gap;
            let touch = feature.at(&a, &b);
            let speed = |pose: &Pose, v, w| {
                let arm = minus(touch.point, pose.position);
                dot(touch.normal, plus(v, cross(w, arm)))
            };
            let row = speed(&b, vb, wb) - speed(&a, va, wa);
            // a fourth-order difference, and a bound that knows how fast primitives that nearly meet or align turn
            let d = 1e-4;
            let slope = (8.0 * (gap(d) - gap(-d)) - (gap(2.0 * d) - gap(-2.0 * d))) / (12.0 * d);
            let sharp = sharpness(&feature, &a, &b);
            assert!((length(touch.normal) - 1.0).abs() < 1e-14);
            assert!(
                (slope - row).abs() < 1e-10 / sharp.powi(4).min(1.0),
                "{feature:?}: {slope} {row} {sharp}"
            );
        }
    }
}

/// What the derivatives of the gap grow with the inverse of: the distance of the centres, the sine of the tilt.
fn sharpness(feature: &Feature, a: &Pose, b: &Pose) -> f64 {
    let (first, second) = if feature.swapped { (b, a) } else { (a, b) };
    let gap = feature.at(a, b).gap;
    match feature.facing {
        Facing::PlaneBall { .. } => 1.0,
        Facing::PlaneRim { normal, axis, .. } => {
            length(cross(first.direction(normal), second.direction(axis)))
        }
        Facing::BallBall { radii, .. } | Facing::LineBall { radii, .. } => {
            gap + radii[0] + radii[1]
        }
        Facing::LineLine { along, .. } => {
            length(cross(first.direction(along[0]), second.direction(along[1])))
        }
        Facing::RimBall {
            rim,
            axis,
            centre,
            radius,
            ..
        } => {
            let from = minus(second.point(centre), first.point(rim));
            length(cross(from, first.direction(axis))).min(gap + radius)
        }
        Facing::PlaneEllipsoid { .. } => 0.3,
        // how far outside the least radius of curvature it is, where several points of the surface may be nearest
        Facing::BallEllipsoid { radius, .. } | Facing::LineEllipsoid { radius, .. } => {
            (gap + radius + 0.3 * 0.3 / 0.6).clamp(1e-3, 0.3)
        }
    }
}

#[test]
fn the_normal_points_from_a_to_b() {
    let floor = Facing::PlaneBall {
        normal: [0.0, 0.0, 1.0],
        on: [0.0; 3],
        centre: [0.0; 3],
        radius: 0.5,
    };
    let (ground, ball) = (Pose::IDENTITY, Pose::at([0.2, 0.1, 0.75]));
    let as_first = Feature {
        facing: floor,
        swapped: false,
    };
    let as_second = Feature {
        facing: floor,
        swapped: true,
    };
    let up = as_first.at(&ground, &ball);
    let down = as_second.at(&ball, &ground);
    assert_eq!(up.normal, [0.0, 0.0, 1.0]);
    assert_eq!(down.normal, [0.0, 0.0, -1.0]);
    assert_eq!((up.gap, down.gap), (0.25, 0.25));
    assert_eq!(up.point, down.point);
}

#[test]
fn what_has_no_direction_of_its_own_gets_one() {
    let mut r = Random(3);
    let centred = |half| Ellipsoid {
        place: Pose::IDENTITY,
        half,
    };
    let (x, z) = ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    let o = [0.0; 3];
    let degenerate = [
        Facing::BallBall {
            centres: [o, o],
            radii: [0.1, 0.1],
        },
        Facing::LineBall {
            on: o,
            along: x,
            centre: o,
            radii: [0.1, 0.1],
        },
        Facing::LineLine {
            on: [o, o],
            along: [x, x],
            radii: [0.1, 0.1],
            sign: 1.0,
        },
        Facing::LineLine {
            on: [o, [0.0, 1.0, 0.0]],
            along: [x, x],
            radii: [0.1, 0.1],
            sign: 1.0,
        },
        Facing::PlaneRim {
            normal: z,
            on: o,
            centre: o,
            axis: z,
            radius: 1.0,
        },
        Facing::RimBall {
            rim: o,
            axis: z,
            rim_radius: 1.0,
            centre: o,
            radius: 0.1,
        },
        Facing::BallEllipsoid {
            centre: o,
            radius: 0.1,
            ellipsoid: centred([0.6, 0.4, 0.3]),
        },
        Facing::BallEllipsoid {
            centre: o,
            radius: 0.0,
            ellipsoid: centred([0.3; 3]),
        },
        Facing::LineEllipsoid {
            on: o,
            along: x,
            radius: 0.1,
            ellipsoid: centred([0.6, 0.4, 0.3]),
        },
        Facing::LineEllipsoid {
            on: o,
            along: x,
            radius: 0.1,
            ellipsoid: centred([0.4; 3]),
        },
    ];
    for facing in degenerate {
        let pose = r.pose(1.0);
        for swapped in [false, true] {
            let touch = Feature { facing, swapped }.at(&pose, &pose);
            assert!((length(touch.normal) - 1.0).abs() < 1e-14, "{facing:?}");
            assert!(touch.gap.is_finite() && touch.point.iter().all(|x| x.is_finite()));
        }
    }
}
