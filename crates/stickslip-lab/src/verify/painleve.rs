//! Painlevé's rod [Ste00 1.3].

use super::{Band, Checks};
use stickslip::systems::{Rod, RodParameters};
use stickslip::{Error, Scheme, Settings, Simulation, SlidingContact, State};

fn rod() -> Result<(Rod, State), Error> {
    let rod = Rod::new(RodParameters::painleve())?;
    let theta = std::f64::consts::FRAC_PI_3;
    let state = rod.state(0.0, 0.5 * theta.sin(), theta, [-1.0, 0.0, 0.0]);
    Ok((rod, state))
}

/// The velocity and the impulse of the first step, and the kinetic energy after it.
fn first_step(h: f64) -> Result<(Vec<f64>, [f64; 2], f64), Error> {
    let (rod, state) = rod()?;
    let settings = Settings {
        step: h,
        scheme: Scheme::AnitescuPotra,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(rod, state, settings)?;
    let report = simulation.step()?;
    let impulse = report.contacts.iter().find(|c| c.id == 1);
    let impulse = impulse.map_or([f64::NAN; 2], |c| [c.impulse.normal, c.impulse.tangent]);
    let kinetic = report.energy.kinetic;
    Ok((simulation.state().v.clone(), impulse, kinetic))
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    let (rod, state) = rod()?;
    let sliding = SlidingContact::of(&rod, &state, 1, [-1.0, 0.0, 0.0])?;
    let digits = Band::Within(1e-6);
    checks.add(
        "A (1/kg): negative, no acceleration",
        None,
        -0.848_076,
        sliding.response,
        digits,
    );

    let limit = [-0.5625, 0.324_759_526_419, 1.299_038_105_677];
    let error = |v: &[f64]| (0..3).map(|i| (v[i] - limit[i]).abs()).fold(0.0, f64::max);
    let mut errors = Vec::new();
    for h in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
        let (v, ..) = first_step(h)?;
        errors.push(error(&v));
        let name = format!("‖v₁ − v⁺‖∞ / h at h = {h:e}");
        checks.add(name, None, 7.36, error(&v) / h, Band::Relative(0.01));
    }
    let order = (errors[0] / errors[4]).log10() / 4.0;
    checks.add(
        "order of convergence of the impulse",
        None,
        1.0,
        order,
        Band::Within(0.01),
    );

    let h = 1e-7;
    let (v, impulse, kinetic) = first_step(h)?;
    let near = Band::Within(1e-6 + 10.0 * h);
    checks.add(
        "normal impulse without impact (N·s)",
        None,
        0.324_760,
        impulse[0],
        near,
    );
    checks.add("friction impulse (N·s)", None, 0.437_500, impulse[1], near);
    for (i, (name, value)) in [
        ("v_x (m/s)", -0.5625),
        ("v_y (m/s)", 0.324_760),
        ("ω (rad/s)", 1.299_038),
    ]
    .into_iter()
    .enumerate()
    {
        checks.add(format!("{name} after it"), None, value, v[i], near);
    }
    checks.add(
        "kinetic energy after it, from 0.5 (J)",
        None,
        0.281_25,
        kinetic,
        near,
    );
    Ok(())
}
