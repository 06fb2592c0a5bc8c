//! The simulation of a live view, in a thread of its own: paced, steered (`obey`, `pull`), recorded, and shown on the board.

mod obey;
mod pull;

use super::board::{Board, Standing};
use super::books::Books;
use super::describe::Opening;
use super::frame::{Beside, Frame};
use super::pace::Pace;
use super::record::Record;
use super::roll::Roll;
use super::server::{Ask, Page};
use super::{Outcome, Show};
use crate::report::Parameter;
use crate::run::{End, RunError};
use crate::scene::{BuiltIn, Scene};
use pull::Pull;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use stickslip::Simulation;

/// Frames are no more often than this.
const FRAME: Duration = Duration::from_millis(20);
/// And making them takes no more than one part in so many of the time.
const SHARE: u32 = 5;
/// How often it looks around while nothing moves.
const IDLE: Duration = Duration::from_millis(50);
/// The simulation, and all that goes with it.
pub(in crate::live) struct Engine {
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
    pub(in crate::live) fn new(
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
    pub(in crate::live) fn open(&mut self) -> Result<(), RunError> {
        if let Some(record) = &mut self.record {
            record.claim(&self.scene.name)?;
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

    /// Where it is recorded.
    pub(in crate::live) fn folder(&self) -> Option<PathBuf> {
        let record = self.record.as_ref();
        record.map(|record| record.folder().to_owned())
    }

    /// Runs until it is stopped.
    pub(in crate::live) fn run(mut self) -> Outcome {
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

    /// How long until the next step is due.
    fn wait(&mut self) -> Duration {
        let next = self.simulation.state().t + self.simulation.settings().step;
        self.pace.until(next, Instant::now())
    }

    /// One step, and what follows from it.
    fn step(&mut self) {
        let playing = self.standing == Standing::Playing;
        let pulled = pull::apply(
            &mut self.pull,
            &mut self.simulation,
            (playing, self.board.viewers() > 0),
        );
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
            self.tell();
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
            self.tell();
        }
    }

    /// Tells those who watch how it stands.
    fn tell(&self) {
        let t = self.simulation.state().t;
        let speed = self.pace.speed();
        self.board
            .stand(self.standing, &self.notes.join(" "), speed, t);
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
        self.show_if_due(true);
        self.tell();
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
