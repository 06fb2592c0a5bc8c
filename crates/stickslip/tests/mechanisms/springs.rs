//! Springs, dampers and dry friction.

use super::*;

#[test]
fn a_mass_on_a_spring_swings_as_backward_euler_says_and_converges_to_its_period() {
    let (mass, stiffness, start) = (2.0, 200.0, 0.1);
    let omega = f64::sqrt(stiffness / mass);
    for h in [0.01, 0.005, 0.0025] {
        let axis = Axis {
            spring: Some(Spring {
                stiffness,
                rest: 0.0,
            }),
            ..Axis::default()
        };
        let mut run = Run::new(slider(mass, start, 0.0, axis), h);
        let mut crossings: Vec<f64> = Vec::new();
        let mut old = start;
        for n in 1..=(8.0 / h) as i32 {
            run.step();
            let x = run.pose(1).position[0];
            // x_n = Re x₀ (1 − iωh)⁻ⁿ, up to the first step's velocity
            let (size, turn) = ((omega * h).hypot(1.0), (omega * h).atan());
            let phase = f64::from(n) * turn;
            let expected = start * size.powi(-n) * phase.cos();
            near(x, expected, 1e-11);
            if old > 0.0 && x <= 0.0 {
                let part = old / (old - x);
                crossings.push(run.t() - h + part * h);
            }
            old = x;
        }
        let count = crossings.len() - 1;
        let period = (crossings[count] - crossings[0]) / count as f64;
        near(period, TAU * h / (omega * h).atan(), 2e-3 * h);
        // longer than the true period by the fraction (ωh)²/3
        let late = period / (TAU / omega) - 1.0;
        near(late, (omega * h).powi(2) / 3.0, 0.1 * (omega * h).powi(2));
    }
}

#[test]
fn a_spring_of_any_stiffness_is_stable() {
    for stiffness in [1e6, 1e12, 1e18] {
        let axis = Axis {
            spring: Some(Spring {
                stiffness,
                rest: 0.5,
            }),
            ..Axis::default()
        };
        let mut run = Run::new(slider(1.0, 0.4, 3.0, axis), 0.01);
        run.until(1.0);
        near(run.pose(1).position[0], 0.5, 1e-6);
    }
}

#[test]
fn a_damper_lets_speed_decay_exponentially() {
    let (mass, viscosity, h) = (2.0, 3.0, 1e-3);
    let axis = Axis {
        viscosity,
        ..Axis::default()
    };
    let mut run = Run::new(slider(mass, 0.0, 1.0, axis), h);
    for n in 1..=2000 {
        run.step();
        let (v, t) = (run.velocity(0)[0], run.t());
        near(v, (1.0 + h * viscosity / mass).powi(-n), 1e-12);
        near(v, (-viscosity / mass * t).exp(), 0.5 * h);
    }
}

#[test]
fn dry_friction_stops_a_flywheel_in_time_and_holds_it() {
    let (inertia, speed, friction, h) = (0.4, 7.3, 0.9, 1e-3);
    let axis = Axis {
        friction,
        ..Axis::default()
    };
    let mut model = wheel(inertia, speed, axis);
    // when it stands it is pulled with less than friction can hold, then with more
    let pull = [
        (0.0, 0.0),
        (4.0, 0.0),
        (4.5, 0.99),
        (6.0, 0.99),
        (6.001, 1.2),
    ];
    let table = pull.map(|(t, part)| (t, part * friction)).to_vec();
    model.loads = vec![Load {
        body: 1,
        torque: [Signal::ZERO, Signal::ZERO, Signal::Table(table)],
        ..Load::default()
    }];
    let mut run = Run::new(model, h);
    let stop = inertia * speed / friction;
    let mut stopped = None;
    while run.t() < 6.0 - 0.5 * h {
        run.step();
        if run.velocity(0)[5].abs() < 1e-12 {
            stopped.get_or_insert(run.t());
        } else {
            assert!(stopped.is_none(), "it moved again at {}", run.t());
            near(
                run.velocity(0)[5],
                speed - friction / inertia * run.t(),
                1e-11,
            );
        }
    }
    let found = stopped.unwrap();
    assert!(found >= stop - 1e-9 && found <= stop + h, "{found} {stop}");
    // from now on 0.2 of the friction is left over
    run.until(7.0);
    near(run.velocity(0)[5], 0.2 * friction / inertia, 3e-3);
}
