//! Names, units and numbers as reports write them.

use crate::analyze::Posed;
use crate::analyze::search::{ContactMode, Solution};
use stickslip::Level;

/// What forces and accelerations are called and measured in, which depends on the level.
pub(super) struct Words {
    /// What the problem is of.
    pub(super) level: &'static str,
    /// Plural.
    pub(super) forces: &'static str,
    /// Plural.
    pub(super) accelerations: &'static str,
    /// Units of a force and of an acceleration.
    pub(super) units: [&'static str; 2],
}

impl Words {
    pub(super) fn of(level: Level) -> Self {
        match level {
            Level::Acceleration => Self {
                level: "acceleration",
                forces: "forces",
                accelerations: "accelerations",
                units: ["N", "m/s², rad/s²"],
            },
            Level::Velocity => Self {
                level: "velocity",
                forces: "impulses",
                accelerations: "velocities after the step",
                units: ["N·s", "m/s, rad/s"],
            },
        }
    }
}

/// A number with six figures, plain where that is short.
pub(in crate::analyze) fn figure(x: f64) -> String {
    if x == f64::INFINITY {
        return "∞".into();
    }
    if x == f64::NEG_INFINITY {
        return "−∞".into();
    }
    // rounding is not worth reading
    let x = if x.abs() < 1e-12 { 0.0 } else { x };
    let text = match x == 0.0 || (1e-4..1e6).contains(&x.abs()) {
        true => {
            let digits = (5 - x.abs().max(1e-12).log10().floor() as i32).clamp(0, 8);
            let plain = format!("{x:.*}", digits as usize);
            match plain.contains('.') {
                true => plain.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => plain,
            }
        }
        false => format!("{x:.5e}"),
    };
    match text.as_str() {
        "-0" | "" => "0".into(),
        _ => text.replace('-', "−"),
    }
}

/// What a motion is, in a few words: what its contacts do.
pub(super) fn motion(solution: &Solution, posed: &Posed) -> String {
    let of = |mode: ContactMode| -> Vec<&str> {
        let named = solution.modes.iter().zip(&posed.contacts);
        let these = named.filter(|(m, _)| **m == mode);
        these.map(|(_, name)| name.as_str()).collect()
    };
    if solution.is_stuck() && of(ContactMode::Break).is_empty() {
        return "everything sticks, nothing moves".into();
    }
    // where nothing accelerates, none comes apart
    let [breaks, several_break] = match solution.still {
        true => ["touches and carries nothing", "touch and carry nothing"],
        false => ["breaks", "break"],
    };
    let said = [
        (ContactMode::Slide, "slides", "slide"),
        (ContactMode::Roll, "rolls", "roll"),
        (ContactMode::Stick, "sticks", "stick"),
        (ContactMode::Break, breaks, several_break),
    ]
    .into_iter()
    .filter_map(|(mode, one, many)| {
        let these = of(mode);
        match these.len() {
            0 => None,
            2 if solution.modes.len() == 2 => Some(format!("both contacts {many}")),
            n if n == solution.modes.len() && n > 1 => Some(format!("all {n} contacts {many}")),
            1..=4 => Some(format!(
                "{} {}",
                these.join(", "),
                if these.len() == 1 { one } else { many }
            )),
            n => Some(format!("{n} contacts {many}")),
        }
    });
    let said: Vec<String> = said.collect();
    match said.is_empty() {
        true => "nothing touches".into(),
        false => said.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn numbers_are_short_and_plain() {
        let said: Vec<String> = [
            0.0,
            -0.0,
            1.0,
            -2.5,
            0.70368,
            1234.5678,
            1e-5,
            2e7,
            -1e-20,
            100.0,
            0.000123456789,
            f64::INFINITY,
        ]
        .map(figure)
        .to_vec();
        let expected = [
            "0",
            "0",
            "1",
            "−2.5",
            "0.70368",
            "1234.57",
            "1.00000e−5",
            "2.00000e7",
            "0",
            "100",
            "0.00012346",
            "∞",
        ];
        assert_eq!(said, expected);
    }
}
