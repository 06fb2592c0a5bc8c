//! A body that is pulled from outside.

use crate::live::motion;
use crate::report;
use crate::run::cross;
use crate::scene::BuiltIn;
use std::time::{Duration, Instant};
use stickslip::Simulation;

/// A pull that is not renewed for so long, while the motion goes on, is over: its tab may be gone.
const LONGEST: Duration = Duration::from_secs(5);
/// How stiff the spring is: the rate (1/s) at which what is held comes to the pointer.
const RATE: f64 = 35.0;
/// The rate times the length of a step is no more than this, so that the force of the beginning of a step is that of all of it.
const SWIFTEST: f64 = 0.5;
/// The largest acceleration that a pull may give the point it acts on (m/s²): more would take a body farther in a step than it looks for
/// contacts.
const LARGEST: f64 = 200.0;
/// What hangs below the pointer is carried: the spring alone would let a body hang g/RATE² = 8 mm lower, and one that tips up twice that.
/// So fast, as a share of the rate of the spring, the force grows by what the spring lacks: slowly enough for a body that drags others, twenty times
/// as heavy as itself, not to swing up and down,
const CARRY: f64 = 0.1;
/// from no farther below than the spring alone would let a body hang, and to no more than so many times the weight of what the point moves.
const STRONGEST: f64 = 6.0;
/// A direction in which a point moves so much less than in others counts as one in which it moves by that share.
const STIFF: f64 = 1e-3;

/// A spring between a point of a body and a place in the world, damped so that it just does not swing: F = m (ω² (target − x) − 2 ω ẋ),
/// with the mass that the point has in each direction, and what carries its weight. Each step has the force of its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    body: usize,
    point: [f64; 3],
    to: [f64; 3],
    since: Instant,
    /// How much of the weight is carried already (m/s²).
    carried: f64,
}

impl Pull {
    /// Of a body, one of those with these names, at a point of its frame (m) to a place in the world (m); or why not.
    pub(super) fn new(
        simulation: &Simulation<BuiltIn>,
        names: &[String],
        body: usize,
        point: [f64; 3],
        to: [f64; 3],
    ) -> Result<Self, String> {
        let Some(name) = names.get(body) else {
            let count = names.len();
            return Err(format!(
                "There is no body {body}; there are {count}, counted from 0."
            ));
        };
        let (system, state) = (simulation.system(), simulation.state());
        let jacobian = motion::jacobian(system, state, body, point);
        if jacobian.iter().flatten().all(|rate| *rate == 0.0) {
            return Err(format!("{name} cannot be moved by a force there."));
        }
        Ok(Self {
            body,
            point,
            to,
            since: Instant::now(),
            carried: 0.0,
        })
    }

    /// The same hold, to another place, goes on where it was.
    pub(super) fn after(mut self, before: Option<Self>) -> Self {
        let same = |before: &Self| (before.body, before.point) == (self.body, self.point);
        self.carried = before.filter(same).map_or(0.0, |before| before.carried);
        self
    }

    /// Its generalised force in the next step.
    fn push(&mut self, simulation: &Simulation<BuiltIn>) -> Vec<f64> {
        let (system, state) = (simulation.system(), simulation.state());
        let jacobian = motion::jacobian(system, state, self.body, self.point);
        let mobility = motion::mobility(system, state, &jacobian);
        let wanted = self.acceleration(simulation);
        let force = mobility.map_or([0.0; 3], |mobility| solve(mobility, wanted));
        motion::generalised(&jacobian, force)
    }

    /// What the spring wants of the point (m/s²).
    fn acceleration(&mut self, simulation: &Simulation<BuiltIn>) -> [f64; 3] {
        let (system, state) = (simulation.system(), simulation.state());
        let h = simulation.settings().step;
        let place = motion::place(system, state, self.body, self.point);
        let velocity = motion::point_velocity(system, state, self.body, self.point);
        let rate = RATE.min(SWIFTEST / h);
        let away: [f64; 3] = std::array::from_fn(|k| self.to[k] - place[k]);
        // where the spring alone would go beyond the bound it is no longer stretched: from far away bodies come evenly, and stop in time
        let stretch = bounded(away.map(|x| rate * rate * x));
        let lift = self.carry(simulation, away, rate);
        bounded(std::array::from_fn(|k| {
            stretch[k] - 2.0 * rate * velocity[k] + lift[k]
        }))
    }

    /// What carries the weight (m/s²); it only ever acts against gravity, so nothing slides that friction holds.
    fn carry(&mut self, simulation: &Simulation<BuiltIn>, away: [f64; 3], rate: f64) -> [f64; 3] {
        let gravity = report::gravity(simulation.system()).unwrap_or_default();
        let g = gravity.iter().map(|x| x * x).sum::<f64>().sqrt();
        if g == 0.0 {
            return [0.0; 3];
        }
        let up = gravity.map(|x| -x / g);
        let below: f64 = (0..3).map(|k| up[k] * away[k]).sum();
        let h = simulation.settings().step;
        let sag = g / (rate * rate);
        let more = CARRY * rate * h * rate * rate * below.clamp(-sag, sag);
        self.carried = (self.carried + more).clamp(0.0, STRONGEST * g);
        up.map(|x| x * self.carried)
    }
}

/// No longer than the largest acceleration.
fn bounded(a: [f64; 3]) -> [f64; 3] {
    let size = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    match size > LARGEST {
        true => a.map(|x| x * LARGEST / size),
        false => a,
    }
}

/// The force (N) that gives a point of this mobility (1/kg) an acceleration, nearly: more exactly in the directions in which it moves more.
fn solve(mobility: [[f64; 3]; 3], acceleration: [f64; 3]) -> [f64; 3] {
    let least = STIFF * (mobility[0][0] + mobility[1][1] + mobility[2][2]);
    let mut rows = mobility;
    for (k, row) in rows.iter_mut().enumerate() {
        row[k] += least;
    }
    // the inverse of three rows are the cross products of two of them
    let across = [
        cross(rows[1], rows[2]),
        cross(rows[2], rows[0]),
        cross(rows[0], rows[1]),
    ];
    let volume: f64 = (0..3).map(|k| rows[0][k] * across[0][k]).sum();
    std::array::from_fn(|k| {
        let sum: f64 = (0..3).map(|i| across[i][k] * acceleration[i]).sum();
        sum / volume
    })
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
    let force = (pull.as_mut()).map_or_else(Vec::new, |pull| pull.push(simulation));
    // what was checked when it came cannot be wrong now, and a number that overflows is no pull
    if simulation.apply(&force).is_err() {
        *pull = None;
        let _ = simulation.apply(&[]);
    }
    pull.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{self, catalogue};

    /// Pulls the point of a body by so much for 5 s, and tells how far from the target the point is then, and its highest speed.
    fn hold(
        simulation: &mut Simulation<BuiltIn>,
        body: usize,
        point: [f64; 3],
        by: [f64; 3],
    ) -> [f64; 2] {
        let place = |s: &Simulation<BuiltIn>| motion::place(s.system(), s.state(), body, point);
        let from = place(simulation);
        let to = std::array::from_fn(|k| from[k] + by[k]);
        let names = vec![String::from("it"); body + 1];
        let mut pull = Pull::new(simulation, &names, body, point, to).ok();
        let mut fastest = 0.0_f64;
        let end = simulation.state().t + 5.0;
        while simulation.state().t < end {
            assert!(apply(&mut pull, simulation, (false, true)));
            simulation.step().unwrap();
            let (system, state) = (simulation.system(), simulation.state());
            let v = motion::point_velocity(system, state, body, point);
            fastest = fastest.max(v.iter().map(|x| x * x).sum::<f64>().sqrt());
        }
        let at = place(simulation);
        let away = (0..3).map(|k| (to[k] - at[k]).powi(2)).sum::<f64>().sqrt();
        [away, fastest]
    }

    fn simulation(scene: scene::Scene) -> Simulation<BuiltIn> {
        Simulation::new(scene.system, scene.initial, scene.settings).unwrap()
    }

    /// A body of a shape on a floor.
    fn on_floor(shape: &str, height: f64, h: f64) -> Simulation<BuiltIn> {
        let text = format!(
            "schema_version = 1\nname = \"one\"\nabout = \"One body.\"\n[world]\ngravity = [0, 0, -9.81]\n\
             [materials.wood]\nfriction = 0.4\ndensity = 600.0\n\
             [[bodies]]\nname = \"floor\"\nfixed = true\nshape = {{ kind = \"half-space\" }}\nmaterial = \"wood\"\n\
             [[bodies]]\nname = \"it\"\nshape = {shape}\nposition = [0, 0, {height}]\nmaterial = \"wood\"\n\
             [run]\nh = {h}\nduration = 60.0\n"
        );
        simulation(scene::read(&text, "one.toml").unwrap())
    }

    #[test]
    fn what_is_held_comes_to_the_pointer_and_stays_there() {
        let rod = "{ kind = \"box\", size = [1.0, 0.01, 0.01] }";
        let shapes = [
            (
                "{ kind = \"box\", size = [0.2, 0.2, 0.1] }",
                0.05,
                [0.1, 0.06, 0.02],
            ),
            (
                "{ kind = \"sphere\", radius = 0.008 }",
                0.008,
                [0.0, 0.008, 0.0],
            ),
            (rod, 0.005, [0.5, 0.0, 0.0]),
            (rod, 0.005, [0.5, 0.005, 0.005]),
        ];
        let ways = [[0.06, 0.0, 0.0], [0.0, 0.0, 0.06], [0.03, -0.03, 0.042]];
        for (shape, height, point) in shapes {
            for h in [0.002, 0.01, 0.03] {
                for way in ways {
                    let mut one = on_floor(shape, height, h);
                    let [away, fastest] = hold(&mut one, 1, point, way);
                    let told =
                        format!("{shape} {point:?} h = {h} {way:?}: {away} m, {fastest} m/s");
                    // long steps have a softer spring
                    let least = if h < 0.02 { 0.01 } else { 0.03 };
                    assert!(away < least, "{told}");
                    assert!((0.03..1.1).contains(&fastest), "{told}");
                }
            }
        }
    }

    #[test]
    fn what_is_held_may_have_coordinates_of_its_own() {
        // in the plane, where nothing moves across it
        let mut rod = simulation(catalogue::find("falling-rod").unwrap());
        let [away, fastest] = hold(&mut rod, 0, [0.0; 3], [0.04, 0.0, 0.04]);
        assert!(away < 0.01 && fastest < 1.1, "{away} m, {fastest} m/s");
        let mut rod = simulation(catalogue::find("falling-rod").unwrap());
        let [away, _] = hold(&mut rod, 0, [0.0; 3], [0.04, 0.03, 0.04]);
        assert!((0.029..0.032).contains(&away), "{away} m");
        // on a circle, to a place beside it
        let mut pendulum = simulation(catalogue::find("kane-pendulum").unwrap());
        let [away, fastest] = hold(&mut pendulum, 0, [0.0; 3], [0.03, 0.0, 0.03]);
        assert!(away < 0.06 && fastest < 5.0, "{away} m, {fastest} m/s");
    }

    /// The seat of a seesaw moves the whole beam, eight times what it is itself.
    #[test]
    fn what_drags_others_does_not_swing_for_ever() {
        let text = "schema_version = 1\nname = \"seesaw\"\nabout = \"A beam with a seat.\"\n[world]\ngravity = [0, 0, -9.81]\n\
             [materials.wood]\nfriction = 0.4\ndensity = 600.0\n\
             [[bodies]]\nname = \"beam\"\nshape = { kind = \"box\", size = [1.0, 0.07, 0.07] }\nposition = [0, 0, 1]\nmaterial = \"wood\"\n\
             [[bodies]]\nname = \"seat\"\nshape = { kind = \"box\", size = [0.06, 0.06, 0.06] }\nposition = [0.47, 0, 1.065]\n\
             material = \"wood\"\n\
             [[joints]]\nname = \"pivot\"\nkind = \"revolute\"\nbodies = [\"world\", \"beam\"]\nat = [0, 0, 1]\naxis = [0, 1, 0]\n\
             [[joints]]\nname = \"screws\"\nkind = \"fixed\"\nbodies = [\"beam\", \"seat\"]\nat = [0.47, 0, 1.035]\n\
             [run]\nh = 0.05\nduration = 60.0\n";
        let mut seesaw = simulation(scene::read(text, "seesaw.toml").unwrap());
        let [away, fastest] = hold(&mut seesaw, 1, [0.0; 3], [0.0, 0.0, 0.06]);
        assert!(away < 0.02 && fastest < 1.1, "{away} m, {fastest} m/s");
    }

    #[test]
    fn far_away_is_not_reached_in_a_leap() {
        let shape = "{ kind = \"box\", size = [0.2, 0.2, 0.1] }";
        let mut one = on_floor(shape, 0.05, 0.005);
        let [away, fastest] = hold(&mut one, 1, [0.0; 3], [4.0, 0.0, 1.0]);
        assert!(
            away < 0.01 && (2.0..3.5).contains(&fastest),
            "{away} m, {fastest} m/s"
        );
    }

    #[test]
    fn friction_holds_what_is_pulled_gently() {
        let shape = "{ kind = \"box\", size = [0.2, 0.2, 0.1] }";
        let mut one = on_floor(shape, 0.05, 0.005);
        let [away, fastest] = hold(&mut one, 1, [0.0, 0.0, -0.05], [0.003, 0.0, 0.0]);
        assert!(
            (away - 0.003).abs() < 1e-5 && fastest < 1e-4,
            "{away} m, {fastest} m/s"
        );
    }
}
