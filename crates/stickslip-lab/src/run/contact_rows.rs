//! `contacts.csv`, read back.

use super::contacts::{COLUMNS, PLACE, SHAPES};
use super::error::RunError;
use super::step_contacts::Touch;
use std::path::Path;
use stickslip::Mode;

/// A row of `contacts.csv`: one contact in one step.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactRow {
    /// End of the step (s).
    pub t: f64,
    /// The number of the contact.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// What happened.
    pub mode: Mode,
    /// (n, t, o, r) over the step (N·s, N·m·s).
    pub impulse: [f64; 4],
    /// Relative velocity at the end of the step along n, t, o (m/s) and about n (rad/s).
    pub velocity: [f64; 4],
    /// Gap after the step (m).
    pub gap: f64,
    /// Where it is, if that is known.
    pub touch: Option<Touch>,
}

/// Reads the table; a last line that was cut off is left out.
pub fn read(path: &Path) -> Result<Vec<ContactRow>, RunError> {
    let damaged = |problem: String| RunError::Damaged {
        path: path.to_owned(),
        problem,
    };
    let text = std::fs::read_to_string(path).map_err(|error| damaged(error.to_string()))?;
    let rows = text
        .strip_prefix(COLUMNS)
        .map(|rest| rest.strip_prefix(SHAPES).unwrap_or(rest))
        .and_then(|rest| rest.strip_prefix('\n'))
        .ok_or_else(|| damaged("its first line is not that of contacts.csv".into()))?;
    let mut records = Records(rows);
    let mut found = Vec::new();
    while let Some(cells) = records.next() {
        let row = row(&cells).ok_or_else(|| {
            damaged(format!(
                "row {} is no row of a contact: {}",
                found.len() + 1,
                cells.join(",")
            ))
        })?;
        found.push(row);
    }
    Ok(found)
}

/// The row of one line of the table, if it is one.
pub(crate) fn contact_row(line: &str) -> Option<ContactRow> {
    row(&Records(line).next()?)
}

fn row(cells: &[String]) -> Option<ContactRow> {
    let [t, id, name, mode, rest @ ..] = cells else {
        return None;
    };
    let (numbers, place) = rest.split_at_checked(9)?;
    let numbers: [f64; 9] = parsed(numbers)?;
    let four = |from: usize| std::array::from_fn(|i| numbers[from + i]);
    Some(ContactRow {
        t: t.parse().ok()?,
        id: id.parse().ok()?,
        name: name.clone(),
        mode: Mode::ALL.into_iter().find(|m| m.word() == mode)?,
        impulse: four(0),
        velocity: four(4),
        gap: numbers[8],
        touch: touch(place)?,
    })
}

/// Where a contact is, or nothing if the cells are empty; none if they are neither.
fn touch(cells: &[String]) -> Option<Option<Touch>> {
    if PLACE.contains(&cells.len()) && cells.iter().all(String::is_empty) {
        return Some(None);
    }
    let (place, shapes) = cells.split_at_checked(PLACE[0])?;
    let [one, two, numbers @ ..] = place else {
        return None;
    };
    let shapes = match shapes {
        [] => None,
        [one, two] if one.is_empty() && two.is_empty() => None,
        [one, two] => Some([one.parse().ok()?, two.parse().ok()?]),
        _ => return None,
    };
    let numbers: [f64; 12] = parsed(numbers)?;
    let three = |from: usize| std::array::from_fn(|i| numbers[from + i]);
    Some(Some(Touch {
        bodies: [one.clone(), two.clone()],
        shapes,
        point: three(0),
        normal: three(3),
        tangent: three(6),
        force: three(9),
    }))
}

/// So many numbers.
fn parsed<const N: usize>(cells: &[String]) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = cells.iter().map(|x| x.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The records of a CSV text as RFC 4180 has them: a cell in quotes may hold commas, line ends, and quotes written twice.
struct Records<'a>(&'a str);

impl Records<'_> {
    /// The next whole record; a rest without line end is none.
    fn next(&mut self) -> Option<Vec<String>> {
        let mut cells = vec![String::new()];
        let mut inside = false;
        let mut characters = self.0.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            let cell = cells.last_mut()?;
            match c {
                '"' if inside && characters.peek().is_some_and(|(_, c)| *c == '"') => {
                    characters.next();
                    cell.push('"');
                }
                '"' => inside = !inside,
                ',' if !inside => cells.push(String::new()),
                '\n' if !inside => {
                    self.0 = &self.0[at + 1..];
                    return Some(cells);
                }
                c => cell.push(c),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_commas_and_line_ends_stay_inside_their_cell() {
        let mut records = Records("1,\"a, \"\"b\"\"\nc\",2\n3,x,4\n5,torn");
        assert_eq!(records.next().unwrap(), ["1", "a, \"b\"\nc", "2"]);
        assert_eq!(records.next().unwrap(), ["3", "x", "4"]);
        assert_eq!(records.next(), None);
    }

    #[test]
    fn rows_of_earlier_versions_do_not_say_which_shapes_touch() {
        let start = "0.5,3,a – b,sliding,1,0,0,0,0,0,0,0,0,a,b,1,2,3,0,0,1,1,0,0,0,0,9";
        for (rest, shapes) in [("", None), (",,", None), (",0,2", Some([0, 2]))] {
            let row = contact_row(&format!("{start}{rest}\n")).unwrap();
            assert_eq!(row.touch.unwrap().shapes, shapes);
        }
        assert!(contact_row(&format!("{start},0\n")).is_none());
    }
}
