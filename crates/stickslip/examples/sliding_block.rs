//! A block slides to rest. Each step is a complementarity problem, solved and audited: the plain data of a step, without
//! a system around them.
//!
//! `cargo run --example sliding_block`

use complementarity::Method;
use stickslip::{
    Answer, Audit, ContactProblem, Ending, Error, Frame, Friction, Mass, NormalLaw, Refinement,
    Solver, Ways,
};

const MASS: f64 = 2.0; // kg
const GRAVITY: f64 = 9.81; // m/s²
const FRICTION: f64 = 0.5;
const STEP: f64 = 0.02; // s
const START: f64 = 1.0; // m/s

fn main() -> Result<(), Error> {
    let mut floor = Frame::default();
    floor.normal.push(1, 1.0);
    floor.tangent.push(0, 1.0);
    let (mut solver, mut answer, mut ending) =
        (Solver::default(), Answer::default(), Ending::default());
    let (mut x, mut velocity) = (0.0, vec![START, 0.0]);
    println!("  step    x [m]   v [m/s]   c_n [N·s]   c_t [N·s]  friction work [J]    audit");
    for step in 1..=14 {
        // the plain data of the step
        let weight = [0.0, -MASS * GRAVITY];
        let mut problem =
            ContactProblem::new(Mass::diagonal(&[MASS; 2])?, &velocity, &weight, STEP)?;
        problem.add_contact(0, &floor, Friction::planar(FRICTION), NormalLaw::Velocity)?;

        // solve and judge
        solver.solve(
            &problem,
            &Ways::exact(&Method::Auto, &Refinement::default()),
            &mut answer,
            &mut ending,
        )?;
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
        velocity.clone_from(&answer.velocity);
    }
    let exact = START * START / (2.0 * FRICTION * GRAVITY);
    println!(
        "stopped after {x:.4} m; v²/2μg = {exact:.4} m, the difference is of the order of the step"
    );
    Ok(())
}
