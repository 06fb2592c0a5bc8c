//! Pairs of bodies in colours: those of one colour have no body in common, so it does not matter in which order, or on how many
//! threads, they are swept.

use crate::room::{fill, make_room};
use std::ops::Range;

/// Neighbouring contacts of the same two bodies, swept one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Its bodies in the island; one that is not there is the last.
    pub(super) bodies: [u32; 2],
    /// Its contacts.
    pub(super) first: u32,
    pub(super) end: u32,
}

/// Colours of an island.
#[derive(Debug, Default)]
pub(super) struct Colours {
    /// The pairs, colour by colour.
    pub(super) pairs: Vec<Pair>,
    /// The pairs of each colour. Those that found none come last, and are swept one by one.
    pub(super) ranges: Vec<Range<usize>>,
    /// The colours of each body so far.
    taken: Vec<u64>,
    of: Vec<u8>,
    sorted: Vec<Pair>,
}

/// Islands of fewer pairs are swept by one thread.
const FEW: usize = 1000;
/// As many colours as a word has bits; a body with more neighbours leaves the rest of them to the end.
const MOST: usize = u64::BITS as usize;

impl Colours {
    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Adds the next contact of two bodies.
    pub(super) fn add(&mut self, bodies: [u32; 2], contact: usize) {
        let contact = contact as u32;
        match self.pairs.last_mut() {
            Some(last) if last.bodies == bodies => last.end = contact + 1,
            _ => {
                make_room(&mut self.pairs, 1);
                self.pairs.push(Pair {
                    bodies,
                    first: contact,
                    end: contact + 1,
                });
            }
        }
    }

    /// Sorts the pairs by colour: each takes the first that none of its bodies has. `nobody` is no body. Few pairs are left in their
    /// own order: load finds its way through a stack sooner in the order of its layers.
    pub(super) fn sort(&mut self, nobody: u32) {
        if self.pairs.len() < FEW {
            self.ranges.clear();
            self.ranges.push(0..self.pairs.len());
            return;
        }
        fill(&mut self.taken, nobody as usize + 1, 0);
        self.of.clear();
        make_room(&mut self.of, self.pairs.len());
        let mut counts = [0; MOST + 1];
        for pair in &self.pairs {
            let taken = pair.bodies.map(|body| self.taken[body as usize]);
            let free = !(taken[0] | taken[1]);
            let colour = free.trailing_zeros() as usize;
            if colour < MOST {
                for body in pair.bodies {
                    self.taken[body as usize] |= 1 << colour;
                }
                self.taken[nobody as usize] = 0;
            }
            counts[colour] += 1;
            self.of.push(colour as u8);
        }
        self.ranges.clear();
        let mut starts = [0; MOST + 1];
        let mut start = 0;
        for (colour, &count) in counts.iter().enumerate() {
            starts[colour] = start;
            if count > 0 || colour == MOST {
                self.ranges.push(start..start + count);
            }
            start += count;
        }
        let empty = Pair {
            bodies: [0; 2],
            first: 0,
            end: 0,
        };
        fill(&mut self.sorted, self.pairs.len(), empty);
        for (pair, &colour) in self.pairs.iter().zip(&self.of) {
            self.sorted[starts[colour as usize]] = *pair;
            starts[colour as usize] += 1;
        }
        std::mem::swap(&mut self.pairs, &mut self.sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_body_has_a_colour_twice() {
        let nobody = 1000;
        let mut colours = Colours::default();
        let mut contact = 0;
        for body in 0..nobody {
            // a chain, the floor, and one body that all others touch
            for other in [body + 1, nobody, 7] {
                if body == other || other > nobody {
                    continue;
                }
                colours.add([body, other], contact);
                colours.add([body, other], contact + 1);
                contact += 2;
            }
        }
        colours.sort(nobody);
        let mut seen = vec![false; contact];
        let alone = colours.ranges.len() - 1;
        for (i, range) in colours.ranges.iter().enumerate() {
            let mut bodies: Vec<u32> = Vec::new();
            for pair in &colours.pairs[range.clone()] {
                bodies.extend(pair.bodies.iter().filter(|b| **b != nobody));
                (pair.first..pair.end).for_each(|c| seen[c as usize] = true);
            }
            let many = bodies.len();
            bodies.sort_unstable();
            bodies.dedup();
            assert!(i == alone || bodies.len() == many);
        }
        assert!(seen.iter().all(|&s| s));
        assert!(!colours.ranges[alone].is_empty());
    }
}
