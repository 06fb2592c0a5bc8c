//! Curved friction cones: the formulations agree, the methods agree, and pyramids approach the cone.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use complementarity::generate::Random;
use complementarity::linear::Lu;
use complementarity::{Matrix, Method, Ncp};
use stickslip::formulate::Conic;
use stickslip::{Friction, NaturalMap, ReducedProblem, Refinement, Solver};

/// Any friction set of the library, with a coefficient up to `most`.
fn any_friction(random: &mut Random, most: f64) -> Friction {
    let mu = random.uniform(0.05, most);
    let axes = [1.0, random.uniform(0.2, 1.0), random.uniform(0.05, 0.5)];
    match random.below(6) {
        0 => Friction::planar(mu),
        1 => Friction::round(mu),
        2 => Friction::elliptic(mu, [axes[0], axes[1]]).unwrap(),
        3 => Friction::ellipsoid(mu, axes).unwrap(),
        4 => Friction::mixed(mu, axes).unwrap(),
        _ => Friction::polygon(mu, 6).unwrap(),
    }
}

/// Contacts of a body with `velocities` degrees of freedom that moves freely: W = JᵀJ, q = Jᵀb. At velocity level, without
/// restitution, it has a solution whatever the rank of W.
fn free_motion(random: &mut Random, velocities: usize, frictions: Vec<Friction>) -> ReducedProblem {
    let rows = |f: &Friction| 1 + f.set.shape().map_or(0, |s| s.dimensions());
    let size = frictions.iter().map(rows).sum();
    let j = Matrix::from_fn(velocities, size, |_, _| random.normal());
    let b: Vec<f64> = (0..velocities).map(|_| random.normal()).collect();
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let w = Matrix::from_fn(size, size, |r, c| dot(j.col(r), j.col(c)));
    let q = (0..size).map(|r| dot(j.col(r), &b)).collect();
    ReducedProblem::new(w, q, frictions).unwrap()
}

fn solve(problem: &ReducedProblem, method: &str) -> Vec<f64> {
    let method = Method::parse(method).unwrap();
    let (mut solver, mut c) = (Solver::default(), Vec::new());
    let tight = Refinement {
        tolerance: 1e-9,
        rounds: 100,
    };
    let end = solver.solve_reduced(problem, &method, &tight, &mut c);
    let end = end.unwrap();
    assert!(end.solved, "{} {end:?}", method.name());
    c
}

fn velocities(problem: &ReducedProblem, c: &[f64]) -> Vec<f64> {
    let mut u = vec![0.0; problem.len()];
    problem.velocity(c, &mut u);
    u
}

#[test]
fn problems_of_every_rank_and_mix_of_sets_are_solved() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(8);
        let frictions = (0..count).map(|_| any_friction(&mut random, 1.0)).collect();
        let freedoms = 3 + random.below(4 * count);
        let problem = free_motion(&mut random, freedoms, frictions);
        let c = solve(&problem, "auto");
        let map = NaturalMap::of(&problem, &c);
        assert!(map.relative <= 1e-10, "seed {seed}: {map:?}");
    }
}

#[test]
fn a_stuck_answer_is_never_called_solved() {
    // W = 0: no impulse changes the approach
    let w = Matrix::zeros(3, 3);
    let problem = ReducedProblem::new(w, vec![-1.0, 0.0, 0.0], vec![Friction::round(0.5)]).unwrap();
    for name in ["auto", "newton", "interior", "homotopy", "lemke"] {
        let method = Method::parse(name).unwrap();
        let mut c = Vec::new();
        let refinement = Refinement::default();
        let end = Solver::default().solve_reduced(&problem, &method, &refinement, &mut c);
        assert!(!end.unwrap().solved, "{name}");
        assert!(NaturalMap::of(&problem, &c).relative > 0.5, "{name}");
    }
}

/// Contacts that slide, stick and open, few enough for the velocity to be unique: one body, regular W, small friction.
fn regular(seed: u64) -> ReducedProblem {
    let mut random = Random::new(seed);
    let axes = [1.0, 0.6, 0.3];
    let frictions = vec![
        Friction::round(0.3),
        Friction::ellipsoid(0.2, axes).unwrap(),
        Friction::mixed(0.2, axes).unwrap(),
    ];
    free_motion(&mut random, 40, frictions)
}

/// The complementarity methods may fail on a problem, and then say so; what they call solved is the motion.
#[test]
fn every_method_finds_the_same_motion() {
    for name in ["newton", "interior", "homotopy"] {
        let method = Method::parse(name).unwrap();
        let mut solved = 0;
        for seed in 0..60 {
            let problem = regular(seed);
            let (mut c, refinement) = (Vec::new(), Refinement::default());
            let end = Solver::default().solve_reduced(&problem, &method, &refinement, &mut c);
            if !end.unwrap().solved {
                continue;
            }
            solved += 1;
            let reference = velocities(&problem, &solve(&problem, "auto"));
            for (a, b) in velocities(&problem, &c).iter().zip(&reference) {
                assert!((a - b).abs() < 1e-6, "seed {seed}, {name}: {a} {b}");
            }
        }
        assert!(solved >= 54, "{name}: {solved} of 60");
    }
}

#[test]
fn pivoting_with_refinement_finds_the_motion_of_the_cone() {
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let frictions = vec![
            Friction::round(0.3),
            Friction::elliptic(0.2, [1.0, 0.5]).unwrap(),
        ];
        let problem = free_motion(&mut random, 20, frictions);
        let exact = velocities(&problem, &solve(&problem, "auto"));
        let refined = velocities(&problem, &solve(&problem, "lemke"));
        for (a, b) in refined.iter().zip(&exact) {
            assert!((a - b).abs() < 1e-6, "seed {seed}: {a} {b}");
        }
    }
}

#[test]
fn pyramids_approach_the_cone_from_the_inside() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let frictions = |k: Option<usize>| {
            let one = |mu| k.map_or(Friction::round(mu), |k| Friction::polygon(mu, k).unwrap());
            vec![one(0.4), one(0.25)]
        };
        let copy = Random::new(seed);
        let exact = free_motion(&mut random, 12, frictions(None));
        let u = velocities(&exact, &solve(&exact, "auto"));
        let mut last = f64::INFINITY;
        for k in [4, 8, 16, 32, 64, 128] {
            let mut again = copy.clone();
            let pyramid = free_motion(&mut again, 12, frictions(Some(k)));
            let c = solve(&pyramid, "auto");
            let v = velocities(&pyramid, &c);
            // the bounds of the pyramid, contact by contact: angle ≤ π/k, loss of dissipation ≤ 1 − cos(π/k)
            let half = std::f64::consts::PI / k as f64;
            for contact in pyramid.contacts() {
                let n = contact.row;
                let (slip, friction) = ([v[n + 1], v[n + 2]], [c[n + 1], c[n + 2]]);
                let (speed, bound) = (slip[0].hypot(slip[1]), contact.friction.coefficient * c[n]);
                if speed < 1e-6 || bound < 1e-6 {
                    continue;
                }
                let along = -(slip[0] * friction[0] + slip[1] * friction[1]);
                let across = slip[0] * friction[1] - slip[1] * friction[0];
                let angle = across.abs().atan2(along);
                assert!(angle <= half + 1e-9, "seed {seed}, k = {k}: {angle}");
                let loss = 1.0 - along / (speed * bound);
                assert!(
                    loss <= 1.0 - half.cos() + 1e-9,
                    "seed {seed}, k = {k}: {loss}"
                );
            }
            let error = u
                .iter()
                .zip(&v)
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            assert!(error <= 4.0 * half, "seed {seed}, k = {k}: {error}");
            last = error;
        }
        assert!(last < 0.02, "seed {seed}: {last}");
    }
}

#[test]
fn the_derivative_of_the_conic_problem_is_that_of_its_function() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let frictions: Vec<Friction> = (0..3).map(|_| any_friction(&mut random, 1.0)).collect();
        let problem = free_motion(&mut random, 9, frictions);
        let conic = Conic::new(&problem);
        let n = conic.len();
        let z: Vec<f64> = (0..n).map(|_| random.uniform(0.1, 1.0)).collect();
        let mut jacobian = Matrix::zeros(n, n);
        conic.jacobian(&z, &mut jacobian);
        let (mut ahead, mut behind) = (vec![0.0; n], vec![0.0; n]);
        for j in 0..n {
            let step = 1e-6;
            let mut moved = z.clone();
            moved[j] += step;
            conic.eval(&moved, &mut ahead);
            moved[j] -= 2.0 * step;
            conic.eval(&moved, &mut behind);
            for i in 0..n {
                let slope = (ahead[i] - behind[i]) / (2.0 * step);
                let error = (slope - jacobian[(i, j)]).abs();
                assert!(error < 1e-6 * (1.0 + slope.abs()), "seed {seed}: {i}, {j}");
            }
        }
    }
}

#[test]
fn an_open_contact_is_no_singular_point() {
    // one contact slides, one is open with a slip of its own: the printed condition leaves its λ free
    let beside = |open: Friction| {
        let q = vec![-1.0, 3.0, 4.0, 0.7, 1.0, -2.0];
        let frictions = vec![Friction::round(0.5), open];
        ReducedProblem::new(Matrix::identity(6), q, frictions).unwrap()
    };
    for name in ["newton", "interior", "homotopy"] {
        let c = solve(&beside(Friction::polygon(0.5, 6).unwrap()), name);
        assert!(c[3..].iter().all(|c| c.abs() < 1e-9), "{name}: {c:?}");
    }
    let problem = beside(Friction::round(0.5));
    let conic = Conic::new(&problem);
    let outcome = Method::parse("newton")
        .unwrap()
        .solve_nonlinear(&conic, &vec![0.0; conic.len()]);
    assert!(outcome.status.is_solved(), "{outcome:?}");
    let mut c = Vec::new();
    conic.recover(&outcome.z, &mut c);
    for (a, b) in c.iter().zip([1.0, -0.3, -0.4, 0.0, 0.0, 0.0]) {
        assert!((a - b).abs() < 1e-9, "{c:?}");
    }
    // the derivative of the equations that are active there is regular
    let n = conic.len();
    let (mut jacobian, mut value) = (Matrix::zeros(n, n), vec![0.0; n]);
    conic.jacobian(&outcome.z, &mut jacobian);
    conic.eval(&outcome.z, &mut value);
    let active = Matrix::from_fn(n, n, |i, j| {
        match conic.is_free(i) || outcome.z[i] > value[i] {
            true => jacobian[(i, j)],
            false if i == j => 1.0,
            false => 0.0,
        }
    });
    assert!(Lu::new(&active).pivot_ratio() > 1e-3);
}
