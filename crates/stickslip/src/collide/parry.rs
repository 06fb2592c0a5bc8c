//! What parry does for this crate. No other file names its queries.

use super::part::{Bounds, Form, Solid};
use crate::world::{Hull, Pose};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::{Pose as PoseOfParry, Rotation, Vector};
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
#[cfg(test)]
use parry3d_f64::query::distance;
use parry3d_f64::query::{ClosestPoints, closest_points, contact};
use parry3d_f64::shape::SharedShape;
use parry3d_f64::transformation::try_convex_hull;
use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};

/// The convex hull of points, as parry leaves it: with points on edges and in faces; `None` where they have none.
pub(crate) fn convex_hull(points: &[[f64; 3]]) -> Option<Hull> {
    let vectors: Vec<Vector> = points.iter().map(|p| Vector::from_array(*p)).collect();
    let (points, triangles) = try_convex_hull(&vectors).ok()?;
    let points = points.iter().map(|p| p.to_array()).collect();
    Some(Hull { points, triangles })
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
    /// Boxes that were moved since the tree was put in order, and how often it was left as it is since then.
    moved: usize,
    left: usize,
}

/// Where a tree was left as it is so often, little moves, and memory to put it in order is given back.
const LEFT: usize = 5;
/// How often boxes that move a little are moved, in the mean, before the tree is put in order.
const OFTEN: usize = 4;

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
            ..Self::default()
        }
    }

    /// Moves a box; `settle` must follow when all have been moved.
    pub(crate) fn move_to(&mut self, index: u32, bounds: &Bounds) {
        self.tree
            .insert_or_update_partially(aabb(bounds), index, 0.0);
        self.moved += 1;
    }

    /// Makes the tree fit boxes of which some were moved a little. Now and then it is put in order, which takes as much memory again.
    pub(crate) fn settle_few(&mut self) {
        if self.moved < OFTEN * self.tree.leaf_count() as usize {
            self.tree.refit_without_opt();
            self.left += 1;
            if self.left == LEFT {
                self.workspace = BvhWorkspace::default();
                // a copy has no more room than it needs
                self.tree = self.tree.clone();
            }
        } else {
            self.settle();
        }
    }

    /// Makes the tree fit boxes that were moved, and puts it in order.
    pub(crate) fn settle(&mut self) {
        (self.moved, self.left) = (0, 0);
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

/// A part as parry wants it.
#[derive(Clone)]
pub(crate) struct Query {
    shape: SharedShape,
    /// Its frame in that of the body.
    place: PoseOfParry,
    /// What is added around `shape`. Capsules are lines to parry: on a curved thing its iteration stops up to 1e-5 too early.
    round: f64,
}

impl std::fmt::Debug for Query {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.shape.shape_type())
    }
}

impl Query {
    /// `None` for what parry cannot take: ellipsoids, and a surface or polyhedron that it finds degenerate.
    pub(crate) fn new(part: &Form) -> Option<Self> {
        let vectors = |points: &[[f64; 3]]| -> Vec<Vector> {
            points.iter().map(|p| Vector::from_array(*p)).collect()
        };
        let here = PoseOfParry::IDENTITY;
        let mut round = 0.0;
        let (shape, place) = match &part.solid {
            Solid::Ball(ball) => (
                SharedShape::ball(ball.radius),
                PoseOfParry::from_translation(Vector::from_array(ball.centre)),
            ),
            Solid::Capsule(c) => {
                let [a, b] = c.ends.map(Vector::from_array);
                round = c.radius;
                (SharedShape::segment(a, b), here)
            }
            Solid::Cylinder(c) => {
                // parry's cylinders stand along y
                let upright = Pose::turned([0.0; 3], [std::f64::consts::FRAC_PI_2, 0.0, 0.0]);
                (
                    SharedShape::cylinder(c.half_length, c.radius),
                    pose(&part.place.then(&upright)),
                )
            }
            Solid::Polytope(p) => {
                let fans: Vec<[u32; 3]> = (0..p.faces.len())
                    .flat_map(|f| {
                        let c = p.corners(f);
                        (1..c.len() - 1).map(move |k| [c[0], c[k], c[k + 1]])
                    })
                    .collect();
                let points = vectors(&p.points);
                let shape = SharedShape::convex_mesh(points.clone(), &fans)
                    .or_else(|| SharedShape::convex_hull(&points))?;
                (shape, here)
            }
            Solid::Surface(s) => {
                let triangles = s.triangles.iter().map(|t| t.corners).collect();
                (
                    SharedShape::trimesh(vectors(&s.points), triangles).ok()?,
                    here,
                )
            }
            Solid::Ellipsoid(_) => return None,
            Solid::HalfSpace(plane) => (
                SharedShape::halfspace(Vector::from_array(plane.normal)),
                PoseOfParry::from_translation(Vector::from_array(plane.on)),
            ),
        };
        Some(Self {
            shape,
            place,
            round,
        })
    }

    #[cfg(test)]
    /// The distance to another part (m), 0 if they overlap; `there` is the frame of the other body in that of this one.
    pub(crate) fn distance(&self, other: &Self, there: &Pose) -> f64 {
        let second = pose(there) * other.place;
        distance(&self.place, &*self.shape.0, &second, &*other.shape.0).map_or(f64::INFINITY, |d| {
            (d.distance - self.round - other.round).max(0.0)
        })
    }

    /// The distance, and the direction of this frame in which the other is; `None` if they overlap or cannot be measured.
    pub(crate) fn apart(&self, other: &Self, there: &Pose) -> Option<(f64, [f64; 3])> {
        let second = pose(there) * other.place;
        let (a, b) = (&*self.shape.0, &*other.shape.0);
        match closest_points(&self.place, a, &second, b, f64::MAX).ok()? {
            ClosestPoints::WithinMargin(p, q) => {
                let distance = (q - p).length();
                let apart = distance - self.round - other.round;
                let measured = distance > 0.0 && apart.is_finite();
                measured.then(|| (apart, ((q - p) / distance).to_array()))
            }
            _ => None,
        }
    }

    /// The nearest points of two parts that are no farther apart than `reach`, or the deepest of parts that overlap. Normals are
    /// accurate to about 1e-8 only: good for telling which features face each other.
    pub(crate) fn witness(&self, other: &Self, there: &Pose, reach: f64) -> Option<Witness> {
        let second = pose(there) * other.place;
        let cores = reach + self.round + other.round;
        let contact = contact(&self.place, &*self.shape.0, &second, &*other.shape.0, cores);
        let found = contact.ok()??;
        let witness = Witness {
            reach,
            normal: found.normal1.to_array(),
            points: [
                (found.point1 + found.normal1 * self.round).to_array(),
                (found.point2 - found.normal1 * other.round).to_array(),
            ],
        };
        let finite = |v: &[f64; 3]| v.iter().all(|x| x.is_finite());
        (finite(&witness.normal) && witness.points.iter().all(finite)).then_some(witness)
    }
}

/// The nearest points of two parts, in the frame of the first body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Witness {
    /// How far apart they could be to be found (m).
    pub(crate) reach: f64,
    /// From the first to the second.
    pub(crate) normal: [f64; 3],
    pub(crate) points: [[f64; 3]; 2],
}

fn pose(pose: &Pose) -> PoseOfParry {
    let [w, x, y, z] = pose.quat_wxyz;
    PoseOfParry::from_parts(
        Vector::from_array(pose.position),
        Rotation::from_xyzw(x, y, z, w),
    )
}
