//! The contacts of one pair of colliders: one match over the kinds of shapes.

use super::analytic::*;
use super::part::{Part, Solid};
use super::seen::Seen;
use crate::world::Pose;

/// Memory that all pairs share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {}

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
        ordered(&first.solid, &second.solid, there, reach, scratch, out);
    } else {
        let back = there.inverse();
        ordered(&second.solid, &first.solid, &back, reach, scratch, out);
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
    }
}

fn ordered(
    first: &Solid,
    second: &Solid,
    there: &Pose,
    reach: f64,
    _scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    use Solid::*;
    match (first, second) {
        (HalfSpace(a), Ball(b)) => half_space_ball(a, b, out),
        (HalfSpace(a), Capsule(b)) => half_space_capsule(a, b, out),
        (HalfSpace(a), Cylinder(b)) => half_space_cylinder(a, b, there, out),
        (HalfSpace(a), Polytope(b)) => half_space_polytope(a, b, there, reach, out),
        (Ball(a), Ball(b)) => ball_ball(a, b, out),
        (Capsule(a), Ball(b)) => capsule_ball(a, b, there, out),
        (Capsule(a), Capsule(b)) => capsule_capsule(a, b, there, out),
        (Cylinder(a), Ball(b)) => cylinder_ball(a, b, there, out),
        _ => {}
    }
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
