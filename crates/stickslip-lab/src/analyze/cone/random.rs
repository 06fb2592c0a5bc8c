//! Random bodies in random contact: every answer must come with its proof.

use super::*;
use complementarity::generate::Random;
use stickslip::{Drive, Frame, Friction, InstantProblem, Mass, NaturalMap, Slip};

/// Bodies in space that touch each other and the ground, under random loads.
fn problem(seed: u64) -> InstantProblem {
    let (bodies, contacts) = (1 + (seed % 3) as usize, 2 + (seed % 11) as usize);
    let mut random = Random::new(seed);
    let masses: Vec<f64> = (0..6 * bodies)
        .map(|_| 10.0_f64.powf(random.uniform(-1.0, 1.0)))
        .collect();
    let force: Vec<f64> = (0..6 * bodies)
        .map(|_| random.uniform(-10.0, 10.0))
        .collect();
    let mut problem = InstantProblem::new(Mass::diagonal(&masses).unwrap(), &force).unwrap();
    for i in 0..contacts {
        let mut frame = Frame::default();
        let pair = [i % bodies, (i + 1 + i / bodies) % (bodies + 1)];
        let (n, t) = (&mut frame.normal, &mut frame.tangent);
        for row in [n, t, &mut frame.binormal, &mut frame.torsion] {
            for (body, sign) in pair.iter().zip([1.0, -1.0]) {
                let entries: [f64; 6] = std::array::from_fn(|_| sign * random.uniform(-1.0, 1.0));
                // the last one is the ground
                if *body < bodies {
                    row.extend(6 * body, &entries);
                }
            }
        }
        let mu = random.uniform(0.1, 1.5);
        let friction = match i % 6 {
            0 => Friction::round(mu),
            1 => Friction::ellipsoid(mu, [1.0, 0.7, 0.1]).unwrap(),
            2 => Friction::mixed(mu, [1.0, 1.0, 0.2]).unwrap(),
            3 => Friction::polygon(mu, 8).unwrap(),
            4 => Friction::planar(mu),
            _ => Friction::none(),
        };
        let added = problem.add_contact(&frame, friction, Slip::Rolling, [0.0; 4]);
        added.unwrap();
    }
    if seed.is_multiple_of(2) {
        let brake = Drive {
            target: 0.0,
            low: -2.0,
            high: 2.0,
            softness: 0.0,
        };
        problem.add_joint([(0, 1.0), (3, 0.5)], brake).unwrap();
    }
    problem
}

#[test]
fn sticking_or_not_there_is_a_proof() {
    let (mut stuck, mut free) = (0, 0);
    for seed in 0..150 {
        let problem = problem(seed);
        let found = stick(&problem).unwrap();
        if found.exists {
            stuck += 1;
            let motion = found.motion.unwrap();
            let reduced = problem.reduce().unwrap();
            let mut c = Vec::new();
            for (force, contact) in motion.forces.iter().zip(reduced.contacts()) {
                c.extend_from_slice(&force.parts()[..=contact.rows]);
            }
            c.extend_from_slice(&motion.joints);
            let map = NaturalMap::of(&reduced, &c);
            assert!(map.relative < 1e-8, "{seed}: {map:?}");
            // what was found lies within the ranges
            let ranges = force_ranges(&problem).unwrap().unwrap();
            for (force, ranges) in motion.forces.iter().zip(&ranges.contacts) {
                for (c, range) in force.parts().iter().zip(ranges) {
                    let noise = 1e-6 * found.scale;
                    let within = range.low - noise <= *c && *c <= range.high + noise;
                    assert!(within, "{seed}: {c} {range:?}");
                }
            }
        } else {
            free += 1;
            let y = found.unstoppable.unwrap();
            let margin = found.margin;
            assert!(power_of(&problem, &y).is_some(), "{seed}: {margin}");
            assert_eq!(force_ranges(&problem).unwrap(), None);
        }
    }
    assert!(stuck >= 20 && free >= 20, "{stuck} stick, {free} do not");
}

#[test]
fn wedging_or_not_there_is_a_proof() {
    let (mut wedged, mut pointed) = (0, 0);
    for seed in 0..150 {
        let problem = problem(seed);
        let found = wedging(&problem).unwrap();
        match found.separating {
            Some(y) => {
                pointed += 1;
                let margin = found.margin;
                assert!(separation_of(&problem, &y).is_some(), "{seed}: {margin}");
            }
            None => {
                wedged += 1;
                let sum: f64 = found.forces.unwrap().iter().map(|c| c.normal).sum();
                assert!((sum - 1.0).abs() < 1e-8);
            }
        }
        // bodies at rest: part (B) of Theorem 1 holds, and nothing is impossible
        assert_eq!(existence(&problem).unwrap().no_work, Guarantee::Holds);
        assert_eq!(impossible(&problem).unwrap(), None, "{seed}");
    }
    assert!(
        wedged >= 20 && pointed >= 20,
        "{wedged} wedge, {pointed} do not"
    );
}
