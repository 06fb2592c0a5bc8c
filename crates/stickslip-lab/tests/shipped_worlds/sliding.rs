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
