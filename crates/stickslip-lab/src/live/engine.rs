//! The simulation of a live view, in a thread of its own: paced, steered, recorded, and shown on the board.

use super::board::{Board, Standing};
use super::books::Books;
use super::command::Command;
use super::describe::Opening;
use super::frame::{Beside, Frame};
use super::motion;
use super::pace::Pace;
use super::record::Record;
use super::roll::Roll;
use super::server::{Ask, Page};
use super::{Outcome, Show};
use crate::report::Parameter;
use crate::run::{End, RunError};
use crate::scene::{BuiltIn, Scene};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use stickslip::Simulation;

/// Frames are no more often than this.
const FRAME: Duration = Duration::from_millis(20);
/// And making them takes no more than one part in so many of the time.
const SHARE: u32 = 5;
/// How often it looks around while nothing moves.
const IDLE: Duration = Duration::from_millis(50);
/// Commands between two steps, so that no flood of them stops the motion.
const COMMANDS: usize = 32;
/// A pull that is not renewed for so long, while the motion goes on, is over: its tab may be gone.
const PULL: Duration = Duration::from_secs(5);
/// The largest acceleration that a pull may give the point it acts on (m/s²): more would take a body farther in a step than it looks for
/// contacts.
const LARGEST_PULL: f64 = 200.0;

/// A force at a point of a body.
#[derive(Clone, Copy, Debug)]
struct Pull {
    body: usize,
    point: [f64; 3],
    force: [f64; 3],
    since: Instant,
}

/// The simulation, and all that goes with it.
pub(super) struct Engine {
    show: Show,
    board: Arc<Board>,
    page: Page,
    inbox: Receiver<Ask>,
    stop: Arc<AtomicBool>,
    scene: Scene,
    set: Vec<String>,
    opening: Opening,
    simulation: Simulation<BuiltIn>,
    steps: usize,
    done: usize,
    standing: Standing,
    /// Whether it waits for its first viewer.
    waiting: bool,
    pace: Pace,
    pull: Option<Pull>,
    roll: Roll,
    books: Books,
    record: Option<Record>,
    /// What is said about the record, and what went wrong.
    notes: Vec<String>,
    frame: Frame,
    /// Whether the present state is on the board.
    shown: bool,
    next_frame: Instant,
}

impl Engine {
    /// Reads the scene and makes ready; nothing moves yet.
    pub(super) fn new(
        mut show: Show,
        board: Arc<Board>,
        page: Page,
        inbox: Receiver<Ask>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, String> {
        let set = show.set.clone();
        let (scene, simulation, opening) = begin(&show, &set, &[])?;
        let steps = scene.steps()?;
        let record = show.record.take();
        let waiting = !show.paused;
        Ok(Self {
            roll: Roll::new(&scene.system),
            books: Books::default(),
            record: record.map(|(folder, options)| Record::new(folder, options)),
            show,
            board,
            page,
            inbox,
            stop,
            scene,
            set,
            opening,
            simulation,
            steps,
            done: 0,
            standing: Standing::Paused,
            waiting,
            pace: Pace::new(),
            pull: None,
            notes: Vec::new(),
            frame: Frame::default(),
            shown: false,
            next_frame: Instant::now(),
        })
    }

    /// Shows the beginning, and begins the record.
    pub(super) fn open(&mut self) -> Result<(), RunError> {
        if let Some(record) = &mut self.record {
            record.begin(
                &self.scene,
                self.steps,
                &self.set,
                (self.show.command)(&self.set),
            )?;
        }
        self.put_on_board();
        Ok(())
    }

    /// Runs until it is stopped.
    pub(super) fn run(mut self) -> Outcome {
        while !self.stop.load(Ordering::Relaxed) {
            if !self.obey_all() {
                break;
            }
            if self.waiting && self.board.viewers() > 0 {
                self.waiting = false;
                self.play();
            }
            if self.standing == Standing::Playing && self.wait().is_zero() {
                self.step();
            }
            self.show_if_due(false);
        }
        self.close()
    }

    /// Obeys what has come, and waits for more until the next step is due; whether anybody can still ask.
    fn obey_all(&mut self) -> bool {
        for _ in 0..COMMANDS {
            let wait = match self.standing {
                Standing::Playing => self.wait().min(IDLE),
                _ => IDLE,
            };
            match self.inbox.recv_timeout(wait) {
                Ok(ask) => {
                    let answer = self.obey(ask.command);
                    // who asked may be gone
                    let _ = ask.answer.try_send(answer);
                }
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        true
    }

    /// How long until the next step is due.
    fn wait(&mut self) -> Duration {
        let next = self.simulation.state().t + self.simulation.settings().step;
        self.pace.until(next, Instant::now())
    }

    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Pause {} => {
                self.waiting = false;
                if self.standing == Standing::Playing {
                    self.stand(Standing::Paused);
                }
            }
            Command::Play {} => {
                self.waiting = false;
                if matches!(self.standing, Standing::Finished | Standing::Failed) {
                    self.begin_again(self.set.clone())?;
                }
                self.play();
            }
            Command::Step {} => {
                self.waiting = false;
                match self.standing {
                    Standing::Playing => self.stand(Standing::Paused),
                    Standing::Paused => {}
                    Standing::Finished | Standing::Failed => return Err(self.over()),
                }
                self.step();
                self.show_if_due(true);
            }
            Command::Reset {} => {
                self.begin_again(self.set.clone())?;
                match self.standing {
                    Standing::Playing => self.play(),
                    _ => self.stand(Standing::Paused),
                }
            }
            Command::Set { name, value } => self.set(&name, value)?,
            Command::Pull { body, point, force } => self.pull(body, point, force)?,
            Command::Release {} => self.pull = None,
            Command::Speed { value } => {
                let t = self.simulation.state().t;
                self.pace.set_speed(value, t, Instant::now());
            }
        }
        Ok(())
    }

    fn over(&self) -> String {
        match self.standing {
            Standing::Failed => "The run has failed; reset begins it again.".into(),
            _ => "The run has ended; reset begins it again.".into(),
        }
    }

    fn play(&mut self) {
        self.pace.set(self.simulation.state().t, Instant::now());
        self.stand(Standing::Playing);
    }

    /// Begins again with another value. Only parameters can be set from outside: other keys may name files.
    fn set(&mut self, name: &str, value: f64) -> Result<(), String> {
        let own = self.scene.parameters.iter().filter(|p| !p.derived);
        let names: Vec<&str> = own.map(|p| p.name.as_str()).collect();
        if !names.contains(&name) {
            return Err(match names.is_empty() {
                true => "The scene has no [parameters].".into(),
                false => format!(
                    "There is no parameter {name:?}; there are {}.",
                    names.join(", ")
                ),
            });
        }
        let is_other = |setting: &&String| setting.split('=').next().map(str::trim) != Some(name);
        let mut set: Vec<String> = self.set.iter().filter(is_other).cloned().collect();
        set.push(format!("{name}={value:?}"));
        self.begin_again(set)?;
        match self.standing {
            Standing::Paused => self.stand(Standing::Paused),
            _ => self.play(),
        }
        Ok(())
    }

    fn begin_again(&mut self, set: Vec<String>) -> Result<(), String> {
        let (scene, simulation, opening) = begin(&self.show, &set, &self.opening.parameters)?;
        self.steps = scene.steps()?;
        (self.scene, self.simulation, self.opening, self.set) = (scene, simulation, opening, set);
        self.roll = Roll::new(&self.scene.system);
        self.books = Books::default();
        self.done = 0;
        self.pull = None;
        self.notes.clear();
        if let Some(record) = &mut self.record {
            let begun = record.begin(
                &self.scene,
                self.steps,
                &self.set,
                (self.show.command)(&self.set),
            );
            self.check_record(begun);
        }
        self.put_on_board();
        Ok(())
    }

    fn pull(&mut self, body: usize, point: [f64; 3], force: [f64; 3]) -> Result<(), String> {
        if matches!(self.standing, Standing::Finished | Standing::Failed) {
            return Err(self.over());
        }
        let Some(name) = self.opening.names.get(body) else {
            let count = self.opening.names.len();
            return Err(format!(
                "There is no body {body}; there are {count}, counted from 0."
            ));
        };
        let push = motion::generalised(
            self.simulation.system(),
            self.simulation.state(),
            body,
            point,
            force,
        );
        if force != [0.0; 3] && push.iter().all(|f| *f == 0.0) {
            return Err(format!("{name} cannot be moved by a force there."));
        }
        self.pull = Some(Pull {
            body,
            point,
            force,
            since: Instant::now(),
        });
        Ok(())
    }

    /// One step, and what follows from it.
    fn step(&mut self) {
        let pulled = self.apply_pull();
        if pulled && self.record.as_ref().is_some_and(Record::is_on) {
            let t = self.simulation.state().t;
            let ended = self
                .record
                .as_mut()
                .map_or(Ok(()), |r| r.end(&End::Interrupted));
            let folder = self
                .record
                .as_ref()
                .map(|r| r.folder().display().to_string());
            self.notes.push(format!(
                "A pull is no part of the scene: {} has the run up to t = {t:.4} s, before it.",
                folder.unwrap_or_default()
            ));
            self.check_record(ended);
        }
        if let Err(error) = self.simulation.step() {
            self.end_record(&End::Failed(error.clone()));
            self.notes.push(format!("Step {}: {error}", self.done + 1));
            return self.stand(Standing::Failed);
        }
        self.done += 1;
        self.shown = false;
        if self.board.viewers() == 0 {
            self.board.withdraw();
        }
        if let Some(record) = &mut self.record {
            let recorded = record.step(&self.simulation);
            self.check_record(recorded);
        }
        let (report, t) = (self.simulation.report(), self.simulation.state().t);
        let known = (self.simulation.system(), &self.opening.frictions);
        self.board.add(self.roll.step(known, report, t));
        self.books.add(&report.energy);
        if self.done >= self.steps {
            self.end_record(&End::Finished);
            self.stand(Standing::Finished);
        }
    }

    /// Applies the pull to the next step; whether there is one.
    fn apply_pull(&mut self) -> bool {
        let over = |pull: &Pull| pull.since.elapsed() > PULL;
        if self.standing == Standing::Playing && self.pull.as_ref().is_some_and(over)
            || self.board.viewers() == 0
        {
            self.pull = None;
        }
        let force = match &self.pull {
            None => Vec::new(),
            Some(Pull {
                body, point, force, ..
            }) => {
                let (system, state) = (self.simulation.system(), self.simulation.state());
                let mut push = motion::generalised(system, state, *body, *point, *force);
                let most = motion::acceleration(system, state, &push, *force);
                if most > LARGEST_PULL {
                    push.iter_mut().for_each(|f| *f *= LARGEST_PULL / most);
                }
                push
            }
        };
        // what was checked when it came cannot be wrong now, and a number that overflows is no pull
        if self.simulation.apply(&force).is_err() {
            self.pull = None;
            let _ = self.simulation.apply(&[]);
        }
        self.pull.is_some()
    }

    fn end_record(&mut self, end: &End) {
        let ended = self
            .record
            .as_mut()
            .map_or(Ok(()), |record| record.end(end));
        self.check_record(ended);
    }

    /// A record that cannot be written ends; the motion goes on.
    fn check_record(&mut self, result: Result<(), RunError>) {
        if let Err(error) = result {
            self.record = None;
            self.notes
                .push(format!("The run is not recorded any longer: {error}"));
        }
    }

    fn put_on_board(&mut self) {
        let page = Arc::new(std::mem::take(&mut self.opening.page));
        *self.page.lock().unwrap_or_else(|e| e.into_inner()) = page;
        self.board
            .begin(self.opening.description.clone().into_bytes());
        self.stand(self.standing);
    }

    fn stand(&mut self, standing: Standing) {
        self.standing = standing;
        let t = self.simulation.state().t;
        self.show_if_due(true);
        self.board.stand(standing, &self.notes.join(" "), t);
    }

    /// Puts the present state on the board if somebody looks and it is time, or at once.
    fn show_if_due(&mut self, at_once: bool) {
        let now = Instant::now();
        let due = now >= self.next_frame && self.board.viewers() > 0;
        if !at_once && (self.shown || !due) {
            return;
        }
        let beside = Beside {
            tracks: &self.opening.tracks,
            books: &self.books,
            moved: self.done > 0,
        };
        let roll = &self.roll;
        let bytes = self
            .frame
            .write(&self.simulation, beside, |c| roll.number(c));
        self.board.show(bytes);
        self.shown = true;
        let cost = now.elapsed();
        self.next_frame = now + FRAME.max(cost * SHARE);
    }

    /// Keeps what was done.
    fn close(mut self) -> Outcome {
        let whole = self.done >= self.steps;
        self.end_record(&End::Interrupted);
        self.board.close();
        Outcome {
            steps: self.done,
            planned: self.steps,
            finished: whole,
            failed: self.standing == Standing::Failed,
            recorded: self.record.and_then(|record| {
                let folder = record.folder().to_owned();
                record.summary.map(|summary| (folder, summary))
            }),
            notes: self.notes,
        }
    }
}

/// A scene with settings, ready to move; its sliders keep the ranges they had.
fn begin(
    show: &Show,
    set: &[String],
    sliders: &[Parameter],
) -> Result<(Scene, Simulation<BuiltIn>, Opening), String> {
    let scene = (show.read)(set)?;
    let opening = Opening::new(&scene, &(show.command)(set), sliders)?;
    let (system, state) = (scene.system.clone(), scene.initial.clone());
    let simulation = Simulation::new(system, state, scene.settings.clone());
    let simulation = simulation.map_err(|error| error.to_string())?;
    Ok((scene, simulation, opening))
}
