//! Which of the recorded states a page shows, and how finely.

use crate::figure::Theme;

/// How a run is put into a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// All digits and all recorded states.
    pub full: bool,
    /// Colours.
    pub theme: Theme,
    /// The page will lie elsewhere than the run, so that it cannot name the pages of other branches by their places.
    pub apart: bool,
}

/// A page should not have more bytes.
pub(super) const LARGEST: usize = 14_800_000;
/// Compressed numbers should not have more: base64 adds a third, and there are words too.
const BUDGET: usize = 10_000_000;
/// More states than this are not worth showing: hundreds a second.
const MOST: usize = 6000;
/// Bytes that a body and a contact take in a frame after compression, about.
const BODY: usize = 9;
const TOUCH: usize = 6;

/// The first choice of every how many states to show.
pub(super) fn first_stride(states: usize, bodies: usize, touches: usize) -> usize {
    let touches = touches.min(states * super::touches::STRONGEST);
    let bytes = states * bodies * BODY + touches * TOUCH;
    states.div_ceil(MOST).max(bytes.div_ceil(BUDGET)).max(1)
}

/// Every so many of the states, the last, and some that must be seen: of the wanted ones the first that differ, and no more than
/// of the others.
pub(super) fn chosen(states: usize, stride: usize, wanted: &[usize]) -> Vec<usize> {
    let last = states.saturating_sub(1);
    let regular = |i: &usize| i.is_multiple_of(stride.max(1)) || *i == last;
    let mut all: Vec<usize> = (0..states).filter(regular).collect();
    let most = states / stride.max(1);
    let mut seen = vec![false; states];
    for &i in wanted.iter().filter(|i| **i < states && !regular(i)) {
        if all.len() < 2 * most && !seen[i] {
            seen[i] = true;
            all.push(i);
        }
    }
    all.sort_unstable();
    all
}

/// Of so many steps those that are worth a point in a plot: of each of so many neighbours the least and the greatest of every
/// curve, the first and the last.
pub(super) fn corners(steps: usize, curves: &[impl AsRef<[f64]>], most: usize) -> Vec<usize> {
    if steps <= most {
        return (0..steps).collect();
    }
    let buckets = (most / (2 * curves.len()).max(1)).max(1);
    let mut kept = vec![0, steps - 1];
    for bucket in 0..buckets {
        let range = bucket * steps / buckets..(bucket + 1) * steps / buckets;
        for curve in curves.iter().map(AsRef::as_ref) {
            let by = |a: &usize, b: &usize| curve[*a].total_cmp(&curve[*b]);
            kept.extend(range.clone().min_by(by));
            kept.extend(range.clone().max_by(by));
        }
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_ends_and_what_is_wanted() {
        assert_eq!(chosen(7, 1, &[3]), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(chosen(9, 3, &[4, 6, 99]), [0, 3, 4, 6, 8]);
        // there are never more than twice as many
        assert_eq!(chosen(100, 50, &[7, 7, 20, 30]), [0, 7, 50, 99]);
        assert_eq!(chosen(100, 1000, &[7, 20]), [0, 99]);
        assert!(chosen(0, 1, &[]).is_empty());
    }

    #[test]
    fn peaks_survive_in_plots() {
        let mut curve = vec![1.0; 10_000];
        curve[4321] = 7.0;
        curve[8765] = -3.0;
        let kept = corners(10_000, &[&curve], 100);
        assert!(kept.len() <= 102);
        for peak in [0, 4321, 8765, 9999] {
            assert!(kept.contains(&peak), "{peak}");
        }
        assert_eq!(corners(5, &[&curve[..5]], 100), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn small_runs_are_shown_whole() {
        assert_eq!(first_stride(2000, 4, 8000), 1);
        assert_eq!(first_stride(60_000, 1, 0), 10);
        assert!(first_stride(1000, 10_000, 20_000_000) > 10);
    }
}
