//! The page of every shipped scene opens and draws.

use crate::command::Scratch;
use crate::wanted;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use stickslip_lab::browser::Browser;
use stickslip_lab::report::{self, Choice};
use stickslip_lab::run;
use stickslip_lab::scene::catalogue;

/// Steps of each scene, and the time that they may take before the rest is left out.
const STEPS: usize = 40;
const ENOUGH: Duration = Duration::from_secs(4);

#[test]
fn every_shipped_scene_has_a_page_that_opens_quietly() {
    let Some(mut browser) = wanted::browser() else {
        return;
    };
    let scratch = Scratch::new("browser-scenes");
    let bad: Vec<String> = catalogue::names()
        .filter_map(|name| Some(format!("{name}: {}", fault(name, &mut browser, &scratch)?)))
        .collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn weak_contacts_bear_no_more_than_their_friction() {
    let Some(mut browser) = wanted::browser() else {
        return;
    };
    let scratch = Scratch::new("browser-limits");
    for (name, duration) in [("brick-wall-small", 0.25), ("sphere-pile", 0.08)] {
        let mut scene = catalogue::find(name).expect("it is shipped");
        scene.duration = duration;
        let folder = scratch.file(name);
        let folder = Path::new(&folder);
        run::scene(&scene, folder, &AtomicBool::new(false), |_, _| {}).expect("it runs");
        let mut worst = |full: bool| {
            let choice = Choice {
                full,
                ..Choice::default()
            };
            let file = folder.join("page.html");
            let page = report::of_run(folder, choice).expect("it has a page");
            std::fs::write(&file, page.html).expect("written");
            let mut page = browser.page().expect("a page opens");
            page.set_patience(Duration::from_secs(60));
            page.open_file(&file, "").expect("it opens");
            let script =
                "window.stickslip.ready.then(() => { const { recording, page } = window.stickslip;
                let [worst, rows] = [0, 0];
                for (let frame = 0; frame < recording.frames; frame++) {
                  const { count, contact, force, normal } = recording.touches(frame);
                  for (let k = 0; k < count; k++) {
                    const [f, n] = [force, normal].map((all) => all.subarray(3 * k, 3 * k + 3));
                    const along = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
                    if (!(along > 0)) continue;
                    const [mu] = page.contacts[contact[k]].friction.mu;
                    const across = Math.hypot(...f.map((x, j) => x - along * n[j]));
                    worst = Math.max(worst, across / (mu * along));
                    rows++;
                  }
                }
                return [worst, rows]; })";
            let told = page.evaluate(script).expect("it is ready");
            assert!(told[1].as_u64().expect("a number") > 300, "{name}: {told}");
            told[0].as_f64().expect("a number")
        };
        let (exact, rounded) = (worst(true), worst(false));
        assert!(exact < 1.002, "{name}: {exact}");
        assert!(rounded < 1.005, "{name}: {rounded}");
    }
}

/// Of the places where bodies come, the share that the first picture shows; and how much of its width or height, whichever is more, the
/// outline of what it is about takes.
const FRAMING: &str = "(() => { const { view, recording, page } = window.stickslip;
    const [w, h] = [view.camera.width, view.camera.height];
    let [seen, all] = [0, 0];
    for (const index of view.bounds.held?.held ?? view.bounds.moving) {
      for (let frame = 0; frame < recording.frames; frame += Math.ceil(recording.frames / 20)) {
        const [x, y] = view.project(recording.pose(page.bodies[index].track, { index: frame, fraction: 0 }, new Float64Array(7))) ?? [-1, -1];
        all += 1;
        if (x >= 0 && x <= w && y >= 0 && y <= h) seen += 1;
      }
    }
    const outline = view.bounds.frame.points.map((p) => view.project(p));
    const span = (k) => Math.max(...outline.map((p) => p[k])) - Math.min(...outline.map((p) => p[k]));
    return [all > 0 ? seen / all : 1, Math.max(span(0) / w, span(1) / h)]; })()";

/// What is wrong with the page of a scene, if anything is.
fn fault(name: &str, browser: &mut Browser, scratch: &Scratch) -> Option<String> {
    let mut scene = catalogue::find(name).expect("it is shipped");
    let steps = scene.steps().expect("it fits").min(STEPS);
    scene.duration = steps as f64 * scene.settings.step;
    let folder = scratch.file(name);
    let folder = Path::new(&folder);
    // large scenes are stopped; what was computed is kept
    let (stop, began) = (AtomicBool::new(false), Instant::now());
    let see = |_, _| {
        if began.elapsed() > ENOUGH {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    run::scene(&scene, folder, &stop, see).expect("it runs");
    let file = folder.join("page.html");
    let page = report::of_run(folder, Choice::default()).expect("it has a page");
    std::fs::write(&file, page.html).expect("written");
    let mut page = browser.page().expect("a page opens");
    page.set_patience(Duration::from_secs(60));
    page.open_file(&file, "t=0.01").expect("it opens");
    let script = "window.stickslip.ready.then(() => { const s = window.stickslip;
        return [s.errors, s.recording?.frames > 1, Boolean(s.view), s.page.bodies.length > 0] })";
    let told = page.evaluate(script).expect("it is ready");
    let framing = match told[2] == json!(true) {
        true => page.evaluate(FRAMING).expect("it is drawn"),
        false => json!([1.0, 1.0]),
    };
    let [shown, filled] = [0, 1].map(|k| framing[k].as_f64().expect("a share"));
    let picture = wanted::canvas(&mut page);
    let seen = page.watch(Duration::from_millis(50)).expect("it lives");
    let foreign = |url: &&String| !url.starts_with("file://") && !url.starts_with("data:");
    let requests: Vec<&String> = seen.requests.iter().filter(foreign).collect();
    let complaints = seen.complaints();
    // built-in systems without shapes have plots only
    let has_bodies = told[3] == json!(true);
    match &told {
        Value::Array(told) if told[0] != json!([]) => Some(format!("it says {}", told[0])),
        _ if !complaints.is_empty() => Some(format!("{complaints:?}")),
        _ if !requests.is_empty() => Some(format!("it asks for {requests:?}")),
        _ if told[1] != json!(true) => Some("there is no motion".to_owned()),
        _ if has_bodies && told[2] != json!(true) => Some("there is no picture".to_owned()),
        _ if shown < 0.95 => Some(format!("{shown} of what moves is in the picture")),
        _ if !(0.6..1.0).contains(&filled) && has_bodies => {
            Some(format!("what happens fills {filled} of the picture"))
        }
        _ if has_bodies && picture.colours() < 50 => Some("the picture is blank".to_owned()),
        _ => None,
    }
}
