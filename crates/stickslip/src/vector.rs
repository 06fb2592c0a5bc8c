//! Vectors of the plane and of space, and how a body is turned: as much as the crate needs.

use crate::coordinates::Coordinate;

/// a · b.
pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b.
pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// |a|.
pub(crate) fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// The third component of a × b for vectors of the plane.
pub(crate) fn cross2(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// a · b in the plane.
pub(crate) fn dot2(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// s a.
pub(crate) fn scale<const N: usize>(s: f64, a: [f64; N]) -> [f64; N] {
    a.map(|x| s * x)
}

/// a − b.
pub(crate) fn minus<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i] - b[i])
}

/// a + b.
pub(crate) fn plus<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i] + b[i])
}

/// a / |a|; `None` if that has no direction.
pub(crate) fn unit<const N: usize>(a: [f64; N]) -> Option<[f64; N]> {
    // first to the size of one, so that squares neither overflow nor vanish
    let largest = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let a = scale(1.0 / largest, a);
    let size = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    (largest > 0.0 && size.is_finite()).then(|| scale(1.0 / size, a))
}

/// A unit vector orthogonal to the unit vector n, near `wish`; if `wish` is along n, near x or else y.
pub(crate) fn tangent(n: [f64; 3], wish: [f64; 3]) -> [f64; 3] {
    let x = if n[0].abs() < 0.9 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let flat = |a: [f64; 3]| minus(a, scale(dot(a, n), n));
    let direction = unit(wish)
        .map(flat)
        .filter(|t| dot(*t, *t) > 1e-18)
        .unwrap_or_else(|| flat(x));
    // once more, because what remains of an almost normal wish is mostly rounding
    unit(direction).map(flat).and_then(unit).unwrap_or(x)
}

/// The columns of the rotation matrix of an orientation in q.
pub(crate) fn columns(kind: Coordinate, p: &[f64]) -> [[f64; 3]; 3] {
    if kind == Coordinate::Rotation {
        return [[p[0], p[1], p[2]], [p[3], p[4], p[5]], [p[6], p[7], p[8]]];
    }
    let (w, x, y, z) = (p[0], p[1], p[2], p[3]);
    [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + w * z),
            2.0 * (x * z - w * y),
        ],
        [
            2.0 * (x * y - w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + w * x),
        ],
        [
            2.0 * (x * z + w * y),
            2.0 * (y * z - w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ]
}

/// The entries of q for an unturned body.
pub(crate) fn unturned(kind: Coordinate) -> &'static [f64] {
    match kind {
        Coordinate::Rotation => &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        _ => &[1.0, 0.0, 0.0, 0.0],
    }
}
