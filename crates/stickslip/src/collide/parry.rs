//! What parry does for this crate. No other file names its queries.

use super::part::Bounds;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
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

/// A tree of boxes, for pairs that could touch. Which pairs it finds depends on the boxes alone, not on how it grew.
#[derive(Clone, Default)]
pub(crate) struct Tree {
    tree: Bvh,
    workspace: BvhWorkspace,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tree of {}", self.tree.leaf_count())
    }
}

impl Tree {
    /// Box i of the tree is `boxes[i]`.
    pub(crate) fn new(boxes: &[Bounds]) -> Self {
        let boxes: Vec<Aabb> = boxes.iter().map(aabb).collect();
        Self {
            tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes),
            workspace: BvhWorkspace::default(),
        }
    }

    /// Moves a box; `settle` must follow when all have been moved.
    pub(crate) fn move_to(&mut self, index: u32, bounds: &Bounds) {
        self.tree
            .insert_or_update_partially(aabb(bounds), index, 0.0);
    }

    /// Makes the tree fit boxes that were moved.
    pub(crate) fn settle(&mut self) {
        self.tree.refit(&mut self.workspace);
        self.tree.optimize_incremental(&mut self.workspace);
    }

    /// All pairs of boxes that touch, the lower index first.
    pub(crate) fn pairs(&mut self, out: &mut Vec<[u32; 2]>) {
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
                out.push([a.min(b), a.max(b)]);
            });
    }

    /// All boxes that touch one.
    pub(crate) fn within(&self, bounds: &Bounds, out: &mut Vec<u32>) {
        let bounds = aabb(bounds);
        out.extend(self.tree.intersect_aabb(&bounds));
    }
}

fn aabb(bounds: &Bounds) -> Aabb {
    Aabb::new(Vector::from_array(bounds[0]), Vector::from_array(bounds[1]))
}
