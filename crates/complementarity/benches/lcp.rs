//! Dense friction LCPs of the three kinds at n = 70, 200, 500, cold and warm; the tiny ones of a time-stepping simulator;
//! and the methods side by side at n = 70.
//!
//! `cargo bench -p complementarity`. Peers are compared by `bench/lcp/compare.py`.

#![allow(
    missing_docs,
    reason = "criterion's macros generate undocumented items"
)]

use complementarity::generate::{self, Contacts};
use complementarity::lemke::Start;
use complementarity::{Lcp, Matrix, Method, Outcome, Workspace};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn instances(kind: Contacts, contacts: usize) -> Vec<Lcp> {
    (0..6)
        .map(|seed| generate::friction(kind, contacts, 8, seed))
        .collect()
}

fn kinds(c: &mut Criterion) {
    let mut group = c.benchmark_group("friction");
    for kind in [Contacts::Scattered, Contacts::Towers, Contacts::Doubled] {
        for contacts in [7, 20, 50] {
            let problems = instances(kind, contacts);
            let id = BenchmarkId::new(format!("{kind:?}"), problems[0].len());
            let mut workspace = Workspace::default();
            let mut next = problems.iter().cycle();
            group.bench_function(id, |b| {
                b.iter(|| {
                    next.next()
                        .map(|lcp| Method::Auto.solve(lcp, &mut workspace))
                });
            });
        }
    }
    group.finish();
}

fn warm(c: &mut Criterion) {
    let problems = instances(Contacts::Scattered, 20);
    let mut workspace = Workspace::default();
    let solved: Vec<_> = problems
        .iter()
        .map(|lcp| (lcp, Method::Auto.solve(lcp, &mut workspace).basis))
        .collect();
    let mut next = solved.iter().cycle();
    c.bench_function("warm start, n = 200", |b| {
        b.iter(|| {
            next.next().map(|(lcp, basis)| {
                Method::Auto.solve_from(lcp, Start::Basis(basis), &mut workspace)
            })
        });
    });
}

/// A ball of 0.1 m and 1 kg on a table after a step of 2.5 ms, its lowest point moving with `slip` (m/s).
fn ball(directions: usize, slip: [f64; 2]) -> Lcp {
    let n = directions + 2;
    let along = |d: usize| (std::f64::consts::TAU * (d - 1) as f64 / directions as f64).sin_cos();
    let is_direction = |i: usize| (1..=directions).contains(&i);
    // at the lowest point, a sideways impulse moves the centre and turns the ball: 1/m + r²/I with I = 0.4 m r²
    let m = Matrix::from_fn(n, n, |i, j| match (i, j) {
        (0, 0) => 1.0,
        _ if is_direction(i) && is_direction(j) => {
            let ((si, ci), (sj, cj)) = (along(i), along(j));
            3.5 * (ci * cj + si * sj)
        }
        _ if is_direction(i) && j == n - 1 => 1.0,
        _ if i == n - 1 && is_direction(j) => -1.0,
        _ if (i, j) == (n - 1, 0) => 0.4,
        _ => 0.0,
    });
    let q = (0..n).map(|i| match i {
        0 => -9.81 * 0.0025,
        _ if is_direction(i) => along(i).1 * slip[0] + along(i).0 * slip[1],
        _ => 0.0,
    });
    Lcp::new(m, q.collect()).expect("finite")
}

fn small(c: &mut Criterion) {
    let mut group = c.benchmark_group("small");
    let scattered = |contacts, directions| -> Vec<Lcp> {
        let made = |seed| generate::friction(Contacts::Scattered, contacts, directions, seed);
        (0..6).map(made).collect()
    };
    let cases = [
        ("rest", vec![ball(2, [0.0; 2])]),
        ("rest", vec![ball(8, [0.0; 2])]),
        // the contact point of a rolling ball is at rest up to rounding errors
        ("rolling", vec![ball(8, [3e-17, -1e-17])]),
        ("sliding", vec![ball(8, [0.5, 0.2])]),
        (
            "flying",
            vec![{
                let rest = ball(8, [0.0; 2]);
                let q = rest.q().iter().map(|q| q.abs()).collect();
                Lcp::new(rest.m().clone(), q).expect("finite")
            }],
        ),
        ("scattered", scattered(1, 2)),
        ("scattered", scattered(1, 8)),
        ("scattered", scattered(2, 8)),
        ("scattered", scattered(4, 8)),
        ("scattered", scattered(7, 8)),
    ];
    for (name, problems) in cases {
        let (mut workspace, mut outcome) = (Workspace::default(), Outcome::empty());
        let solved: Vec<_> = problems
            .iter()
            .map(|lcp| (lcp, Method::Auto.solve(lcp, &mut workspace).basis))
            .collect();
        let n = problems[0].len();
        let mut next = solved.iter().cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                next.next().map(|(lcp, _)| {
                    Method::Auto.solve_into(lcp, Start::Zero, &mut workspace, &mut outcome);
                })
            });
        });
        let mut next = solved.iter().cycle();
        group.bench_function(BenchmarkId::new(format!("{name}, warm"), n), |b| {
            b.iter(|| {
                next.next().map(|(lcp, basis)| {
                    let start = Start::Basis(basis);
                    Method::Auto.solve_into(lcp, start, &mut workspace, &mut outcome);
                })
            });
        });
    }
    group.finish();
}

fn methods(c: &mut Criterion) {
    let mut group = c.benchmark_group("methods, n = 70");
    let problems = instances(Contacts::Scattered, 7);
    for name in ["lemke", "newton", "interior", "homotopy"] {
        let Some(method) = Method::parse(name) else {
            continue;
        };
        let mut workspace = Workspace::default();
        let mut next = problems.iter().cycle();
        group.bench_function(name, |b| {
            b.iter(|| next.next().map(|lcp| method.solve(lcp, &mut workspace)));
        });
    }
    group.finish();
}

criterion_group!(benches, small, kinds, warm, methods);
criterion_main!(benches);
