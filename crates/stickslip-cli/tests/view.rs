//! The live view, over real sockets of this machine: looked at, steered, joined, left and ended.
#![cfg(unix)]

mod command;

use command::Scratch;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Messages that a test looks at before it gives up.
const MESSAGES: usize = 5000;

/// The command, serving.
struct View {
    child: Child,
    host: String,
    token: String,
    announced: Value,
}

impl View {
    fn start(folder: &str, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .args(["view", "--json"])
            .args(args)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        out.read_line(&mut line).expect("a line");
        let announced: Value = serde_json::from_str(&line).unwrap_or_else(|_| {
            let mut said = String::new();
            let _ = child
                .stderr
                .take()
                .expect("piped")
                .read_to_string(&mut said);
            panic!("{line:?} {said}")
        });
        let address = announced["address"].as_str().expect("an address");
        let rest = address.strip_prefix("http://").expect("http");
        let (host, path) = rest.split_once('/').expect("a path");
        assert!(host.starts_with("127.0.0.1:"), "{address}");
        Self {
            host: host.to_owned(),
            token: path.trim_end_matches('/').to_owned(),
            announced,
            child,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        stream
    }

    /// Sends a request as it stands; status and body.
    fn ask(&self, request: &str) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer that ends");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        (
            status.unwrap_or_else(|| panic!("{text:?}")),
            body.to_owned(),
        )
    }

    fn get(&self, path: &str) -> (u16, String) {
        let host = &self.host;
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"))
    }

    fn post(&self, command: &Value) -> (u16, String) {
        let (host, token, body) = (&self.host, &self.token, command.to_string());
        let length = body.len();
        self.ask(&format!(
            "POST /{token}/command HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    fn order(&self, command: Value) {
        let (status, said) = self.post(&command);
        assert_eq!(status, 204, "{command}: {said}");
    }

    fn watch(&self) -> Viewer {
        let mut stream = self.connect();
        let (host, token) = (&self.host, &self.token);
        let request = format!("GET /{token}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).expect("a status");
        assert!(line.contains(" 200 "), "{line}");
        while line != "\r\n" {
            line.clear();
            stream.read_line(&mut line).expect("a header");
        }
        Viewer { stream }
    }

    /// Ctrl-C; exit code and what it said.
    fn interrupt(mut self) -> (i32, String) {
        let signal = format!("kill -INT {}", self.child.id());
        let sent = Command::new("sh").args(["-c", &signal]).status();
        assert!(sent.expect("a shell").success());
        let end = Instant::now() + PATIENCE;
        let code = loop {
            match self.child.try_wait().expect("waits") {
                Some(status) => break status.code().expect("no signal"),
                None if Instant::now() > end => panic!("it does not end"),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().expect("piped");
        stderr.read_to_string(&mut said).expect("text");
        (code, said)
    }
}

impl Drop for View {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who watches.
struct Viewer {
    stream: BufReader<TcpStream>,
}

/// A message of the stream.
enum Message {
    Description(Value),
    News(Value),
    Frame(Frame),
}

/// What the tests want of a frame.
struct Frame {
    t: f64,
    position: Vec<f64>,
    touches: usize,
    /// The figures of the step and the ledger.
    rest: Vec<f64>,
}

impl Viewer {
    fn next(&mut self) -> Message {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).expect("a message");
        let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
        self.stream.read_exact(&mut bytes).expect("a whole message");
        let json = |bytes: &[u8]| serde_json::from_slice(bytes).expect("JSON");
        match bytes[0] {
            1 => Message::Description(json(&bytes[1..])),
            2 => Message::News(json(&bytes[1..])),
            3 => Message::Frame(Frame::read(&bytes[1..])),
            other => panic!("a message of type {other}"),
        }
    }

    fn description(&mut self) -> Value {
        for _ in 0..MESSAGES {
            if let Message::Description(value) = self.next() {
                return value;
            }
        }
        panic!("no description");
    }

    fn frame(&mut self, wanted: impl Fn(&Frame) -> bool) -> Frame {
        for _ in 0..MESSAGES {
            match self.next() {
                Message::Frame(frame) if wanted(&frame) => return frame,
                _ => {}
            }
        }
        panic!("no such frame");
    }

    fn state(&mut self, state: &str) -> Value {
        for _ in 0..MESSAGES {
            match self.next() {
                Message::News(news) if news["state"] == state => return news,
                _ => {}
            }
        }
        panic!("never {state}");
    }
}

impl Frame {
    fn read(bytes: &[u8]) -> Self {
        let u32_at = |at: usize| {
            u32::from_le_bytes(bytes[at..at + 4].try_into().expect("it is long enough")) as usize
        };
        let f64_at = |at: usize| {
            f64::from_le_bytes(bytes[at..at + 8].try_into().expect("it is long enough"))
        };
        let (tracks, touches) = (u32_at(8), u32_at(12));
        let numbers = 16 + 64 * tracks + 28 * touches + touches.next_multiple_of(4);
        let rest = numbers + 4 * 13 * touches;
        assert_eq!((bytes.len() - rest) % 8, 0, "the frame has another length");
        Self {
            t: f64_at(0),
            position: (0..3 * tracks).map(|i| f64_at(16 + 8 * i)).collect(),
            touches,
            rest: (rest..bytes.len()).step_by(8).map(f64_at).collect(),
        }
    }
}

fn summary(folder: &Scratch, run: &str) -> Value {
    let text = std::fs::read_to_string(folder.file(&format!("{run}/summary.json")));
    serde_json::from_str(&text.expect("a summary")).expect("JSON")
}

#[test]
fn a_scene_is_watched_paused_stepped_and_ended() {
    let scratch = Scratch::new("view-steps");
    let view = View::start(&scratch.file(""), &["box-on-slope", "--paused"]);
    assert_eq!(view.announced["record"], "runs/box-on-slope-live");
    let (status, page) = view.get(&format!("/{}/", view.token));
    assert!(
        status == 200 && page.contains("connect-src 'self'"),
        "{status}"
    );

    let mut viewer = view.watch();
    let description = viewer.description();
    assert_eq!(description["format"], "stickslip-page-1");
    assert_eq!(
        (&description["kind"], &description["title"]),
        (&json!("live"), &json!("box-on-slope"))
    );
    let tracks = description["bodies"].as_array().unwrap().iter();
    let tracks = tracks.filter(|body| !body["track"].is_null()).count();
    let first = viewer.frame(|_| true);
    assert_eq!((first.t, first.position.len()), (0.0, 3 * tracks));
    // eight figures, and as many energies as the plots name
    assert_eq!(first.rest.len(), 8 + first.rest[7] as usize);
    let plots = description["plots"].to_string();
    assert_eq!(plots.matches("energy.").count(), first.rest[7] as usize);

    view.order(json!({ "do": "step" }));
    let second = viewer.frame(|f| f.t > 0.0);
    view.order(json!({ "do": "step" }));
    let third = viewer.frame(|f| f.t > second.t);
    assert!((third.t - 2.0 * second.t).abs() < 1e-12 && third.touches > 0);
    view.order(json!({ "do": "speed", "value": 0.5 }));
    view.order(json!({ "do": "play" }));
    viewer.state("playing");
    viewer.frame(|f| f.t > third.t + 0.02);
    view.order(json!({ "do": "pause" }));
    viewer.state("paused");

    let (code, said) = view.interrupt();
    assert_eq!(code, 0, "{said}");
    let summary = summary(&scratch, "runs/box-on-slope-live");
    assert_eq!(summary["end"], "interrupted");
    let steps = summary["steps"].as_u64().unwrap();
    assert!(steps > 4, "{steps}");
    // what was kept is an ordinary run, which goes on
    let args = [
        "run",
        "box-on-slope",
        "--out",
        "runs/box-on-slope-live",
        "--resume",
        "--no-plots",
    ];
    let ran = command::stickslip_in(&scratch.file(""), &args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains(&format!("resumed after step {steps}")),
        "{}",
        ran.stderr
    );
}

#[test]
fn parameters_are_set_and_bad_ones_get_the_sentence_of_the_scene() {
    let scratch = Scratch::new("view-set");
    let view = View::start(
        &scratch.file(""),
        &["box-on-slope", "--paused", "--set", "run.duration=0.05"],
    );
    let mut viewer = view.watch();
    let description = viewer.description();
    let mu = |description: &Value| {
        let list = description["parameters"].as_array().unwrap();
        list.iter().find(|p| p["name"] == "mu").unwrap().clone()
    };
    let (name, before) = ("mu", mu(&description));
    let value = before["value"].as_f64().unwrap();
    view.order(json!({ "do": "set", "name": name, "value": 0.9 * value }));
    let again = viewer.description();
    assert_eq!(mu(&again)["value"], 0.9 * value);
    assert_eq!(mu(&again)["most"], before["most"]);
    assert_eq!(viewer.frame(|_| true).t, 0.0);

    let (status, said) = view.post(&json!({ "do": "set", "name": "run.duration", "value": 9 }));
    assert!(status == 400 && said.contains("no parameter"), "{said}");
    let (status, said) = view.post(&json!({ "do": "set", "name": name, "value": -1 }));
    assert!(status == 400 && said.contains("-1"), "{status} {said}");
    let (status, _) = view.post(&json!({ "do": "dance" }));
    assert_eq!(status, 400);

    view.order(json!({ "do": "play" }));
    viewer.state("finished");
    let (status, said) = view.post(&json!({ "do": "step" }));
    assert!(status == 400 && said.contains("reset"), "{said}");
    view.order(json!({ "do": "reset" }));
    viewer.state("paused");
    let (code, said) = view.interrupt();
    assert_eq!(code, 0, "{said}");
    // the run that ended is kept, although the same was begun again
    let kept = summary(&scratch, "runs/box-on-slope-live");
    assert_eq!(kept["end"], "finished");
    let origin = std::fs::read_to_string(scratch.file("runs/box-on-slope-live/run.toml")).unwrap();
    assert!(origin.contains("mu="), "{origin}");
}

#[test]
fn a_pull_moves_a_body_and_ends_the_record() {
    let scratch = Scratch::new("view-pull");
    let view = View::start(&scratch.file(""), &["box-on-slope", "--paused"]);
    let mut viewer = view.watch();
    let description = viewer.description();
    let bodies = description["bodies"].as_array().unwrap();
    let body = bodies.iter().position(|b| b["track"] == 0).unwrap();
    let still = bodies.iter().position(|b| b["track"].is_null()).unwrap();
    let before = viewer.frame(|_| true);
    view.order(json!({ "do": "step" }));
    viewer.frame(|f| f.t > 0.0);
    let [x, y, z] = [0, 1, 2].map(|k| before.position[k]);
    let pull = |body: usize| json!({ "do": "pull", "body": body, "point": [0, 0, 0], "to": [x, y, z + 0.05] });
    let (status, said) = view.post(&pull(still));
    assert!(status == 400 && said.contains("cannot be moved"), "{said}");
    assert_eq!(view.post(&pull(99)).0, 400);
    view.order(pull(body));
    let mut height = before.position[2];
    for _ in 0..20 {
        view.order(json!({ "do": "step" }));
    }
    // whoever watches is told at once that the record has ended
    let told = (0..60).any(|_| match viewer.next() {
        Message::News(news) => (news["text"].as_str())
            .is_some_and(|text| text.contains("A pull is no part of the scene")),
        _ => false,
    });
    assert!(told);
    for _ in 0..200 {
        if height > before.position[2] + 1e-4 {
            break;
        }
        height = viewer.frame(|_| true).position[2];
    }
    assert!(height > before.position[2] + 1e-4, "{height}");
    view.order(json!({ "do": "release" }));
    let (code, said) = view.interrupt();
    assert!(
        code == 0 && said.contains("A pull is no part of the scene"),
        "{said}"
    );
    let kept = summary(&scratch, "runs/box-on-slope-live");
    assert_eq!(
        (&kept["steps"], &kept["end"]),
        (&json!(1), &json!("interrupted"))
    );
}

#[test]
fn viewers_join_leave_and_come_back_and_the_run_goes_on() {
    let scratch = Scratch::new("view-two");
    let args = ["four-balls", "--no-record", "--set", "run.duration=30"];
    let view = View::start(&scratch.file(""), &args);
    assert!(view.announced["record"].is_null());
    let mut first = view.watch();
    let t = first.frame(|f| f.t > 0.05).t;
    let mut second = view.watch();
    assert_eq!(second.description()["title"], "four-balls");
    assert!(second.frame(|_| true).t >= t);
    let t = first.frame(|f| f.t > t).t;
    drop((first, second));
    std::thread::sleep(Duration::from_millis(300));
    let mut third = view.watch();
    third.description();
    assert!(third.frame(|_| true).t > t + 0.1);
    let (code, said) = view.interrupt();
    assert_eq!(code, 0, "{said}");
    assert!(!std::path::Path::new(&scratch.file("runs")).exists());
}

#[test]
fn what_is_recorded_already_is_left_as_it_is() {
    let scratch = Scratch::new("view-taken");
    let here = scratch.file("");
    let paused = ["falling-rod", "--paused"];
    // two at the same time, and one after them
    let first = View::start(&here, &paused);
    let second = View::start(&here, &paused);
    assert_eq!(first.announced["record"], "runs/falling-rod-live");
    assert_eq!(second.announced["record"], "runs/falling-rod-live-2");
    first.order(json!({ "do": "step" }));
    // beginning again, it stays where it is
    second.order(json!({ "do": "reset" }));
    for (view, steps) in [(first, 1), (second, 0)] {
        let folder = view.announced["record"].as_str().unwrap().to_owned();
        let (code, said) = view.interrupt();
        assert_eq!(code, 0, "{said}");
        assert_eq!(summary(&scratch, &folder)["steps"], steps, "{folder}");
    }
    let third = View::start(&here, &paused);
    assert_eq!(third.announced["record"], "runs/falling-rod-live-3");
    assert_eq!(third.interrupt().0, 0);

    // a folder that is named is not taken from a run that can be resumed
    let live = "runs/falling-rod-live";
    let args = ["view", "falling-rod", "--paused", "--out", live];
    let refused = command::stickslip_in(&here, &args);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(
        refused.stderr.contains("unfinished run, of which 1 steps"),
        "{}",
        refused.stderr
    );
    assert_eq!(summary(&scratch, live)["steps"], 1);
}

#[test]
fn all_viewers_are_told_the_speed() {
    let scratch = Scratch::new("view-speed");
    let args = ["falling-rod", "--paused", "--no-record"];
    let view = View::start(&scratch.file(""), &args);
    let mut early = view.watch();
    assert_eq!(early.state("paused")["speed"], 1.0);
    view.order(json!({ "do": "speed", "value": 0.2 }));
    assert_eq!(early.state("paused")["speed"], 0.2);
    assert_eq!(view.watch().state("paused")["speed"], 0.2);
}

#[test]
fn strangers_find_nothing() {
    let scratch = Scratch::new("view-strangers");
    let view = View::start(
        &scratch.file(""),
        &["falling-rod", "--no-record", "--paused"],
    );
    let (host, token) = (view.host.clone(), view.token.clone());
    for path in [
        "/",
        "/favicon.ico",
        "/../../etc/passwd",
        &format!("/{token}/../x"),
        "/0123/",
    ] {
        assert_eq!(view.get(path).0, 404, "{path}");
    }
    let get = |host: &str| {
        view.ask(&format!("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\n\r\n"))
            .0
    };
    assert_eq!(get("evil.example"), 421);
    assert_eq!(get(&host.replace("127.0.0.1", "localhost")), 200);
    let post = format!(
        "POST /{token}/command HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\nContent-Length: 14\r\n\r\n{{\"do\":\"play\"}} "
    );
    assert_eq!(view.ask(&post).0, 403);
    let large =
        format!("POST /{token}/command HTTP/1.1\r\nHost: {host}\r\nContent-Length: 70000\r\n\r\n");
    assert_eq!(view.ask(&large).0, 413);
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(9000));
    assert_eq!(view.ask(&long).0, 431);
    // who says nothing, or drips, is sent away; others are answered meanwhile
    let mut silent: Vec<TcpStream> = (0..20).map(|_| view.connect()).collect();
    silent
        .iter_mut()
        .for_each(|s| s.write_all(b"GET /").unwrap());
    assert_eq!(view.get(&format!("/{token}/")).0, 200);
    let begun = Instant::now();
    let mut answer = String::new();
    silent[0].read_to_string(&mut answer).unwrap();
    assert!(
        answer.contains("408") && begun.elapsed() < Duration::from_secs(10),
        "{answer}"
    );
    let (code, said) = view.interrupt();
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_finished_run_is_replayed() {
    let scratch = Scratch::new("view-run");
    let folder = scratch.file("");
    let ran = command::stickslip_in(&folder, &["run", "falling-rod", "--no-plots", "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let view = View::start(&folder, &["runs/falling-rod"]);
    let (status, page) = view.get(&format!("/{}/", view.token));
    assert!(status == 200 && page.contains("stickslip-page-1"));
    assert_eq!(view.get(&format!("/{}/stream", view.token)).0, 404);
    assert_eq!(view.post(&json!({ "do": "play" })).0, 404);
    let (code, said) = view.interrupt();
    assert_eq!(code, 0, "{said}");
    // by its name alone, where no scene is called so
    let place = std::path::Path::new(&folder).join("runs");
    std::fs::rename(place.join("falling-rod"), place.join("rod-live")).unwrap();
    let view = View::start(&folder, &["rod-live"]);
    assert_eq!(view.get(&format!("/{}/", view.token)).0, 200);
    let (code, said) = view.interrupt();
    assert_eq!(code, 0, "{said}");
    let refused = command::stickslip_in(&folder, &["view", "runs/rod-live", "--set", "a=1"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
}

#[test]
fn what_cannot_be_shown_is_said() {
    let ran = command::stickslip(&["view", "no-such-scene"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("no shipped scene"),
        "{}",
        ran.stderr
    );
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = command::stickslip(&["view", "falling-rod", "--no-record", "--port", &port]);
    assert!(
        ran.code == 1 && ran.stderr.contains("--port"),
        "{}",
        ran.stderr
    );
}
