//! All combinations of contact modes, each solved from several directions of slip.
//!
//! What is found is certain, as far as the audit goes; that nothing else exists is not: each combination is a nonlinear system that may
//! have more roots than the starts come to. Sets with corners are met at the corners only (their faces are for pivoting methods).

use super::audit::residual;
use super::equations::Equations;
use super::mode::{ContactMode, JointMode, Modes};
use super::newton::solve_mode;
use super::scaled::{Scaled, Units};
use crate::analyze::Posed;
use complementarity::generate::Random;
use stickslip::{Error, InstantProblem, Motion, ReducedProblem};

/// A slip smaller than this part of the free accelerations is none.
const STILL: f64 = 1e-9;

/// How thoroughly to look.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// How many combinations at most; 3⁷ unless told.
    pub combinations: usize,
    /// How many starts at most for a combination with slip; 64 unless told.
    pub starts: usize,
    /// How many starts for all combinations together, though never fewer than 4 for one; 20,000 unless told.
    pub budget: usize,
    /// The seed of the starts.
    pub seed: u64,
    /// The largest residual of a solution, see [`residual`]; 1e-10 unless told.
    pub tolerance: f64,
    /// How far accelerations may differ, beside the largest of the free ones, and still be the same; 1e-7 unless told.
    pub same: f64,
}

impl Default for Enumeration {
    fn default() -> Self {
        Self {
            combinations: 2187,
            starts: 64,
            budget: 20_000,
            seed: 1,
            tolerance: 1e-10,
            same: 1e-7,
        }
    }
}

/// A solution with its modes.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeSolution {
    /// What the contacts and joints do.
    pub modes: Modes,
    /// Forces and accelerations.
    pub motion: Motion,
    /// The unknowns of the reduced problem.
    pub unknowns: Vec<f64>,
    /// How far they are from the laws.
    pub residual: f64,
}

/// What an enumeration came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The solutions, no two with the same acceleration, in the order of their modes.
    pub solutions: Vec<ModeSolution>,
    /// How many combinations were tried.
    pub tried: usize,
    /// How many there are.
    pub combinations: usize,
}

/// Solves every combination of modes. `progress` hears how many of how many were tried, and ends it by saying false.
pub fn all_modes(
    posed: &Posed,
    settings: &Enumeration,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Found, Error> {
    let reduced = posed.problem.reduce()?;
    let units = Units::of(&reduced, posed.law);
    let mut found = Found::default();
    let Some(scaled) = Scaled::of(&reduced, &units) else {
        return Ok(found);
    };
    let choices = Choices::of(&reduced);
    found.combinations = choices.count();
    let total = found.combinations.min(settings.combinations);
    let free = &posed.problem.data().free;
    let size = free.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
    let starts = (settings.budget / total.max(1)).clamp(4.min(settings.starts), settings.starts);
    let mut random = Random::new(settings.seed);
    let mut chosen = Random::new(settings.seed);
    for index in 0..total {
        if !progress(index, total) {
            break;
        }
        let modes = match total < found.combinations {
            true => choices.some(index, &mut chosen),
            false => choices.modes(index),
        };
        let equations = Equations {
            problem: &scaled,
            modes: &modes,
        };
        let slides = (modes.contacts.iter().zip(&scaled.contacts))
            .any(|(mode, contact)| *mode == ContactMode::Slide && contact.rows > 0);
        for start in 0..if slides { starts } else { 1 } {
            let Some(z) = solve_mode(&equations, &mut random, start) else {
                continue;
            };
            let c = scaled.with_units(&z);
            let residual = residual(&posed.problem, &reduced, posed.law, &c)?;
            if residual.is_nan() || residual > settings.tolerance {
                continue;
            }
            let motion = posed.problem.motion(&reduced, &c)?;
            let same = |other: &ModeSolution| {
                let pairs = other.motion.acceleration.iter().zip(&motion.acceleration);
                pairs.fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) <= settings.same * size
            };
            if !found.solutions.iter().any(same) {
                found.solutions.push(ModeSolution {
                    modes: without_still_slides(&posed.problem, &modes, &motion),
                    motion,
                    unknowns: c,
                    residual,
                });
            }
        }
        found.tried = index + 1;
    }
    Ok(found)
}

/// A contact may be at the bound of its friction and not slip: then it sticks.
fn without_still_slides(problem: &InstantProblem, modes: &Modes, motion: &Motion) -> Modes {
    let mut modes = modes.clone();
    let seen = Modes::of(problem, motion, STILL);
    for (mode, seen) in modes.contacts.iter_mut().zip(&seen.contacts) {
        if (*mode, *seen) == (ContactMode::Slide, ContactMode::Stick) {
            *mode = ContactMode::Stick;
        }
    }
    modes
}

/// What each contact and joint can do.
struct Choices {
    contacts: Vec<&'static [ContactMode]>,
    joints: Vec<Vec<JointMode>>,
}

impl Choices {
    fn of(reduced: &ReducedProblem) -> Self {
        use ContactMode::{Break, Slide, Stick};
        let contacts = (reduced.contacts().iter())
            .map(|contact| match reduced.friction_rows(contact).len() {
                0 => &[Break, Slide][..],
                _ => &[Break, Stick, Slide][..],
            })
            .collect();
        let joints = (reduced.bounds().iter())
            .map(|[low, high]| {
                let mut modes = vec![JointMode::Free];
                modes.extend(low.is_finite().then_some(JointMode::Low));
                modes.extend(high.is_finite().then_some(JointMode::High));
                modes
            })
            .collect();
        Self { contacts, joints }
    }

    fn count(&self) -> usize {
        let contacts = self.contacts.iter().map(|modes| modes.len());
        let joints = self.joints.iter().map(Vec::len);
        contacts.chain(joints).fold(1, usize::saturating_mul)
    }

    /// Of too many combinations: all contacts stick, then all slide, then any.
    fn some(&self, index: usize, random: &mut Random) -> Modes {
        let mut pick = |count: usize| match index {
            0 => 1.min(count - 1),
            1 => count - 1,
            _ => (random.uniform(0.0, count as f64) as usize).min(count - 1),
        };
        let contacts = self.contacts.iter().map(|m| m[pick(m.len())]).collect();
        let mut pick = |count: usize| match index {
            0 | 1 => 0,
            _ => (random.uniform(0.0, count as f64) as usize).min(count - 1),
        };
        Modes {
            contacts,
            joints: self.joints.iter().map(|m| m[pick(m.len())]).collect(),
        }
    }

    /// A combination by its number; the first contact changes fastest.
    fn modes(&self, mut index: usize) -> Modes {
        let mut digit = |base: usize| {
            let digit = index % base;
            index /= base;
            digit
        };
        Modes {
            contacts: self.contacts.iter().map(|m| m[digit(m.len())]).collect(),
            joints: self.joints.iter().map(|m| m[digit(m.len())]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{block_on_slope, example_1, example_2, example_2_as_printed};
    use super::*;

    fn solutions(posed: &Posed) -> Vec<ModeSolution> {
        let found = all_modes(posed, &Enumeration::default(), &mut |_, _| true).unwrap();
        assert_eq!(found.tried, found.combinations);
        found.solutions
    }

    fn close(a: &[f64], b: &[f64], tolerance: f64) {
        assert_eq!(a.len(), b.len());
        let near = a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance);
        assert!(near, "{a:?} instead of {b:?}");
    }

    /// With tan θ = 0.5 a block sticks for μ = 0.6; for μ = 0.3 it slides with g (sin θ − μ cos θ).
    #[test]
    fn a_block_on_a_slope_slides_or_sticks() {
        let theta = 0.5_f64.atan();
        for (mu, mode) in [(0.6, ContactMode::Stick), (0.3, ContactMode::Slide)] {
            let solutions = solutions(&block_on_slope(theta, mu));
            assert_eq!(solutions.len(), 1, "mu = {mu}");
            assert_eq!(solutions[0].modes.contacts, [mode]);
            let along = match mode {
                ContactMode::Stick => 0.0,
                _ => 9.81 * (theta.sin() - mu * theta.cos()),
            };
            close(&solutions[0].motion.acceleration, &[along, 0.0], 1e-12);
        }
    }

    /// [TP97 §4.1], one solution each.
    #[test]
    fn example_1_by_modes() {
        for (zeta, slip) in [(2.0, 0.011931), (0.0, 0.739984)] {
            let solutions = solutions(&example_1(zeta, 0.1));
            assert_eq!(solutions.len(), 1, "zeta = {zeta}");
            let [_, t, o, _] = solutions[0].motion.contacts[1];
            assert!((t.hypot(o) - slip).abs() < 1e-6, "{zeta} {}", t.hypot(o));
        }
    }

    /// [TP97 §4.2] with the correct model: two solutions at μ = 0.75, nothing but jamming at 0.9, nothing but sliding at 0.6.
    #[test]
    fn example_2_by_modes() {
        let found = solutions(&example_2(0.75));
        assert_eq!(found.len(), 2, "{found:?}");
        let (jam, slide) = match found[0].modes.is_stuck() {
            true => (&found[0], &found[1]),
            false => (&found[1], &found[0]),
        };
        close(&jam.motion.acceleration, &[0.0; 8], 1e-9);
        let sliding = [
            -0.2640566266,
            -0.0731090904,
            -0.0754679851,
            -0.1664669277,
            -0.0909989425,
            -0.0202487468,
            -0.2994317245,
            -0.1799498108,
        ];
        close(&slide.motion.acceleration, &sliding, 1e-8);
        let normal: Vec<f64> = slide.motion.forces.iter().map(|c| c.normal).collect();
        close(&normal, &[4.8022731022, 5.2949096536, 3.5197566775], 1e-8);
        let jams = solutions(&example_2(0.9));
        assert!(jams.len() == 1 && jams[0].modes.is_stuck(), "{jams:?}");
        let slides = solutions(&example_2(0.6));
        assert!(
            slides.len() == 1 && !slides[0].modes.is_stuck(),
            "{slides:?}"
        );
    }

    /// [TP97 Table 1] as printed: J[my, o2] = −1, A = JᵀMJ, friction along −a scaled onto the ellipsoid.
    #[test]
    fn table_1_by_modes() {
        let found = solutions(&example_2_as_printed(0.9));
        let slide = found
            .iter()
            .find(|s| s.modes.contacts == [ContactMode::Slide; 3])
            .expect("the table has a solution that slides everywhere");
        let printed = [
            -1.2926, -0.3194, -0.3431, -0.4759, -0.1327, 0.1629, -1.4404, -0.7212,
        ];
        close(&slide.motion.acceleration, &printed, 6e-5);
        let forces = [
            [5.6399, -0.8763, -4.8224, 2.6394],
            [4.1562, 2.2585, -2.9756, -0.3840],
            [1.7016, -0.6783, 1.3717, -0.1196],
        ];
        for (force, printed) in slide.motion.forces.iter().zip(&forces) {
            close(&force.parts(), printed, 6e-5);
        }
        // the other column of the table: it may jam
        assert!(found.iter().any(|s| s.modes.is_stuck()));
    }

    #[test]
    fn it_can_be_stopped() {
        let posed = example_2(0.75);
        let found = all_modes(&posed, &Enumeration::default(), &mut |i, _| i < 5).unwrap();
        assert_eq!((found.tried, found.combinations), (5, 27));
    }
}
