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
}

impl Stored {
    /// Numbers that stand for themselves.
    pub(super) fn plain(kind: Kind, bytes: Vec<u8>) -> Self {
        Self {
            kind,
            bytes,
            scale: None,
        }
    }
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
