//! Writes a problem for the command to solve: a block of 1 kg dropped with 1 m/s on a belt, μ = 0.3, planar friction.
//!
//! `cargo run --quiet -p stickslip-cli --example belt | cargo run --quiet -- solve -`
//!
//! z = (c_n, β₊, β₋, λ): the block takes the normal impulse 1 N·s, friction carries it along with 0.3 m/s, and
//! λ = 1.7 m/s is the slip that remains on a belt of 2 m/s.

fn main() {
    let (mass, mu, belt, fall) = (1.0, 0.3, 2.0, 1.0);
    let a = 1.0 / mass;
    let problem = serde_json::json!({
        "format": "lcp-1",
        "name": "block-on-a-belt",
        "M": [
            [a, 0.0, 0.0, 0.0],
            [0.0, a, -a, 1.0],
            [0.0, -a, a, 1.0],
            [mu, -1.0, -1.0, 0.0],
        ],
        "q": [-fall, -belt, belt, 0.0],
    });
    println!("{problem}");
}
