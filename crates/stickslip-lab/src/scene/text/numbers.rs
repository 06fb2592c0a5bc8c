//! `[parameters]`, and expressions in the place of numbers.
//!
//! Where a number stands is known from the schema: a string there is an expression, a string anywhere else is a string.

use super::super::error::SceneError;
use super::super::schema::Expected;
use super::expression::{self, Fault};
use super::sources::Sources;
use super::tree::{Tree, Value};
use crate::near;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::DeValue;

/// The numbers that expressions stand for, by the first byte of the expression, as TOML.
pub(in crate::scene) type Numbers = BTreeMap<usize, String>;

/// A number with a name, which `--set` can change.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneParameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Whether an expression gave the value: it follows from others.
    pub derived: bool,
    /// Whether only whole values make sense: something that is counted depends on it.
    pub whole: bool,
}

/// A part of one that no sensible expression rounds away.
const FRACTION: f64 = 0.371;

/// Computes all expressions of a scene, and says what its parameters are.
pub(in crate::scene) fn evaluate(
    sources: &Sources,
    tree: &Tree<'_>,
) -> Result<(Numbers, Vec<SceneParameter>), SceneError> {
    let mut parameters = Parameters::new(sources, tree)?;
    let derived = parameters.expressions();
    parameters.resolve_all()?;
    let mut found = Vec::new();
    collect(&tree.0, &Expected::scene(), &mut found);
    let mut numbers = Numbers::new();
    for Found { bytes, text, .. } in &found {
        let value = parameters.value(bytes, text, Some(tree))?;
        numbers.insert(bytes.start, literal(value));
    }
    let mut list = parameters.list(&derived);
    for parameter in list.iter_mut().filter(|p| !p.derived) {
        parameter.whole = is_whole(sources, tree, parameter, &found);
    }
    Ok((numbers, list))
}

/// Whether a number that must be whole would not be if the parameter had a fraction.
fn is_whole(
    sources: &Sources,
    tree: &Tree<'_>,
    parameter: &SceneParameter,
    found: &[Found<'_>],
) -> bool {
    let mut counts = found.iter().filter(|found| found.whole).peekable();
    if counts.peek().is_none() {
        return false;
    }
    let Ok(mut parameters) = Parameters::new(sources, tree) else {
        return false;
    };
    let known = parameters.values.get_mut(parameter.name.as_str());
    let Some(value) = known else {
        return false;
    };
    *value = Parameter::Known(parameter.value + FRACTION);
    counts.any(|found| {
        let value = parameters.value(&found.bytes, found.text, None);
        value.is_ok_and(|value| value.fract() != 0.0)
    })
}

/// Puts the numbers where their expressions stand.
pub(in crate::scene) fn replace<'t>(value: &mut Value<'t>, numbers: &'t Numbers) {
    let span = value.span();
    match value.get_mut() {
        DeValue::Table(table) => table.iter_mut().for_each(|(_, v)| replace(v, numbers)),
        DeValue::Array(list) => list.iter_mut().for_each(|v| replace(v, numbers)),
        DeValue::String(_) => {
            // what is written here is always a TOML number
            let number = numbers
                .get(&span.start)
                .and_then(|n| DeValue::parse(n).ok());
            if let Some(number) = number {
                *value = Spanned::new(span, number.into_inner());
            }
        }
        _ => {}
    }
}

/// A number as TOML; whole where it is, because counts are whole.
fn literal(value: f64) -> String {
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => format!("{}", value as i64),
        false => format!("{value:?}"),
    }
}

/// A string that stands where a number is expected.
struct Found<'a> {
    bytes: Range<usize>,
    text: &'a str,
    /// Whether the number must be whole.
    whole: bool,
}

/// The strings that stand where a number is expected.
fn collect<'a>(value: &'a Value<'_>, expected: &Expected<'_>, found: &mut Vec<Found<'a>>) {
    match value.get_ref() {
        DeValue::Table(table) => {
            let kind = table.get("kind").and_then(|kind| kind.get_ref().as_str());
            for (key, inner) in table {
                collect(inner, &expected.key(key.get_ref(), kind), found);
            }
        }
        DeValue::Array(list) => {
            let item = expected.item();
            for inner in list.iter() {
                collect(inner, &item, found);
            }
        }
        DeValue::String(text) if expected.is_number() => found.push(Found {
            bytes: value.span(),
            text,
            whole: expected.is_whole(),
        }),
        _ => {}
    }
}

enum Parameter<'a> {
    Known(f64),
    Expression(Range<usize>, &'a str),
    /// Being computed: met again, it depends on itself.
    Open,
}

struct Parameters<'a> {
    sources: &'a Sources,
    values: BTreeMap<&'a str, Parameter<'a>>,
}

impl<'a> Parameters<'a> {
    fn new(sources: &'a Sources, tree: &'a Tree<'_>) -> Result<Self, SceneError> {
        let mut values = BTreeMap::new();
        let section = tree.section("parameters");
        let table = section.and_then(|value| value.get_ref().as_table());
        if let (Some(value), None) = (section, table) {
            let fault = "`parameters` must be a table of numbers; write [parameters]";
            return Err(sources.error(value.span(), fault.into()));
        }
        for (key, value) in table.into_iter().flatten() {
            let name: &str = key.get_ref();
            if !expression::is_name(name) || expression::is_taken(name) {
                let fault = format!(
                    "`{name}` cannot be the name of a parameter; use letters, digits and _, and no name of a function"
                );
                return Err(sources.error(key.span(), fault));
            }
            let parameter = match value.get_ref() {
                DeValue::String(text) => Parameter::Expression(value.span(), text),
                DeValue::Integer(number) => {
                    let whole = i64::from_str_radix(number.as_str(), number.radix());
                    Parameter::Known(whole.map_or(f64::NAN, |n| n as f64))
                }
                DeValue::Float(number) => {
                    Parameter::Known(number.as_str().parse().unwrap_or(f64::NAN))
                }
                _ => Parameter::Known(f64::NAN),
            };
            if matches!(parameter, Parameter::Known(x) if !x.is_finite()) {
                let found = sources.slice(&value.span());
                let fault =
                    format!("`parameters.{name}` is {found}; it must be a number or an expression");
                return Err(sources.error(value.span(), fault));
            }
            values.insert(name, parameter);
        }
        Ok(Self { sources, values })
    }

    /// The names of those that are given by expressions.
    fn expressions(&self) -> Vec<String> {
        let open = |parameter: &Parameter<'_>| matches!(parameter, Parameter::Expression(..));
        let derived = self.values.iter().filter(|(_, parameter)| open(parameter));
        derived.map(|(name, _)| (*name).to_owned()).collect()
    }

    /// Names and values, sorted by name. Those with expressions that make no sense are told about before.
    fn list(&mut self, derived: &[String]) -> Vec<SceneParameter> {
        let names: Vec<&str> = self.values.keys().copied().collect();
        let known = names.into_iter().filter_map(|name| {
            Some(SceneParameter {
                name: name.to_owned(),
                value: self.named(name).ok()?,
                derived: derived.iter().any(|other| other == name),
                whole: false,
            })
        });
        known.collect()
    }

    fn resolve_all(&mut self) -> Result<(), SceneError> {
        let open: Vec<(Range<usize>, &str)> = (self.values.values())
            .filter_map(|parameter| match parameter {
                Parameter::Expression(bytes, text) => Some((bytes.clone(), *text)),
                _ => None,
            })
            .collect();
        for (bytes, text) in open {
            self.value(&bytes, text, None)?;
        }
        Ok(())
    }

    /// The value of an expression; its key is looked up in the tree for the message.
    fn value(
        &mut self,
        bytes: &Range<usize>,
        text: &str,
        tree: Option<&Tree<'_>>,
    ) -> Result<f64, SceneError> {
        let sources = self.sources;
        let result = expression::evaluate(text, &mut |name| self.named(name));
        result.map_err(
            |Fault {
                 bytes: at,
                 sentence,
             }| {
                // without escapes the bytes of the string are those of the file, after the quote
                let literal = sources.slice(bytes);
                let key = tree.map(|tree| tree.key_at(bytes));
                let key = key.map_or(String::new(), |key| {
                    format!("`{key}` is {literal}; it must be a number or an expression, and ")
                });
                let offset = literal.find(text).filter(|_| !text.is_empty());
                let place = match offset {
                    Some(offset) => bytes.start + offset + at.start..bytes.start + offset + at.end,
                    None => bytes.clone(),
                };
                sources.error(place, format!("{key}{sentence}"))
            },
        )
    }

    fn named(&mut self, name: &str) -> Result<f64, String> {
        let Some((&key, parameter)) = self.values.get_key_value(name) else {
            return Err(unknown(name, self.values.keys().copied()));
        };
        match *parameter {
            Parameter::Known(value) => Ok(value),
            Parameter::Open => Err(format!(
                "the parameter `{name}` depends on itself; give it a number"
            )),
            Parameter::Expression(_, text) => {
                self.values.insert(key, Parameter::Open);
                let result = expression::evaluate(text, &mut |name| self.named(name));
                let value = result.map_err(|fault| {
                    let circle = fault.sentence.contains("depends on itself");
                    let through = format!("in the parameter `{name}`: {}", fault.sentence);
                    if circle { fault.sentence } else { through }
                })?;
                self.values.insert(key, Parameter::Known(value));
                Ok(value)
            }
        }
    }
}

/// The sentence for a parameter that is not there.
pub(crate) fn unknown<'k>(name: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    let near = near::nearest(name, known.clone());
    let guess = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let list: Vec<&str> = known.collect();
    match list.is_empty() {
        true => format!("there is no parameter `{name}`; add it to [parameters]"),
        false => format!(
            "there is no parameter `{name}`; {guess}the parameters are {}",
            list.join(", ")
        ),
    }
}
