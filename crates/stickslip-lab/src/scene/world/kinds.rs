//! Tables whose keys depend on their `kind`.

use super::super::error::{Misfit, alternatives};
use super::super::explain::choose;

/// A kind, and the keys that it has beside those that all kinds have.
pub(in crate::scene) type Kind = (&'static str, &'static [&'static str]);

/// Checks that a kind is known and that no key of another kind is given; `what` is "shape" or "joint".
pub(super) fn check(
    key: &str,
    what: &str,
    kind: &str,
    kinds: &[Kind],
    given: &[(&str, bool)],
) -> Result<(), Misfit> {
    let Some((_, own)) = kinds.iter().find(|(name, _)| *name == kind) else {
        let known: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
        let fault = match synonym(what, kind) {
            Some(meant) => format!(
                "`kind` is {kind:?}; did you mean {meant:?}? it must be {}",
                alternatives(known.iter().copied())
            ),
            None => format!("`kind` is {kind:?}; {}", choose(kind, &known)),
        };
        return Err(Misfit::new(format!("{key}.kind"), fault));
    };
    let stray = given
        .iter()
        .find(|(name, given)| *given && !own.contains(name));
    match stray {
        None => Ok(()),
        Some((name, _)) => {
            let list = match own.is_empty() {
                true => "it needs no further keys".into(),
                false => format!("its keys are {}", own.join(", ")),
            };
            let fault =
                format_args!("a {what} of kind {kind:?} has no `{name}`; leave it out, {list}");
            Err(Misfit::new(format!("{key}.{name}"), fault))
        }
    }
}

/// What others call a kind.
fn synonym(what: &str, kind: &str) -> Option<&'static str> {
    let word = kind.to_lowercase().replace(['_', ' '], "-");
    Some(match (what, word.as_str()) {
        ("joint", "hinge" | "pin" | "pivot" | "axle" | "continuous") => "revolute",
        ("joint", "slider" | "slide" | "sliding" | "rail" | "linear") => "prismatic",
        ("joint", "ball" | "ball-socket" | "ball-and-socket" | "socket" | "point") => "spherical",
        ("joint", "weld" | "welded" | "rigid" | "glue" | "lock") => "fixed",
        ("joint", "cardan" | "hooke" | "u-joint") => "universal",
        ("joint", "rod" | "bar") => "distance",
        ("joint", "rope" | "spring" | "cable" | "tendon" | "string") => "link",
        ("joint", "gears" | "gearing") => "gear",
        ("shape", "plane" | "ground" | "floor" | "halfspace") => "half-space",
        ("shape", "ball") => "sphere",
        ("shape", "cube" | "cuboid" | "brick" | "block") => "box",
        ("shape", "hull" | "polytope" | "polyhedron" | "convex-hull") => "convex",
        ("shape", "trimesh" | "triangles" | "stl" | "obj") => "mesh",
        ("shape", "pill" | "rounded-cylinder") => "capsule",
        ("shape", "disc" | "disk" | "rod" | "tube") => "cylinder",
        _ => return None,
    })
}

/// A value that must be there.
pub(super) fn need<T: Clone>(key: &str, name: &str, value: &Option<T>) -> Result<T, Misfit> {
    value.clone().ok_or_else(|| {
        let fault = format_args!("there is no `{name}` in `{key}`; add it");
        Misfit::new(key, fault)
    })
}
