//! Forces that are applied from outside while a system moves.

use super::*;

fn resting_brick() -> Simulation<Brick> {
    let brick = Brick::new(BrickParameters::default()).unwrap();
    let state = brick.state([0.0, 0.0, 0.03], [0.0; 3], [0.0; 3]);
    let settings = Settings {
        step: 0.01,
        ..Settings::default()
    };
    Simulation::new(brick, state, settings).unwrap()
}

#[test]
fn a_push_is_held_by_friction_or_moves_what_it_pushes() {
    let mut simulation = resting_brick();
    // μ m g is 4.905 N
    simulation.apply(&[4.0, 0.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    for _ in 0..10 {
        simulation.step().unwrap();
    }
    close(&simulation.state().v, &[0.0; 6], 1e-12);
    let contacts = &simulation.report().contacts;
    let held: f64 = contacts.iter().map(|c| c.impulse.parts()[1] / 0.01).sum();
    close(&[held], &[-4.0], 1e-8);

    simulation.apply(&[6.0, 0.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    for _ in 0..10 {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit < 1e-6);
    }
    close(&[simulation.state().v[0]], &[0.1 * (6.0 - 4.905)], 1e-8);
}

#[test]
fn its_work_is_external_work_and_ends_with_it() {
    let mut simulation = resting_brick();
    simulation.apply(&[6.0, 0.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    let mut work = 0.0;
    for _ in 0..10 {
        let report = simulation.step().unwrap();
        work += report.energy.external_work;
        assert!(report.energy.imbalance.abs() < 1e-12);
    }
    // h F Σ v⁺ with v⁺ = k h a
    close(&[work], &[0.01 * 6.0 * 0.01 * 1.095 * 55.0], 1e-8);

    simulation.apply(&[]).unwrap();
    let report = simulation.step().unwrap();
    close(&[report.energy.external_work], &[0.0], 1e-12);
    close(&[simulation.state().v[0]], &[0.1095 - 0.01 * 4.905], 1e-8);
}

#[test]
fn what_is_no_force_is_refused_and_changes_nothing() {
    let mut simulation = resting_brick();
    assert!(matches!(
        simulation.apply(&[1.0]),
        Err(Error::WrongLength { expected: 6, .. })
    ));
    let bad = simulation.apply(&[0.0, f64::NAN, 0.0, 0.0, 0.0, 0.0]);
    assert!(matches!(bad, Err(Error::NotFinite { .. })));
    simulation.step().unwrap();
    close(&simulation.state().v, &[0.0; 6], 1e-12);
}
