//! Mechanisms: worlds of joints and drives against their closed forms.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod gears;
mod limits;
mod linkages;
mod motors;
mod pendulums;
mod springs;

use std::f64::consts::{FRAC_PI_2, TAU};
use stickslip::world::{
    Axis, Body, Collider, Goal, Inertia, Joint, JointKind, Load, Material, Model, Motion, Motor,
    Pose, Shape, Signal, Spring, Surface, World,
};
use stickslip::{
    Friction, FrictionBound, ImpactLaw, JointLaw, Mode, Restitution, Settings, Simulation,
    StepReport, System,
};

const G: f64 = 9.81;

/// A world in motion.
struct Run {
    simulation: Simulation<World>,
}

impl Run {
    fn new(model: Model, h: f64) -> Self {
        let step = Settings {
            step: h,
            ..Settings::default()
        };
        Self::with(model, step)
    }

    fn with(model: Model, settings: Settings) -> Self {
        let world = World::new(model).unwrap();
        let state = world.initial();
        Self {
            simulation: Simulation::new(world, state, settings).unwrap(),
        }
    }

    /// One step. It must be solved, and equations must hold to 1e-8 after it.
    #[track_caller]
    fn step(&mut self) -> &StepReport {
        self.simulation.step().unwrap();
        let report = self.simulation.report();
        assert!(report.solution.solved, "{report:?}");
        assert!(report.audit <= 1e-9, "{report:?}");
        let error = self.joint_error();
        assert!(error <= 1e-8, "{error}: {report:?}");
        self.simulation.report()
    }

    #[track_caller]
    fn until(&mut self, t: f64) {
        while self.t() < t - 1e-9 {
            self.step();
        }
    }

    /// The largest error of an equation, as the world measures it now.
    fn joint_error(&self) -> f64 {
        let (world, state) = (self.simulation.system(), self.simulation.state());
        let mut row = stickslip::Row::default();
        (world.joints().iter().enumerate())
            .filter(|(_, spec)| spec.law == JointLaw::Equation)
            .map(|(id, _)| {
                row.clear();
                world.joint(id, state.t, &state.q, &mut row).abs()
            })
            .fold(0.0, f64::max)
    }

    fn t(&self) -> f64 {
        self.simulation.state().t
    }

    /// Where a body is.
    fn pose(&self, body: usize) -> Pose {
        let state = self.simulation.state();
        self.simulation.system().pose(body, state.t, &state.q)
    }

    /// The six velocities of a free body, the how-manieth among the free ones.
    fn velocity(&self, free: usize) -> [f64; 6] {
        let v = &self.simulation.state().v;
        std::array::from_fn(|i| v[6 * free + i])
    }

    /// The angle of a body about z (rad).
    fn angle(&self, body: usize) -> f64 {
        let x = self.pose(body).direction([1.0, 0.0, 0.0]);
        x[1].atan2(x[0])
    }
}

/// A body with its mass at the origin of its frame and an inertia that is the same about all axes.
fn lump(name: &str, mass: f64, inertia: f64, pose: Pose) -> Body {
    body(
        name,
        Motion::Free,
        pose,
        Inertia::Given {
            mass,
            centre: [0.0; 3],
            inertia: [
                [inertia, 0.0, 0.0],
                [0.0, inertia, 0.0],
                [0.0, 0.0, inertia],
            ],
        },
    )
}

/// A thin uniform rod along x from the origin of its frame.
fn rod(name: &str, mass: f64, length: f64, pose: Pose) -> Body {
    let across = mass * length * length / 12.0;
    let inertia = Inertia::Given {
        mass,
        centre: [0.5 * length, 0.0, 0.0],
        inertia: [
            [1e-3 * across, 0.0, 0.0],
            [0.0, across, 0.0],
            [0.0, 0.0, across],
        ],
    };
    body(name, Motion::Free, pose, inertia)
}

fn ground() -> Body {
    body("ground", Motion::Fixed, Pose::IDENTITY, Inertia::default())
}

fn body(name: &str, motion: Motion, pose: Pose, inertia: Inertia) -> Body {
    Body {
        name: name.into(),
        motion,
        pose,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: Vec::new(),
        inertia,
    }
}

/// A joint with frames in the two bodies and at most one axis.
fn joint(
    name: &str,
    kind: JointKind,
    (a, frame_a): (usize, Pose),
    (b, frame_b): (usize, Pose),
    axis: Option<Axis>,
) -> Joint {
    Joint {
        name: name.into(),
        bodies: [a, b],
        frames: [frame_a, frame_b],
        kind,
        axes: axis.into_iter().collect(),
        collide: false,
    }
}

/// A revolute joint about the z of both bodies.
fn pin(name: &str, a: (usize, [f64; 3]), b: (usize, [f64; 3]), axis: Option<Axis>) -> Joint {
    let at = |(body, place)| (body, Pose::at(place));
    joint(name, JointKind::Revolute, at(a), at(b), axis)
}

/// A frame at a place whose z is the x of its body.
fn along_x(place: [f64; 3]) -> Pose {
    Pose::turned(place, [0.0, FRAC_PI_2, 0.0])
}

fn speed_motor(speed: f64, force: f64) -> Option<Motor> {
    Some(Motor {
        goal: Goal::Velocity(Signal::Constant(speed)),
        force,
    })
}

/// A mass on a slide along x, with something acting along it.
fn slider(mass: f64, x: f64, speed: f64, axis: Axis) -> Model {
    let mut slider = lump("slider", mass, 0.1, Pose::at([x, 0.0, 0.0]));
    slider.velocity = [speed, 0.0, 0.0];
    Model {
        bodies: vec![ground(), slider],
        joints: vec![joint(
            "slide",
            JointKind::Prismatic,
            (0, along_x([0.0; 3])),
            (1, along_x([0.0; 3])),
            Some(axis),
        )],
        ..Model::default()
    }
}

/// A wheel on an axle along z, with something acting along its angle.
fn wheel(inertia: f64, speed: f64, axis: Axis) -> Model {
    let mut wheel = lump("wheel", 1.0, inertia, Pose::IDENTITY);
    wheel.spin = [0.0, 0.0, speed];
    Model {
        bodies: vec![ground(), wheel],
        joints: vec![pin("axle", (0, [0.0; 3]), (1, [0.0; 3]), Some(axis))],
        ..Model::default()
    }
}

/// The angle without its whole turns (rad).
fn wrap(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected} within {tolerance}"
    );
}
