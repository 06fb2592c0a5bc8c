//! The live view in a browser.

use crate::command::{Scratch, spawn};
use crate::wanted;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::Child;
use std::time::Duration;
use stickslip_lab::browser::{Key, Modifier, Page};

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
    assert!(wanted::canvas(&mut page).colours() > 50);
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
fn what_begins_again_is_seen_from_where_it_began() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-again", "box-on-slope");
    open(&mut page, &server);
    wait(&mut page, "window.stickslip.recording.frames > 0");
    let far = "window.stickslip.view.camera.distance";
    let before = number(&mut page, far);
    // the box slides away, and the camera steps back
    page.press(Key::Character(' ')).unwrap();
    wait(&mut page, &format!("{far} > 2 * {before}"));
    page.press(Key::Character(' ')).unwrap();
    wait(&mut page, &format!("{STATE} == 'paused'"));
    page.evaluate("document.querySelector('[aria-label^=\"Begin again\"]').click()")
        .unwrap();
    wait(&mut page, &format!("{far} < 1.1 * {before}"));
    is_quiet(&mut page, &server);
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
    // a slope on which the box sticks
    let script = "(() => { const slider = document.querySelector('.live .slider input');
        slider.value = String(Number(slider.max) / 8);
        slider.dispatchEvent(new Event('input')); return Number(slider.value); })()";
    let value = number(&mut page, script);
    assert!(value > 0.0);
    let set = format!("Math.abs(window.stickslip.page.parameters[0].value - {value}) < 1e-6");
    wait(&mut page, &set);
    // facts are those of the new scene
    wait(
        &mut page,
        &format!(
            "[...document.querySelectorAll('.facts dt')].some(e => e.textContent == 'angle' && Number(e.nextSibling.firstChild.textContent) == {value})"
        ),
    );
    // a body is pulled with Shift
    page.evaluate("window.stickslip.play()").unwrap();
    wait(&mut page, &format!("{STATE} == 'playing' && {END} > 0.2"));
    let place_of = "(() => { const { recording, page, app } = window.stickslip;
        const body = page.bodies.find(b => b.track !== null);
        return [...recording.pose(body.track, recording.at(app.clock.t), new Float64Array(7))]; })()";
    let before = page.evaluate(place_of).unwrap();
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
    // it follows
    let far = (0..3).map(|k| format!("({place_of}[{k}] - {}) ** 2", before[k]));
    let far = far.collect::<Vec<_>>().join(" + ");
    wait(&mut page, &format!("Math.sqrt({far}) > 0.01"));
    // and stays at the pointer when that holds still, longer than a pull that is not renewed
    let now = number(&mut page, END);
    wait(&mut page, &format!("{END} > {now} + 6"));
    let apart = "(() => { const { from, to } = window.stickslip.options.pull; return Math.hypot(...from.map((x, k) => x - to[k])); })()";
    assert!(number(&mut page, apart) < 0.015);
    let speed = "(() => { const { recording, page } = window.stickslip; const body = page.bodies.find(b => b.track !== null);
        let most = 0; for (let k = Math.floor(recording.frames / 2); k < recording.frames; k++)
          most = Math.max(most, Math.hypot(...[...recording.velocity(body.track, k, new Float64Array(6))].slice(0, 3)));
        return most; })()";
    assert!(number(&mut page, speed) < 3.0);
    page.let_go([at[0] + 60.0, at[1] - 60.0]).unwrap();
    page.hold(&[]);
    wait(&mut page, "!window.stickslip.options.pull");
    // a body that is held is let go when the run begins again, and when the picture is another one
    let hold = "(() => { const { page, app } = window.stickslip; const { pull } = app.live;
        const body = page.bodies.findIndex(b => b.track !== null);
        pull.drag('begin', { body, point: [0, 0, 0], to: [0, 0, 1] }); return pull.held !== null; })()";
    let held = "window.stickslip.app.live.pull.held";
    wait(&mut page, "window.stickslip.recording.frames > 0");
    assert_eq!(page.evaluate(hold).unwrap(), json!(true));
    page.evaluate("window.stickslip.app.live.stage.reopen()")
        .unwrap();
    assert_eq!(page.evaluate(held).unwrap(), json!(null));
    assert_eq!(page.evaluate(hold).unwrap(), json!(true));
    page.evaluate("window.stickslip.app.live.reset()").unwrap();
    wait(
        &mut page,
        &format!("{held} === null && !window.stickslip.options.pull"),
    );
    // the speed is that of the simulation, whoever set it
    page.evaluate("window.stickslip.app.live.send({ do: 'speed', value: 0.3 })")
        .unwrap();
    wait(
        &mut page,
        "document.querySelector('[aria-label=Speed]').value == '0.3'",
    );
    page.evaluate("window.stickslip.app.live.send({ do: 'speed', value: 2 })")
        .unwrap();
    wait(
        &mut page,
        "(() => { const select = document.querySelector('[aria-label=Speed]'); return select.value == '2' && select.options.length == 9; })()",
    );
    is_quiet(&mut page, &server);
}

#[test]
fn meshes_are_drawn() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-meshes", "masonry-arch");
    open(&mut page, &server);
    wait(&mut page, "window.stickslip.recording.frames > 0");
    // in the middle of each stone that is seen there is that stone, before and after a reset
    let hit = "import('stickslip/math').then(({ place }) => { const { view, page } = window.stickslip;
        const stones = page.bodies.map((body, index) => ({ ...body.parts[0], index })).filter(({ shape }) => shape === 'mesh');
        const hits = stones.filter(({ mesh, pose, index }) => {
          const { points } = view.meshes.data(mesh);
          const middle = [0, 1, 2].map((j) => points.filter((_, k) => k % 3 === j).reduce((a, b) => a + b, 0) / (points.length / 3));
          const [x, y] = view.project(place(view.scene.pose(index), place(pose, middle)));
          return view.pick(x, y, 'body')?.index === index; });
        return [hits.length, stones.length]; })";
    for round in 0..2 {
        let found = page.evaluate(hit).unwrap();
        let [hits, stones] = [0, 1].map(|k| found[k].as_u64().expect("a number"));
        assert!(stones > 5 && hits * 3 > stones * 2, "{round}: {found}");
        let description = "window.stickslip.app.live.beginning";
        let before = number(&mut page, description);
        page.evaluate("window.stickslip.app.live.reset()").unwrap();
        wait(&mut page, &format!("{description} > {before}"));
        wait(&mut page, "window.stickslip.recording.frames > 0");
    }
    is_quiet(&mut page, &server);
}

#[test]
fn sliders_are_dragged_and_moved_by_keys() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-sliders", "sphere-pile");
    open(&mut page, &server);
    let slider = |name: &str| {
        format!(
            "[...document.querySelectorAll('.live .slider')].find(e => e.firstChild.textContent == '{name}').querySelector('input')"
        )
    };
    let value = |name: &str| {
        format!("window.stickslip.page.parameters.find(p => p.name == '{name}').value")
    };
    wait(
        &mut page,
        "document.querySelectorAll('.live .slider').length > 2",
    );
    let mu = slider("mu");
    page.evaluate(&format!("window.kept = {mu}; null")).unwrap();
    // held, moved, and moved again while the first value has been taken
    let place = page
        .evaluate(&format!(
            "(() => {{ const box = {mu}.getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; }})()"
        ))
        .unwrap();
    let [left, top, width, height] = [0, 1, 2, 3].map(|k| place[k].as_f64().expect("a number"));
    let at = |share: f64| [left + share * width, top + height / 2.0];
    page.take(at(0.5)).unwrap();
    page.pull(at(0.5), at(0.3)).unwrap();
    wait(&mut page, &format!("{} < 0.3", value("mu")));
    page.pull(at(0.3), at(0.8)).unwrap();
    wait(&mut page, &format!("{} > 0.55", value("mu")));
    page.let_go(at(0.8)).unwrap();
    // keys, of which each begins where the last ended
    let before = number(&mut page, &format!("Number({mu}.value)"));
    for _ in 0..3 {
        page.press(Key::Left).unwrap();
        page.watch(Duration::from_millis(400)).unwrap();
    }
    let after = number(&mut page, &format!("Number({mu}.value)"));
    assert!(after < before, "{after}");
    wait(
        &mut page,
        &format!("Math.abs({} - {after}) < 1e-9", value("mu")),
    );
    page.press(Key::Home).unwrap();
    wait(&mut page, &format!("{} == 0", value("mu")));
    let same = page
        .evaluate(&format!(
            "window.kept === {mu} && document.activeElement === {mu}"
        ))
        .unwrap();
    assert_eq!(same, json!(true));
    // counts are whole, and what is refused is not shown any longer
    let layers = slider("layers");
    let script = format!(
        "(() => {{ const one = {layers}; one.value = '4.32'; one.dispatchEvent(new Event('input')); return Number(one.value); }})()"
    );
    assert_eq!(number(&mut page, &script), 4.0);
    wait(&mut page, &format!("{} == 4", value("layers")));
    let script = format!(
        "(() => {{ const one = {layers}; one.min = '-5'; one.value = '-5'; one.dispatchEvent(new Event('input')); }})()"
    );
    page.evaluate(&script).unwrap();
    wait(
        &mut page,
        &format!("{layers}.value == '4' && {layers}.min == '0'"),
    );
    // the list of bodies is that of the smaller pile
    wait(
        &mut page,
        "(() => { const { page } = window.stickslip; const moving = page.bodies.filter(b => b.track !== null).length;
           return moving == 400 && document.querySelectorAll('#toolbar select option').length == moving + 1
             && document.querySelector('.body-choice input[type=search]').placeholder == 'Search 400 bodies'; })()",
    );
    let fresh = "window.stickslip.view === window.stickslip.app.view";
    assert_eq!(page.evaluate(fresh).unwrap(), json!(true));
}

#[test]
fn one_looks_back_while_it_runs() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-back", "box-on-slope");
    open(&mut page, &server);
    page.evaluate("window.stickslip.play()").unwrap();
    wait(&mut page, &format!("{STATE} == 'playing' && {END} > 0.3"));
    let following = "window.stickslip.app.live.following";
    let t = "window.stickslip.app.clock.t";
    let stays = |page: &mut Page, at: &str| {
        let end = number(page, END);
        wait(page, &format!("{END} > {end} + 0.1"));
        assert_eq!(page.evaluate(following).unwrap(), json!(false), "{at}");
        assert!(number(page, t) < end, "{at}");
    };
    page.evaluate("window.stickslip.seek(0.1)").unwrap();
    stays(&mut page, "seek");
    page.evaluate("window.stickslip.seek(1e9)").unwrap();
    wait(&mut page, following);
    page.press(Key::Home).unwrap();
    stays(&mut page, "Home");
    page.press(Key::End).unwrap();
    wait(&mut page, following);
    // a plot
    page.evaluate(
        "[...document.querySelectorAll('[role=tab]')].find(e => e.textContent == 'Plots').click()",
    )
    .unwrap();
    let place = page
        .evaluate(
            "(() => { const box = document.querySelector('.plot .area').getBoundingClientRect();
               return [box.left + 0.3 * box.width, box.top + 0.5 * box.height]; })()",
        )
        .unwrap();
    page.click([0, 1].map(|k| place[k].as_f64().expect("a number")))
        .unwrap();
    stays(&mut page, "plot");
    // the last data are plotted when it stops
    page.evaluate("window.stickslip.pause()").unwrap();
    wait(&mut page, &format!("{STATE} == 'paused'"));
    wait(
        &mut page,
        &format!("window.stickslip.app.live.plots.plots[0].series[0].t.at(-1) === {END}"),
    );
    // the keys of the plots stay the same elements
    page.evaluate(
        "window.kept = [...document.querySelectorAll('.plot .key button')]; window.stickslip.play()",
    )
    .unwrap();
    let end = number(&mut page, END);
    wait(&mut page, &format!("{END} > {end} + 0.6"));
    let same = "window.kept.length > 5 && window.kept.every(e => e.isConnected)";
    assert_eq!(page.evaluate(same).unwrap(), json!(true));
    is_quiet(&mut page, &server);
}

#[test]
fn a_hidden_tab_leaves_its_connection_to_others() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-hidden", "four-balls");
    open(&mut page, &server);
    page.evaluate("window.stickslip.play()").unwrap();
    wait(&mut page, &format!("{END} > 0.2"));
    let hide = |page: &mut Page, hidden: bool| {
        let script = format!(
            "Object.defineProperty(document, 'hidden', {{ configurable: true, value: {hidden} }});
             document.dispatchEvent(new Event('visibilitychange'))"
        );
        page.evaluate(&script).unwrap();
    };
    hide(&mut page, true);
    page.watch(Duration::from_millis(300)).unwrap();
    let (end, frames) = (
        number(&mut page, END),
        number(&mut page, "window.stickslip.recording.frames"),
    );
    page.watch(Duration::from_millis(300)).unwrap();
    assert_eq!(number(&mut page, END), end);
    // contacts and events of frames that are kept, which the simulation has forgotten meanwhile
    let old = "(() => { const { page, app, recording } = window.stickslip;
        page.events.unshift({ t: -1, kind: 'touch', text: 'old', contact: null, size: 0 });
        page.contacts[1000] = { number: 1000, name: 'shown', bodies: [null, null], friction: { set: 'disc' } };
        page.contacts[1001] = { ...page.contacts[1000], number: 1001 };
        recording.list[0].touches = { ...recording.list[0].touches, count: 1, contact: new Uint32Array([1000]) };
        recording.limits.forgotten = recording.sweepAt = 0; })()";
    page.evaluate(old).unwrap();
    // back again, it goes on, and what was seen before is still there
    hide(&mut page, false);
    wait(&mut page, &format!("{END} > {end} + 0.3"));
    let kept = "(() => { const { page } = window.stickslip; return [page.events[0].text, 1000 in page.contacts, 1001 in page.contacts]; })()";
    assert_eq!(page.evaluate(kept).unwrap(), json!(["old", true, false]));
    // every event is listed and counted once, however often tabs are changed and words are sought
    page.evaluate("window.stickslip.pause()").unwrap();
    wait(&mut page, &format!("{STATE} == 'paused'"));
    let told = "(() => { const { live } = window.stickslip.app; const event = window.stickslip.page.events.at(-1);
        live.news({ events: [{ ...event, text: 'newest' }] });
        document.querySelector('.events input').dispatchEvent(new Event('input')); })()";
    page.evaluate(told).unwrap();
    page.watch(Duration::from_millis(600)).unwrap();
    let listed = "(() => { const { page } = window.stickslip; const all = page.events.length;
        const counts = [...document.querySelectorAll('.events .chip .count')].map((e) => Number(e.textContent));
        return [all > 1, document.querySelectorAll('.event-list li').length - all, counts.reduce((a, b) => a + b, 0) - all]; })()";
    assert_eq!(page.evaluate(listed).unwrap(), json!([true, 0, 0]));
    for hidden in [true, false] {
        hide(&mut page, hidden);
        page.watch(Duration::from_millis(300)).unwrap();
    }
    page.watch(Duration::from_millis(600)).unwrap();
    assert_eq!(page.evaluate(listed).unwrap(), json!([true, 0, 0]));
    assert!(number(&mut page, "window.stickslip.recording.frames") > frames);
    assert!(number(&mut page, "window.stickslip.app.clock.begin") < end);
    // and so are the friction cones of its contacts
    let sets = "Object.values(window.stickslip.page.contacts).map(({ friction }) => friction.set)";
    let found = page.evaluate(sets).unwrap();
    assert!(!found.as_array().unwrap().is_empty(), "{found}");
    assert!(
        found.as_array().unwrap().iter().all(Value::is_string),
        "{found}"
    );
    is_quiet(&mut page, &server);
}

#[test]
fn events_come_one_after_the_other_and_the_newest_are_listed() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let server = Server::start("live-events", "box-on-slope");
    open(&mut page, &server);
    wait(&mut page, "window.stickslip.recording.frames > 0");
    // as the simulation tells them
    let script = "(() => { const { live } = window.stickslip.app;
        window.tell = (from, count) => live.news({ events: Array.from({ length: count }, (_, k) =>
          ({ t: 0.001 * (from + k), kind: 'touch', text: 'event ' + (from + k), contact: null, size: 0 })) });
        live.news({ contacts: Array.from({ length: 200000 }, (_, number) => ({ number, name: 'x', bodies: [null, null], friction: null })) });
        tell(0, 10); return window.stickslip.page.contacts.length >= 200000; })()";
    assert_eq!(page.evaluate(script).unwrap(), json!(true));
    let items = "document.querySelectorAll('.event-list li')";
    wait(&mut page, &format!("{items}.length >= 10"));
    page.evaluate(&format!(
        "window.first = {items}[{items}.length - 10]; tell(10, 5)"
    ))
    .unwrap();
    wait(
        &mut page,
        &format!("[...{items}].at(-1).textContent.includes('event 14')"),
    );
    assert_eq!(
        page.evaluate("window.first.isConnected").unwrap(),
        json!(true)
    );
    page.evaluate("tell(15, 1500)").unwrap();
    wait(
        &mut page,
        &format!(
            "{items}.length == 1000 && [...{items}].at(-1).textContent.includes('event 1514')"
        ),
    );
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
    const contacts_at = 16 + 24 * (tracks + touches) + 40 * tracks;
    const room = contacts_at + 4 + 4 + 52 * touches + 8 * (8 + ledger);
    const frame = (t, contact) => {
        const buffer = new ArrayBuffer(room);
        const view = new DataView(buffer);
        view.setFloat64(0, t, true);
        view.setUint32(8, tracks, true);
        view.setUint32(12, touches, true);
        view.setUint32(contacts_at, contact, true);
        view.setFloat64(contacts_at + 8 + 52 * touches + 56, ledger, true);
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
