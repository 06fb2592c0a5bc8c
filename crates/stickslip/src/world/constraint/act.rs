//! What acts along a coordinate: friction, springs, dampers, motors, each as the [`Drive`] of one step.

use super::measure::wrap;
use super::{Axis, Motor};
use crate::system::Drive;
use crate::world::joint::Goal;

/// One thing that acts along a coordinate x.
#[derive(Clone, Debug)]
pub(super) struct Act {
    what: What,
    /// Whether whole turns of x do not matter: then distances to a rest or goal are those of the nearest turn.
    is_angle: bool,
}

#[derive(Clone, Debug)]
enum What {
    /// The largest force (N, N·m).
    Friction(f64),
    /// A spring and a damper side by side; one of them may be missing.
    Spring {
        stiffness: f64,
        rest: f64,
        viscosity: f64,
    },
    Motor(Motor),
}

impl Act {
    /// All that acts along an axis, with names; what has no force is left out.
    pub(super) fn all(axis: &Axis, is_angle: bool) -> Vec<(&'static str, Self)> {
        let mut all = Vec::new();
        let mut put = |word, what| all.push((word, Self { what, is_angle }));
        if axis.friction > 0.0 {
            put("friction", What::Friction(axis.friction));
        }
        let viscosity = axis.viscosity;
        match &axis.spring {
            Some(spring) if spring.stiffness + viscosity > 0.0 => {
                let what = What::Spring {
                    stiffness: spring.stiffness,
                    rest: spring.rest,
                    viscosity,
                };
                put("spring", what);
            }
            None if viscosity > 0.0 => {
                let what = What::Spring {
                    stiffness: 0.0,
                    rest: 0.0,
                    viscosity,
                };
                put("damper", what);
            }
            _ => {}
        }
        if let Some(motor) = axis.motor.as_ref().filter(|motor| motor.force > 0.0) {
            put("motor", What::Motor(motor.clone()));
        }
        all
    }

    /// What it does in a step of length h that ends at t, with x at the beginning. Within an impact (h = 0) only what is
    /// infinitely strong acts.
    pub(super) fn drive(&self, t: f64, x: f64, h: f64) -> Drive {
        match &self.what {
            What::Friction(force) => limited(0.0, 0.0, force * h),
            What::Spring {
                stiffness,
                rest,
                viscosity,
            } => {
                let pull = stiffness * self.to(*rest, x);
                implicit(pull, stiffness * h + viscosity, h, f64::INFINITY)
            }
            What::Motor(Motor { goal, force }) => {
                // an infinite force times no time is still infinite
                let reach = if force.is_infinite() {
                    *force
                } else {
                    force * h
                };
                match goal {
                    Goal::Velocity(goal) => limited(goal.at(t), 0.0, reach),
                    Goal::Position {
                        place, stiffness, ..
                    } if stiffness.is_infinite() => {
                        let target = match h > 0.0 {
                            true => self.to(place.at(t), x) / h,
                            false => place.rate(t),
                        };
                        limited(target, 0.0, reach)
                    }
                    Goal::Position {
                        place,
                        stiffness,
                        damping,
                    } => {
                        let pull = stiffness * self.to(place.at(t), x) + damping * place.rate(t);
                        implicit(pull, stiffness * h + damping, h, reach)
                    }
                }
            }
        }
    }

    /// Energy (J) at x.
    pub(super) fn stored(&self, x: f64) -> f64 {
        match &self.what {
            What::Spring {
                stiffness, rest, ..
            } => 0.5 * stiffness * self.to(*rest, x).powi(2),
            _ => 0.0,
        }
    }

    /// From x to a place: for angles the shorter way round.
    fn to(&self, place: f64, x: f64) -> f64 {
        match self.is_angle {
            true => wrap(place - x),
            false => place - x,
        }
    }
}

/// force = pull − resistance · u with the velocity u at the end of the step, up to an impulse `reach`.
///
/// For a spring and a damper: −k (x + h u − rest) − d u, so pull is k (rest − x) and the resistance k h + d.
fn implicit(pull: f64, resistance: f64, h: f64, reach: f64) -> Drive {
    match h > 0.0 && resistance > 0.0 {
        true => limited(pull / resistance, 1.0 / (h * resistance), reach),
        false => Drive::NONE,
    }
}

/// u + softness · c = target with |c| ≤ reach.
fn limited(target: f64, softness: f64, reach: f64) -> Drive {
    Drive {
        target,
        low: -reach,
        high: reach,
        softness,
    }
}
