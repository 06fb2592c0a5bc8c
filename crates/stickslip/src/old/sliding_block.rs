//! A block slides to rest. Each step is solved as a complementarity problem and audited.
//!
//! `cargo run --example sliding_block`

use complementarity::{Method, Workspace};
use stickslip::formulate::Polyhedral;
use stickslip::{Audit, Contact, ContactProblem, Error, FreeMotion, InverseMass};

const MASS: f64 = 2.0; // kg
const GRAVITY: f64 = 9.81; // m/s²
const FRICTION: f64 = 0.5;
const STEP: f64 = 0.02; // s
const START: f64 = 1.0; // m/s

fn main() -> Result<(), Error> {
    let inverse_mass = InverseMass::diagonal(vec![1.0 / MASS; 2])?;
    let mut workspace = Workspace::default();
    let (mut x, mut velocity) = (0.0, vec![START, 0.0]);
    println!("  step    x [m]   v [m/s]   c_n [N·s]   c_t [N·s]  friction work [J]    audit");
    for step in 1..=14 {
        // the plain data of the step
        let weight = [0.0, -MASS * GRAVITY];
        let free = FreeMotion::under(&inverse_mass, velocity, &weight, STEP)?;
        let floor = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], FRICTION);
        let problem = ContactProblem::new(inverse_mass.clone(), free, vec![floor])?;

        // formulate, solve, recover, judge
        let lcp = Polyhedral::new(&problem)?;
        let outcome = Method::Auto.solve(lcp.lcp(), &mut workspace);
        let answer = lcp.recover(&outcome.z)?;
        let audit = Audit::of(&problem, &answer)?;

        x += STEP * answer.velocity[0];
        let (impulse, verdict) = (
            answer.impulses[0],
            if audit.passes(1e-9) { "ok" } else { "FAILS" },
        );
        println!(
            "{step:6} {x:8.4} {:9.4} {:11.4} {:11.4} {:18.5}  {verdict} {:.0e}",
            answer.velocity[0],
            impulse.normal,
            impulse.tangent,
            audit.energy.friction_work,
            audit.relative,
        );
        velocity = answer.velocity;
    }
    let exact = START * START / (2.0 * FRICTION * GRAVITY);
    println!(
        "stopped after {x:.4} m; v²/2μg = {exact:.4} m, the difference is of the order of the step"
    );
    Ok(())
}
