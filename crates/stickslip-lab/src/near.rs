//! Slips of the finger: the known word nearest to one that is not known.

/// The candidate nearest to a word, if it is near.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = candidates
        .into_iter()
        .map(|key| (distance(word, key), key))
        .min()?;
    (near.0 <= 2 + word.len() / 5 && near.0 < near.1.len()).then_some(near.1)
}

/// Edit distance: insertions, deletions and replacements that turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_is_near() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(nearest("frction", ["mass", "friction"]), Some("friction"));
        assert_eq!(nearest("frction", ["mass", "length"]), None);
        // a short word is not near to everything
        assert_eq!(nearest("q", ["h"]), None);
    }
}
