//! The real binary runs scenes: folders, exit codes, JSON, errors at their lines, interrupts.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod command;

use command::{Ran, Scratch, stickslip};

fn text_of(scene: &str) -> String {
    let ran = stickslip(&["scenes", scene]);
    assert_eq!(ran.code, 0);
    ran.stdout
}

#[test]
fn a_scene_runs_and_its_summary_tells() {
    let scratch = Scratch::new("text");
    let out = scratch.file("rod");
    let ran = stickslip(&["run", "falling-rod", "--out", &out]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    for part in [
        "falling-rod  320 of 320 steps of 0.0025 s (fixed-point), t = 0.800000 s  finished",
        "x = -0.2307",
        "plus end – table: sticking at the end",
        "320 steps, all certified: worst residual",
        "(limit 1e-9), audit",
        "9.826 J → 0.4905 J",
        "trajectory.csv",
    ] {
        assert!(ran.stdout.contains(part), "no {part:?} in {}", ran.stdout);
    }
    assert!(!ran.stdout.contains('\u{1b}'), "no colours in a pipe");
    assert!(std::path::Path::new(&out).join("run.npz").is_file());
}

#[test]
fn json_is_the_summary_on_one_line_and_quiet_is_nothing() {
    let scratch = Scratch::new("json");
    let out = scratch.file("rod");
    let ran = stickslip(&["run", "painleve-rod", "--out", &out, "--json"]);
    let records = ran.records();
    assert_eq!((ran.code, records.len()), (0, 1));
    let record = &records[0];
    let file = std::fs::read_to_string(format!("{out}/summary.json")).unwrap();
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(*record, file);
    assert_eq!(record["scene"]["name"], "painleve-rod");
    assert_eq!(record["settings"]["scheme"], "stewart-trinkle");
    assert_eq!(record["end"], "finished");
    let Ran {
        code,
        stdout,
        stderr,
    } = stickslip(&["run", "painleve-rod", "--out", &out, "--quiet"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, "", ""));
}

#[test]
fn what_is_typed_changes_the_scene() {
    let scratch = Scratch::new("change");
    let out = scratch.file("rod");
    let args = ["run", "falling-rod", "--out", &out, "--json"];
    let change = [
        "--h",
        "0.01",
        "--duration",
        "0.5",
        "--scheme",
        "anitescu-potra",
        "--impact",
        "poisson",
    ];
    let ran = stickslip(&[&args[..], &change].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let record = &ran.records()[0];
    assert_eq!(record["steps"], 50);
    for (key, value) in [("scheme", "anitescu-potra"), ("impact", "poisson")] {
        assert_eq!(record["settings"][key], value);
    }
    for (change, says) in [
        (["--h", "-1"], "--h is -1"),
        (["--h", "0"], "--h is 0"),
        (["--duration", "nan"], "duration is NaN"),
        (["--scheme", "magic"], "stewart-trinkle"),
        (["--impact", "magic"], "stronge"),
    ] {
        let ran = stickslip(&[&args[..], &change].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{change:?}");
        assert!(ran.stderr.contains(says), "no {says:?} in {}", ran.stderr);
    }
}

#[test]
fn records_are_thinned_as_typed_and_the_run_can_be_repeated() {
    let scratch = Scratch::new("records");
    let (out, again) = (scratch.file("rod"), scratch.file("rod-again"));
    let args = ["run", "falling-rod", "--no-plots", "--out", &out];
    let ran = stickslip(&[&args[..], &["--record-every", "50"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("every 50 steps"), "{}", ran.stdout);
    let lines = |folder: &str, file: &str| {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
        text.lines().count()
    };
    // the heading, the start, 50, 100, … 300, and the last, 320
    assert_eq!(lines(&out, "trajectory.csv"), 1 + 1 + 6 + 1);
    assert_eq!(lines(&out, "energy.csv"), 1 + 320);
    assert_eq!(stickslip(&["plot", &out]).code, 0);
    assert_eq!(stickslip(&["run", &out, "--no-plots"]).code, 0);
    let diff = stickslip(&["diff", &out, &again]);
    assert_eq!(diff.code, 0, "{}", diff.stdout);
    assert!(
        diff.stdout.contains("identical, 320 steps"),
        "{}",
        diff.stdout
    );
    for bad in ["0", "-3", "2.5", "often"] {
        let ran = stickslip(&[&args[..], &["--record-every", bad]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{bad}");
        assert!(
            ran.stderr.contains("whole number from 1"),
            "{bad}: {}",
            ran.stderr
        );
    }
}

/// Four boxes on each other: 16 contacts in one group.
const TOWER: &str = r#"
schema_version = 1
name = "tower"
about = "Boxes on each other."
[world]
gravity = [0, 0, -9.81]
[materials.wood]
density = 500
friction = 0.4
[[bodies]]
name = "floor"
fixed = true
material = "wood"
shape = { kind = "half-space" }
[[bodies]]
name = "box"
material = "wood"
shape = { kind = "box", size = [0.1, 0.1, 0.1] }
position = [0, 0, 0.05]
array = { count = [1, 1, 10], spacing = [0, 0, 0.1] }
[run]
h = 0.005
duration = 0.02
large = { contacts = 8 }
"#;

#[test]
fn large_groups_are_told_apart_and_exact_leaves_none() {
    let scratch = Scratch::new("large");
    let scene = scratch.file("tower.toml");
    std::fs::write(&scene, TOWER).unwrap();
    let out = scratch.file("swept");
    let swept = stickslip(&["run", &scene, "--out", &out, "--no-plots"]);
    assert_eq!(swept.code, 0, "{} {}", swept.stdout, swept.stderr);
    assert!(
        swept
            .stdout
            .contains("4 with many contacts: worst residual"),
        "{}",
        swept.stdout
    );
    let out = scratch.file("exact");
    let exact = stickslip(&["run", &scene, "--exact", "--out", &out, "--json"]);
    let summary = &exact.records()[0];
    assert_eq!(summary["certificate"]["swept"]["steps"], 0);
    assert_eq!(summary["certificate"]["steps_certified"], 4);
}

#[test]
fn steps_that_are_merely_useful_are_a_warning_and_failed_ones_an_error() {
    let scratch = Scratch::new("useful");
    let (scene, out) = (scratch.file("tower.toml"), scratch.file("out"));
    std::fs::write(&scene, TOWER).unwrap();
    let args = ["run", &scene, "--out", &out, "--no-plots"];
    // a goal that sweeps come near to and do not reach
    let near = [
        "--set",
        "run.large.relative=1e-300",
        "--set",
        "run.large.sweeps=20",
    ];
    let ran = stickslip(&[&args[..], &near].concat());
    assert_eq!(ran.code, 0, "{} {}", ran.stdout, ran.stderr);
    for part in [
        "warning: in ",
        "% are certified): worst residual ",
        "m/s (goal 1e-5)",
        "--exact",
        "--require-certified",
    ] {
        assert!(ran.stderr.contains(part), "no {part:?} in {}", ran.stderr);
    }
    assert!(
        ran.stdout.contains("finished, not all certified"),
        "{}",
        ran.stdout
    );
    // figures of what was swept, and one advice
    let certificate = ran.stdout.lines().find(|line| line.contains("certificate"));
    let certificate = certificate.unwrap();
    assert!(
        certificate.contains("(limit 1e-300)") && !certificate.contains("0e0"),
        "{certificate}"
    );
    assert!(
        ran.stdout.contains("`--exact` spends") && !ran.stdout.contains("large.contacts"),
        "{}",
        ran.stdout
    );
    // the page tells it once, with the number and the time of the summary
    let page = std::fs::read_to_string(format!("{out}/report.html")).unwrap();
    let (_, page) = page.split_once("id=\"page\">").unwrap();
    let (page, _) = page.split_once("</script>").unwrap();
    let page: serde_json::Value = serde_json::from_str(page).unwrap();
    let told: Vec<&serde_json::Value> = page["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|w| w["text"].as_str().unwrap().contains("not solved"))
        .collect();
    assert_eq!(told.len(), 1, "{}", page["warnings"]);
    let text = std::fs::read_to_string(format!("{out}/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    let note = &summary["notes"][0];
    assert_eq!(told[0]["t"], note["first_time"]);
    assert_eq!(note["count"], summary["certificate"]["steps_useful"]);
    let number = format!("{} of 4 steps are useful", note["count"]);
    assert!(
        told[0]["text"].as_str().unwrap().starts_with(&number),
        "{}",
        told[0]
    );
    // the same when it is asked for again, or told to be strict
    let resume = stickslip(&[&args[..], &near, &["--resume"]].concat());
    assert_eq!(resume.code, 0, "{} {}", resume.stdout, resume.stderr);
    let strict = ["--require-certified"];
    let resume = stickslip(&[&args[..], &near, &["--resume"], &strict].concat());
    assert_eq!(resume.code, 1, "{}", resume.stdout);
    let ran = stickslip(&[&args[..], &near, &strict].concat());
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    let ran = stickslip(&[&args[..], &near, &["--quiet"]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    // a method that ends nowhere
    let far = [
        "--set",
        "run.method={ name = \"lemke\", max_pivots = 2, retries = 0 }",
    ];
    let ran = stickslip(&[&args[..], &far].concat());
    assert_eq!(ran.code, 1, "{} {}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("finished, not certified"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
    // and nothing is said where nothing is to be said
    let ran = stickslip(&[&args[..], &strict].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn a_copied_scene_runs_from_its_file_and_from_standard_input() {
    let scratch = Scratch::new("copy");
    let (mine, out) = (scratch.file("my.toml"), scratch.file("out"));
    let text = text_of("wedge").replace("name = \"wedge\"", "name = \"my-wedge\"");
    std::fs::write(&mine, &text).unwrap();
    let ran = stickslip(&["run", &mine, "--out", &out]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.starts_with("my-wedge  "), "{}", ran.stdout);
    let piped = command::stickslip_with(&["run", "-", "--out", &out, "--json"], text.as_bytes());
    assert_eq!(piped.code, 0, "{}", piped.stderr);
    assert_eq!(piped.records()[0]["scene"]["name"], "my-wedge");
}

#[test]
fn bad_scenes_are_2_and_shown_at_their_line() {
    let scratch = Scratch::new("bad");
    let (file, out) = (scratch.file("bad.toml"), scratch.file("out"));
    for (from, to, says) in [
        ("mass = 1.0", "mas = 1.0", "did you mean `mass`?"),
        (
            "mass = 1.0",
            "mass = -1.0",
            "mass is -1; it must be positive",
        ),
        ("h = 0.0025", "h = -2", "h is -2"),
        (
            "friction = 0.6",
            "friction = \"ice\"",
            "`system.friction` is \"ice\"",
        ),
    ] {
        let text = text_of("falling-rod").replace(from, to);
        let line = 1 + text[..text.find(to).unwrap()].matches('\n').count();
        std::fs::write(&file, &text).unwrap();
        let ran = stickslip(&["run", &file, "--out", &out]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{to}");
        let place = format!("bad.toml:{line}:");
        for part in [says, place.as_str(), to] {
            assert!(ran.stderr.contains(part), "no {part:?} in {}", ran.stderr);
        }
        assert!(!std::path::Path::new(&out).exists(), "nothing is written");
    }
}

#[test]
fn bad_usage_is_2_and_says_what_to_do() {
    let scratch = Scratch::new("usage");
    let full = scratch.file("");
    std::fs::write(scratch.file("cat.jpg"), "meow").unwrap();
    for (args, says) in [
        (&["run", "four-bals"][..], "did you mean four-balls?"),
        (
            &["run", "no/such.toml"],
            "no/such.toml: there is no such file",
        ),
        (&["run", "."], "holds no run (run.toml is missing)"),
        (&["run"], "<SCENE>"),
        (
            &["run", "wedge", "--quiet", "--json"],
            "cannot be used with",
        ),
        (&["run", "wedge", "--out", &full], "not a run"),
        (&["scenes", "wegde"], "did you mean wedge?"),
    ] {
        let ran = stickslip(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(says), "no {says:?} in {}", ran.stderr);
    }
}

#[test]
fn a_failed_step_is_1_and_says_which() {
    let scratch = Scratch::new("failed");
    let (file, out) = (scratch.file("wild.toml"), scratch.file("out"));
    let text = text_of("block-on-belt")
        .replace("stiffness = 20.0", "stiffness = 1e300")
        .replace("position = [0.0, 0.05]", "position = [1.0, 0.05]");
    std::fs::write(&file, text).unwrap();
    let ran = stickslip(&["run", &file, "--out", &out]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stderr.contains("error: step "), "{}", ran.stderr);
    assert!(ran.stdout.contains("failed"), "{}", ran.stdout);
}

#[test]
fn joints_that_depend_on_others_are_named_once() {
    let scratch = Scratch::new("dependent");
    let (file, out) = (scratch.file("hinges.toml"), scratch.file("out"));
    // hinges everywhere say three times what the others said before: that nothing leaves the plane
    let hinges = text_of("four-bar")
        .replace("kind = \"cylindrical\"", "kind = \"revolute\"")
        .replace(
            "kind = \"spherical\"",
            "kind = \"revolute\"\naxis = [0, 1, 0]",
        );
    std::fs::write(&file, hinges).unwrap();
    let ran = stickslip(&["run", &file, "--out", &out, "--duration", "0.1"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let notes: Vec<&str> = (ran.stdout.lines())
        .filter(|line| line.starts_with("  note"))
        .collect();
    let [note] = notes[..] else {
        panic!("{notes:?}");
    };
    let named = ["main bearing", "crank pin", "rocker pin", "rocker bearing"];
    assert!(
        named.iter().any(|name| note.contains(&format!("{name} ("))),
        "{note}"
    );
    assert!(!note.contains('×') && !note.contains('['), "{note}");
}

#[test]
fn every_shipped_scene_is_listed() {
    let listed = stickslip(&["scenes", "--json"]).records();
    assert!(listed.len() >= 55);
    let text = stickslip(&["scenes"]);
    assert_eq!((text.code, text.stdout.lines().count()), (0, listed.len()));
    for entry in &listed {
        let (name, about) = (
            entry["name"].as_str().unwrap(),
            entry["about"].as_str().unwrap(),
        );
        assert!(text.stdout.contains(name) && text.stdout.contains(about));
    }
    let closed = command::with_closed_stdout(&["scenes"], b"");
    assert_eq!((closed.code, closed.stderr.as_str()), (0, ""));
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let scratch = Scratch::new("interrupt");
    let out = scratch.file("run");
    // so many steps that the whole would take hours
    let args = ["run", "four-balls", "--out", &out, "--h", "1e-7", "--json"];
    let child = command::spawn(&args);
    let trajectory = format!("{out}/trajectory.csv");
    let rows = || std::fs::read_to_string(&trajectory).map_or(0, |text| text.lines().count());
    while rows() < 10 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let signal = format!("kill -INT {}", child.id());
    let sent = std::process::Command::new("sh")
        .args(["-c", &signal])
        .status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["end"], "interrupted");
    let steps = summary["steps"].as_u64().unwrap();
    assert_eq!(
        rows() as u64,
        steps + 2,
        "a header, the start, and every step"
    );
    assert!(
        stderr.contains(&format!("interrupted: {steps} of 10000000 steps done")),
        "{stderr}"
    );
}

#[test]
fn default_steps_of_a_study_fit_the_duration() {
    let scratch = Scratch::new("default-steps");
    let figure = scratch.file("figure.svg");
    // 8 times its step does not divide its duration
    let ran = stickslip(&["converge", "bouncing-ball", "--out", &figure]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!ran.stdout.contains(" 0.04 ") && ran.stdout.contains(" 0.0025 "));
    // a list of one's own is not changed
    let ran = stickslip(&["converge", "bouncing-ball", "--h", "0.04,0.005"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("step length 0.04"), "{}", ran.stderr);
}
