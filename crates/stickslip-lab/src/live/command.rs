//! What a viewer asks of the simulation.

use serde::Deserialize;

/// Places beyond this are refused: they would be infinite in the next sum.
const LARGEST: f64 = 1e12;
/// Speeds that can be asked for (1).
const SPEEDS: std::ops::RangeInclusive<f64> = 1e-3..=1e3;

/// A command.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Command {
    /// Stop after the present step.
    Pause {},
    /// Go on; begin again if it has ended.
    Play {},
    /// One step, then stop.
    Step {},
    /// Begin again.
    Reset {},
    /// Begin again with another value of a parameter.
    Set { name: String, value: f64 },
    /// Pull at a body, until it is released.
    Pull {
        body: usize,
        /// In the frame of the body (m).
        point: [f64; 3],
        /// Where the point is wanted, in the world (m).
        to: [f64; 3],
    },
    /// Pull no longer.
    Release {},
    /// How many seconds are simulated in a second.
    Speed { value: f64 },
}

impl Command {
    /// Reads one; the error is a sentence.
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        let command: Self = serde_json::from_slice(body).map_err(|error| {
            format!("This is no command ({error}); docs/page-format.md lists them.")
        })?;
        match &command {
            Self::Speed { value } if !SPEEDS.contains(value) => Err(format!(
                "speed is {value}; give a number from {} to {}.",
                SPEEDS.start(),
                SPEEDS.end()
            )),
            Self::Set { name, value } if !value.is_finite() => {
                Err(format!("{name} is {value}; give a finite number."))
            }
            Self::Pull { point, to, .. } => {
                let wild = (point.iter().chain(to)).find(|x| x.is_nan() || x.abs() > LARGEST);
                match wild {
                    Some(x) => Err(format!(
                        "a pull has the number {x}; give numbers up to {LARGEST:.0e}."
                    )),
                    None => Ok(command),
                }
            }
            _ => Ok(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let read = |text: &str| Command::read(text.as_bytes()).unwrap();
        assert_eq!(read(r#"{"do":"pause"}"#), Command::Pause {});
        assert_eq!(
            read(r#"{"do":"set","name":"mu","value":0.3}"#),
            Command::Set {
                name: "mu".into(),
                value: 0.3
            }
        );
        assert_eq!(
            read(r#"{"do":"pull","body":3,"point":[0,0,0.1],"to":[1,2,3]}"#),
            Command::Pull {
                body: 3,
                point: [0.0, 0.0, 0.1],
                to: [1.0, 2.0, 3.0]
            }
        );
        assert_eq!(
            read(r#"{"do":"speed","value":2}"#),
            Command::Speed { value: 2.0 }
        );
    }

    #[test]
    fn what_is_no_command_gets_a_sentence() {
        for text in [
            "",
            "pause",
            "[]",
            r#"{"do":"dance"}"#,
            r#"{"do":"pause","now":true}"#,
            r#"{"do":"set","name":"mu"}"#,
            r#"{"do":"set","name":"mu","value":"0.3"}"#,
            r#"{"do":"set","name":"mu","value":1e999}"#,
            r#"{"do":"speed","value":0}"#,
            r#"{"do":"speed","value":-1}"#,
            r#"{"do":"pull","body":-1,"point":[0,0,0],"to":[0,0,0]}"#,
            r#"{"do":"pull","body":1,"point":[0,0],"to":[0,0,0]}"#,
            r#"{"do":"pull","body":1,"point":[0,0,0],"force":[0,0,1]}"#,
            r#"{"do":"pull","body":1,"point":[0,0,0],"to":[0,0,1e300]}"#,
        ] {
            assert!(Command::read(text.as_bytes()).is_err(), "{text}");
        }
        let deep = "[".repeat(60_000);
        assert!(Command::read(deep.as_bytes()).is_err());
        assert!(Command::read(b"\xff\xfe").is_err());
    }
}
