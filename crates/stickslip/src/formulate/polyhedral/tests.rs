//! Tests of `polyhedral.rs`.

use super::*;
use crate::answer::{Answer, Impulse};
use crate::audit::Audit;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::problem::{ContactProblem, NormalLaw};
use crate::samples::{G, block_frame, block_on_floor, box_on_four_corners, close, painleve_rod};
use crate::system::Frame;

/// Solves, recovers, and insists on the certificate.
fn solve(problem: &ContactProblem) -> Answer {
    let reduced = ReducedProblem::of(problem);
    let step = Polyhedral::new(&reduced).unwrap();
    let mut outcome = Outcome::empty();
    step.solve(&Method::Auto, &mut Workspace::default(), &mut outcome);
    assert!(outcome.status.is_solved(), "{:?}", outcome.status);
    let mut c = Vec::new();
    step.recover(&outcome.z, &mut c);
    let answer = reduced.answer(problem, &c).unwrap();
    let audit = Audit::of(problem, &answer).unwrap();
    assert!(audit.passes(1e-9), "{audit:?}");
    answer
}

/// A unit mass in the plane over a floor.
fn block(velocity: [f64; 2], force: [f64; 2], h: f64, law: NormalLaw) -> ContactProblem {
    let mass = Mass::diagonal(&[1.0; 2]).unwrap();
    let mut problem = ContactProblem::new(mass, &velocity, &force, h).unwrap();
    let friction = Friction::planar(0.5);
    let added = problem.add_contact(0, &block_frame(), friction, law);
    added.unwrap();
    problem
}

#[test]
fn the_matrix_is_the_printed_one() {
    // unit block, unit inertia: nᵀWn = 1, DᵀWD = [1 −1; −1 1], nᵀWD = 0
    let problem = block_on_floor(1.0, 0.5, 0.1);
    let step = Polyhedral::new(&ReducedProblem::of(&problem)).unwrap();
    let expected = Matrix::from_rows(&[
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, -1.0, 1.0],
        [0.0, -1.0, 1.0, 1.0],
        [0.5, -1.0, -1.0, 0.0],
    ])
    .unwrap();
    let lcp = step.lcp().unwrap();
    assert!(step.mixed().is_none());
    assert_eq!(lcp.m(), &expected);
    close(lcp.q(), &[-0.1 * G, 1.0, -1.0, 0.0], 1e-15);
}

#[test]
fn coupled_contacts_and_joints_give_the_matrix_of_the_formula() {
    // two bodies, two contacts of different friction, one joint: every entry against dᵀWe of whole rows
    let mut mass = Mass::default();
    mass.push_full(3, |i, j| if i == j { 2.0 + i as f64 } else { 0.3 });
    mass.push_diagonal(&[1.0, 0.5, 0.25]);
    let w = |p: &[f64]| {
        let mut v = vec![0.0; 6];
        mass.response(p, &mut v);
        v
    };
    let row = |seed: f64| -> Vec<f64> { (0..6).map(|i| (seed + 1.7 * i as f64).sin()).collect() };
    let velocity = row(0.4);
    let mut problem = ContactProblem::new(mass.clone(), &velocity, &row(0.9), 0.1).unwrap();
    let frictions = [
        Friction::polygon(0.3, 4).unwrap(),
        Friction::directions(0.7, vec![[1.0, 0.2, 0.1], [-1.0, 0.0, -0.4]]).unwrap(),
    ];
    // the columns of all unknowns as whole rows; λ has none
    let mut columns: Vec<Option<Vec<f64>>> = Vec::new();
    for (id, friction) in frictions.iter().enumerate() {
        let rows = [0, 1, 2, 3].map(|k| row(10.0 * id as f64 + k as f64));
        let mut frame = Frame::default();
        frame.normal.extend(0, &rows[0]);
        frame.tangent.extend(0, &rows[1]);
        frame.binormal.extend(0, &rows[2]);
        frame.torsion.extend(0, &rows[3]);
        columns.push(Some(rows[0].clone()));
        let mut directions = Vec::new();
        friction.append_directions(&mut directions);
        for d in directions {
            let mix = |i: usize| (0..3).map(|k| d[k] * rows[k + 1][i]).sum();
            columns.push(Some((0..6).map(mix).collect()));
        }
        columns.push(None);
        let law = NormalLaw::Velocity;
        problem
            .add_contact(id, &frame, friction.clone(), law)
            .unwrap();
    }
    let joint = row(99.0);
    let entries: Vec<(usize, f64)> = joint.iter().copied().enumerate().collect();
    problem.add_joint(0, entries, 0.25).unwrap();
    columns.push(Some(joint.clone()));

    let step = Polyhedral::new(&ReducedProblem::of(&problem)).unwrap();
    assert!(step.lcp().is_none());
    let mixed = step.mixed().unwrap();
    let lcp = mixed.lcp();
    let dot = complementarity::linear::dot;
    assert_eq!(lcp.len(), columns.len());
    for (i, x) in columns.iter().enumerate() {
        assert_eq!(mixed.free()[i], i + 1 == columns.len());
        for (j, y) in columns.iter().enumerate() {
            if let (Some(x), Some(y)) = (x, y) {
                close(&[lcp.m()[(i, j)]], &[dot(x, &w(y))], 1e-13);
                // the copositivity argument needs symmetry to the last bit
                assert_eq!(lcp.m()[(i, j)], lcp.m()[(j, i)]);
            }
        }
        let target = if i + 1 == columns.len() { 0.25 } else { 0.0 };
        let expected = x.as_ref().map_or(0.0, |x| dot(x, &problem.free) - target);
        close(&[lcp.q()[i]], &[expected], 1e-13);
    }
}

#[test]
fn a_sliding_block_loses_mu_g_h_a_step_and_stops_at_v2_over_2_mu_g() {
    let (mu, h) = (0.4, 1e-3);
    let (mut speed, mut way, mut steps) = (2.0, 0.0, 0);
    loop {
        let after = solve(&block_on_floor(speed, mu, h)).velocity[0];
        close(&[after], &[(speed - mu * G * h).max(0.0)], 1e-12);
        way += h * after;
        steps += 1;
        speed = after;
        if after.abs() < 1e-12 {
            break;
        }
    }
    assert_eq!(steps, (2.0 / (mu * G * h)).ceil() as usize);
    // right-hand sum of a falling ramp: short by h v/2, up to the last step
    let exact = 2.0 * 2.0 / (2.0 * mu * G);
    assert!((way - (exact - 0.5 * h * 2.0)).abs() < mu * G * h * h);
}

#[test]
fn friction_in_space_opposes_the_slip_along_a_direction() {
    // slip along a vertex of the octagon: the full μ c_n against it
    let h = 0.01;
    let d = 0.5_f64.sqrt();
    let mass = Mass::diagonal(&[2.0; 3]).unwrap();
    let weight = [0.0, 0.0, -2.0 * G];
    let mut problem = ContactProblem::new(mass, &[d, d, 0.0], &weight, h).unwrap();
    let mut frame = Frame::default();
    frame.normal.push(2, 1.0);
    frame.tangent.push(0, 1.0);
    frame.binormal.push(1, 1.0);
    let friction = Friction::polygon(0.3, 8).unwrap();
    let added = problem.add_contact(0, &frame, friction, NormalLaw::Velocity);
    added.unwrap();
    let after = (1.0 - 0.3 * G * h) * d;
    close(&solve(&problem).velocity, &[after, after, 0.0], 1e-12);
}

#[test]
fn a_block_pulled_below_the_limit_sticks() {
    let (h, pull) = (0.01, 0.9 * 0.5 * G);
    let answer = solve(&block([0.0; 2], [pull, -G], h, NormalLaw::Velocity));
    close(&answer.velocity, &[0.0, 0.0], 1e-14);
    close(&[answer.impulses[0].tangent], &[-pull * h], 1e-14);
}

#[test]
fn a_box_rests_on_four_corners_though_the_forces_are_not_unique() {
    let answer = solve(&box_on_four_corners(0.01));
    close(&answer.velocity, &[0.0; 6], 1e-12);
    let weight: f64 = answer.impulses.iter().map(|c| c.normal).sum();
    close(&[weight], &[3.0 * G * 0.01], 1e-12);
}

#[test]
fn what_takes_off_is_let_go() {
    let problem = block([1.0, 2.0], [0.0, -G], 0.01, NormalLaw::Velocity);
    let answer = solve(&problem);
    assert_eq!(answer.impulses[0], Impulse::default());
    assert_eq!(answer.velocity, problem.free);
}

#[test]
fn newton_rebounds_with_the_coefficient_of_restitution() {
    let law = NormalLaw::Newton { restitution: 0.8 };
    let answer = solve(&block([0.0, -3.0], [0.0; 2], 0.0, law));
    close(&answer.velocity, &[0.0, 2.4], 1e-14);
    close(&[answer.impulses[0].normal], &[5.4], 1e-14);
}

#[test]
fn at_position_level_the_gap_is_closed_exactly() {
    let (h, gap) = (0.1, 0.05);
    let fall = |gap, along| {
        let law = NormalLaw::Position { gap, along };
        solve(&block([0.0, -2.0], [0.0, -G], h, law)).velocity
    };
    let start = fall(gap, 0.0);
    // a flat floor: the gap ahead is gap + h v, and both linearisations agree
    let predicted = fall(gap - 2.0 * h, -2.0);
    close(&[gap + h * start[1]], &[0.0], 1e-15);
    close(&start, &predicted, 1e-14);
}

/// The rod of [Ste00 1.3] has no acceleration, but an impulse without impact.
#[test]
fn painleves_rod_gets_an_impulse_without_impact() {
    for h in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
        let answer = solve(&painleve_rod(h));
        let limit = [-0.5625, 0.324_759_526_4, 1.299_038_105_7];
        let error = (0..3)
            .map(|i| (answer.velocity[i] - limit[i]).abs())
            .fold(0.0, f64::max);
        assert!((error / h - 7.36).abs() < 0.01, "{}", error / h);
    }
    let answer = solve(&painleve_rod(1e-9));
    close(&answer.velocity, &[-0.5625, 0.324_760, 1.299_038], 1e-6);
    let impulse = answer.impulses[0];
    close(
        &[impulse.normal, impulse.tangent],
        &[0.324_760, 0.4375],
        1e-6,
    );
}

#[test]
fn coordinates_do_not_matter() {
    // the rod in coordinates u = T v: rows n T⁻¹, mass T⁻ᵀ M T⁻¹ as a full block
    let h = 1e-3;
    let rod = painleve_rod(h);
    let t = [[1.0, 0.5, 0.0], [0.0, 2.0, 0.3], [0.0, 0.0, 1.0]];
    let map = |v: &[f64]| -> Vec<f64> {
        (0..3)
            .map(|i| (0..3).map(|j| t[i][j] * v[j]).sum())
            .collect()
    };
    // r T = n
    let pull = |n: &[f64]| {
        let a = n[0];
        let b = (n[1] - 0.5 * a) / 2.0;
        [a, b, n[2] - 0.3 * b]
    };
    // column j of T⁻¹ is what the unit rows give there
    let unit = |i: usize| [0, 1, 2].map(|j| f64::from(u8::from(i == j)));
    let inverse = [0, 1, 2].map(|i| pull(&unit(i)));
    let masses = [1.0, 1.0, 1.0 / 12.0];
    let mut mass = Mass::default();
    mass.push_full(3, |i, j| {
        (0..3)
            .map(|k| inverse[k][i] * masses[k] * inverse[k][j])
            .sum()
    });
    mass.check().unwrap();
    let mut mapped = ContactProblem::new(mass, &map(&rod.start), &[0.0; 3], h).unwrap();
    mapped.free = map(&rod.free);
    let dense = |row: usize| {
        let mut n = [0.0; 3];
        rod.rows.scatter(row, 1.0, &mut n);
        pull(&n)
    };
    let mut frame = Frame::default();
    frame.normal.extend(0, &dense(0));
    frame.tangent.extend(0, &dense(1));
    let added = mapped.add_contact(0, &frame, Friction::planar(2.0), NormalLaw::Velocity);
    added.unwrap();
    let (one, two) = (solve(&rod), solve(&mapped));
    close(&map(&one.velocity), &two.velocity, 1e-12);
    close(&[one.impulses[0].normal], &[two.impulses[0].normal], 1e-12);
}

#[test]
fn an_answer_of_the_wrong_length_is_refused() {
    let problem = block_on_floor(1.0, 0.5, 0.1);
    assert_eq!(
        ReducedProblem::of(&problem).answer(&problem, &[0.0; 3]),
        Err(Error::WrongUnknowns {
            expected: 2,
            found: 3
        })
    );
}
