//! Answers, all with the headers that keep a page of another origin out.

use std::io::{self, Write};

/// The page may run what is inside it and speak to its own server, and nobody may put it into a frame.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; \
                      img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A whole answer.
pub(super) fn send(to: &mut impl Write, status: u16, kind: &str, body: &[u8]) -> io::Result<()> {
    let mut bytes = head(status, kind);
    bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    bytes.extend_from_slice(body);
    to.write_all(&bytes)?;
    to.flush()
}

/// A sentence.
pub(super) fn say(to: &mut impl Write, status: u16, sentence: &str) -> io::Result<()> {
    send(to, status, "text/plain; charset=utf-8", sentence.as_bytes())
}

/// Done, and nothing to say.
pub(super) fn done(to: &mut impl Write) -> io::Result<()> {
    let mut bytes = head(204, "text/plain");
    bytes.extend_from_slice(b"\r\n");
    to.write_all(&bytes)
}

/// The beginning of an answer that ends with the connection.
pub(super) fn begin_stream(to: &mut impl Write) -> io::Result<()> {
    let mut bytes = head(200, "application/octet-stream");
    bytes.extend_from_slice(b"\r\n");
    to.write_all(&bytes)
}

/// Status and headers, without the empty line.
fn head(status: u16, kind: &str) -> Vec<u8> {
    let word = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        _ => "Error",
    };
    format!(
        "HTTP/1.1 {status} {word}\r\nContent-Type: {kind}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nReferrer-Policy: same-origin\r\nCache-Control: no-store\r\n\
         Connection: close\r\n"
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_whole_and_guarded() {
        let mut bytes = Vec::new();
        say(&mut bytes, 404, "there is nothing here").unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 404 Not Found\r\n"));
        assert_eq!(body, "there is nothing here");
        assert!(head.contains("Content-Length: 21"));
        for header in [
            "nosniff",
            "no-store",
            "frame-ancestors 'none'",
            "connect-src 'self'",
        ] {
            assert!(head.contains(header), "{header}");
        }
    }
}
