//! Piles, flows and slopes of many bodies.

use super::shipped::{centre, run};
use stickslip_lab::run::is_certified;
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
    let set = ["side=5", "layers=4", "run.duration=0.5"];
    let mut kinetic = 0.0_f64;
    let end = run(name, &set, |simulation| {
        let report = simulation.report();
        assert!(is_certified(report), "{name} at {}", report.t);
        let penetration = report.penetration;
        assert!(penetration < 1e-3, "{name} at {}: {penetration}", report.t);
        kinetic = kinetic.max(report.energy.kinetic);
    });
    let centres = centres(&end, body, [5, 5, 4]);
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
    let loose = pile("sphere-pile", "sphere", 5.0 * 2.3 * radius, volume);
    // dense packings fill 0.74; walls keep small piles loose
    assert!(loose > 1.0 / 0.74 && loose < 1.0 / 0.4, "{loose}");
}

#[test]
fn a_pile_of_boxes_stays_in_its_bin_and_comes_to_rest() {
    let size: f64 = 0.02;
    let loose = pile("box-pile", "box", 5.0 * 1.45 * size, 0.48 * size.powi(3));
    assert!(loose > 1.0 && loose < 1.0 / 0.35, "{loose}");
}

#[test]
fn a_hopper_runs_out_at_a_steady_rate() {
    let count = [8, 8, 8];
    let all = 512;
    // when each sphere left
    let mut times = Vec::new();
    run("hopper", &["side=8", "layers=8"], |simulation| {
        let report = simulation.report();
        let penetration = report.penetration;
        assert!(penetration < 1e-3, "at {}: {penetration}", report.t);
        let out = (centres(simulation, "sphere", count).iter())
            .filter(|c| c[2] < 0.0)
            .count();
        while times.len() < out {
            times.push(simulation.state().t);
        }
    });
    assert!(times.len() > 3 * all / 4, "{}", times.len());
    let quarter = |n: usize| times[n * all / 4 - 1];
    let (second, third) = (quarter(2) - quarter(1), quarter(3) - quarter(2));
    assert!((third / second - 1.0).abs() < 0.2, "{second} s and {third} s");
}

/// The slope of what is in the drum: of the line through the highest spheres of each vertical strip, rising against x.
fn slope(simulation: &Simulation<BuiltIn>, count: [usize; 3]) -> f64 {
    let (strips, half) = (8, 0.06);
    let mut tops = vec![f64::NEG_INFINITY; strips];
    for [x, _, z] in centres(simulation, "sphere", count) {
        let strip = ((x + half) / (2.0 * half) * strips as f64).floor();
        if (0.0..strips as f64).contains(&strip) {
            let top = &mut tops[strip as usize];
            *top = top.max(z);
        }
    }
    let x = |i: usize| (i as f64 + 0.5) / strips as f64 * 2.0 * half - half;
    let mean = tops.iter().sum::<f64>() / strips as f64;
    let (mut up, mut across) = (0.0, 0.0);
    for (i, top) in tops.iter().enumerate() {
        up += x(i) * (top - mean);
        across += x(i) * x(i);
    }
    -up / across
}

#[test]
fn the_spheres_in_a_drum_keep_their_slope() {
    let mut slopes = Vec::new();
    run("rotating-drum", &["deep_in=1"], |simulation| {
        slopes.push(slope(simulation, [14, 1, 8]));
    });
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let quarter = slopes.len() / 4;
    let (third, last) = (mean(&slopes[2 * quarter..3 * quarter]), mean(&slopes[3 * quarter..]));
    println!("{third} {last}");
}
