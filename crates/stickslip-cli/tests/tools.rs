//! The real binary: looking at scenes, beginning new ones, exporting and comparing runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod command;

use command::{Scratch, stickslip, stickslip_in, stickslip_with};

/// Runs a shipped scene into a folder.
fn run(scene: &str, folder: &str, more: &[&str]) {
    let args = [
        &["run", scene, "--out", folder, "--no-plots", "--quiet"],
        more,
    ]
    .concat();
    let ran = stickslip(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn info_tells_people_and_programs() {
    let ran = stickslip(&["info", "slider-crank"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for part in [
        "slider-crank  (planar)",
        "1 = 9 − 8 independent of 8 joint equations",
        "kg in all",
        "velocity level: every step has a solution",
    ] {
        assert!(ran.stdout.contains(part), "no {part:?} in {}", ran.stdout);
    }
    let info = &stickslip(&["info", "kane-pendulum", "--json"]).records()[0];
    assert_eq!(info["name"], "kane-pendulum");
    let said = info["promises"].to_string();
    assert!(said.contains("Newton's law can create energy"), "{said}");
    let balls = stickslip(&["info", "four-balls"]).stdout;
    assert!(
        balls.contains("pyramid of 8 facets: friction up to 22.5°"),
        "{balls}"
    );
    assert_eq!(stickslip(&["info", "no-such"]).code, 2);
}

#[test]
fn check_has_a_line_for_each_scene() {
    let ran = stickslip(&["check", "four-balls", "wedge"]);
    assert_eq!(
        (ran.code, ran.stdout.lines().count()),
        (0, 2),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.starts_with("four-balls: ok, "), "{}", ran.stdout);
    let bad = stickslip(&["scenes", "wedge"])
        .stdout
        .replace("mass =", "mas =");
    let ran = stickslip_with(&["check", "-", "--json"], bad.as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (2, ""));
    let told = &ran.records()[0];
    assert_eq!((&told["ok"], &told["file"]), (&false.into(), &"-".into()));
    assert!(told["line"].is_u64() && told["column"].is_u64(), "{told}");
    assert!(
        told["error"]
            .as_str()
            .unwrap()
            .contains("did you mean `mass`?"),
        "{told}"
    );
    let ran = stickslip_with(&["check", "-", "wedge"], bad.as_bytes());
    assert_eq!((ran.code, ran.stdout.lines().count()), (2, 1));
}

/// A ball of one material over a floor of another.
const BALL: &str = r#"
schema_version = 1
name = "ball"
about = "A ball of rubber falls on a floor of steel."
[run]
step = 0.005
duration = 0.5
[world]
gravity = [0, 0, -9.81]
[materials.rubber]
friction = 0.9
restitution = 0.8
[materials.steel]
friction = 0.4
[[bodies]]
name = "ball"
shape = { kind = "sphere", radius = 0.1 }
mass = 1
material = "rubber"
position = [0, 0, 0.5]
[[bodies]]
name = "floor"
fixed = true
shape = { kind = "half-space" }
material = "steel"
"#;

#[test]
fn check_and_info_and_run_warn_of_the_same() {
    let ran = stickslip_with(&["check", "-"], BALL.as_bytes());
    assert_eq!((ran.code, ran.stdout.lines().count()), (0, 1));
    let lost = "rubber has a restitution and that of steel is 0";
    assert!(ran.stderr.contains(lost), "{}", ran.stderr);
    let ran = stickslip_with(&["check", "-", "--json"], BALL.as_bytes());
    let told = ran.records()[0]["warnings"][0].to_string();
    assert!(told.contains(lost) && ran.stderr.is_empty(), "{told}");
    let ran = stickslip_with(&["info", "-"], BALL.as_bytes());
    let pair = "rubber – steel: μ = 0.6, ε = 0 (by the rule for missing pairs)";
    assert!(
        ran.stdout.contains(lost) && ran.stdout.contains(pair),
        "{}",
        ran.stdout
    );
    let scratch = Scratch::new("lost");
    let out = scratch.file("out");
    let args = ["run", "-", "--out", &out, "--no-plots", "--no-report"];
    let ran = stickslip_with(&args, BALL.as_bytes());
    assert!(ran.stdout.contains(lost), "{}", ran.stdout);
    // a step in which it falls through half of the floor
    let long = ["--set", "run.step=0.5", "--set", "run.duration=10"];
    let ran = stickslip_with(&[&args[..], &long].concat(), BALL.as_bytes());
    for part in ["a step of 0.5 s is long", "impacts and push-out brought in"] {
        assert!(ran.stdout.contains(part), "no {part:?} in {}", ran.stdout);
    }
}

#[test]
fn what_was_typed_is_named_and_what_was_meant_is_suggested() {
    let scratch = Scratch::new("slid");
    std::fs::write(scratch.file("slide.toml"), BALL).unwrap();
    let ran = stickslip(&["run", &scratch.file("slid")]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("slide.toml?"), "{}", ran.stderr);
    let ran = stickslip(&["run", "four-ball"]);
    assert!(
        ran.stderr.contains("did you mean four-balls?"),
        "{}",
        ran.stderr
    );
    for (option, value) in [("--h", "0"), ("--duration", "-1")] {
        let ran = stickslip(&["run", "four-balls", option, value]);
        let told = format!("{option} is {value}");
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(&told), "no {told:?} in {}", ran.stderr);
    }
}

/// A box on a floor that a motor is to turn through it.
const STUCK: &str = r#"
schema_version = 1
name = "stuck"
about = "A motor turns a box into a floor."
[run]
step = 0.005
duration = 0.1
[world]
gravity = [0, 0, -9.81]
[materials.wood]
friction = 0.5
[[bodies]]
name = "box"
shape = { kind = "box", size = [0.1, 0.1, 0.1] }
mass = 1
material = "wood"
position = [0, 0, 0.05]
[[bodies]]
name = "floor"
fixed = true
shape = { kind = "half-space" }
material = "wood"
[[joints]]
name = "hinge"
kind = "revolute"
bodies = ["world", "box"]
at = [0, 0, 0.05]
axis = [1, 0, 0]
motor = { velocity = 1 }
"#;

#[test]
fn a_step_without_an_answer_says_what_to_do() {
    let scratch = Scratch::new("stuck");
    let (scene, out) = (scratch.file("stuck.toml"), scratch.file("out"));
    std::fs::write(&scene, STUCK).unwrap();
    let args = ["run", &scene, "--out", &out, "--no-plots", "--no-report"];
    let ran = stickslip(&args);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    for part in ["stickslip analyze", "The motor of hinge", "`max_torque`"] {
        assert!(ran.stdout.contains(part), "no {part:?} in {}", ran.stdout);
    }
    let ran = stickslip(&[&args[..], &["--scheme", "anitescu-potra"]].concat());
    assert!(!ran.stdout.contains("position-level"), "{}", ran.stdout);
    let ran = stickslip(&[&args[..], &["--on-failure", "stop"]].concat());
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("error: step 1 of 20 is not certified"),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.contains("no step was taken"), "{}", ran.stdout);
}

#[test]
fn a_new_scene_runs_and_nothing_is_overwritten() {
    let scratch = Scratch::new("new");
    let file = scratch.file("mine.toml");
    let args = ["new", "mine", "--template", "balls", "-o", &file];
    let ran = stickslip(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("stickslip run "), "{}", ran.stdout);
    run(&file, &scratch.file("run"), &[]);
    let again = stickslip(&args);
    assert_eq!((again.code, again.stdout.as_str()), (2, ""));
    assert!(
        again.stderr.contains("there is a file already"),
        "{}",
        again.stderr
    );
    assert_eq!(stickslip(&[&args[..], &["--force"]].concat()).code, 0);
    let bad = stickslip(&["new", "a b", "-o", &file, "--force"]);
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains("letters, digits"), "{}", bad.stderr);
    // worlds
    for template in ["box", "mechanism", "chute"] {
        let file = scratch.file(&format!("{template}.toml"));
        let ran = stickslip(&[
            "new",
            template,
            "--template",
            template,
            "-o",
            &file,
            "--json",
        ]);
        let told = &ran.records()[0];
        assert_eq!((ran.code, &told["template"]), (0, &template.into()));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("name = \"{template}\"")), "{text}");
        let ran = stickslip(&["check", &file]);
        assert_eq!(ran.code, 0, "{template}: {}", ran.stderr);
        let folder = scratch.file(template);
        run(&file, &folder, &["--duration", "0.1"]);
        let glb = scratch.file(&format!("{template}.glb"));
        let ran = stickslip(&["export", &folder, "-o", &glb]);
        assert_eq!(ran.code, 0, "{template}: {}", ran.stderr);
    }
}

#[test]
fn examples_are_listed_and_copied() {
    let listed = stickslip(&["examples", "--json"]).records();
    assert_eq!(
        listed.len(),
        stickslip(&["scenes", "--json"]).records().len()
    );
    let scratch = Scratch::new("examples");
    let file = scratch.file("rod.toml");
    let ran = stickslip(&["examples", "copy", "falling-rod", "-o", &file, "--json"]);
    assert_eq!(
        (ran.code, &ran.records()[0]["scene"]),
        (0, &"falling-rod".into())
    );
    let text = stickslip(&["scenes", "falling-rod"]).stdout;
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert_eq!(
        stickslip(&["examples", "copy", "falling-rod", "-o", "-"]).stdout,
        text
    );
    let told = &stickslip(&["scenes", "falling-rod", "--json"]).records()[0];
    assert_eq!(told["text"], text);
    let wrong = stickslip(&["examples", "copy", "faling-rod"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.stderr.contains("did you mean falling-rod?"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = stickslip(&["completions", shell]);
        assert_eq!(ran.code, 0);
        for word in ["converge", "export", "resume"] {
            assert!(ran.stdout.contains(word), "{shell}: {word}");
        }
    }
    let told = &stickslip(&["completions", "bash", "--json"]).records()[0];
    assert_eq!(told["shell"], "bash");
    assert_eq!(stickslip(&["completions", "tcsh"]).code, 2);
}

#[test]
fn runs_are_exported_in_every_format() {
    let scratch = Scratch::new("export");
    let folder = scratch.file("run");
    run("four-balls", &folder, &["--duration", "0.2"]);
    for (file, format) in [
        ("a.csv", "csv"),
        ("a.npz", "npz"),
        ("a.gltf", "gltf"),
        ("a.glb", "glb"),
    ] {
        let path = scratch.file(file);
        let ran = stickslip(&["export", &folder, "-o", &path, "--json"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let told = &ran.records()[0];
        assert_eq!(told["format"], format);
        assert_eq!(told["bytes"], std::fs::metadata(&path).unwrap().len());
    }
    let csv = stickslip(&[
        "export", &folder, "--format", "csv", "--table", "energy", "-o", "-",
    ]);
    assert!(
        csv.stdout.starts_with("t,kinetic_before,"),
        "{}",
        csv.stdout
    );
    for (args, says) in [
        (
            &["export", &folder, "-o", "a.xyz"][..],
            "--format csv, npz or gltf",
        ),
        (&["export", "no-such", "-o", "a.glb"], "no folder of a run"),
        (
            &["export", "four-bals", "-o", "a.glb"],
            "did you mean four-balls? Run it first: stickslip run four-balls",
        ),
        (
            &["export", &folder, "-o", "-", "--format", "npz"],
            "name a file",
        ),
    ] {
        let ran = stickslip(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(says), "no {says:?} in {}", ran.stderr);
    }
    let crank = scratch.file("crank");
    run("slider-crank", &crank, &["--duration", "0.02"]);
    let ran = stickslip(&["export", &crank, "-o", &scratch.file("crank.glb")]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn diff_is_0_for_the_same_and_1_for_others() {
    let scratch = Scratch::new("diff");
    let [a, b, c] = ["a", "b", "c"].map(|name| scratch.file(name));
    run("falling-rod", &a, &[]);
    run("falling-rod", &b, &[]);
    run("falling-rod", &c, &["--scheme", "anitescu-potra"]);
    let same = stickslip(&["diff", &a, &b]);
    assert_eq!(same.code, 0, "{}", same.stderr);
    assert!(
        same.stdout.contains("identical, 320 steps"),
        "{}",
        same.stdout
    );
    let other = stickslip(&["diff", &a, &c]);
    assert_eq!(other.code, 1);
    for part in [
        "different from step",
        "settings   scheme",
        "largest",
        "another mode",
    ] {
        assert!(
            other.stdout.contains(part),
            "no {part:?} in {}",
            other.stdout
        );
    }
    let told = &stickslip(&["diff", &a, &c, "--json"]).records()[0];
    assert_eq!(
        (&told["identical"], &told["steps"][0]),
        (&false.into(), &320.into())
    );
    assert!(told["first"]["t"].is_f64() && told["columns"][0]["largest"].is_f64());
    for (args, says) in [
        (&["diff", &a, "no-such"][..], "no folder of a run"),
        (&["diff", &a, &b, "--tolerance", "-1"], "--tolerance is -1"),
        (&["diff", &a], "<RUN2>"),
    ] {
        let ran = stickslip(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(says), "no {says:?} in {}", ran.stderr);
    }
}

#[test]
fn a_run_is_repeated_from_its_folder_and_comes_out_the_same() {
    let scratch = Scratch::new("repeat");
    let (first, again) = (scratch.file("first"), scratch.file("first-again"));
    let changes = [
        "--h",
        "0.002",
        "--scheme",
        "anitescu-potra",
        "--impact",
        "poisson",
    ];
    run("falling-rod", &first, &changes);
    let origin = format!("{first}/run.toml");
    let text = std::fs::read_to_string(&origin).unwrap();
    for part in [
        "source = \"falling-rod\"",
        "\"--h\", \"0.002\"",
        "fingerprint = ",
        "[settings]",
        "h = 0.002",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let ran = stickslip(&["run", &origin, "--no-plots"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("compare with: stickslip diff"),
        "{}",
        ran.stderr
    );
    let diff = stickslip(&["diff", &first, &again]);
    assert_eq!(diff.code, 0, "{}", diff.stdout);
    // the origin of the copy is that of the first
    let copy = std::fs::read_to_string(format!("{again}/run.toml")).unwrap();
    assert_eq!(copy, text);
    // a folder will do, and what has changed is told
    let scene = format!("{first}/scene.toml");
    let changed = std::fs::read_to_string(&scene)
        .unwrap()
        .replace("mass = 1.0", "mass = 2.0");
    std::fs::write(&scene, changed).unwrap();
    let ran = stickslip(&["run", &first, "--out", &scratch.file("other"), "--no-plots"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("warning: scene.toml"), "{}", ran.stderr);
    let diff = stickslip(&["diff", &first, &scratch.file("other")]);
    assert_eq!(diff.code, 1, "{}", diff.stdout);
}

#[test]
fn a_run_is_repeated_with_other_settings() {
    let scratch = Scratch::new("repeat-set");
    let first = scratch.file("first");
    run("box-on-slope", &first, &["--set", "mu=0.5", "--h", "0.01"]);
    let (other, record) = (scratch.file("other"), ["--no-plots", "--json", "--out"]);
    let again = [
        "run",
        &first,
        "--set",
        "mu=0.2",
        "--set",
        "run.duration=0.1",
    ];
    let ran = stickslip(&[&again[..], &record, &[&other]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let summary = &ran.records()[0];
    assert_eq!(summary["settings"]["h"], 0.01);
    assert_eq!(summary["steps"], 10);
    let text = std::fs::read_to_string(format!("{other}/scene.toml")).unwrap();
    assert!(text.contains("mu = 0.2"), "{text}");
    let text = std::fs::read_to_string(format!("{other}/run.toml")).unwrap();
    assert!(text.contains("\"mu=0.5\", \"mu=0.2\""), "{text}");
    // what is set can be repeated in its turn
    let third = scratch.file("third");
    let ran = stickslip(&["run", &other, "--no-plots", "--out", &third]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
    assert_eq!(stickslip(&["diff", &other, &third]).code, 0);
    let bad = stickslip(&["run", &first, "--set", "nu=0.2"]);
    assert_eq!((bad.code, bad.stdout.as_str()), (2, ""));
    assert!(bad.stderr.contains("nu"), "{}", bad.stderr);
}

#[test]
fn a_folder_called_like_a_shipped_scene_is_named_by_a_path() {
    let scratch = Scratch::new("called-like");
    let here = scratch.file("");
    let go = |args: &[&str]| command::stickslip_in(&here, args);
    let ran = go(&["run", "box-on-slope", "--no-plots", "--out", "box-on-slope"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    // the scene, with what is set, and where its folder goes by default
    let set = ["--set", "run.duration=0.1", "--no-plots", "--json"];
    let ran = go(&[&["run", "box-on-slope"], &set[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("write ./box-on-slope"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.records()[0]["t"], 0.1);
    assert_eq!(ran.records()[0]["folder"], "runs/box-on-slope");
    // the folder
    for name in ["./box-on-slope", "box-on-slope/run.toml"] {
        let ran = go(&["run", name, "--no-plots"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.stderr.contains("compare with"), "{}", ran.stderr);
        assert!(!ran.stderr.contains("note"), "{}", ran.stderr);
    }
    assert_eq!(go(&["diff", "box-on-slope", "box-on-slope-again"]).code, 0);
}

#[test]
fn a_run_that_stops_at_a_failure_is_1_and_its_problem_can_be_solved_again() {
    let scratch = Scratch::new("stop");
    let (file, out) = (scratch.file("hard.toml"), scratch.file("out"));
    let limited = "[run]\nmethod = { name = \"lemke\", max_pivots = 12, retries = 0 }\n";
    let text = stickslip(&["scenes", "four-balls"])
        .stdout
        .replace("[run]\n", limited);
    std::fs::write(&file, text).unwrap();
    let args = [
        "run",
        &file,
        "--out",
        &out,
        "--no-plots",
        "--json",
        "--on-failure",
    ];
    let ran = stickslip(&[&args[..], &["stop"]].concat());
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let summary = &ran.records()[0];
    assert_eq!(summary["end"], "failed");
    let step = summary["steps"].as_u64().unwrap() + 1;
    assert!(
        ran.stderr.contains(&format!("step {step}")),
        "{}",
        ran.stderr
    );
    let problem = format!("{out}/failed-step-{step}.json");
    let solved = stickslip(&["solve", &problem, "--json"]);
    assert_eq!(
        (solved.code, &solved.records()[0]["status"]),
        (0, &"solved".into())
    );
    // going on would fail again
    let resumed = stickslip(&[&args[..], &["stop", "--resume"]].concat());
    assert_eq!((resumed.code, resumed.stdout.as_str()), (1, ""));
    assert!(resumed.stderr.contains("fail again"), "{}", resumed.stderr);
    let bad = stickslip(&[&args[..], &["pray"]].concat());
    assert_eq!(bad.code, 2);
}

#[test]
fn a_scene_that_was_not_run_is_to_be_run_first() {
    let scratch = Scratch::new("not-run");
    let here = scratch.file("");
    std::fs::write(scratch.file("mine.toml"), "").unwrap();
    for args in [&["report"][..], &["plot"], &["export", "-o", "a.glb"]] {
        for (name, says) in [
            ("four-balls", "run it first: stickslip run four-balls"),
            ("mine.toml", "run it first: stickslip run mine.toml"),
            ("falling-rodd", "did you mean falling-rod? Run it first"),
            ("no-such-thing", "name a folder that `stickslip run` wrote"),
        ] {
            let ran = stickslip_in(&here, &[args, &[name]].concat());
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
            assert!(ran.stderr.contains(says), "no {says:?} in {}", ran.stderr);
        }
    }
    let ran = stickslip_in(&here, &["diff", "four-balls", "falling-rod"]);
    assert!(ran.stderr.contains("run it first"), "{}", ran.stderr);
    // what is there is nearer than what could be
    let out = ["--duration", "0.02", "--out", "runs/my-rod", "--no-report"];
    let ran = stickslip_in(&here, &[&["run", "falling-rod"], &out[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = stickslip_in(&here, &["report", "my-rood"]);
    assert!(
        ran.stderr.contains("did you mean my-rod?"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_file_of_a_scene_stands_for_its_run() {
    let scratch = Scratch::new("run-of-file");
    let here = scratch.file("");
    let ran = stickslip_in(&here, &["new", "slide", "-o", "mine.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = stickslip_in(&here, &["report", "mine.toml"]);
    assert!(ran.stderr.contains("no run of it yet"), "{}", ran.stderr);
    let run = ["run", "mine.toml", "--quiet", "--no-plots", "--no-report"];
    assert_eq!(stickslip_in(&here, &run).code, 0);
    let told = stickslip_in(&here, &["report", "mine.toml", "-o", "page.html"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let told = stickslip_in(&here, &["diff", "mine.toml", "mine.toml"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    // and so does the file of a run
    let folder = std::fs::read_dir(scratch.file("runs")).unwrap().next();
    let file = folder.unwrap().unwrap().path().join("run.toml");
    let told = stickslip_in(&here, &["diff", "mine.toml", &file.to_string_lossy()]);
    assert_eq!(told.code, 0, "{}", told.stderr);
}

#[test]
fn a_difference_that_matters_comes_before_rounding() {
    let scratch = Scratch::new("diff-order");
    let [a, b] = ["a", "b"].map(|name| scratch.file(name));
    let ran = stickslip(&["new", "slide", "-o", &scratch.file("slide.toml")]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    run(&scratch.file("slide.toml"), &a, &[]);
    let slippery = "materials.wood.friction=0.2";
    run(&scratch.file("slide.toml"), &b, &["--set", slippery]);
    let told = stickslip(&["diff", &a, &b]);
    assert_eq!(told.code, 1, "{}", told.stderr);
    let first = told.stdout.lines().find(|l| l.contains("largest")).unwrap();
    assert!(
        first.contains("box.x: ") || first.contains("box.vx: "),
        "{first}"
    );
    // clocks add steps up, and nobody wants to read what that leaves
    let long = |word: &str| word.parse::<f64>().is_ok() && word.len() > 13;
    let times = told.stdout.lines().filter_map(|l| l.split("t = ").nth(1));
    for t in times {
        let t = t.split([' ', ')', ':']).next().unwrap();
        assert!(!long(t), "{}", told.stdout);
    }
}

#[test]
fn the_help_begins_with_what_the_program_is_for() {
    let help = stickslip(&["--help"]);
    let first = help.stdout.lines().next().unwrap();
    assert!(
        first.starts_with("Simulates rigid bodies in contact"),
        "{first}"
    );
}

#[test]
fn what_the_system_says_is_said_once() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = stickslip(&["view", "four-balls", "--no-record", "--port", &port]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert_eq!(ran.stderr.matches("in use").count(), 1, "{}", ran.stderr);
}
