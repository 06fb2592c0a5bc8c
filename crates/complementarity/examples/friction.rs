//! A tower of boxes as a dense friction LCP: solve it cold, push it, solve it warm.
//!
//! `cargo run -p complementarity --example friction`

use complementarity::generate::{self, Contacts};
use complementarity::lemke::Start;
use complementarity::{Lcp, Method, Workspace};

fn main() {
    let mut workspace = Workspace::default();
    let tower = generate::friction(Contacts::Towers, 20, 8, 1);
    let cold = Method::Auto.solve(&tower, &mut workspace);
    println!("n = {}, cold start", tower.len());
    println!("  {}, {} pivots", cold.status.word(), cold.iterations);
    println!("  relative residual {:.1e}", cold.certificate.relative);

    // the same tower one step later: the velocities have changed a little
    let q = tower.q().iter().map(|q| 1.01 * q).collect();
    let later = Lcp::new(tower.m().clone(), q).expect("finite and square");
    let warm = Method::Auto.solve_from(&later, Start::Basis(&cold.basis), &mut workspace);
    println!("warm start");
    println!("  {}, {} pivots", warm.status.word(), warm.iterations);
    println!("  relative residual {:.1e}", warm.certificate.relative);
}
