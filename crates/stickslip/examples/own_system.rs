//! A system of your own: a block on a conveyor belt, held by a spring, sticks and slips.
//!
//! `cargo run --example own_system`

use stickslip::{
    ContactSpec, Contacts, Coordinate, Coordinates, Error, Frame, Friction, Mass, Mode, Settings,
    Simulation, State, System,
};

const MASS: f64 = 1.0; // kg
const STIFFNESS: f64 = 40.0; // N/m
const GRAVITY: f64 = 9.81; // m/s²
const FRICTION: f64 = 0.3;
const BELT: f64 = 0.2; // m/s

struct Block {
    coordinates: Coordinates,
    contacts: Vec<ContactSpec>,
}

impl Block {
    fn new() -> Self {
        Self {
            coordinates: Coordinates::default()
                .with("x", Coordinate::Length)
                .with("y", Coordinate::Length),
            contacts: vec![ContactSpec::new(
                "block on belt",
                Friction::planar(FRICTION),
            )],
        }
    }
}

impl System for Block {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        mass.push_diagonal(&[MASS, MASS]);
    }

    fn force(&self, _t: f64, q: &[f64], _v: &[f64], force: &mut [f64]) {
        force[0] -= STIFFNESS * q[0];
        force[1] -= MASS * GRAVITY;
    }

    fn potential(&self, q: &[f64]) -> f64 {
        0.5 * STIFFNESS * q[0] * q[0] + MASS * GRAVITY * q[1]
    }

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    fn gap(&self, _contact: usize, _t: f64, q: &[f64]) -> f64 {
        q[1]
    }

    fn frame(&self, _contact: usize, _t: f64, _q: &[f64], frame: &mut Frame) {
        frame.normal.push(1, 1.0);
        frame.tangent.push(0, 1.0);
        // the belt runs along t
        frame.surface[1] = BELT;
    }
}

fn main() -> Result<(), Error> {
    let settings = Settings {
        step: 1e-3,
        ..Settings::default()
    };
    let start = State::new(vec![0.0, 0.0], vec![0.0, 0.0]);
    let mut simulation = Simulation::new(Block::new(), start, settings)?;
    let mut last = None;
    println!("  t [s]   x [m]   v [m/s]  contact    belt's work [J]   audit");
    while simulation.state().t < 4.0 {
        let report = simulation.step()?;
        let mode = report.contacts.first().map(|c| c.mode);
        let (t, work, audit) = (report.t, report.energy.surface_work, report.audit);
        // a line whenever the contact changes
        if mode != last {
            let state = simulation.state();
            let word = mode.map_or("open", Mode::word);
            println!(
                "{t:7.3} {:7.4} {:9.4}  {word:10} {work:15.5}   {audit:.0e}",
                state.q[0], state.v[0]
            );
            last = mode;
        }
    }
    let limit = FRICTION * MASS * GRAVITY / STIFFNESS;
    println!(
        "the spring can hold the block {limit:.4} m from its rest position before friction gives way"
    );
    Ok(())
}
