use super::*;
use crate::collide::random::Random;
use crate::world::{Hull, Mesh, Motion};
use std::sync::Arc;

fn collider(shape: Shape, density: f64, pose: Pose) -> Collider {
    Collider {
        density,
        pose,
        ..Collider::new(shape)
    }
}

fn body(colliders: Vec<Collider>, inertia: Inertia) -> Body {
    Body {
        name: "part".into(),
        motion: Motion::Free,
        pose: Pose::IDENTITY,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders,
        inertia,
    }
}

fn assert_near(a: &MassProperties, b: &MassProperties, relative: f64) {
    let size = b
        .inertia
        .iter()
        .flatten()
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!((a.mass - b.mass).abs() <= relative * b.mass, "{a:?} {b:?}");
    for i in 0..3 {
        assert!((a.centre[i] - b.centre[i]).abs() <= relative, "{a:?} {b:?}");
        for j in 0..3 {
            let difference = a.inertia[i][j] - b.inertia[i][j];
            assert!(difference.abs() <= relative * size, "{a:?} {b:?}");
        }
    }
}

fn box_points(half: [f64; 3]) -> Vec<[f64; 3]> {
    (0..8)
        .map(|i| std::array::from_fn(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] }))
        .collect()
}

#[test]
fn closed_forms() {
    let of = |shape| MassProperties::of_collider(&collider(shape, 2.0, Pose::IDENTITY)).unwrap();
    let ball = of(Shape::Sphere { radius: 0.5 });
    assert!((ball.mass - PI / 3.0).abs() < 1e-15);
    assert!((ball.inertia[1][1] - PI / 30.0).abs() < 1e-15);
    let brick = of(Shape::Box {
        half: [0.5, 1.0, 1.5],
    });
    assert_eq!(brick.mass, 12.0);
    // m (b² + c²)/12 with edges 1, 2, 3
    assert!((brick.inertia[0][0] - 13.0).abs() < 1e-14);
    assert!((brick.inertia[1][1] - 10.0).abs() < 1e-14);
    assert!((brick.inertia[2][2] - 5.0).abs() < 1e-14);
    let rod = of(Shape::Cylinder {
        half_length: 1.0,
        radius: 0.5,
    });
    assert!((rod.mass - PI).abs() < 1e-15);
    assert!((rod.inertia[0][0] - PI * (3.0 * 0.25 + 4.0) / 12.0).abs() < 1e-15);
    assert!((rod.inertia[2][2] - PI * 0.125).abs() < 1e-15);
}

#[test]
fn an_ellipsoid_is_a_ball_that_was_stretched() {
    let half = [0.5, 1.0, 1.5];
    let it = collider(Shape::Ellipsoid { half }, 2.0, Pose::IDENTITY);
    let it = MassProperties::of_collider(&it).unwrap();
    assert!((it.mass - 2.0 * PI).abs() < 1e-14);
    // ∫ x² over a ball of radius 1 is 4π/15; stretched, it is a³bc times that
    let square = |k: usize| 2.0 * 4.0 * PI / 15.0 * 0.75 * half[k] * half[k];
    for (k, [i, j]) in [[1, 2], [0, 2], [0, 1]].into_iter().enumerate() {
        assert!((it.inertia[k][k] - square(i) - square(j)).abs() < 1e-14);
    }
    let round = Shape::Ellipsoid { half: [0.3; 3] };
    let ball = Shape::Sphere { radius: 0.3 };
    let [round, ball] = [round, ball].map(|s| {
        MassProperties::of_collider(&collider(s, 3.0, Pose::at([1.0, 0.0, 2.0]))).unwrap()
    });
    assert_near(&round, &ball, 1e-15);
}

#[test]
fn a_capsule_is_the_limit_of_its_slices() {
    let (l, r, n) = (0.7, 0.4, 200_000);
    let of = MassProperties::of_collider(&collider(
        Shape::Capsule {
            half_length: l,
            radius: r,
        },
        1.0,
        Pose::IDENTITY,
    ))
    .unwrap();
    let (mut mass, mut about, mut across) = (0.0, 0.0, 0.0);
    let dz = 2.0 * (l + r) / n as f64;
    for k in 0..n {
        let z: f64 = -(l + r) + (k as f64 + 0.5) * dz;
        let over = (z.abs() - l).max(0.0);
        let square = r * r - over * over;
        let slice = PI * square * dz;
        mass += slice;
        about += 0.5 * slice * square;
        across += slice * (0.25 * square + z * z);
    }
    assert!((of.mass - mass).abs() < 1e-9);
    assert!((of.inertia[2][2] - about).abs() < 1e-9);
    assert!((of.inertia[0][0] - across).abs() < 1e-9);
}

#[test]
fn a_hull_or_a_mesh_of_a_box_is_that_box() {
    let mut r = Random(5);
    let half = [0.1, 0.25, 0.4];
    for _ in 0..20 {
        let pose = r.pose(1.0);
        let exact =
            MassProperties::of_collider(&collider(Shape::Box { half }, 700.0, pose)).unwrap();
        let points: Vec<[f64; 3]> = box_points(half).iter().map(|p| pose.point(*p)).collect();
        let hull = Hull::new(&points).unwrap();
        let mesh = Mesh::new(hull.points.clone(), hull.triangles.clone()).unwrap();
        for shape in [Shape::Convex(Arc::new(hull)), Shape::Mesh(Arc::new(mesh))] {
            let found =
                MassProperties::of_collider(&collider(shape, 700.0, Pose::IDENTITY)).unwrap();
            assert_near(&found, &exact, 1e-14);
        }
    }
}

#[test]
fn two_halves_are_the_whole_and_a_mass_scales() {
    let half = |x: f64| {
        collider(
            Shape::Box {
                half: [0.5, 0.3, 0.2],
            },
            10.0,
            Pose::at([x, 0.1, -0.2]),
        )
    };
    let whole = collider(
        Shape::Box {
            half: [1.0, 0.3, 0.2],
        },
        10.0,
        Pose::at([0.2, 0.1, -0.2]),
    );
    let whole = MassProperties::of_collider(&whole).unwrap();
    let parts = vec![half(-0.3), half(0.7)];
    let sum = MassProperties::of_body(&body(parts.clone(), Inertia::FromShapes)).unwrap();
    assert_near(&sum, &whole, 1e-14);
    let scaled = MassProperties::of_body(&body(parts, Inertia::Mass(9.6))).unwrap();
    assert_near(&scaled, &whole.scaled(2.0 / 2.0 * 9.6 / whole.mass), 1e-14);
}

#[test]
fn what_no_solid_can_have_is_refused() {
    let given = |mass: f64, inertia: [[f64; 3]; 3]| {
        let inertia = Inertia::Given {
            mass,
            centre: [0.0; 3],
            inertia,
        };
        MassProperties::of_body(&body(Vec::new(), inertia)).map_err(|e| e.to_string())
    };
    assert!(given(1.0, diagonal([1.0, 1.0, 2.0])).is_ok());
    let told = |mass, inertia| given(mass, inertia).unwrap_err();
    assert!(told(-1.0, diagonal([1.0; 3])).contains("mass is -1"));
    assert!(told(1.0, diagonal([1.0, 1.0, 2.1])).contains("sum of any two"));
    assert!(told(1.0, diagonal([1.0, 1.0, 0.0])).contains("positive definite"));
    assert!(told(1.0, diagonal([1.0, f64::NAN, 0.0])).contains("finite"));
    let mut skew = diagonal([1.0; 3]);
    skew[0][1] = 0.1;
    assert!(told(1.0, skew).contains("symmetric"));
    let nothing = MassProperties::of_body(&body(Vec::new(), Inertia::FromShapes));
    assert!(
        nothing
            .unwrap_err()
            .to_string()
            .contains("body \"part\": mass is 0")
    );
    let mut flat = collider(Shape::Sphere { radius: 0.0 }, 1.0, Pose::IDENTITY);
    let told = |c: &Collider| {
        let body = body(vec![c.clone()], Inertia::FromShapes);
        MassProperties::of_body(&body).unwrap_err().to_string()
    };
    assert!(told(&flat).contains("body \"part\": collider 0: radius is 0"));
    flat.shape = Shape::Sphere { radius: 1.0 };
    flat.density = -2.0;
    assert!(told(&flat).contains("density is -2"));
    flat.density = 1.0;
    flat.shape = Shape::HalfSpace;
    assert!(told(&flat).contains("no finite mass"));
}
