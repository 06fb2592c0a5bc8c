//! Full stick: can every contact stay as it is, and by how much? If the motion is rest, that is a jam.
//!
//! The acceleration v̇ at full stick is known; asked for are forces with Jᵀc = M(v̇ − v̇_free) as far inside the cones as possible,
//! μ c_n − ψ(c_T) ≥ s. If the best s is negative the multipliers are a motion against which no contact force does work, and that the loads
//! drive: nothing can hold it.

use super::error::Error;
use super::forces::{Inside, Unknowns};
use super::held::Held;
use super::programme::{Linear, Outcome};
use super::sticking::Sticking;
use complementarity::linear::dot;
use stickslip::{InstantProblem, Motion, Slip};

/// Margins of less than this, relative to the forces, are none.
pub(super) const NOTHING: f64 = 1e-9;
/// A proof by a motion, or by weights of rows, stands for forces up to so many times the usual size.
pub(super) const FORCES: f64 = 1e3;

/// Whether all contacts can stick at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Stick {
    /// The largest s with μ c_n − ψ(c_T) ≥ s at every contact (c_n ≥ s without friction) (N), no larger than `scale`. Negative: by how much
    /// bounds would have to give way; −∞ if that would not help.
    pub margin: f64,
    /// The size of forces (N), by which to measure the margin.
    pub scale: f64,
    /// Whether there are forces with which everything sticks.
    pub exists: bool,
    /// Whether nothing moves then: with `exists`, a jam.
    pub still: bool,
    /// Such forces, as far inside the cones as can be, and the acceleration.
    pub motion: Option<Motion>,
    /// If there are none: a motion that no force can hold, see [`power_of`].
    pub unstoppable: Option<Vec<f64>>,
    /// Why the question did not arise.
    pub reason: Option<NoStick>,
}

/// Why there is no question of full stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStick {
    /// A contact slips already.
    Slips {
        /// Its index.
        contact: usize,
    },
    /// Nothing touches, and there are no joints.
    NoContacts,
    /// Surfaces and targets of joints ask for motions that contradict each other.
    Contradiction,
}

impl Stick {
    fn without(reason: NoStick) -> Self {
        Self {
            margin: f64::NEG_INFINITY,
            scale: 1.0,
            exists: false,
            still: false,
            motion: None,
            unstoppable: None,
            reason: Some(reason),
        }
    }

    /// Whether the bodies are stuck at rest.
    pub fn is_jam(&self) -> bool {
        self.exists && self.still
    }
}

/// Asks whether all contacts can stick.
pub fn stick(problem: &InstantProblem) -> Result<Stick, Error> {
    let unknowns = Unknowns::of(problem)?;
    if unknowns.len() == 0 {
        return Ok(Stick::without(NoStick::NoContacts));
    }
    let rolling = |slip: &Slip| *slip == Slip::Rolling;
    if let Some(contact) = problem.slips().iter().position(|slip| !rolling(slip)) {
        return Ok(Stick::without(NoStick::Slips { contact }));
    }
    let Some(held) = Held::of(&unknowns)? else {
        return Ok(Stick::without(NoStick::Contradiction));
    };
    // bounds of joints are kept; where they cannot be, they give way like those of contacts
    let mut best = Best::of(&unknowns, &held, false)?;
    if best.forces.is_none() {
        let relaxed = Best::of(&unknowns, &held, true)?;
        if relaxed.margin < 0.0 {
            best = relaxed;
        }
    }
    let exists = best.margin >= -NOTHING;
    let motion = match (exists, best.forces) {
        (true, Some(c)) => Some(problem.motion(&problem.reduce()?, &c)?),
        _ => None,
    };
    Ok(Stick {
        margin: best.margin * held.scale,
        scale: held.scale,
        exists,
        still: held.still,
        motion,
        unstoppable: (best.motion).filter(|y| !exists && power_of(problem, y).is_some()),
        reason: None,
    })
}

/// The forces farthest inside.
struct Best {
    /// In units of the scale.
    margin: f64,
    forces: Option<Vec<f64>>,
    /// The multipliers, as a motion.
    motion: Option<Vec<f64>>,
}

impl Best {
    fn of(unknowns: &Unknowns, held: &Held, relaxed: bool) -> Result<Self, Error> {
        let mut sticking = Sticking::new(unknowns, held);
        let margin = sticking.programme.variables(1);
        sticking.programme.set_cost(margin, -1.0);
        sticking.confine(Inside::Variable(margin), relaxed.then_some(margin));
        // internal forces may grow without bound, and the margin with them
        (sticking.programme).nonnegative(Linear::new([(margin, -1.0)], 1.0));
        let outcome = sticking.programme.solve("can every contact stick")?;
        Ok(match outcome {
            Outcome::Solved { x, z } => Self {
                margin: x[margin],
                forces: Some(sticking.forces(&x)),
                motion: Some(sticking.motion(&z)),
            },
            Outcome::Infeasible { z } => Self {
                margin: f64::NEG_INFINITY,
                forces: None,
                motion: Some(sticking.motion(&z)),
            },
            Outcome::Unbounded => Self {
                margin: 1.0,
                forces: None,
                motion: None,
            },
        })
    }
}

/// The power (W) with which the loads drive a motion y against everything that sticking contacts and holding joints can do, beyond what the
/// accelerations of full stick need. Something only if it is a proof that not all contacts can stick: no force of any contact or joint
/// takes power out of y, u_n ≥ μ support(u_T), and the loads give some.
pub fn power_of(problem: &InstantProblem, y: &[f64]) -> Option<f64> {
    let unknowns = Unknowns::of(problem).ok()?;
    let held = Held::of(&unknowns).ok()??;
    let data = problem.data();
    if y.len() != data.mass.len() {
        return None;
    }
    // (f − M v̇)·y and the power of known forces
    let mut rest: Vec<f64> = data
        .free
        .iter()
        .zip(&held.acceleration)
        .map(|(f, a)| f - a)
        .collect();
    let difference = rest.clone();
    data.mass.momentum(&difference, &mut rest);
    let mut power = dot(&rest, y);
    // what contacts and joints give at least; what they should not take, they take by rounding
    let rates = Held::rates(&unknowns, y);
    let mut taken = 0.0_f64;
    for i in 0..unknowns.normals.len() {
        taken = taken.max(-unknowns.dual_slack(i, &rates));
    }
    let bounds = held.bounds(&data.joints);
    for (rate, bounds) in rates[unknowns.first_joint..].iter().zip(bounds) {
        let (least, beyond) = least_power(*rate, bounds);
        power += least;
        taken = taken.max(beyond);
    }
    (power > 0.0 && power > FORCES * held.scale * taken).then_some(power)
}

/// The least power of a force within bounds, and the rate along which it has none.
pub(super) fn least_power(rate: f64, [low, high]: [f64; 2]) -> (f64, f64) {
    let bound = if rate > 0.0 { low } else { high };
    match bound.is_finite() {
        true => (bound * rate, 0.0),
        false => (0.0, rate.abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{add, cube, drawer, ladder, planar_frame, threshold, wedge};
    use super::*;
    use stickslip::{Drive, Frame, Friction, Mass, NaturalMap};

    fn sticks(problem: &InstantProblem) -> bool {
        let stick = stick(problem).unwrap();
        assert_eq!(stick.exists, stick.motion.is_some());
        stick.margin >= 0.0
    }

    /// [TP97 §4.2] with the correct model: jamming begins at μ = 0.70368.
    #[test]
    fn the_cube_jams_from_its_threshold_on() {
        let found = threshold(0.6, 0.9, |mu| sticks(&cube(mu)));
        assert!((found - 0.70368).abs() < 1e-5, "{found}");
        let jam = stick(&cube(0.9)).unwrap();
        assert!(jam.is_jam() && jam.unstoppable.is_none());
        let motion = jam.motion.unwrap();
        assert!(motion.acceleration.iter().all(|a| a.abs() < 1e-9));
        // judged by what knows nothing of cone programmes
        let reduced = cube(0.9).reduce().unwrap();
        let c: Vec<f64> = motion.forces.iter().flat_map(|c| c.parts()).collect();
        assert!(NaturalMap::of(&reduced, &c).relative < 1e-9);
    }

    #[test]
    fn margins_grow_with_friction() {
        let mut last = f64::NEG_INFINITY;
        for i in 0..40 {
            let margin = stick(&cube(0.02 + 0.03 * f64::from(i))).unwrap().margin;
            assert!(margin > last, "{i}: {margin} after {last}");
            last = margin;
        }
    }

    /// Below the threshold there is a motion that the rod drives and nothing holds; it proves nothing above.
    #[test]
    fn what_cannot_be_held_is_shown() {
        for mu in [0.1, 0.5, 0.7, 0.7036] {
            let problem = cube(mu);
            let slip = stick(&problem).unwrap();
            assert!(!slip.exists && slip.margin < 0.0);
            let y = slip.unstoppable.unwrap();
            assert!(
                power_of(&problem, &y).is_some_and(|power| power > 0.0),
                "{mu}"
            );
            let back: Vec<f64> = y.iter().map(|y| -y).collect();
            assert_eq!(power_of(&problem, &back), None);
            assert_eq!(power_of(&cube(0.75), &y), None);
        }
    }

    /// Statics: a ladder with equal friction on both ends stands if μ ≥ tan((90° − θ)/2), a drawer jams if μ ≥ L/(2e).
    #[test]
    fn ladders_and_drawers_have_their_closed_forms() {
        for angle in [0.5, 0.9, 1.3_f64] {
            let exact = (0.5 * (std::f64::consts::FRAC_PI_2 - angle)).tan();
            let found = threshold(0.0, 2.0, |mu| sticks(&ladder(angle, mu)));
            assert!((found - exact).abs() < 1e-7, "{angle}: {found} {exact}");
        }
        for eccentricity in [0.5, 1.0, 3.0] {
            let found = threshold(0.0, 2.0, |mu| sticks(&drawer(eccentricity, mu)));
            assert!(
                (found - 0.5 / eccentricity).abs() < 1e-7,
                "{eccentricity}: {found}"
            );
        }
    }

    /// A block on a slope α sticks if μ ≥ tan α, whatever describes the friction; a square pyramid across its edge if μ ≥ √2 tan α.
    #[test]
    fn every_set_holds_a_block_on_a_slope() {
        let slope = 0.4_f64;
        let square = |angle: f64| Friction::polygon(1.0, 4).map(|f| (f, angle)).unwrap();
        let ellipse = Friction::elliptic(1.0, [0.5, 2.0]).unwrap();
        let quarter = std::f64::consts::FRAC_PI_4;
        for ((friction, heading), factor) in [
            ((Friction::planar(1.0), 0.0), 1.0),
            ((Friction::round(1.0), 0.3), 1.0),
            ((ellipse, 0.0), 2.0),
            (
                (Friction::ellipsoid(1.0, [1.0, 1.0, 0.1]).unwrap(), 1.0),
                1.0,
            ),
            ((Friction::mixed(1.0, [1.0, 1.0, 0.1]).unwrap(), 1.0), 1.0),
            (square(0.0), 1.0),
            (square(quarter), 2.0_f64.sqrt()),
        ] {
            let at = |mu: f64| {
                let mass = Mass::diagonal(&[2.0; 4]).unwrap();
                let (sin, cos) = slope.sin_cos();
                let load = [
                    20.0 * sin * heading.cos(),
                    20.0 * sin * heading.sin(),
                    -20.0 * cos,
                    0.0,
                ];
                let mut problem = InstantProblem::new(mass, &load).unwrap();
                let mut frame = Frame::default();
                frame.normal.push(2, 1.0);
                frame.tangent.push(0, 1.0);
                frame.binormal.push(1, 1.0);
                frame.torsion.push(3, 1.0);
                let friction = Friction {
                    coefficient: mu,
                    ..friction.clone()
                };
                add(&mut problem, &frame, friction, [0.0; 4]);
                sticks(&problem)
            };
            let (found, exact) = (threshold(0.1, 2.0, at), factor * slope.tan());
            assert!(
                (found - exact).abs() < 1e-7,
                "{friction:?}: {found} {exact}"
            );
        }
    }

    /// A brake of 1 N beside a contact with 4 N of friction holds 5 N and no more.
    #[test]
    fn bounded_joints_hold_as_far_as_they_can() {
        let at = |load: f64| {
            let mass = Mass::diagonal(&[1.0; 3]).unwrap();
            let mut problem = InstantProblem::new(mass, &[load, -10.0, 0.0]).unwrap();
            let frame = planar_frame([0.0, 0.0], [0.0, 1.0]);
            add(&mut problem, &frame, Friction::planar(0.4), [0.0; 4]);
            let brake = Drive {
                target: 0.0,
                low: -1.0,
                high: 1.0,
                softness: 0.0,
            };
            problem.add_joint([(0, 1.0)], brake).unwrap();
            problem
        };
        assert!((threshold(3.0, 8.0, |load| !sticks(&at(load))) - 5.0).abs() < 1e-7);
        let beyond = stick(&at(5.5)).unwrap();
        let power = power_of(&at(5.5), &beyond.unstoppable.unwrap()).unwrap();
        assert!((power - 0.5).abs() < 1e-6, "{power}");
        // alone, the brake is what gives way
        let mass = Mass::diagonal(&[1.0]).unwrap();
        let mut alone = InstantProblem::new(mass, &[1.5]).unwrap();
        let brake = Drive {
            target: 0.0,
            low: -1.0,
            high: 1.0,
            softness: 0.0,
        };
        alone.add_joint([(0, 1.0)], brake).unwrap();
        let slip = stick(&alone).unwrap();
        assert!((slip.margin + 0.5).abs() < 1e-8 && !slip.exists, "{slip:?}");
        assert!((power_of(&alone, &slip.unstoppable.unwrap()).unwrap() - 0.5).abs() < 1e-8);
    }

    #[test]
    fn where_internal_forces_have_no_bound_the_margin_is_the_scale() {
        let held = stick(&wedge(0.3, 0.8, 0.0)).unwrap();
        assert!(
            held.is_jam() && (held.margin - held.scale).abs() < 1e-6 * held.scale,
            "{held:?}"
        );
        assert!(
            held.motion
                .unwrap()
                .acceleration
                .iter()
                .all(|a| a.abs() < 1e-8)
        );
    }

    #[test]
    fn what_slips_does_not_stick() {
        let mut problem = ladder(1.0, 0.9);
        let frame = planar_frame([0.0, 0.0], [0.0, 1.0]);
        let slip = Slip::Sliding([1.0, 0.0, 0.0]);
        problem
            .add_contact(&frame, Friction::planar(0.1), slip, [0.0; 4])
            .unwrap();
        let found = stick(&problem).unwrap();
        assert_eq!(found.reason, Some(NoStick::Slips { contact: 2 }));
        assert!(!found.exists);
    }
}
