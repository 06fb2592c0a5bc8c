//! The numbers of a page: columns in the encodings of `docs/page-format.md`, one after the other.

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

/// What a stored number is worth: the same for all, or one for each place of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Scale {
    /// The same for all.
    One(f64),
    /// One for each place of a row.
    Each(Vec<f64>),
}

impl Scale {
    fn at(&self, place: usize) -> f64 {
        match self {
            Self::One(scale) => *scale,
            Self::Each(scales) => scales.get(place).copied().unwrap_or(1.0),
        }
    }
}

/// The types that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    F64,
    U32,
    U16,
    U8,
    I32,
    I16,
}

impl Kind {
    /// Bytes of a number.
    fn size(self) -> usize {
        match self {
            Self::F64 => 8,
            Self::U32 | Self::I32 => 4,
            Self::U16 | Self::I16 => 2,
            Self::U8 => 1,
        }
    }
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

    /// Numbers rounded to multiples of `scale`, in 16 or 32 bits. What is not finite becomes 0, what is out of reach the nearest
    /// that can be stored.
    pub fn rounded(
        &mut self,
        name: impl Into<String>,
        width: usize,
        values: &[f64],
        scale: Scale,
        against: Against<'_>,
    ) {
        let steps = |(i, x): (usize, &f64)| {
            let steps = (x / scale.at(i % width.max(1))).round();
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
        let bytes = packed(&stored, kind);
        let scale = Some(scale);
        self.add(
            name.into(),
            width,
            Stored { kind, bytes, scale },
            differences,
        );
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
        let bytes = packed(stored, kind);
        let scale = Some(Scale::One(scale));
        let differences = Differences {
            by: Some(owners),
            power: Some(power),
            ..Differences::default()
        };
        self.add(
            name.into(),
            width,
            Stored { kind, bytes, scale },
            differences,
        );
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
        let Stored { kind, bytes, scale } = stored;
        let room = self.bytes.len().next_multiple_of(ALIGN);
        self.bytes.resize(room, 0);
        let numbers = bytes.len() / kind.size();
        let entry = Entry {
            kind,
            width,
            count: numbers.checked_div(width).unwrap_or(0),
            offset: room,
            scale,
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

/// Numbers as bytes.
struct Stored {
    kind: Kind,
    bytes: Vec<u8>,
    scale: Option<Scale>,
}

impl Stored {
    /// Numbers that stand for themselves.
    fn plain(kind: Kind, bytes: Vec<u8>) -> Self {
        Self {
            kind,
            bytes,
            scale: None,
        }
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

/// The lowest bytes of whole numbers, which wrap around in their type.
fn packed(numbers: &[i64], kind: Kind) -> Vec<u8> {
    let size = kind.size();
    let mut bytes = Vec::with_capacity(numbers.len() * size);
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes()[..size]);
    }
    bytes
}

/// All lowest bytes, then all second ones, and so on.
fn planes(bytes: &[u8], size: usize) -> impl Iterator<Item = u8> {
    (0..size).flat_map(move |plane| bytes.iter().skip(plane).step_by(size).copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Decodes as the format says, written apart from the encoder: planes, differences, scale.
    fn decoded(columns: &Columns, name: &str) -> Vec<f64> {
        let table = columns.table();
        let about = &table[name];
        let number = |key: &str| about[key].as_u64().unwrap_or(0) as usize;
        let (width, count, offset) = (number("width"), number("count"), number("offset"));
        assert_eq!(offset % 8, 0);
        let kind = about["type"].as_str().unwrap();
        let size: usize = kind[1..].parse::<usize>().unwrap() / 8;
        let length = width * count;
        let source = &columns.bytes()[offset..offset + length * size];
        let raw = |i: usize| -> Vec<u8> {
            let at = |k: usize| match about["planes"].as_bool() {
                Some(true) => source[k * length + i],
                _ => source[i * size + k],
            };
            (0..size).map(at).collect()
        };
        if kind == "f64" {
            let whole = |i| f64::from_le_bytes(raw(i).try_into().unwrap());
            return (0..length).map(whole).collect();
        }
        let wrap = |x: i64| match kind {
            "u8" => i64::from(x as u8),
            "u16" => i64::from(x as u16),
            "u32" => i64::from(x as u32),
            "i16" => i64::from(x as i16),
            _ => i64::from(x as i32),
        };
        let mut stored: Vec<i64> = (0..length)
            .map(|i| {
                let word = raw(i).iter().rev().fold(0, |n, b| n << 8 | i64::from(*b));
                wrap(word)
            })
            .collect();
        let delta = number("delta");
        if delta > 0 {
            for i in delta..length {
                stored[i] = wrap(stored[i] + stored[i - delta]);
            }
        }
        let powers = about["power"].as_str().map(|name| decoded(columns, name));
        let power = |row: usize| powers.as_ref().map_or(0, |powers| powers[row] as i32);
        if let Some(by) = about["by"].as_str() {
            let owners = decoded(columns, by);
            for row in 0..count {
                let before = (0..row).rev().find(|&r| owners[r] == owners[row]);
                if let Some(before) = before {
                    for k in 0..width {
                        let there = match power(before) - power(row) {
                            by if by.abs() > 15 => 0,
                            by => (stored[before * width + k] as f64 * 2.0_f64.powi(by)).floor()
                                as i64,
                        };
                        let here = &mut stored[row * width + k];
                        *here = wrap(*here + there);
                    }
                }
            }
        }
        let scale = |place: usize| match &about["scale"] {
            Value::Array(list) => list[place].as_f64().unwrap(),
            Value::Null => 1.0,
            one => one.as_f64().unwrap(),
        };
        (0..length)
            .map(|i| stored[i] as f64 * scale(i % width) * 2.0_f64.powi(power(i / width)))
            .collect()
    }

    fn close(found: &[f64], expected: &[f64], within: f64) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() <= within, "{a} instead of {b}");
        }
    }

    #[test]
    fn exact_numbers_come_back_to_the_bit() {
        let values = [0.1, -2.5e300, f64::MIN_POSITIVE, 0.0, 1.0 / 3.0, -7.0];
        let mut columns = Columns::default();
        columns.counts("n", &[3], false);
        columns.exact("t", 3, &values);
        assert_eq!(decoded(&columns, "t"), values);
    }

    #[test]
    fn rounded_numbers_come_back_to_half_a_step() {
        let mut sequence = 1u64;
        let mut roll = || {
            sequence = sequence.wrapping_mul(6364136223846793005).wrapping_add(1);
            (sequence >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let (rows, width) = (200, 6);
        let values: Vec<f64> = (0..rows * width).map(|_| roll()).collect();
        let owners: Vec<u32> = (0..rows as u32).map(|i| i * i % 17).collect();
        for step in [1e-4, 1e-8] {
            for against in [
                Against::Nothing,
                Against::LastRow,
                Against::SameContact(&owners),
            ] {
                let mut columns = Columns::default();
                columns.counts(OWNERS, &owners, true);
                columns.rounded("x", width, &values, Scale::One(step), against);
                close(&decoded(&columns, "x"), &values, 0.51 * step);
                let kind = if step > 1e-6 { "i16" } else { "i32" };
                assert_eq!(columns.table()["x"]["type"], kind);
                let owners: Vec<f64> = owners.iter().map(|&x| f64::from(x)).collect();
                assert_eq!(decoded(&columns, OWNERS), owners);
            }
        }
    }

    #[test]
    fn each_place_may_have_its_own_step() {
        let values = [1.0, 100.0, -1.0, 300.0, 0.5, -200.0];
        let mut columns = Columns::default();
        let scale = Scale::Each(vec![1e-4, 1e-2]);
        columns.rounded("v", 2, &values, scale, Against::LastRow);
        close(&decoded(&columns, "v"), &values, 0.5e-2);
    }

    #[test]
    fn weak_rows_are_as_exact_as_strong_ones() {
        let mut sequence = 7u64;
        let mut roll = || {
            sequence = sequence.wrapping_mul(6364136223846793005).wrapping_add(1);
            (sequence >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let rows = 400;
        let owners: Vec<u32> = (0..rows as u32).map(|i| i * i % 13).collect();
        // sizes from 10⁻¹⁰ to 10², zeros, and what is no number
        let mut values: Vec<f64> = (0..rows)
            .flat_map(|row| {
                let size = 10.0_f64.powf(12.0 * roll() - 4.0);
                let size = if row % 19 == 0 { 0.0 } else { size };
                [roll() * size, roll() * size, roll() * size]
            })
            .collect();
        values[31] = f64::NAN;
        let mut columns = Columns::default();
        columns.counts(OWNERS, &owners, true);
        columns.floating("f", "f.power", 3, &values, &owners);
        let found = decoded(&columns, "f");
        values[31] = 0.0;
        for (a, b) in found.chunks(3).zip(values.chunks(3)) {
            let size = b.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            close(a, b, size / 4096.0);
        }
        assert_eq!(columns.table()["f"]["type"], "i16");
    }

    #[test]
    fn counts_take_the_smallest_type_and_differences_wrap() {
        for (values, kind) in [
            (vec![3, 255, 0, 7], "u8"),
            (vec![3, 256, 0, 65535], "u16"),
            (vec![70000, 0, 4_000_000_000, 1], "u32"),
            (vec![], "u8"),
        ] {
            for differences in [false, true] {
                let mut columns = Columns::default();
                columns.counts("c", &values, differences);
                assert_eq!(columns.table()["c"]["type"], kind);
                let expected: Vec<f64> = values.iter().map(|&x| f64::from(x)).collect();
                assert_eq!(decoded(&columns, "c"), expected);
            }
        }
    }

    #[test]
    fn what_is_not_finite_or_too_large_is_stored_as_something_that_is() {
        let mut columns = Columns::default();
        let values = [f64::NAN, f64::INFINITY, -1e300, 1.0];
        columns.rounded("x", 1, &values, Scale::One(0.5), Against::Nothing);
        let found = decoded(&columns, "x");
        assert_eq!(found[0], 0.0);
        assert!(found[1] > 1e9 && found[2] < -1e9);
        assert_eq!(found[3], 1.0);
    }
}
