//! Every solution of a problem with segments and polygons for friction, by trying all choices of modes. Each is a set of linear equations;
//! if all of them are regular each has one y = c − u, which is a solution if it lies where the laws are what the mode says.
//!
//! Beside the complementarity problem this has no degenerate bases: those of a contact that breaks, whose slip may be divided between two
//! signs at will, leave [`enumerate`](super::enumerate) in doubt more often than not.

use super::super::uniqueness::law::force;
use super::super::uniqueness::modes::Modes;
use super::super::uniqueness::scaled::Scaled;
use super::enumerate::Enumerated;
use super::judge::Judge;
use super::solution::Finder;
use complementarity::linear::{Lu, max_abs};
use stickslip::Error;

/// Smallest pivot beside the largest of equations that are regular.
const REGULAR: f64 = 1e-9;
/// Forces that differ from those of the laws by more than this, beside the largest, are none for sure.
const OUTSIDE: f64 = 1e-6;

/// All solutions, if there are not too many choices and all are regular.
pub(super) fn all(judge: &Judge) -> Result<Option<Enumerated>, Error> {
    let scaled = Scaled::of(judge.problem())?;
    let Ok(modes) = Modes::of(&scaled) else {
        return Ok(None);
    };
    if modes.count(judge.settings().nodes).is_none() {
        return Ok(None);
    }
    let b: Vec<f64> = (scaled.reduced.q().iter().zip(&scaled.units))
        .map(|(b, unit)| b * unit)
        .collect();
    let nothing = vec![0.0; b.len()];
    let (mut lu, mut regular, mut candidates) = (Lu::default(), true, Vec::new());
    modes.visit(&mut |whole, choice| {
        lu.factor(whole);
        // (A C + 1 − C) y = −b − (A − 1) offset
        let offset = modes.force(choice, &nothing);
        let mut y: Vec<f64> = b.iter().zip(&offset).map(|(b, c)| c - b).collect();
        let back: Vec<f64> = offset.iter().map(|c| -c).collect();
        scaled.a.mul_add(&back, &mut y);
        regular = lu.pivot_ratio() > REGULAR && lu.solve(&mut y);
        if regular {
            let c = modes.force(choice, &y);
            let apart = force(&scaled, &y)
                .iter()
                .zip(&c)
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            if apart <= OUTSIDE * max_abs(&y) {
                candidates.push(c);
            }
        }
        regular
    });
    if !regular {
        return Ok(None);
    }
    let mut out = Enumerated {
        complete: true,
        ..Enumerated::default()
    };
    for candidate in candidates {
        let c: Vec<f64> = candidate
            .iter()
            .zip(&scaled.units)
            .map(|(c, unit)| c * unit)
            .collect();
        match judge.solution(&c, Finder::Enumeration)? {
            Some(solution) => out.solutions.push(solution),
            // neither in nor out
            None => out.complete = false,
        }
    }
    Ok(Some(out))
}
