//! The rattleback: a stone that turns back when it is spun in the wrong sense.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use stickslip_lab::scene::catalogue;
use stickslip_lab::stickslip::Simulation;

/// The spin about the vertical (rad/s) after each step of the shipped scene with settings. Every step must be certified, roll
/// without lifting off and leave no more energy than there was.
fn spins(set: &[&str]) -> Vec<f64> {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    let scene = catalogue::find_with("rattleback", &set).unwrap().unwrap();
    let steps = scene.steps().unwrap();
    let mut simulation = Simulation::new(scene.system, scene.initial, scene.settings).unwrap();
    let mut spins = Vec::with_capacity(steps as usize);
    for _ in 0..steps {
        let report = simulation.step().unwrap();
        let (t, books) = (report.t, &report.energy);
        assert!(
            report.solution.solved && report.audit < 1e-9,
            "{set:?} at {t}"
        );
        assert!(report.notes.is_empty(), "{:?}", report.notes);
        assert!(report.contacts.len() == 1 && report.contacts[0].impulse.normal > 0.0);
        assert!(report.penetration < 1e-8, "{}", report.penetration);
        // 0.09 J in all; its rounding is 1e-17
        let before = books.kinetic_before + books.potential_before;
        assert!(books.total() <= before + 1e-16, "{set:?} at {t}: {books:?}");
        assert!(books.imbalance.abs() < 1e-15, "{books:?}");
        spins.push(simulation.state().v[5]);
    }
    spins
}

#[test]
fn spun_in_the_wrong_sense_it_turns_back_and_in_the_other_it_does_not() {
    let wrong = spins(&["spin=-6"]);
    assert!(wrong[0] < -5.9 && *wrong.last().unwrap() > 4.0);
    let right = spins(&["spin=6"]);
    assert!(right.iter().all(|spin| *spin > 5.5), "{right:?}");
}

#[test]
fn a_stone_and_its_mirror_image_do_the_same_in_the_mirror() {
    let short = "run.duration=1";
    let stone = spins(&["spin=-6", "skew_deg=4", short]);
    let mirrored = spins(&["spin=6", "skew_deg=-4", short]);
    let worst = (stone.iter().zip(&mirrored))
        .map(|(a, b)| (a + b).abs())
        .fold(0.0, f64::max);
    assert!(worst < 1e-9, "{worst}");
    // and a stone without a sense has none
    let even = spins(&["spin=-6", "skew_deg=0", short]);
    assert!(even.iter().all(|spin| (spin + 6.0).abs() < 0.1));
}

#[test]
fn its_last_spin_converges_to_that_of_rolling_without_slip() {
    let exact = rolling(-6.0, 4.0);
    let error = |step: &str| exact - spins(&[step]).last().unwrap();
    let [coarse, fine] = ["run.step=2e-4", "run.step=1e-4"].map(error);
    // of first order, and from below, because steps take energy out
    let ratio = coarse / fine;
    assert!(fine > 0.0 && fine < 1.0, "{fine}");
    assert!((1.8..2.2).contains(&ratio), "{coarse} {fine}");
}

type V = [f64; 3];

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// a + s b.
fn add(a: V, s: f64, b: V) -> V {
    std::array::from_fn(|k| a[k] + s * b[k])
}

/// The spin about the vertical after a time, of the stone of the scene that rolls without slip, by the method of Runge and Kutta.
///
/// In the frame of the stone: u is the vertical, r = −low − A²u/|A u| from the centre of mass to the touching point, v = −ω × r,
/// and the torque of the force F = m (dv/dt + g u) at that point makes I dω/dt + ω × I ω.
fn rolling(spin: f64, time: f64) -> f64 {
    let square = [0.01, 0.0009, 0.000_625];
    let (low, gravity, skew) = ([0.0, 0.0, 0.01], 9.81, 4.0_f64.to_radians());
    // per kg
    let [one, two, three] = [3e-4, 2.1e-3, 2.2e-3];
    let (sin, cos) = skew.sin_cos();
    let inertia = [
        [
            one * cos * cos + two * sin * sin,
            (one - two) * sin * cos,
            0.0,
        ],
        [
            (one - two) * sin * cos,
            one * sin * sin + two * cos * cos,
            0.0,
        ],
        [0.0, 0.0, three],
    ];
    let rate = |u: V, w: V| -> (V, V) {
        let du = cross(u, w);
        let [au, adu] = [u, du].map(|x| -> V { std::array::from_fn(|k| square[k] * x[k]) });
        let reach = dot(au, u).sqrt();
        let r = add(low, -1.0 / reach, au);
        let dr = add([0.0; 3], -1.0 / reach, adu);
        let dr = add(dr, dot(au, du) / reach.powi(3), au);
        let pull = add(cross(dr, w), 1.0, cross(cross(w, r), w));
        let torque = cross(r, add(pull, gravity, u));
        let momentum = inertia.map(|row| dot(row, w));
        let torque = add(torque, -1.0, cross(w, momentum));
        // about the touching point
        let about: [V; 3] = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                inertia[i][j] + if i == j { dot(r, r) } else { 0.0 } - r[i] * r[j]
            })
        });
        let [x, y, z] = about;
        let all = dot(x, cross(y, z));
        let turned = [cross(y, z), cross(z, x), cross(x, y)];
        (du, turned.map(|c| dot(torque, c) / all))
    };
    let wobble = 0.5_f64.to_radians();
    let mut u = [-wobble.sin(), 0.0, wobble.cos()];
    let mut w = add([0.0; 3], spin, u);
    let steps = 40_000;
    let h = time / f64::from(steps);
    for _ in 0..steps {
        let a = rate(u, w);
        let b = rate(add(u, 0.5 * h, a.0), add(w, 0.5 * h, a.1));
        let c = rate(add(u, 0.5 * h, b.0), add(w, 0.5 * h, b.1));
        let d = rate(add(u, h, c.0), add(w, h, c.1));
        let sum = |a: V, b: V, c: V, d: V| add(add(add(a, 2.0, b), 2.0, c), 1.0, d);
        u = add(u, h / 6.0, sum(a.0, b.0, c.0, d.0));
        w = add(w, h / 6.0, sum(a.1, b.1, c.1, d.1));
    }
    dot(u, w)
}
