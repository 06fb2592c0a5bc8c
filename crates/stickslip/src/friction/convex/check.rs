//! Whether a user's function is a gauge, tried at sample points.

use crate::error::Error;
use crate::friction::directions;
use crate::vector::{dot, length, scale};

/// Relative error that rounding may leave.
const ROUNDING: f64 = 1e-9;

/// Intercepts of the set with the axes: the scale on which samples are spread.
pub(super) fn reach(
    dimensions: usize,
    gauge: &impl Fn([f64; 3]) -> (f64, [f64; 3]),
) -> Result<[f64; 3], Error> {
    if !(1..=3).contains(&dimensions) {
        return Err(bad(format!(
            "{dimensions} dimensions; give 1 (t), 2 (t, o) or 3 (t, o, r)"
        )));
    }
    let mut lengths = [1.0; 3];
    for (axis, reach) in lengths[..dimensions].iter_mut().enumerate() {
        let mut c = [0.0; 3];
        c[axis] = 1.0;
        *reach = 1.0 / value(c, gauge)?.0;
    }
    Ok(lengths)
}

/// Checks that ψ is positive and finite, homogeneous of degree 1, and convex with its gradient.
pub(super) fn check(
    dimensions: usize,
    lengths: [f64; 3],
    gauge: &impl Fn([f64; 3]) -> (f64, [f64; 3]),
) -> Result<(), Error> {
    let stretch = |d: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| d[i] * lengths[i]) };
    let units = directions::around(dimensions, 16);
    let mut samples = Vec::with_capacity(units.len());
    for unit in &units {
        let c = stretch(*unit);
        samples.push((c, value(c, gauge)?));
    }
    for (unit, (c, (psi, gradient))) in units.iter().zip(&samples) {
        for factor in [1e-3, 0.5, 3.0] {
            let (found, expected) = (value(scale(factor, *c), gauge)?.0, factor * psi);
            if (found - expected).abs() > ROUNDING * expected {
                return Err(bad(format!(
                    "it is {psi} at {c:?} and {found} at {factor} times that; it must be homogeneous of degree 1"
                )));
            }
        }
        let euler = dot(*gradient, *c);
        if (euler - psi).abs() > 1e-7 * psi {
            return Err(bad(format!(
                "at {c:?} it is {psi}, and its gradient times c {euler}; they must be equal: check the gradient"
            )));
        }
        // ψ lies above each of its tangent planes: far away, where it may not be convex, and near, where a wrong
        // gradient shows
        let near = (0..2 * dimensions).map(|i| {
            let mut unit = *unit;
            unit[i / 2] += if i % 2 == 0 { 1e-3 } else { -1e-3 };
            stretch(unit)
        });
        let far = samples.iter().map(|(d, _)| *d);
        for d in far.chain(near) {
            let (above, plane) = (value(d, gauge)?.0, dot(*gradient, d));
            if plane > above + ROUNDING * psi.max(above) {
                return Err(bad(format!(
                    "at {d:?} it is {above}, below {plane}, where its tangent plane at {c:?} lies; it must be \
                     convex, with the right gradient"
                )));
            }
        }
    }
    Ok(())
}

/// ψ and its gradient at one point that is not 0.
fn value(
    c: [f64; 3],
    gauge: &impl Fn([f64; 3]) -> (f64, [f64; 3]),
) -> Result<(f64, [f64; 3]), Error> {
    let (psi, gradient) = gauge(c);
    match psi.is_finite() && psi > 0.0 && length(gradient).is_finite() {
        true => Ok((psi, gradient)),
        false => Err(bad(format!(
            "at {c:?} it is {psi} with the gradient {gradient:?}; both must be finite, and the first positive"
        ))),
    }
}

fn bad(problem: String) -> Error {
    Error::BadGauge { problem }
}
