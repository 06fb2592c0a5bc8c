//! Listens on this machine alone, lets requests in through the gate, and answers them; a thread for each connection, and few of them.

use super::board::{Board, Reader};
use super::command::Command;
use super::gate::{Door, Gate};
use super::request::{self, Refusal, Request};
use super::response;
use super::token::Token;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Connections at a time; browsers keep a handful open for each tab.
const CONNECTIONS: usize = 64;
/// Viewers at a time.
const VIEWERS: usize = 16;
/// A reader that takes nothing for so long is gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(20);
/// How long a command may wait for the simulation, which looks at it between two steps.
const ANSWER_PATIENCE: Duration = Duration::from_secs(30);
/// A sign of life after so long without news.
const SILENCE: Duration = Duration::from_secs(2);

/// A command, and where its answer goes.
pub(super) struct Ask {
    pub(super) command: Command,
    pub(super) answer: SyncSender<Result<(), String>>,
}

/// What a running simulation offers beside its page.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) board: Arc<Board>,
    pub(super) commands: SyncSender<Ask>,
}

/// The page as it is now.
pub(super) type Page = Arc<Mutex<Arc<Vec<u8>>>>;

struct Shared {
    gate: Gate,
    page: Page,
    running: Option<Running>,
    stop: AtomicBool,
    /// Open connections, to be closed at the end.
    open: Mutex<BTreeMap<u64, TcpStream>>,
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, TcpStream>> {
        self.open.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// A server that listens.
pub(super) struct Server {
    shared: Arc<Shared>,
    local: SocketAddr,
    listening: Option<JoinHandle<()>>,
}

impl Server {
    /// Begins to listen; port 0 is any that is free.
    pub(super) fn start(port: u16, page: Page, running: Option<Running>) -> io::Result<Self> {
        let token = Token::new()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let local = listener.local_addr()?;
        let shared = Arc::new(Shared {
            gate: Gate::new(token, local.port()),
            page,
            running,
            stop: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let own = Arc::clone(&shared);
        let listening = std::thread::Builder::new()
            .name("listen".into())
            .spawn(move || listen(&listener, &own))?;
        Ok(Self {
            shared,
            local,
            listening: Some(listening),
        })
    }

    /// Where the page is.
    pub(super) fn address(&self) -> String {
        self.shared.gate.address()
    }
}

impl Drop for Server {
    /// Closes all connections and listens no longer.
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        // the listener waits for a connection: here is one
        let woken = TcpStream::connect_timeout(&self.local, Duration::from_secs(1)).is_ok();
        for stream in self.shared.open().values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        if let (Some(thread), true) = (self.listening.take(), woken) {
            let _ = thread.join();
        }
    }
}

fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    for number in 0_u64.. {
        let accepted = listener.accept();
        if shared.stop.load(Ordering::SeqCst) {
            return;
        }
        let Ok((mut stream, _)) = accepted else {
            // out of descriptors, most likely: others will be closed soon
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        let _ = stream.set_write_timeout(Some(WRITE_PATIENCE));
        let _ = stream.set_nodelay(true);
        let mut open = shared.open();
        let kept = match open.len() < CONNECTIONS {
            true => stream.try_clone().ok(),
            false => None,
        };
        let Some(kept) = kept else {
            drop(open);
            let _ = stream.set_write_timeout(Some(Duration::from_millis(200)));
            let _ = response::say(&mut stream, 503, "too many connections");
            continue;
        };
        open.insert(number, kept);
        drop(open);
        let own = Arc::clone(shared);
        let spawned = std::thread::Builder::new()
            .name("answer".into())
            .spawn(move || {
                let _ = answer(&mut stream, &own);
                linger(&mut stream);
                own.open().remove(&number);
            });
        if spawned.is_err() {
            shared.open().remove(&number);
        }
    }
}

/// Reads what is left for a moment: a connection that is closed with bytes unread may lose its answer.
fn linger(stream: &mut TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(100)));
    let end = Instant::now() + Duration::from_millis(300);
    let mut left = [0_u8; 4096];
    while Instant::now() < end && matches!(stream.read(&mut left), Ok(count) if count > 0) {}
}

fn answer(stream: &mut TcpStream, shared: &Shared) -> io::Result<()> {
    let request = match request::read(stream, request::PATIENCE) {
        Ok(request) => request,
        Err(Refusal::Gone) => return Ok(()),
        Err(Refusal::Status(status, sentence)) => {
            return response::say(stream, status, sentence);
        }
    };
    let door = match shared.gate.admit(&request) {
        Ok(door) => door,
        Err((status, sentence)) => return response::say(stream, status, sentence),
    };
    match (door, &shared.running) {
        (Door::Page, _) => {
            let page = Arc::clone(&shared.page.lock().unwrap_or_else(|e| e.into_inner()));
            response::send(stream, 200, "text/html; charset=utf-8", &page)
        }
        (Door::Stream, Some(running)) => watch(stream, &running.board, shared),
        (Door::Command, Some(running)) => command(stream, running, &request),
        // the page of a finished run asks for nothing
        (_, None) => response::say(stream, 404, "there is nothing here"),
    }
}

/// Hands a command to the simulation and gives its answer back.
fn command(stream: &mut TcpStream, running: &Running, request: &Request) -> io::Result<()> {
    let command = match Command::read(&request.body) {
        Ok(command) => command,
        Err(sentence) => return response::say(stream, 400, &sentence),
    };
    let (answer, answered) = sync_channel(1);
    let sent = running.commands.try_send(Ask { command, answer });
    let busy = "The simulation is busy with a long step; try again in a while.";
    match sent {
        Err(TrySendError::Full(_)) => return response::say(stream, 503, busy),
        Err(TrySendError::Disconnected(_)) => {
            return response::say(stream, 503, "The simulation has ended.");
        }
        Ok(()) => {}
    }
    match answered.recv_timeout(ANSWER_PATIENCE) {
        Ok(Ok(())) => response::done(stream),
        Ok(Err(sentence)) => response::say(stream, 400, &sentence),
        Err(RecvTimeoutError::Timeout) => response::say(stream, 503, busy),
        Err(RecvTimeoutError::Disconnected) => {
            response::say(stream, 503, "The simulation has ended.")
        }
    }
}

/// Sends what is new until the viewer or the simulation is gone.
fn watch(stream: &mut TcpStream, board: &Board, shared: &Shared) -> io::Result<()> {
    if !board.join(VIEWERS) {
        return response::say(stream, 503, "too many viewers");
    }
    let sent = send_all(stream, board, shared);
    board.leave();
    sent
}

fn send_all(stream: &mut TcpStream, board: &Board, shared: &Shared) -> io::Result<()> {
    response::begin_stream(stream)?;
    let mut reader = Reader::default();
    while let Some(messages) = board.read(&mut reader, SILENCE) {
        if shared.stop.load(Ordering::Relaxed) {
            break;
        }
        for message in messages {
            stream.write_all(&message)?;
        }
    }
    Ok(())
}
