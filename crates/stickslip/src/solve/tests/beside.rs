//! Light things beside heavy ones.

use super::*;

/// A block of so many kg at rest on eight points of the floor, and a bob of a gram on a rod from it, swinging.
fn bob_on_block(block: f64, angle: f64) -> ContactProblem {
    let h = 0.01;
    let mut mass = Mass::default();
    mass.push_diagonal(&[block, block, block, block, block, block]);
    mass.push_diagonal(&[1e-3; 3]);
    let (sin, cos) = angle.sin_cos();
    let velocity = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, cos, 0.0, sin];
    let weight = -block * G;
    let force = [0.0, 0.0, weight, 0.0, 0.0, 0.0, 0.0, 0.0, -1e-3 * G];
    let mut problem = ContactProblem::new(mass, &velocity, &force, h).unwrap();
    for id in 0..8 {
        let (x, y) = (0.25 * std::f64::consts::PI * id as f64).sin_cos();
        let z = -0.5;
        let mut frame = Frame::default();
        frame.normal.extend(0, &[0.0, 0.0, 1.0, y, -x, 0.0]);
        frame.tangent.extend(0, &[1.0, 0.0, 0.0, 0.0, z, -y]);
        frame.binormal.extend(0, &[0.0, 1.0, 0.0, -z, 0.0, x]);
        let added = problem.add_contact(id, &frame, Friction::round(0.5), NormalLaw::Velocity);
        added.unwrap();
    }
    let row = [(6, sin), (8, -cos), (0, -sin), (2, cos)];
    problem.add_joint(0, row, 0.0).unwrap();
    problem
}

#[test]
fn a_light_body_on_a_joint_is_not_forgotten_beside_a_heavy_one() {
    for block in [1.0, 1e9] {
        let problem = bob_on_block(block, 0.7);
        let (first, _) = solve(&problem);
        // as if another impulse had held it in the step before
        let mut answer = Answer {
            joints: vec![0.0],
            ..first
        };
        let (mut solver, mut ending) = (Solver::default(), Ending::default());
        let refinement = Refinement::default();
        let ways = Ways::exact(&Method::Auto, &refinement);
        solver
            .solve(&problem, &ways, &mut answer, &mut ending)
            .unwrap();
        assert!(ending.solution.solved, "{ending:?}");
        let along = problem.rows.dot(problem.joints[0].row, &answer.velocity);
        assert!(along.abs() < 1e-9, "{block}: {along} {ending:?}");
    }
}
