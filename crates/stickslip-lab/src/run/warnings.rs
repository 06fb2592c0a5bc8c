//! What to know about a scene before its numbers are trusted.

use crate::scene::Scene;
use stickslip::{FrictionSet, System};

/// A run that begins with a deeper penetration than this (m) is warned of: more than numbers of a few digits explain.
const DEEP: f64 = 1e-6;

/// What is unusual about the beginning and the friction sets, each sentence once.
pub(super) fn warnings(scene: &Scene) -> Vec<String> {
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
    for spec in system.contacts() {
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
    warnings
}

/// How far friction on regular pyramids may be from that on the round cone, each kind once. A slip halfway between two
/// of k directions is π/k from both, and the friction along either of them takes cos(π/k) of the power that friction
/// straight against the slip would take.
pub(super) fn pyramids(scene: &Scene) -> Vec<String> {
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
    fn a_coefficient_that_jumps_is_warned_of_once() {
        let text = catalogue::text("falling-rod").unwrap();
        let jump = "friction = { coefficient = 0.6, slip = { sliding = 0.5 } }";
        let scene = read(&text.replace("friction = 0.6", jump), "f").unwrap();
        let told = warnings(&scene);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("two coefficients"));
    }
}
