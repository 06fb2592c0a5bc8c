//! A run for other programs: tables as CSV, arrays as NPZ, the motion as a glTF animation.

mod base64;
mod buffer;
mod built_in;
mod drawable;
mod error;
mod geometry;
mod gltf;
mod tables;

pub use drawable::{Drawable, Part, of_model};
pub use error::ExportError;
pub use gltf::{Container, write as write_gltf};
pub use tables::{Table, csv, npz};

use crate::plot::RunData;
use crate::scene::BuiltIn;

/// The bodies of a run, with where they were at its times; floors and walls stand still.
pub fn drawables(run: &RunData) -> Result<Vec<Drawable>, ExportError> {
    match &run.scene.system {
        BuiltIn::World(world) => {
            let pose = |body: usize, t: f64, q: &[f64]| world.pose(body, t, q);
            Ok(of_model(world.model(), &run.t, &run.q, pose))
        }
        BuiltIn::Balls(system) => Ok(built_in::balls(system, &run.q)),
        BuiltIn::Brick(system) => Ok(built_in::brick(system, &run.q)),
        BuiltIn::Puck(system) => Ok(built_in::puck(system, &run.q)),
        BuiltIn::Rod(system) => Ok(built_in::rod(system, &run.q)),
        BuiltIn::Cradle(system) => Ok(built_in::cradle(system, &run.q)),
        other => Err(ExportError::NoShapes { kind: other.kind() }),
    }
}

/// Every so many entries of a list, and the last.
pub fn thinned<T: Clone>(list: &[T], every: usize) -> Vec<T> {
    let last = list.len().saturating_sub(1);
    (list.iter().enumerate())
        .filter(|(i, _)| i % every.max(1) == 0 || *i == last)
        .map(|(_, x)| x.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_first_and_the_last() {
        assert_eq!(thinned(&[0, 1, 2, 3, 4, 5], 2), [0, 2, 4, 5]);
        assert_eq!(thinned(&[0, 1, 2], 1), [0, 1, 2]);
        assert_eq!(thinned(&[0, 1, 2], 9), [0, 2]);
        assert!(thinned::<u8>(&[], 3).is_empty());
    }
}
