//! A sphere spins in place [TTP01 §4.2]: torsion from the ellipsoid, from 20 directions, and from 6 that miss it.

use super::{Band, Checks};
use stickslip::systems::Balls;
use stickslip::systems::ttp01::{six_directions, spinning_sphere, twenty_directions};
use stickslip::{Error, Friction, Scheme, Settings, Simulation};

const H: f64 = 0.07;
const MU: f64 = 0.2;
const SPIN: f64 = 1.962;

/// What is seen of a run of 20 steps.
struct Run {
    /// ω_z at the ends of the steps, the initial one first (rad/s).
    spins: Vec<f64>,
    /// c_r/h of the steps (N·m).
    torsion: Vec<f64>,
    /// Largest velocity other than ω_z at the end (m/s, rad/s).
    rest: f64,
    /// Unknowns of the largest problem.
    largest: usize,
}

impl Run {
    fn new(friction: Friction, scheme: Scheme) -> Result<Self, Error> {
        let sphere = Balls::new(spinning_sphere(friction))?;
        let state = sphere.spinning(&[[0.0, 0.0, 1.0]], &[[0.0; 3]], &[[0.0, 0.0, SPIN]]);
        let settings = Settings {
            step: H,
            scheme,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(sphere, state, settings)?;
        let mut run = Self {
            spins: vec![SPIN],
            torsion: Vec::new(),
            rest: 0.0,
            largest: 0,
        };
        for _ in 0..20 {
            let report = simulation.step()?;
            let torsion = report.contacts.iter().map(|c| c.impulse.torsion / H);
            run.torsion.push(torsion.sum());
            run.largest = run.largest.max(report.solution.largest);
            let v = &simulation.state().v;
            run.spins.push(v[5]);
            run.rest = v[..5].iter().fold(0.0, |m, v| m.max(v.abs()));
        }
        Ok(run)
    }

    /// The end of the step in which it stops (s).
    fn stops(&self) -> f64 {
        let step = self.spins.iter().position(|w| w.abs() < 1e-9);
        step.map_or(f64::NAN, |k| k as f64 * H)
    }

    /// The rate of the first steps (rad/s²).
    fn slope(&self) -> f64 {
        (self.spins[10] - SPIN) / (10.0 * H)
    }

    /// The torsional impulse of all steps (N·m·s).
    fn impulse(&self) -> f64 {
        H * self.torsion.iter().sum::<f64>()
    }
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    let ellipsoid = Friction::ellipsoid(MU, [1.0, 1.0, 0.4])?;
    let twenty = Friction::directions(MU, twenty_directions(0.4))?;
    let digits = Band::Within(1e-9);
    for (name, friction, scheme) in [
        ("20 directions", twenty, Scheme::STEWART_TRINKLE),
        ("ellipsoid", ellipsoid.clone(), Scheme::STEWART_TRINKLE),
        ("ellipsoid, implicit", ellipsoid, Scheme::TZITZOURIS_PANG),
    ] {
        let is_polyhedral = friction.set.is_polyhedral();
        let run = Run::new(friction, scheme)?;
        let mut add = |what: &str, published, reference, ours| {
            checks.add(
                format!("{name}: {what}"),
                published,
                reference,
                ours,
                digits,
            );
        };
        let line = |k: usize| SPIN - 0.13734 * k as f64;
        let worst = |k: usize| (run.spins[k] - if k <= 14 { line(k) } else { 0.0 }).abs();
        let worst = (0..=17).map(worst).fold(0.0, f64::max);
        add("slope of ω_z (rad/s²)", Some(-1.962), -1.962, run.slope());
        add("largest error of ω_z in 17 steps (rad/s)", None, 0.0, worst);
        add("stopped from (s)", None, 1.05, run.stops());
        add(
            "c_r/h in step 15 (N·m)",
            None,
            -0.224_228_571_429,
            run.torsion[14],
        );
        add("torsional impulse (N·m·s)", None, -0.7848, run.impulse());
        if is_polyhedral {
            add("unknowns", Some(22.0), 22.0, run.largest as f64);
        }
    }
    let six = Run::new(
        Friction::directions(MU, six_directions(0.4))?,
        Scheme::STEWART_TRINKLE,
    )?;
    let mut add = |what: &str, reference, ours, band| {
        checks.add(format!("6 directions: {what}"), None, reference, ours, band);
    };
    let printed = Band::Within(1e-6);
    add("slope of ω_z (rad/s²)", -1.718_734, six.slope(), printed);
    add("stopped from (s)", 1.19, six.stops(), digits);
    add("torsional impulse (N·m·s)", -0.7848, six.impulse(), digits);
    add("velocity left over (m/s)", 0.0, six.rest, digits);
    Ok(())
}
