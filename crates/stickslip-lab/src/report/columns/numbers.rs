//! Numbers as the bytes of a column: their types, what one is worth, and the order of their bytes.

use serde::Serialize;

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
    pub(super) fn at(&self, place: usize) -> f64 {
        match self {
            Self::One(scale) => *scale,
            Self::Each(scales) => scales.get(place).copied().unwrap_or(1.0),
        }
    }
}

/// Half of what whole numbers of 32 bits reach (steps).
const REACH: f64 = (1 << 30) as f64;

/// The types that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    F64,
    U32,
    U16,
    U8,
    I32,
    I16,
}

impl Kind {
    /// Bytes of a number.
    pub(super) fn size(self) -> usize {
        match self {
            Self::F64 => 8,
            Self::U32 | Self::I32 => 4,
            Self::U16 | Self::I16 => 2,
            Self::U8 => 1,
        }
    }
}

/// Numbers as bytes.
pub(super) struct Stored {
    pub(super) kind: Kind,
    pub(super) bytes: Vec<u8>,
    pub(super) scale: Option<Scale>,
    /// What is counted from, a number for each place of a row, if that is not 0.
    pub(super) origin: Option<Vec<f64>>,
}

impl Stored {
    /// Numbers that stand for themselves.
    pub(super) fn plain(kind: Kind, bytes: Vec<u8>) -> Self {
        Self {
            kind,
            bytes,
            scale: None,
            origin: None,
        }
    }
}

/// The middle of the numbers of each place of a row, where one is so many steps away from 0 that whole numbers of 32 bits may not reach it.
pub(super) fn far_origin(values: &[f64], width: usize, scale: &Scale) -> Option<Vec<f64>> {
    let is_far = |place: usize, x: &f64| (x / scale.at(place)).abs() > REACH;
    let mut all = values.iter().enumerate();
    if !all.any(|(i, x)| is_far(i % width.max(1), x)) {
        return None;
    }
    let middle = |place: usize| {
        let own = values.iter().skip(place).step_by(width);
        let mut own: Vec<f64> = own.copied().filter(|x| x.is_finite()).collect();
        let half = own.len() / 2;
        match own.is_empty() {
            true => 0.0,
            false => *own.select_nth_unstable_by(half, f64::total_cmp).1,
        }
    };
    let origin: Vec<f64> = (0..width).map(middle).collect();
    let far = origin.iter().enumerate().any(|(place, x)| is_far(place, x));
    far.then_some(origin)
}

/// The lowest bytes of whole numbers, which wrap around in their type.
pub(super) fn packed(numbers: &[i64], kind: Kind) -> Vec<u8> {
    let size = kind.size();
    let mut bytes = Vec::with_capacity(numbers.len() * size);
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes()[..size]);
    }
    bytes
}

/// All lowest bytes, then all second ones, and so on.
pub(super) fn planes(bytes: &[u8], size: usize) -> impl Iterator<Item = u8> {
    (0..size).flat_map(move |plane| bytes.iter().skip(plane).step_by(size).copied())
}
