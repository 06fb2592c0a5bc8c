//! Writes the friction problems of the benchmarks as JSON lines: `cargo run --release -p stickslip-lab --example instances -- DIR`.
//!
//! One file a class and size, like `towers_20.jsonl` for 20 contacts with 8 friction directions (n = 200).

use complementarity::generate::{self, Contacts};
use std::fs::{File, create_dir_all};
use std::io::{BufWriter, Result};
use std::path::PathBuf;
use stickslip_lab::complementarity;
use stickslip_lab::problem_file::{Data, Problem, write};

fn main() -> Result<()> {
    let folder = PathBuf::from(
        std::env::args()
            .nth(1)
            .unwrap_or_else(|| "instances".into()),
    );
    create_dir_all(&folder)?;
    let kinds = [
        ("scattered", Contacts::Scattered),
        ("towers", Contacts::Towers),
        ("doubled", Contacts::Doubled),
    ];
    for (kind_name, kind) in kinds {
        for (contacts, count) in [(7, 60), (20, 30), (50, 12)] {
            let name = format!("{kind_name}_{contacts}");
            let mut file = BufWriter::new(File::create(folder.join(format!("{name}.jsonl")))?);
            for seed in 0..count {
                let lcp = generate::friction(kind, contacts, 8, seed);
                let problem = Problem {
                    name: format!("{name}-{seed}"),
                    line: 1,
                    data: Data::Lcp(lcp),
                };
                write(&problem, &mut file)?;
            }
            println!("{name}: {count} problems, n = {}", 10 * contacts);
        }
    }
    Ok(())
}
