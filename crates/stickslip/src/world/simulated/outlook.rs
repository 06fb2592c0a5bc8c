//! How far each body of a world must look for others: as far as it can come within a step, and what hits it.

use super::{MARGIN, World};
use crate::state::State;
use crate::vector::length;

/// From so many contacts on a world is crowded.
const CROWD: usize = 200;
/// Far, for a body in a crowd: this part of its size (1).
const FAR: f64 = 0.1;
/// A crowd moves as a whole if its bodies are this part as fast as the fastest of them, in the mean (1).
const TOGETHER: f64 = 0.125;

impl World {
    pub(super) fn place(&mut self, state: &State) {
        let bodies = 0..self.ready.bodies.len();
        self.poses.clear();
        (self.poses).extend(bodies.map(|i| self.ready.placement(i, state.t, &state.q).pose));
    }

    /// How fast any point of each body can move in a step (m/s).
    pub(super) fn speed_up(&mut self, state: &State, h: f64) {
        self.speeds.clear();
        let gravity = length(self.ready.model.gravity);
        for (i, body) in self.ready.bodies.iter().enumerate() {
            let radius = if body.radius.is_finite() {
                body.radius
            } else {
                0.0
            };
            self.speeds.push(match body.free {
                Some([_, dof]) => {
                    let v = &state.v[dof..dof + 6];
                    length([v[0], v[1], v[2]]) + radius * length([v[3], v[4], v[5]]) + h * gravity
                }
                None => {
                    // the fastest of a few instants
                    let instants = [0.0, 0.25, 0.5, 0.75, 1.0].map(|s| state.t + s * h);
                    let speed = instants.map(|t| {
                        let (v, w) = self.ready.placement(i, t, &state.q).velocity;
                        length(v) + radius * length(w)
                    });
                    speed.into_iter().fold(0.0, f64::max)
                }
            });
        }
    }

    /// How fast two bodies come closer is the same for whoever watches them, and they need not look as far as both move. For a crowd that falls among
    /// bodies at rest the speeds become those that one sees who falls half as fast: each looks half as far then, also who is at rest.
    pub(super) fn ride_along(&mut self, state: &State, h: f64) {
        let (mut sum, mut most, mut count) = (0.0, 0.0_f64, 0);
        let (mut low, mut high) = ([0.0_f64; 3], [0.0_f64; 3]);
        let (mut far, mut least) = (false, f64::INFINITY);
        for (body, &speed) in self.ready.bodies.iter().zip(&self.speeds) {
            if body.radius > 0.0 {
                least = least.min(body.radius);
            }
            match body.free {
                Some([_, dof]) => {
                    for k in 0..3 {
                        low[k] = low[k].min(state.v[dof + k]);
                        high[k] = high[k].max(state.v[dof + k]);
                    }
                    count += 1;
                    sum += speed;
                    most = most.max(speed);
                    far |= speed * h > FAR * body.radius;
                }
                // what is driven has more than one velocity in a step
                None if speed > 0.0 => return,
                None => {}
            }
        }
        if !far || count <= CROWD || sum < TOGETHER * most * count as f64 {
            return;
        }
        let ride: [f64; 3] = std::array::from_fn(|k| 0.5 * (low[k] + high[k]));
        // what is faster than it is large looks no farther than that, and two who look do not cover how they come closer then. Seen from the
        // ride nothing is faster by more than the ride itself: who comes against it, or crosses it, is faster than for one at rest
        if (most + length(ride)) * h > least {
            return;
        }
        for (body, speed) in self.ready.bodies.iter().zip(&mut self.speeds) {
            let v: [f64; 3] = match body.free {
                Some([_, dof]) => std::array::from_fn(|k| state.v[dof + k]),
                None => [0.0; 3],
            };
            let seen = length(std::array::from_fn(|k| v[k] - ride[k]));
            // turning and what gravity adds look the same to all
            *speed += seen - length(v);
        }
    }

    /// From the speeds to how far each body looks for others (m).
    pub(super) fn look_out(&mut self, h: f64) {
        self.reach.clear();
        let bodies = self.ready.bodies.iter().zip(&self.speeds);
        self.reach.extend(bodies.map(|(body, speed)| {
            let size = if body.radius.is_finite() {
                body.radius
            } else {
                0.0
            };
            // not farther than it is large: how a face continues beyond its edges says nothing about what is far away. What is
            // faster is advanced until it is near.
            (speed * h).min(body.radius) + MARGIN * size
        }));
    }

    /// Finds the contacts within reach; whether they may be others than before.
    pub(super) fn look(&mut self, state: &State) -> bool {
        let Self {
            ready,
            search,
            grid,
            poses,
            reach,
            found,
            ..
        } = self;
        match grid {
            Some(grid) => {
                let pose = |body| ready.placement(body, state.t, &state.q).pose;
                search.find_again(grid, pose, reach, found)
            }
            None => {
                search.find(poses, reach, found);
                true
            }
        }
    }

    /// Bodies that can hit each other within a step can be as fast as the fastest of them: what it hits may hit others. Whether
    /// that made any of them much faster, so that they must look again. Where many are near each other, looking as far as the fastest
    /// of all could come finds next to nothing but work: there it takes a blow that would carry them far.
    pub(super) fn pass_speed_on(&mut self, h: f64) -> bool {
        let crowd = self.found.len() > CROWD;
        if crowd && !self.speeds_differ(h) {
            return false;
        }
        let mut grown = false;
        loop {
            let mut changed = false;
            let mut last = [usize::MAX; 2];
            for found in &self.found {
                if found.parts() == last {
                    continue;
                }
                last = found.parts();
                let [a, b] = self.search.bodies(last);
                let most = self.speeds[a].max(self.speeds[b]);
                for i in [a, b] {
                    if self.ready.bodies[i].free.is_some() && self.speeds[i] < most {
                        let farther = (most - self.speeds[i]) * h;
                        grown |= match crowd {
                            true => farther > FAR * self.ready.bodies[i].radius,
                            false => self.speeds[i] < 0.5 * most,
                        };
                        self.speeds[i] = most;
                        changed = true;
                    }
                }
            }
            if !changed {
                return grown;
            }
        }
    }

    /// Whether any blow could carry a body of a crowd far.
    fn speeds_differ(&self, h: f64) -> bool {
        let most = self.speeds.iter().fold(0.0_f64, |m, v| m.max(*v));
        let bodies = self.ready.bodies.iter().zip(&self.speeds);
        let mut free = bodies.filter(|(body, _)| body.free.is_some());
        free.any(|(body, speed)| (most - speed) * h > FAR * body.radius)
    }
}
