//! Friction on planes: how far things slide, and that it is the same in every direction.

use super::shipped::{centre, length, run, velocity};

const G: f64 = 9.81;

/// How far a body slides that loses μgh of its speed in every step and then moves with what is left.
fn stop_distance(mu: f64, speed: f64, h: f64) -> f64 {
    let loss = mu * G * h;
    let steps = (speed / loss).floor();
    h * (steps * speed - loss * steps * (steps + 1.0) / 2.0)
}

#[test]
fn pucks_stop_where_friction_says_in_every_direction_and_do_not_turn() {
    let (mu, speed, h) = (0.25, 1.2, 1.0 / 500.0);
    let expected = stop_distance(mu, speed, h);
    // the textbook's distance less the first-order term; what remains is of second order
    let smooth = speed * speed / (2.0 * mu * G);
    assert!((expected - (smooth - speed * h / 2.0)).abs() < mu * G * h * h);
    for azimuth in [0.0_f64, 17.0, 30.0, 45.0, 90.0, 158.0, 261.0] {
        let set = format!("azimuth={azimuth}");
        let (sin, cos) = azimuth.to_radians().sin_cos();
        let end = run("sliding-pucks", &[&set], |simulation| {
            for puck in ["round", "square"] {
                let height = centre(simulation, puck)[2];
                assert!((height - 0.0125).abs() < 1e-12, "{puck} lifts: {height}");
                let spin = velocity(simulation, puck)[1];
                assert!(length(spin) < 1e-11, "{puck} turns: {spin:?}");
            }
        });
        for (puck, side) in [("round", 0.1), ("square", -0.1)] {
            let [x, y, _] = centre(&end, puck);
            let (along, across) = (cos * x + sin * y, cos * y - sin * x);
            assert!((along - expected).abs() < 1e-12, "{puck} at {along}");
            assert!((across - side).abs() < 1e-12, "{puck} veers to {across}");
            assert!(length(velocity(&end, puck)[0]) < 1e-12, "{puck} stands");
        }
    }
}

/// Directions of a slope, in degrees.
const AZIMUTHS: [f64; 6] = [0.0, 17.0, 45.0, 90.0, 158.0, 261.0];

#[test]
fn a_box_just_below_the_limit_of_friction_does_not_creep() {
    // the pull down the slope is 0.99 of what friction can hold
    let mu = 20.0_f64.to_radians().tan() / 0.99;
    for azimuth in AZIMUTHS {
        let set = [format!("mu={mu}"), format!("azimuth={azimuth}")];
        run("box-on-slope", &[&set[0], &set[1]], |simulation| {
            let [speed, spin] = velocity(simulation, "box").map(length);
            assert!(speed < 1e-12 && spin < 1e-11, "{azimuth}: {speed} {spin}");
        });
    }
}

#[test]
fn a_box_just_above_the_limit_of_friction_slides_straight_down_as_computed() {
    let (sin, cos) = 20.0_f64.to_radians().sin_cos();
    let mu = sin / cos / 1.01;
    let acceleration = G * (sin - mu * cos);
    for azimuth in AZIMUTHS {
        let set = [format!("mu={mu}"), format!("azimuth={azimuth}")];
        let (s, c) = azimuth.to_radians().sin_cos();
        let down = [c * cos, s * cos, -sin];
        run("box-on-slope", &[&set[0], &set[1]], |simulation| {
            let [speed, spin] = velocity(simulation, "box");
            let expected = acceleration * simulation.state().t;
            let off: [f64; 3] = std::array::from_fn(|i| speed[i] - expected * down[i]);
            assert!(length(off) < 1e-12, "{azimuth}: {off:?}");
            assert!(length(spin) < 1e-11, "{azimuth}: {spin:?}");
        });
    }
}
