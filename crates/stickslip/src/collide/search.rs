//! Finds the contacts of a world: pairs that are close, and the features by which they face each other.

use super::again::Again;
use super::feature::Feature;
use super::ids;
use super::narrow::{self, Scratch};
use super::parry::Tree;
use super::part::{Part, Solid};
use super::seen::Seen;
use crate::error::Error;
use crate::room::make_room;
use crate::world::{Body, Motion, Pose, Shape};

/// A collider is compared with so many of the last that were not alike.
const KINDS: usize = 8;

/// A contact that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Found {
    /// The name by which it is found again in the next step: ascending with the colliders, then by feature. It tells who they are.
    pub(crate) id: u64,
    /// How they face each other.
    pub(crate) feature: Feature,
}

impl Found {
    /// The colliders of A and B, in the order of bodies and then of their colliders.
    #[inline]
    pub(crate) fn parts(&self) -> [usize; 2] {
        ids::colliders(self.id)
    }
}

/// Looks for contacts. It holds shapes made ready for queries, and memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    /// All colliders, in the order of bodies and then of their colliders.
    pub(super) parts: Vec<Part>,
    /// Which bodies are free.
    pub(super) free: Vec<bool>,
    /// Pairs of bodies that never touch, the lower first, ascending.
    apart: Vec<[usize; 2]>,
    /// The parts that have an end; leaf i of the tree is part `bounded[i]`.
    pub(super) bounded: Vec<u32>,
    /// The parts that have none.
    pub(super) endless: Vec<u32>,
    pub(super) tree: Tree,
    /// What was found last, and where.
    pub(super) again: Again,
    // memory
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) seen: Vec<Seen>,
    pub(super) scratch: Scratch,
}

impl Search {
    /// Makes the shapes of all bodies ready. `apart` are pairs of bodies that never touch, because a joint connects them.
    pub(crate) fn new(bodies: &[Body], apart: &[[usize; 2]]) -> Result<Self, Error> {
        let mut parts = Vec::new();
        let mut made = Vec::new();
        for (i, body) in bodies.iter().enumerate() {
            for (k, collider) in body.colliders.iter().enumerate() {
                check(body, k)?;
                let alike = |&n: &usize| {
                    let part: &Part = &parts[n];
                    let other = &bodies[part.body].colliders[part.collider];
                    other.pose == collider.pose && other.shape == collider.shape
                };
                // bodies come in heaps of the same
                if let Some(n) = made.iter().rev().take(KINDS).copied().find(alike) {
                    parts.push(parts[n].again(i, k, collider.groups));
                    continue;
                }
                let part = Part::new(i, k, collider);
                made.push(parts.len());
                if matches!(&part.solid, Solid::Polytope(p) if !p.is_sound()) {
                    return Err(Error::BadParameter {
                        field: format!("body {:?}: collider {k}: shape", body.name),
                        value: collider.shape.word().into(),
                        expected: "closed, convex and not flat; make it with Hull::new",
                    });
                }
                parts.push(part);
            }
        }
        if parts.len() > 1 << ids::COLLIDER_BITS {
            return Err(Error::BadParameter {
                field: "number of colliders".into(),
                value: parts.len().to_string(),
                expected: "at most 1048576, in all bodies together",
            });
        }
        let mut apart: Vec<[usize; 2]> = apart.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        apart.sort_unstable();
        let (mut bounded, mut endless, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
        for (i, part) in parts.iter().enumerate() {
            match part.bounds(&bodies[part.body].pose) {
                Some(bounds) => {
                    bounded.push(i as u32);
                    boxes.push(bounds);
                }
                None => endless.push(i as u32),
            }
        }
        Ok(Self {
            parts,
            free: bodies.iter().map(|b| b.motion == Motion::Free).collect(),
            apart,
            bounded,
            endless,
            tree: Tree::new(&boxes),
            ..Self::default()
        })
    }

    /// All contacts between colliders whose gap is at most the sum of the reaches of their bodies (m), at the poses given,
    /// ascending by id.
    pub(crate) fn find(&mut self, poses: &[Pose], reach: &[f64], found: &mut Vec<Found>) {
        found.clear();
        self.close_pairs(poses, |part| reach[part.body]);
        for i in 0..self.pairs.len() {
            self.look_at(self.pairs[i], poses, reach, found);
        }
    }

    /// The bodies A and B of two colliders.
    #[inline]
    pub(crate) fn bodies(&self, parts: [usize; 2]) -> [usize; 2] {
        parts.map(|part| self.parts[part].body)
    }

    /// The same two among the colliders of their bodies.
    #[inline]
    pub(crate) fn colliders(&self, parts: [usize; 2]) -> [usize; 2] {
        parts.map(|part| self.parts[part].collider)
    }

    /// Adds the contacts of a pair of parts.
    pub(super) fn look_at(
        &mut self,
        pair: [u32; 2],
        poses: &[Pose],
        reach: &[f64],
        found: &mut Vec<Found>,
    ) {
        let numbers = pair.map(|i| i as usize);
        let [a, b] = numbers.map(|i| &self.parts[i]);
        let there = poses[a.body].inverse().then(&poses[b.body]);
        let reach = reach[a.body] + reach[b.body];
        narrow::contacts(a, b, &there, reach, &mut self.scratch, &mut self.seen);
        make_room(found, self.seen.len());
        found.extend(self.seen.iter().map(|seen| Found {
            id: ids::pack(numbers[0], numbers[1], seen.code),
            feature: seen.feature(),
        }));
    }

    #[cfg(test)]
    /// The distance between two colliders (m), by their numbers in the order of bodies and then of colliders; 0 if they overlap.
    pub(crate) fn distance(&self, poses: &[Pose], numbers: [usize; 2]) -> f64 {
        let [a, b] = numbers.map(|i| &self.parts[i]);
        let there = poses[a.body].inverse().then(&poses[b.body]);
        match (&a.query, &b.query) {
            (Some(a), Some(b)) => a.distance(b, &there),
            // what cannot be measured is near
            _ => 0.0,
        }
    }

    /// Fills `pairs` with the pairs of parts that may touch and whose boxes do, each loosened by its margin (m); ascending. False, and none, if a
    /// box is nowhere.
    pub(super) fn close_pairs(&mut self, poses: &[Pose], margin: impl Fn(&Part) -> f64) -> bool {
        // the boxes of the tree are no longer those of the last search
        self.again.forget();
        self.pairs.clear();
        for leaf in 0..self.bounded.len() {
            let part = &self.parts[self.bounded[leaf] as usize];
            let Some(bounds) = part.loose_bounds(&poses[part.body], margin(part)) else {
                // a state that has overflowed touches nothing; whoever made it says so
                return false;
            };
            self.tree.move_to(leaf as u32, &bounds);
        }
        self.tree.settle();
        self.tree.pairs(&mut self.pairs);
        self.name_pairs();
        for &i in &self.endless {
            for &j in &self.bounded {
                self.pairs.push([i.min(j), i.max(j)]);
            }
        }
        self.sort_pairs();
        true
    }

    /// From pairs of leaves to pairs of parts.
    pub(super) fn name_pairs(&mut self) {
        for pair in &mut self.pairs {
            *pair = pair.map(|leaf| self.bounded[leaf as usize]);
        }
    }

    /// Drops pairs that never touch, and sorts the others.
    pub(super) fn sort_pairs(&mut self) {
        let (parts, free, apart) = (&self.parts, &self.free, &self.apart);
        self.pairs.retain(|pair| {
            let [a, b] = pair.map(|i| &parts[i as usize]);
            a.body != b.body
                && (free[a.body] || free[b.body])
                && a.groups.meet(&b.groups)
                && apart.binary_search(&[a.body, b.body]).is_err()
        });
        let place = |pair: &[u32; 2]| u64::from(pair[0]) << 32 | u64::from(pair[1]);
        self.pairs.sort_unstable_by_key(place);
    }
}

/// Checks a collider of a body.
fn check(body: &Body, collider: usize) -> Result<(), Error> {
    let it = &body.colliders[collider];
    let place = format!("body {:?}: collider {collider}: ", body.name);
    it.shape.check().map_err(|e| e.within(&place))?;
    let expected = match (&body.motion, &it.shape) {
        (Motion::Free, Shape::Mesh(_)) => {
            "convex for a free body; cut the mesh into convex parts, or fix or drive the body"
        }
        (Motion::Free, Shape::HalfSpace) => "bounded for a free body; fix or drive the body",
        _ => return Ok(()),
    };
    Err(Error::BadParameter {
        field: format!("{place}shape"),
        value: it.shape.word().into(),
        expected,
    })
}

#[cfg(test)]
pub(super) mod tests;
