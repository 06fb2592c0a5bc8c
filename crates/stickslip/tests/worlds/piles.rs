//! Balls that fall into a bin: islands that sweeps do not solve, and the interior-point method does.

use crate::{G, body, floor, model, rough, simulate};
use stickslip::world::{Body, Motion, Pose, Shape, World};
use stickslip::{IslandMethod, Large, Note, Settings, Simulation, State};

/// A bin, and balls above it that do not stand on top of each other.
fn balls() -> Vec<Body> {
    let (half, thick, high) = (0.22, 0.05, 1.0);
    let mut bodies = vec![floor()];
    for (i, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        let mut size = [half + 2.0 * thick, half + 2.0 * thick, high];
        size[i] = thick;
        let mut at = [0.0, 0.0, high];
        at[i] = sign * (half + thick);
        bodies.push(Body {
            motion: Motion::Fixed,
            ..body(
                &format!("wall {i} {sign}"),
                Shape::Box { half: size },
                Pose::at(at),
            )
        });
    }
    let radius = 0.05;
    for layer in 0..8 {
        for i in 0..16 {
            let aside = 0.004 * f64::from((7 * layer + 3 * i) % 5 - 2);
            let at = [
                0.11 * (f64::from(i % 4) - 1.5) + aside,
                0.11 * (f64::from(i / 4) - 1.5) - aside,
                radius + 0.105 * f64::from(layer),
            ];
            let name = format!("ball {layer}.{i}");
            bodies.push(body(&name, Shape::Sphere { radius }, Pose::at(at)));
        }
    }
    bodies
}

fn start(state: Option<State>, large: Large) -> Simulation<World> {
    pile(0.5, 1.0, state, large)
}

/// With friction μ, under a part of gravity, in steps in which they fall as far.
fn pile(mu: f64, part: f64, state: Option<State>, large: Large) -> Simulation<World> {
    let world = World::new(model(rough(mu), [0.0, 0.0, -part * G], balls())).unwrap();
    let state = state.unwrap_or_else(|| world.initial());
    let settings = Settings {
        step: 1.0 / (240.0 * part.sqrt()),
        large,
        ..Settings::default()
    };
    Simulation::new(world, state, settings).unwrap()
}

/// How many of some steps are certified, and how many islands the interior-point method answered.
fn certified(simulation: &mut Simulation<World>, steps: usize) -> (usize, usize) {
    let (mut solved, mut rounds) = (0, 0);
    for _ in 0..steps {
        let report = simulation.step().unwrap();
        let solution = &report.solution;
        if solution.solved {
            solved += 1;
            let complaints = report.notes.iter();
            let mut complaints = complaints.filter(|n| matches!(n, Note::Unsolved { .. }));
            assert!(complaints.next().is_none(), "{:?}", report.notes);
            assert!(solution.residual <= 1e-6 && solution.violation <= 1e-5);
        }
        rounds += solution.methods.by(IslandMethod::InteriorPoint);
    }
    (solved, rounds)
}

#[test]
fn a_pile_at_rest_that_begins_without_impulses_finds_them_at_once() {
    let mut settling = start(None, Large::default());
    for _ in 0..360 {
        settling.step().unwrap();
    }
    let mut state = settling.state().clone();
    state.impulses.clear();
    let mut again = start(Some(state), Large::default());
    assert_eq!(certified(&mut again, 1), (1, 1));
    let (solved, rounds) = certified(&mut again, 60);
    assert!(solved >= 59 && rounds <= 2, "{solved} {rounds}");
}

/// Where more than sweeps is asked for, Newton's method and rounds of the interior-point method certify a pile while it falls.
#[test]
fn a_fall_is_certified_if_that_is_asked_for() {
    let certify = |rounds| {
        let large = Large {
            rounds,
            ..Large::default()
        };
        certified(&mut start(None, large), 48).0
    };
    let (without, with) = (certify(0), certify(50));
    assert!(without + 15 < with, "{without} {with}");
}

/// A pile that comes to rest has steps, each taken from the same state, that leaps certify and as many sweeps do not.
#[test]
fn leaps_certify_what_as_many_sweeps_do_not() {
    let rough_pile = |state: Option<State>, large: Large| pile(0.9, 1.0, state, large);
    let none = Large {
        leaps: 0,
        ..Large::default()
    };
    let mut settling = rough_pile(None, none);
    let (mut missed, mut gained) = (0, 0);
    for step in 0..180 {
        let before = settling.state().clone();
        if settling.step().unwrap().solution.solved || step < 160 {
            continue;
        }
        missed += 1;
        let try_with = |large| {
            let mut one = rough_pile(Some(before.clone()), large);
            let solution = &one.step().unwrap().solution;
            (solution.solved, solution.iterations)
        };
        let (solved, sweeps) = try_with(Large::default());
        let without = || try_with(Large { sweeps, ..none });
        gained += usize::from(solved && !without().0);
    }
    assert!(missed >= 5 && gained >= 2, "{gained} of {missed}");
}

/// Where gravity is weak a residual is relative before it is a velocity: no contact is wrong by itself then, there is nothing to leap from, and
/// rounds end when their sweeps gain nothing.
#[test]
fn rounds_without_a_leap_end_when_they_gain_nothing() {
    let weak = |state: Option<State>, large: Large| pile(0.9, 1e-6, state, large);
    let none = Large {
        leaps: 0,
        ..Large::default()
    };
    let mut settling = weak(None, none);
    let (mut tried, mut certified) = (0, 0);
    for step in 0..380 {
        let before = settling.state().clone();
        let solution = &settling.step().unwrap().solution;
        if solution.solved || step < 340 {
            continue;
        }
        let mut one = weak(Some(before), Large::default());
        let rounds = &one.step().unwrap().solution;
        let more = rounds.iterations - solution.iterations;
        tried += usize::from(more > 0);
        certified += usize::from(rounds.solved);
        // twelve rounds have 1200 sweeps
        assert!(more < 900, "step {step}: {more}");
    }
    assert!(tried >= 3 && certified >= 1, "{certified} of {tried}");
}

/// A blow goes through three hundred balls that almost touch, in one step: almost all of the contacts are open without it, and none may be
/// forgotten. The balls stick together then: v = v₀/n, and none overlaps.
#[test]
fn a_blow_reaches_the_end_of_a_long_row() {
    let (count, radius, gap, speed) = (300, 0.05, 1e-8, 1.0);
    let mut balls: Vec<Body> = (0..count)
        .map(|i| {
            let place = [(2.0 * radius + gap) * i as f64, 0.0, 0.0];
            body(&format!("{i}"), Shape::Sphere { radius }, Pose::at(place))
        })
        .collect();
    balls[0].velocity = [speed, 0.0, 0.0];
    let mut simulation = simulate(model(rough(0.0), [0.0; 3], balls), 1.0 / 240.0);
    let report = simulation.step().unwrap();
    assert!(report.solution.solved, "{:?}", report.solution);
    assert!(report.penetration <= 1e-7, "{}", report.penetration);
    assert_eq!(report.contacts.len(), count - 1);
    let state = simulation.state();
    let speeds = (0..count).map(|i| state.v[6 * i]);
    let total: f64 = speeds.clone().sum();
    assert!((total - speed).abs() < 1e-9, "{total}");
    // what is left of the gaps opens the row by gap/h a ball at most
    let mean = speed / count as f64;
    for v in speeds {
        assert!((v - mean).abs() < 5e-4, "{v} {mean}");
    }
}
