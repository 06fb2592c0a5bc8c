//! What parry does for this crate. No other file names its queries.

use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;
use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};

/// The convex hull of points as triangles, counter-clockwise as seen from outside; `None` where they have none.
pub(crate) fn convex_hull(points: &[[f64; 3]]) -> Option<(Vec<[f64; 3]>, Vec<[u32; 3]>)> {
    let vectors: Vec<Vector> = points.iter().map(|p| Vector::from_array(*p)).collect();
    let (points, triangles) = try_convex_hull(&vectors).ok()?;
    Some((points.iter().map(|p| p.to_array()).collect(), triangles))
}

/// A surface cut into nearly convex parts, each as the points of its hull.
pub(crate) fn convex_parts(
    points: &[[f64; 3]],
    triangles: &[[u32; 3]],
    resolution: u32,
    concavity: f64,
) -> Vec<Vec<[f64; 3]>> {
    let vectors: Vec<Vector> = points.iter().map(|p| Vector::from_array(*p)).collect();
    let parameters = VHACDParameters {
        resolution,
        concavity,
        ..VHACDParameters::default()
    };
    let parts = VHACD::decompose(&parameters, &vectors, triangles, true);
    parts
        .compute_exact_convex_hulls(&vectors, triangles)
        .into_iter()
        .map(|(points, _)| points.iter().map(|p| p.to_array()).collect())
        .collect()
}
