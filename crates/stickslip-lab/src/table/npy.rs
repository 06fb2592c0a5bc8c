//! The NPY format, one array of f64: a magic word, a header that is a Python dictionary, the numbers.
//! Described in numpy's `lib/format` documentation.

use super::array::{Array, Shape};
use super::error::Fault;

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The bytes of one `.npy` file, version 1.0, little endian, row after row.
pub(super) fn encode(array: &Array) -> Vec<u8> {
    let mut bytes = header(array.shape());
    bytes.reserve_exact(8 * array.data().len());
    for value in array.data() {
        bytes.extend_from_slice(&value.to_le_bytes());
    }
    bytes
}

/// What stands before the numbers.
pub(super) fn header(shape: Shape) -> Vec<u8> {
    let shape = match shape {
        Shape::Vector(length) => format!("({length},)"),
        Shape::Matrix { rows, columns } => format!("({rows}, {columns})"),
    };
    let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
    // the numbers must begin at a multiple of 64, so that the file can be mapped to memory
    let prefix = MAGIC.len() + 4;
    let padded = (prefix + header.len() + 1).next_multiple_of(64);
    header.extend(std::iter::repeat_n(' ', padded - prefix - header.len() - 1));
    header.push('\n');

    let mut bytes = Vec::with_capacity(padded);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&[1, 0]);
    // a header with two numbers is far below the 65535 of version 1.0
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes
}

/// The array in the bytes of one `.npy` file. A single number (no dimensions) becomes a vector of length one.
pub(super) fn decode(name: &str, bytes: &[u8]) -> Result<Array, Fault> {
    let damaged = |reason: &str| Fault::Damaged {
        array: name.to_owned(),
        reason: reason.to_owned(),
    };

    // magic word, version, length of the header
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or_else(|| damaged("no NPY header"))?;
    let (header, numbers) = split_header(rest).ok_or_else(|| damaged("header cut off"))?;

    // the three entries of the dictionary
    let descr = entry(header, "descr").ok_or_else(|| damaged("header without descr"))?;
    if descr.trim_matches(['\'', '"']) != "<f8" {
        let descr = descr.trim_matches(['\'', '"']).to_owned();
        return Err(Fault::Type {
            array: name.to_owned(),
            descr,
        });
    }
    let by_columns = match entry(header, "fortran_order") {
        Some("True") => true,
        Some("False") => false,
        _ => return Err(damaged("header without fortran_order")),
    };
    let extents = entry(header, "shape").and_then(extents);
    let shape = match extents.ok_or_else(|| damaged("header without shape"))?[..] {
        [] => Shape::Vector(1),
        [length] => Shape::Vector(length),
        [rows, columns] => Shape::Matrix { rows, columns },
        ref more => {
            return Err(Fault::Dimensions {
                array: name.to_owned(),
                dimensions: more.len(),
            });
        }
    };

    // as many numbers as the shape says, compared without overflow
    let (values, leftover) = numbers.as_chunks::<8>();
    let expected = match shape {
        Shape::Vector(length) => Some(length),
        Shape::Matrix { rows, columns } => rows.checked_mul(columns),
    };
    if expected != Some(values.len()) || !leftover.is_empty() {
        return Err(damaged("the numbers do not fill the shape"));
    }
    let data: Vec<f64> = values
        .iter()
        .map(|value| f64::from_le_bytes(*value))
        .collect();
    let data = if by_columns {
        transposed(shape, data)
    } else {
        data
    };
    Ok(Array::from_parts(name.to_owned(), shape, data))
}

/// Header text and numbers, by the version's width of the length field.
fn split_header(rest: &[u8]) -> Option<(&str, &[u8])> {
    let (version, rest) = rest.split_first_chunk::<2>()?;
    let (length, rest) = if version[0] == 1 {
        let (length, rest) = rest.split_first_chunk::<2>()?;
        (usize::from(u16::from_le_bytes(*length)), rest)
    } else {
        let (length, rest) = rest.split_first_chunk::<4>()?;
        (usize::try_from(u32::from_le_bytes(*length)).ok()?, rest)
    };
    let (header, numbers) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(header).ok()?, numbers))
}

/// The text of an entry of the dictionary, up to the comma that ends it.
fn entry<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let after = &header[header.find(&format!("'{key}'"))? + key.len() + 2..];
    let value = after.trim_start().strip_prefix(':')?.trim_start();
    let end = match value.find('(') {
        Some(0) => value.find(')')? + 1,
        _ => value.find([',', '}'])?,
    };
    Some(value[..end].trim())
}

/// The numbers in `(3, 4)`, `(3,)` or `()`.
fn extents(shape: &str) -> Option<Vec<usize>> {
    let inside = shape.strip_prefix('(')?.strip_suffix(')')?;
    let parts = inside
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

/// Rows one after the other, from columns one after the other.
fn transposed(shape: Shape, data: Vec<f64>) -> Vec<f64> {
    let Shape::Matrix { rows, columns } = shape else {
        return data;
    };
    (0..rows)
        .flat_map(|i| (0..columns).map(move |j| i + j * rows))
        .map(|k| data[k])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with the given header and numbers, as another program might write it.
    fn foreign(version: u8, header: &str, numbers: &[f64]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&[version, 0]);
        match version {
            1 => bytes.extend_from_slice(&(header.len() as u16).to_le_bytes()),
            _ => bytes.extend_from_slice(&(header.len() as u32).to_le_bytes()),
        }
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    #[test]
    fn there_and_back() {
        let arrays = [
            Array::vector("v", vec![0.1, f64::MIN_POSITIVE, -0.0]),
            Array::vector("none", vec![]),
            Array::matrix("m", 2, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap(),
            Array::matrix("flat", 5, vec![]).unwrap(),
        ];
        for array in arrays {
            let bytes = encode(&array);
            assert_eq!((bytes.len() - 8 * array.data().len()) % 64, 0);
            assert_eq!(decode(array.name(), &bytes).unwrap(), array);
        }
    }

    #[test]
    fn other_writers_are_understood() {
        let by_columns = "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }\n";
        for version in [1, 2, 3] {
            let bytes = foreign(version, by_columns, &[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
            let array = decode("a", &bytes).unwrap();
            assert_eq!(array.data(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        }
        let single = "{'shape':(),'fortran_order':False,'descr':'<f8'}";
        assert_eq!(
            decode("a", &foreign(1, single, &[7.0])).unwrap().shape(),
            Shape::Vector(1)
        );
    }

    #[test]
    fn faults_name_the_array() {
        let whole = encode(&Array::vector("a", vec![1.0, 2.0]));
        for end in 0..whole.len() {
            let error = decode("speed", &whole[..end]).unwrap_err().to_string();
            assert!(
                error.contains("`speed`") && error.contains("damaged"),
                "{error}"
            );
        }
        let said = |header: &str| {
            decode("speed", &foreign(1, header, &[]))
                .unwrap_err()
                .to_string()
        };
        let integers = said("{'descr': '<i4', 'fortran_order': False, 'shape': (0,), }");
        assert!(
            integers.contains("`speed`") && integers.contains("`<i4`"),
            "{integers}"
        );
        let solid = said("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }");
        assert!(solid.contains("3 dimensions"), "{solid}");
        // an extent beyond all memory is compared, never allocated
        let huge = format!(
            "{{'descr': '<f8', 'fortran_order': False, 'shape': ({0}, {0}), }}",
            usize::MAX
        );
        assert!(said(&huge).contains("damaged"));
    }
}
