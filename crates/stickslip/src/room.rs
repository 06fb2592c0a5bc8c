//! Memory in proportion to what there is. Buffers grow to the largest step and stay, so that a step takes no memory once warm; but a
//! heap that collapses has several times as many contacts as the pile that it leaves, and what the worst step needed is too
//! much for the thousands of steps after it.

/// Steps from one look back to the next.
const WINDOW: usize = 100;
/// What fewer contacts need is not worth a look.
const FEW: usize = 500;

/// Part of what there is that vectors take more than they need when they grow.
const SPARE: usize = 64;

/// Makes room for more, a little at a time: twice as much, which vectors take by themselves, is a lot of what there is for each contact.
#[inline(always)]
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        grow(list, more);
    }
}

#[cold]
fn grow<T>(list: &mut Vec<T>, more: usize) {
    let needed = list.len() + more;
    list.reserve_exact(more + needed / SPARE);
}

/// Makes a list the copy of another, with no more room than that.
#[inline]
pub(crate) fn copy<T: Copy>(list: &mut Vec<T>, from: &[T]) {
    list.clear();
    make_room(list, from.len());
    list.extend_from_slice(from);
}

/// Makes a list so many times the same, with no more room than that.
#[inline]
pub(crate) fn fill<T: Copy>(list: &mut Vec<T>, count: usize, value: T) {
    list.clear();
    make_room(list, count);
    list.resize(count, value);
}

/// Watches how much steps need, and tells when the worst of them is past. It decides about memory, never about results.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Crest {
    /// What there may be memory for, what was needed since the last look back, and the steps since then.
    most: usize,
    lately: usize,
    steps: usize,
}

impl Crest {
    /// Sees a step that needed memory for so many contacts; whether more than a fifth of all there is was not needed for long.
    pub(crate) fn is_past(&mut self, need: usize) -> bool {
        self.most = self.most.max(need);
        self.lately = self.lately.max(need);
        self.steps += 1;
        if self.steps < WINDOW {
            return false;
        }
        let past = self.most > FEW && 5 * self.lately < 4 * self.most;
        if past {
            self.most = self.lately;
        }
        (self.lately, self.steps) = (0, 0);
        past
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_grows_with_what_is_there() {
        let mut list = Vec::new();
        for i in 0..10_000 {
            make_room(&mut list, 1);
            list.push(i);
        }
        assert!(list.capacity() < 10_200, "{}", list.capacity());
        let before = list.capacity();
        list.clear();
        make_room(&mut list, before);
        assert_eq!(list.capacity(), before);
    }

    #[test]
    fn a_crest_is_past_once() {
        let mut crest = Crest::default();
        let steps = |crest: &mut Crest, need: usize, steps: usize| {
            (0..steps).filter(|_| crest.is_past(need)).count()
        };
        assert_eq!(steps(&mut crest, 10_000, 30), 0);
        // neither at once, nor again and again, nor for little
        assert_eq!(steps(&mut crest, 4000, 100), 0);
        assert_eq!(steps(&mut crest, 4000, 100), 1);
        assert_eq!(steps(&mut crest, 4000, 1000), 0);
        assert_eq!(steps(&mut crest, 3500, 1000), 0);
        let mut small = Crest::default();
        assert_eq!(steps(&mut small, FEW, 100), 0);
        assert_eq!(steps(&mut small, 1, 1000), 0);
    }
}
