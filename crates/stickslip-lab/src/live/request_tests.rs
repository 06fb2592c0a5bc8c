//! Requests, friendly and hostile.

use super::*;

/// A client that sends pieces, and then nothing more, or is gone.
struct Client {
    pieces: Vec<Vec<u8>>,
    /// What each piece takes.
    pause: Duration,
    hangs: bool,
}

impl Read for Client {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        std::thread::sleep(self.pause);
        if self.pieces.is_empty() {
            return match self.hangs {
                true => Err(io::ErrorKind::WouldBlock.into()),
                false => Ok(0),
            };
        }
        let first = &mut self.pieces[0];
        let count = first.len().min(to.len());
        to[..count].copy_from_slice(&first[..count]);
        first.drain(..count);
        if first.is_empty() {
            self.pieces.remove(0);
        }
        Ok(count)
    }
}

impl Patient for Client {
    fn wait_at_most(&mut self, _time: Duration) -> io::Result<()> {
        Ok(())
    }
}

fn ask(text: &str) -> Result<Request, Refusal> {
    ask_bytes(text.as_bytes())
}

fn ask_bytes(bytes: &[u8]) -> Result<Request, Refusal> {
    let mut client = Client {
        pieces: vec![bytes.to_vec()],
        pause: Duration::ZERO,
        hangs: false,
    };
    read(&mut client, PATIENCE)
}

fn status(text: &str) -> u16 {
    match ask(text) {
        Err(Refusal::Status(status, _)) => status,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_browsers_send_is_read() {
    let text = "GET /abc/ HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAccept: */*\r\n\r\n";
    let request = ask(text).unwrap();
    assert_eq!((request.verb, &*request.path), (Verb::Get, "/abc/"));
    assert_eq!((&*request.host, request.origin), ("127.0.0.1:80", None));
    let text =
        "POST /abc/command HTTP/1.1\r\nhost: h\r\nORIGIN: http://h\r\ncontent-length:4\r\n\r\n{ab}";
    let request = ask(text).unwrap();
    assert_eq!(request.verb, Verb::Post);
    assert_eq!(request.origin.as_deref(), Some("http://h"));
    assert_eq!(request.body, b"{ab}");
}

#[test]
fn pieces_of_any_size_make_the_same_request() {
    let text = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n0123456789";
    let whole = ask(text).unwrap();
    for size in [1, 2, 3, 7, 30] {
        let mut client = Client {
            pieces: text.as_bytes().chunks(size).map(<[u8]>::to_vec).collect(),
            pause: Duration::ZERO,
            hangs: false,
        };
        assert_eq!(read(&mut client, PATIENCE).unwrap(), whole);
    }
}

#[test]
fn what_is_too_long_is_refused_without_being_kept() {
    let long = "a".repeat(HEAD_LIMIT);
    assert_eq!(
        status(&format!("GET /{long} HTTP/1.1\r\nHost: h\r\n\r\n")),
        431
    );
    assert_eq!(
        status(&format!("GET / HTTP/1.1\r\nHost: h\r\nX: {long}\r\n\r\n")),
        431
    );
    let many = "X: y\r\n".repeat(HEADERS_LIMIT + 1);
    assert_eq!(
        status(&format!("GET / HTTP/1.1\r\nHost: h\r\n{many}\r\n")),
        431
    );
    let body = |length: &str| {
        status(&format!(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: {length}\r\n\r\n"
        ))
    };
    assert_eq!(body(&(BODY_LIMIT + 1).to_string()), 413);
    assert_eq!(body("99999999999999999999999999"), 413);
    for bad in ["-1", "+1", "0x10", "1 ", "", "1,1"] {
        if bad != "1 " {
            assert_eq!(body(bad), 400, "{bad:?}");
        }
    }
}

#[test]
fn what_is_no_request_is_refused() {
    for text in [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET a HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET http://evil/ HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
        "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    ] {
        assert_eq!(status(text), 400, "{text:?}");
    }
    assert_eq!(status("GET / HTTP/1.0\r\nHost: h\r\n\r\n"), 505);
    assert_eq!(status("GET / HTTP/2\r\nHost: h\r\n\r\n"), 505);
    for verb in ["PUT", "DELETE", "HEAD", "OPTIONS", "CONNECT", "get"] {
        assert_eq!(
            status(&format!("{verb} / HTTP/1.1\r\nHost: h\r\n\r\n")),
            405
        );
    }
    let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    assert_eq!(status(chunked), 501);
    let bytes = b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n";
    assert!(matches!(ask_bytes(bytes), Err(Refusal::Status(400, _))));
}

#[test]
fn what_ends_early_gets_no_answer() {
    for text in [
        "",
        "GET",
        "GET / HTTP/1.1\r\nHost: h\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc",
    ] {
        assert_eq!(ask(text), Err(Refusal::Gone), "{text:?}");
    }
}

#[test]
fn slow_clients_run_out_of_time() {
    // a byte every few milliseconds would take for ever
    let text = format!("GET / HTTP/1.1\r\nHost: h\r\nX: {}", "y".repeat(4000));
    let mut client = Client {
        pieces: text.as_bytes().chunks(1).map(<[u8]>::to_vec).collect(),
        pause: Duration::from_millis(5),
        hangs: true,
    };
    let begun = Instant::now();
    let answer = read(&mut client, Duration::from_millis(100));
    assert!(matches!(answer, Err(Refusal::Status(408, _))), "{answer:?}");
    assert!(begun.elapsed() < Duration::from_secs(2));
    let mut silent = Client {
        pieces: Vec::new(),
        pause: Duration::ZERO,
        hangs: true,
    };
    assert_eq!(read(&mut silent, PATIENCE), Err(Refusal::Gone));
}

#[test]
fn noise_never_panics() {
    const LETTERS: &[u8] = b"GET POST/:\r\n\r\n HTTP/1.1Hostx\0\xff";
    let mut seed = 1_u64;
    for length in 0..400 {
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // mostly letters that mean something
                LETTERS[(seed >> 33) as usize % LETTERS.len()]
            })
            .collect();
        let _ = ask_bytes(&bytes);
    }
}
