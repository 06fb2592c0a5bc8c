//! Painlevé's rod and a four-legged table: problems with two solutions, with none, and with a whole segment of them.
//!
//! `cargo run -p complementarity --example all_solutions`

use complementarity::{Lcp, Matrix, Method, ProblemError, Workspace, enumerate};

fn main() -> Result<(), ProblemError> {
    let sliding_rod = Matrix::from_fn(1, 1, |_, _| -0.848);
    show(
        "Painlevé's rod, spinning",
        Lcp::new(sliding_rod.clone(), vec![3.0])?,
    );
    show(
        "Painlevé's rod, falling",
        Lcp::new(sliding_rod, vec![-9.81])?,
    );

    // legs at (±1, ±1): entry ij is 1 + x_i x_j + y_i y_j, three unknowns' worth of information
    let legs = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let table = Matrix::from_fn(4, 4, |i, j| {
        1.0 + legs[i].0 * legs[j].0 + legs[i].1 * legs[j].1
    });
    show("a table on four legs", Lcp::new(table, vec![-1.0; 4])?);
    Ok(())
}

fn show(name: &str, lcp: Lcp) {
    let outcome = Method::Auto.solve(&lcp, &mut Workspace::default());
    println!("{name}: {}", outcome.status.word());
    let all = enumerate::all(&lcp, &enumerate::Settings::default());
    for piece in &all.pieces {
        println!("  corners {:?}, rays {:?}", piece.vertices, piece.rays);
    }
    if all.pieces.is_empty() && all.complete {
        println!("  no solution, by exhaustive search");
    }
}
