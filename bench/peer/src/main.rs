//! stickslip as one peer of the benchmark: `stickslip-peer NAME SCENE [BUDGET]`, with the folder in `BENCH_DIR`.
//!
//! Reads `scenes/SCENE.txt`, steps it, and writes `out/NAME__SCENE.bin` (motion) and `.json` (times, certificates); the
//! protocol is described in `bench/README.md`. The name may end in a scheme, as in `stickslip-anitescu-potra`; otherwise
//! it is the fixed-point scheme, the slowest and the one of the papers' table. So far spheres on a floor at z = 0.

use cpu_time::ProcessTime;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs, process};
use stickslip::systems::{Balls, BallsParameters};
use stickslip::{Friction, Restitution, Scheme, Settings, Simulation};

fn main() {
    if let Err(message) = run() {
        eprintln!("stickslip-peer: {message}");
        process::exit(2);
    }
}

/// A scene of the benchmark, as far as we can run it.
struct Scene {
    step: f64,
    duration: f64,
    every: usize,
    parameters: BallsParameters,
    /// Positions, velocities, spins.
    motion: [Vec<[f64; 3]>; 3],
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
    let scene = read(&text).map_err(|e| format!("{}: {e}", path.display()))?;

    let scheme = Scheme::NAMES.into_iter().find(|s| peer.ends_with(s));
    let scheme = scheme.and_then(Scheme::parse).unwrap_or(Scheme::FIXED_POINT);
    let settings = Settings {
        step: scene.step,
        scheme,
        ..Settings::default()
    };
    let steps = (scene.duration / scene.step).round() as usize;
    let balls = Balls::new(scene.parameters).map_err(|e| e.to_string())?;
    let [positions, velocities, spins] = &scene.motion;
    let state = balls.spinning(positions, velocities, spins);
    let mut simulation = Simulation::new(balls, state, settings).map_err(|e| e.to_string())?;

    let bodies = scene.motion[0].len();
    let mut motion = Vec::new();
    let (mut wall, mut cpu, mut contacts, mut certified) = (vec![], vec![], vec![], 0);
    let mut error = None;
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
            }
            Err(e) => {
                error = Some(e.to_string());
                break;
            }
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
        "version": env!("CARGO_PKG_VERSION"), "precision": "f64", "threads": 1,
        "step_times": wall, "cpu_times": cpu, "ncontacts": contacts, "certified": share,
    });
    fs::write(file("json"), record.to_string()).map_err(|e| e.to_string())?;
    println!("{peer} {name}: {done} of {steps} steps, mean {mean:.2} µs CPU, {share:.0} % certified");
    Ok(())
}

/// Position, quaternion w x y z, velocity and angular velocity of each body.
fn sample(simulation: &Simulation<Balls>, bodies: usize, motion: &mut Vec<f64>) {
    let state = simulation.state();
    for body in 0..bodies {
        motion.extend_from_slice(&state.q[7 * body..7 * body + 7]);
        motion.extend_from_slice(&state.v[6 * body..6 * body + 6]);
    }
}

fn read(text: &str) -> Result<Scene, String> {
    let mut words = text.split_ascii_whitespace();
    let mut word = || words.next().ok_or("the file ends too early");
    let mut number = || -> Result<f64, String> {
        let word = word()?;
        word.parse().map_err(|_| format!("{word:?} is no number"))
    };
    let [step, duration, every] = [number()?, number()?, number()?];
    let gravity = [number()?, number()?, number()?];
    let [mu, restitution] = [number()?, number()?];
    let [moving, fixed] = [number()? as usize, number()? as usize];
    if gravity[0] != 0.0 || gravity[1] != 0.0 {
        return Err("gravity is not along −z; such scenes are not supported yet".into());
    }
    let mut words = text.split_ascii_whitespace().skip(10);
    let (mut radii, mut masses, mut motion) = (vec![], vec![], [vec![], vec![], vec![]]);
    for body in 0..moving + fixed {
        let kind = words.next().ok_or("the file ends too early")?;
        let mut numbers = [0.0_f64; 21];
        for x in &mut numbers {
            let word = words.next().ok_or("the file ends too early")?;
            *x = word.parse().map_err(|_| format!("{word:?} is no number"))?;
        }
        let part = |from: usize| [numbers[from], numbers[from + 1], numbers[from + 2]];
        let (half, mass, position) = (part(0), numbers[3], part(7));
        if body < moving {
            let inertia = 0.4 * mass * half[0] * half[0];
            if kind != "sphere" || (numbers[4] - inertia).abs() > 1e-9 * inertia {
                return Err(format!("body {body} is a {kind}; only solid spheres are supported yet"));
            }
            radii.push(half[0]);
            masses.push(mass);
            for (list, from) in motion.iter_mut().zip([7, 14, 17]) {
                list.push(part(from));
            }
        } else if kind != "box" || (position[2] + half[2]).abs() > 1e-12 {
            return Err(format!("fixed body {body} is a {kind}; only a floor with its top at z = 0 is supported yet"));
        }
    }
    let friction = Friction::polygon(mu, 8).map_err(|e| e.to_string())?;
    let restitution = Restitution::Constant(restitution);
    Ok(Scene {
        step,
        duration,
        every: every as usize,
        parameters: BallsParameters {
            radii,
            masses,
            gravity: -gravity[2],
            table_friction: friction.clone(),
            ball_friction: friction,
            table_restitution: restitution.clone(),
            ball_restitution: restitution,
            ..BallsParameters::default()
        },
        motion,
    })
}
