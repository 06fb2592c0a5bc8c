//! The driver itself, on small pages.

use crate::command::Scratch;
use crate::pixels::{Picture, distance};
use crate::wanted;
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};
use stickslip_lab::browser::{BrowserError, Format, Key, Modifier, Shade, Viewport};

/// Writes a page and gives its path.
fn written(scratch: &Scratch, body: &str) -> String {
    let file = scratch.file("a page, ü.html");
    let text = format!(
        "<!doctype html><meta charset=utf-8><title>small</title>\
         <meta name=viewport content='width=device-width'><body style='margin:0'>{body}"
    );
    std::fs::write(&file, text).expect("written");
    file
}

#[test]
fn scripts_are_evaluated_and_awaited() {
    let Some((mut browser, mut page)) = wanted::page() else {
        return;
    };
    assert!(browser.version().unwrap().contains("Chrom"));
    assert_eq!(page.evaluate("6 * 7").unwrap(), json!(42));
    let promise = "new Promise(done => setTimeout(() => done({ a: [1, 'ü'] }), 20))";
    assert_eq!(page.evaluate(promise).unwrap(), json!({ "a": [1, "ü"] }));
    assert_eq!(page.evaluate("0 / 0").unwrap(), json!("NaN"));
    assert_eq!(page.evaluate("undefined").unwrap(), json!(null));
    let error = page
        .evaluate("Promise.reject(new Error('no wonder'))")
        .unwrap_err();
    assert!(error.to_string().contains("no wonder"), "{error}");
    let error = page.evaluate("let = 3 3").unwrap_err();
    assert!(matches!(error, BrowserError::Script { .. }), "{error}");
    // what never ends is given up, and the page still answers afterwards
    page.set_patience(Duration::from_millis(300));
    let began = Instant::now();
    let error = page.evaluate("new Promise(() => {})").unwrap_err();
    assert!(matches!(error, BrowserError::Late { .. }), "{error}");
    assert!(began.elapsed() < Duration::from_secs(5));
    page.set_patience(Duration::from_secs(10));
    assert_eq!(page.evaluate("1").unwrap(), json!(1));
    let error = page.wait_until("false", Duration::from_millis(100));
    assert!(matches!(error, Err(BrowserError::Late { .. })));
    page.wait_until("performance.now() > 0", Duration::from_secs(1))
        .unwrap();
}

#[test]
fn what_a_page_does_is_seen() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let scratch = Scratch::new("driver-seen");
    let file = written(
        &scratch,
        "<script>console.log('one', 2, {}); console.warn('careful'); console.error('bad');
         setTimeout(() => { throw new Error('thrown late') }, 10);
         new Image().src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
         fetch('http://127.0.0.1:9/nothing').catch(() => {});</script>",
    );
    page.open_file(Path::new(&file), "t=1").unwrap();
    assert_eq!(page.evaluate("location.hash").unwrap(), json!("#t=1"));
    assert_eq!(page.evaluate("document.title").unwrap(), json!("small"));
    let seen = page.watch(Duration::from_millis(500)).unwrap();
    let levels: Vec<&str> = seen.messages.iter().map(|m| &*m.level).collect();
    assert_eq!(levels[..3], ["log", "warning", "error"], "{seen:?}");
    assert_eq!(seen.messages[0].text, "one 2 Object");
    assert!(seen.exceptions[0].contains("thrown late"), "{seen:?}");
    assert!(seen.requests[0].starts_with("file:///"), "{seen:?}");
    assert!(
        seen.requests
            .iter()
            .any(|r| r == "http://127.0.0.1:9/nothing")
    );
    let complaints = seen.complaints();
    assert!(complaints.len() >= 3, "{complaints:?}");
    let error = page.open_file(Path::new(&scratch.file("absent.html")), "");
    assert!(error.unwrap_err().to_string().contains("absent.html"));
}

#[test]
fn pictures_have_the_size_and_colours_asked_for() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let scratch = Scratch::new("driver-pictures");
    let file = written(
        &scratch,
        "<style>body { background: #fff } @media (prefers-color-scheme: dark) { body { background: #000 } }</style>\
         <div style='position:absolute;left:40px;top:20px;width:10px;height:10px;background:#f00'></div>",
    );
    page.set_viewport(Viewport {
        scale: 2.0,
        ..Viewport::new(300, 200)
    })
    .unwrap();
    page.set_shade(Shade::Light).unwrap();
    page.open_file(Path::new(&file), "").unwrap();
    let light = Picture::read(&page.screenshot(Format::Png).unwrap());
    assert_eq!((light.width, light.height), (600, 400));
    assert_eq!(light.at(90.0, 50.0), [255, 0, 0]);
    assert_eq!(light.at(10.0, 10.0), [255, 255, 255]);
    assert_eq!(light.colours(), 2);
    page.set_shade(Shade::Dark).unwrap();
    let dark = Picture::read(&page.screenshot(Format::Png).unwrap());
    assert_eq!(dark.at(10.0, 10.0), [0, 0, 0]);
    assert_eq!(light.differences(&dark), 600 * 400 - 400);
    let webp = page.screenshot(Format::Webp(80)).unwrap();
    assert_eq!((&webp[..4], &webp[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
    let jpeg = page.screenshot(Format::Jpeg(80)).unwrap();
    assert_eq!(jpeg[..2], [0xff, 0xd8]);
}

#[test]
fn webgl_draws() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let scratch = Scratch::new("driver-webgl");
    let file = written(
        &scratch,
        "<canvas id=c width=100 height=100></canvas><script>
         const gl = document.getElementById('c').getContext('webgl2');
         gl.clearColor(0, 0.5, 1, 1); gl.clear(gl.COLOR_BUFFER_BIT);</script>",
    );
    page.open_file(Path::new(&file), "").unwrap();
    let picture = Picture::read(&page.screenshot(Format::Png).unwrap());
    assert!(distance(picture.at(50.0, 50.0), [0, 128, 255]) < 8);
    assert_eq!(page.seen().complaints(), Vec::<String>::new());
}

#[test]
fn mouse_keys_and_fingers_arrive() {
    let Some((_browser, mut page)) = wanted::page() else {
        return;
    };
    let scratch = Scratch::new("driver-input");
    let file = written(
        &scratch,
        "<input id=i style='position:absolute;left:0;top:100px'><script>
         window.seen = [];
         for (const kind of ['click', 'pointerdown', 'pointermove', 'pointerup', 'wheel', 'keydown', 'touchstart', 'touchmove'])
           addEventListener(kind, e => seen.push([kind, e.key ?? [e.clientX, e.clientY], e.shiftKey, e.touches?.length ?? 0]));
         </script>",
    );
    page.open_file(Path::new(&file), "").unwrap();
    page.click([30.0, 40.0]).unwrap();
    let found = page
        .evaluate("seen.filter(e => e[0] == 'click').map(e => e[1])")
        .unwrap();
    assert_eq!(found, json!([[30, 40]]));
    for key in [
        Key::Left,
        Key::Character(' '),
        Key::Character('f'),
        Key::Home,
        Key::Escape,
    ] {
        page.press(key).unwrap();
    }
    let found = page
        .evaluate("seen.filter(e => e[0] == 'keydown').map(e => e[1])")
        .unwrap();
    assert_eq!(found, json!(["ArrowLeft", " ", "f", "Home", "Escape"]));
    page.evaluate("seen.length = 0").unwrap();
    page.hold(&[Modifier::Shift]);
    page.drag([10.0, 10.0], [90.0, 50.0]).unwrap();
    page.hold(&[]);
    let found = page
        .evaluate("seen.filter(e => e[0] == 'pointerup').map(e => [e[1], e[2]])")
        .unwrap();
    assert_eq!(found, json!([[[90, 50], true]]));
    page.wheel([50.0, 50.0], 120.0).unwrap();
    page.wait_until("seen.some(e => e[0] == 'wheel')", Duration::from_secs(5))
        .unwrap();
    // text goes where the focus is
    page.click([20.0, 110.0]).unwrap();
    for c in ['h', 'i', '7'] {
        page.press(Key::Character(c)).unwrap();
    }
    assert_eq!(
        page.evaluate("document.getElementById('i').value").unwrap(),
        json!("hi7")
    );
    page.set_viewport(Viewport {
        phone: true,
        scale: 2.0,
        ..Viewport::new(390, 800)
    })
    .unwrap();
    page.open_file(Path::new(&file), "").unwrap();
    assert_eq!(page.evaluate("innerWidth").unwrap(), json!(390));
    page.tap([200.0, 300.0]).unwrap();
    page.swipe(&[
        [[100.0, 300.0], [60.0, 300.0]],
        [[200.0, 300.0], [260.0, 300.0]],
    ])
    .unwrap();
    let found = page.evaluate("Math.max(...seen.map(e => e[3]))").unwrap();
    assert_eq!(found, json!(2));
}

#[test]
fn pages_are_apart_and_all_are_drawn() {
    let Some((mut browser, mut one)) = wanted::page() else {
        return;
    };
    let mut two = browser.page().unwrap();
    let scratch = Scratch::new("driver-apart");
    let file = written(
        &scratch,
        "<script>let n = 0; (function next() { window.n = ++n; requestAnimationFrame(next) })()</script>",
    );
    for page in [&mut one, &mut two] {
        page.open_file(Path::new(&file), "").unwrap();
    }
    one.evaluate("localStorage.setItem('a', 'one')").unwrap();
    assert_eq!(
        two.evaluate("localStorage.getItem('a')").unwrap(),
        json!(null)
    );
    for page in [&mut one, &mut two] {
        page.wait_until("n > 20", Duration::from_secs(20)).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind() {
    let Some((browser, page)) = wanted::page() else {
        return;
    };
    let mine = format!("stickslip-browser-{}-", std::process::id());
    let profiles = || -> Vec<String> {
        let folder = std::fs::read_dir(std::env::temp_dir()).unwrap();
        let names = folder.flatten().map(|e| e.file_name());
        let names = names.filter_map(|n| n.into_string().ok());
        names.filter(|n| n.starts_with(&mine)).collect()
    };
    // tests beside this one have browsers of their own
    let mut page = page;
    let profile = page
        .evaluate("navigator.userAgent")
        .map(|_| profiles())
        .unwrap();
    assert!(!profile.is_empty());
    let id = format!("{browser:?}");
    let own: Vec<String> = profile
        .into_iter()
        .filter(|p| id.contains(p.as_str()))
        .collect();
    assert_eq!(own.len(), 1, "{id}");
    let running = |name: &str| {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|p| std::fs::read(p.path().join("cmdline")).ok());
        lines
            .filter(|l| String::from_utf8_lossy(l).contains(name))
            .count()
    };
    assert!(running(&own[0]) > 1);
    drop(page);
    drop(browser);
    let deadline = Instant::now() + Duration::from_secs(5);
    while running(&own[0]) > 0 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(running(&own[0]), 0);
    assert!(!profiles().contains(&own[0]));
}
