//! What to know about a scene before its numbers are trusted.

use super::summary::{EnergySummary, Entry};
use crate::info::lost_restitution;
use crate::scene::{BuiltIn, Scene};
use stickslip::world::{Body, Model, Motion, Shape};
use stickslip::{FrictionSet, System};

/// A run that begins with a deeper penetration than this (m) is warned of: more than numbers of a few digits explain.
const DEEP: f64 = 1e-6;
/// Free bodies of corners or triangles that are longer than this (m) are told of.
const GIANT: f64 = 20.0;
/// Impacts and push-out that bring in more than this part of all other energies are told of.
const PUSHED: f64 = 0.1;
/// This part of the energies that there are is rounding.
const ROUNDING: f64 = 1e-9;
/// Worlds with gravity that are stepped by more than this (s) are told of.
const LONG: f64 = 0.1;

/// What is unusual about the beginning and the friction sets, each sentence once.
pub(crate) fn warnings(scene: &Scene) -> Vec<String> {
    let (system, initial) = (&scene.system, &scene.initial);
    let mut warnings: Vec<String> = Vec::new();
    for (id, spec) in system.contacts().iter().enumerate() {
        let depth = -system.gap(id, initial.t, &initial.q);
        if depth > DEEP {
            warnings.push(format!(
                "{} begins with a penetration of {depth:.1e} m, and pushing it out adds energy; correct [initial]",
                spec.name
            ));
        }
    }
    for spec in system.contacts().iter() {
        let mut add = |warning: &str| {
            if !warnings.iter().any(|w| w == warning) {
                warnings.push(warning.into());
            }
        };
        if let FrictionSet::Polyhedral(set) = &spec.friction.set {
            set.warnings().iter().for_each(|w| add(w));
        }
        spec.friction.slip_law.warning().into_iter().for_each(add);
    }
    if let BuiltIn::World(world) = system {
        let model = world.model();
        warnings.extend(model.bodies.iter().filter_map(giant));
        warnings.extend(model.bodies.iter().filter_map(inside_out));
        warnings.extend(lost_restitution(model));
        warnings.extend(idle(model));
        let parts = scene.settings.substeps.max(1) as f64;
        warnings.extend(long_step(model, scene.settings.step / parts));
    }
    warnings
}

/// A mesh that others can only meet from within.
fn inside_out(body: &Body) -> Option<String> {
    let turned = body.colliders.iter().any(|collider| match &collider.shape {
        Shape::Mesh(mesh) => mesh.is_inside_out(),
        _ => false,
    });
    turned.then(|| {
        format!(
            "the triangles of {} are clockwise as seen from outside: bodies meet its mesh from within, and pass through it from \
             outside; turn them about unless it is a room",
            body.name
        )
    })
}

/// A world in which nothing can happen.
fn idle(model: &Model) -> Option<String> {
    let moves = model.bodies.iter().any(|body| body.motion != Motion::Fixed);
    let why = match model.bodies.is_empty() {
        _ if moves => return None,
        true => "the world has no bodies: add some as [[bodies]]",
        false => "no body moves: all are fixed; leave `fixed` out where one is to",
    };
    Some(why.into())
}

/// A step in which things fall farther than anybody would want to miss.
fn long_step(model: &Model, h: f64) -> Option<String> {
    let g = model.gravity.iter().map(|x| x * x).sum::<f64>().sqrt();
    let falls = model.bodies.iter().any(|body| body.motion == Motion::Free) && g > 0.0;
    (falls && h > LONG).then(|| {
        format!(
            "a step of {h} s is long: what begins to fall is at {:.2} m/s after one, {:.2} m farther; most scenes need 0.01 s or less",
            g * h,
            g * h * h
        )
    })
}

/// A free body from a file that is larger than what people hold in their hands: most likely its file is in millimetres.
fn giant(body: &Body) -> Option<String> {
    let extent = |points: &[[f64; 3]]| -> f64 {
        let along = |k: usize| {
            let ends = points
                .iter()
                .map(|p| p[k])
                .fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
            ends.1 - ends.0
        };
        along(0).max(along(1)).max(along(2))
    };
    let largest = body.colliders.iter().map(|collider| match &collider.shape {
        Shape::Convex(hull) => extent(&hull.points),
        _ => 0.0,
    });
    let size = largest.fold(0.0, f64::max);
    (body.motion == Motion::Free && size > GIANT).then(|| {
        format!(
            "{} is {size:.0} m long; if its file is in millimetres, write `scale = 0.001` in its shape",
            body.name
        )
    })
}

/// Energy out of nothing: an error of the time stepping that brings in more than all else that happened. Each step of such a
/// run obeys the laws of contact and is certified; it is the forces between steps that are not followed.
pub(super) fn explosion(energy: &EnergySummary) -> Option<String> {
    let (gain, all_else) = beside(energy, "numerical")?;
    // written so that what is not a number is told too
    let is_small = gain <= all_else;
    (!is_small && gain != 0.0).then(|| {
        format!(
            "the time stepping itself brought in {gain:.1e} J, more than everything else together ({all_else:.1e} J): the \
             step is too long for these forces; take a smaller `h`, or the scheme \"tzitzouris-pang\""
        )
    })
}

/// A term of the balance, and what all the others, the motion at the start and falling brought in or took out (J).
fn beside(energy: &EnergySummary, name: &str) -> Option<(f64, f64)> {
    let own = |entry: &&Entry| entry.name == name;
    let value = energy.balance.iter().find(own)?.value;
    let others = energy.balance.iter().filter(|entry| !own(entry));
    let fall = energy.entry("potential") - energy.entry("potential_before");
    let all_else = energy.entry("kinetic_before")
        + fall.min(0.0).abs()
        + others.map(|entry| entry.value.abs()).sum::<f64>();
    Some((value, all_else))
}

/// Energy brought in where contacts only push: bodies were inside each other and pushed out again, or an impact law gave back more than
/// there was.
pub(super) fn push_out(energy: &EnergySummary) -> Option<String> {
    let (gain, all_else) = beside(energy, "impacts and push-out")?;
    let there = ["kinetic_before", "potential_before", "potential"];
    let size: f64 = there.iter().map(|name| energy.entry(name).abs()).sum();
    // at rest all of it is rounding, and potential energy can be zero
    let least = ROUNDING * size.max(1e-3);
    (gain > (PUSHED * all_else).max(least)).then(|| {
        format!(
            "impacts and push-out brought in {gain:.1e} J (all else: {all_else:.1e} J): bodies that had gone into each other were \
             pushed out again, or an impact law created energy; take a shorter step (`--h`, `step` in [run])"
        )
    })
}

/// How far friction on regular pyramids may be from that on the round cone, each kind once. A slip halfway between two
/// of k directions is π/k from both, and the friction along either of them takes cos(π/k) of the power that friction
/// straight against the slip would take.
pub(crate) fn pyramids(scene: &Scene) -> Vec<String> {
    let facets = |set: &FrictionSet| match set {
        FrictionSet::Polyhedral(set) => set.regular_facets(),
        _ => None,
    };
    let specs = scene.system.contacts();
    let mut kinds: Vec<usize> = (specs.iter())
        .filter_map(|spec| facets(&spec.friction.set))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let tell = |k: usize| {
        let angle = std::f64::consts::PI / k as f64;
        let (degrees, short) = (angle.to_degrees(), 100.0 * (1.0 - angle.cos()));
        format!(
            "pyramid of {k} facets: friction up to {degrees:.1}° off the slip, dissipation up to {short:.1} % short"
        )
    };
    kinds.into_iter().map(tell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{catalogue, read};

    #[test]
    fn pyramids_are_told_once_a_kind_and_round_cones_not_at_all() {
        let four = catalogue::find("four-balls").unwrap();
        let told =
            "pyramid of 8 facets: friction up to 22.5° off the slip, dissipation up to 7.6 % short";
        assert_eq!(pyramids(&four), [told]);
        let text = catalogue::text("four-balls").unwrap();
        let two = text.replacen("facets = 8", "facets = 4", 1);
        let both = pyramids(&read(&two, "f").unwrap());
        assert_eq!(both.len(), 2);
        assert!(both[0].contains("up to 45.0° off the slip, dissipation up to 29.3 % short"));
        assert!(pyramids(&catalogue::find("skidding-ball").unwrap()).is_empty());
    }

    #[test]
    fn energy_out_of_nothing_is_told_and_the_damping_of_a_step_is_not() {
        let entry = |name: &str, value| Entry {
            name: name.into(),
            value,
        };
        let books = |numerical: f64| EnergySummary {
            ledger: vec![entry("kinetic_before", 2.0), entry("potential_before", 1.0)],
            balance: vec![entry("friction", -0.5), entry("numerical", numerical)],
            ..EnergySummary::default()
        };
        // 2 J of motion, 1 J of height, 0.5 J of friction
        assert_eq!(explosion(&books(3.4)), None);
        assert_eq!(explosion(&books(-100.0)), None);
        assert!(explosion(&books(3.6)).unwrap().contains("smaller `h`"));
        assert!(explosion(&books(f64::NAN)).is_some());
    }

    #[test]
    fn a_step_that_is_too_long_is_told_before_and_after() {
        let text = "schema_version = 1\nname = \"box\"\nabout = \"A box falls.\"\n[run]\nstep = 0.5\nduration = 10\n\
                    [world]\ngravity = [0, 0, -9.81]\n[materials.wood]\nfriction = 0.5\n\
                    [[bodies]]\nname = \"box\"\nshape = { kind = \"box\", size = [0.2, 0.2, 0.2] }\nmass = 1\nmaterial = \"wood\"\n\
                    position = [0, 0, 1]\n\
                    [[bodies]]\nname = \"floor\"\nfixed = true\nshape = { kind = \"half-space\" }\nmaterial = \"wood\"\n";
        let told = |text: &str| warnings(&read(text, "box.toml").unwrap()).join("; ");
        assert!(
            told(text).contains("a step of 0.5 s is long"),
            "{}",
            told(text)
        );
        let short = text.replace("step = 0.5", "step = 0.005");
        assert_eq!(told(&short), "");
        // nothing but a floor, and nothing at all
        let (floor, _) = short.split_once("[[bodies]]").unwrap();
        assert!(told(floor).contains("no bodies"), "{}", told(floor));
        let resting = short.replace("mass = 1\n", "fixed = true\n");
        assert!(
            told(&resting).contains("all are fixed"),
            "{}",
            told(&resting)
        );
        let entry = |name: &str, value| Entry {
            name: name.into(),
            value,
        };
        let books = |pushed: f64| EnergySummary {
            ledger: vec![entry("potential_before", 11.0)],
            balance: vec![
                entry("impacts and push-out", pushed),
                entry("numerical", -746.0),
            ],
            ..EnergySummary::default()
        };
        assert!(push_out(&books(600.0)).unwrap().contains("shorter step"));
        assert_eq!(push_out(&books(-600.0)), None);
        assert_eq!(push_out(&books(1.0)), None);
    }

    #[test]
    fn a_coefficient_that_jumps_is_warned_of_once() {
        let text = catalogue::text("falling-rod").unwrap();
        let jump = "friction = { coefficient = 0.6, slip = { sliding = 0.5 } }";
        let scene = read(&text.replace("friction = 0.6", jump), "f").unwrap();
        let told = warnings(&scene);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("two coefficients"));
    }
}
