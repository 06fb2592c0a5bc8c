//! STL: 80 bytes of anything, a count, and 50 bytes a triangle; or text that begins with `solid`.

use super::weld::Weld;
use super::{Fault, Triangles, lines, three_numbers};

const HEADER: usize = 84;
const RECORD: usize = 50;

pub(super) fn read(bytes: &[u8]) -> Result<Triangles, Fault> {
    // binary files may begin with "solid" too, so their length decides
    let count = count(bytes);
    let records = bytes.len().saturating_sub(HEADER) / RECORD;
    let exact = count.is_some_and(|n| bytes.len() as u64 == HEADER as u64 + n * RECORD as u64);
    if exact {
        return binary(bytes);
    }
    let text = bytes.trim_ascii_start().starts_with(b"solid");
    match (text, count) {
        (true, _) => ascii(bytes),
        (false, Some(n)) if (records as u64) < n => Err((
            Some(format!("byte {}", bytes.len())),
            format!("the file ends after {records} of {n} triangles; copy or save it again"),
        )),
        (false, Some(n)) => Err((
            Some(format!("byte {}", HEADER as u64 + n * RECORD as u64)),
            format!(
                "the file goes on after its {n} triangles; save it again from the program that made it"
            ),
        )),
        (false, None) => Err((
            None,
            format!(
                "{} bytes are no STL file, which has 84 bytes before the first triangle; is it the right file?",
                bytes.len()
            ),
        )),
    }
}

/// How many triangles a binary file says it has.
fn count(bytes: &[u8]) -> Option<u64> {
    let four = bytes.get(80..HEADER)?.try_into().ok()?;
    Some(u64::from(u32::from_le_bytes(four)))
}

fn binary(bytes: &[u8]) -> Result<Triangles, Fault> {
    let mut weld = Weld::default();
    for (i, record) in bytes[HEADER..].chunks_exact(RECORD).enumerate() {
        // the normal comes first and follows from the corners
        let number = |k: usize| {
            let at = 12 + 4 * k;
            let four = [record[at], record[at + 1], record[at + 2], record[at + 3]];
            f64::from(f32::from_le_bytes(four))
        };
        let corners = [0, 3, 6].map(|k| [number(k), number(k + 1), number(k + 2)]);
        if let Some(k) = (0..9).find(|&k| !number(k).is_finite()) {
            let at = HEADER + i * RECORD + 12 + 4 * k;
            let fault = format!(
                "triangle {} has a corner that is not finite; save the mesh again from the program that made it",
                i + 1
            );
            return Err((Some(format!("byte {at}")), fault));
        }
        weld.add(corners);
    }
    weld.finish()
}

fn ascii(bytes: &[u8]) -> Result<Triangles, Fault> {
    let mut weld = Weld::default();
    let mut corners: Vec<[f64; 3]> = Vec::new();
    let mut last = 0;
    for (line, text) in lines(bytes) {
        let mut words = text.split_ascii_whitespace();
        let at = Some(format!("line {line}"));
        last = line;
        match words.next() {
            Some("vertex") => corners.push(three_numbers(line, &mut words, "a vertex")?),
            Some("endloop") => {
                let Ok(triangle) = <[[f64; 3]; 3]>::try_from(std::mem::take(&mut corners)) else {
                    let fault = "a facet has not 3 vertices; save the mesh as triangles";
                    return Err((at, fault.into()));
                };
                weld.add(triangle);
            }
            None | Some("solid" | "facet" | "outer" | "endfacet" | "endsolid") => {}
            Some(word) => {
                let word: String = word.chars().take(20).collect();
                let fault = format!(
                    "{word:?} is no word of an STL file; save it again from the program that made it"
                );
                return Err((at, fault));
            }
        }
    }
    match corners.is_empty() {
        true => weld.finish(),
        false => Err((
            Some(format!("line {last}")),
            "the file ends within a facet; copy or save it again".into(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "solid two\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\n\
                        endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex -0 0 0\nvertex 1 1 0\n\
                        vertex 0 1e0 0\nendloop\nendfacet\nendsolid two\n";

    fn binary_file(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
        let mut bytes = b"solid of a misleading name".to_vec();
        bytes.resize(80, 0);
        bytes.extend((triangles.len() as u32).to_le_bytes());
        for triangle in triangles {
            bytes.extend([0; 12]);
            bytes.extend(triangle.iter().flatten().flat_map(|x| x.to_le_bytes()));
            bytes.extend([0; 2]);
        }
        bytes
    }

    fn square() -> Vec<u8> {
        let [a, b, c, d] =
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|p| [p[0], p[1], 0.0]);
        binary_file(&[[a, b, c], [a, c, d]])
    }

    #[test]
    fn text_and_binary_give_the_same_welded_square() {
        let text = read(TEXT.as_bytes()).unwrap();
        assert_eq!(text, read(&square()).unwrap());
        assert_eq!(text.points.len(), 4);
        assert_eq!(text.triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn triangles_without_area_are_left_out() {
        let a = [0.0, 0.0, 0.0];
        let fault = read(&binary_file(&[[a, a, [1.0, 0.0, 0.0]]])).unwrap_err();
        assert!(fault.1.contains("no triangle with an area"), "{fault:?}");
    }

    #[test]
    fn broken_files_are_located() {
        let full = square();
        let mut endless = vec![b'x'; HEADER];
        endless[80..].copy_from_slice(&u32::MAX.to_le_bytes());
        let mut wild = full.clone();
        wild[HEADER + 12..HEADER + 16].copy_from_slice(&f32::NAN.to_le_bytes());
        let mut other = full.clone();
        other[0] = b'x';
        let longer = [&other[..], b"!"].concat();
        for (bytes, place, word) in [
            (&other[..other.len() - 3], Some("byte 181"), "after 1 of 2"),
            (&longer, Some("byte 184"), "goes on"),
            (&endless, Some("byte 84"), "after 0 of 4294967295"),
            (&wild, Some("byte 96"), "not finite"),
            (b"", None, "0 bytes are no STL"),
            (&TEXT.as_bytes()[..65], Some("line 5"), "ends within"),
            (
                TEXT.replace("vertex 1 0 0", "vertex 1 O 0").as_bytes(),
                Some("line 5"),
                "\"O\" is there",
            ),
            (
                TEXT.replace("vertex 1 0 0\n", "").as_bytes(),
                Some("line 6"),
                "not 3 vertices",
            ),
            (b"solid x\nhello\n", Some("line 2"), "\"hello\" is no word"),
        ] {
            let fault = read(bytes).unwrap_err();
            assert_eq!(fault.0.as_deref(), place, "{fault:?}");
            assert!(fault.1.contains(word), "{fault:?}");
        }
        for end in 0..full.len() {
            assert!(read(&full[..end]).is_err(), "{end}");
        }
    }
}
