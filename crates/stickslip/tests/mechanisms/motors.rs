//! Motors that get their will, and motors that do not.

use super::*;

fn place_motor(place: Signal, stiffness: f64, damping: f64, force: f64) -> Axis {
    let goal = Goal::Position {
        place,
        stiffness,
        damping,
    };
    Axis {
        motor: Some(Motor { goal, force }),
        ..Axis::default()
    }
}

#[test]
fn a_rigid_position_motor_is_on_its_path_at_the_end_of_each_step() {
    let path = Signal::Sine {
        offset: 0.0,
        amplitude: 0.3,
        frequency: 0.7,
        phase: 0.0,
    };
    let axis = place_motor(path.clone(), f64::INFINITY, 0.0, f64::INFINITY);
    let mut model = slider(2.0, 0.0, 0.0, axis);
    model.gravity = [-G, -G, 0.0];
    let mut run = Run::new(model, 0.01);
    while run.t() < 3.0 {
        run.step();
        near(run.pose(1).position[0], path.at(run.t()), 1e-10);
    }
}

#[test]
fn a_soft_position_motor_ends_where_its_spring_balances_gravity() {
    let axis = place_motor(Signal::Constant(0.2), 500.0, 40.0, f64::INFINITY);
    let mut model = slider(2.0, 0.0, 0.0, axis);
    model.gravity = [-G, 0.0, 0.0];
    let mut run = Run::new(model, 0.01);
    run.until(6.0);
    near(run.pose(1).position[0], 0.2 - 2.0 * G / 500.0, 1e-9);
    near(run.velocity(0)[0], 0.0, 1e-9);
}

#[test]
fn a_motor_pushes_with_no_more_than_its_force() {
    // up against gravity: with less than the weight it falls, with more it rises and then keeps its speed
    let (mass, h) = (2.0, 1e-3);
    let weight = mass * G;
    for part in [0.5, 1.5] {
        let axis = Axis {
            motor: speed_motor(1.0, part * weight),
            ..Axis::default()
        };
        let mut model = slider(mass, 0.0, 0.0, axis);
        model.gravity = [-G, 0.0, 0.0];
        let mut run = Run::new(model, h);
        for _ in 0..1000 {
            run.step();
            let free = (part - 1.0) * G * run.t();
            near(run.velocity(0)[0], free.min(1.0), 1e-10);
        }
        let motor = *run.simulation.report().joints.last().unwrap() / h;
        let expected = if part < 1.0 { part * weight } else { weight };
        near(motor, expected, 1e-8);
    }
}

#[test]
fn a_weak_motor_stalls_where_a_pendulum_balances_it() {
    let (mass, length, torque) = (1.5, 0.4, 2.5);
    let axis = Axis {
        motor: speed_motor(2.0, torque),
        viscosity: 0.8,
        ..Axis::default()
    };
    let bob = lump("bob", mass, 0.01, Pose::at([0.0, -length, 0.0]));
    let model = Model {
        gravity: [0.0, -G, 0.0],
        bodies: vec![ground(), bob],
        joints: vec![pin(
            "hinge",
            (0, [0.0; 3]),
            (1, [0.0, length, 0.0]),
            Some(axis),
        )],
        ..Model::default()
    };
    let mut run = Run::new(model, 2e-3);
    run.until(12.0);
    near(run.angle(1), (torque / (mass * G * length)).asin(), 1e-6);
    near(run.velocity(0)[5], 0.0, 1e-6);
}

#[test]
fn a_motor_that_is_weaker_than_friction_does_not_turn() {
    let axis = Axis {
        friction: 2.0,
        motor: speed_motor(5.0, 1.9),
        ..Axis::default()
    };
    let mut run = Run::new(wheel(0.3, 0.0, axis), 0.01);
    run.until(1.0);
    near(run.angle(1), 0.0, 1e-13);
}

#[test]
fn an_impact_does_not_knock_back_a_motor_that_always_gets_its_will() {
    for (force, slider_after, ball_after) in [(f64::INFINITY, 1.0, 2.0), (1e-9, 0.0, 1.0)] {
        let axis = Axis {
            motor: speed_motor(1.0, force),
            ..Axis::default()
        };
        let mut model = slider(0.5, 0.0, 1.0, axis);
        let ball = Collider::new(Shape::Sphere { radius: 0.1 });
        model.bodies[1].colliders = vec![ball.clone()];
        let mut target = lump("ball", 0.5, 0.01, Pose::at([0.25, 0.0, 0.0]));
        target.colliders = vec![ball];
        model.bodies.push(target);
        let mut surface = Surface::new(Friction::none());
        surface.restitution = Restitution::Constant(1.0);
        model.materials.materials = vec![Material {
            name: "steel".into(),
            surface,
        }];
        let settings = Settings {
            step: 1e-3,
            impact: ImpactLaw::Poisson(FrictionBound::Corrected),
            ..Settings::default()
        };
        let mut run = Run::with(model, settings);
        run.until(0.1);
        near(run.velocity(0)[0], slider_after, 1e-8);
        near(run.velocity(1)[0], ball_after, 1e-8);
    }
}
