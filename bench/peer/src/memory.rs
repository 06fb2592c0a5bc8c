//! Memory of a world at rest: `stickslip-memory SCENE [STEPS]`, with the folder in `BENCH_DIR`, takes so many steps of `scenes/SCENE.txt` (all of
//! them by default) and prints the bytes that are then in use on the heap for each contact, beyond the model that the world is made of, and the
//! most that were after any step.
//!
//! Nothing is given back in the end, so that a heap profiler, for which what is still in use is a leak, says whose the bytes are.

#[allow(dead_code, reason = "the motion is not recorded here")]
mod scene;

use cap::Cap;
use std::alloc::System;
use std::path::PathBuf;
use std::{env, fs, process};
use stickslip::world::{Model, World};
use stickslip::{Settings, Simulation};

/// Counts what all threads have taken from the heap and not given back.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

fn main() {
    if let Err(message) = run() {
        eprintln!("stickslip-memory: {message}");
        process::exit(2);
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, rest @ ..] = arguments.as_slice() else {
        return Err("usage: stickslip-memory SCENE [STEPS]".into());
    };
    let root = PathBuf::from(env::var("BENCH_DIR").unwrap_or_else(|_| ".".into()));
    let path = root.join(format!("scenes/{name}.txt"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let scene = scene::read(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    drop(text);
    let steps: usize = match rest.first() {
        Some(text) => text.parse().map_err(|_| format!("{text:?} is no number of steps"))?,
        None => (scene.duration / scene.step).round() as usize,
    };

    let settings = Settings {
        step: scene.step,
        ..Settings::default()
    };
    // what the program takes once, as dense matrices do, belongs to no world
    simulation(scene.model.clone(), &settings)?.step().map_err(|e| e.to_string())?;
    let before = HEAP.allocated();
    let mut simulation = simulation(scene.model, &settings)?;
    let (mut certified, mut most) = (0, 0);
    for _ in 0..steps {
        let report = simulation.step().map_err(|e| e.to_string())?;
        certified += usize::from(report.solution.solved);
        most = most.max(HEAP.allocated() - before);
    }
    let bytes = HEAP.allocated() - before;

    let contacts = simulation.report().contacts.len();
    let each = |bytes: usize| bytes as f64 / contacts.max(1) as f64;
    println!(
        "{name}: {contacts} contacts after {steps} steps ({certified} certified); {:.0} bytes a contact, {bytes} in all; at most {:.0}, {most}",
        each(bytes),
        each(most)
    );
    std::mem::forget(simulation);
    Ok(())
}

fn simulation(model: Model, settings: &Settings) -> Result<Simulation<World>, String> {
    let world = World::new(model).map_err(|e| e.to_string())?;
    let state = world.initial();
    Simulation::new(world, state, settings.clone()).map_err(|e| e.to_string())
}
