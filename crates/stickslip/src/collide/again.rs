//! Contacts found again. In a crowd most bodies hardly move from one step to the next, and only who moved is looked at again.
//!
//! What a search finds are features fixed to the bodies, whose gaps and normals are evaluated wherever the bodies are; only which of
//! them face each other, and where the outlines of faces cross, belongs to the poses of the search. In a crowd these are rounded to a grid that
//! is much finer than what counts as the same place. So the contacts are a function of the state alone, as everywhere, and
//! remembering them changes nothing but the time it takes.

use super::part::Bounds;
use super::search::{Found, Search};
use crate::room::make_room;
use crate::world::Pose;

/// The cells of the grid, as a part of the least extent of all colliders (1).
const FINE: f64 = 2e-6;
/// 1.5 · 2⁵²: x + c·this − c·this is x rounded to a multiple of c, a power of two.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// From this part of bodies that moved on, everything is looked at (1).
const MOST: f64 = 0.4;

/// How poses are rounded.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    cell: f64,
    /// For each body what rounds its position and its quaternion; 0 leaves them as they are.
    rounds: Vec<[f64; 2]>,
}

impl Grid {
    /// For colliders of a least extent (m) and bodies of these radii (m); `None` for a body that does not move or has no end.
    pub(crate) fn new(least: f64, radii: impl Iterator<Item = Option<f64>>) -> Self {
        let power_of_two = |x: f64| x.log2().floor().exp2();
        let cell = power_of_two(FINE * least);
        let rounds = |radius: Option<f64>| match radius {
            Some(radius) if radius > 0.0 => {
                let turn = power_of_two((cell / radius).min(FINE));
                [cell, turn].map(|cell| cell * ROUND)
            }
            _ => [0.0; 2],
        };
        Self {
            cell,
            rounds: radii.map(rounds).collect(),
        }
    }

    fn pose(&self, body: usize, pose: &Pose) -> Pose {
        let [place, turn] = self.rounds[body];
        Pose {
            position: pose.position.map(|x| (x + place) - place),
            quat_wxyz: pose.quat_wxyz.map(|x| (x + turn) - turn),
        }
    }

    /// The next of few numbers (four from one power of two to the next): how far a body looks changes with its speed, which is never quite the
    /// same.
    fn reach(&self, reach: f64) -> f64 {
        const FINER: u64 = (1 << 50) - 1;
        let enough = reach + 4.0 * self.cell;
        f64::from_bits((enough.to_bits() + FINER) & !FINER)
    }
}

/// What was found last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Again {
    /// Whether anything is known.
    known: bool,
    /// The rounded quaternions of that search, the rounded poses with unit quaternions, and the rounded reaches.
    turns: Vec<[f64; 4]>,
    poses: Vec<Pose>,
    reach: Vec<f64>,
    /// Which bodies are no longer there.
    moved: Vec<bool>,
    /// The pairs that were close, ascending, and where the contacts of each end.
    pairs: Vec<([u32; 2], u32)>,
    // memory
    next: Vec<([u32; 2], u32)>,
    found: Vec<Found>,
    boxes: Vec<(u32, Bounds)>,
    near: Vec<u32>,
    /// Searches since more than a small part of what there is memory for was looked at.
    quiet: usize,
}

/// After so many quiet searches in a row memory for larger ones is given back.
const QUIET: usize = 10;
/// A search is quiet that needs no more than this part of its memory (1).
const SMALL: usize = 4;

impl Again {
    pub(super) fn forget(&mut self) {
        self.known = false;
    }

    /// Gives back memory that is not in use.
    fn give_back(&mut self) {
        self.pairs.shrink_to_fit();
        (self.next, self.found) = (Vec::new(), Vec::new());
        (self.boxes, self.near) = (Vec::new(), Vec::new());
    }

    /// Sees a search that looked at the pairs of `next`; whether there were enough with little to do.
    fn is_quiet(&mut self) -> bool {
        self.quiet = match SMALL * self.next.len() < self.next.capacity() {
            true => self.quiet + 1,
            false => 0,
        };
        self.quiet == QUIET
    }

    /// Rounds poses and reaches; how many bodies moved.
    fn see(&mut self, grid: &Grid, pose: impl Fn(usize) -> Pose, reach: &[f64]) -> usize {
        if !self.known {
            self.turns.clear();
            self.poses.clear();
            self.reach.clear();
        }
        self.turns.resize(reach.len(), [0.0; 4]);
        self.poses.resize(reach.len(), Pose::IDENTITY);
        // what was never looked at has moved
        self.reach.resize(reach.len(), f64::NAN);
        self.moved.clear();
        let mut count = 0;
        for (i, reach) in reach.iter().enumerate() {
            let (rounded, reach) = (grid.pose(i, &pose(i)), grid.reach(*reach));
            let moved = rounded.quat_wxyz != self.turns[i]
                || rounded.position != self.poses[i].position
                || reach != self.reach[i];
            if moved {
                self.turns[i] = rounded.quat_wxyz;
                self.reach[i] = reach;
                self.poses[i] = Pose {
                    quat_wxyz: unit(rounded.quat_wxyz),
                    ..rounded
                };
            }
            count += usize::from(moved);
            self.moved.push(moved);
        }
        count
    }
}

impl Search {
    /// The contacts of a crowd, ascending by id, looked for at rounded poses: at least all whose gap is no more than the sum of the reaches
    /// of their bodies (m). Whether there are others than before: `found` must be as the last call left it, unless [`Search::forget`]
    /// was called in between.
    pub(crate) fn find_again(
        &mut self,
        grid: &Grid,
        pose: impl Fn(usize) -> Pose,
        reach: &[f64],
        found: &mut Vec<Found>,
    ) -> bool {
        let mut again = std::mem::take(&mut self.again);
        let moved = again.see(grid, pose, reach);
        if moved > 0 {
            let few = again.known && (moved as f64) < MOST * reach.len() as f64;
            match few && self.close_to_moved(&mut again) {
                true => self.renew(&mut again, found),
                false => self.begin(&mut again, found),
            }
            if few && again.is_quiet() {
                again.give_back();
                self.pairs = Vec::new();
            }
        }
        self.again = again;
        moved > 0
    }

    /// Gives back memory that is not in use.
    pub(crate) fn give_back(&mut self) {
        self.again.give_back();
        (self.pairs, self.seen) = (Vec::new(), Vec::new());
    }

    /// What was found is no longer there.
    pub(crate) fn forget(&mut self) {
        self.again.forget();
    }

    /// Looks at all pairs.
    fn begin(&mut self, again: &mut Again, found: &mut Vec<Found>) {
        let reach = &again.reach;
        let known = self.close_pairs(&again.poses, |part| reach[part.body]);
        found.clear();
        again.pairs.clear();
        make_room(&mut again.pairs, self.pairs.len());
        for i in 0..self.pairs.len() {
            let pair = self.pairs[i];
            self.look_at(pair, &again.poses, &again.reach, found);
            again.pairs.push((pair, found.len() as u32));
        }
        again.known = known;
    }

    /// Fills `pairs` with those of which a body moved. False if that cannot be.
    fn close_to_moved(&mut self, again: &mut Again) -> bool {
        let Again {
            poses,
            reach,
            moved,
            boxes,
            near,
            ..
        } = again;
        boxes.clear();
        for (leaf, &number) in self.bounded.iter().enumerate() {
            let part = &self.parts[number as usize];
            let body = part.body;
            if moved[body] {
                let Some(bounds) = part.loose_bounds(&poses[body], reach[body]) else {
                    return false;
                };
                self.tree.move_to(leaf as u32, &bounds);
                boxes.push((leaf as u32, bounds));
            }
        }
        self.tree.settle_few();
        self.pairs.clear();
        let has_moved = |leaf: u32| {
            let number = self.bounded[leaf as usize];
            moved[self.parts[number as usize].body]
        };
        for &mut (leaf, ref bounds) in boxes {
            near.clear();
            self.tree.within(bounds, near);
            // each pair once
            let others = near.iter().filter(|o| **o > leaf || !has_moved(**o));
            (self.pairs).extend(others.map(|&o| [leaf.min(o), leaf.max(o)]));
        }
        self.name_pairs();
        for &i in &self.endless {
            for &j in &self.bounded {
                if [i, j].iter().any(|i| moved[self.parts[*i as usize].body]) {
                    self.pairs.push([i.min(j), i.max(j)]);
                }
            }
        }
        self.sort_pairs();
        true
    }

    /// Looks at `pairs`, and keeps what is known of those of which no body moved.
    fn renew(&mut self, again: &mut Again, found: &mut Vec<Found>) {
        let Again {
            poses,
            reach,
            moved,
            pairs,
            next,
            found: new,
            ..
        } = again;
        // what is known moves together, to the front
        let (mut from, mut kept, mut kept_pairs) = (0, 0, 0);
        for at in 0..pairs.len() {
            let (pair, end) = pairs[at];
            let known = from..end as usize;
            from = known.end;
            if pair.iter().any(|i| moved[self.parts[*i as usize].body]) {
                continue;
            }
            let count = known.len();
            if known.start != kept {
                found.copy_within(known, kept);
            }
            kept += count;
            pairs[kept_pairs] = (pair, kept as u32);
            kept_pairs += 1;
        }
        found.truncate(kept);
        pairs.truncate(kept_pairs);
        // the others are looked at, by themselves
        new.clear();
        next.clear();
        for i in 0..self.pairs.len() {
            let pair = self.pairs[i];
            self.look_at(pair, poses, reach, new);
            next.push((pair, new.len() as u32));
        }
        // and both become one list, from its end on, where there is nothing yet
        make_room(found, new.len());
        found.extend_from_slice(new);
        pairs.extend_from_slice(next);
        let mut end = found.len();
        let (mut old, mut left) = (kept_pairs, next.len());
        let range = |list: &[([u32; 2], u32)], i: usize| {
            let start = if i > 0 { list[i - 1].1 } else { 0 };
            start as usize..list[i].1 as usize
        };
        while left > 0 {
            let place = old + left - 1;
            if old == 0 || pairs[old - 1].0 < next[left - 1].0 {
                left -= 1;
                let from = range(next, left);
                let start = end - from.len();
                found[start..end].copy_from_slice(&new[from]);
                pairs[place] = (next[left].0, end as u32);
                end = start;
            } else {
                old -= 1;
                let from = range(pairs, old);
                let start = end - from.len();
                found.copy_within(from, start);
                pairs[place] = (pairs[old].0, end as u32);
                end = start;
            }
        }
    }
}

fn unit(q: [f64; 4]) -> [f64; 4] {
    let size = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / size)
}
