//! Closure of a grasp or fixture: contacts that can answer any load. They can if their rows reach every velocity and there are internal forces
//! strictly inside all cones: those can be raised until any load is small beside them. With normals alone that is form closure.

use super::basis::{Basis, whitened};
use super::error::Error;
use super::forces::Unknowns;
use super::wedge::{Wedging, wedging};
use stickslip::InstantProblem;

/// What contacts (and joints) can hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// Whether friction and normal forces together answer any load.
    pub force: bool,
    /// Whether normal forces alone do.
    pub form: bool,
    /// How many velocities the bodies (blocks of the mass matrix) have that contacts and joints touch.
    pub velocities: usize,
    /// In how many independent ways they can push.
    pub rank: usize,
    /// In how many independent ways normals and joints can.
    pub normal_rank: usize,
    /// The internal forces with friction.
    pub grip: Wedging,
    /// The internal forces of normals alone.
    pub clamp: Wedging,
}

/// Asks whether contacts close around what they hold.
pub fn closure(problem: &InstantProblem) -> Result<Closure, Error> {
    let smooth = problem.with_friction(0.0);
    let (grip, clamp) = (wedging(problem)?, wedging(&smooth)?);
    let unknowns = Unknowns::of(problem)?;
    let pushes = unknowns.pushes();
    // a body that is touched is to be held, also in ways in which nothing touches it
    let mass = &problem.data().mass;
    let touched = |block: &usize| {
        let mut velocities = mass.block(*block);
        velocities.any(|k| pushes.iter().any(|push| push[k] != 0.0))
    };
    let blocks = (0..mass.blocks()).filter(touched);
    let velocities = blocks.map(|block| mass.block(block).len()).sum();
    let (rank, normal_rank) = (reach(&unknowns), reach(&Unknowns::of(&smooth)?));
    Ok(Closure {
        force: grip.strictly && rank == velocities,
        form: clamp.strictly && normal_rank == velocities,
        velocities,
        rank,
        normal_rank,
        grip,
        clamp,
    })
}

/// The rank of the pushes of contacts, and of joints that bear any force either way.
fn reach(unknowns: &Unknowns) -> usize {
    let mut pushes = unknowns.pushes();
    let joints = pushes.split_off(unknowns.first_joint);
    let both = |growth: &[f64; 2]| growth.iter().all(|g| g.is_infinite());
    let rigid = joints.into_iter().zip(unknowns.growth());
    pushes.extend(
        rigid
            .filter(|(_, growth)| both(growth))
            .map(|(push, _)| push),
    );
    Basis::of(&whitened(&unknowns.problem.data().mass, &pushes)).rank()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{planar, wedge};
    use super::*;

    /// A disc in three jaws: it cannot be moved, but only friction keeps it from turning.
    fn jaws(mu: f64, angles: [f64; 3]) -> InstantProblem {
        let jaw = |angle: f64| {
            let (sin, cos) = angle.to_radians().sin_cos();
            ([cos, sin], [-cos, -sin])
        };
        planar([1.0, 1.0, 0.5], [0.0; 3], mu, &angles.map(jaw))
    }

    #[test]
    fn three_jaws_hold_a_disc_by_friction() {
        let found = closure(&jaws(0.2, [90.0, 210.0, 330.0])).unwrap();
        assert!(found.force && !found.form, "{found:?}");
        assert_eq!((found.velocities, found.rank, found.normal_rank), (3, 3, 2));
        let smooth = closure(&jaws(0.0, [90.0, 210.0, 330.0])).unwrap();
        assert!(!smooth.force && smooth.grip.strictly && smooth.rank == 2);
    }

    /// Two jaws 10° below the middle and one at the bottom push the disc out, unless the friction angle is more than that.
    #[test]
    fn jaws_on_one_side_need_more_friction() {
        let threshold = 10.0_f64.to_radians().tan();
        for (mu, holds) in [(threshold - 1e-6, false), (threshold + 1e-6, true)] {
            let found = closure(&jaws(mu, [-10.0, 190.0, 270.0])).unwrap();
            assert_eq!(found.force, holds, "{mu}: {found:?}");
            assert!(!found.form);
        }
    }

    /// Two pairs of opposite normals, each pair turning the body: against each other they close it, the same way they do not, and neither
    /// do three of them.
    #[test]
    fn four_normals_close_a_plane_body() {
        let around = |side: f64| {
            [
                ([0.5, -1.0], [0.0, 1.0]),
                ([-0.5, 1.0], [0.0, -1.0]),
                ([-1.0, side], [1.0, 0.0]),
                ([1.0, -side], [-1.0, 0.0]),
            ]
        };
        let of = |contacts: &[_]| closure(&planar([1.0; 3], [0.0; 3], 0.0, contacts)).unwrap();
        let against = of(&around(0.5));
        assert!(against.form && against.force, "{against:?}");
        let along = of(&around(-0.5));
        assert!(!along.form && along.normal_rank == 3, "{along:?}");
        let three = of(&around(0.5)[..3]);
        assert!(!three.form && three.normal_rank == 3);
    }

    #[test]
    fn a_wedge_with_enough_friction_is_closed() {
        assert!(closure(&wedge(0.3, 0.8, 0.0)).unwrap().force);
        assert!(!closure(&wedge(0.3, 0.3, 0.0)).unwrap().force);
    }
}
