//! The contacts of the frames as columns.

use super::columns::{Against, Columns, OWNERS, Scale};
use super::recorded::Recorded;
use stickslip::Mode;

/// Directions are rounded to this (1).
const DIRECTION: f64 = 1.0 / 4096.0;
/// Slips are rounded to this part of the size below which nearly all are (1).
const PART: f64 = 1.0 / 4096.0;
/// Of a frame so many of the strongest contacts are kept, more than the 3D view shows at once.
pub(super) const STRONGEST: usize = 4000;
/// With more rows than this, contacts without force are left out.
const MOST_WITH_OPEN: usize = 300_000;

/// Rows of contacts, frame after frame.
#[derive(Default)]
pub(super) struct Touches {
    start: Vec<u32>,
    contact: Vec<u32>,
    mode: Vec<u32>,
    point: Vec<f64>,
    normal: Vec<f64>,
    tangent: Vec<f64>,
    force: Vec<f64>,
    slip: Vec<f64>,
    gap: Vec<f64>,
}

impl Touches {
    /// Of the recorded states that are shown.
    pub(super) fn new(recorded: &Recorded, frames: &[usize], full: bool) -> Self {
        let mut touches = Self {
            start: vec![0],
            ..Self::default()
        };
        let many = Self::leaves_out(recorded, frames) && !full;
        for &frame in frames {
            let told = |row: &usize| &recorded.run.touches[*row];
            let mut rows: Vec<usize> = recorded.rows(frame).collect();
            if many {
                rows.retain(|row| told(row).mode != Mode::Separating);
            }
            if rows.len() > STRONGEST && !full {
                let force = |row: &usize| told(row).impulse[0] / told(row).h;
                rows.sort_by(|a, b| force(b).total_cmp(&force(a)));
                rows.truncate(STRONGEST);
                rows.sort_unstable();
            }
            for row in rows {
                let told = told(&row);
                let Some(touch) = recorded.touch(row) else {
                    continue;
                };
                touches.contact.push(told.id as u32);
                let mode = Mode::ALL.iter().position(|m| *m == told.mode);
                touches.mode.push(mode.unwrap_or(0) as u32);
                touches.point.extend(touch.point);
                touches.normal.extend(touch.normal);
                touches.tangent.extend(touch.tangent);
                touches.force.extend(touch.force);
                touches.slip.extend(touch.slip(recorded.velocity(row)));
                touches.gap.push(recorded.gap(row));
            }
            touches.start.push(touches.contact.len() as u32);
        }
        touches
    }

    /// The contacts that have rows, and some more, ascending; rows are renumbered by their places in the list.
    pub(super) fn renumber(&mut self, more: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut used: Vec<usize> = self.contact.iter().map(|&c| c as usize).collect();
        used.extend(more);
        used.sort_unstable();
        used.dedup();
        let mut places = vec![0_u32; used.last().map_or(0, |last| last + 1)];
        for (place, &contact) in used.iter().enumerate() {
            places[contact] = place as u32;
        }
        for contact in &mut self.contact {
            *contact = places[*contact as usize];
        }
        used
    }

    /// Whether some of the frames have more contacts than are kept.
    pub(super) fn keeps_strongest(recorded: &Recorded, frames: &[usize]) -> bool {
        frames.iter().any(|&f| recorded.rows(f).len() > STRONGEST)
    }

    /// Whether contacts without force were left out of so many frames.
    pub(super) fn leaves_out(recorded: &Recorded, frames: &[usize]) -> bool {
        frames
            .iter()
            .map(|&f| recorded.rows(f).len())
            .sum::<usize>()
            > MOST_WITH_OPEN
    }

    /// Adds `touch.*`; places are rounded to `step` (m).
    pub(super) fn write(&self, full: bool, step: f64, columns: &mut Columns) {
        columns.counts("touch.start", &self.start, true);
        columns.counts(OWNERS, &self.contact, true);
        columns.counts("touch.mode", &self.mode, false);
        let vectors = [
            ("touch.point", &self.point, step),
            ("touch.normal", &self.normal, DIRECTION),
            ("touch.tangent", &self.tangent, DIRECTION),
            ("touch.slip", &self.slip, PART * large(&self.slip)),
        ];
        for (name, values, scale) in vectors {
            match full {
                true => columns.exact(name, 3, values),
                false => {
                    let against = Against::SameContact(&self.contact);
                    columns.rounded(name, 3, values, Scale::One(scale), against);
                }
            }
        }
        // the share of the friction limit that a weak contact uses is as exact as that of a strong one
        match full {
            true => columns.exact("touch.force", 3, &self.force),
            false => columns.floating("touch.force", "touch.power", 3, &self.force, &self.contact),
        }
        match full {
            true => columns.exact("touch.gap", 1, &self.gap),
            false => {
                let against = Against::SameContact(&self.contact);
                columns.rounded("touch.gap", 1, &self.gap, Scale::One(0.1 * step), against);
            }
        }
    }
}

/// A size below which 95 of 100 numbers that are not zero are, and at least a hundred-thousandth of the largest; 1 if all are zero.
fn large(values: &[f64]) -> f64 {
    let sizes = values.iter().map(|x| x.abs());
    let mut sizes: Vec<f64> = sizes.filter(|x| *x > 0.0 && x.is_finite()).collect();
    let Some(most) = sizes.iter().copied().reduce(f64::max) else {
        return 1.0;
    };
    let at = (sizes.len() * 95 / 100).min(sizes.len() - 1);
    let (_, usual, _) = sizes.select_nth_unstable_by(at, f64::total_cmp);
    usual.max(1e-5 * most)
}
