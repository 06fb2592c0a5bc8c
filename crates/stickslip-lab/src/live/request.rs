//! A small, strict reader of HTTP/1.1 requests. What it does not need it refuses: the only clients are browsers and tests on this machine.

use std::io::{self, Read};
use std::time::{Duration, Instant};

/// The longest request line and headers (bytes).
pub(super) const HEAD_LIMIT: usize = 8 << 10;
/// The longest body (bytes).
pub(super) const BODY_LIMIT: usize = 64 << 10;
/// Headers beyond this number are refused.
const HEADERS_LIMIT: usize = 64;
/// A request must have come within this time, however slowly its bytes drip.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Get,
    Post,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) verb: Verb,
    pub(super) path: String,
    pub(super) host: String,
    pub(super) origin: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Why there is no request: a status and a sentence, or nothing to answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// To be answered.
    Status(u16, &'static str),
    /// The connection is gone, or nothing came.
    Gone,
}

/// A stream whose reads can be given a time-out.
pub(super) trait Patient: Read {
    /// No read waits longer than this.
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()>;
}

impl Patient for std::net::TcpStream {
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()> {
        // zero would mean for ever
        self.set_read_timeout(Some(time.max(Duration::from_millis(1))))
    }
}

/// Reads one request.
pub(super) fn read(stream: &mut impl Patient, patience: Duration) -> Result<Request, Refusal> {
    let end = Instant::now() + patience;
    let mut bytes = Vec::with_capacity(1 << 10);
    let head_end = loop {
        if let Some(at) = find(&bytes, b"\r\n\r\n") {
            break at;
        }
        if bytes.len() >= HEAD_LIMIT {
            return Err(Refusal::Status(431, "the headers are too long"));
        }
        more(stream, end, &mut bytes, HEAD_LIMIT)?;
    };
    let head = std::str::from_utf8(&bytes[..head_end])
        .map_err(|_| Refusal::Status(400, "the headers are not text"))?;
    let head = Head::new(head)?;
    let whole = head_end + 4 + head.length;
    while bytes.len() < whole {
        more(stream, end, &mut bytes, whole)?;
    }
    if bytes.len() > whole {
        return Err(Refusal::Status(400, "one request a connection"));
    }
    Ok(Request {
        verb: head.verb,
        path: head.path,
        host: head.host,
        origin: head.origin,
        body: bytes.split_off(head_end + 4),
    })
}

/// Reads some more, up to a length of all.
fn more(
    stream: &mut impl Patient,
    end: Instant,
    bytes: &mut Vec<u8>,
    most: usize,
) -> Result<(), Refusal> {
    let late = || match bytes.is_empty() {
        // browsers open connections that they may not need
        true => Refusal::Gone,
        false => Refusal::Status(408, "the request took too long"),
    };
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(late());
    }
    stream.wait_at_most(left).map_err(|_| Refusal::Gone)?;
    let mut piece = [0_u8; 4 << 10];
    let room = piece.len().min(most - bytes.len());
    match stream.read(&mut piece[..room]) {
        Ok(0) => Err(Refusal::Gone),
        Ok(count) => {
            bytes.extend_from_slice(&piece[..count]);
            Ok(())
        }
        Err(error) => match error.kind() {
            io::ErrorKind::Interrupted => Ok(()),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Err(late()),
            _ => Err(Refusal::Gone),
        },
    }
}

/// What the head of a request says.
struct Head {
    verb: Verb,
    path: String,
    host: String,
    origin: Option<String>,
    length: usize,
}

impl Head {
    fn new(text: &str) -> Result<Self, Refusal> {
        let bad = |what| Refusal::Status(400, what);
        let mut lines = text.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(verb), Some(path), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(bad("the request line is not METHOD PATH VERSION"));
        };
        if version != "HTTP/1.1" {
            return Err(Refusal::Status(505, "only HTTP/1.1 is spoken here"));
        }
        let verb = match verb {
            "GET" => Verb::Get,
            "POST" => Verb::Post,
            _ => return Err(Refusal::Status(405, "only GET and POST are done here")),
        };
        if !path.starts_with('/') || !path.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(bad("the path does not begin with / or has odd letters"));
        }
        let (mut host, mut origin, mut length) = (None, None, None);
        for (count, line) in lines.enumerate() {
            if count >= HEADERS_LIMIT {
                return Err(Refusal::Status(431, "there are too many headers"));
            }
            let (name, value) = line.split_once(':').ok_or(bad("a header has no colon"))?;
            if name.is_empty() || !name.bytes().all(is_name) {
                return Err(bad("a header has a bad name"));
            }
            let value = value.trim_matches([' ', '\t']);
            if value.bytes().any(|b| b < b' ' && b != b'\t' || b == 0x7f) {
                return Err(bad("a header has control characters"));
            }
            let place = match name.to_ascii_lowercase().as_str() {
                "host" => &mut host,
                "origin" => &mut origin,
                "content-length" => &mut length,
                "transfer-encoding" => {
                    return Err(Refusal::Status(501, "a body has a Content-Length here"));
                }
                _ => continue,
            };
            // two of them are how one server is made to see another request than the next
            if place.replace(value.to_owned()).is_some() {
                return Err(bad("Host, Origin or Content-Length is there twice"));
            }
        }
        let length = match &length {
            None => 0,
            Some(text) => length_of(text)?,
        };
        if verb == Verb::Get && length > 0 {
            return Err(bad("a GET has no body here"));
        }
        Ok(Self {
            verb,
            path: path.to_owned(),
            host: host.ok_or(bad("there is no Host"))?,
            origin,
            length,
        })
    }
}

fn length_of(text: &str) -> Result<usize, Refusal> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Refusal::Status(400, "Content-Length is not a number"));
    }
    match text.parse() {
        Ok(length) if length <= BODY_LIMIT => Ok(length),
        _ => Err(Refusal::Status(413, "the body is too long")),
    }
}

/// Letters of names of headers.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|w| w == wanted)
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;
