//! stickslip as one peer of the benchmark: `stickslip-peer NAME SCENE [BUDGET]`, with the folder in `BENCH_DIR`.
//!
//! Reads `scenes/SCENE.txt`, steps it, and writes `out/NAME__SCENE.bin` (motion) and `.json` (times, certificates); the
//! protocol is described in `bench/README.md`. The name may end in a scheme, as in `stickslip-anitescu-potra`; otherwise
//! everything is as it is by default. `STICKSLIP_RELATIVE` is the residual that large islands are to reach, if it is set, and
//! `RAYON_NUM_THREADS` the number of threads.

mod scene;

use cpu_time::ProcessTime;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs, process};
use stickslip::world::World;
use stickslip::{Scheme, Settings, Simulation};

fn main() {
    if let Err(message) = run() {
        eprintln!("stickslip-peer: {message}");
        process::exit(2);
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [peer, name, rest @ ..] = arguments.as_slice() else {
        return Err("usage: stickslip-peer NAME SCENE [BUDGET in s]".into());
    };
    let budget: f64 = match rest.first() {
        Some(text) => text.parse().map_err(|_| format!("budget {text:?} is no number"))?,
        None => 60.0,
    };
    let root = PathBuf::from(env::var("BENCH_DIR").unwrap_or_else(|_| ".".into()));
    let path = root.join(format!("scenes/{name}.txt"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let scene = scene::read(&text).map_err(|e| format!("{}: {e}", path.display()))?;

    let scheme = Scheme::NAMES.into_iter().find(|s| peer.ends_with(s));
    let scheme = scheme.and_then(Scheme::parse).unwrap_or_default();
    let mut settings = Settings {
        step: scene.step,
        scheme,
        ..Settings::default()
    };
    let large = &mut settings.large;
    for (name, value) in [("STICKSLIP_RELATIVE", &mut large.relative), ("STICKSLIP_PROXIMAL", &mut large.proximal)] {
        if let Ok(text) = env::var(name) {
            *value = text.parse().map_err(|_| format!("{name}={text:?} is no number"))?;
        }
    }
    let steps = (scene.duration / scene.step).round() as usize;
    let world = World::new(scene.model).map_err(|e| e.to_string())?;
    let state = world.initial();
    let mut simulation = Simulation::new(world, state, settings).map_err(|e| e.to_string())?;

    let bodies = scene.moving;
    let samples = 1 + steps / scene.every.max(1);
    let mut motion = Vec::with_capacity(13 * bodies * samples);
    let (mut wall, mut cpu, mut contacts, mut certified) = (vec![], vec![], vec![], 0);
    let (mut residuals, mut violations, mut iterations) = (vec![], vec![], vec![]);
    let (mut energies, mut penetrations) = (vec![], vec![]);
    let (mut error, mut early) = (None, None);
    sample(&simulation, bodies, &mut motion);
    let began = Instant::now();
    for step in 1..=steps {
        let (start, start_cpu) = (Instant::now(), ProcessTime::now());
        let result = simulation.step();
        cpu.push(start_cpu.elapsed().as_secs_f64());
        wall.push(start.elapsed().as_secs_f64());
        match result {
            Ok(report) => {
                certified += usize::from(report.solution.solved);
                contacts.push(report.contacts.len());
                residuals.push(report.solution.residual);
                violations.push(report.solution.violation);
                iterations.push(report.solution.iterations);
                energies.push(report.energy.total());
                penetrations.push(report.penetration);
            }
            Err(e) => {
                error = Some(e.to_string());
                break;
            }
        }
        if step == steps.div_ceil(4) {
            early = resident();
        }
        if step % scene.every == 0 {
            sample(&simulation, bodies, &mut motion);
        }
        if began.elapsed().as_secs_f64() > budget {
            break;
        }
    }

    let done = cpu.len();
    let out = root.join("out");
    fs::create_dir_all(&out).map_err(|e| e.to_string())?;
    let bytes: Vec<u8> = motion.iter().flat_map(|x: &f64| x.to_le_bytes()).collect();
    let file = |ending: &str| out.join(format!("{peer}__{name}.{ending}"));
    fs::write(file("bin"), bytes).map_err(|e| e.to_string())?;
    let mean = 1e6 * cpu.iter().sum::<f64>() / done.max(1) as f64;
    let share = 100.0 * certified as f64 / done.max(1) as f64;
    let record = serde_json::json!({
        "peer": peer, "scene": name, "steps": done, "steps_wanted": steps, "error": error,
        "version": env!("CARGO_PKG_VERSION"), "precision": "f64", "threads": env::var("RAYON_NUM_THREADS").ok(),
        "resident_early": early, "resident": resident(),
        "step_times": wall, "cpu_times": cpu, "ncontacts": contacts, "certified": share,
        "residuals": residuals, "violations": violations, "iterations": iterations,
        "energies": energies, "penetrations": penetrations,
    });
    fs::write(file("json"), record.to_string()).map_err(|e| e.to_string())?;
    println!("{peer} {name}: {done} of {steps} steps, mean {mean:.2} µs CPU, {share:.0} % certified");
    Ok(())
}

/// Memory in use (bytes), where the system tells; recorded motion is part of it, as far as it is written.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024 * kilobytes)
}

/// Position, quaternion w x y z, velocity and angular velocity of each body.
fn sample(simulation: &Simulation<World>, bodies: usize, motion: &mut Vec<f64>) {
    let state = simulation.state();
    for body in 0..bodies {
        motion.extend_from_slice(&state.q[7 * body..7 * body + 7]);
        motion.extend_from_slice(&state.v[6 * body..6 * body + 6]);
    }
}
