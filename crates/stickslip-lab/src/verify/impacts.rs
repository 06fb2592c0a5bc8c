//! One impact under every law [APS98 §4]: a rod on its lower end, and a cradle.

use super::{Band, Checks};
use stickslip::systems::{Cradle, CradleParameters, Rod, RodParameters};
use stickslip::{
    Error, Friction, FrictionBound, ImpactLaw, Restitution, Scheme, Settings, Simulation, State,
    System,
};

/// The state after an impact that takes no time.
fn after<S: System>(system: S, state: State, impact: ImpactLaw) -> Result<(State, f64), Error> {
    let settings = Settings {
        step: 1e-9,
        scheme: Scheme::AnitescuPotra,
        impact,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(system, state, settings)?;
    let kinetic = simulation.step()?.energy.kinetic;
    Ok((simulation.state().clone(), kinetic))
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    // a uniform rod at 45° meets the table with its lower end; μ = 1, ε = 1, kinetic energy 0.52 J before
    let laws = [
        (ImpactLaw::Newton, 0.5825),
        (ImpactLaw::Poisson(FrictionBound::AsPrinted), 0.648_125),
        (ImpactLaw::Poisson(FrictionBound::Corrected), 0.512),
        (ImpactLaw::Shortcut, 0.52),
    ];
    for (law, reference) in laws {
        let rod = Rod::new(RodParameters {
            gravity: 0.0,
            friction: Friction::planar(1.0),
            restitution: Restitution::Constant(1.0),
            ..RodParameters::painleve()
        })?;
        let theta = std::f64::consts::FRAC_PI_4;
        let state = rod.state(0.0, 0.5 * theta.sin(), theta, [0.2, -1.0, 0.0]);
        let (_, kinetic) = after(rod, state, law)?;
        let name = format!("rod at 45°, {}: kinetic energy, from 0.52 (J)", law.name());
        checks.add(name, None, reference, kinetic, Band::Within(1e-9));
    }

    // three unit masses that touch, ε = 1
    for law in [
        ImpactLaw::Newton,
        ImpactLaw::Poisson(FrictionBound::Corrected),
        ImpactLaw::Shortcut,
    ] {
        let cradle = Cradle::new(CradleParameters {
            masses: vec![1.0; 3],
            radius: 0.5,
            restitution: Restitution::Constant(1.0),
        })?;
        let state = cradle.state(&[0.0, 1.0, 2.0], &[1.0, 0.0, 0.0]);
        let (end, _) = after(cradle, state, law)?;
        for (i, reference) in [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0].into_iter().enumerate() {
            let name = format!("cradle, {}: velocity of mass {} (m/s)", law.name(), i + 1);
            checks.add(name, None, reference, end.v[i], Band::Within(1e-12));
        }
    }
    Ok(())
}
