//! A run for other programs: tables as CSV, arrays as NPZ, the motion as a glTF animation.

mod buffer;
mod built_in;
mod drawable;
mod error;
mod geometry;
mod gltf;
pub(crate) mod planar;
mod tables;

use drawable::all_of_model;
pub use drawable::{Drawable, Part, of_model};
pub use error::ExportError;
pub use gltf::{Container, write as write_gltf};
pub use tables::{Table, csv, npz};

use crate::plot::RunData;
use crate::scene::BuiltIn;

/// The bodies of a run, with where they were at its times; floors and walls stand still.
pub fn drawables(run: &RunData) -> Result<Vec<Drawable>, ExportError> {
    let mut bodies = drawables_at(&run.scene.system, &run.t, &run.q);
    bodies.retain(|body| !body.parts.is_empty());
    Ok(bodies)
}

/// All bodies of a system, with where they are at the given times (s) and coordinates. Those of worlds are in the order of their
/// model, and some may have no shape.
pub fn drawables_at(system: &BuiltIn, t: &[f64], q: &[Vec<f64>]) -> Vec<Drawable> {
    match system {
        BuiltIn::World(world) => {
            let pose = |body: usize, t: f64, q: &[f64]| world.pose(body, t, q);
            all_of_model(world.model(), t, q, pose)
        }
        BuiltIn::Balls(system) => built_in::balls(system, q),
        BuiltIn::Brick(system) => built_in::brick(system, q),
        BuiltIn::Puck(system) => built_in::puck(system, q),
        BuiltIn::Rod(system) => built_in::rod(system, q),
        BuiltIn::Cradle(system) => built_in::cradle(system, q),
        BuiltIn::Particle(system) => built_in::particle(system, t, q),
        BuiltIn::DoublePendulum(system) => built_in::pendulum(system, q),
        BuiltIn::Planar(system) => planar::planar(system, q),
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
