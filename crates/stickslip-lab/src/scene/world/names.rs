//! Bodies are referred to by name.

use super::super::error::Misfit;
use crate::near;
use std::collections::BTreeMap;

/// The name of the frame that never moves.
pub(super) const WORLD: &str = "world";

/// Names and the numbers they stand for.
#[derive(Default)]
pub(super) struct Names {
    numbers: BTreeMap<String, usize>,
    /// Names of arrays, with a body of each.
    arrays: BTreeMap<String, String>,
}

impl Names {
    /// Adds the name of number i; `key` is where it stands.
    pub(super) fn add(&mut self, key: &str, name: String, number: usize) -> Result<(), Misfit> {
        let refuse = |fault: String| Err(Misfit::new(key, fault));
        if name.is_empty() || name == WORLD {
            return refuse(format!(
                "`name` is {name:?}; choose another (\"world\" is the frame that never moves)"
            ));
        }
        // names become columns of tables, and those need no quotes
        if name.contains([',', '"', '\n', '\r']) || name.trim() != name {
            return refuse(format!(
                "`name` is {name:?}; leave out commas, quotes, line breaks and spaces at its ends"
            ));
        }
        match self.numbers.insert(name.clone(), number) {
            None => Ok(()),
            Some(_) => refuse(format!("the name {name:?} is given twice; change one")),
        }
    }

    /// Adds the name of an array.
    pub(super) fn add_array(&mut self, name: &str, first: String) {
        self.arrays.insert(name.to_owned(), first);
    }

    /// The number of a name; `what` is what it should be the name of, and `also` a name that would do as well.
    pub(super) fn find(
        &self,
        key: &str,
        name: &str,
        what: &str,
        also: Option<&str>,
    ) -> Result<usize, Misfit> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        let fault = match self.arrays.get(name) {
            Some(first) => format!("{name:?} is an array; name one of its bodies, like {first:?}"),
            None => {
                let known = self.numbers.keys().map(String::as_str).chain(also);
                let near = near::nearest(name, known.clone());
                let guess = near.map_or(String::new(), |n| format!("did you mean {n:?}? "));
                const SHOWN: usize = 12;
                let mut list: Vec<String> = known
                    .clone()
                    .take(SHOWN)
                    .map(|n| format!("{n:?}"))
                    .collect();
                if known.count() > SHOWN {
                    list.push("…".into());
                }
                match list.is_empty() {
                    true => format!("there is no {what} {name:?}; add it"),
                    false => {
                        let list = list.join(", ");
                        format!("there is no {what} {name:?}; {guess}there are {list}")
                    }
                }
            }
        };
        Err(Misfit::new(key, fault))
    }
}
