//! Materials that can meet, and what happens where they do.

use crate::scene::BuiltIn;
use serde::Serialize;
use std::collections::BTreeSet;
use stickslip::Restitution;
use stickslip::world::{Groups, Model, Motion, Rule};

/// Two materials that can meet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MaterialPair {
    /// Their names; the same twice where a material can meet itself.
    pub between: [String; 2],
    /// Coefficient of friction, of sliding where it depends on the slip.
    pub friction: f64,
    /// Coefficient of restitution; of slow impacts where it depends on the speed.
    pub restitution: f64,
    /// Whether the restitution depends on the speed.
    pub restitution_varies: bool,
    /// Whether the pair is in the table of pairs, instead of following from its materials by the rule for missing pairs.
    pub listed: bool,
}

/// The pairs of materials of a world that can meet, in the order of the materials; nothing of other systems.
pub(super) fn of(system: &BuiltIn) -> Vec<MaterialPair> {
    let BuiltIn::World(world) = system else {
        return Vec::new();
    };
    let model = world.model();
    let tell = |&[a, b]: &[usize; 2]| {
        let (surface, _) = model.materials.between(a, b).ok()?;
        Some(MaterialPair {
            between: [a, b].map(|i| model.materials.materials[i].name.clone()),
            friction: surface.friction.coefficient,
            restitution: surface.restitution.at(0.0),
            restitution_varies: !matches!(surface.restitution, Restitution::Constant(_)),
            listed: is_listed(model, [a, b]),
        })
    };
    meeting(model).iter().filter_map(tell).collect()
}

/// Pairs of which only one material has a restitution, where the rule for missing pairs makes nothing of it.
pub(crate) fn lost_restitution(model: &Model) -> Vec<String> {
    let materials = &model.materials.materials;
    let lost = |&[a, b]: &[usize; 2]| {
        let none = |i: usize| materials[i].surface.restitution.is_none();
        if model.materials.rule != Rule::Geometric || none(a) == none(b) || is_listed(model, [a, b])
        {
            return None;
        }
        let [with, without] = if none(a) { [b, a] } else { [a, b] };
        let [with, without] = [with, without].map(|i| materials[i].name.as_str());
        Some(format!(
            "{with} has a restitution and that of {without} is 0: where they meet nothing bounces (the geometric mean is 0). Give \
             {without} one too, or list the two in [[pairs]]"
        ))
    };
    meeting(model).iter().filter_map(lost).collect()
}

fn is_listed(model: &Model, [a, b]: [usize; 2]) -> bool {
    let same = |pair: [usize; 2]| pair == [a, b] || pair == [b, a];
    model
        .materials
        .pairs
        .iter()
        .any(|pair| same(pair.materials))
}

/// Colliders that are all alike in whom they can meet.
struct Alike {
    material: usize,
    groups: Groups,
    free: bool,
    /// The bodies they belong to, ascending.
    bodies: Vec<usize>,
}

/// Pairs of materials on two bodies of which one is free, that are in groups that mind each other and are not joined.
fn meeting(model: &Model) -> BTreeSet<[usize; 2]> {
    let mut kinds: Vec<Alike> = Vec::new();
    for (number, body) in model.bodies.iter().enumerate() {
        let free = body.motion == Motion::Free;
        for collider in &body.colliders {
            let same = |k: &&mut Alike| {
                (k.material, k.groups, k.free) == (collider.material, collider.groups, free)
            };
            match kinds.iter_mut().find(same) {
                Some(kind) if kind.bodies.last() == Some(&number) => {}
                Some(kind) => kind.bodies.push(number),
                None => kinds.push(Alike {
                    material: collider.material,
                    groups: collider.groups,
                    free,
                    bodies: vec![number],
                }),
            }
        }
    }
    let joined: BTreeSet<[usize; 2]> = (model.joints.iter().filter(|joint| !joint.collide))
        .map(|joint| sorted(joint.bodies))
        .collect();
    let mut found = BTreeSet::new();
    for (i, a) in kinds.iter().enumerate() {
        for b in &kinds[i..] {
            let mind =
                a.groups.member & b.groups.minds != 0 && b.groups.member & a.groups.minds != 0;
            let pair = sorted([a.material, b.material]);
            if !mind || !(a.free || b.free) || found.contains(&pair) {
                continue;
            }
            // the first two will do, unless they are one body or joined
            let apart = |x: usize, y: usize| x != y && !joined.contains(&sorted([x, y]));
            if (a.bodies.iter()).any(|&x| b.bodies.iter().any(|&y| apart(x, y))) {
                found.insert(pair);
            }
        }
    }
    found
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::advance_warnings;
    use crate::scene::{Scene, catalogue, read};

    fn ball_on_floor(rest: &str) -> Scene {
        let text = format!(
            "schema_version = 1\nname = \"ball\"\nabout = \"A ball.\"\n{rest}\n[run]\nstep = 0.01\nduration = 1\n\
             [world]\ngravity = [0, 0, -9.81]\n\
             [materials.rubber]\nfriction = 0.9\nrestitution = 0.8\n[materials.steel]\nfriction = 0.4\n\
             [[bodies]]\nname = \"ball\"\nshape = {{ kind = \"sphere\", radius = 0.1 }}\nmass = 1\nmaterial = \"rubber\"\n\
             position = [0, 0, 1]\n\
             [[bodies]]\nname = \"floor\"\nfixed = true\nshape = {{ kind = \"half-space\" }}\nmaterial = \"steel\"\n"
        );
        read(&text, "ball.toml").unwrap()
    }

    #[test]
    fn what_can_meet_is_told_and_a_restitution_that_is_lost_is_warned_of() {
        let scene = ball_on_floor("");
        let pairs = of(&scene.system);
        // neither ball with ball, of which there is one, nor floor with floor
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        assert_eq!(pairs[0].between, ["rubber", "steel"]);
        assert!((pairs[0].friction - 0.6).abs() < 1e-12);
        assert_eq!((pairs[0].restitution, pairs[0].listed), (0.0, false));
        let told = advance_warnings(&scene).concat();
        assert!(
            told.contains("rubber has a restitution and that of steel is 0"),
            "{told}"
        );
        let listed =
            "pairs = [{ between = [\"steel\", \"rubber\"], friction = 0.6, restitution = 0.7 }]";
        let scene = ball_on_floor(listed);
        let pairs = of(&scene.system);
        assert_eq!((pairs[0].restitution, pairs[0].listed), (0.7, true));
        assert!(advance_warnings(&scene).is_empty());
    }

    #[test]
    fn no_shipped_scene_loses_its_restitution() {
        for name in catalogue::names() {
            if let BuiltIn::World(world) = &catalogue::find(name).unwrap().system {
                assert_eq!(lost_restitution(world.model()), [""; 0], "{name}");
            }
        }
    }
}
