//! Design questions: what becomes of a contact problem while its parameters change.
//!
//! [`thresholds`] says where jamming begins and ends, [`line()`] and [`map()`] how many motions there are over one parameter and over two,
//! [`sensitivities`] what moves a threshold and [`remedies`] what would remove a jam. A family poses the problem for given
//! parameters, from a scene, a problem file or a function. Where it cannot be posed, a result says so and why, and goes on.

mod answers;
mod jam;
mod line;
mod map;
mod remedy;
#[cfg(test)]
mod samples;
mod sensitivity;
mod threshold;

pub use answers::{Answer, Answers};
pub use jam::Jam;
pub use line::{Line, LinePoint, LineSettings, line};
pub use map::{Map, MapPoint, MapSettings, Quantity, map, slip_of};
pub use remedy::{Remedy, remedies};
pub use sensitivity::{Parameter, Sensitivity, Swept, sensitivities};
pub use threshold::{Sample, Threshold, ThresholdSettings, Thresholds, bisect, near, thresholds};

use super::Posed;

/// A problem for a value of a parameter, or why there is none.
pub type Family<'a> = &'a dyn Fn(f64) -> Result<Posed, String>;

/// A problem for the values of two parameters, or why there is none.
pub type Plane<'a> = &'a dyn Fn(f64, f64) -> Result<Posed, String>;

/// A problem for the values of all parameters of a design, or why there is none.
pub type Design<'a> = &'a dyn Fn(&[f64]) -> Result<Posed, String>;

/// Equal steps over a range, its ends included.
fn grid([low, high]: [f64; 2], count: usize) -> Vec<f64> {
    let last = count.saturating_sub(1).max(1);
    let at = |i: usize| match i == last {
        // the end to the last bit
        true => high,
        false => low + (high - low) * i as f64 / last as f64,
    };
    (0..count).map(at).collect()
}
