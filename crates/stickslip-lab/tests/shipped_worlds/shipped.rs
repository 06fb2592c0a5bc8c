//! Shipped worlds run to their end, and questions about them.

use stickslip_lab::scene::{BuiltIn, catalogue};
use stickslip_lab::stickslip::Simulation;
use stickslip_lab::stickslip::world::{Pose, World};

/// The world of a simulation.
pub(crate) fn world(simulation: &Simulation<BuiltIn>) -> &World {
    let BuiltIn::World(world) = simulation.system() else {
        panic!("no world");
    };
    world
}

/// A shipped world with settings, run to its end; every step must be solved.
pub(crate) fn run(
    name: &str,
    set: &[&str],
    mut see: impl FnMut(&Simulation<BuiltIn>),
) -> Simulation<BuiltIn> {
    run_anyway(name, set, |simulation| {
        let report = simulation.report();
        assert!(report.solution.solved, "{name} {set:?} at {}", report.t);
        see(simulation);
    })
}

/// The same, whether or not the sweeps of large groups reach their goal: each step uses the best answer found.
pub(crate) fn run_anyway(
    name: &str,
    set: &[&str],
    mut see: impl FnMut(&Simulation<BuiltIn>),
) -> Simulation<BuiltIn> {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    let scene = catalogue::find_with(name, &set).unwrap().unwrap();
    let steps = scene.steps().unwrap();
    let mut simulation = Simulation::new(scene.system, scene.initial, scene.settings).unwrap();
    for _ in 0..steps {
        simulation.step().unwrap();
        see(&simulation);
    }
    simulation
}

/// The number of a body.
pub(crate) fn body(simulation: &Simulation<BuiltIn>, name: &str) -> usize {
    let bodies = &world(simulation).model().bodies;
    bodies.iter().position(|b| b.name == name).unwrap()
}

/// Where the centre of mass of a body is.
pub(crate) fn centre(simulation: &Simulation<BuiltIn>, name: &str) -> [f64; 3] {
    let [at, _] = world(simulation)
        .coordinates_of(body(simulation, name))
        .unwrap();
    let q = &simulation.state().q;
    std::array::from_fn(|i| q[at + i])
}

/// Velocity of the centre of mass of a body, and its angular velocity, both in the world.
pub(crate) fn velocity(simulation: &Simulation<BuiltIn>, name: &str) -> [[f64; 3]; 2] {
    let [_, at] = world(simulation)
        .coordinates_of(body(simulation, name))
        .unwrap();
    let v = &simulation.state().v;
    [0, 3].map(|part| std::array::from_fn(|i| v[at + part + i]))
}

/// Where the frame of a body is.
pub(crate) fn pose(simulation: &Simulation<BuiltIn>, name: &str) -> Pose {
    let state = simulation.state();
    world(simulation).pose(body(simulation, name), state.t, &state.q)
}

/// Length of a vector.
pub(crate) fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}
