//! Moving surfaces.

use super::*;

#[test]
fn a_ball_rolls_on_a_turntable_in_a_circle_at_two_sevenths_of_its_rate() {
    let (rate, speed) = (2.0, 0.3);
    let around = |h: f64, scheme: Scheme| {
        let balls = Balls::new(BallsParameters {
            radii: vec![0.1],
            masses: vec![1.0],
            table_spin: rate,
            table_friction: Friction::polygon(2.0, 8).unwrap(),
            ..BallsParameters::default()
        })
        .unwrap();
        // rolling: v + ω × (−r z) = Ω z × x at x = (1, 0)
        let spin = [(rate - speed) / 0.1, 0.0, 0.0];
        let state = balls.spinning(&[[1.0, 0.0, 0.1]], &[[0.0, speed, 0.0]], &[spin]);
        let settings = Settings {
            step: h,
            scheme,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(balls, state, settings).unwrap();
        let period = 2.0 * std::f64::consts::PI / (2.0 / 7.0 * rate);
        let steps = (0.5 * period / h).round() as usize;
        for _ in 0..steps {
            let report = simulation.step().unwrap();
            assert!(report.notes.is_empty(), "{report:?}");
            assert_eq!(report.contacts[0].mode, stickslip::Mode::Sticking);
        }
        let State { q, v, .. } = simulation.state().clone();
        // half a circle: the velocity is reversed, the way across is the diameter
        let diameter = 2.0 * speed / (2.0 / 7.0 * rate);
        let errors = [v[0], v[1] + speed, q[0] - (1.0 - diameter), q[1]];
        errors.iter().fold(0.0_f64, |m, e| m.max(e.abs()))
    };
    for scheme in [VELOCITY_LEVEL, Scheme::STEWART_TRINKLE, Scheme::FIXED_POINT] {
        let errors = [0.02, 0.01, 0.005].map(|h| around(h, scheme));
        assert!(errors[2] < 0.02, "{scheme:?} {errors:?}");
        for pair in errors.windows(2) {
            assert!(
                (pair[0] / pair[1] - 2.0).abs() < 0.2,
                "{scheme:?} {errors:?}"
            );
        }
    }
}
