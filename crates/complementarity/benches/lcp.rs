//! Dense friction LCPs of the three kinds at n = 70, 200, 500, cold and warm; and the methods side by side at n = 70.
//!
//! `cargo bench -p complementarity`. Peers are compared by `bench/lcp/compare.py`.

#![allow(
    missing_docs,
    reason = "criterion's macros generate undocumented items"
)]

use complementarity::generate::{self, Contacts};
use complementarity::lemke::Start;
use complementarity::{Lcp, Method, Workspace};
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

criterion_group!(benches, kinds, warm, methods);
criterion_main!(benches);
