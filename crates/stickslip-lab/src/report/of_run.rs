//! The page of a run folder.

use super::branches;
use super::columns::Columns;
use super::description::{Description, Event, EventKind, PageContact};
use super::error::ReportError;
use super::events;
use super::facts;
use super::frames::{Choice, LARGEST, chosen, first_stride};
use super::frictions::Frictions;
use super::motion::{self, Motions};
use super::page::{self, Connect};
use super::recorded::Recorded;
use super::scenery::Scenery;
use super::steps;
use super::touches::Touches;
use crate::export::{Drawable, drawables_at};
use crate::figure::Theme;
use crate::scene::BuiltIn;
use std::path::Path;
use stickslip::world::World;
use stickslip::{Mode, System as _};

/// With more contacts than this, only those that are seen are listed.
const MANY: usize = 2000;

/// A page, ready to be written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page {
    /// The file.
    pub html: String,
    /// How many states it shows.
    pub frames: usize,
    /// What was left out; empty if nothing was.
    pub thinned: String,
    /// Why the page does not tell all that there is to know of the run, if so.
    pub unknown: Option<&'static str>,
}

/// The page of the run in a folder.
pub fn of_run(folder: &Path, choice: Choice) -> Result<Page, ReportError> {
    within(folder, choice, LARGEST)
}

/// The page of the run in a folder with at most so many bytes, unless all digits are wanted.
fn within(folder: &Path, choice: Choice, largest: usize) -> Result<Page, ReportError> {
    let recorded = Recorded::read(folder)?;
    let (events, left_out, wanted) = events::of(&recorded);
    let states = recorded.run.t.len();
    let bodies = recorded
        .run
        .scene
        .system
        .coordinates()
        .velocities()
        .div_ceil(6);
    let mut stride = match choice.full {
        true => 1,
        false => first_stride(states, bodies, recorded.run.touches.len()),
    };
    loop {
        let view = View::new(&recorded, choice, stride, (&events, &wanted));
        let numbers = page::deflated(view.columns.bytes())?;
        let (description, columns, frames) = view.finish(&recorded, events.clone(), left_out);
        let html = page::filled_with(&description, &columns, &numbers, Connect::Nobody);
        if html.len() > largest && !choice.full && frames > 2 {
            // what is said does not shrink with the frames
            let (room, too_much) = (
                largest.saturating_sub(html.len() - coded(&numbers)),
                coded(&numbers),
            );
            stride = (stride * too_much)
                .div_ceil(room.max(largest / 10))
                .max(stride + 1);
            continue;
        }
        return Ok(Page {
            html,
            frames,
            thinned: description.thinned,
            unknown: recorded.unknown,
        });
    }
}

/// Bytes as base64.
fn coded(bytes: &[u8]) -> usize {
    bytes.len().div_ceil(3) * 4
}

/// The numbers of a page at one choice of frames.
struct View {
    frames: Vec<usize>,
    /// The numbers of the contacts that the page lists, ascending.
    contacts: Vec<usize>,
    columns: Columns,
    scenery: Scenery,
    description: Description,
    /// Whether the page will lie elsewhere than the run.
    apart: bool,
}

impl View {
    fn new(
        recorded: &Recorded,
        choice: Choice,
        stride: usize,
        (events, wanted): (&[Event], &[usize]),
    ) -> Self {
        let run = &recorded.run;
        let system = &run.scene.system;
        let frames = chosen(run.t.len(), stride, wanted);
        let t: Vec<f64> = frames.iter().map(|&i| run.t[i]).collect();
        let q: Vec<Vec<f64>> = frames.iter().map(|&i| run.q[i].clone()).collect();
        let v: Vec<Vec<f64>> = frames.iter().map(|&i| run.v[i].clone()).collect();
        let bodies = drawables_at(system, &t, &q);
        let moves = |body: usize| is_moving(&bodies[body], t.len());
        let tracks: Vec<usize> = (0..bodies.len()).filter(|&body| moves(body)).collect();
        let mut columns = Columns::default();
        let scenery = Scenery::new(&run.scene, &bodies, |body| !moves(body), Some(&mut columns));
        let motions = Motions {
            system,
            bodies: &bodies,
            tracks: &tracks,
            t: &t,
            q: &q,
            v: &v,
        };
        motions.write(choice.full, &mut columns);
        let step = 1e-5 * motion::size(&bodies, &tracks).max(1e-9);
        let mut touches = Touches::new(recorded, &frames, choice.full);
        let all = recorded.names.keys().next_back().map_or(0, |last| last + 1);
        let contacts = match all > MANY {
            true => touches.renumber(events.iter().filter_map(|event| event.contact)),
            false => (0..all).collect(),
        };
        touches.write(choice.full, step, &mut columns);
        let told = steps::write(recorded, choice.full, &mut columns);
        let description = Description {
            facts: facts::of_run(recorded, tracks.len()),
            plots: told.plots,
            theme: match choice.theme {
                Theme::Light => "light",
                Theme::Dark => "dark",
                _ => "",
            },
            thinned: match choice.full {
                true => String::new(),
                false => thinned(recorded, &frames, stride, told.kept),
            },
            ..Description::default()
        };
        Self {
            frames,
            contacts,
            columns,
            scenery,
            description,
            apart: choice.apart,
        }
    }

    fn finish(
        self,
        recorded: &Recorded,
        mut events: Vec<Event>,
        events_left_out: usize,
    ) -> (Description, Columns, usize) {
        let run = &recorded.run;
        let warnings = facts::warnings(recorded);
        for event in &mut events {
            let listed = |contact| self.contacts.binary_search(&contact).ok();
            event.contact = event.contact.and_then(listed);
        }
        for warning in &warnings {
            if let Some(t) = warning.t {
                events.push(Event {
                    t,
                    kind: EventKind::Warning,
                    text: warning.text.clone(),
                    contact: None,
                    size: 0.0,
                });
            }
        }
        events.sort_by(|a, b| a.t.total_cmp(&b.t));
        let (contacts, frictions) = contacts(recorded, &self.scenery, &self.contacts);
        let description = Description {
            title: run.scene.name.clone(),
            about: run.scene.about.trim().to_owned(),
            command: command(&run.folder),
            verdict: facts::verdict(recorded),
            warnings,
            events,
            events_left_out,
            branches: branches::of(recorded, &run.folder, self.apart),
            contacts,
            frictions: frictions.sets().to_vec(),
            bodies: self.scenery.bodies,
            meshes: self.scenery.meshes,
            joints: self.scenery.joints,
            gravity: self.scenery.gravity,
            modes: Mode::ALL.map(Mode::word).to_vec(),
            solvers: steps::solvers(),
            up: [0.0, 0.0, 1.0],
            parameters: facts::parameters(&run.scene),
            ..self.description
        };
        (description, self.columns, self.frames.len())
    }
}

/// Whether a body has a pose for each frame.
fn is_moving(body: &Drawable, frames: usize) -> bool {
    body.poses.len() == frames && (frames > 1 || body.colour.is_none())
}

/// What was left out, in words; empty if nothing was.
fn thinned(recorded: &Recorded, frames: &[usize], stride: usize, points: usize) -> String {
    let (states, steps) = (recorded.run.t.len(), recorded.run.step_t.len());
    let mut told = Vec::new();
    if frames.len() < states {
        told.push(format!(
            "1 in {stride} of the {states} recorded states, and those of the hardest impacts"
        ));
    }
    if frames.len() == states && states < steps {
        let every = recorded.run.scene.record_every;
        told.push(format!(
            "the run recorded 1 in {every} of its {steps} steps"
        ));
    }
    if points < steps {
        told.push(format!("plots keep the peaks of {steps} steps"));
    }
    if Touches::leaves_out(recorded, frames) {
        told.push("contacts without force are left out".into());
    }
    if Touches::keeps_strongest(recorded, frames) {
        told.push("of each state the strongest contacts".into());
    }
    told.join("; ")
}

/// The command that makes the same run again, as `run.toml` has it.
fn command(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("run.toml")).unwrap_or_default();
    let table: toml::Table = text.parse().unwrap_or_default();
    let words = table.get("command").and_then(toml::Value::as_array);
    let words = words.into_iter().flatten().filter_map(toml::Value::as_str);
    command_line(words.map(str::to_owned))
}

/// Words as a shell wants them.
pub fn command_line(words: impl IntoIterator<Item = String>) -> String {
    let quoted = |word: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_./=,:+".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    let words: Vec<String> = words.into_iter().map(quoted).collect();
    words.join(" ")
}

/// The listed contacts, and their friction sets.
fn contacts(
    recorded: &Recorded,
    scenery: &Scenery,
    listed: &[usize],
) -> (Vec<PageContact>, Frictions) {
    let numbers = scenery.numbers();
    let system = &recorded.run.scene.system;
    let mut frictions = Frictions::default();
    let of = |contact: usize| {
        let named = recorded.names.get(&contact);
        let bodies = named.and_then(|n| n.bodies.as_ref());
        let bodies = bodies.map_or([None; 2], |names| {
            names
                .each_ref()
                .map(|name| numbers.get(name.as_str()).copied())
        });
        let friction = match system {
            BuiltIn::World(world) => {
                let shapes = named.and_then(|n| n.shapes);
                let material =
                    |side: usize| material(world, bodies[side]?, shapes.map(|s| s[side]));
                let pair = material(0).zip(material(1));
                pair.and_then(|(a, b)| frictions.between(world, [a, b]))
            }
            _ => (system.contacts().get(contact)).map(|spec| frictions.add(&spec.friction)),
        };
        PageContact {
            name: named.map_or_else(String::new, |n| n.name.clone()),
            bodies,
            friction,
        }
    };
    (listed.iter().copied().map(of).collect(), frictions)
}

/// The material of a shape of a body. Runs of earlier versions do not say which shape it was; that is no matter where all are of one
/// material.
fn material(world: &World, body: usize, shape: Option<usize>) -> Option<usize> {
    let colliders = &world.model().bodies.get(body)?.colliders;
    match shape {
        Some(shape) => colliders.get(shape).map(|collider| collider.material),
        None => {
            let first = colliders.first()?.material;
            let same = colliders.iter().all(|c| c.material == first);
            same.then_some(first)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run;
    use crate::scene::catalogue;
    use crate::table::scratch::Scratch;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_page_that_would_be_too_large_shows_fewer_states() {
        const { assert!(LARGEST <= 15_000_000, "it can be mailed") };
        let scratch = Scratch::new();
        let folder = scratch.file("run");
        let scene = catalogue::find("four-balls").unwrap();
        run::scene(&scene, &folder, &AtomicBool::new(false), |_, _| {}).unwrap();
        let whole = of_run(&folder, Choice::default()).unwrap();
        assert_eq!(whole.thinned, "");
        // as if the limit were within its numbers, not all of which are those of states
        let recorded = Recorded::read(&folder).unwrap();
        let (events, _, wanted) = events::of(&recorded);
        let view = View::new(&recorded, Choice::default(), 1, (&events, &wanted));
        let numbers = coded(&page::deflated(view.columns.bytes()).unwrap());
        let limit = whole.html.len() - numbers / 8;
        let page = within(&folder, Choice::default(), limit).unwrap();
        assert!(page.html.len() <= limit, "{} of {limit}", page.html.len());
        assert!((2..whole.frames).contains(&page.frames), "{}", page.frames);
        assert!(page.thinned.contains("recorded states"), "{}", page.thinned);
        let full = Choice {
            full: true,
            ..Choice::default()
        };
        assert_eq!(within(&folder, full, limit).unwrap().frames, whole.frames);
    }
}
