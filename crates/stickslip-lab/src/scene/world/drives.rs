//! What acts along a coordinate that a joint lets free: limits, friction, damping, a spring, a motor.

use super::super::error::Misfit;
use super::super::value::{Table, angle};
use super::signals::SignalKeys;
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::world::{Axis, Goal, Motor, Spring};

/// What acts along one coordinate of a joint.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "coordinate")]
pub(super) struct DriveKeys {
    /// Its lowest and highest value.
    pub(super) limits: Option<Table<LimitKeys>>,
    /// Dry friction: the largest force (N) or torque (N·m).
    pub(super) friction: Option<f64>,
    /// Viscous friction (N·s/m, N·m·s/rad).
    pub(super) damping: Option<f64>,
    /// A spring.
    pub(super) spring: Option<Table<SpringKeys>>,
    /// A motor.
    pub(super) motor: Option<Table<MotorKeys>>,
}

/// The limits of a coordinate.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "limits")]
pub(super) struct LimitKeys {
    /// Lowest value (m, rad).
    lower: Option<f64>,
    /// Lowest value (degrees).
    lower_deg: Option<f64>,
    /// Highest value (m, rad).
    upper: Option<f64>,
    /// Highest value (degrees).
    upper_deg: Option<f64>,
    /// Restitution at the limits, in [0, 1].
    restitution: Option<f64>,
}

/// A linear spring.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "spring")]
pub(super) struct SpringKeys {
    /// (N/m, N·m/rad)
    stiffness: f64,
    /// Where it pulls to (m, rad).
    rest: Option<f64>,
    /// Where it pulls to (degrees).
    rest_deg: Option<f64>,
}

/// A motor: towards a velocity or a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "motor")]
pub(super) struct MotorKeys {
    /// The speed it wants (m/s, rad/s), a function of time.
    velocity: Option<SignalKeys>,
    /// The place it wants (m, rad), a function of time.
    position: Option<SignalKeys>,
    /// The place it wants (degrees), a function of time.
    position_deg: Option<SignalKeys>,
    /// Of a motor with a position (N/m, N·m/rad); without it, the place is reached in every step.
    stiffness: Option<f64>,
    /// Of a motor with a position and a stiffness (N·s/m, N·m·s/rad).
    damping: Option<f64>,
    /// Its largest force (N), where it slides; without it, as large as it takes.
    max_force: Option<f64>,
    /// Its largest torque (N·m), where it turns; without it, as large as it takes.
    max_torque: Option<f64>,
}

/// What kind of coordinate it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// In m.
    Length,
    /// In rad.
    Angle,
}

impl DriveKeys {
    /// Whether nothing is given.
    pub(super) fn is_empty(&self) -> bool {
        let given = [
            self.limits.is_some(),
            self.friction.is_some(),
            self.damping.is_some(),
            self.spring.is_some(),
            self.motor.is_some(),
        ];
        !given.contains(&true)
    }

    /// What acts along coordinate number `coordinate`; `key` is where the keys stand.
    pub(super) fn build(&self, key: &str, coordinate: usize, unit: Unit) -> Result<Axis, Misfit> {
        let at = |name: &str| format!("{key}.{name}");
        let mut axis = Axis {
            coordinate,
            friction: at_least_zero(&at("friction"), "friction", self.friction)?,
            viscosity: at_least_zero(&at("damping"), "damping", self.damping)?,
            ..Axis::default()
        };
        if let Some(limits) = &self.limits {
            limits.apply(&at("limits"), unit, &mut axis)?;
        }
        if let Some(spring) = &self.spring {
            axis.spring = Some(spring.build(&at("spring"), unit)?);
        }
        if let Some(motor) = &self.motor {
            axis.motor = Some(motor.build(&at("motor"), unit)?);
        }
        Ok(axis)
    }
}

impl LimitKeys {
    /// Whether the lower and the upper are given in degrees.
    pub(super) fn in_degrees(&self) -> [bool; 2] {
        [self.lower_deg.is_some(), self.upper_deg.is_some()]
    }

    fn apply(&self, key: &str, unit: Unit, axis: &mut Axis) -> Result<(), Misfit> {
        unit.check(key, "lower", self.lower_deg.is_some())?;
        unit.check(key, "upper", self.upper_deg.is_some())?;
        axis.lower = angle(&format!("{key}.lower"), self.lower, self.lower_deg)?;
        axis.upper = angle(&format!("{key}.upper"), self.upper, self.upper_deg)?;
        let restitution = self.restitution.unwrap_or(0.0);
        if !(0.0..=1.0).contains(&restitution) {
            let fault = format_args!("`restitution` is {restitution}; it must be in [0, 1]");
            return Err(Misfit::new(format!("{key}.restitution"), fault));
        }
        axis.restitution = restitution;
        match (axis.lower, axis.upper) {
            (None, None) => {
                let fault = "`limits` has neither `lower` nor `upper`; add one, or leave it out";
                Err(Misfit::new(key, fault))
            }
            (Some(lower), Some(upper)) if lower > upper => {
                let fault = "`lower` is above `upper`; exchange them";
                Err(Misfit::new(key, fault))
            }
            _ => Ok(()),
        }
    }
}

impl SpringKeys {
    fn build(&self, key: &str, unit: Unit) -> Result<Spring, Misfit> {
        unit.check(key, "rest", self.rest_deg.is_some())?;
        super::shapes::positive(&format!("{key}.stiffness"), "stiffness", self.stiffness)?;
        let rest = angle(&format!("{key}.rest"), self.rest, self.rest_deg)?;
        Ok(Spring {
            stiffness: self.stiffness,
            rest: rest.unwrap_or(0.0),
        })
    }
}

impl MotorKeys {
    fn build(&self, key: &str, unit: Unit) -> Result<Motor, Misfit> {
        let at = |name: &str| format!("{key}.{name}");
        unit.check(key, "position", self.position_deg.is_some())?;
        let (right, largest, wrong, other) = match unit {
            Unit::Length => ("max_force", self.max_force, "max_torque", self.max_torque),
            Unit::Angle => ("max_torque", self.max_torque, "max_force", self.max_force),
        };
        if other.is_some() {
            let does = unit.does();
            let fault = format_args!("a joint that {does} has a `{right}`; write that instead");
            return Err(Misfit::new(at(wrong), fault));
        }
        if let Some(force) = largest {
            super::shapes::positive(&at(right), right, force)?;
        }
        let position = match (&self.position, &self.position_deg) {
            (Some(_), Some(_)) => {
                let fault = "`position` and `position_deg` are both given; keep one";
                return Err(Misfit::new(at("position_deg"), fault));
            }
            (Some(place), None) => Some(place.build(&at("position"), 1.0)?),
            (None, Some(place)) => Some(place.build(&at("position_deg"), 1f64.to_radians())?),
            (None, None) => None,
        };
        let goal = match (&self.velocity, position) {
            (Some(velocity), None) => {
                let stray = [("stiffness", self.stiffness), ("damping", self.damping)];
                if let Some((name, _)) = stray.into_iter().find(|(_, given)| given.is_some()) {
                    let fault =
                        format_args!("`{name}` is for a motor with a `position`; leave it out");
                    return Err(Misfit::new(at(name), fault));
                }
                Goal::Velocity(velocity.build(&at("velocity"), 1.0)?)
            }
            (None, Some(place)) => {
                if let Some(stiffness) = self.stiffness {
                    super::shapes::positive(&at("stiffness"), "stiffness", stiffness)?;
                } else if self.damping.is_some() {
                    let fault = "`damping` needs a `stiffness`; add it, or leave both out for a motor that is always \
                                 where it wants to be";
                    return Err(Misfit::new(at("damping"), fault));
                }
                Goal::Position {
                    place,
                    stiffness: self.stiffness.unwrap_or(f64::INFINITY),
                    damping: at_least_zero(&at("damping"), "damping", self.damping)?,
                }
            }
            _ => {
                let fault = "a motor has a `velocity` or a `position`; give one of them";
                return Err(Misfit::new(key, fault));
            }
        };
        Ok(Motor {
            goal,
            force: largest.unwrap_or(f64::INFINITY),
        })
    }
}

impl Unit {
    fn does(self) -> &'static str {
        match self {
            Self::Length => "slides",
            Self::Angle => "turns",
        }
    }

    /// Degrees are for angles.
    fn check(self, key: &str, name: &str, in_degrees: bool) -> Result<(), Misfit> {
        if self == Self::Angle || !in_degrees {
            return Ok(());
        }
        let fault =
            format_args!("`{name}_deg` is an angle, and this joint slides; write `{name}` (m)");
        Err(Misfit::new(format!("{key}.{name}_deg"), fault))
    }
}

/// A number that must not be negative; 0 where it is not given.
fn at_least_zero(key: &str, name: &str, value: Option<f64>) -> Result<f64, Misfit> {
    match value.unwrap_or(0.0) {
        value if value >= 0.0 => Ok(value),
        value => {
            let fault = format_args!("`{name}` is {value}; it must be ≥ 0");
            Err(Misfit::new(key, fault))
        }
    }
}
