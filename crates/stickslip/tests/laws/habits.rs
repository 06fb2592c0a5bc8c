//! Habits of the schemes, measured.

use super::*;

#[test]
fn position_level_impacts_have_a_random_restitution() {
    // [Ste00 3.2]: the first step in contact only closes the gap, so u⁺/u⁻ = gap / (h |u⁻|) depends on the phase. u⁻ is
    // the velocity that the step would have without contact
    let (h, phases) = (0.01, 400);
    let mut ratios = Vec::new();
    for phase in 0..phases {
        let height = 0.5 + 0.04 * f64::from(phase) / f64::from(phases);
        let ball = Particle::new(ParticleParameters::default()).unwrap();
        let state = ball.state([0.0, 0.0, height], [0.0; 3]);
        let settings = Settings {
            step: h,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(ball, state, settings).unwrap();
        let ratio = loop {
            let before = simulation.state().v[2] - 9.81 * h;
            simulation.step().unwrap();
            let contact = simulation.report().contacts.first();
            if contact.is_some_and(|c| c.impulse.normal > 0.0) {
                break simulation.state().v[2] / before;
            }
        };
        ratios.push(ratio);
        // the step after it is the inelastic one
        simulation.step().unwrap();
        assert!(simulation.state().v[2].abs() < 1e-9);
    }
    ratios.sort_by(f64::total_cmp);
    let mean = ratios.iter().sum::<f64>() / f64::from(phases);
    assert!(ratios[0] >= 0.0 && ratios[0] < 0.02, "{}", ratios[0]);
    let last = ratios[ratios.len() - 1];
    assert!(last > 0.98 && last < 1.0, "{last}");
    assert!((mean - 0.5).abs() < 0.05, "{mean}");
    // evenly: no gap in the spread
    assert!(ratios.windows(2).all(|pair| pair[1] - pair[0] < 0.05));
}
