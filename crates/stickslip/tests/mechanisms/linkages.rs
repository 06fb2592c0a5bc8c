//! Linkages that close: more equations than needed, and positions in closed form.

use super::*;

const CRANK: f64 = 0.1;
const COUPLER: f64 = 0.3;
const ROCKER: f64 = 0.25;
const BASE: f64 = 0.3;

/// Where the upper end of the rocker is for an angle of the crank: the intersection of two circles.
fn knee(theta: f64) -> [f64; 2] {
    let crank = [CRANK * theta.cos(), CRANK * theta.sin()];
    let across = [BASE - crank[0], -crank[1]];
    let d = across[0].hypot(across[1]);
    let along = (COUPLER.powi(2) - ROCKER.powi(2) + d * d) / (2.0 * d);
    let up = (COUPLER.powi(2) - along * along).sqrt();
    let (ex, ey) = (across[0] / d, across[1] / d);
    [
        crank[0] + along * ex - up * ey,
        crank[1] + along * ey + up * ex,
    ]
}

fn four_bar(theta: f64, motor: Option<Motor>) -> Model {
    let [kx, ky] = knee(theta);
    let (cx, cy) = (CRANK * theta.cos(), CRANK * theta.sin());
    let turned = |x, y, angle| Pose::turned([x, y, 0.0], [0.0, 0.0, angle]);
    let driven = Axis {
        motor,
        ..Axis::default()
    };
    Model {
        gravity: [0.0, -G, 0.0],
        bodies: vec![
            ground(),
            rod("crank", 0.2, CRANK, turned(0.0, 0.0, theta)),
            rod(
                "coupler",
                0.5,
                COUPLER,
                turned(cx, cy, (ky - cy).atan2(kx - cx)),
            ),
            rod(
                "rocker",
                0.4,
                ROCKER,
                turned(BASE, 0.0, ky.atan2(kx - BASE)),
            ),
        ],
        joints: vec![
            pin("crank bearing", (0, [0.0; 3]), (1, [0.0; 3]), Some(driven)),
            pin("crank pin", (1, [CRANK, 0.0, 0.0]), (2, [0.0; 3]), None),
            pin(
                "knee",
                (2, [COUPLER, 0.0, 0.0]),
                (3, [ROCKER, 0.0, 0.0]),
                None,
            ),
            pin("rocker bearing", (0, [BASE, 0.0, 0.0]), (3, [0.0; 3]), None),
        ],
        ..Model::default()
    }
}

#[test]
fn a_four_bar_with_redundant_joints_stays_closed_for_ten_seconds() {
    // 20 equations for 18 velocities of which one is left free: three of them say nothing new
    let motor = speed_motor(6.0, f64::INFINITY);
    let mut run = Run::new(four_bar(0.3, motor), 2e-3);
    while run.t() < 10.0 {
        run.step();
        let end = run.pose(3).point([ROCKER, 0.0, 0.0]);
        let [kx, ky] = knee(run.angle(1));
        near(end[0], kx, 1e-8);
        near(end[1], ky, 1e-8);
        near(end[2], 0.0, 1e-8);
        near(run.velocity(0)[5], 6.0, 1e-9);
    }
}

#[test]
fn a_slider_crank_is_where_trigonometry_says() {
    let (r, l) = (0.12, 0.31);
    let driven = Axis {
        motor: speed_motor(8.0, f64::INFINITY),
        ..Axis::default()
    };
    let model = Model {
        gravity: [0.0, -G, 0.0],
        bodies: vec![
            ground(),
            rod("crank", 0.3, r, Pose::IDENTITY),
            rod("rod", 0.4, l, Pose::at([r, 0.0, 0.0])),
            lump("slider", 0.8, 0.01, Pose::at([r + l, 0.0, 0.0])),
        ],
        joints: vec![
            pin("bearing", (0, [0.0; 3]), (1, [0.0; 3]), Some(driven)),
            pin("crank pin", (1, [r, 0.0, 0.0]), (2, [0.0; 3]), None),
            pin("wrist", (2, [l, 0.0, 0.0]), (3, [0.0; 3]), None),
            joint(
                "slide",
                JointKind::Prismatic,
                (0, along_x([0.0; 3])),
                (3, along_x([0.0; 3])),
                None,
            ),
        ],
        ..Model::default()
    };
    let h = 1e-3;
    let mut run = Run::new(model, h);
    while run.t() < 3.0 {
        run.step();
        let theta = run.angle(1);
        let root = (l * l - (r * theta.sin()).powi(2)).sqrt();
        near(run.pose(3).position[0], r * theta.cos() + root, 1e-8);
        // ẋ = dx/dθ · ω, at a velocity that belongs to the middle of the step's end and its prediction
        let slope = -r * theta.sin() - r * r * theta.sin() * theta.cos() / root;
        near(run.velocity(2)[0], 8.0 * slope, 2.0 * h * 8.0 * 8.0 * r);
    }
}

#[test]
fn a_four_bar_that_lies_askew_stays_closed_as_well() {
    // nothing is zero any more by the choice of axes: what is redundant is so up to rounding errors only
    let askew = Pose::turned([0.3, -0.2, 0.5], [0.4, 1.1, -0.7]);
    let motor = speed_motor(6.0, f64::INFINITY);
    let mut model = four_bar(0.3, motor);
    for body in &mut model.bodies {
        body.pose = askew.then(&body.pose);
    }
    let mut run = Run::new(model, 2e-3);
    while run.t() < 3.0 {
        run.step();
        let crank = askew.direction_back(run.pose(1).direction([1.0, 0.0, 0.0]));
        let end = askew.point_back(run.pose(3).point([ROCKER, 0.0, 0.0]));
        let [kx, ky] = knee(crank[1].atan2(crank[0]));
        near(end[0], kx, 1e-8);
        near(end[1], ky, 1e-8);
        near(end[2], 0.0, 1e-8);
    }
    assert!(run.t() > 2.9);
}

const REACH: f64 = 0.1;
const START: f64 = 0.4;

/// Three cranks of the same length carry one bar, which stays level. Also in the plane there is an equation too many, and it
/// depends on the others only where they hold.
fn parallelogram(speed: f64) -> Model {
    let mut bodies = vec![ground()];
    let mut joints = Vec::new();
    for (i, x) in [0.0, 0.25, 0.6].into_iter().enumerate() {
        let (foot, tip) = ([x, 0.0, 0.0], [REACH, 0.0, 0.0]);
        let pose = Pose::turned(foot, [0.0, 0.0, START]);
        bodies.push(rod(&format!("crank {i}"), 0.2, REACH, pose));
        let driven = Axis {
            motor: speed_motor(speed, f64::INFINITY),
            ..Axis::default()
        };
        let driven = (i == 0).then_some(driven);
        let crank = i + 1;
        joints.push(pin(
            &format!("bearing {i}"),
            (0, foot),
            (crank, [0.0; 3]),
            driven,
        ));
        joints.push(pin(&format!("pin {i}"), (crank, tip), (4, foot), None));
    }
    let corner = [REACH * START.cos(), REACH * START.sin(), 0.0];
    bodies.push(rod("bar", 0.5, 0.6, Pose::at(corner)));
    Model {
        gravity: [0.0, -G, 0.0],
        bodies,
        joints,
        ..Model::default()
    }
}

#[test]
fn a_parallelogram_with_one_crank_too_many_still_turns() {
    let mut run = Run::new(parallelogram(6.0), 1e-3);
    while run.t() < 3.0 {
        run.step();
        near(run.velocity(0)[5], 6.0, 1e-9);
        near(run.velocity(2)[5], 6.0, 1e-3);
        near(run.angle(4), 0.0, 1e-8);
    }
    // the angle of a step is off by some part of (ω h)³
    let expected = wrap(START + 6.0 * run.t());
    near(run.angle(1), expected, 6.0_f64.powi(3) * 1e-6 * run.t());
}

/// Where a box is, relative to where it began, on a level bar that goes round at a speed and began with a jerk: Coulomb's law in
/// one dimension, in small steps.
fn shaken(speed: f64, friction: f64, t: f64) -> f64 {
    let (h, mut x) = (1e-5, 0.0);
    let bar = |theta: f64| -REACH * speed * theta.sin();
    let towards = |v: f64, goal: f64, most: f64| v + (goal - v).clamp(-most, most);
    let jerk = REACH * speed * START.cos();
    let mut v = towards(0.0, bar(START), friction * jerk);
    for n in 1..=(t / h).round() as i32 {
        let theta = START + speed * h * f64::from(n);
        let weight = G - REACH * speed * speed * theta.sin();
        v = towards(v, bar(theta), friction * weight * h);
        x += h * v;
    }
    x
}

/// The parallelogram with a box on its bar; the number of the box, and where it begins.
fn loaded_parallelogram(speed: f64, friction: f64) -> (Model, usize, [f64; 3]) {
    let mut model = parallelogram(speed);
    let half = [0.4, 0.01, 0.05];
    let mut plank = Collider::new(Shape::Box { half });
    plank.pose = Pose::at([0.3, 0.0, 0.0]);
    let top = model.bodies[4].pose.point([0.3, half[1], 0.0]);
    model.bodies[4].colliders = vec![plank];
    let half = [0.03, 0.02, 0.03];
    let start = [top[0], top[1] + half[1], 0.0];
    let mut cargo = lump("box", 0.1, 5e-5, Pose::at(start));
    cargo.colliders = vec![Collider::new(Shape::Box { half })];
    model.bodies.push(cargo);
    model.materials.materials = vec![Material {
        name: "wood".into(),
        surface: Surface::new(Friction::round(friction)),
    }];
    (model, 5, start)
}

#[test]
fn a_box_slides_on_the_bar_of_a_linkage_as_coulomb_says() {
    let (speed, friction) = (5.0, 0.2);
    // first order: at half the step half the distance from the law
    for (h, allowed) in [(1e-3, 1e-3), (5e-4, 5e-4)] {
        let (model, cargo, start) = loaded_parallelogram(speed, friction);
        let mut run = Run::new(model, h);
        let (mut sticking, mut sliding) = (0, 0);
        for second in 1..=4 {
            while run.t() < f64::from(second) - 1e-9 {
                let report = run.step();
                let closed = |mode| report.contacts.iter().any(|c| c.mode == mode);
                sticking += usize::from(closed(Mode::Sticking));
                sliding += usize::from(closed(Mode::Sliding));
            }
            let moved = run.pose(cargo).position[0] - start[0];
            near(moved, shaken(speed, friction, f64::from(second)), allowed);
        }
        assert!(sticking > 300 && sliding > 300, "{sticking} {sliding}");
    }
}

#[test]
fn a_minute_on_a_linkage_with_joints_too_many_leaves_no_drift() {
    let (speed, h) = (5.0, 1.0 / 240.0);
    let (model, _, _) = loaded_parallelogram(speed, 0.2);
    let mut run = Run::new(model, h);
    while run.t() < 60.0 - 1e-9 {
        let report = run.step();
        assert!(report.joint_error <= 1e-8, "{}", report.joint_error);
        // the bar goes round on the chord of each step, and the joints are put back after it
        assert!(report.penetration < REACH * (speed * h).powi(2));
    }
}

#[test]
fn a_ball_slides_on_the_coupler_while_the_linkage_stays_closed() {
    let motor = speed_motor(3.0, f64::INFINITY);
    let mut model = four_bar(0.3, motor);
    let radius = 0.02;
    let stick = Shape::Capsule {
        half_length: 0.5 * COUPLER,
        radius: 0.01,
    };
    let mut rail = Collider::new(stick);
    rail.pose = along_x([0.5 * COUPLER, 0.0, 0.0]);
    // ends that the ball cannot pass
    let ends = [0.0, COUPLER].map(|x| {
        let mut end = Collider::new(Shape::Sphere { radius: 0.08 });
        end.pose = Pose::at([x, 0.0, 0.0]);
        end
    });
    let coupler = &mut model.bodies[2];
    coupler.colliders = vec![rail];
    coupler.colliders.extend(ends);
    let on_top = coupler
        .pose
        .point([0.5 * COUPLER, 0.01 + radius + 1e-4, 0.0]);
    let mut ball = lump("ball", 0.3, 5e-5, Pose::at(on_top));
    ball.colliders = vec![Collider::new(Shape::Sphere { radius })];
    model.bodies.push(ball);
    let flat = JointKind::Planar;
    model.joints.push(joint(
        "sheet",
        flat,
        (0, Pose::IDENTITY),
        (4, Pose::at([0.0; 3])),
        None,
    ));
    model.materials.materials = vec![Material {
        name: "steel".into(),
        surface: Surface::new(Friction::round(0.2)),
    }];
    let mut run = Run::new(model, 1e-3);
    let (mut touching, mut sliding) = (0, 0);
    while run.t() < 10.0 {
        let report = run.step();
        assert!(report.penetration < 1e-5, "{report:?}");
        let closed = |mode| report.contacts.iter().any(|c| c.mode == mode);
        sliding += usize::from(closed(Mode::Sliding));
        touching += usize::from(closed(Mode::Sticking) || closed(Mode::Sliding));
        near(run.velocity(0)[5], 3.0, 1e-8);
    }
    assert!(touching > 5000 && sliding > 100, "{touching} {sliding}");
}
