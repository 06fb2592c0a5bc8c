//! Sparse rows: what turns generalised velocities into a velocity at a contact or joint, and an impulse there into
//! generalised momentum.
//!
//! A row is a few spans of neighbouring velocities, usually one for each of two bodies: numbers that lie side by side are
//! multiplied side by side.

use crate::error::{Error, are_finite};
use crate::room::make_room;

/// Neighbouring velocities: the first and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    first: u32,
    len: u32,
}

/// One row under construction.
#[derive(Clone, Debug, Default)]
pub struct Row {
    spans: Vec<Span>,
    values: Vec<f64>,
}

/// Two rows are equal if they have the same entries in the same order.
impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.entries().eq(other.entries())
    }
}

impl Row {
    /// The empty row.
    #[inline]
    pub fn clear(&mut self) {
        self.spans.clear();
        self.values.clear();
    }

    /// Adds a coefficient to what is there. Zeros are left out, so that they tie no bodies together.
    pub fn push(&mut self, dof: usize, value: f64) {
        self.extend(dof, &[value]);
    }

    /// Adds coefficients of neighbouring velocities; nothing if all of them are zero.
    #[inline]
    pub fn extend(&mut self, first: usize, values: &[f64]) {
        if values.iter().all(|value| *value == 0.0) {
            return;
        }
        // an index beyond all velocities stays beyond them
        let first = first.min(u32::MAX as usize - values.len());
        let (start, end) = (first as u32, (first + values.len()) as u32);
        let mut at = 0;
        for span in &self.spans {
            if start < span.first + span.len && span.first < end {
                return self.add(first, values);
            }
            at += span.len as usize;
        }
        debug_assert_eq!(at, self.values.len());
        match self.spans.last_mut() {
            // no further than a body: the next one gets a span of its own
            Some(last)
                if last.first + last.len == start && last.len as usize + values.len() <= 6 =>
            {
                last.len += values.len() as u32;
            }
            _ => self.spans.push(Span {
                first: start,
                len: values.len() as u32,
            }),
        }
        self.values.extend_from_slice(values);
    }

    /// Coefficients of six velocities each of two bodies, in an empty row.
    #[inline]
    pub(crate) fn set_pair(&mut self, firsts: [usize; 2], values: &[f64; 12]) {
        debug_assert!(self.spans.is_empty());
        self.spans.extend(firsts.map(|first| Span {
            first: first as u32,
            len: 6,
        }));
        self.values.extend_from_slice(values);
    }

    /// The free bodies that it is over.
    #[inline]
    pub(crate) fn bundle(&self) -> Bundle {
        match *self.spans.as_slice() {
            [Span { first, len: 6 }] => Bundle::One(first),
            [Span { first: a, len: 6 }, Span { first: b, len: 6 }] => Bundle::Two([a, b]),
            _ => Bundle::Mixed,
        }
    }

    /// Adds coefficients some of which are there already.
    fn add(&mut self, first: usize, values: &[f64]) {
        for (dof, &value) in (first..).zip(values).filter(|(_, value)| **value != 0.0) {
            let mut at = 0;
            let known = self.spans.iter().find_map(|span| {
                let inside = dof.checked_sub(span.first as usize);
                let found = inside
                    .filter(|i| *i < span.len as usize)
                    .map(|inside| at + inside);
                at += span.len as usize;
                found
            });
            match known {
                Some(at) => self.values[at] += value,
                None => self.extend(dof, &[value]),
            }
        }
    }

    /// The row, to read.
    pub fn view(&self) -> RowView<'_> {
        RowView {
            spans: &self.spans,
            values: &self.values,
        }
    }

    /// The pairs (index of a velocity, coefficient) that are not zero.
    pub fn entries(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.view().entries()
    }

    /// row · v.
    pub fn dot(&self, v: &[f64]) -> f64 {
        self.view().dot(v)
    }
}

/// A row to read.
#[derive(Clone, Copy, Debug)]
pub struct RowView<'a> {
    spans: &'a [Span],
    values: &'a [f64],
}

impl<'a> RowView<'a> {
    /// Stretches of neighbouring velocities: the first of each, and their coefficients.
    pub fn parts(self) -> impl Iterator<Item = (usize, &'a [f64])> {
        let mut left = self.values;
        self.spans.iter().map(move |span| {
            let (values, rest) = left.split_at(span.len as usize);
            left = rest;
            (span.first as usize, values)
        })
    }

    /// The pairs (index of a velocity, coefficient) that are not zero.
    pub fn entries(self) -> impl Iterator<Item = (usize, f64)> {
        let pairs = |(first, values): (usize, &'a [f64])| (first..).zip(values.iter().copied());
        self.parts()
            .flat_map(pairs)
            .filter(|(_, value)| *value != 0.0)
    }

    /// The first velocity of the row.
    pub fn first(self) -> Option<usize> {
        self.spans.first().map(|span| span.first as usize)
    }

    /// All coefficients, those that are zero too.
    pub fn values(self) -> &'a [f64] {
        self.values
    }

    /// Whether nothing is in it.
    pub fn is_empty(self) -> bool {
        self.spans.is_empty()
    }

    /// The parts, if each of them has six velocities: those of free bodies.
    #[inline]
    fn sixes(self) -> Option<impl Iterator<Item = (usize, &'a [f64; 6])>> {
        let (chunks, rest) = self.values.as_chunks::<6>();
        let all = rest.is_empty() && chunks.len() == self.spans.len();
        let all = all && self.spans.iter().all(|span| span.len == 6);
        all.then(|| {
            let firsts = self.spans.iter().map(|span| span.first as usize);
            firsts.zip(chunks)
        })
    }

    /// One beyond the last velocity.
    #[inline]
    pub fn end(self) -> usize {
        let mut end = 0;
        for span in self.spans {
            end = end.max(span.first + span.len);
        }
        end as usize
    }

    /// row · v: a relative velocity (m/s, rad/s).
    #[inline]
    pub fn dot(self, v: &[f64]) -> f64 {
        if let Some(parts) = self.sixes() {
            return parts
                .map(|(first, a)| six(v, first).map_or(f64::NAN, |v| dot_fixed(a, v)))
                .sum();
        }
        let mut sum = 0.0;
        for (first, values) in self.parts() {
            let v = &v[first..first + values.len()];
            sum += values.iter().zip(v).map(|(a, v)| a * v).sum::<f64>();
        }
        sum
    }

    /// p += c · row: the momentum of an impulse c (N·s, N·m·s).
    #[inline]
    pub fn scatter(self, c: f64, p: &mut [f64]) {
        if let Some(parts) = self.sixes() {
            for (first, a) in parts {
                if let Some(p) = p[first..].first_chunk_mut::<6>() {
                    (0..6).for_each(|k| p[k] += c * a[k]);
                }
            }
            return;
        }
        for (first, values) in self.parts() {
            let p = &mut p[first..first + values.len()];
            p.iter_mut().zip(values).for_each(|(p, a)| *p += c * a);
        }
    }
}

#[inline]
fn six(v: &[f64], first: usize) -> Option<&[f64; 6]> {
    v.get(first..)?.first_chunk::<6>()
}

/// Neighbouring rows over the same one or two free bodies, six velocities each: the common case, worth a path of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bundle {
    /// Something else.
    #[default]
    Mixed,
    /// One body: its first velocity.
    One(u32),
    /// Two bodies, in the order of the coefficients.
    Two([u32; 2]),
}

/// Velocities of one or two bodies side by side.
#[inline]
pub(crate) fn gather<const N: usize>(firsts: &[u32], v: &[f64]) -> Option<[f64; N]> {
    let mut out = [0.0; N];
    let (parts, _) = out.as_chunks_mut::<6>();
    for (out, &first) in parts.iter_mut().zip(firsts) {
        *out = *six(v, first as usize)?;
    }
    Some(out)
}

/// a·b with sums side by side.
#[inline]
pub(crate) fn dot_fixed<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut sums = [0.0; 2];
    for i in 0..N / 2 {
        sums[0] += a[2 * i] * b[2 * i];
        sums[1] += a[2 * i + 1] * b[2 * i + 1];
    }
    sums[0] + sums[1]
}

/// Many rows, stored one after the other.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Which pattern each row has and where its values begin; and where those of the last one end.
    starts: Vec<[u32; 2]>,
    /// Where the spans of each pattern begin, and where the last one ends. Neighbouring rows over the same velocities share theirs, as those of
    /// all contacts of two bodies do.
    patterns: Vec<u32>,
    spans: Vec<Span>,
    values: Vec<f64>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            starts: vec![[0; 2]],
            patterns: vec![0],
            spans: Vec::new(),
            values: Vec::new(),
        }
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && (0..self.len()).all(|i| self.row(i).entries().eq(other.row(i).entries()))
    }
}

impl Rows {
    /// Forgets all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.starts.truncate(1);
        self.patterns.truncate(1);
        self.spans.clear();
        self.values.clear();
    }

    /// Appends a row; its index.
    #[inline]
    pub fn push(&mut self, row: RowView) -> usize {
        // two free bodies: lengths that are known need no call to copy
        match row.values.first_chunk::<12>() {
            Some(values) if row.values.len() == 12 => {
                make_room(&mut self.values, 12);
                self.values.extend_from_slice(values);
            }
            _ => {
                make_room(&mut self.values, row.values.len());
                self.values.extend_from_slice(row.values);
            }
        }
        let index = self.len();
        self.starts[index][0] = self.pattern(row.spans);
        make_room(&mut self.starts, 1);
        self.starts.push([0, self.values.len() as u32]);
        index
    }

    /// The last pattern if it is this one, else a new one.
    #[inline]
    fn pattern(&mut self, spans: &[Span]) -> u32 {
        let known = self.patterns.len() - 1;
        if known > 0 && self.spans[self.patterns[known - 1] as usize..] == *spans {
            return known as u32 - 1;
        }
        make_room(&mut self.spans, spans.len());
        self.spans.extend_from_slice(spans);
        make_room(&mut self.patterns, 1);
        self.patterns.push(self.spans.len() as u32);
        known as u32
    }

    /// Forgets all rows but the first so many.
    pub(crate) fn truncate(&mut self, rows: usize) {
        let patterns = match rows {
            0 => 0,
            _ => self.starts[rows - 1][0] as usize + 1,
        };
        self.patterns.truncate(patterns + 1);
        self.spans.truncate(self.patterns[patterns] as usize);
        self.starts.truncate(rows + 1);
        self.values.truncate(self.starts[rows][1] as usize);
    }

    /// Whether the rows from one on have finite coefficients of velocities that are there.
    #[inline]
    pub(crate) fn are_sound(&self, first: usize, velocities: usize) -> bool {
        let [pattern, values] = self.starts[first];
        let spans = &self.spans[self.patterns[pattern as usize] as usize..];
        (spans.iter()).all(|span| (span.first + span.len) as usize <= velocities)
            && are_finite(&self.values[values as usize..])
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The coefficients of so many rows from one on.
    #[inline]
    pub(crate) fn values(&self, first: usize, rows: usize) -> &[f64] {
        let range = self.starts[first][1] as usize..self.starts[first + rows][1] as usize;
        &self.values[range]
    }

    /// A row.
    #[inline]
    pub fn row(&self, index: usize) -> RowView<'_> {
        let ([pattern, v], [_, v_end]) = (self.starts[index], self.starts[index + 1]);
        let pattern = pattern as usize;
        let (s, s_end) = (self.patterns[pattern], self.patterns[pattern + 1]);
        RowView {
            spans: &self.spans[s as usize..s_end as usize],
            values: &self.values[v as usize..v_end as usize],
        }
    }

    /// row · v: a relative velocity (m/s, rad/s).
    #[inline]
    pub fn dot(&self, index: usize, v: &[f64]) -> f64 {
        self.row(index).dot(v)
    }

    /// p += c · row: the momentum of an impulse c (N·s, N·m·s).
    pub fn scatter(&self, index: usize, c: f64, p: &mut [f64]) {
        self.row(index).scatter(c, p);
    }
}

/// Whether two rows agree, relative to their largest entry. Entries may be missing where they are zero.
pub(crate) fn same_row(a: RowView, b: RowView, tolerance: f64) -> bool {
    let size = a.values().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let in_row = |row: RowView, dof: usize| {
        let entry = row.entries().find(|e| e.0 == dof);
        entry.map_or(0.0, |e| e.1)
    };
    let covers = |a: RowView, b: RowView| {
        (a.entries()).all(|(dof, x)| (x - in_row(b, dof)).abs() <= tolerance * size)
    };
    covers(a, b) && covers(b, a)
}

/// Whether a row has finite coefficients of velocities that are there.
#[inline]
pub(crate) fn check_row(
    row: RowView,
    velocities: usize,
    name: impl Fn() -> String,
) -> Result<(), Error> {
    if row.end() > velocities {
        return Err(Error::NoSuchVelocity {
            field: name(),
            index: row.end() - 1,
            velocities,
        });
    }
    // which one is asked only then
    if are_finite(row.values()) {
        return Ok(());
    }
    (row.entries()).try_for_each(|(dof, x)| Error::check_finite(x, || format!("{}[{dof}]", name())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(parts: &[(usize, &[f64])]) -> Row {
        let mut row = Row::default();
        parts.iter().for_each(|part| row.extend(part.0, part.1));
        row
    }

    #[test]
    fn neighbours_become_one_span_and_zeros_none() {
        let row = row(&[(6, &[1.0, 0.0, 2.0]), (9, &[3.0]), (0, &[0.0, 0.0])]);
        let parts: Vec<_> = row.view().parts().collect();
        assert_eq!(parts, [(6, &[1.0, 0.0, 2.0, 3.0][..])]);
        let entries: Vec<_> = row.entries().collect();
        assert_eq!(entries, [(6, 1.0), (8, 2.0), (9, 3.0)]);
        assert_eq!((row.view().first(), row.view().end()), (Some(6), 10));
    }

    #[test]
    fn what_is_there_is_added_to() {
        let mut row = row(&[(4, &[1.0, 2.0]), (0, &[5.0])]);
        row.extend(3, &[7.0, 1.0, 1.0]);
        row.push(0, -1.0);
        let mut all = [0.0; 6];
        row.view().scatter(1.0, &mut all);
        assert_eq!(all, [4.0, 0.0, 0.0, 7.0, 2.0, 3.0]);
        assert_eq!(row.dot(&[1.0, 1.0, 1.0, 1.0, 1.0, 10.0]), 43.0);
    }

    #[test]
    fn rows_keep_what_they_are_given() {
        let mut rows = Rows::default();
        let some = row(&[(2, &[1.0, -1.0])]);
        assert_eq!(rows.push(some.view()), 0);
        assert_eq!(rows.push(Row::default().view()), 1);
        assert!(rows.row(1).is_empty());
        assert_eq!(rows.dot(0, &[0.0, 0.0, 3.0, 1.0]), 2.0);
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn rows_share_spans_with_their_neighbours() {
        let mut rows = Rows::default();
        let (here, there) = (row(&[(0, &[1.0; 2])]), row(&[(3, &[2.0; 2])]));
        let all = [&here, &here, &there, &there, &here];
        all.iter()
            .for_each(|row| assert!(rows.push(row.view()) < 5));
        assert_eq!((rows.spans.len(), rows.patterns.len()), (3, 4));
        let same = |rows: &Rows, count: usize| {
            (0..count).all(|i| rows.row(i).entries().eq(all[i].entries()))
        };
        assert!(same(&rows, 5));
        // what is left is as if the others had never been there
        rows.truncate(3);
        assert_eq!((rows.len(), rows.spans.len()), (3, 2));
        rows.push(there.view());
        assert!(same(&rows, 4) && rows.spans.len() == 2);
        rows.truncate(0);
        assert_eq!(rows, Rows::default());
        rows.push(there.view());
        assert!(rows.row(0).entries().eq(there.entries()));
    }
}
