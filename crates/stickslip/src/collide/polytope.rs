//! Convex polyhedra with polygons for faces: triangles of one plane are put together, so that a face has one normal.

use crate::vector::{cross, dot, minus, plus, scale, unit};
use crate::world::Pose;

/// A convex polyhedron, ready to be collided.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Polytope {
    /// Corners.
    pub(crate) points: Vec<[f64; 3]>,
    /// Faces.
    pub(crate) faces: Vec<Face>,
    /// The corners of all faces one after the other, counter-clockwise as seen from outside; face f has those of its `range`.
    pub(crate) loops: Vec<u32>,
    /// The edge from each corner of `loops` to the next.
    pub(crate) loop_edges: Vec<u32>,
    /// Edges.
    pub(crate) edges: Vec<Edge>,
    /// The edges, those of one direction after each other; group g has those of its range.
    pub(crate) grouped: Vec<u32>,
    pub(crate) groups: Vec<[u32; 2]>,
    /// A point inside.
    pub(crate) centre: [f64; 3],
    /// No corner is farther than that from `centre`.
    pub(crate) radius: f64,
    /// No face is nearer than that to `centre`.
    pub(crate) inner: f64,
}

/// A face: n·x = offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Face {
    pub(crate) normal: [f64; 3],
    pub(crate) offset: f64,
    /// Its corners in `loops`.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// An edge, with the face to its left and the one to its right as it runs, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge {
    pub(crate) ends: [u32; 2],
    pub(crate) faces: [u32; 2],
}

/// Corners this close to a plane, relative to the size of the polyhedron, are in it: larger than the rounding of computed
/// corners, and so small that nobody sees it.
const FLAT: f64 = 1e-11;

impl Polytope {
    /// A box about the origin.
    pub(crate) fn cuboid(half: [f64; 3]) -> Self {
        let points: Vec<[f64; 3]> = (0..8)
            .map(|i| std::array::from_fn(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] }))
            .collect();
        // by axis, first the side of +; corners are numbered by their signs, x in the lowest bit
        let polygons = [
            [1, 3, 7, 5],
            [0, 4, 6, 2],
            [2, 6, 7, 3],
            [0, 1, 5, 4],
            [4, 5, 7, 6],
            [0, 2, 3, 1],
        ];
        Self::from_polygons(points, polygons.iter().map(|p| p.to_vec()))
    }

    /// From triangles that bound a convex solid, counter-clockwise as seen from outside. Triangles of one plane become one face.
    pub(crate) fn from_triangles(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Self {
        let size = extent(points);
        let normals: Vec<[f64; 3]> = triangles
            .iter()
            .map(|t| newell(points, t).unwrap_or([0.0; 3]))
            .collect();
        let neighbours = neighbours(triangles);
        // grow each face from its largest triangle, whose normal is the most accurate
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| points[i as usize]);
            let n = cross(minus(b, a), minus(c, a));
            dot(n, n)
        };
        let mut order: Vec<usize> = (0..triangles.len()).collect();
        order.sort_by(|&i, &j| {
            area(&triangles[j])
                .total_cmp(&area(&triangles[i]))
                .then(i.cmp(&j))
        });
        let mut group = vec![usize::MAX; triangles.len()];
        let mut polygons = Vec::new();
        for seed in order {
            if group[seed] != usize::MAX {
                continue;
            }
            group[seed] = seed;
            let (n, on) = (normals[seed], points[triangles[seed][0] as usize]);
            let flat = |t: usize| {
                let near = |i: u32| dot(n, minus(points[i as usize], on)).abs() <= FLAT * size;
                // a sliver can be in the plane and still look the other way
                triangles[t].iter().all(|&i| near(i)) && dot(normals[t], n) > 0.5
            };
            let mut members = vec![seed];
            let mut next = 0;
            while next < members.len() {
                for t in neighbours[members[next]].into_iter().flatten() {
                    if group[t] == usize::MAX && flat(t) {
                        group[t] = seed;
                        members.push(t);
                    }
                }
                next += 1;
            }
            match outline(triangles, &members) {
                Some(polygon) => polygons.push(polygon),
                None => polygons.extend(members.iter().map(|&t| triangles[t].to_vec())),
            }
        }
        Self::from_polygons(points.to_vec(), polygons.into_iter())
    }

    fn from_polygons(points: Vec<[f64; 3]>, polygons: impl Iterator<Item = Vec<u32>>) -> Self {
        let mut it = Self {
            points,
            ..Self::default()
        };
        // (from, to, face, place in loops) of every directed edge
        let mut directed: Vec<(u32, u32, u32, u32)> = Vec::new();
        for polygon in polygons {
            let Some(normal) = newell(&it.points, &polygon) else {
                continue;
            };
            let (start, face) = (it.loops.len() as u32, it.faces.len() as u32);
            let sum: f64 = polygon
                .iter()
                .map(|&i| dot(normal, it.points[i as usize]))
                .sum();
            for (k, &from) in polygon.iter().enumerate() {
                let to = polygon[(k + 1) % polygon.len()];
                directed.push((from, to, face, start + k as u32));
            }
            it.loops.extend_from_slice(&polygon);
            it.faces.push(Face {
                normal,
                offset: sum / polygon.len() as f64,
                start,
                end: it.loops.len() as u32,
            });
        }
        it.loop_edges = vec![0; it.loops.len()];
        directed.sort_unstable();
        for &(from, to, face, place) in &directed {
            let back = directed.binary_search_by(|e| (e.0, e.1).cmp(&(to, from)));
            let Ok(back) = back else { continue };
            if from < to {
                let (_, _, other, other_place) = directed[back];
                it.loop_edges[place as usize] = it.edges.len() as u32;
                it.loop_edges[other_place as usize] = it.edges.len() as u32;
                it.edges.push(Edge {
                    ends: [from, to],
                    faces: [face, other],
                });
            }
        }
        it.group_edges();
        it.measure();
        it
    }

    /// Finds the edges that run the same way: a box has three groups of four.
    fn group_edges(&mut self) {
        let along = |edge: &Edge| {
            let [from, to] = edge.ends.map(|i| self.points[i as usize]);
            unit(minus(to, from)).unwrap_or([0.0; 3])
        };
        let mut groups: Vec<([f64; 3], Vec<u32>)> = Vec::new();
        for (i, edge) in self.edges.iter().enumerate() {
            let here = along(edge);
            let same = |there: &[f64; 3]| (0..3).all(|k| (here[k] - there[k]).abs() <= FLAT);
            match groups.iter_mut().find(|group| same(&group.0)) {
                Some(group) => group.1.push(i as u32),
                None => groups.push((here, vec![i as u32])),
            }
        }
        for (_, members) in groups {
            let start = self.grouped.len() as u32;
            self.grouped.extend(members);
            self.groups.push([start, self.grouped.len() as u32]);
        }
    }

    /// The same in another frame.
    pub(crate) fn placed(mut self, pose: &Pose) -> Self {
        if *pose == Pose::IDENTITY {
            return self;
        }
        for p in &mut self.points {
            *p = pose.point(*p);
        }
        for face in &mut self.faces {
            face.normal = pose.direction(face.normal);
            let corners = &self.loops[face.start as usize..face.end as usize];
            let sum: f64 = corners
                .iter()
                .map(|&i| dot(face.normal, self.points[i as usize]))
                .sum();
            face.offset = sum / corners.len() as f64;
        }
        self.measure();
        self
    }

    fn measure(&mut self) {
        let count = self.points.len().max(1) as f64;
        let sum = self.points.iter().fold([0.0; 3], |s, p| plus(s, *p));
        self.centre = scale(1.0 / count, sum);
        let far = |p: &[f64; 3]| crate::vector::length(minus(*p, self.centre));
        self.radius = self.points.iter().map(far).fold(0.0, f64::max);
        let depth = |face: &Face| face.offset - dot(face.normal, self.centre);
        self.inner = self.faces.iter().map(depth).fold(self.radius, f64::min);
    }

    /// Whether the faces close around a convex solid that has a volume.
    pub(crate) fn is_sound(&self) -> bool {
        let rounding = 1e-9 * self.radius;
        let behind = |face: &Face| {
            let heights = self
                .points
                .iter()
                .map(|p| dot(face.normal, *p) - face.offset);
            let (low, high) = heights.fold((0.0_f64, f64::NEG_INFINITY), |(low, high), h| {
                (low.min(h), high.max(h))
            });
            high <= rounding && low < -rounding
        };
        // Euler's formula fails where an edge has no face on one side
        let closed = self.points.len() + self.faces.len() == self.edges.len() + 2;
        self.faces.len() >= 4 && closed && self.faces.iter().all(behind)
    }

    /// The corners of a face.
    pub(crate) fn corners(&self, face: usize) -> &[u32] {
        let face = &self.faces[face];
        &self.loops[face.start as usize..face.end as usize]
    }

    /// The edges of each group.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[u32]> {
        let range = |&[start, end]: &[u32; 2]| start as usize..end as usize;
        self.groups
            .iter()
            .map(move |group| &self.grouped[range(group)])
    }

    /// The edges of a face, each from the corner of the same place to the next.
    pub(crate) fn sides(&self, face: usize) -> &[u32] {
        let face = &self.faces[face];
        &self.loop_edges[face.start as usize..face.end as usize]
    }
}

/// The largest side of the box around points.
pub(crate) fn extent(points: &[[f64; 3]]) -> f64 {
    (0..3)
        .map(|k| {
            let high = points.iter().map(|p| p[k]).fold(f64::MIN, f64::max);
            let low = points.iter().map(|p| p[k]).fold(f64::MAX, f64::min);
            high - low
        })
        .fold(0.0, f64::max)
}

/// The unit normal of a polygon, by Newell's sum about its first corner.
pub(crate) fn newell(points: &[[f64; 3]], polygon: &[u32]) -> Option<[f64; 3]> {
    let first = points[*polygon.first()? as usize];
    let spoke = |i: usize| minus(points[polygon[i] as usize], first);
    let mut sum = [0.0; 3];
    for i in 1..polygon.len().saturating_sub(1) {
        sum = plus(sum, cross(spoke(i), spoke(i + 1)));
    }
    unit(sum)
}

/// For each side of each triangle (from corner k to the next) the triangle that runs through it the other way.
pub(crate) fn neighbours(triangles: &[[u32; 3]]) -> Vec<[Option<usize>; 3]> {
    let mut directed: Vec<(u32, u32, usize)> = Vec::with_capacity(3 * triangles.len());
    for (t, c) in triangles.iter().enumerate() {
        directed.extend([(c[0], c[1], t), (c[1], c[2], t), (c[2], c[0], t)]);
    }
    directed.sort_unstable();
    let back = |a: u32, b: u32| {
        let i = directed.partition_point(|e| (e.0, e.1) < (b, a));
        directed
            .get(i)
            .filter(|e| (e.0, e.1) == (b, a))
            .map(|e| e.2)
    };
    triangles
        .iter()
        .map(|c| [back(c[0], c[1]), back(c[1], c[2]), back(c[2], c[0])])
        .collect()
}

/// The outline of triangles that hang together; `None` if it is not one simple loop.
fn outline(triangles: &[[u32; 3]], members: &[usize]) -> Option<Vec<u32>> {
    let mut directed: Vec<(u32, u32)> = members
        .iter()
        .flat_map(|&t| {
            let [a, b, c] = triangles[t];
            [(a, b), (b, c), (c, a)]
        })
        .collect();
    directed.sort_unstable();
    let outer: Vec<(u32, u32)> = directed
        .iter()
        .copied()
        .filter(|&(a, b)| directed.binary_search(&(b, a)).is_err())
        .collect();
    let start = outer.first()?.0;
    let (mut polygon, mut at) = (vec![start], start);
    loop {
        let i = outer.partition_point(|e| e.0 < at);
        let next = outer.get(i).filter(|e| e.0 == at)?.1;
        if next == start {
            break;
        }
        if polygon.len() > outer.len() {
            return None;
        }
        polygon.push(next);
        at = next;
    }
    (polygon.len() == outer.len()).then_some(polygon)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_six_faces_with_outward_normals_and_twelve_edges() {
        let half = [0.5, 1.0, 2.0];
        let it = Polytope::cuboid(half);
        assert_eq!((it.faces.len(), it.edges.len()), (6, 12));
        for (i, face) in it.faces.iter().enumerate() {
            let mut normal = [0.0; 3];
            normal[i / 2] = if i % 2 == 0 { 1.0 } else { -1.0 };
            assert_eq!((face.normal, face.offset), (normal, half[i / 2]));
        }
        for edge in &it.edges {
            let [a, b] = edge.ends.map(|i| it.points[i as usize]);
            let [left, right] = edge.faces.map(|f| it.faces[f as usize].normal);
            let along = cross(left, right);
            assert!(
                dot(along, minus(b, a)) > 0.0,
                "left and right are as they should be"
            );
        }
    }

    #[test]
    fn triangles_of_one_plane_become_one_face() {
        let box_ = Polytope::cuboid([0.1, 0.2, 0.3]);
        let fans: Vec<[u32; 3]> = (0..6)
            .flat_map(|f| {
                let c = box_.corners(f);
                [[c[0], c[1], c[2]], [c[0], c[2], c[3]]]
            })
            .collect();
        let turn = Pose::turned([3.0, 1.0, 2.0], [0.3, 0.4, 1.5]);
        let points: Vec<[f64; 3]> = box_.points.iter().map(|p| turn.point(*p)).collect();
        let it = Polytope::from_triangles(&points, &fans);
        assert_eq!((it.faces.len(), it.edges.len()), (6, 12));
        assert!((0..6).all(|f| it.corners(f).len() == 4));
    }
}
