//! The contacts of one pair of colliders: one match over the kinds of shapes.

use super::analytic::*;
use super::convex::{self, polytope_polytope};
use super::cylinder::{cylinder_capsule, cylinder_cylinder, polytope_cylinder, surface_cylinder};
use super::ellipsoid_pairs::*;
use super::mesh_ellipsoid::surface_ellipsoid;
use super::mesh_polytope::{By, surface_polytope};
use super::mesh_round::{surface_ball, surface_capsule};
use super::parry::Witness;
use super::part::{Part, Solid};
use super::rounded::{polytope_ball, polytope_capsule};
use super::seen::Seen;
use crate::world::Pose;

/// Memory that all pairs share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub(super) convex: convex::Workspace,
    /// Corners of a face.
    pub(super) corners: Vec<[f64; 3]>,
    /// Triangles near a collider.
    pub(super) near: Vec<u32>,
    /// Regions and triangles of them, and how each is touched.
    pub(super) ways: Vec<(u32, u32, By)>,
}

/// All contacts of two parts whose gap is at most `reach`. `there` is the frame of the second body in that of the first.
pub(crate) fn contacts(
    first: &Part,
    second: &Part,
    there: &Pose,
    reach: f64,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    out.clear();
    if rank(&first.solid) <= rank(&second.solid) {
        ordered(first, second, there, reach, scratch, out);
    } else {
        let back = there.inverse();
        ordered(second, first, &back, reach, scratch, out);
        for seen in out.iter_mut() {
            *seen = seen.flipped();
        }
    }
    out.retain(|seen| seen.gap(there) <= reach);
    tell_apart(out);
}

/// Each pair of kinds is written once, for the order of these.
fn rank(solid: &Solid) -> u8 {
    match solid {
        Solid::HalfSpace(_) => 0,
        Solid::Surface(_) => 1,
        Solid::Polytope(_) => 2,
        Solid::Cylinder(_) => 3,
        Solid::Capsule(_) => 4,
        Solid::Ball(_) => 5,
        Solid::Ellipsoid(_) => 6,
    }
}

fn ordered(
    first: &Part,
    second: &Part,
    there: &Pose,
    reach: f64,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    use Solid::*;
    match (&first.solid, &second.solid) {
        (HalfSpace(a), Ball(b)) => half_space_ball(a, b, out),
        (HalfSpace(a), Capsule(b)) => half_space_capsule(a, b, out),
        (HalfSpace(a), Cylinder(b)) => half_space_cylinder(a, b, there, out),
        (HalfSpace(a), Polytope(b)) => half_space_polytope(a, b, there, reach, out),
        (Ball(a), Ball(b)) => ball_ball(a, b, out),
        (Capsule(a), Ball(b)) => capsule_ball(a, b, there, out),
        (Capsule(a), Capsule(b)) => capsule_capsule(a, b, there, out),
        (Cylinder(a), Ball(b)) => cylinder_ball(a, b, there, out),
        (Polytope(a), Polytope(b)) => {
            polytope_polytope(a, b, there, reach, &mut scratch.convex, out);
        }
        (Polytope(a), Capsule(b)) => polytope_capsule(a, b, there, reach, out),
        (Polytope(a), Ball(b)) => polytope_ball(a, b, there, out),
        (Surface(a), Ball(b)) => surface_ball(a, b, there, reach, scratch, out),
        (Surface(a), Capsule(b)) => surface_capsule(a, b, there, reach, scratch, out),
        (Surface(a), Polytope(b)) => surface_polytope(a, b, there, reach, scratch, out),
        (Surface(a), Cylinder(b)) => surface_cylinder(a, b, there, reach, scratch, out),
        (Polytope(a), Cylinder(b)) => {
            if let Some(witness) = witness(first, second, there, reach) {
                polytope_cylinder(a, b, &witness, there, scratch, out);
            }
        }
        (Cylinder(a), Cylinder(b)) => {
            if let Some(witness) = witness(first, second, there, reach) {
                cylinder_cylinder(a, b, &witness, there, out);
            }
        }
        (Cylinder(a), Capsule(b)) => {
            if let Some(witness) = witness(first, second, there, reach) {
                cylinder_capsule(a, b, &witness, there, out);
            }
        }
        (HalfSpace(a), Ellipsoid(b)) => half_space_ellipsoid(a, b, out),
        (Surface(a), Ellipsoid(b)) => surface_ellipsoid(a, b, there, reach, scratch, out),
        (Polytope(a), Ellipsoid(b)) => polytope_ellipsoid(a, b, there, reach, out),
        (Cylinder(a), Ellipsoid(b)) => cylinder_ellipsoid(a, b, there, out),
        (Capsule(a), Ellipsoid(b)) => capsule_ellipsoid(a, b, there, out),
        (Ball(a), Ellipsoid(b)) => ball_ellipsoid(a, b, out),
        (Ellipsoid(a), Ellipsoid(b)) => ellipsoid_ellipsoid(a, b, there, out),
        // neither of two such bodies is free, or the order is the other one
        (HalfSpace(_) | Surface(_), HalfSpace(_) | Surface(_)) => {}
        (Polytope(_) | Cylinder(_) | Capsule(_) | Ball(_) | Ellipsoid(_), _) => {}
    }
}

/// What parry finds nearest.
fn witness(first: &Part, second: &Part, there: &Pose, reach: f64) -> Option<Witness> {
    let (a, b) = (first.query.as_ref()?, second.query.as_ref()?);
    a.witness(b, there, reach)
}

/// Sorts by code, and gives contacts of the same code different ones, in the order in which they were seen.
fn tell_apart(seen: &mut [Seen]) {
    // by insertion: there are few, they are nearly sorted, and nothing is allocated
    for i in 1..seen.len() {
        let mut j = i;
        while j > 0 && seen[j - 1].code > seen[j].code {
            seen.swap(j - 1, j);
            j -= 1;
        }
    }
    for i in 1..seen.len() {
        if seen[i].code <= seen[i - 1].code {
            seen[i].code = seen[i - 1].code + 1;
        }
    }
}
