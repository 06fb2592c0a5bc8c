//! The live view in a browser.

use crate::command::{Scratch, spawn};
use crate::pixels::Picture;
use crate::wanted;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::Child;
use std::time::Duration;
use stickslip_lab::browser::{Format, Key, Modifier, Page};

const SOON: Duration = Duration::from_secs(30);

/// The command, ended with the test.
struct Server {
    child: Child,
    address: String,
    // after the process that writes into it
    _scratch: Scratch,
}

impl Server {
    fn start(name: &str, scene: &str) -> Self {
        let scratch = Scratch::new(name);
        let record = scratch.file("record");
        let mut child = spawn(&[
            "view",
            scene,
            "--json",
            "--paused",
            "--out",
            &record,
            // it must not end before it is paused, however slow the machine
            "--set",
            "run.duration=600",
        ]);
        let mut line = String::new();
        let out = child.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"));
        Self {
            child,
            address: told["address"].as_str().expect("an address").to_owned(),
            _scratch: scratch,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last time that came.
const END: &str = "window.stickslip.app.clock.end";
const STATE: &str = "window.stickslip.app.live.state";

fn open(page: &mut Page, server: &Server) {
    page.open(&server.address).unwrap();
    let ready = page.evaluate("window.stickslip.ready.then(() => window.stickslip.errors)");
    assert_eq!(ready.unwrap(), json!([]));
}

fn number(page: &mut Page, script: &str) -> f64 {
    let value = page.evaluate(script).unwrap();
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{script}: {value}"))
}

fn wait(page: &mut Page, condition: &str) {
    page.wait_until(condition, SOON).unwrap();
}

fn is_quiet(page: &mut Page, server: &Server) {
    let seen = page.watch(Duration::from_millis(200)).unwrap();
    assert_eq!(seen.complaints(), Vec::<String>::new());
    for url in &seen.requests {
        let own = url.starts_with(&server.address) || url.starts_with("data:");
        assert!(own, "{url}");
    }
}

#[test]
fn a_running_simulation_is_seen_and_steered() {
    let Some((mut browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-steer", "box-on-slope");
    open(&mut page, &server);
    wait(&mut page, "window.stickslip.recording.frames > 0");
    assert!(Picture::read(&page.screenshot(Format::Png).unwrap()).colours() > 50);
    // one step
    let before = number(&mut page, END);
    page.press(Key::Right).unwrap();
    wait(&mut page, &format!("{END} > {before}"));
    // it moves, and pauses
    page.press(Key::Character(' ')).unwrap();
    wait(
        &mut page,
        &format!("{STATE} == 'playing' && {END} > {before} + 0.1"),
    );
    // a second viewer sees the same
    let mut second = browser.page().unwrap();
    open(&mut second, &server);
    wait(&mut second, &format!("{END} > {before} + 0.1"));
    page.press(Key::Character(' ')).unwrap();
    for viewer in [&mut page, &mut second] {
        wait(viewer, &format!("{STATE} == 'paused'"));
    }
    let paused = number(&mut page, END);
    page.watch(Duration::from_millis(300)).unwrap();
    assert_eq!(number(&mut page, END), paused);
    // begin again
    page.evaluate("document.querySelector('[aria-label^=\"Begin again\"]').click()")
        .unwrap();
    for viewer in [&mut page, &mut second] {
        wait(viewer, &format!("{END} < {paused}"));
    }
    is_quiet(&mut page, &server);
    is_quiet(&mut second, &server);
}

#[test]
fn parameters_are_set_and_bodies_pulled() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-set", "box-on-slope");
    open(&mut page, &server);
    wait(
        &mut page,
        "document.querySelectorAll('.live .slider').length > 0",
    );
    let script = "(() => { const slider = document.querySelector('.live .slider input');
        slider.value = String((Number(slider.min) + Number(slider.max)) / 2);
        slider.dispatchEvent(new Event('input')); return Number(slider.value); })()";
    let value = number(&mut page, script);
    let set = format!("Math.abs(window.stickslip.page.parameters[0].value - {value}) < 1e-6");
    wait(&mut page, &set);
    // a body is pulled with Shift
    page.evaluate("window.stickslip.play?.(); window.stickslip.app.live.send({ do: 'play' })")
        .unwrap();
    wait(&mut page, &format!("{STATE} == 'playing'"));
    let place = page
        .evaluate(
            "(() => { const { view, recording, page } = window.stickslip;
               const body = page.bodies.find(b => b.track !== null);
               const p = recording.pose(body.track, recording.at(window.stickslip.app.clock.t), new Float64Array(7));
               const [x, y] = view.project([p[0], p[1], p[2]]);
               const box = document.getElementById('view').getBoundingClientRect(); return [box.left + x, box.top + y]; })()",
        )
        .unwrap();
    let at = [0, 1].map(|k| place[k].as_f64().expect("a place"));
    page.hold(&[Modifier::Shift]);
    page.take(at).unwrap();
    page.pull(at, [at[0] + 60.0, at[1] - 60.0]).unwrap();
    wait(&mut page, "window.stickslip.options.pull");
    page.let_go([at[0] + 60.0, at[1] - 60.0]).unwrap();
    page.hold(&[]);
    wait(&mut page, "!window.stickslip.options.pull");
    is_quiet(&mut page, &server);
}

#[test]
fn a_server_that_is_gone_is_told() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-gone", "four-balls");
    open(&mut page, &server);
    wait(&mut page, "window.stickslip.recording.frames > 0");
    drop(server);
    wait(&mut page, &format!("{STATE} == 'gone'"));
    wait(
        &mut page,
        "[...document.querySelectorAll('[role=status]')].some(e => !e.hidden && e.textContent.includes('does not answer'))",
    );
    assert_eq!(page.seen().exceptions, Vec::<String>::new());
}

/// Frames as they come over the wire: one contact each, the hundredth of them is that of all frames of a hundred.
const MANY_FRAMES: &str = r#"(() => {
    const { recording, page } = window.stickslip;
    const ledger = recording.ledger.length;
    const tracks = page.bodies.filter((body) => body.track !== null).length;
    const touches = 1;
    const room = (8 + 8 + 4 * 13 * tracks + 4 + 4 + 4 * 16 * touches + 8 * (8 + ledger)) | 0;
    const frame = (t, contact) => {
        const buffer = new ArrayBuffer(room);
        const view = new DataView(buffer);
        view.setFloat64(0, t, true);
        view.setUint32(8, tracks, true);
        view.setUint32(12, touches, true);
        view.setUint32(16 + 52 * tracks, contact, true);
        view.setFloat64(16 + 52 * tracks + 8 + 64 * touches + 56, ledger, true);
        return buffer;
    };
    recording.forget();
    recording.limits = { frames: 200, bytes: 1e9, forgotten: 50 };
    page.contacts.length = 0;
    let most = 0, contacts = 0;
    const step = 0.01;
    for (let i = 0; i < 20000; i++) {
        const number = Math.floor(i / 2);
        page.contacts[number] = { number, name: `contact ${number}`, bodies: [0, 1], friction: null };
        recording.add(frame(i * step, number));
        if (i % 2 === 1 && number >= 10) recording.release([number - 10]);
        most = Math.max(most, recording.frames);
        if (i % 100 === 0) contacts = Math.max(contacts, Object.keys(page.contacts).length);
    }
    recording.release([]);
    const times = Array.from({ length: recording.frames }, (_, i) => recording.time(i));
    const gaps = times.slice(1).map((t, i) => t - times[i]);
    const named = times.every((_, i) => page.contacts[recording.touches(i).contact[0]]?.name === `contact ${recording.touches(i).contact[0]}`);
    const bytes = recording.list.reduce((sum, one) => sum + one.bytes, 0);
    return {
        most, contacts, named, first: times[0], last: times.at(-1), sorted: gaps.every((gap) => gap > 0),
        newest: Math.max(...gaps.slice(-60)), widest: Math.max(...gaps), bytes: bytes === recording.bytes,
        plotted: recording.series("residual").y.length === recording.frames && recording.series("residual").t.every((t, i) => t === times[i]),
    };
})()"#;

#[test]
fn a_page_that_is_watched_for_hours_holds_no_more_than_its_window() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-long", "box-on-slope");
    open(&mut page, &server);
    wait(&mut page, "window.stickslip.recording.frames > 0");
    let told = page.evaluate(MANY_FRAMES).unwrap();
    let number = |name: &str| told[name].as_f64().unwrap();
    // 20,000 frames of 10,000 contacts
    assert_eq!(number("most"), 200.0, "{told}");
    assert!(number("contacts") < 600.0, "{told}");
    for claim in ["named", "sorted", "bytes", "plotted"] {
        assert_eq!(told[claim], true, "{claim}: {told}");
    }
    // all of the past, the last of it frame by frame, the rest evenly
    assert_eq!((number("first"), number("last")), (0.0, 199.99), "{told}");
    assert!(number("newest") < 0.011, "{told}");
    assert!(number("widest") < 10.0, "{told}");
    is_quiet(&mut page, &server);
}
