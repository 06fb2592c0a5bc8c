//! The friction sets of a page: a table without repetition, into which contacts point. A pile has a hundred thousand contacts and two or
//! three sets.

use super::description::PageFriction;
use crate::hull::hull;
use crate::scene::BuiltIn;
use std::collections::{BTreeMap, BTreeSet};
use stickslip::world::World;
use stickslip::{Friction, FrictionSet, Shape, System as _};

/// Corners of the outline of a curved set that is none of the usual ones.
const CORNERS: usize = 64;
/// What is closer to a line than this, relative to μ, is on it.
const FLAT: f64 = 1e-9;

/// The table, and which pair of materials has which set.
#[derive(Clone, Debug, Default)]
pub struct Frictions {
    sets: Vec<PageFriction>,
    pairs: BTreeMap<[usize; 2], Option<usize>>,
}

impl Frictions {
    /// All sets that contacts of a system can have.
    pub fn of(system: &BuiltIn) -> Self {
        let mut table = Self::default();
        match system {
            BuiltIn::World(world) => {
                let colliders = world.model().bodies.iter().flat_map(|b| &b.colliders);
                let used: BTreeSet<usize> = colliders.map(|c| c.material).collect();
                for &a in &used {
                    for &b in used.range(a..) {
                        table.between(world, [a, b]);
                    }
                }
            }
            _ => {
                for spec in system.contacts().iter() {
                    table.add(&spec.friction);
                }
            }
        }
        table
    }

    /// The place of a set, which is added if it is new.
    pub fn add(&mut self, friction: &Friction) -> usize {
        let set = told(friction);
        let known = self.sets.iter().position(|s| *s == set);
        known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        })
    }

    /// The place of a set that is there.
    pub fn find(&self, friction: &Friction) -> Option<usize> {
        let set = told(friction);
        self.sets.iter().position(|s| *s == set)
    }

    /// The set between two materials of a world; nothing if they cannot meet.
    pub(super) fn between(&mut self, world: &World, materials: [usize; 2]) -> Option<usize> {
        if let Some(&known) = self.pairs.get(&materials) {
            return known;
        }
        let [a, b] = materials;
        let surface = world.model().materials.between(a, b).ok();
        let place = surface.map(|(surface, _)| self.add(&surface.friction));
        self.pairs.insert(materials, place);
        place
    }

    /// The table.
    pub fn sets(&self) -> &[PageFriction] {
        &self.sets
    }
}

/// Friction as a page knows it.
fn told(friction: &Friction) -> PageFriction {
    let mu = friction.coefficient;
    let page = |set, mu, directions, torsion| PageFriction {
        set,
        mu,
        directions,
        torsion,
        corners: Vec::new(),
    };
    let round = |[t, o, r]: [f64; 3]| match t == o {
        true => page("disc", [mu * t, mu * o], 0, mu * r),
        false => page("ellipse", [mu * t, mu * o], 0, mu * r),
    };
    match &friction.set {
        FrictionSet::None => page("none", [0.0; 2], 0, 0.0),
        FrictionSet::Planar(_) => page("planar", [mu, 0.0], 2, 0.0),
        FrictionSet::Ellipse(set) => {
            let [t, o, _] = set.lengths();
            round([t, o, 0.0])
        }
        FrictionSet::Ellipsoid(set) => round(set.lengths()),
        FrictionSet::Mixed(set) => round(set.lengths()),
        FrictionSet::Polyhedral(set) => match set.regular_facets() {
            Some(facets) => page("polygon", [mu; 2], facets, 0.0),
            None => outlined(mu, &**set, set.directions()),
        },
        other => match other.shape() {
            Some(set) => outlined(mu, set, &set.facets(CORNERS)),
            None => page("other", [mu; 2], 0, 0.0),
        },
    }
}

/// A set by its outline: the shadow of its corners (t, o, r) on the plane of the contact.
fn outlined(mu: f64, set: &dyn Shape, directions: &[[f64; 3]]) -> PageFriction {
    let [t, o, r] = set.lengths();
    let shadow = directions.iter().map(|d| [mu * d[0], mu * d[1]]).collect();
    let corners = hull(shadow, FLAT * mu * mu);
    PageFriction {
        set: "other",
        mu: [mu * t, mu * o],
        directions: corners.len(),
        torsion: match set.dimensions() {
            3 => mu * r,
            _ => 0.0,
        },
        corners,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{catalogue, read};

    #[test]
    fn sets_are_listed_once_and_found_again() {
        let mut table = Frictions::default();
        let disc = Friction::round(0.5);
        let ellipse = Friction::elliptic(0.5, [1.0, 0.4]).unwrap();
        assert_eq!(
            [table.add(&disc), table.add(&ellipse), table.add(&disc)],
            [0, 1, 0]
        );
        assert_eq!(table.find(&ellipse), Some(1));
        assert_eq!(table.find(&Friction::none()), None);
        assert_eq!(table.sets()[1].set, "ellipse");
        assert_eq!(table.sets()[1].mu, [0.5, 0.2]);
    }

    #[test]
    fn torsion_and_odd_polygons_are_told_as_what_they_are() {
        let mixed = told(&Friction::mixed(0.5, [1.0, 1.0, 0.02]).unwrap());
        assert_eq!((mixed.set, mixed.torsion), ("disc", 0.01));
        let corners = vec![
            [1.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [-1.0, 0.0, 0.0],
            [0.0, -2.0, 0.0],
            [0.0, 0.0, 0.1],
            [0.0, 0.0, -0.1],
        ];
        let odd = told(&Friction::directions(0.5, corners).unwrap());
        assert_eq!((odd.set, odd.directions, odd.torsion), ("other", 4, 0.05));
        for corner in [[0.5, 0.0], [0.0, 1.0], [-0.5, 0.0], [0.0, -1.0]] {
            assert!(odd.corners.contains(&corner), "{:?}", odd.corners);
        }
    }

    #[test]
    fn a_world_has_all_sets_that_its_contacts_can_have() {
        let text = catalogue::text("rotating-drum").unwrap();
        let scene = read(text, "rotating-drum").unwrap();
        let table = Frictions::of(&scene.system);
        let coefficients: Vec<f64> = table.sets().iter().map(|set| set.mu[0]).collect();
        assert!(coefficients.contains(&0.5) && coefficients.contains(&0.0));
        assert!(table.sets().len() <= 3);
    }
}
