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
    let mut worst = 0.0_f64;
    while run.t() < 10.0 {
        run.step();
        worst = worst.max(run.joint_error());
        let end = run.pose(3).point([ROCKER, 0.0, 0.0]);
        let [kx, ky] = knee(run.angle(1));
        near(end[0], kx, 1e-8);
        near(end[1], ky, 1e-8);
        near(end[2], 0.0, 1e-8);
        near(run.velocity(0)[5], 6.0, 1e-9);
    }
    println!("largest joint error {worst:e}");
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
    near(run.t(), 3.0, 1e-9);
    assert!(run.angle(1).abs() < PI);
}

#[test]
fn debug_crank() {
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
    for i in 0..30 {
        let t = std::time::Instant::now();
        run.simulation.step().unwrap();
        println!("{i} {:?} {:?} {:?} {}", t.elapsed(), run.simulation.report().solution, run.simulation.report().notes, run.simulation.report().joint_error);
        if t.elapsed().as_secs_f64() > 2.0 { println!("{:?}", run.simulation.report()); break; }
    }
}
