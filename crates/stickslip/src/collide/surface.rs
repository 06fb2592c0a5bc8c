//! Meshes made ready: triangles of one plane form a region with one normal, and each side knows whether anything can touch it.
//!
//! A body that slides over a flat floor of many triangles must not feel where one triangle ends and the next begins. What can be
//! touched is therefore decided once: the inside of a region by its normal alone, a side only if the surface bends away from it.

use super::parry::Tree;
use super::part::{Ball, Bounds, Plane};
use super::polytope::{extent, neighbours, newell};
use crate::vector::{cross, dot, length, minus, plus, scale, unit};
use crate::world::{Mesh, Pose};

/// A surface of triangles, ready to be collided.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    pub(crate) points: Vec<[f64; 3]>,
    pub(crate) triangles: Vec<Triangle>,
    /// The points that are joined to each point by a side, those of point i from `starts[i]` to `starts[i + 1]`.
    joined: Vec<u32>,
    starts: Vec<u32>,
    /// A ball around all.
    pub(crate) ball: Ball,
    /// Lengths below this are rounding.
    pub(crate) rounding: f64,
    tree: Tree,
}

/// A triangle of a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub(crate) corners: [u32; 3],
    /// The plane of its region: n·x = offset.
    pub(crate) normal: [f64; 3],
    pub(crate) offset: f64,
    /// The least number of a triangle of its region.
    pub(crate) region: u32,
    /// What the side from corner k to the next is like.
    pub(crate) sides: [Side; 3],
    /// Whether corner k is a corner of the region, not a point within it or on a straight side of it.
    pub(crate) sharp: [bool; 3],
}

/// A side of a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) bend: Bend,
    /// The same for both triangles of a side: three times the lower of their numbers, plus the place there.
    pub(crate) number: u32,
    /// The normal on the other side; that of a border lies in the triangle's plane and points away from it.
    pub(crate) beyond: [f64; 3],
}

/// How a surface goes on beyond a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bend {
    /// In the same plane.
    Flat,
    /// Down: the side can be touched.
    Convex,
    /// Up: the side is out of reach.
    Concave,
    /// Not at all.
    Border,
}

/// Corners this close to a plane, relative to the size of the mesh, are in it.
const FLAT: f64 = 1e-11;

impl Surface {
    /// A mesh in the frame of its body.
    pub(crate) fn new(mesh: &Mesh, place: &Pose) -> Self {
        let points: Vec<[f64; 3]> = mesh.points.iter().map(|p| place.point(*p)).collect();
        let rounding = FLAT * extent(&points);
        let neighbours = neighbours(&mesh.triangles);
        let mut triangles: Vec<Triangle> = mesh
            .triangles
            .iter()
            .enumerate()
            .map(|(i, corners)| {
                let normal = newell(&points, corners).unwrap_or([0.0, 0.0, 1.0]);
                Triangle {
                    corners: *corners,
                    normal,
                    offset: dot(normal, points[corners[0] as usize]),
                    region: i as u32,
                    sides: [Side {
                        bend: Bend::Border,
                        number: 0,
                        beyond: [0.0; 3],
                    }; 3],
                    sharp: [true; 3],
                }
            })
            .collect();
        find_regions(&points, &mut triangles, &neighbours, rounding);
        find_bends(&points, &mut triangles, &neighbours);
        find_sharp_corners(&points, &mut triangles);
        let (joined, starts) = joined_points(points.len(), &mesh.triangles);
        let boxes: Vec<Bounds> = mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| points[i as usize]);
                let low = std::array::from_fn(|k| a[k].min(b[k]).min(c[k]));
                let high = std::array::from_fn(|k| a[k].max(b[k]).max(c[k]));
                [low, high]
            })
            .collect();
        Self {
            ball: around(&points),
            tree: Tree::new(&boxes),
            points,
            triangles,
            joined,
            starts,
            rounding,
        }
    }

    /// The plane of a triangle's region, by the same numbers for all triangles of it.
    pub(crate) fn plane(&self, triangle: &Triangle) -> Plane {
        Plane {
            normal: triangle.normal,
            on: scale(triangle.offset, triangle.normal),
        }
    }

    /// The side from corner k of a triangle to the next: a point of it, and the direction to its other end, by the same numbers
    /// for both triangles of the side.
    pub(crate) fn line(&self, triangle: &Triangle, k: usize) -> ([f64; 3], [f64; 3]) {
        let [a, b] = [triangle.corners[k], triangle.corners[(k + 1) % 3]];
        let [from, to] = [a.min(b), a.max(b)].map(|i| self.points[i as usize]);
        (from, unit(minus(to, from)).unwrap_or([0.0, 0.0, 1.0]))
    }

    /// The numbers of the triangles whose boxes touch a box of the surface's frame, ascending.
    pub(crate) fn near(&self, bounds: &Bounds, out: &mut Vec<u32>) {
        out.clear();
        self.tree.within(bounds, out);
        out.sort_unstable();
    }

    /// The corners of a triangle.
    pub(crate) fn corners(&self, triangle: &Triangle) -> [[f64; 3]; 3] {
        triangle.corners.map(|i| self.points[i as usize])
    }

    /// Whether no point around a corner is farther along a direction than the corner itself: whether something can touch it
    /// from there.
    pub(crate) fn peaks(&self, corner: u32, direction: [f64; 3]) -> bool {
        let at = self.points[corner as usize];
        let range =
            self.starts[corner as usize] as usize..self.starts[corner as usize + 1] as usize;
        self.joined[range].iter().all(|&i| {
            let side = minus(self.points[i as usize], at);
            dot(direction, side) <= self.rounding + 1e-9 * length(side)
        })
    }
}

/// Regions grow from their largest triangle, whose normal is the most accurate.
fn find_regions(
    points: &[[f64; 3]],
    triangles: &mut [Triangle],
    neighbours: &[[Option<usize>; 3]],
    rounding: f64,
) {
    let area: Vec<f64> = triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.corners.map(|i| points[i as usize]);
            length(cross(minus(b, a), minus(c, a)))
        })
        .collect();
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    order.sort_by(|&i, &j| area[j].total_cmp(&area[i]).then(i.cmp(&j)));
    let mut taken = vec![false; triangles.len()];
    for seed in order {
        if taken[seed] {
            continue;
        }
        taken[seed] = true;
        let (normal, offset) = (triangles[seed].normal, triangles[seed].offset);
        let mut members = vec![seed];
        let mut next = 0;
        while next < members.len() {
            for t in neighbours[members[next]].into_iter().flatten() {
                let flat = |&i: &u32| (dot(normal, points[i as usize]) - offset).abs() <= rounding;
                let same = triangles[t].corners.iter().all(flat);
                if !taken[t] && same && dot(normal, triangles[t].normal) > 0.5 {
                    taken[t] = true;
                    members.push(t);
                }
            }
            next += 1;
        }
        let region = members.iter().min().map_or(seed, |&t| t) as u32;
        for t in members {
            let it = &mut triangles[t];
            (it.normal, it.offset, it.region) = (normal, offset, region);
        }
    }
}

fn find_bends(points: &[[f64; 3]], triangles: &mut [Triangle], neighbours: &[[Option<usize>; 3]]) {
    for t in 0..triangles.len() {
        let it = triangles[t];
        for k in 0..3 {
            let [from, to] = [it.corners[k], it.corners[(k + 1) % 3]];
            let along = minus(points[to as usize], points[from as usize]);
            let away = unit(cross(along, it.normal)).unwrap_or(it.normal);
            triangles[t].sides[k] = match neighbours[t][k] {
                None => Side {
                    bend: Bend::Border,
                    number: (3 * t + k) as u32,
                    beyond: away,
                },
                Some(other) => {
                    let there = triangles[other];
                    let place = there.corners.iter().position(|&c| c == to).unwrap_or(0);
                    let number = if other < t {
                        3 * other + place
                    } else {
                        3 * t + k
                    };
                    // seen along the side, the other normal leans away from a ridge and towards a valley
                    let bend = if there.region == it.region {
                        Bend::Flat
                    } else if dot(there.normal, away) > 0.0 {
                        Bend::Convex
                    } else {
                        Bend::Concave
                    };
                    Side {
                        bend,
                        number: number as u32,
                        beyond: there.normal,
                    }
                }
            };
        }
    }
}

/// A corner is sharp in its region if the angles of the region's triangles around it make less than half a turn.
fn find_sharp_corners(points: &[[f64; 3]], triangles: &mut [Triangle]) {
    // (region, corner, angle, triangle, place)
    let mut angles: Vec<(u32, u32, f64, usize, usize)> = Vec::with_capacity(3 * triangles.len());
    for (t, it) in triangles.iter().enumerate() {
        for k in 0..3 {
            let [at, next, last] =
                [k, (k + 1) % 3, (k + 2) % 3].map(|i| points[it.corners[i] as usize]);
            let (u, v) = (minus(next, at), minus(last, at));
            let angle = length(cross(u, v)).atan2(dot(u, v));
            angles.push((it.region, it.corners[k], angle, t, k));
        }
    }
    angles.sort_by_key(|a| (a.0, a.1, a.3, a.4));
    let mut start = 0;
    while start < angles.len() {
        let key = (angles[start].0, angles[start].1);
        let end = start + angles[start..].partition_point(|a| (a.0, a.1) == key);
        let sum: f64 = angles[start..end].iter().map(|a| a.2).sum();
        for a in &angles[start..end] {
            triangles[a.3].sharp[a.4] = sum < std::f64::consts::PI - 1e-7;
        }
        start = end;
    }
}

fn joined_points(count: usize, triangles: &[[u32; 3]]) -> (Vec<u32>, Vec<u32>) {
    let mut pairs: Vec<(u32, u32)> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)])
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let starts = (0..=count as u32)
        .map(|i| pairs.partition_point(|p| p.0 < i) as u32)
        .collect();
    (pairs.into_iter().map(|p| p.1).collect(), starts)
}

fn around(points: &[[f64; 3]]) -> Ball {
    let sum = points.iter().fold([0.0; 3], |s, p| plus(s, *p));
    let centre = scale(1.0 / points.len().max(1) as f64, sum);
    let far = |p: &[f64; 3]| length(minus(*p, centre));
    Ball {
        centre,
        radius: points.iter().map(far).fold(0.0, f64::max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roof_on_a_floor_knows_its_ridge_its_valley_and_its_borders() {
        // floor of two triangles up to x = 1, then a ramp up to x = 2, then down again
        let points = vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [0.0, 1.0, 0.0],
            [2.0, 0.0, 1.0],
            [2.0, 1.0, 1.0],
            [3.0, 0.0, 0.0],
            [3.0, 1.0, 0.0],
        ];
        let triangles = vec![
            [0, 1, 2],
            [0, 2, 3],
            [1, 4, 5],
            [1, 5, 2],
            [4, 6, 7],
            [4, 7, 5],
        ];
        let mesh = Mesh::new(points, triangles).unwrap();
        let it = Surface::new(&mesh, &Pose::IDENTITY);
        let bend = |t: usize, k: usize| it.triangles[t].sides[k].bend;
        assert_eq!(bend(0, 0), Bend::Border);
        assert_eq!(bend(0, 2), Bend::Flat);
        assert_eq!(bend(0, 1), Bend::Concave);
        assert_eq!(bend(3, 2), Bend::Concave);
        assert_eq!(bend(2, 1), Bend::Convex);
        assert_eq!(
            it.triangles[0].sides[1].number,
            it.triangles[3].sides[2].number
        );
        assert_eq!(
            it.triangles.iter().map(|t| t.region).collect::<Vec<_>>(),
            [0, 0, 2, 2, 4, 4]
        );
        assert!(it.triangles[0].sharp.iter().all(|s| *s));
        let up = [0.0, 0.0, 1.0];
        assert!(it.peaks(4, up) && !it.peaks(1, up));
    }

    #[test]
    fn only_the_corners_of_a_flat_grid_are_sharp() {
        let mut points = Vec::new();
        for i in 0..3 {
            for j in 0..3 {
                points.push([i as f64, j as f64, 0.0]);
            }
        }
        let mut triangles = Vec::new();
        for i in 0..2_u32 {
            for j in 0..2_u32 {
                let a = 3 * i + j;
                triangles.push([a, a + 3, a + 4]);
                triangles.push([a, a + 4, a + 1]);
            }
        }
        let it = Surface::new(&Mesh::new(points, triangles).unwrap(), &Pose::IDENTITY);
        for t in &it.triangles {
            assert_eq!((t.region, t.normal), (0, [0.0, 0.0, 1.0]));
            for k in 0..3 {
                let corner = [0, 2, 6, 8].contains(&t.corners[k]);
                assert_eq!(t.sharp[k], corner);
            }
        }
    }
}
