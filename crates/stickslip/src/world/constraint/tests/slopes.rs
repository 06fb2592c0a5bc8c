//! Rows are derivatives.

use super::*;
use crate::world::constraint::measure::Slope;

/// The largest difference between row·v + ∂g/∂t and the slope of g, over all rows of a model in a random flight.
fn largest_difference(model: &Model, random: &mut Random, astray: bool, t: f64) -> f64 {
    let rows = Constraint::all(model).unwrap();
    let flights: Vec<Flight> = (model.bodies.iter())
        .map(|body| {
            let start = if astray { random.pose() } else { body.pose };
            Flight::random(start, random)
        })
        .collect();
    let mut v = Vec::new();
    for (body, flight) in model.bodies.iter().zip(&flights) {
        if body.motion == Motion::Free {
            v.extend(flight.velocity);
            v.extend(flight.spin);
        }
    }
    let d = 1e-5;
    let at = |t| placements(model, &flights, t);
    let (here, late, early) = (at(t), at(t + d), at(t - d));
    let mut worst = 0.0_f64;
    for (row, spec) in &rows {
        let (_, rate, entries) = evaluate(row, &here);
        // a value that jumps from one end of its range to the other has not changed
        let turns = match model.joints[0].kind {
            JointKind::Gear { teeth, .. } => f64::from(teeth[0]),
            _ => 1.0,
        };
        let change = evaluate(row, &late).0 - evaluate(row, &early).0;
        let change = wrap(turns * change) / turns;
        let (slope, found) = (change / (2.0 * d), entries.dot(&v) + rate);
        assert!(found.is_finite(), "{}", spec.name);
        // the curvature of angles grows towards the poses where they are not defined
        let steep = entries.entries().fold(1.0_f64, |m, e| m.max(e.1.abs()));
        worst = worst.max((slope - found).abs() / steep.powi(3));
        assert!(worst < 1e-8, "{}: {slope} {found}", spec.name);
    }
    worst
}

/// The same with each body driven in turn, and with all of them free.
fn with_other_motions(model: Model) -> Vec<Model> {
    let driven = |body: &Body| matches!(body.motion, Motion::Driven(_));
    let path = model.bodies.iter().find(|body| driven(body)).unwrap();
    let path = path.motion.clone();
    let count = model.bodies.len();
    (0..=count)
        .map(|which| {
            let mut model = model.clone();
            for (i, body) in model.bodies.iter_mut().enumerate() {
                body.motion = if i == which {
                    path.clone()
                } else {
                    Motion::Free
                };
            }
            model
        })
        .collect()
}

#[test]
fn rows_are_the_derivatives_of_what_they_speak_of_for_all_kinds() {
    let mut random = Random(1);
    for round in 0..20 {
        for (kind, _) in kinds(&mut random) {
            let (model, _) = model(kind, &mut random);
            let model = with_axes(model);
            for model in with_other_motions(model) {
                // satisfied, satisfied once and then apart, and anywhere
                for (astray, t) in [(false, 0.0), (false, 0.6), (true, 0.3)] {
                    let worst = largest_difference(&model, &mut random, astray, t);
                    assert!(worst < 1e-8, "{round} {:?}", model.joints[0].kind);
                }
            }
        }
    }
}

#[test]
fn two_driven_ends_leave_only_the_given_part() {
    // a free body is needed, so the wheels are driven and their carrier is free
    let mut random = Random(2);
    let kind = JointKind::Gear {
        teeth: [20, 30],
        internal: false,
        carrier: 2,
        axles: [random.pose(), random.pose()],
    };
    let (mut model, _) = model(kind, &mut random);
    let Motion::Driven(path) = model.bodies[2].motion.clone() else {
        panic!("the carrier is driven");
    };
    model.bodies[2].motion = Motion::Free;
    for wheel in 0..2 {
        model.bodies[wheel].motion = Motion::Driven(path.clone());
    }
    let worst = largest_difference(&model, &mut random, true, 0.2);
    assert!(worst < 1e-8);
}

#[test]
fn what_is_not_defined_is_finite() {
    // anchors in one place have no direction between them
    let one_place = |kind| {
        let frames = Frames::new([&Pose::IDENTITY; 2], &[Pose::IDENTITY; 2]);
        let (value, slope) = Measure::of(kind, &frames);
        let Slope::Point(direction) = slope else {
            panic!("a distance is about points");
        };
        (value, direction)
    };
    assert_eq!(one_place(Measure::Distance), (0.0, [0.0, 0.0, 1.0]));

    // a quarter turn about y takes x where nothing can be said about the turn about z
    for tilt in [0.0, 1e-15, 1e-9, 1e-7, 1e-5] {
        let quarter = std::f64::consts::FRAC_PI_2 - tilt;
        let turned = Pose::turned([0.0; 3], [0.0, quarter, 0.0]);
        let frames = Frames::new([&Pose::IDENTITY, &turned], &[Pose::IDENTITY; 2]);
        let (value, slope) = Measure::TURN.of(&frames);
        let Slope::Turn(direction) = slope else {
            panic!("an angle is about turning");
        };
        assert!(value.is_finite());
        assert!(direction.iter().all(|x| x.abs() < 2e6), "{direction:?}");
    }
}

#[test]
fn small_distances_keep_their_direction() {
    let away = Pose::at([0.0, 3e-200, 4e-200]);
    let frames = Frames::new([&Pose::IDENTITY, &away], &[Pose::IDENTITY; 2]);
    let (value, slope) = Measure::Distance.of(&frames);
    let Slope::Point(direction) = slope else {
        panic!("a distance is about points");
    };
    assert!((value - 5e-200).abs() < 1e-214);
    assert!((direction[1] - 0.6).abs() < 1e-15 && (direction[2] - 0.8).abs() < 1e-15);
}
