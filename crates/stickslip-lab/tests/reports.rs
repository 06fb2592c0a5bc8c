//! Pages of runs: what they say fits the run, whatever the system.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod scratch;

use scratch::Scratch;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use stickslip_lab::report::{self, Choice};
use stickslip_lab::run;
use stickslip_lab::scene::{Changes, catalogue, read};
use stickslip_lab::table::{read_npz, write_npz};

/// Runs a shipped scene, a shorter one if told so.
fn made(scene: &str, duration: Option<f64>, folder: &Path) {
    let mut scene = catalogue::find(scene).unwrap();
    let changes = Changes {
        duration,
        ..Changes::default()
    };
    scene.change(&changes).unwrap();
    run::scene(&scene, folder, &AtomicBool::new(false), |_, _| {}).unwrap();
}

/// The description inside a page.
fn description(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"page\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// What is true of every page of a run.
fn assert_fits(page: &Value, about: &str) {
    let list = |key: &str| {
        page[key]
            .as_array()
            .unwrap_or_else(|| panic!("{about}: {key}"))
    };
    let tracks = list("bodies")
        .iter()
        .filter(|b| !b["track"].is_null())
        .count() as u64;
    assert!(tracks > 0, "{about}: nothing moves");
    let columns = &page["columns"];
    let frames = columns["t"]["count"].as_u64().unwrap();
    for (name, width) in [("position", 3), ("rotation", 4), ("velocity", 6)] {
        assert_eq!(columns[name]["count"], frames, "{about}: {name}");
        assert_eq!(columns[name]["width"], width * tracks, "{about}: {name}");
    }
    assert_eq!(columns["touch.start"]["count"], frames + 1, "{about}");
    let touches = &columns["touch.contact"]["count"];
    for name in ["mode", "point", "normal", "tangent", "force", "slip", "gap"] {
        assert_eq!(
            &columns[&format!("touch.{name}")]["count"],
            touches,
            "{about}"
        );
    }
    for plot in list("plots") {
        for series in plot["series"].as_array().unwrap() {
            let column = &columns[series["column"].as_str().unwrap()];
            assert_eq!(
                column["count"], columns["step_t"]["count"],
                "{about}: {series}"
            );
        }
    }
    let bodies = list("bodies").len() as u64;
    for contact in list("contacts") {
        for body in contact["bodies"].as_array().unwrap() {
            assert!(
                body.as_u64().is_some_and(|b| b < bodies),
                "{about}: {contact}"
            );
        }
    }
    let times: Vec<f64> = list("events")
        .iter()
        .map(|e| e["t"].as_f64().unwrap())
        .collect();
    assert!(times.is_sorted(), "{about}");
    assert_eq!(page["verdict"]["failed"], 0, "{about}");
}

#[test]
fn a_run_without_a_summary_is_not_called_failed() {
    let scratch = Scratch::new("report-unsummed");
    let folder = scratch.at("run");
    made("four-balls", Some(0.1), &folder);
    let verdict = || {
        let page = report::of_run(&folder, Choice::default()).unwrap();
        description(&page.html)["verdict"].clone()
    };
    let whole = verdict();
    assert_eq!(whole["certified"], whole["steps"]);
    assert!(whole["steps"].as_u64().unwrap() > 0);
    let told = || {
        let page = report::of_run(&folder, Choice::default()).unwrap();
        let warnings = &description(&page.html)["warnings"];
        let first = warnings[0]["text"].as_str().map(str::to_owned);
        assert_eq!(page.unknown, first.as_deref());
        first
    };
    assert_eq!(told(), None);
    // what is missing is not told as if there were nothing to tell
    let file = folder.join("summary.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("\"finished\"", "\"unfinished\"")).unwrap();
    assert!(told().unwrap().contains("has not ended"));
    std::fs::write(&file, &text[..500]).unwrap();
    assert!(told().unwrap().contains("summary.json cannot be read"));
    assert_eq!(verdict(), whole);
    std::fs::remove_file(&file).unwrap();
    assert!(told().unwrap().contains("summary.json cannot be read"));
    assert_eq!(verdict(), whole);
    // and where no step says anything either, nothing is said
    let file = folder.join("run.npz");
    let arrays = read_npz(&file).unwrap();
    let rest = arrays.arrays().iter().filter(|a| a.name() != "verdict");
    write_npz(&file, &rest.cloned().collect::<Vec<_>>()).unwrap();
    assert_eq!(verdict(), Value::Null);
}

#[test]
fn four_balls_collide_on_their_page() {
    let scratch = Scratch::new("report-balls");
    let folder = scratch.at("run");
    made("four-balls", None, &folder);
    let page = report::of_run(&folder, Choice::default()).unwrap();
    let told = description(&page.html);
    assert_fits(&told, "four-balls");
    assert_eq!((page.frames, page.thinned.as_str()), (401, ""));
    let bodies = told["bodies"].as_array().unwrap();
    assert_eq!((bodies.len(), &bodies[4]["name"]), (5, &"table".into()));
    assert_eq!(told["contacts"][0]["bodies"], serde_json::json!([4, 0]));
    let place = told["contacts"][0]["friction"].as_u64().unwrap() as usize;
    assert_eq!(told["frictions"][place]["set"], "polygon");
    let events = told["events"].as_array().unwrap();
    let landing = events.iter().find(|e| e["kind"] == "impact").unwrap();
    assert_eq!(
        landing["text"].as_str().unwrap().split(':').next(),
        Some("ball 1 – table")
    );
    assert!((0.3..0.5).contains(&landing["t"].as_f64().unwrap()));
    for column in [
        "iterations",
        "solver",
        "verdict",
        "count.sticking",
        "energy.kinetic",
    ] {
        assert!(told["columns"][column].is_object(), "{column}");
    }
    // all digits are more bytes
    let full = Choice {
        full: true,
        ..Choice::default()
    };
    let full = report::of_run(&folder, full).unwrap();
    assert!(full.html.len() > page.html.len());
    assert_eq!(
        description(&full.html)["columns"]["position"]["type"],
        "f64"
    );
}

/// A sledge with one foot of rubber and one of steel whose grooves let it slide along more easily than across, and a ball with torsion.
const SLEDGE: &str = r#"
schema_version = 1
name = "sledge"
about = "A body of several materials."

[world]
gravity = [0, 0, -9.81]

[materials.rubber]
friction = 0.9
density = 1000

[materials.steel]
friction = 0.2
density = 1000

[materials.ice]
friction = 0.1

[[pairs]]
between = ["rubber", "ice"]
friction = 0.7

[[pairs]]
between = ["steel", "ice"]
friction = { coefficient = 0.3, half_axes = [0.2, 1.0] }
axis = [1, 0, 0]

[[bodies]]
name = "lake"
fixed = true
material = "ice"
shape = { kind = "half-space" }

[[bodies]]
name = "sledge"
material = "steel"
shapes = [
    { kind = "box", size = [0.2, 0.4, 0.1], position = [-0.4, 0, 0.05], material = "rubber" },
    { kind = "box", size = [0.2, 0.4, 0.1], position = [0.4, 0, 0.05] },
]
position = [0, 0, 0]

[run]
step = "1/100"
duration = 0.05
"#;

#[test]
fn each_contact_of_a_body_of_several_materials_has_its_own_friction() {
    let scratch = Scratch::new("report-sledge");
    let folder = scratch.at("run");
    let scene = read(SLEDGE, "sledge.toml").unwrap();
    run::scene(&scene, &folder, &AtomicBool::new(false), |_, _| {}).unwrap();
    let page = report::of_run(&folder, Choice::default()).unwrap();
    let told = description(&page.html);
    assert_fits(&told, "sledge");
    let sets = told["frictions"].as_array().unwrap();
    assert_eq!(sets.len(), 2, "{sets:?}");
    let rows = run::read_contacts(&folder.join("contacts.csv")).unwrap();
    let contacts = told["contacts"].as_array().unwrap();
    assert_eq!(contacts.len(), 8, "four corners of each foot");
    for (number, contact) in contacts.iter().enumerate() {
        let row = rows.iter().find(|row| row.id == number as u64).unwrap();
        let set = &sets[contact["friction"].as_u64().unwrap() as usize];
        // the foot of rubber is on the side of negative x
        match row.touch.as_ref().unwrap().point[0] < 0.0 {
            true => {
                assert_eq!((&set["set"], &set["mu"][0]), (&json!("disc"), &json!(0.7)));
            }
            false => {
                assert_eq!(set["set"], "ellipse");
                let mu: Vec<f64> = serde_json::from_value(set["mu"].clone()).unwrap();
                assert!((mu[0] - 0.06).abs() < 1e-12 && (mu[1] - 0.3).abs() < 1e-12);
            }
        }
    }
    // a run that was recorded before shapes were has no set where it cannot know
    let text = std::fs::read_to_string(folder.join("contacts.csv")).unwrap();
    let without = |line: &str| line.rsplitn(3, ',').last().unwrap().to_owned() + "\n";
    let earlier: String = text.lines().map(without).collect();
    std::fs::write(folder.join("contacts.csv"), earlier).unwrap();
    let page = report::of_run(&folder, Choice::default()).unwrap();
    let told = description(&page.html);
    assert!(told["contacts"][0]["friction"].is_null());
}

/// A door that is driven: nothing is free, so that states have no numbers.
const DRIVEN: &str = r#"
schema_version = 1
name = "door"
about = "A door that opens by itself."
[world]
gravity = [0, 0, -9.81]
[materials.wood]
friction = 0.4
density = 600
[[bodies]]
name = "door"
material = "wood"
shape = { kind = "box", size = [0.8, 0.04, 2] }
motion = { axis = [0, 0, 1], angle_deg = { ramp = { slope = 30 } } }
[run]
step = 0.01
duration = 0.1
"#;

#[test]
fn a_run_in_which_nothing_is_free_has_a_page() {
    let scratch = Scratch::new("report-driven");
    let folder = scratch.at("run");
    let scene = read(DRIVEN, "door.toml").unwrap();
    run::scene(&scene, &folder, &AtomicBool::new(false), |_, _| {}).unwrap();
    let page = report::of_run(&folder, Choice::default()).unwrap();
    assert_eq!(page.frames, 11);
    assert_fits(&description(&page.html), "door");
}

#[test]
fn every_kind_of_system_has_a_page() {
    let scratch = Scratch::new("report-kinds");
    for (scene, duration) in [
        ("falling-rod", None),
        ("tumbling-brick", None),
        ("newtons-cradle", None),
        ("kane-pendulum", None),
        ("slider-crank", None),
        ("block-on-belt", None),
        ("particle-in-wedge", None),
        ("curling-stone", None),
        ("four-bar", None),
        ("domino-run", Some(0.2)),
        ("rattleback", Some(0.1)),
        ("three-jaw-fixture", None),
    ] {
        let folder = scratch.at(scene);
        made(scene, duration, &folder);
        let page = report::of_run(&folder, Choice::default()).unwrap();
        assert_fits(&description(&page.html), scene);
    }
}

#[test]
fn runs_of_earlier_versions_have_a_page_too() {
    let scratch = Scratch::new("report-old");
    let folder = scratch.at("run");
    made("falling-rod", None, &folder);
    let arrays = read_npz(folder.join("run.npz")).unwrap().arrays().to_vec();
    let new = [
        "iterations",
        "method",
        "verdict",
        "modes",
        "joint_error",
        "contact_point",
        "contact_normal",
        "contact_tangent",
        "contact_force",
    ];
    let old: Vec<_> = arrays
        .into_iter()
        .filter(|a| !new.contains(&a.name()))
        .collect();
    write_npz(folder.join("run.npz"), &old).unwrap();
    std::fs::remove_file(folder.join("summary.json")).unwrap();
    std::fs::remove_file(folder.join("run.toml")).unwrap();
    let page = report::of_run(&folder, Choice::default()).unwrap();
    let told = description(&page.html);
    let touches = told["columns"]["touch.force"]["count"].as_u64().unwrap();
    assert!(touches > 10, "places follow from the system");
    assert!(
        told["columns"]["count.sticking"].is_object(),
        "counted from the rows"
    );
    assert!(told["columns"]["solver"].is_null());
    assert_eq!(told["command"], "");
}

#[test]
fn a_folder_without_a_run_is_named() {
    let scratch = Scratch::new("report-none");
    let folder = scratch.at("nothing");
    std::fs::create_dir_all(&folder).unwrap();
    let error = report::of_run(&folder, Choice::default()).unwrap_err();
    assert!(error.to_string().contains("nothing"), "{error}");
}
