//! Shapes as triangles with normals.

use stickslip::world::Shape;

/// Sectors around an axis. Four of them in turn are painted lighter, so that turning can be seen.
const SECTORS: usize = 32;
/// Rings of a hemisphere.
const RINGS: usize = 8;

/// Triangles: corners, their normals, and which corners make a triangle, counter-clockwise as seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Geometry {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    /// Triangles in the body's colour.
    pub(super) plain: Vec<u32>,
    /// Triangles in a lighter one.
    pub(super) light: Vec<u32>,
}

/// The triangles of a shape. A half space is a square with the given centre and half edge in its plane z = 0 (m).
pub(super) fn of(shape: &Shape, ground: ([f64; 2], f64)) -> Geometry {
    match shape {
        Shape::Sphere { radius } => revolved(&arc(*radius, 0.0, -1.0, 1.0)),
        Shape::Ellipsoid { half } => stretched(revolved(&arc(1.0, 0.0, -1.0, 1.0)), *half),
        Shape::Capsule {
            half_length,
            radius,
        } => {
            let mut profile = arc(*radius, -half_length, -1.0, 0.0);
            profile.extend(arc(*radius, *half_length, 0.0, 1.0));
            revolved(&profile)
        }
        Shape::Cylinder {
            half_length,
            radius,
        } => {
            let (r, z) = (*radius, *half_length);
            revolved(&[
                [0.0, -z, 0.0, -1.0],
                [r, -z, 0.0, -1.0],
                [r, -z, 1.0, 0.0],
                [r, z, 1.0, 0.0],
                [r, z, 0.0, 1.0],
                [0.0, z, 0.0, 1.0],
            ])
        }
        Shape::Box { half } => cuboid(*half),
        Shape::Convex(hull) => flat(&hull.points, &hull.triangles),
        Shape::Mesh(mesh) => flat(&mesh.points, &mesh.triangles),
        Shape::HalfSpace => {
            let ([x, y], edge) = ground;
            let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let points = corners.map(|[a, b]| [x + a * edge, y + b * edge, 0.0]);
            flat(&points, &[[0, 1, 2], [0, 2, 3]])
        }
        // shapes to come are not drawn
        _ => Geometry::default(),
    }
}

/// A quarter or half circle as a profile (r, z, normal along r, normal along z) between two sines of the height.
fn arc(radius: f64, z: f64, from: f64, to: f64) -> Vec<[f64; 4]> {
    let rings = ((to - from) * RINGS as f64).round() as usize;
    let angle = |k: usize| {
        let part = k as f64 / rings as f64;
        std::f64::consts::FRAC_PI_2 * (from + part * (to - from))
    };
    let point = |k: usize| {
        let (sin, cos) = angle(k).sin_cos();
        // the poles are exactly on the axis
        let cos = if cos < 1e-12 { 0.0 } else { cos };
        [radius * cos, z + radius * sin, cos, sin]
    };
    (0..=rings).map(point).collect()
}

/// A profile that goes up, turned about z.
fn revolved(profile: &[[f64; 4]]) -> Geometry {
    let mut geometry = Geometry::default();
    for [r, z, nr, nz] in profile {
        for k in 0..=SECTORS {
            let turn = std::f64::consts::TAU * (k % SECTORS) as f64 / SECTORS as f64;
            let (sin, cos) = turn.sin_cos();
            geometry
                .positions
                .push([r * cos, r * sin, *z].map(|x| x as f32));
            geometry
                .normals
                .push([nr * cos, nr * sin, *nz].map(|x| x as f32));
        }
    }
    let ring = (SECTORS + 1) as u32;
    for (i, pair) in profile.windows(2).enumerate() {
        let [[r0, z0, ..], [r1, z1, ..]] = [pair[0], pair[1]];
        if r0 == r1 && z0 == z1 {
            // an edge: the same ring with other normals
            continue;
        }
        for k in 0..SECTORS {
            let list = match (k / (SECTORS / 4)) % 2 {
                0 => &mut geometry.plain,
                _ => &mut geometry.light,
            };
            let a = i as u32 * ring + k as u32;
            let [b, c, d] = [a + 1, a + ring + 1, a + ring];
            // at a pole one of the two triangles is none
            if r0 > 0.0 {
                list.extend([a, b, c]);
            }
            if r1 > 0.0 {
                list.extend([a, c, d]);
            }
        }
    }
    geometry
}

/// A ball of radius 1, stretched to an ellipsoid. Its normals are those of the ball divided by the semi-axes.
fn stretched(mut ball: Geometry, half: [f64; 3]) -> Geometry {
    let scaled = |p: [f32; 3], by: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|k| f64::from(p[k]) * by[k])
    };
    for p in &mut ball.positions {
        *p = scaled(*p, half).map(|x| x as f32);
    }
    for n in &mut ball.normals {
        let steep = scaled(*n, half.map(|x| 1.0 / x));
        let size = steep.iter().map(|x| x * x).sum::<f64>().sqrt();
        *n = steep.map(|x| (x / size) as f32);
    }
    ball
}

/// A box: six faces of two triangles.
fn cuboid(half: [f64; 3]) -> Geometry {
    let corner = |k: u32| std::array::from_fn(|i| if k >> i & 1 == 1 { half[i] } else { -half[i] });
    let points: Vec<[f64; 3]> = (0..8).map(corner).collect();
    // two corners that differ in bit i are neighbours along axis i
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles: Vec<[u32; 3]> = (faces.iter())
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    flat(&points, &triangles)
}

/// Triangles with a normal each; those without area are left out.
fn flat(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Geometry {
    let mut geometry = Geometry::default();
    for triangle in triangles {
        let corners = triangle.map(|i| points.get(i as usize));
        let [Some(a), Some(b), Some(c)] = corners else {
            continue;
        };
        let minus =
            |p: &[f64; 3], q: &[f64; 3]| -> [f64; 3] { std::array::from_fn(|i| p[i] - q[i]) };
        let (u, v) = (minus(b, a), minus(c, a));
        let n = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        let size = n.iter().map(|x| x * x).sum::<f64>().sqrt();
        let long = u.iter().chain(&v).fold(0.0_f64, |m, x| m.max(x.abs()));
        if size <= 1e-12 * long * long {
            continue;
        }
        for corner in [a, b, c] {
            geometry.plain.push(geometry.positions.len() as u32);
            geometry.positions.push(corner.map(|x| x as f32));
            geometry.normals.push(n.map(|x| (x / size) as f32));
        }
    }
    geometry
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use stickslip::world::Hull;

    /// Volume by the divergence theorem: right only if every triangle is there and faces outwards.
    fn volume(g: &Geometry) -> f64 {
        let point = |i: u32| g.positions[i as usize].map(f64::from);
        (g.plain.chunks(3).chain(g.light.chunks(3)))
            .map(|t| {
                let [a, b, c] = [point(t[0]), point(t[1]), point(t[2])];
                let cross = [
                    b[1] * c[2] - b[2] * c[1],
                    b[2] * c[0] - b[0] * c[2],
                    b[0] * c[1] - b[1] * c[0],
                ];
                (0..3).map(|i| a[i] * cross[i]).sum::<f64>() / 6.0
            })
            .sum()
    }

    #[test]
    fn surfaces_are_closed_and_face_outwards() {
        let pi = std::f64::consts::PI;
        let (r, l) = (0.5, 0.8);
        let tetrahedron = Hull {
            points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        };
        for (shape, exact) in [
            (Shape::Sphere { radius: r }, 4.0 / 3.0 * pi * r.powi(3)),
            (
                Shape::Capsule {
                    half_length: l,
                    radius: r,
                },
                4.0 / 3.0 * pi * r.powi(3) + pi * r * r * 2.0 * l,
            ),
            (
                Shape::Cylinder {
                    half_length: l,
                    radius: r,
                },
                pi * r * r * 2.0 * l,
            ),
            (
                Shape::Box {
                    half: [0.1, 0.2, 0.3],
                },
                8.0 * 0.006,
            ),
            (
                Shape::Ellipsoid {
                    half: [0.1, 0.2, 0.3],
                },
                4.0 / 3.0 * pi * 0.006,
            ),
            (Shape::Convex(Arc::new(tetrahedron)), 1.0 / 6.0),
        ] {
            let geometry = of(&shape, ([0.0; 2], 1.0));
            let found = volume(&geometry);
            // chords lie inside arcs
            assert!(
                found > 0.96 * exact && found < exact * (1.0 + 1e-6),
                "{}: {found} instead of {exact}",
                shape.word()
            );
            for n in &geometry.normals {
                let size: f32 = n.iter().map(|x| x * x).sum();
                assert!((size - 1.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn an_ellipsoid_has_its_own_normals() {
        let half = [0.1_f32, 0.2, 0.3];
        let shape = Shape::Ellipsoid {
            half: half.map(f64::from),
        };
        let g = of(&shape, ([0.0; 2], 1.0));
        for (p, n) in g.positions.iter().zip(&g.normals) {
            // x/a² has the direction of the normal
            let steep: [f32; 3] = std::array::from_fn(|k| p[k] / (half[k] * half[k]));
            let size = steep.iter().map(|x| x * x).sum::<f32>().sqrt();
            assert!((0..3).all(|k| (steep[k] / size - n[k]).abs() < 1e-5));
        }
    }

    #[test]
    fn a_floor_is_a_square_that_faces_up() {
        let floor = of(&Shape::HalfSpace, ([1.0, 2.0], 3.0));
        assert_eq!(floor.plain.len(), 6);
        assert!(floor.normals.iter().all(|n| *n == [0.0, 0.0, 1.0]));
        assert!(floor.positions.contains(&[-2.0, -1.0, 0.0]));
    }
}
