//! The papers' examples, number by number: what is published, what an independent reference computation gives, and
//! what this program computes now.
//!
//! The reference values and the conventions behind them (heights that the papers do not print, lever arms, corrected
//! formulas) are listed in `docs/reference-numbers.md`. Each check states its band; none is wider than the accuracy
//! that the method can have at the step length used.

mod balls;
mod bouncing;
mod cone;
mod cube;
mod impacts;
mod painleve;
mod pucks;
mod rod;
mod seam;
mod spinning;

use serde::Serialize;
use stickslip::Error;

/// One number compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// The example, one of [`EXAMPLES`].
    pub example: &'static str,
    /// What is compared.
    pub quantity: String,
    /// The paper's value, if it prints one.
    pub published: Option<f64>,
    /// The reference value.
    pub reference: f64,
    /// This program's value.
    pub ours: f64,
    /// |ours − reference| may be this much.
    pub band: f64,
    /// Whether it is within the band.
    pub ok: bool,
}

/// An example by name, and the paper it is from.
#[derive(Clone, Copy)]
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// Where it is from, and what it shows.
    pub about: &'static str,
    run: fn(&mut Checks) -> Result<(), Error>,
}

/// All examples.
pub const EXAMPLES: [Example; 10] = [
    Example {
        name: "falling-rod",
        about: "[ST00 4.1] a spinning rod falls on a table: impact, slip, slap-down",
        run: rod::run,
    },
    Example {
        name: "four-balls",
        about: "[ST00 4.2] Table 1: errors and variations of a thrown ball that hits a line of three",
        run: balls::run,
    },
    Example {
        name: "painleve-rod",
        about: "[Ste00 1.3] no acceleration, but an impulse without impact",
        run: painleve::run,
    },
    Example {
        name: "impacts",
        about: "[APS98 §4] Newton, Poisson and the shortcut at one contact and in a cradle",
        run: impacts::run,
    },
    Example {
        name: "bouncing-ball",
        about: "restitution 0.8: first impact, apexes, and rest after infinitely many bounces",
        run: bouncing::run,
    },
    Example {
        name: "open-cone",
        about: "[APS98 3.1] the sum of two round cones is not closed; polyhedral sums miss a direction by 1/k",
        run: cone::run,
    },
    Example {
        name: "spinning-sphere",
        about: "[TTP01 4.2] torsion stops a sphere that spins in place: ellipsoid, 20 directions, 6 directions",
        run: spinning::run,
    },
    Example {
        name: "sphere-in-seam",
        about: "[TTP01 4.3] a sphere between two others: the implicit scheme, Stewart's, the printed bouncing",
        run: seam::run,
    },
    Example {
        name: "cube-and-rods",
        about: "[TP97 §4] a cube between rods and humps: jam or slide, thresholds, Table 1 as printed",
        run: cube::run,
    },
    Example {
        name: "pucks",
        about: "closed forms of one distributed contact: stop, curling stone, ribbed belt, stick–slip",
        run: pucks::run,
    },
];

impl Example {
    /// Runs the example and compares its numbers.
    pub fn checks(&self) -> Result<Vec<Check>, Error> {
        let mut checks = Checks {
            example: self.name,
            list: Vec::new(),
        };
        (self.run)(&mut checks)?;
        Ok(checks.list)
    }
}

/// The example of that name.
pub fn example(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|e| e.name == name)
}

/// The comparisons of one example, as they are made.
struct Checks {
    example: &'static str,
    list: Vec<Check>,
}

/// How a number may differ from its reference.
#[derive(Clone, Copy)]
enum Band {
    /// By so much.
    Within(f64),
    /// By this part of the reference.
    Relative(f64),
}

impl Checks {
    fn add(
        &mut self,
        quantity: impl Into<String>,
        published: Option<f64>,
        reference: f64,
        ours: f64,
        band: Band,
    ) {
        let band = match band {
            Band::Within(band) => band,
            Band::Relative(part) => part * reference.abs(),
        };
        self.list.push(Check {
            example: self.example,
            quantity: quantity.into(),
            published,
            reference,
            ours,
            band,
            ok: (ours - reference).abs() <= band,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_within_its_band() {
        for example in &EXAMPLES {
            for check in example.checks().unwrap() {
                assert!(check.ok, "{check:?}");
            }
        }
    }

    #[test]
    fn a_number_outside_its_band_or_no_number_fails() {
        let mut checks = Checks {
            example: "test",
            list: Vec::new(),
        };
        checks.add("far", None, 1.0, 1.2, Band::Within(0.1));
        checks.add("near", None, -2.0, -2.1, Band::Relative(0.1));
        checks.add("none", None, 1.0, f64::NAN, Band::Within(1e9));
        let ok: Vec<bool> = checks.list.iter().map(|c| c.ok).collect();
        assert_eq!(ok, [false, true, false]);
    }
}
