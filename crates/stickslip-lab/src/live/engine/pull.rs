//! A body that is pulled from outside.

use crate::live::motion;
use crate::scene::BuiltIn;
use std::time::{Duration, Instant};
use stickslip::Simulation;

/// A pull that is not renewed for so long, while the motion goes on, is over: its tab may be gone.
const LONGEST: Duration = Duration::from_secs(5);
/// The largest acceleration that a pull may give the point it acts on (m/s²): more would take a body farther in a step than it looks for
/// contacts.
const LARGEST: f64 = 200.0;

/// A force at a point of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    body: usize,
    point: [f64; 3],
    force: [f64; 3],
    since: Instant,
}

impl Pull {
    /// Of a body, one of those with these names, at a point of its frame (m) with a force (N); or why not.
    pub(super) fn new(
        simulation: &Simulation<BuiltIn>,
        names: &[String],
        body: usize,
        point: [f64; 3],
        force: [f64; 3],
    ) -> Result<Self, String> {
        let Some(name) = names.get(body) else {
            let count = names.len();
            return Err(format!(
                "There is no body {body}; there are {count}, counted from 0."
            ));
        };
        let pull = Self {
            body,
            point,
            force,
            since: Instant::now(),
        };
        if force != [0.0; 3] && pull.generalised(simulation).iter().all(|f| *f == 0.0) {
            return Err(format!("{name} cannot be moved by a force there."));
        }
        Ok(pull)
    }

    fn generalised(&self, simulation: &Simulation<BuiltIn>) -> Vec<f64> {
        let (system, state) = (simulation.system(), simulation.state());
        motion::generalised(system, state, self.body, self.point, self.force)
    }

    /// Its generalised force, no larger than it may be.
    fn push(&self, simulation: &Simulation<BuiltIn>) -> Vec<f64> {
        let mut push = self.generalised(simulation);
        let (system, state) = (simulation.system(), simulation.state());
        let most = motion::acceleration(system, state, &push, self.force);
        if most > LARGEST {
            push.iter_mut().for_each(|f| *f *= LARGEST / most);
        }
        push
    }
}

/// Applies the pull to the next step; whether there is one. It ends where nobody watches, and while the motion goes on it ages.
pub(super) fn apply(
    pull: &mut Option<Pull>,
    simulation: &mut Simulation<BuiltIn>,
    (playing, watched): (bool, bool),
) -> bool {
    let over = |pull: &Pull| pull.since.elapsed() > LONGEST;
    if playing && pull.as_ref().is_some_and(over) || !watched {
        *pull = None;
    }
    let force = (pull.as_ref()).map_or_else(Vec::new, |pull| pull.push(simulation));
    // what was checked when it came cannot be wrong now, and a number that overflows is no pull
    if simulation.apply(&force).is_err() {
        *pull = None;
        let _ = simulation.apply(&[]);
    }
    pull.is_some()
}
