//! The scenes that come with stickslip, known by name.

use super::read::read_from;
use super::text::files::Folder;
use super::{Scene, SceneError};
use crate::near;

/// Name and text of each, in the order they are listed: those of the papers first.
const TEXTS: [(&str, &str); 55] = [
    ("falling-rod", include_str!("../../scenes/falling-rod.toml")),
    ("four-balls", include_str!("../../scenes/four-balls.toml")),
    ("billiards", include_str!("../../scenes/billiards.toml")),
    (
        "painleve-rod",
        include_str!("../../scenes/painleve-rod.toml"),
    ),
    (
        "painleve-rod-indeterminate",
        include_str!("../../scenes/painleve-rod-indeterminate.toml"),
    ),
    ("wedge", include_str!("../../scenes/wedge.toml")),
    (
        "particle-in-wedge",
        include_str!("../../scenes/particle-in-wedge.toml"),
    ),
    (
        "tp97-example-1",
        include_str!("../../scenes/tp97-example-1.toml"),
    ),
    (
        "tp97-example-2",
        include_str!("../../scenes/tp97-example-2.toml"),
    ),
    (
        "spinning-sphere",
        include_str!("../../scenes/spinning-sphere.toml"),
    ),
    (
        "spinning-sphere-directions",
        include_str!("../../scenes/spinning-sphere-directions.toml"),
    ),
    (
        "spinning-sphere-six",
        include_str!("../../scenes/spinning-sphere-six.toml"),
    ),
    (
        "sphere-in-seam",
        include_str!("../../scenes/sphere-in-seam.toml"),
    ),
    (
        "sphere-in-seam-stewart",
        include_str!("../../scenes/sphere-in-seam-stewart.toml"),
    ),
    (
        "sphere-in-seam-bouncing",
        include_str!("../../scenes/sphere-in-seam-bouncing.toml"),
    ),
    (
        "kane-pendulum",
        include_str!("../../scenes/kane-pendulum.toml"),
    ),
    (
        "newtons-cradle",
        include_str!("../../scenes/newtons-cradle.toml"),
    ),
    (
        "bouncing-ball",
        include_str!("../../scenes/bouncing-ball.toml"),
    ),
    (
        "skidding-ball",
        include_str!("../../scenes/skidding-ball.toml"),
    ),
    (
        "block-on-belt",
        include_str!("../../scenes/block-on-belt.toml"),
    ),
    (
        "slider-crank",
        include_str!("../../scenes/slider-crank.toml"),
    ),
    (
        "tumbling-brick",
        include_str!("../../scenes/tumbling-brick.toml"),
    ),
    ("stick-slip", include_str!("../../scenes/stick-slip.toml")),
    (
        "stick-slip-smooth",
        include_str!("../../scenes/stick-slip-smooth.toml"),
    ),
    (
        "curling-stone",
        include_str!("../../scenes/curling-stone.toml"),
    ),
    ("ice-skate", include_str!("../../scenes/ice-skate.toml")),
    ("conveyor", include_str!("../../scenes/conveyor.toml")),
    (
        "box-on-slope",
        include_str!("../../scenes/box-on-slope.toml"),
    ),
    ("four-bar", include_str!("../../scenes/four-bar.toml")),
    (
        "brick-wall-small",
        include_str!("../../scenes/brick-wall-small.toml"),
    ),
    (
        "masonry-arch",
        include_str!("../../scenes/masonry-arch.toml"),
    ),
    ("card-tent", include_str!("../../scenes/card-tent.toml")),
    ("domino-run", include_str!("../../scenes/domino-run.toml")),
    (
        "billiards-break",
        include_str!("../../scenes/billiards-break.toml"),
    ),
    ("peg-in-hole", include_str!("../../scenes/peg-in-hole.toml")),
    ("peg-jammed", include_str!("../../scenes/peg-jammed.toml")),
    ("drawer", include_str!("../../scenes/drawer.toml")),
    ("ladder", include_str!("../../scenes/ladder.toml")),
    (
        "four-legged-table",
        include_str!("../../scenes/four-legged-table.toml"),
    ),
    (
        "three-jaw-fixture",
        include_str!("../../scenes/three-jaw-fixture.toml"),
    ),
    (
        "vibrating-conveyor",
        include_str!("../../scenes/vibrating-conveyor.toml"),
    ),
    ("rattleback", include_str!("../../scenes/rattleback.toml")),
    (
        "sliding-pucks",
        include_str!("../../scenes/sliding-pucks.toml"),
    ),
    (
        "geneva-drive",
        include_str!("../../scenes/geneva-drive.toml"),
    ),
    (
        "slider-crank-impact",
        include_str!("../../scenes/slider-crank-impact.toml"),
    ),
    ("tippe-top", include_str!("../../scenes/tippe-top.toml")),
    (
        "cup-over-rail",
        include_str!("../../scenes/cup-over-rail.toml"),
    ),
    ("brick-wall", include_str!("../../scenes/brick-wall.toml")),
    ("pyramid", include_str!("../../scenes/pyramid.toml")),
    ("card-house", include_str!("../../scenes/card-house.toml")),
    ("sphere-pile", include_str!("../../scenes/sphere-pile.toml")),
    ("box-pile", include_str!("../../scenes/box-pile.toml")),
    ("hopper", include_str!("../../scenes/hopper.toml")),
    (
        "rotating-drum",
        include_str!("../../scenes/rotating-drum.toml"),
    ),
    ("chain-100", include_str!("../../scenes/chain-100.toml")),
];

/// The names of all shipped scenes.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The file of the shipped scene with this name.
pub fn text(name: &str) -> Option<&'static str> {
    let found = TEXTS.iter().find(|(key, _)| *key == name);
    found.map(|(_, text)| *text)
}

/// The shipped scene with this name.
///
/// ```
/// let rod = stickslip_lab::scene::catalogue::find("falling-rod").expect("shipped");
/// assert_eq!(rod.system.kind(), "rod");
/// ```
pub fn find(name: &str) -> Option<Scene> {
    find_with(name, &[])?.ok()
}

/// The shipped scene with this name, with settings like `run.duration=2`.
pub fn find_with(name: &str, settings: &[String]) -> Option<Result<Scene, SceneError>> {
    text(name).map(|text| read_from(text, name, Folder::Shipped, settings))
}

/// The name nearest to one that does not exist, if it is near.
pub fn nearest(name: &str) -> Option<&'static str> {
    near::nearest(name, names())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_found_under_the_name_in_its_file() {
        for name in names() {
            let scene = super::super::read(text(name).unwrap(), name);
            let scene = scene.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(scene.name, name);
            assert!(scene.about.len() > 20 && !scene.about.contains('\n'));
            assert!(scene.steps().unwrap() >= 20, "{name}");
        }
        assert!(find("no-such").is_none());
    }

    #[test]
    fn every_file_is_in_the_catalogue() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(files, names().count());
    }

    #[test]
    fn nothing_penetrates_at_the_start_and_joints_are_closed() {
        use stickslip::{JointLaw, System};
        for name in names() {
            let scene = find(name).unwrap();
            let (system, q) = (&scene.system, &scene.initial.q);
            for contact in 0..system.contacts().len() {
                let gap = system.gap(contact, 0.0, q);
                assert!(gap > -1e-15, "{name}: contact {contact} has gap {gap}");
            }
            for joint in 0..system.joints().len() {
                let error = system.joint(joint, 0.0, q, &mut stickslip::Row::default());
                let closed = match system.joints()[joint].law {
                    JointLaw::Equation => error.abs() < 1e-15,
                    JointLaw::Limit { .. } => error > -1e-15,
                    JointLaw::Drive => true,
                };
                assert!(closed, "{name}: joint {joint} has error {error}");
            }
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        assert_eq!(nearest("four-bals"), Some("four-balls"));
        assert_eq!(nearest("no/such.toml"), None);
    }
}
