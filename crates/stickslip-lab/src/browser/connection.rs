//! Questions and answers of the DevTools protocol: JSON texts over a WebSocket.

use super::process::Address;
use super::{BrowserError, PATIENCE};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Something that the browser told without being asked.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) method: String,
    pub(super) params: Value,
}

/// A connection to the browser or to one of its pages.
#[derive(Debug)]
pub(super) struct Connection {
    socket: WebSocket<TcpStream>,
    asked: u64,
    /// What was told and not yet looked at, in order.
    pub(super) events: Vec<Event>,
}

impl Connection {
    pub(super) fn open(address: &Address) -> Result<Self, BrowserError> {
        let lost = |error: std::io::Error| BrowserError::Lost(error.to_string());
        let place: SocketAddr = address
            .place
            .parse()
            .map_err(|_| BrowserError::Lost(format!("{:?} is no address", address.place)))?;
        let mut stream = TcpStream::connect_timeout(&place, PATIENCE).map_err(lost)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(lost)?;
        stream.set_write_timeout(Some(PATIENCE)).map_err(lost)?;
        stream.set_nodelay(true).map_err(lost)?;
        upgrade(&mut stream, address)?;
        // pictures are large
        let config = WebSocketConfig::default()
            .max_message_size(None)
            .max_frame_size(None);
        Ok(Self {
            socket: WebSocket::from_raw_socket(stream, Role::Client, Some(config)),
            asked: 0,
            events: Vec::new(),
        })
    }

    /// Asks and waits for the answer.
    pub(super) fn call(
        &mut self,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, BrowserError> {
        let id = self.send(method, params)?;
        let deadline = Instant::now() + limit;
        let late = || BrowserError::Late {
            what: method.to_owned(),
            limit,
        };
        loop {
            let mut answer = self.receive(deadline)?.ok_or_else(late)?;
            if answer["id"].as_u64() != Some(id) {
                // the late answer to a question that was given up
                continue;
            }
            return match answer.get("error") {
                None => Ok(answer["result"].take()),
                Some(error) => Err(BrowserError::Refused {
                    what: method.to_owned(),
                    text: error["message"].as_str().unwrap_or_default().to_owned(),
                }),
            };
        }
    }

    /// Asks, and does not wait.
    pub(super) fn send(&mut self, method: &str, params: Value) -> Result<u64, BrowserError> {
        self.asked += 1;
        let question = json!({ "id": self.asked, "method": method, "params": params });
        let mut sent = self.socket.send(Message::text(question.to_string()));
        // a signal came in between; what is not sent yet is kept
        while matches!(&sent, Err(tungstenite::Error::Io(e)) if e.kind() == ErrorKind::Interrupted)
        {
            sent = self.socket.flush();
        }
        sent.map_err(|error| BrowserError::Lost(error.to_string()))?;
        Ok(self.asked)
    }

    /// Takes in what is told until something is, or the time is over. Whether something was.
    pub(super) fn listen(&mut self, deadline: Instant) -> Result<bool, BrowserError> {
        let before = self.events.len();
        loop {
            let answer = self.receive_one(deadline)?;
            if self.events.len() > before {
                return Ok(true);
            }
            if answer.is_none() {
                return Ok(false);
            }
        }
    }

    /// The next answer; events are put aside. Nothing if the time is over.
    fn receive(&mut self, deadline: Instant) -> Result<Option<Value>, BrowserError> {
        loop {
            match self.receive_one(deadline)? {
                Some(Value::Null) => {}
                answer => return Ok(answer),
            }
        }
    }

    /// One message: an answer, null for an event that was put aside, nothing if the time is over.
    fn receive_one(&mut self, deadline: Instant) -> Result<Option<Value>, BrowserError> {
        let lost = |text: String| BrowserError::Lost(text);
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        let stream = self.socket.get_mut();
        stream
            .set_read_timeout(Some(left))
            .map_err(|e| lost(e.to_string()))?;
        let text = match self.socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(Message::Close(_)) => return Err(lost("it closed the connection".to_owned())),
            Ok(_) => return Ok(Some(Value::Null)),
            // a signal came in between, as Ctrl-C is; what was read of a message so far is kept
            Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {
                return Ok(Some(Value::Null));
            }
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(lost(error.to_string())),
        };
        let mut message: Value = serde_json::from_str(&text).map_err(|e| lost(e.to_string()))?;
        if message["id"].is_u64() {
            return Ok(Some(message));
        }
        self.events.push(Event {
            method: message["method"].as_str().unwrap_or_default().to_owned(),
            params: message["params"].take(),
        });
        Ok(Some(Value::Null))
    }
}

/// From HTTP to WebSocket. The key is not a secret but a guard against caches in between, and there are none.
fn upgrade(stream: &mut TcpStream, address: &Address) -> Result<(), BrowserError> {
    let lost = |error: std::io::Error| BrowserError::Lost(error.to_string());
    let Address { place, path } = address;
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {place}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3RpY2tzbGlwLWxhYi0wMQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).map_err(lost)?;
    // byte by byte, because what follows the empty line belongs to the WebSocket
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).map_err(lost)?;
        answer.push(byte[0]);
        if answer.len() > 8192 {
            break;
        }
    }
    let answer = String::from_utf8_lossy(&answer);
    let first = answer.lines().next().unwrap_or_default();
    match first.split(' ').nth(1) {
        Some("101") => Ok(()),
        _ => Err(BrowserError::Lost(format!(
            "it answers {first:?} instead of a WebSocket"
        ))),
    }
}
