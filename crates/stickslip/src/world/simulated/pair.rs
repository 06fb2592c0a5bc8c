//! Two colliders at one instant: what all contacts between them have in common is looked at once.

use super::super::placement::Placement;
use super::super::ready::Ready;
use crate::collide::feature::Feature;
use crate::collide::search::{Found, Search};
use crate::system::Frame;
use crate::vector::{cross, dot, minus, tangent};

/// Two colliders at one instant.
pub(super) struct Pair {
    parts: [usize; 2],
    bodies: [usize; 2],
    colliders: [usize; 2],
    first: Placement,
    second: Placement,
    /// Where the axis of friction points; zero if there is none.
    wish: [f64; 3],
    /// The velocity of the first surface relative to the second, where they are belts (m/s).
    belt: [f64; 3],
    /// n, t, o of the contact seen last: those of one face have the same.
    axes: [[f64; 3]; 3],
}

const NOBODY: usize = usize::MAX;

impl Pair {
    /// Of nobody yet.
    pub(super) fn new() -> Self {
        Self {
            parts: [NOBODY; 2],
            bodies: [NOBODY; 2],
            colliders: [NOBODY; 2],
            first: Placement::NOWHERE,
            second: Placement::NOWHERE,
            wish: [0.0; 3],
            belt: [0.0; 3],
            axes: [[0.0; 3]; 3],
        }
    }

    /// Turns to the pair of a contact, which is mostly that of the contact before it; whether it is another.
    #[inline]
    pub(super) fn turn_to(
        &mut self,
        (ready, search): (&Ready, &Search),
        found: &Found,
        t: f64,
        q: &[f64],
    ) -> bool {
        let parts = found.parts();
        if self.parts == parts {
            return false;
        }
        self.parts = parts;
        let (bodies, colliders) = (search.bodies(parts), search.colliders(parts));
        if self.bodies[0] != bodies[0] {
            self.first = ready.placement(bodies[0], t, q);
        }
        if self.bodies[1] != bodies[1] {
            self.second = ready.placement(bodies[1], t, q);
        }
        (self.bodies, self.colliders) = (bodies, colliders);
        true
    }

    /// Looks at the surfaces of the pair.
    pub(super) fn look_at_surfaces(&mut self, ready: &Ready) {
        self.axes = [[0.0; 3]; 3];
        if ready.is_plain {
            return;
        }
        let colliders: [_; 2] = std::array::from_fn(|i| {
            &ready.model.bodies[self.bodies[i]].colliders[self.colliders[i]]
        });
        let [a, b] = colliders.map(|c| c.material);
        // the axis of friction is fixed to the body of the pair's first material
        let surface = &ready.surfaces[a * ready.model.materials.materials.len() + b];
        let axis = surface.as_ref().and_then(|(surface, swapped)| {
            let owner = if *swapped { &self.second } else { &self.first };
            surface.axis.map(|axis| owner.pose.direction(axis))
        });
        self.wish = axis.unwrap_or([0.0; 3]);
        let [here, there] = colliders.map(|c| c.belt);
        self.belt = match (here, there) {
            ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]) => [0.0; 3],
            _ => minus(
                self.first.pose.direction(here),
                self.second.pose.direction(there),
            ),
        };
    }

    /// The gap of a contact (m).
    pub(super) fn gap(&self, feature: &Feature) -> f64 {
        feature.at(&self.first.pose, &self.second.pose).gap
    }

    /// The rows of a contact, with so many for friction, written into an empty frame, and its gap (m).
    pub(super) fn touch(&mut self, feature: &Feature, rows: usize, frame: &mut Frame) -> f64 {
        let touch = feature.at(&self.first.pose, &self.second.pose);
        if self.axes[0] != touch.normal {
            let n = touch.normal;
            let t = tangent(n, self.wish);
            self.axes = [n, t, cross(n, t)];
        }
        let first = (&self.first, minus(touch.point, self.first.centre));
        let second = (&self.second, minus(touch.point, self.second.centre));
        let into = [&mut frame.normal, &mut frame.tangent, &mut frame.binormal];
        for (i, (row, direction)) in into.into_iter().zip(self.axes).enumerate().take(1 + rows) {
            let given = Placement::push_pair(first, second, row, direction);
            // a belt moves its surface, but not into or out of it
            let belt = if i == 0 {
                0.0
            } else {
                dot(self.belt, direction)
            };
            frame.surface[i] = belt - given;
        }
        if rows == 3 {
            let (row, n) = (&mut frame.torsion, touch.normal);
            let (first, second) = (first.0, second.0);
            frame.surface[3] = -(second.push_turn(row, n, 1.0) + first.push_turn(row, n, -1.0));
        }
        touch.gap
    }
}
