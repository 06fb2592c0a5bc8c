//! The page of a run, with numbers that are known.

use crate::command::{Scratch, stickslip};
use crate::invented::{self, ARCH, END, RADIUS, green, red};
use crate::pixels::Picture;
use crate::wanted;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use stickslip_lab::browser::{Browser, Format, Key, Modifier, Page, Shade, Viewport};

const SOON: Duration = Duration::from_secs(20);

/// The browser around an open page.
pub(crate) struct Opened {
    pub(crate) page: Page,
    pub(crate) file: String,
    _browser: Browser,
    scratch: Scratch,
}

/// Opens a page that is written by `write`, or nothing where there is no browser.
fn opened(name: &str, fragment: &str, write: impl Fn(&str)) -> Option<Opened> {
    let (browser, page) = wanted::page()?;
    let scratch = Scratch::new(name);
    let file = scratch.file("report.html");
    write(&file);
    let mut opened = Opened {
        page,
        file,
        _browser: browser,
        scratch,
    };
    opened.open(fragment);
    Some(opened)
}

impl Opened {
    fn open(&mut self, fragment: &str) {
        // another fragment of the same file would load nothing
        self.page.open("about:blank").unwrap();
        self.page
            .open_file(Path::new(&self.file), fragment)
            .unwrap();
        self.is("window.stickslip.ready.then(() => true)", json!(true));
    }

    fn is(&mut self, script: &str, expected: Value) {
        assert_eq!(self.page.evaluate(script).unwrap(), expected, "{script}");
    }

    fn time(&mut self) -> f64 {
        let t = self.page.evaluate("window.stickslip.app.clock.t").unwrap();
        t.as_f64().expect("a number")
    }

    fn wait(&mut self, condition: &str) {
        self.page.wait_until(condition, SOON).unwrap();
    }

    /// Draws a time and waits until it is on the screen.
    fn seek(&mut self, t: f64) {
        let script = format!(
            "(async () => {{ window.stickslip.seek({t}); for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame) }})()"
        );
        self.page.evaluate(&script).unwrap();
    }

    fn picture(&mut self) -> Picture {
        Picture::read(&self.page.screenshot(Format::Png).unwrap())
    }

    /// Where a point of the world is on the screen.
    fn place(&mut self, point: [f64; 3]) -> [f64; 2] {
        let script = format!(
            "(() => {{ const [x, y] = window.stickslip.view.project({point:?});
               const box = document.getElementById('view').getBoundingClientRect(); return [box.left + x, box.top + y]; }})()"
        );
        let found = self.page.evaluate(&script).unwrap();
        [0, 1].map(|k| found[k].as_f64().unwrap_or_else(|| panic!("{found}")))
    }

    /// The middle of an element.
    fn middle(&mut self, script: &str) -> [f64; 2] {
        let script = format!(
            "(() => {{ const element = {script}; element.scrollIntoView({{ block: 'nearest' }});
               const box = element.getBoundingClientRect();
               return [box.left + box.width / 2, box.top + box.height / 2]; }})()"
        );
        let found = self.page.evaluate(&script).unwrap();
        [0, 1].map(|k| found[k].as_f64().expect("a number"))
    }

    fn click_on(&mut self, script: &str) {
        let at = self.middle(script);
        self.page.click(at).unwrap();
    }

    /// Nothing was complained of, and nothing but the file itself was asked for.
    pub(crate) fn is_quiet(&mut self) {
        let told = self.page.evaluate("window.stickslip.errors").unwrap();
        assert_eq!(told, json!([]));
        let seen = self.page.watch(Duration::from_millis(200)).unwrap();
        assert_eq!(seen.complaints(), Vec::<String>::new());
        let foreign: Vec<&String> = (seen.requests.iter())
            .filter(|url| {
                !["file://", "data:", "about:blank"]
                    .iter()
                    .any(|own| url.starts_with(own))
            })
            .collect();
        assert!(foreign.is_empty(), "{foreign:?}");
        let files = seen
            .requests
            .iter()
            .filter(|url| url.starts_with("file://"));
        for file in files {
            assert!(file.contains("report.html"), "{file}");
        }
    }
}

/// How much more of one primary colour there is than of the others.
fn excess(colour: [u8; 3], of: usize) -> i32 {
    let rest = (0..3).filter(|k| *k != of).map(|k| i32::from(colour[k]));
    i32::from(colour[of]) - rest.max().unwrap_or(0)
}

#[test]
fn bodies_are_where_the_data_says() {
    let Some(mut opened) = opened("report-places", "picture&light", invented::two_balls) else {
        return;
    };
    opened.is_quiet();
    let colours = |opened: &mut Opened| wanted::canvas(&mut opened.page).colours();
    assert!(colours(&mut opened) > 100, "the canvas is not blank");
    // a blank one would be seen
    let show = "document.getElementById('view').style.visibility";
    opened.page.evaluate(&format!("{show} = 'hidden'")).unwrap();
    assert!(colours(&mut opened) < 5, "something else is counted");
    opened.page.evaluate(&format!("{show} = ''")).unwrap();
    for t in [0.0, 0.7, 1.3, 2.0] {
        opened.seek(t);
        let picture = opened.picture();
        for (of, place) in [(0, invented::red(t)), (1, invented::green(t))] {
            // beside the middle, where the arrow of the force does not hide the ball
            let at = opened.place([
                place[0] + 0.4 * RADIUS,
                place[1] - 0.4 * RADIUS,
                place[2] + 0.3 * RADIUS,
            ]);
            let colour = picture.at(at[0], at[1]);
            assert!(excess(colour, of) > 25, "t = {t}: {colour:?} at {at:?}");
        }
        // where the red ball will be or was there is none
        let elsewhere = opened.place(invented::red(if t < 1.0 { t + 0.8 } else { t - 0.8 }));
        let colour = picture.at(elsewhere[0], elsewhere[1]);
        assert!(excess(colour, 0) < 15, "t = {t}: {colour:?}");
    }
    opened.is_quiet();
}

#[test]
fn a_scene_far_from_the_origin_looks_like_one_near_it() {
    const FAR: [f64; 3] = [5e5, 4.6e6, -300.0];
    let write = |file: &str| invented::two_balls_at(FAR, file);
    let Some(mut opened) = opened("report-far", "picture&light", write) else {
        return;
    };
    let look = "(() => { const { options } = window.stickslip; options.trails = true; options.selection = { kind: 'contact', index: 0 } })()";
    opened.page.evaluate(look).unwrap();
    opened.seek(1.3);
    let far = opened.picture();
    // where the green ball is drawn it is clicked
    let place = invented::moved(FAR, green(1.3));
    let pick = format!(
        "(() => {{ const {{ view }} = window.stickslip; const [x, y] = view.project({place:?}); return view.pick(x, y, 'body').index }})()"
    );
    opened.is(&pick, json!(1));
    opened.is_quiet();
    invented::two_balls(&opened.file);
    opened.open("picture&light");
    opened.page.evaluate(look).unwrap();
    opened.seek(1.3);
    let near = opened.picture();
    let apart = far.differences(&near);
    assert!(apart < near.width * near.height / 200, "{apart} pixels");
}

/// The size of the canvas.
fn canvas_size(opened: &mut Opened) -> [f64; 2] {
    let script = "(() => { const { clientWidth, clientHeight } = document.getElementById('view'); return [clientWidth, clientHeight] })()";
    let found = opened.page.evaluate(script).unwrap();
    [0, 1].map(|k| found[k].as_f64().expect("a number"))
}

#[test]
fn the_first_picture_is_of_the_bodies_wherever_their_origins_are() {
    let Some(mut opened) = opened("report-stones", "picture", invented::stones) else {
        return;
    };
    let [wide, high] = canvas_size(&mut opened);
    let (sin, cos) = ARCH.sin_cos();
    let [left, right] = [-1.0, 1.0].map(|side| opened.place([side * sin, 0.0, cos]));
    assert!(right[0] - left[0] > 0.45 * wide, "{left:?} {right:?}");
    let middle = opened.place([0.0, 0.0, 0.5 * (1.0 + cos)])[1] / high;
    assert!((0.3..0.7).contains(&middle), "{middle}");
    opened.is_quiet();
}

#[test]
fn one_comes_close_to_what_is_there_now() {
    let Some(mut opened) = opened("report-near", "", invented::two_balls) else {
        return;
    };
    opened.seek(1.5);
    let balls = [red(1.5), green(1.5)];
    let apart = |opened: &mut Opened| {
        let [a, b] = balls.map(|ball| opened.place(ball));
        (a[0] - b[0]).hypot(a[1] - b[1])
    };
    let before = apart(&mut opened);
    opened.page.press(Key::Character('z')).unwrap();
    opened.seek(1.5);
    let after = apart(&mut opened);
    assert!(after > 1.2 * before, "{before} {after}");
    let script = "(() => { const box = document.getElementById('view').getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom] })()";
    let found = opened.page.evaluate(script).unwrap();
    let edge = |k: usize| found[k].as_f64().expect("a number");
    for ball in balls {
        let [x, y] = opened.place(ball);
        assert!(x > edge(0) && x < edge(2) && y > edge(1) && y < edge(3));
    }
    // never from farther away than where everything is seen, and at the time that is asked for, drawn or not
    let farther = "(() => { const { view, recording } = window.stickslip;
        view.fit();
        const whole = view.camera.distance * (1 + 1e-9);
        let count = 0;
        for (let k = 0; k < recording.frames; k++) {
          view.near({ index: k, fraction: 0 });
          if (view.camera.distance > whole) count += 1;
        }
        return count })()";
    opened.is(farther, json!(0));
    let late = "(() => { const { view, app, recording, seek } = window.stickslip;
        const at = () => [...view.camera.target, view.camera.distance].map((x) => x.toFixed(9)).join();
        seek(0.3);
        view.near(recording.at(1.5));
        const there = at();
        seek(1.5);
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true }));
        return app.clock.t === 1.5 && at() === there })()";
    opened.is(late, json!(true));
    // a sheet that was opened closes with the key that selects nothing
    let sheet = "document.querySelector('#toolbar details')";
    opened.click_on(&format!("{sheet}.querySelector('summary')"));
    opened.is(&format!("{sheet}.open"), json!(true));
    opened.page.press(Key::Escape).unwrap();
    opened.is(&format!("{sheet}.open"), json!(false));
    opened.is_quiet();
}

#[test]
fn play_scrub_and_keys_move_the_time() {
    let Some(mut opened) = opened("report-time", "", invented::two_balls) else {
        return;
    };
    assert_eq!(opened.time(), 0.0);
    opened.page.press(Key::Character(' ')).unwrap();
    opened.wait("window.stickslip.app.clock.t > 0.1");
    opened.page.press(Key::Character(' ')).unwrap();
    let paused = opened.time();
    opened.page.watch(Duration::from_millis(200)).unwrap();
    assert_eq!(opened.time(), paused);
    opened.page.press(Key::Home).unwrap();
    assert_eq!(opened.time(), 0.0);
    for _ in 0..3 {
        opened.page.press(Key::Right).unwrap();
    }
    assert!((opened.time() - 0.03).abs() < 1e-9);
    opened.page.press(Key::Left).unwrap();
    assert!((opened.time() - 0.02).abs() < 1e-9);
    opened.page.press(Key::End).unwrap();
    assert!((opened.time() - END).abs() < 1e-9);
    // the bar that scrubs
    let at = opened.middle("document.querySelector('#transport input[type=range]')");
    opened.page.click(at).unwrap();
    let t = opened.time();
    assert!((t - END / 2.0).abs() < 0.05, "{t}");
    opened.page.drag(at, [at[0] + 80.0, at[1]]).unwrap();
    assert!(opened.time() > t + 0.05);
    // buttons
    opened.click_on("document.querySelector('#transport .play')");
    let before = opened.time();
    opened.wait(&format!("window.stickslip.app.clock.t > {before}"));
    opened.is_quiet();
}

#[test]
fn bodies_contacts_and_events_are_selected_by_clicks() {
    let Some(mut opened) = opened("report-select", "t=1.5", invented::two_balls) else {
        return;
    };
    let inspected = "document.getElementById('inspector').textContent";
    for (name, place) in [("red", invented::red(1.5)), ("green", invented::green(1.5))] {
        let at = opened.place([
            place[0] + 0.5 * RADIUS,
            place[1] - 0.4 * RADIUS,
            place[2] + 0.4 * RADIUS,
        ]);
        opened.page.click(at).unwrap();
        opened.wait(&format!("{inspected}.includes('{name}')"));
        opened.is("window.stickslip.options.selection.kind", json!("body"));
    }
    opened.page.press(Key::Escape).unwrap();
    opened.is("document.getElementById('inspector').hidden", json!(true));
    // a contact, at its point
    let at = opened.place([0.5, 0.0, 0.0]);
    opened.page.click(at).unwrap();
    opened.wait(&format!("{inspected}.includes('red – floor')"));
    opened.is(
        "window.stickslip.options.selection",
        json!({ "kind": "contact", "index": 0 }),
    );
    let told = opened.page.evaluate(inspected).unwrap();
    assert!(told.as_str().unwrap().contains("sliding"), "{told}");
    // an event goes to its time and selects its contact
    opened.click_on(
        "[...document.querySelectorAll('[role=tab]')].find(t => t.textContent == 'Events')",
    );
    opened.click_on("document.querySelector('.event')");
    assert_eq!(opened.time(), 1.0);
    opened.is("window.stickslip.options.selection.index", json!(1));
    opened.is_quiet();
}

#[test]
fn dark_and_light_and_a_camera_that_turns() {
    let Some(mut opened) = opened("report-theme", "", invented::two_balls) else {
        return;
    };
    let theme = "document.documentElement.dataset.theme";
    opened.is(theme, json!("light"));
    let light = opened.picture();
    opened.click_on("document.querySelector('#tools button')");
    opened.wait(&format!("{theme} == 'dark'"));
    opened.seek(0.0);
    let dark = opened.picture();
    assert!(light.differences(&dark) > light.width * light.height / 2);
    // the reader's preference, in a page without a choice
    opened.page.evaluate("localStorage.clear()").unwrap();
    opened.page.set_shade(Shade::Dark).unwrap();
    opened.open("");
    opened.is(theme, json!("dark"));
    opened.open("light");
    opened.is(theme, json!("light"));
    // turned by a drag, nearer by the wheel
    let camera = "[window.stickslip.view.camera.azimuth, window.stickslip.view.camera.distance]";
    let before = opened.page.evaluate(camera).unwrap();
    let at = opened.middle("document.getElementById('view')");
    opened
        .page
        .drag(
            [at[0] + 200.0, at[1] - 100.0],
            [at[0] + 300.0, at[1] - 80.0],
        )
        .unwrap();
    // beside the button in the middle that invites to play
    opened.page.wheel([at[0] + 200.0, at[1]], -240.0).unwrap();
    opened.wait(&format!("{camera}[1] < {}", before[1]));
    let after = opened.page.evaluate(camera).unwrap();
    assert_ne!(before[0], after[0]);
    opened.is_quiet();
}

#[test]
fn a_phone_needs_no_sideways_scrolling() {
    let Some(mut opened) = opened("report-phone", "", invented::two_balls) else {
        return;
    };
    for (width, fragment) in [(390, "t=1"), (320, "t=1.2&dark")] {
        opened
            .page
            .set_viewport(Viewport {
                phone: true,
                scale: 2.0,
                ..Viewport::new(width, 800)
            })
            .unwrap();
        opened.open(fragment);
        opened.is("innerWidth", json!(width));
        opened.is(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth",
            json!(true),
        );
        // all that is pressed is inside
        opened.is(
            "[...document.querySelectorAll('#transport button, #tools button')]
               .filter(b => b.getBoundingClientRect().right > innerWidth || b.getBoundingClientRect().left < 0)
               .map(b => b.getAttribute('aria-label'))",
            json!([]),
        );
        let canvas = opened.middle("document.getElementById('view')");
        let before = opened
            .page
            .evaluate("window.stickslip.view.camera.azimuth")
            .unwrap();
        opened
            .page
            .swipe(&[[canvas, [canvas[0] + 60.0, canvas[1]]]])
            .unwrap();
        opened.wait(&format!("window.stickslip.view.camera.azimuth != {before}"));
    }
    opened.is_quiet();
}

#[test]
fn keys_turn_the_camera_select_bodies_and_leave_panels_alone() {
    let Some(mut opened) = opened("report-keys", "", invented::two_balls) else {
        return;
    };
    let camera = "(({ target, azimuth, elevation, distance }) => [...target, azimuth, elevation, distance])(window.stickslip.view.camera)";
    let canvas = "document.getElementById('view')";
    opened.page.evaluate(&format!("{canvas}.focus()")).unwrap();
    for (shift, key, changed) in [
        (true, Key::Left, 3),
        (true, Key::Up, 4),
        (false, Key::Character('e'), 5),
        (false, Key::Character('d'), 5),
        (false, Key::Character('i'), 2),
    ] {
        let before = opened.page.evaluate(camera).unwrap();
        opened
            .page
            .hold(if shift { &[Modifier::Shift] } else { &[] });
        opened.page.press(key).unwrap();
        opened.page.hold(&[]);
        let after = opened.page.evaluate(camera).unwrap();
        assert_ne!(before[changed], after[changed], "{key:?}: {before}");
    }
    assert_eq!(opened.time(), 0.0, "the camera moved, not the time");
    // bodies one after the other
    for index in [0, 1, 2, 0] {
        opened.page.press(Key::Character('.')).unwrap();
        opened.is(
            "window.stickslip.options.selection",
            json!({ "kind": "body", "index": index }),
        );
    }
    opened.page.press(Key::Character(',')).unwrap();
    opened.is("window.stickslip.options.selection.index", json!(2));
    // what is read aloud: the canvas has a role, and the time does not speak with every picture
    opened.is(
        &format!("{canvas}.getAttribute('role')"),
        json!("application"),
    );
    opened.is(
        "document.querySelectorAll('#transport output, #transport [aria-live=polite]').length",
        json!(0),
    );
    // a panel that has the focus is scrolled by its keys
    let panel = "document.querySelector('[role=tabpanel]:not([hidden])')";
    opened
        .page
        .evaluate(&format!(
            "{panel}.style.height = '120px'; {panel}.style.flex = 'none'; {panel}.focus()"
        ))
        .unwrap();
    opened.is(
        &format!("{panel}.scrollHeight > {panel}.clientHeight"),
        json!(true),
    );
    opened.seek(1.0);
    for key in [Key::End, Key::Down, Key::Character(' ')] {
        opened.page.press(key).unwrap();
    }
    opened.wait(&format!("{panel}.scrollTop > 0"));
    assert_eq!(opened.time(), 1.0);
    opened.is("window.stickslip.app.clock.playing", json!(false));
    // but frames are stepped as before: it cannot be scrolled to the side
    opened.page.press(Key::Right).unwrap();
    assert!((opened.time() - 1.01).abs() < 1e-9);
    opened.is_quiet();
}

#[test]
fn what_is_selected_is_told_truly() {
    let Some(mut opened) = opened("report-told", "t=1.5", invented::two_balls) else {
        return;
    };
    let row = |name: &str| {
        format!(
            "[...document.querySelectorAll('#inspector dt')].find(e => e.textContent == '{name}')?.nextSibling.textContent"
        )
    };
    let select = |opened: &mut Opened, friction: Value| {
        let script = format!(
            "window.stickslip.page.contacts[0].friction = {friction}; window.stickslip.select({{ kind: 'contact', index: 0 }})"
        );
        opened.page.evaluate(&script).unwrap();
    };
    let limit = row("Friction limit");
    select(&mut opened, Value::Null);
    opened.is(&limit, json!("not known here"));
    select(&mut opened, json!({ "set": "none", "mu": [0, 0] }));
    opened.is(&limit, json!("no friction"));
    select(&mut opened, json!({ "set": "planar", "mu": [0.6, 0] }));
    opened.is(&limit, json!("49.3 % used (μ\u{a0}=\u{a0}0.600)"));
    opened.is(&row("Residual of the step"), json!("1.0·10⁻¹³"));
    // the arrow is that of the body that can move
    opened.is(
        &format!("[{}, {}]", row("Arrow"), row("Bodies")),
        json!(["force on red", "floor – red"]),
    );
    // a step that the page does not keep is not told as another
    opened
        .page
        .evaluate("{ const { t } = window.stickslip.recording.series('residual'); t[149] += 0.004; window.stickslip.app.stage?.drawNow(); window.stickslip.seek(1.5); }")
        .unwrap();
    opened.wait(&format!(
        "{} == 'not kept here'",
        row("Residual of the step")
    ));
    // the forces on a body
    opened
        .page
        .evaluate("window.stickslip.select({ kind: 'body', index: 0 })")
        .unwrap();
    opened.is(&row("Force of contacts"), json!("−2.900, 0, 9.810\u{a0}N"));
    opened.is(
        "document.querySelector('#inspector .chip .count').textContent",
        json!("10.2\u{a0}N"),
    );
    opened
        .page
        .evaluate("window.stickslip.select({ kind: 'body', index: 2 })")
        .unwrap();
    opened.is(&row("Force of contacts"), json!("2.90, 0, −19.62\u{a0}N"));
    // all of the kinetic energy where the inertia is known, and nothing is called all that is not
    let energy = |opened: &mut Opened, about: Value, turning: f64| {
        let script = format!(
            "(() => {{ const {{ recording, page, select }} = window.stickslip; Object.assign(page.bodies[0], {about});
               recording.velocity = (track, index, out) => Object.assign(out, [1, 0, 0, 0, 0, {turning}]);
               select({{ kind: 'body', index: 0 }}); delete recording.velocity; return {}; }})()",
            row("Kinetic energy")
        );
        opened.page.evaluate(&script).unwrap()
    };
    assert_eq!(energy(&mut opened, json!({}), 0.0), "0.5000\u{a0}J");
    let without = energy(&mut opened, json!({}), 3.0);
    assert_eq!(without, "0.5000\u{a0}J of its centre, without turning");
    let about = json!({ "inertia": [5, 5, 2, 0, 0, 0], "centre": [0, 1, 0] });
    assert_eq!(energy(&mut opened, about, 3.0), "11\u{a0}J");
    // corners of one name have numbers
    opened.is(
        "(() => { const { page, select } = window.stickslip; page.contacts[1].name = page.contacts[0].name; page.contacts = [...page.contacts];
           select({ kind: 'contact', index: 1 }); const told = document.querySelector('#inspector h2').textContent;
           select({ kind: 'body', index: 0 }); return [told, document.querySelector('#inspector .chip').firstChild.textContent]; })()",
        json!(["contact red – floor (2)", "red – floor (1)"]),
    );
    // the floor is a body too, and the legend names what is drawn
    opened.page.press(Key::Escape).unwrap();
    let at = opened.place([-0.3, 0.35, 0.0]);
    opened.page.click(at).unwrap();
    opened.is("window.stickslip.options.selection.index", json!(2));
    let legend = "document.getElementById('legend').textContent";
    opened.is(&format!("{legend}.includes('slip velocity')"), json!(true));
    opened.page.press(Key::Character('s')).unwrap();
    opened.page.press(Key::Character('t')).unwrap();
    opened.is(
        &format!("[{legend}.includes('slip velocity'), {legend}.includes('way so far')]"),
        json!([false, true]),
    );
    // what is not drawn is not picked
    let at = opened.place([0.5, 0.0, 0.0]);
    let pick = format!(
        "(() => {{ const box = document.getElementById('view').getBoundingClientRect();
           return window.stickslip.view.pick({} - box.left, {} - box.top).kind; }})()",
        at[0], at[1]
    );
    opened.is(&pick, json!("contact"));
    opened.page.press(Key::Character('c')).unwrap();
    opened.page.press(Key::Character('a')).unwrap();
    opened.seek(1.5);
    opened.is(&pick, json!("body"));
    opened.is_quiet();
}

#[test]
fn the_panel_stands_aside_of_what_is_selected() {
    let Some(mut opened) = opened("report-aside", "t=1.5", invented::two_balls) else {
        return;
    };
    // where the red ball is seen, and the panel once it is selected
    let mut sides = Vec::new();
    for (share, selection) in [
        (0.15, "{ kind: 'body', index: 0 }"),
        (0.85, "{ kind: 'body', index: 0 }"),
        (0.85, "{ kind: 'contact', index: 0 }"),
    ] {
        let script = format!(
            "(async () => {{ const {{ view, select, seek }} = window.stickslip; const {{ camera }} = view; select(null); seek(0);
               const drawn = async () => {{ for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); }}; await drawn();
               const middle = () => view.project([0.5, 0, 0.05]);
               for (let k = 0; k < 5; k++) {{ const [x, y] = middle(); camera.pan({share} * camera.width - x, 0.35 * camera.height - y); }}
               // as one comes to it from the list of events
               seek(1.5); select({selection}); await drawn(); const panel = document.getElementById('inspector').getBoundingClientRect();
               const box = view.canvas.getBoundingClientRect(); const [x, y] = middle(); const [left, top] = [box.left + x, box.top + y];
               return [panel.left > box.left + box.width / 2, left > panel.left - 10 && left < panel.right + 10 && top > panel.top && top < panel.bottom]; }})()"
        );
        let found = opened.page.evaluate(&script).unwrap();
        assert_eq!(found[1], false, "{share} {selection}: covered");
        sides.push(found[0].as_bool().expect("a side"));
    }
    assert_eq!(sides, [true, false, false]);
    opened.is_quiet();
}

#[test]
fn a_page_opens_where_forces_are_known() {
    if wanted::browser().is_none() {
        return;
    }
    let scratch = Scratch::new("report-opens");
    let folder = scratch.file("run");
    let set = ["--set", "run.duration=0.05", "--no-report"];
    let ran = stickslip(&[&["run", "box-on-slope", "--out", &folder], &set[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let written = |file: &str| {
        let made = stickslip(&["report", &folder, "--out", file]);
        assert_eq!(made.code, 0, "{}", made.stderr);
    };
    let mut opened = opened("report-opens-page", "", written).expect("a browser");
    let now = "(() => { const { app, recording } = window.stickslip; const { index } = recording.at(app.clock.t);
        return [index, recording.touches(0).count, recording.touches(index).count > 0]; })()";
    opened.is(now, json!([1, 0, true]));
    opened.page.press(Key::Home).unwrap();
    opened.is(now, json!([0, 0, false]));
    opened.open("t=0");
    opened.is(now, json!([0, 0, false]));
    opened.is_quiet();
}

#[test]
fn parts_of_the_page_by_themselves() {
    let Some(mut opened) = opened("report-parts", "", invented::two_balls) else {
        return;
    };
    // a peak of one step in ten thousand is in the pile
    opened.is(
        "import('stickslip/curve').then(({ stack }) => { const n = 10000;
           const t = Float64Array.from({ length: n }, (_, k) => k), y = new Float64Array(n).fill(1); y[4321] = 9;
           const { layers, t: kept } = stack([{ t, y }], 0, n, 200);
           return [Math.max(...layers[0].high), kept.length < 1000, kept[0], kept.at(-1)]; })",
        json!([9, true, 0, 9999]),
    );
    // a value alone is a dot, a curve has none
    opened.is(
        "import('stickslip/curve').then(({ traceLine }) => { const drawn = [];
           const pen = new Proxy({}, { get: (_, name) => (...at) => drawn.push(name + at.slice(0, 2)) });
           const axes = { from: 0, to: 9, width: 100, x: (t) => t, y: (y) => y };
           traceLine(pen, { t: [1, 2, 3, 4, 5], y: [7, NaN, 8, 9, 10] }, axes, false); return drawn.filter((one) => one.startsWith('arc')); })",
        json!(["arc1,7"]),
    );
    // a layer without height has no line, wherever in the pile it is
    opened.is(
        "import('stickslip/curve').then(({ raised }) => [raised([0, 1, 2], [0, 1, 2]), raised([0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 0]), raised([1, 1, 1, 1, 1, 1, 1], [2, 1, 1, 1, 1, 1, 2])])",
        json!([[], [[0, 5]], [[0, 2], [5, 7]]]),
    );
    // what wobbles about zero stays on one side of the pile, and a layer that does change sides has two outlines
    opened.is(
        "import('stickslip/curve').then(({ stack, raised }) => { const t = [0, 1, 2, 3, 4];
           const { layers } = stack([{ t, y: [5, 5, 5, 5, 5] }, { t, y: [1e-17, -1e-17, 0, -2e-17, 1e-17] }, { t, y: [0, 0.5, -1e-16, -0.1, -0.1] }], 0, 4, 100);
           const { low, high, side } = layers[2];
           return [[...layers[1].side], layers[1].low.every((at) => at === 5), [...side], [...low].map(Math.round), raised(low, high, side)]; })",
        json!([[0, 0, 0, 0, 0], true, [0, 0, 0, 1, 1], [5, 5, 5, 0, 0], [[0, 3], [3, 5]]]),
    );
    opened.is(
        "import('stickslip/plot').then(({ Plot }) => { const t = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
           const layer = (name, y, colour) => ({ name, t, y: t.map(y), colour: () => colour });
           const plot = new Plot({ title: 'x', unit: '', scale: 'linear', kind: 'stacked', series: [
             layer('a', () => 3, '#00ff00'), layer('b', () => 0, '#ff00ff'), layer('c', (t) => (t > 5 ? 1 : 0), '#0000ff')] },
             { span: { from: 0, to: 9, hover: null }, clock: { t: 0 }, seek() {}, dark: () => false });
           document.body.append(plot.box); plot.area.style.cssText = 'width: 400px; height: 200px'; plot.draw();
           const { width, height } = plot.canvas; const { data } = plot.canvas.getContext('2d').getImageData(0, 0, width, height);
           const seen = [0, 0, 0];
           for (let i = 0; i < data.length; i += 4) { const [r, g, b, a] = data.subarray(i, i + 4); if (a < 60) continue;
             if (g > 150 && r < 90 && b < 90) seen[0]++; if (r > 150 && b > 150 && g < 150) seen[1]++; if (b > 150 && r < 90 && g < 90 && i / 4 % width < width / 2) seen[2]++; }
           plot.box.remove(); return [seen[0] > 1000, seen[1], seen[2]]; })",
        json!([true, 0, 0]),
    );
    // no thread leads from a joint to the origin of the world, nor to that of a floor
    opened.is(
        "import('stickslip/joints').then(({ Joints }) => { const threads = []; const none = { add() {} };
           const bodies = [{ still: true, parts: [] }, { still: true, parts: [{ shape: 'halfspace' }] }, { still: true, parts: [{ shape: 'box' }] }, { still: false, parts: [] }];
           const joints = [0, 1, 2].map((body) => ({ kind: 'revolute', bodies: [body, 3], places: [[1, 0, 0], [0, 0, 0]], axis: null }));
           const all = new Joints({ bodies, joints }, { radius: 1, typical: 1 }); all.one = () => {};
           const scene = { bodies, pose: (body) => [body, 9, 0, 1, 0, 0, 0] };
           all.collect(scene, false, { rods: none, balls: none }, { add: (from, to) => threads.push(to[0]) });
           return threads; })",
        json!([3, 3, 2, 3]),
    );
    // numbers have their digits after rounding, those of a vector common decimals, ticks a common power of ten
    opened.is(
        "Promise.all([import('stickslip/format'), import('stickslip/ticks')]).then(([{ number, numbers, withNumbers }, { linearTicks }]) =>
           [number(-0.0999999999), numbers([-0.0999999999, 0.042, 0]).join(), numbers([12.5, -0.00123, NaN]).join(), withNumbers('-1.3e-14 m (limit 2e-6 m), abc1e5'),
            linearTicks(0, 1e-4, 4).map(({ text }) => text).join()])",
        json!([
            "−0.1000",
            "−0.1000,0.0420,0",
            "12.50,−0.001230,–",
            "−1.3·10⁻¹⁴ m (limit 2·10⁻⁶ m), abc1e5",
            "0,0.5·10⁻⁴,1.0·10⁻⁴"
        ]),
    );
    // what rounding leaves of an energy is nothing, and a small scene keeps its small energies
    opened.is(
        "import('stickslip/energies').then(({ roundingOf, rounded }) => { const plots = [{ series: [{ column: 'energy.kinetic' }] }];
           const recording = (y) => ({ series: () => ({ t: [1], y: [y] }) });
           const page = { plots, gravity: [0, 0, -10], bodies: [{ mass: 10, track: 0, pose: [0, 0, 2], parts: [] }] };
           const small = { plots, gravity: null, bodies: [] };
           return [rounded(1e-13, roundingOf(page, recording(1e-13))), rounded(1e-6, roundingOf(page, recording(1e-6))), rounded(1e-13, roundingOf(small, recording(1e-13)))]; })",
        json!([0, 1e-6, 1e-13]),
    );
    // a pyramid of friction is used up at its facets
    opened.is(
        "Promise.all([import('stickslip/inspector'), import('stickslip/cone')]).then(([{ gauge }, { rim }]) => { const corners = rim({ set: 'polygon', mu: [0.4, 0.4], directions: 8 });
           const [a, b] = corners; return gauge(corners, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2).toFixed(12); })",
        json!("1.000000000000"),
    );
    // what stands between backticks is code
    opened.is(
        "import('stickslip/dom').then(({ withCode }) => withCode('see `[run] step` and `h`').map((part) => part.outerHTML ?? part))",
        json!(["see ", "<code>[run] step</code>", " and ", "<code>h</code>", ""]),
    );
    // of events at one time the one that was clicked is marked, until the time is another
    opened.is(
        "import('stickslip/events').then(({ Events }) => { const events = ['a', 'b', 'c'].map((text, k) => ({ t: k < 2 ? 1 : 2, kind: 'slip', text }));
           const clock = { t: 0, begin: 0, end: 3, listen(listener) { this.changed = listener; } };
           const list = new Events({ page: { events }, clock, seek(t) { clock.t = t; clock.changed(); } }, () => {});
           document.body.append(list.box); const marked = () => list.items.map((item) => item.getAttribute('aria-current') === 'true').indexOf(true);
           const seen = [0, 1, 2].map((k) => { list.items[k].firstChild.click(); return marked(); }); clock.t = 1.5; clock.changed();
           seen.push(marked()); list.box.remove(); return seen; })",
        json!([0, 1, 2, 1]),
    );
    // contacts that share a name are numbered, also those that come later
    opened.is(
        "import('stickslip/names').then(({ contactName, eventText }) => { const page = { contacts: [{ name: 'a' }, { name: 'b' }] };
           const before = [0, 1, 2].map((k) => contactName(page, k)); page.contacts[3] = { name: 'a' };
           return [before, [0, 1, 2, 3].map((k) => contactName(page, k)), eventText(page, { text: 'a: 3 N·s', contact: 3 }),
             eventText(page, { text: 'a', contact: null }), eventText(page, { text: 'no name', contact: 1 })]; })",
        json!([["a", "b", null], ["a (1)", "b", null, "a (2)"], "a (2): 3 N·s", "a", "no name"]),
    );
    // only whole cells are numbers, and figures have no listeners
    opened.is(
        "import('stickslip/tables').then(({ tables }) => { const theme = { dark: false, listen() {} };
           const svg = '<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"x()\"><g onclick=\"x()\"><path clip-path=\"url(#a)\" d=\"M0 0\"/></g></svg>';
           const box = tables({ tables: [{ columns: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
             rows: [['2 contacts stick', '1.2e-3', '−4'], ['3', '–', '±1.0e-4']] }], figures: [{ title: 'f', svg }] }, theme, () => {});
           return [[...box.querySelectorAll('th')].map((e) => e.className), box.querySelectorAll('[onclick], [onload]').length, box.querySelectorAll('[clip-path]').length]; })",
        json!([["", "number", "number"], 0, 1]),
    );
    // commands keep their order, and only the newest pull waits
    opened.is(
        "import('stickslip/commands').then(async ({ Commands }) => { const sent = []; let flying = 0, most = 0;
           const real = window.fetch;
           window.fetch = async (_, { body }) => { most = Math.max(most, ++flying); sent.push(JSON.parse(body));
             await new Promise((done) => setTimeout(done, 20)); flying--; return { ok: true }; };
           const commands = new Commands('x');
           const all = [{ do: 'play' }, { do: 'pull', n: 1 }, { do: 'pull', n: 2 }, { do: 'pull', n: 3 }, { do: 'release' }, { do: 'pull', n: 4 },
             { do: 'set', name: 'a', value: 1 }, { do: 'set', name: 'a', value: 2 }, { do: 'set', name: 'b', value: 3 }].map((c) => commands.send(c));
           await Promise.all(all); window.fetch = real;
           return [most, sent.map((c) => c.do + (c.n ?? c.value ?? ''))]; })",
        json!([1, ["play", "pull3", "release", "pull4", "set2", "set3"]]),
    );
    // messages come in pieces of any size, and each is joined once
    opened.is(
        "import('stickslip/stream').then(async ({ readStream }) => { const sent = [], told = []; let copied = 0;
           for (const length of [1, 3, 40000, 2]) sent.push(length & 255, length >> 8, 0, 0, sent.length % 7, ...new Array(length - 1).fill(length % 251));
           const [real, set] = [window.fetch, Uint8Array.prototype.set]; const bytes = Uint8Array.from(sent);
           Uint8Array.prototype.set = function (from, at) { copied += from.length; set.call(this, from, at); };
           for (const size of [1, 2, 7, 1000, sent.length]) { let at = 0;
             const read = async () => (at < sent.length ? { value: bytes.slice(at, (at += size)) } : { done: true });
             window.fetch = async () => ({ ok: true, body: { getReader: () => ({ read }) } });
             const seen = [];
             await readStream('x', null, (type, buffer) => seen.push([type, buffer.byteLength, new Uint8Array(buffer).every((b) => b === (buffer.byteLength + 1) % 251)]));
             told.push(JSON.stringify(seen)); }
           window.fetch = real; Uint8Array.prototype.set = set;
           return [JSON.parse(told[0]), new Set(told).size, copied < 5 * sent.length]; })",
        json!([[[0, 0, true], [5, 2, true], [5, 39999, true], [4, 1, true]], 1, true]),
    );
    // the trail of a recording that grows follows every frame, and that of a new beginning is another
    opened.is(
        "import('stickslip/trails').then(({ Trails }) => { const { view, page } = window.stickslip; const pieces = [];
           const grows = { frames: 100, time: (k) => k, pose: (track, { index }, out) => Object.assign(out, [index, index * index, 0]) };
           const trails = new Trails(view.gl, page, grows, view.tools, [0]); Object.assign(trails.last, { add: (a, b) => pieces.push([a[0], b[0]]), draw() {} });
           const first = trails.trail(0, [0, 0, 0]); first.lines.draw = () => {};
           trails.trail = (body) => Object.getPrototypeOf(trails).trail.call(trails, body, [0, 0, 0]);
           grows.frames = 104; trails.draw({}, { index: 103 }, { pose: () => [103.5, 0, 0] }, { dark: false });
           const same = trails.trail(0) === first; grows.time = (k) => 2 * k; grows.frames = 101;
           return [pieces, same, trails.trail(0) === first]; })",
        json!([[[99, 100], [100, 101], [101, 102], [102, 103], [103, 103.5]], true, false]),
    );
    // a view that is made again leaves no shaders behind
    opened.is(
        "import('stickslip/view3d').then(({ View3D }) => { const { view, page, recording } = window.stickslip; const { gl } = view;
           let alive = 0; const [make, free] = [gl.createShader, gl.deleteShader];
           gl.createShader = function (kind) { alive++; return make.call(gl, kind); };
           gl.deleteShader = function (shader) { alive--; return free.call(gl, shader); };
           new View3D(view.canvas, page, recording).show({ index: 0, fraction: 0 }, {});
           delete gl.createShader; delete gl.deleteShader; return alive; })",
        json!(0),
    );
    opened.is_quiet();
    // pictures are the same on slow machines
    opened.open("picture");
    opened.is(
        "(() => { const { pace } = window.stickslip.view; const real = performance.now; let now = 0;
           performance.now = () => (now += 500); const first = pace.step;
           for (let k = 0; k < 200; k++) { pace.begin(); pace.end(); }
           performance.now = real; return [first, pace.step]; })()",
        json!([7, 7]),
    );
}

#[test]
fn tables_have_a_page_without_motion() {
    let Some(mut opened) = opened("report-tables", "", invented::tables) else {
        return;
    };
    opened.is("document.querySelectorAll('td').length", json!(9));
    opened.is(
        "document.querySelector('tr.bad td').textContent",
        json!("0.005"),
    );
    opened.is("document.querySelectorAll('figure svg').length", json!(1));
    opened.is("document.getElementById('scene').hidden", json!(true));
    // on a phone words keep the room that they need, and the table scrolls
    opened
        .page
        .set_viewport(Viewport {
            phone: true,
            ..Viewport::new(390, 844)
        })
        .unwrap();
    opened.is(
        "document.querySelector('td.words').clientWidth > 180 && document.documentElement.scrollWidth <= innerWidth",
        json!(true),
    );
    // what is wider than the page says so
    opened.wait("[...document.querySelectorAll('.scroll')].some((box) => box.scrollWidth > box.clientWidth + 1)");
    opened.wait("[...document.querySelectorAll('.scroll')].every((box) => (box.scrollWidth > box.clientWidth + 1) === !box.previousSibling.hidden)");
    opened.is_quiet();
}

#[test]
fn a_long_run_loads() {
    let write = |file: &str| invented::many_balls(file, 3, 1, 20_001);
    let began = Instant::now();
    let Some(mut opened) = opened("report-long", "", write) else {
        return;
    };
    opened.is("window.stickslip.recording.frames", json!(20_001));
    println!(
        "20,000 frames of 9 balls: open after {:.1?}",
        began.elapsed()
    );
    opened.seek(150.0);
    opened.page.press(Key::Right).unwrap();
    assert!((opened.time() - 150.01).abs() < 1e-6);
    opened.is_quiet();
}

#[test]
fn ten_thousand_balls_move() {
    let write = |file: &str| invented::many_balls(file, 25, 16, 20);
    let began = Instant::now();
    let Some(mut opened) = opened("report-many", "", write) else {
        return;
    };
    let loaded = began.elapsed();
    let script = "(async () => { const { app, view } = window.stickslip;
        app.clock.looping = true; app.clock.speed = 0.1; window.stickslip.play();
        for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
        const began = performance.now(); let n = 0;
        while (performance.now() - began < 3000) { await new Promise(requestAnimationFrame); n++; }
        window.stickslip.pause();
        return 1000 * n / (performance.now() - began); })()";
    let rate = opened.page.evaluate(script).unwrap();
    // recorded, not asserted: software draws here, and other tests run beside
    println!(
        "10,000 balls: open after {loaded:.1?}, {:.1} pictures a second",
        rate.as_f64().unwrap()
    );
    assert!(wanted::canvas(&mut opened.page).colours() > 100);
    opened.is_quiet();
    std::fs::remove_file(opened.scratch.file("report.html")).unwrap();
}
