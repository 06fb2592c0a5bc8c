//! What time buys: `stickslip-residuals SCENE [STEPS]`, with the folder in `BENCH_DIR`, takes so many steps of `scenes/SCENE.txt` as by
//! default, and then the next one again and again with larger budgets: sweeps alone, then with rounds of the interior-point method.
//! Prints a Markdown table of residual, violation and CPU time.

#[allow(dead_code, reason = "the motion is not recorded here")]
mod scene;

use cpu_time::ProcessTime;
use std::path::PathBuf;
use std::{env, fs, process};
use stickslip::world::World;
use stickslip::{Large, Settings, Simulation, State};

/// Sweeps and rounds.
const BUDGETS: [(usize, usize); 12] = [
    (1, 0),
    (5, 0),
    (10, 0),
    (20, 0),
    (60, 0),
    (200, 0),
    (600, 0),
    (2000, 0),
    (60, 1),
    (60, 3),
    (60, 10),
    (60, 30),
];

fn main() {
    if let Err(message) = run() {
        eprintln!("stickslip-residuals: {message}");
        process::exit(2);
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, rest @ ..] = arguments.as_slice() else {
        return Err("usage: stickslip-residuals SCENE [STEPS]".into());
    };
    let steps: usize = match rest.first() {
        Some(text) => text.parse().map_err(|_| format!("{text:?} is no number of steps"))?,
        None => 0,
    };
    let root = PathBuf::from(env::var("BENCH_DIR").unwrap_or_else(|_| ".".into()));
    let path = root.join(format!("scenes/{name}.txt"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut simulation = start(&text, None, Large::default())?;
    for _ in 0..steps {
        simulation.step().map_err(|e| e.to_string())?;
    }
    let state = simulation.state().clone();
    println!("{name}, step {}", steps + 1);
    println!("| sweeps | rounds | contacts | residual | violation (m/s) | CPU ms | solved |");
    println!("|---|---|---|---|---|---|---|");
    for (sweeps, rounds) in BUDGETS {
        let large = Large {
            sweeps,
            rounds,
            ..Large::default()
        };
        let mut simulation = start(&text, Some(state.clone()), large)?;
        let began = ProcessTime::now();
        let report = simulation.step().map_err(|e| e.to_string())?;
        let time = began.elapsed().as_secs_f64() * 1e3;
        let solution = &report.solution;
        println!(
            "| {sweeps} | {rounds} | {} | {:.1e} | {:.1e} | {time:.1} | {} |",
            report.contacts.len(),
            solution.residual,
            solution.violation,
            if solution.solved { "yes" } else { "no" },
        );
        if solution.solved && rounds == 0 {
            break;
        }
    }
    Ok(())
}

fn start(text: &str, state: Option<State>, large: Large) -> Result<Simulation<World>, String> {
    let scene = scene::read(text)?;
    let settings = Settings {
        step: scene.step,
        large,
        ..Settings::default()
    };
    let world = World::new(scene.model).map_err(|e| e.to_string())?;
    let state = state.unwrap_or_else(|| world.initial());
    Simulation::new(world, state, settings).map_err(|e| e.to_string())
}
