//! A peg askew in a hole: two contacts, one friction cone each.

use super::*;
use stickslip_lab::analyze::search;

/// The planar geometry of the scene, worked out again.
struct Peg {
    tilt: f64,
    slot: f64,
    depth: f64,
    /// From the left jaw to the line of the load, and from there to the right jaw.
    ways: [f64; 2],
}

impl Peg {
    fn of(tilt_deg: f64, clearance: f64, offset: f64) -> Self {
        let (tilt, slot) = (f64::to_radians(tilt_deg), 0.02 + clearance);
        let (sin, cos) = tilt.sin_cos();
        // the width of the slot is that of the peg's end and of its side down to `depth`: slot cos = 0.02 + depth sin
        let depth = (slot * cos - 0.02) / sin;
        let centre = 0.01 * cos + 0.03 * sin;
        let top = centre + 0.03 * sin + offset * cos;
        let weight = 7800.0 * 0.02 * 0.02 * 0.06 * 9.81;
        let load = (weight * centre + 5.0 * top) / (weight + 5.0);
        Self {
            tilt,
            slot,
            depth,
            ways: [load, slot - load],
        }
    }

    /// The line from contact to contact is within both cones.
    fn wedges_from(&self) -> f64 {
        ((self.depth / self.slot).atan() + self.tilt).tan()
    }

    /// The least friction with which both forces meet on the line of the load: the lower one as steep as it can be, the upper one as flat.
    fn jams_from(&self) -> f64 {
        let [a, b] = self.ways;
        let (mut low, mut high) = (0.0, 1.0_f64);
        for _ in 0..60 {
            let phi = 0.5 * (low + high);
            match a * phi.tan() + b * (phi - self.tilt).tan() >= self.depth {
                true => high = phi,
                false => low = phi,
            }
        }
        high.tan()
    }
}

const PEGS: [[f64; 3]; 4] = [
    [2.0, 0.0002, 0.01],
    [2.0, 0.0002, 0.0],
    [5.0, 0.001, -0.008],
    [8.0, 0.001, 0.005],
];

fn settings([tilt, clearance, offset]: [f64; 3]) -> [String; 3] {
    [
        format!("tilt_deg={tilt}"),
        format!("clearance={clearance}"),
        format!("offset={offset}"),
    ]
}

#[test]
fn it_wedges_if_the_contacts_see_each_other() {
    let shipped = Peg::of(2.0, 0.0002, 0.01);
    assert!((shipped.wedges_from() - 0.304).abs() < 5e-4);
    assert!((shipped.jams_from() - 0.268).abs() < 5e-4);
    for case in PEGS {
        let [tilt, clearance, offset] = case;
        let set = settings(case);
        changes_at(Peg::of(tilt, clearance, offset).wedges_from(), true, |mu| {
            let mu = format!("mu={mu}");
            let set = [&set[0], &set[1], &set[2], mu.as_str()];
            cone::wedging(&problem("peg-jammed", &set)).unwrap().wedges
        });
    }
}

#[test]
fn its_load_jams_it_a_little_earlier() {
    for case in PEGS {
        let [tilt, clearance, offset] = case;
        let peg = Peg::of(tilt, clearance, offset);
        assert!(peg.jams_from() < peg.wedges_from());
        let set = settings(case);
        let set = set.each_ref().map(String::as_str);
        changes_at(peg.jams_from(), true, |mu| {
            jams("peg-jammed", "mu", mu, &set)
        });
    }
}

/// Beyond the wedging angle no push moves it, down or up.
#[test]
fn a_wedged_peg_is_held_against_any_push() {
    for offset in ["offset=0", "offset=0.01"] {
        for push in [1e4, -1e4] {
            assert!(jams("peg-jammed", "push", push, &["mu=0.31", offset]));
        }
        // below, it can be pulled out
        assert!(!jams("peg-jammed", "push", -1e4, &["mu=0.29", offset]));
    }
}

/// Off its axis the push turns it further askew: jamming is the only answer. In the middle sliding in is another.
#[test]
fn where_it_is_pushed_decides_whether_it_must_jam() {
    for (offset, answers) in [("offset=0.01", 1), ("offset=0", 2)] {
        let problem = problem("peg-jammed", &[offset]);
        let settings = search::Settings {
            starts: 40,
            ..search::Settings::default()
        };
        let found = search::all(&problem, &settings, &[], &mut |_, _| true).unwrap();
        assert_eq!(found.solutions.len(), answers, "{offset}");
        assert!(found.solutions[0].is_stuck());
    }
}
