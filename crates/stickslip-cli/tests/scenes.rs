//! The real binary and the scene format: settings on the command line, the schema, scenes made of several files.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod command;

use command::{Scratch, stickslip};

#[test]
fn settings_change_a_parameter_or_a_key() {
    let scratch = Scratch::new("set");
    let out = scratch.file("box");
    let set = ["--set", "mu=0.4", "--set", "run.duration=0.1"];
    let args = ["run", "box-on-slope", "--out", &out, "--json", "--no-plots"];
    let ran = stickslip(&[&args[..], &set].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.records()[0]["steps"], 20);
    // the folder tells what was run
    let scene = std::fs::read_to_string(format!("{out}/scene.toml")).unwrap();
    assert!(
        scene.contains("mu = 0.4") && scene.contains("--set mu=0.4"),
        "{scene}"
    );
    let ran = stickslip(&["run", "box-on-slope", "--set", "nu=1"]);
    assert_eq!(ran.code, 2);
    for part in ["--set:1:1", "did you mean `mu`?", "mu, angle, half"] {
        let words: Vec<&str> = part.split(", ").collect();
        assert!(
            words.iter().all(|w| ran.stderr.contains(w)),
            "no {part} in {}",
            ran.stderr
        );
    }
    let ran = stickslip(&["converge", "falling-rod", "--set", "run.durtion=1"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("did you mean `duration`?"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_schema_is_json() {
    let ran = stickslip(&["schema"]);
    assert_eq!(ran.code, 0);
    let schema: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let draft = "https://json-schema.org/draft/2020-12/schema";
    assert_eq!(schema["$schema"], draft);
    assert!(schema["properties"]["bodies"].is_object());
}

#[test]
fn a_scene_of_several_files_runs_and_its_folder_stands_alone() {
    let scratch = Scratch::new("files");
    let write = |name: &str, text: &str| {
        let path = scratch.file(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    write(
        "oak.toml",
        "[materials.oak]\nfriction = 0.5\ndensity = 700\n",
    );
    write(
        "corner.obj",
        "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
    );
    let main = write(
        "main.toml",
        "schema_version = 1\nname = \"falling-corner\"\nabout = \"A corner of wood falls.\"\ninclude = [\"oak.toml\"]\n\
         [world]\ngravity = [0, 0, -9.81]\n[[bodies]]\nname = \"corner\"\nmaterial = \"oak\"\nposition = [0, 0, 1]\n\
         shape = { kind = \"convex\", file = \"corner.obj\", scale = 0.001 }\n[run]\nstep = 0.01\nduration = 0.1\n",
    );
    let out = scratch.file("run");
    let ran = stickslip(&["run", &main, "--out", &out, "--json", "--no-plots"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let again = scratch.file("again");
    let copy = format!("{out}/scene.toml");
    let ran = stickslip(&["run", &copy, "--out", &again, "--quiet", "--no-plots"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let rows = |folder: &str| std::fs::read(format!("{folder}/trajectory.csv")).unwrap();
    assert_eq!(rows(&out), rows(&again));
    // an error in an included file is shown there
    write("oak.toml", "[materials.oak]\nfrction = 0.5\n");
    let ran = stickslip(&["run", &main, "--out", &out]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("oak.toml:2:1"), "{}", ran.stderr);
}
