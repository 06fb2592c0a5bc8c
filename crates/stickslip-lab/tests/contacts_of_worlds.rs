//! `contacts.csv` of a world: who touches whom, where, and with which force.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod scratch;

use scratch::Scratch;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use stickslip_lab::run::{self, ContactRow, Touch, read_contacts};
use stickslip_lab::scene::catalogue;
use stickslip_lab::table::{read_csv, read_npz};

/// Runs a shipped scene for so many steps.
fn ran(scratch: &Scratch, name: &str, set: &[&str], steps: usize) -> PathBuf {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    let mut scene = catalogue::find_with(name, &set).unwrap().unwrap();
    scene.duration = steps as f64 * scene.settings.step;
    let folder = scratch.at(name);
    run::scene(&scene, &folder, &AtomicBool::new(false), |_, _| {}).unwrap();
    folder
}

fn rows(folder: &std::path::Path) -> Vec<ContactRow> {
    read_contacts(&folder.join("contacts.csv")).unwrap()
}

fn touch(row: &ContactRow) -> &Touch {
    row.touch.as_ref().unwrap()
}

fn close(a: [f64; 3], b: [f64; 3], within: f64) -> bool {
    (0..3).all(|i| (a[i] - b[i]).abs() <= within)
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[test]
fn the_forces_on_a_puck_are_its_weight_and_friction_where_it_stands() {
    let scratch = Scratch::new("touch-pucks");
    let folder = ran(&scratch, "sliding-pucks", &["azimuth=30"], 20);
    let mass = 1500.0 * 0.07 * 0.07 * 0.025;
    let (mu, g) = (0.25, 9.81);
    let (sin, cos) = 30.0_f64.to_radians().sin_cos();
    let trajectory = read_csv(folder.join("trajectory.csv")).unwrap();
    let [x, y] = ["square.x", "square.y"].map(|name| trajectory.column(name).unwrap());
    let all = rows(&folder);
    for step in 1..=20 {
        let t = trajectory.column("t").unwrap()[step];
        let square = |row: &&ContactRow| row.t == t && touch(row).bodies[1] == "square";
        let contacts: Vec<&ContactRow> = all.iter().filter(square).collect();
        assert_eq!(contacts.len(), 4, "four corners");
        let mut sum = [0.0; 3];
        for row in contacts {
            let touch = touch(row);
            assert_eq!(touch.bodies, ["floor", "square"]);
            assert!(close(touch.normal, [0.0, 0.0, 1.0], 1e-12));
            let [dx, dy, dz] = [
                touch.point[0] - x[step],
                touch.point[1] - y[step],
                touch.point[2],
            ];
            assert!((dx.abs() - 0.035).abs() < 1e-9 && (dy.abs() - 0.035).abs() < 1e-9);
            assert!(dz.abs() < 1e-9);
            // the slip is along the motion of the puck, whatever t is
            let other = cross(touch.normal, touch.tangent);
            let slip: [f64; 3] = std::array::from_fn(|i| {
                row.velocity[1] * touch.tangent[i] + row.velocity[2] * other[i]
            });
            let speed = 1.2 - mu * g * t;
            assert!(
                close(slip, [speed * cos, speed * sin, 0.0], 1e-9),
                "{slip:?}"
            );
            (0..3).for_each(|i| sum[i] += touch.force[i]);
        }
        let friction = mu * mass * g;
        let expected = [-friction * cos, -friction * sin, mass * g];
        assert!(close(sum, expected, 1e-9), "{sum:?}");
    }
}

#[test]
fn a_force_between_two_free_bodies_acts_on_the_second_along_the_normal() {
    let scratch = Scratch::new("touch-wall");
    let set = ["speed=0", "courses=2", "bodies[2].position=[0, -2, 0.04]"];
    let folder = ran(&scratch, "brick-wall-small", &set, 10);
    // all bricks weigh the same; what lies below the upper course carries its three bricks
    let weight = 2000.0 * 0.2 * 0.1 * 0.06 * 9.81;
    let last = rows(&folder);
    let t = last.last().unwrap().t;
    let [mut between, mut below] = [0.0; 2];
    for row in last.iter().filter(|row| row.t == t) {
        let touch = touch(row);
        let [one, two] = touch.bodies.each_ref().map(String::as_str);
        // upward on what is above
        let is_upper = |name: &str| name.starts_with("brick") && name.ends_with("[1]");
        let up = |name: &str| if is_upper(name) { 1.0 } else { 0.0 };
        if two == "ball" || one == "ball" {
            continue;
        }
        let along: f64 = (0..3).map(|i| touch.force[i] * touch.normal[i]).sum();
        assert!(along > -1e-9 && (along - row.impulse[0] * 240.0).abs() < 1e-9);
        assert!((touch.normal[2].abs() - 1.0).abs() < 1e-9);
        assert_eq!(touch.normal[2] > 0.0, one == "floor" || is_upper(two));
        match one == "floor" {
            true => below += touch.force[2],
            false => between += touch.force[2] * (up(two) - up(one)),
        }
    }
    assert!((between - 3.0 * weight).abs() < 1e-6, "{between}");
    assert!((below - 6.0 * weight).abs() < 1e-6, "{below}");
}

#[test]
fn arrays_hold_the_same_and_other_systems_have_places_too() {
    let scratch = Scratch::new("touch-arrays");
    let folder = ran(&scratch, "sliding-pucks", &[], 5);
    let all = rows(&folder);
    let arrays = read_npz(folder.join("run.npz")).unwrap();
    for (name, of) in [
        ("contact_point", (|t| t.point) as fn(&Touch) -> [f64; 3]),
        ("contact_normal", |t| t.normal),
        ("contact_tangent", |t| t.tangent),
        ("contact_force", |t| t.force),
    ] {
        let matrix = arrays.matrix(name).unwrap();
        for (i, row) in all.iter().enumerate() {
            assert_eq!(matrix.row(i).unwrap(), of(touch(row)), "{name}");
        }
    }
    // the rows of a step ascend by number
    let order = |pair: &[ContactRow]| (pair[0].t, pair[0].id) < (pair[1].t, pair[1].id);
    assert!(all.windows(2).all(order));
    let folder = ran(&scratch, "four-balls", &[], 60);
    let all = rows(&folder);
    assert!(!all.is_empty());
    for row in &all {
        let touch = touch(row);
        assert_eq!(touch.bodies[0], "table");
        // three balls rest on the table
        assert!(touch.point[2].abs() < 1e-9 && touch.normal == [0.0, 0.0, 1.0]);
        assert!((touch.force[2] - 9.81).abs() < 1e-6, "{:?}", touch.force);
    }
    let arrays = read_npz(folder.join("run.npz")).unwrap();
    assert_eq!(
        arrays.matrix("contact_point").unwrap().row(0).unwrap(),
        touch(&all[0]).point
    );
}
