//! What ends a mode, which modes may begin there, and where they do.

use super::equations::{Equations, Side};
use super::follow::EventKind;
use super::mode::{ContactMode, Modes};
use super::newton::{SLACK, holds};
use super::path::{Curve, Family};
use complementarity::linear::max_abs;

/// A slip smaller than this is none.
pub(super) const STILL: f64 = 1e-7;
/// How far to look whether a new mode holds.
const LOOK: f64 = 1e-5;

/// The largest slip, if a contact slides.
pub(super) fn slips(equations: &Equations, x: &[f64]) -> Option<f64> {
    let inequalities = equations.inequalities(x).into_iter();
    let sizes = inequalities.filter_map(|(value, side)| match side {
        Side::Stops(_) => Some(value),
        _ => None,
    });
    sizes.reduce(f64::max)
}

/// The inequality that fails most, if one does; nothing if there is no telling.
pub(super) fn failing(curve: &Curve, y: &[f64]) -> Option<Option<Side>> {
    curve.with(y, |equations, x| {
        let margin = SLACK * (1.0 + max_abs(x));
        let inequalities = equations.inequalities(x).into_iter();
        let worst =
            inequalities.fold(
                (f64::INFINITY, None),
                |(least, found), (value, side)| match value < least {
                    true => (value, Some(side)),
                    false => (least, found),
                },
            );
        worst.1.filter(|_| worst.0 < -margin)
    })
}

/// The inequality that ends a mode. That nothing slips any more ends it too, though no inequality says so: all around there are forces that hold
/// everything, and the way would go on among them.
pub(super) fn ending(curve: &Curve, y: &[f64]) -> Option<Option<Side>> {
    if let Some(side) = failing(curve, y)? {
        return Some(Some(side));
    }
    curve.with(y, |equations, x| {
        let largest = slips(equations, x)?;
        let slides = |mode: &ContactMode| *mode == ContactMode::Slide;
        let first = equations.modes.contacts.iter().position(slides)?;
        (largest < 0.1 * STILL).then_some(Side::Stops(first))
    })
}

/// The modes that may begin where an inequality ends one.
pub(super) fn neighbours(
    modes: &Modes,
    side: Side,
    family: &Family,
    p: f64,
) -> Vec<(Modes, EventKind)> {
    let contact = |i: usize, to: &[ContactMode]| -> Vec<(Modes, EventKind)> {
        let with = |to: &ContactMode| {
            let mut modes = modes.clone();
            modes.contacts[i] = *to;
            (modes, EventKind::Contact(i))
        };
        to.iter().map(with).collect()
    };
    match side {
        Side::Touches(i) => {
            let smooth = family
                .at(p)
                .is_some_and(|problem| problem.contacts[i].rows == 0);
            match smooth {
                true => contact(i, &[ContactMode::Slide]),
                false => contact(i, &[ContactMode::Slide, ContactMode::Stick]),
            }
        }
        Side::Pulls(i) => contact(i, &[ContactMode::Break]),
        Side::Slips(i) => contact(i, &[ContactMode::Slide]),
        Side::Stops(i) => contact(i, &[ContactMode::Stick]),
        Side::Joint(j, to) => {
            let mut modes = modes.clone();
            modes.joints[j] = to;
            vec![(modes, EventKind::Joint(j))]
        }
    }
}

/// A point of a mode's curve with the forces z, and the direction of the curve there with the given sense in p.
pub(super) fn arrive(
    family: &Family,
    modes: &Modes,
    z: &[f64],
    p: f64,
    sense: f64,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let curve = Curve { family, modes };
    let problem = family.at(p)?;
    let equations = Equations {
        problem: &problem,
        modes,
    };
    let mut y = equations.unknowns(z);
    y.push(p);
    let y = curve.at_parameter(y, p)?;
    if !curve.with(&y, holds)? {
        return None;
    }
    let mut old = vec![0.0; y.len()];
    *old.last_mut()? = sense;
    let tangent = curve.tangent(&y, &old).or_else(|| {
        // a point where p turns: any way along
        let any: Vec<f64> = (0..y.len()).map(|i| 1.0 / (1.0 + i as f64)).collect();
        curve.tangent(&y, &any)
    })?;
    Some((y, tangent))
}

/// The tangent, or its opposite, along which a mode holds.
pub(super) fn onward(
    family: &Family,
    modes: &Modes,
    y: &[f64],
    tangent: &[f64],
) -> Option<Vec<f64>> {
    let curve = Curve { family, modes };
    [1.0, -1.0].into_iter().find_map(|sense| {
        let way: Vec<f64> = tangent.iter().map(|t| sense * t).collect();
        let (ahead, _) = curve.ahead(y, &way, LOOK)?;
        let good = matches!(failing(&curve, &ahead), Some(None));
        good.then_some(way)
    })
}
