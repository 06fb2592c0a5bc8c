//! The page of every shipped scene opens and draws.

use crate::command::Scratch;
use crate::pixels::Picture;
use crate::wanted;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use stickslip_lab::browser::{Browser, Format};
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
    let picture = Picture::read(&page.screenshot(Format::Png).expect("a picture"));
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
        _ if picture.colours() < 50 => Some("the picture is blank".to_owned()),
        _ => None,
    }
}
