//! Reads a problem file, solves every problem in it, and prints one line each.
//!
//! `cargo run --example solve_file -- crates/stickslip-lab/problems/four-leg-table.json`

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use stickslip_lab::problem_file;
use stickslip_lab::solve::{self, Task};

fn main() -> ExitCode {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/four-leg-table.json");
    let path = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from(here), PathBuf::from);
    let problems = match problem_file::read_path(&path) {
        Ok(problems) => problems,
        Err(faults) => {
            for fault in faults {
                eprintln!("{fault}");
            }
            return ExitCode::from(2);
        }
    };
    solve::each(
        &problems,
        &Task::default(),
        &AtomicBool::new(false),
        |_, record| {
            let (name, answer) = (&record.name, record.answer());
            println!("{name}: {}, {answer:?}", record.status());
            ControlFlow::Continue(())
        },
    );
    ExitCode::SUCCESS
}
