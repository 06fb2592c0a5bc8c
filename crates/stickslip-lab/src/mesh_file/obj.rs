//! OBJ: lines `v x y z` and `f 1 2 3`. Faces with more corners become fans of triangles; everything else is passed over.

use super::weld::Weld;
use super::{Fault, Triangles, lines, three_numbers};

pub(super) fn read(bytes: &[u8]) -> Result<Triangles, Fault> {
    let mut points: Vec<[f64; 3]> = Vec::new();
    let mut weld = Weld::default();
    for (line, text) in lines(bytes) {
        let code = text.split('#').next().unwrap_or("");
        let mut words = code.split_ascii_whitespace();
        match words.next() {
            Some("v") => points.push(three_numbers(line, &mut words, "a vertex")?),
            Some("f") => {
                let corner = |word: &str| corner(line, word, &points);
                let corners: Vec<[f64; 3]> = words.map(corner).collect::<Result<_, _>>()?;
                if corners.len() < 3 {
                    let fault = format!("a face has {} corners; it needs 3", corners.len());
                    return Err((Some(format!("line {line}")), fault));
                }
                for pair in corners[1..].windows(2) {
                    weld.add([corners[0], pair[0], pair[1]]);
                }
            }
            _ => {}
        }
    }
    weld.finish()
}

/// The corner of a face: `7`, `7/1/2`, `7//2`, or counted back from the last, `-1`.
fn corner(line: usize, word: &str, points: &[[f64; 3]]) -> Result<[f64; 3], Fault> {
    let number = word.split('/').next().unwrap_or("");
    let index = match number.parse::<i64>() {
        Ok(n) if n > 0 => usize::try_from(n - 1).ok(),
        Ok(n) if n < 0 => usize::try_from(n.unsigned_abs())
            .ok()
            .and_then(|back| points.len().checked_sub(back)),
        _ => None,
    };
    index.and_then(|i| points.get(i)).copied().ok_or_else(|| {
        let word: String = word.chars().take(20).collect();
        let fault = format!(
            "a face names corner {word:?}, and there are {} before it, counted from 1; save the mesh again from the \
             program that made it",
            points.len()
        );
        (Some(format!("line {line}")), fault)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_triangulated_and_corners_counted_both_ways() {
        let text = "# a square\no square\nv 0 0 0 1.0\nv 1 0 0\r\nv 1 1 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1/1 3//1 -1\n";
        let mesh = read(text.as_bytes()).unwrap();
        assert_eq!(mesh.points.len(), 4);
        assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn broken_files_are_located() {
        for (text, place, word) in [
            ("v 0 0\n", Some("line 1"), "the line ends"),
            ("v 0 0 inf\n", Some("line 1"), "\"inf\" is there"),
            ("v 0 0 0\nf 1 1\n", Some("line 2"), "has 2 corners"),
            ("v 0 0 0\nf 1 2 3\n", Some("line 2"), "corner \"2\""),
            ("v 0 0 0\nf 0 1 1\n", Some("line 2"), "corner \"0\""),
            ("v 0 0 0\nf -2 1 1\n", Some("line 2"), "corner \"-2\""),
            ("v 0 0 0\nf x 1 1\n", Some("line 2"), "corner \"x\""),
            ("\u{1F600}\n", None, "no triangle"),
            (
                "f -9223372036854775808 1 1\n",
                Some("line 1"),
                "there are 0 before",
            ),
        ] {
            let fault = read(text.as_bytes()).unwrap_err();
            assert_eq!(fault.0.as_deref(), place, "{fault:?}");
            assert!(fault.1.contains(word), "{fault:?}");
        }
    }
}
