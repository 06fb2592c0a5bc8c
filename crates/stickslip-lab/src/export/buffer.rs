//! The numbers of a glTF file: one run of bytes, with views and accessors that say what is where.

use serde_json::{Value, json};

/// Component types of glTF.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
/// Targets of buffer views.
const ARRAY: u32 = 34962;
const ELEMENT_ARRAY: u32 = 34963;

/// Bytes, views and accessors.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
}

impl Buffer {
    /// Corners or normals; the index of the accessor.
    pub(super) fn vertices(&mut self, list: &[[f32; 3]]) -> usize {
        self.floats(list, Some(ARRAY))
    }

    /// Keyframes: times (`N` = 1), places (3) or turns (4).
    pub(super) fn keyframes<const N: usize>(&mut self, list: &[[f32; N]]) -> usize {
        self.floats(list, None)
    }

    /// Indices of corners, in two bytes each where that is enough.
    pub(super) fn indices(&mut self, list: &[u32]) -> usize {
        let short = list.iter().all(|&i| i < u32::from(u16::MAX));
        let bytes: Vec<u8> = match short {
            true => list
                .iter()
                .flat_map(|&i| (i as u16).to_le_bytes())
                .collect(),
            false => list.iter().flat_map(|i| i.to_le_bytes()).collect(),
        };
        let view = self.view(&bytes, Some(ELEMENT_ARRAY));
        let component = if short { UNSIGNED_SHORT } else { UNSIGNED_INT };
        self.accessor(json!({
            "bufferView": view,
            "componentType": component,
            "count": list.len(),
            "type": "SCALAR",
        }))
    }

    fn floats<const N: usize>(&mut self, list: &[[f32; N]], target: Option<u32>) -> usize {
        let bytes: Vec<u8> = list
            .iter()
            .flatten()
            .flat_map(|x| x.to_le_bytes())
            .collect();
        let view = self.view(&bytes, target);
        let bound = |start: f32, choose: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..N)
                .map(|i| list.iter().map(|x| x[i]).fold(start, choose))
                .collect()
        };
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][N - 1];
        self.accessor(json!({
            "bufferView": view,
            "componentType": FLOAT,
            "count": list.len(),
            "type": kind,
            "min": bound(f32::INFINITY, f32::min),
            "max": bound(f32::NEG_INFINITY, f32::max),
        }))
    }

    /// Appends bytes at a multiple of four; the index of their view.
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({
            "buffer": 0,
            "byteOffset": self.bytes.len(),
            "byteLength": bytes.len(),
        });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.bytes.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}
