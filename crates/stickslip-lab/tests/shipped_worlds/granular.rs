//! Piles, flows and slopes of many bodies.

use super::shipped::{centre, run_anyway};
use stickslip_lab::scene::BuiltIn;
use stickslip_lab::stickslip::Simulation;

/// Centres of the bodies of an array of this size.
fn centres(simulation: &Simulation<BuiltIn>, name: &str, count: [usize; 3]) -> Vec<[f64; 3]> {
    let [x, y, z] = count;
    let all = (0..x * y * z).map(|n| [n % x, n / x % y, n / (x * y)]);
    all.map(|[i, j, k]| centre(simulation, &format!("{name}[{i}][{j}][{k}]")))
        .collect()
}

/// Drops a small pile into its bin and tells how high it is at the end, over what it would be as a solid block.
fn pile(name: &str, body: &str, wide: f64, volume: f64) -> f64 {
    // swept like the large pile that it stands for
    let set = [
        "side=4",
        "layers=3",
        "run.duration=0.3",
        "run.large.contacts=40",
    ];
    let mut kinetic = 0.0_f64;
    let end = run_anyway(name, &set, |simulation| {
        let report = simulation.report();
        let penetration = report.penetration;
        assert!(penetration < 1e-3, "{name} at {}: {penetration}", report.t);
        kinetic = kinetic.max(report.energy.kinetic);
    });
    let centres = centres(&end, body, [4, 4, 3]);
    for [x, y, z] in &centres {
        assert!(x.abs() < wide / 2.0 && y.abs() < wide / 2.0 && *z > 0.0);
    }
    let left = end.report().energy.kinetic;
    assert!(left < 0.02 * kinetic, "{name}: {left} of {kinetic} J");
    // the mean height is half of the pile's
    let mean = centres.iter().map(|c| c[2]).sum::<f64>() / centres.len() as f64;
    2.0 * mean * wide * wide / (volume * centres.len() as f64)
}

#[test]
fn a_pile_of_spheres_stays_in_its_bin_and_comes_to_rest() {
    let radius: f64 = 0.01;
    let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let loose = pile("sphere-pile", "sphere", 4.0 * 2.3 * radius, volume);
    // dense packings fill 0.74; walls keep small piles loose
    assert!(loose > 1.0 / 0.74 && loose < 1.0 / 0.4, "{loose}");
}

#[test]
fn a_pile_of_boxes_stays_in_its_bin_and_comes_to_rest() {
    let size: f64 = 0.02;
    let loose = pile("box-pile", "box", 4.0 * 1.45 * size, 0.48 * size.powi(3));
    // three layers between rough walls bridge more than a deep pile does; side by side they would fill all of it
    assert!(loose > 1.0 && loose < 1.0 / 0.25, "{loose}");
}

/// When each sphere of a small hopper left (s); another jitter (radii) is another drop.
fn times_out(jitter: f64) -> Vec<f64> {
    let mut times = Vec::new();
    let jitter = format!("jitter={jitter}*radius");
    run_anyway("hopper", &["side=6", "layers=6", &jitter], |simulation| {
        let report = simulation.report();
        let penetration = report.penetration;
        assert!(penetration < 1e-3, "at {}: {penetration}", report.t);
        let out = (centres(simulation, "sphere", [6; 3]).iter())
            .filter(|c| c[2] < 0.0)
            .count();
        while times.len() < out {
            times.push(simulation.state().t);
        }
    });
    times
}

#[test]
fn a_hopper_runs_out_at_a_steady_rate() {
    let all = 216;
    // from an eighth on, when the flow is there, to half of the spheres, and from there until an eighth is left
    let (mut first, mut second) = (0.0, 0.0);
    let jitters = [0.02, 0.025, 0.03, 0.035, 0.04, 0.045];
    for jitter in jitters {
        let times = times_out(jitter);
        assert!(times.len() >= 7 * all / 8, "{jitter}: {}", times.len());
        let eighth = |n: usize| times[n * all / 8 - 1];
        first += eighth(4) - eighth(1);
        second += eighth(7) - eighth(4);
    }
    // The motion is chaotic: the ratio of the two times scatters by 0.07 from drop to drop (12 drops; by 0.14 for the two quarters in the
    // middle), so that of the sums over six by 0.03, about a mean of 0.97. The band is four times that on the nearer side. If the rate followed
    // the number left, or like water's the root of it, the ratio would be 2.5 or 1.55.
    let ratio = second / first;
    assert!((ratio - 1.0).abs() < 0.15, "{first} s and {second} s");
    // Beverloo's law with its customary constants, 4/π for a square hole: C ρ √g (D − 1.4 d)^{5/2}, in spheres
    let (hole, radius) = (0.05_f64, 0.005_f64);
    let mass = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let width = hole - 1.4 * 2.0 * radius;
    let law = 4.0 / std::f64::consts::PI * 0.58 * 0.6 * 9.81_f64.sqrt() * width.powf(2.5) / mass;
    let rate = (jitters.len() * 3 * all / 4) as f64 / (first + second);
    assert!((rate / law - 1.0).abs() < 0.3, "{rate} and {law} a second");
}

/// How far the spheres in the drum are carried up: the angle of the way from the axis to their centre of mass, from straight
/// down and against x (rad). The surface is at a right angle to it.
fn lean(simulation: &Simulation<BuiltIn>, count: [usize; 3]) -> f64 {
    let [x, z] = (centres(simulation, "sphere", count).iter())
        .fold([0.0, 0.0], |[x, z], c| [x + c[0], z + c[2]]);
    f64::atan2(-x, -z)
}

#[test]
fn the_spheres_in_a_drum_keep_their_slope() {
    let turns = ["44.96", "44.98", "45", "45.02", "45.04", "45.06"];
    let (mut third, mut last) = (0.0, 0.0);
    for turn in turns {
        let mut leans = Vec::new();
        let turn = format!("turn={turn}");
        run_anyway("rotating-drum", &["deep_in=2", &turn], |simulation| {
            let penetration = simulation.report().penetration;
            assert!(penetration < 1e-3, "{penetration}");
            leans.push(lean(simulation, [9, 2, 6]).to_degrees());
        });
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let quarter = leans.len() / 4;
        third += mean(&leans[2 * quarter..3 * quarter]) / turns.len() as f64;
        last += mean(&leans[3 * quarter..]) / turns.len() as f64;
    }
    // The motion is chaotic: spheres roll down now and then, all together, so that the difference of the two quarters scatters by 5 degrees from drum to
    // drum (15 of them, turning hardly faster or slower), about a mean between −4 and 0; that of the means over six by 2.
    // The drum alone would have carried them 22 degrees further from one quarter to the next
    assert!(third > 10.0 && third < 45.0, "{third}");
    assert!((last - third).abs() < 6.0, "{third} and {last}");
}
