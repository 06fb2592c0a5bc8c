//! The numbers of a page: columns in the encodings of `docs/page-format.md`, one after the other.

mod numbers;

pub use numbers::Scale;

use numbers::{Kind, Stored, far_origin, packed, planes};
use serde::Serialize;
use std::collections::BTreeMap;

/// Columns begin at multiples of this (bytes).
const ALIGN: usize = 8;

/// Columns of numbers, and where each is among the bytes.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    bytes: Vec<u8>,
    table: BTreeMap<String, Entry>,
}

/// How a column is stored.
#[derive(Clone, Debug, Serialize)]
struct Entry {
    #[serde(rename = "type")]
    kind: Kind,
    width: usize,
    count: usize,
    offset: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<Scale>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "is_zero")]
    delta: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    power: Option<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    planes: bool,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !b
}

/// What a stored number is the difference to.
#[derive(Clone, Copy, Debug)]
pub enum Against<'a> {
    /// Nothing: it stands as it is.
    Nothing,
    /// The same place of the row before.
    LastRow,
    /// The same place of the last row of the same contact, whose numbers are given.
    SameContact(&'a [u32]),
}

/// The column that [`Against::SameContact`] refers to.
pub(super) const OWNERS: &str = "touch.contact";

impl Columns {
    /// Numbers with all their digits.
    pub fn exact(&mut self, name: impl Into<String>, width: usize, values: &[f64]) {
        let bytes = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.add(
            name.into(),
            width,
            Stored::plain(Kind::F64, bytes),
            Differences::default(),
        );
    }

    /// Whole numbers that are not negative, in the smallest type that holds them, as differences to the one before if wanted.
    pub fn counts(&mut self, name: impl Into<String>, values: &[u32], differences: bool) {
        let most = values.iter().max().copied().unwrap_or(0);
        let kind = match most {
            0..=0xff => Kind::U8,
            0x100..=0xffff => Kind::U16,
            _ => Kind::U32,
        };
        let delta = usize::from(differences);
        let mut stored: Vec<i64> = values.iter().map(|&x| i64::from(x)).collect();
        if differences {
            for i in (1..stored.len()).rev() {
                stored[i] -= stored[i - 1];
            }
        }
        let bytes = packed(&stored, kind);
        let differences = Differences {
            delta,
            ..Differences::default()
        };
        self.add(name.into(), 1, Stored::plain(kind, bytes), differences);
    }

    /// Indices such as those of triangles.
    pub fn indices(&mut self, name: impl Into<String>, width: usize, values: &[u32]) {
        let stored: Vec<i64> = values.iter().map(|&x| i64::from(x)).collect();
        let bytes = packed(&stored, Kind::U32);
        self.add(
            name.into(),
            width,
            Stored::plain(Kind::U32, bytes),
            Differences::default(),
        );
    }

    /// Numbers rounded to multiples of `scale`, in 16 or 32 bits, counted from 0 or, where that is far away, from the middle of those in
    /// their place of a row. What is not finite becomes what is counted from, what is out of reach the nearest that can be stored.
    pub fn rounded(
        &mut self,
        name: impl Into<String>,
        width: usize,
        values: &[f64],
        scale: Scale,
        against: Against<'_>,
    ) {
        let origin = far_origin(values, width, &scale);
        let steps = |(i, x): (usize, &f64)| {
            let place = i % width.max(1);
            let from = origin.as_ref().map_or(0.0, |origin| origin[place]);
            let steps = ((x - from) / scale.at(place)).round();
            steps.clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i64
        };
        let whole: Vec<i64> = values.iter().enumerate().map(steps).collect();
        let small = |x: &i64| i16::try_from(*x).is_ok();
        let kind = match whole.iter().all(small) {
            true => Kind::I16,
            false => Kind::I32,
        };
        let mut stored = whole.clone();
        let mut differences = Differences::default();
        match against {
            Against::Nothing => {}
            Against::LastRow => {
                differences.delta = width;
                for i in width..whole.len() {
                    stored[i] = whole[i] - whole[i - width];
                }
            }
            Against::SameContact(owners) => {
                differences.by = Some(OWNERS);
                let most = owners.iter().max().map_or(0, |&m| m as usize + 1);
                let mut last: Vec<Option<usize>> = vec![None; most];
                for (row, &owner) in owners.iter().enumerate() {
                    if let Some(before) = last[owner as usize].replace(row) {
                        for k in 0..width {
                            stored[row * width + k] -= whole[before * width + k];
                        }
                    }
                }
            }
        }
        let stored = Stored {
            kind,
            bytes: packed(&stored, kind),
            scale: Some(scale),
            origin,
        };
        self.add(name.into(), width, stored, differences);
    }

    /// Whole numbers of 16 bits, in units of scale · 2^power of each row, as differences to the last row of the same owner.
    pub(super) fn whole_with_powers(
        &mut self,
        name: &'static str,
        width: usize,
        stored: &[i64],
        (scale, power, owners): (f64, &'static str, &'static str),
    ) {
        let kind = Kind::I16;
        let stored = Stored {
            kind,
            bytes: packed(stored, kind),
            scale: Some(Scale::One(scale)),
            origin: None,
        };
        let differences = Differences {
            by: Some(owners),
            power: Some(power),
            ..Differences::default()
        };
        self.add(name.into(), width, stored, differences);
    }

    /// All bytes, not compressed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the description says of them.
    pub fn table(&self) -> serde_json::Value {
        serde_json::to_value(&self.table).unwrap_or_default()
    }

    /// Whether there is a column of that name.
    pub fn has(&self, name: &str) -> bool {
        self.table.contains_key(name)
    }

    fn add(&mut self, name: String, width: usize, stored: Stored, differences: Differences) {
        let Stored {
            kind,
            bytes,
            scale,
            origin,
        } = stored;
        let room = self.bytes.len().next_multiple_of(ALIGN);
        self.bytes.resize(room, 0);
        let numbers = bytes.len() / kind.size();
        let entry = Entry {
            kind,
            width,
            count: numbers.checked_div(width).unwrap_or(0),
            offset: room,
            scale,
            origin,
            delta: differences.delta,
            by: differences.by,
            power: differences.power,
            planes: kind.size() > 1,
        };
        match entry.planes {
            true => self.bytes.extend(planes(&bytes, kind.size())),
            false => self.bytes.extend(bytes),
        }
        self.table.insert(name, entry);
    }
}

/// What stored numbers are differences to.
#[derive(Clone, Copy, Debug, Default)]
struct Differences {
    delta: usize,
    by: Option<&'static str>,
    /// The column of the powers of two of rows.
    power: Option<&'static str>,
}

#[cfg(test)]
mod tests;
