//! `array`: many bodies from one table, on a grid.

use super::super::error::Misfit;
use super::super::value::{Counts, Numbers};
use super::scatter::Scatter;
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::world::Pose;

/// More bodies than this are a slip of the pen.
const MOST: u64 = 20_000;

/// A grid of copies of a body.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "array")]
pub(super) struct ArrayKeys {
    /// How many along x, y and z of the world.
    count: Counts<3>,
    /// From one to the next along x, y and z (m).
    spacing: Numbers<3>,
    /// What every second layer along z is moved by (m): `[0.1, 0, 0]` makes a wall of bricks.
    stagger: Option<Numbers<3>>,
    /// Each copy is moved by at most so much along x, y and z (m), as if at random but the same in every run.
    jitter: Option<Numbers<3>>,
    /// Whether each copy is turned, as if at random but the same in every run.
    tumbled: Option<bool>,
}

/// One place of a grid.
pub(super) struct Place {
    /// What the name of the body gets, like `[0][0][3]`.
    pub(super) suffix: String,
    /// How far it is from the first (m).
    offset: [f64; 3],
    /// How it is turned about its own origin, beside the turn of the first.
    turn: [f64; 4],
}

impl Place {
    /// Where a body stands here that stands so at the first place.
    pub(super) fn pose(&self, first: &Pose) -> Pose {
        let turn = Pose {
            position: [0.0; 3],
            quat_wxyz: self.turn,
        };
        Pose {
            position: std::array::from_fn(|a| first.position[a] + self.offset[a]),
            quat_wxyz: turn.then(first).quat_wxyz,
        }
    }
}

impl ArrayKeys {
    /// All places, x running fastest.
    pub(super) fn places(&self, key: &str) -> Result<Vec<Place>, Misfit> {
        let count = self.count.0;
        let total = count
            .iter()
            .map(|&n| u64::from(n))
            .try_fold(1, u64::checked_mul);
        let total = total.unwrap_or(u64::MAX);
        if total == 0 || total > MOST {
            let [x, y, z] = count;
            let fault = format_args!(
                "`count` [{x}, {y}, {z}] makes {total} bodies; choose 1 or more each, and at most {MOST} together"
            );
            return Err(Misfit::new(format!("{key}.count"), fault));
        }
        let stagger = self.stagger.map_or([0.0; 3], |s| s.0);
        let jitter = self.jitter.map_or([0.0; 3], |j| j.0);
        let tumbled = self.tumbled.unwrap_or(false);
        let mut places = Vec::with_capacity(total as usize);
        for k in 0..count[2] {
            for j in 0..count[1] {
                for i in 0..count[0] {
                    let index = [i, j, k].map(f64::from);
                    let odd = f64::from(k % 2);
                    let mut scatter = Scatter::new([i, j, k]);
                    let moved: [f64; 3] = std::array::from_fn(|a| jitter[a] * scatter.signed());
                    places.push(Place {
                        suffix: format!("[{i}][{j}][{k}]"),
                        offset: std::array::from_fn(|a| {
                            index[a] * self.spacing.0[a] + odd * stagger[a] + moved[a]
                        }),
                        turn: match tumbled {
                            true => scatter.turn(),
                            false => Pose::IDENTITY.quat_wxyz,
                        },
                    });
                }
            }
        }
        Ok(places)
    }
}
