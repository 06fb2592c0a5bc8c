//! Numbers with a name, and the expressions that use them: the arithmetic is that of scene files.

use super::super::error::Fault;
use super::tree::{Node, Tree, Wrong};
use crate::scene::{expression, unknown_parameter};
use std::cell::RefCell;

/// A number with a name, which `--set` can change.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The expression that gave the value, if it was not written as a number.
    pub expression: Option<String>,
}

/// How far a parameter is known.
enum State {
    Known(f64),
    Open,
    /// Being computed: met again, it depends on itself.
    Computing,
}

/// The parameters of a file.
pub(super) struct Parameters {
    names: Vec<String>,
    expressions: Vec<Option<String>>,
    states: RefCell<Vec<State>>,
}

impl Parameters {
    /// Those of the field `parameters`, if there is one.
    pub(super) fn read(node: Option<&Node<'_>>) -> Result<Self, Wrong> {
        let mut all = Self {
            names: Vec::new(),
            expressions: Vec::new(),
            states: RefCell::new(Vec::new()),
        };
        let Some(node) = node else {
            return Ok(all);
        };
        let Tree::Object(keys) = node.tree else {
            return Err(node.wrong("an object of names and numbers, like { \"mu\": 0.5 }"));
        };
        for (name, value) in keys {
            let at = Node {
                tree: value,
                field: format!("{}.{name}", node.field),
            };
            if !expression::is_name(name) || expression::is_taken(name) {
                let advice = "a parameter is named with letters, digits and _, and not like a function; \
                              choose another name";
                return Err(at.refuse(value, advice));
            }
            let (state, text) = match value {
                Tree::Number(number) => (State::Known(*number), None),
                Tree::Text(text) => (State::Open, Some(text.clone())),
                _ => return Err(at.wrong("a number, or an expression in quotes")),
            };
            all.names.push(name.clone());
            all.expressions.push(text);
            all.states.get_mut().push(state);
        }
        // what is wrong with a parameter is told at the parameter, used or not
        for (index, name) in all.names.iter().enumerate() {
            all.named(name).map_err(|sentence| {
                let field = format!("{}.{name}", node.field);
                let found = all.expressions[index].clone().unwrap_or_default();
                let fault = Fault::Expression {
                    field: field.clone(),
                    found: format!("{found:?}"),
                    sentence,
                };
                (fault, field)
            })?;
        }
        Ok(all)
    }

    /// The value of an expression, or the sentence for why it has none.
    pub(super) fn value(&self, text: &str) -> Result<f64, String> {
        expression::evaluate(text, &mut |name| self.named(name)).map_err(|fault| fault.sentence)
    }

    fn named(&self, name: &str) -> Result<f64, String> {
        let Some(index) = self.names.iter().position(|known| known == name) else {
            return Err(unknown_parameter(
                name,
                self.names.iter().map(String::as_str),
            ));
        };
        match self.states.borrow()[index] {
            State::Known(value) => return Ok(value),
            State::Computing => {
                return Err(format!(
                    "the parameter `{name}` depends on itself; give it a number"
                ));
            }
            State::Open => {}
        }
        self.states.borrow_mut()[index] = State::Computing;
        let text = self.expressions[index].as_deref().unwrap_or_default();
        let value = self.value(text)?;
        self.states.borrow_mut()[index] = State::Known(value);
        Ok(value)
    }

    /// Names and values in the order of the file.
    pub(super) fn list(&self) -> Vec<Parameter> {
        let states = self.states.borrow();
        (self.names.iter().zip(&self.expressions).zip(&*states))
            .filter_map(|((name, expression), state)| match state {
                State::Known(value) => Some(Parameter {
                    name: name.clone(),
                    value: *value,
                    expression: expression.clone(),
                }),
                _ => None,
            })
            .collect()
    }
}
