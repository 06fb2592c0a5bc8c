//! What those who watch ask for.

use super::pull::Pull;
use super::{Engine, IDLE, begin};
use crate::live::board::Standing;
use crate::live::books::Books;
use crate::live::command::Command;
use crate::live::roll::Roll;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

/// Commands between two steps, so that no flood of them stops the motion.
const COMMANDS: usize = 32;

impl Engine {
    /// Obeys what has come, and waits for more until the next step is due; whether anybody can still ask.
    pub(super) fn obey_all(&mut self) -> bool {
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
            Command::Pull { body, point, to } => {
                if matches!(self.standing, Standing::Finished | Standing::Failed) {
                    return Err(self.over());
                }
                let names = &self.opening.names;
                let pull = Pull::new(&self.simulation, names, body, point, to)?;
                self.pull = Some(pull.after(self.pull));
            }
            Command::Release {} => self.pull = None,
            Command::Speed { value } => {
                let t = self.simulation.state().t;
                self.pace.set_speed(value, t, Instant::now());
                self.tell();
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

    pub(super) fn play(&mut self) {
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
}
