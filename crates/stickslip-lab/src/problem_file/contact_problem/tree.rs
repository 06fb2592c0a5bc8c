//! The values of a file with the fields they stand in, asked for one by one: what is missing, unknown or of another kind is told with its field.

use super::super::error::Fault;
use super::parameters::Parameters;
use crate::near;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What is wrong, and the field to point at.
pub(super) type Wrong = (Fault, String);

/// A JSON value. Keys stay in the order of the file, and none is given twice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// The value of a key like `contacts[0].friction.coefficient`, to be changed.
    pub(super) fn get_mut(&mut self, field: &str) -> Option<&mut Self> {
        let mut at = self;
        for part in field.replace('[', ".[").split('.') {
            at = match (at, part.strip_prefix('[')) {
                (Self::List(items), Some(index)) => {
                    let index: usize = index.strip_suffix(']')?.parse().ok()?;
                    items.get_mut(index)?
                }
                (Self::Object(keys), None) => keys
                    .iter_mut()
                    .find(|(key, _)| key == part)
                    .map(|(_, value)| value)?,
                _ => return None,
            };
        }
        Some(at)
    }
}

/// As a message quotes it: a list or an object by its kind alone.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => {
                let short: String = text.chars().take(40).collect();
                write!(f, "{short:?}")
            }
            Self::List(items) => write!(f, "a list of {}", items.len()),
            Self::Object(_) => f.write_str("an object"),
        }
    }
}

/// A value and its field.
#[derive(Clone, Debug)]
pub(super) struct Node<'t> {
    pub(super) tree: &'t Tree,
    pub(super) field: String,
}

impl<'t> Node<'t> {
    /// The whole file.
    pub(super) fn root(tree: &'t Tree) -> Self {
        Self {
            tree,
            field: String::new(),
        }
    }

    /// `field is found; it must be expected`.
    pub(super) fn wrong(&self, expected: &'static str) -> Wrong {
        let field = match self.field.is_empty() {
            true => "the problem".into(),
            false => self.field.clone(),
        };
        let fault = Fault::WrongType {
            field,
            found: self.tree.to_string(),
            expected,
        };
        (fault, self.field.clone())
    }

    /// `field is value; advice`.
    pub(super) fn refuse(&self, value: impl fmt::Display, advice: impl Into<String>) -> Wrong {
        let fault = Fault::Value {
            field: self.field.clone(),
            found: value.to_string(),
            advice: advice.into(),
        };
        (fault, self.field.clone())
    }

    /// What the library says about the value.
    pub(super) fn library(&self, error: stickslip::Error) -> Wrong {
        let fault = Fault::Library {
            field: self.field.clone(),
            error,
        };
        (fault, self.field.clone())
    }

    /// An object of these keys and no others.
    pub(super) fn object(&self, known: &[&str]) -> Result<(), Wrong> {
        let Tree::Object(keys) = self.tree else {
            return Err(self.wrong("an object { … }"));
        };
        match keys.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) => {
                let field = self.below(key);
                let near = near::nearest(key, known.iter().copied());
                let guess = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
                let fault = Fault::UnknownField {
                    field: field.clone(),
                    advice: format!("{guess}the fields here are {}", known.join(", ")),
                };
                Err((fault, field))
            }
        }
    }

    fn below(&self, key: &str) -> String {
        match self.field.is_empty() {
            true => key.to_owned(),
            false => format!("{}.{key}", self.field),
        }
    }

    /// The value of a key, unless it is left out or null.
    pub(super) fn get(&self, key: &str) -> Option<Node<'t>> {
        let Tree::Object(keys) = self.tree else {
            return None;
        };
        let (_, tree) = keys.iter().find(|(name, _)| name == key)?;
        let field = self.below(key);
        (*tree != Tree::Null).then_some(Node { tree, field })
    }

    /// The value of a key that must be there; the complaint says what needs it.
    pub(super) fn need(&self, key: &str, needs: &'static str) -> Result<Node<'t>, Wrong> {
        self.get(key).ok_or_else(|| self.missing(key, needs))
    }

    /// `there is no field; add it (needs)`.
    pub(super) fn missing(&self, key: &str, needs: &'static str) -> Wrong {
        let fault = Fault::Missing {
            field: self.below(key),
            needs,
        };
        (fault, self.field.clone())
    }

    /// `field has found entries, expected so many; advice`.
    pub(super) fn length(&self, found: usize, expected: usize, advice: &'static str) -> Wrong {
        let fault = Fault::Length {
            field: self.field.clone(),
            found,
            expected,
            advice,
        };
        (fault, self.field.clone())
    }

    /// The entries of a list; none where there is nothing.
    pub(super) fn items(&self, expected: &'static str) -> Result<Vec<Node<'t>>, Wrong> {
        let Tree::List(items) = self.tree else {
            return Err(self.wrong(expected));
        };
        let at = |(i, tree)| Node {
            tree,
            field: format!("{}[{i}]", self.field),
        };
        Ok(items.iter().enumerate().map(at).collect())
    }

    /// A string.
    pub(super) fn text(&self, expected: &'static str) -> Result<&'t str, Wrong> {
        match self.tree {
            Tree::Text(text) => Ok(text),
            _ => Err(self.wrong(expected)),
        }
    }

    /// A number, or the expression of one.
    pub(super) fn number(&self, parameters: &Parameters) -> Result<f64, Wrong> {
        match self.tree {
            Tree::Number(number) => Ok(*number),
            Tree::Text(text) => parameters.value(text).map_err(|sentence| {
                let fault = Fault::Expression {
                    field: self.field.clone(),
                    found: self.tree.to_string(),
                    sentence,
                };
                (fault, self.field.clone())
            }),
            _ => Err(self.wrong("a number, or an expression in quotes")),
        }
    }

    /// A list of numbers.
    pub(super) fn numbers(&self, parameters: &Parameters) -> Result<Vec<f64>, Wrong> {
        let items = self.items("a list of numbers")?;
        items.iter().map(|item| item.number(parameters)).collect()
    }

    /// A list of so many numbers.
    pub(super) fn exactly(
        &self,
        expected: usize,
        parameters: &Parameters,
        advice: &'static str,
    ) -> Result<Vec<f64>, Wrong> {
        let numbers = self.numbers(parameters)?;
        match numbers.len() == expected {
            true => Ok(numbers),
            false => Err(self.length(numbers.len(), expected, advice)),
        }
    }

    /// A list of N numbers.
    pub(super) fn array<const N: usize>(
        &self,
        parameters: &Parameters,
        advice: &'static str,
    ) -> Result<[f64; N], Wrong> {
        let numbers = self.exactly(N, parameters, advice)?;
        Ok(std::array::from_fn(|i| numbers[i]))
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E: Error>(self) -> Result<Tree, E> {
                Ok(Tree::Null)
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Tree, E> {
                Ok(Tree::Flag(flag))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Tree, E> {
                Ok(Tree::Number(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Tree, E> {
                Ok(Tree::Number(number as f64))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Tree, E> {
                Ok(Tree::Number(number as f64))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Tree, E> {
                Ok(Tree::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Tree::List(items))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
                let mut keys: Vec<(String, Tree)> = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    if keys.iter().any(|(known, _)| *known == key) {
                        return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
                    }
                    keys.push((key, map.next_value()?));
                }
                Ok(Tree::Object(keys))
            }
        }
        deserializer.deserialize_any(Any)
    }
}
