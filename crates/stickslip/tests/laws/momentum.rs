//! Momentum.

use super::*;

#[test]
fn balls_in_empty_space_conserve_momentum_and_angular_momentum() {
    let mut random = Random(1);
    let mut impulses = 0;
    for scene in 0..20 {
        let count = 6;
        let radii: Vec<f64> = (0..count).map(|_| random.within(0.1, 0.3)).collect();
        let masses: Vec<f64> = (0..count).map(|_| random.within(0.5, 2.0)).collect();
        let balls = Balls::new(BallsParameters {
            radii: radii.clone(),
            masses: masses.clone(),
            gravity: 0.0,
            table: false,
            ball_restitution: Restitution::Constant([0.0, 0.7][scene % 2]),
            ..BallsParameters::default()
        })
        .unwrap();
        // far enough apart not to touch, flying to the middle
        let corner = |i: usize, k: usize| if i >> k & 1 == 1 { 0.7 } else { -0.7 };
        let places: Vec<[f64; 3]> = (0..count)
            .map(|i| [0, 1, 2].map(|k| corner(i, k) + random.within(-0.1, 0.1)))
            .collect();
        let velocities: Vec<[f64; 3]> = places
            .iter()
            .map(|x| x.map(|x| -2.0 * x + random.within(-0.2, 0.2)))
            .collect();
        let spins: Vec<[f64; 3]> = (0..count).map(|_| random.vector(5.0)).collect();
        let state = balls.spinning(&places, &velocities, &spins);
        let settings = Settings {
            step: 0.005,
            scheme: VELOCITY_LEVEL,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(balls, state, settings).unwrap();
        let totals = |state: &State| {
            let (mut p, mut l) = ([0.0; 3], [0.0; 3]);
            for i in 0..count {
                let x = three(&state.q[7 * i..]);
                let (v, w) = (three(&state.v[6 * i..]), three(&state.v[6 * i + 3..]));
                let orbit = cross(x, v);
                for k in 0..3 {
                    p[k] += masses[i] * v[k];
                    l[k] += masses[i] * (orbit[k] + 0.4 * radii[i] * radii[i] * w[k]);
                }
            }
            (p, l)
        };
        for _ in 0..200 {
            let before = simulation.state().clone();
            let (p, l) = totals(&before);
            simulation.step().unwrap();
            let (p_after, l_after) = totals(simulation.state());
            close(&p_after, &p, 1e-13);
            // friction acts at the two surfaces, which are a gap apart: that is its arm
            let arm: f64 = simulation
                .report()
                .contacts
                .iter()
                .map(|c| {
                    let friction = c.impulse.tangent.hypot(c.impulse.binormal);
                    friction * simulation.system().gap(c.id, before.t, &before.q).abs()
                })
                .sum();
            close(&l_after, &l, arm + 1e-12);
            impulses += usize::from(arm > 0.0);
        }
    }
    assert!(impulses > 50, "{impulses}");
}
