//! Arithmetic that may stand for a number: `"$mu"`, `"1/240"`, `"= 2*mu + 0.1"`.
//!
//! Numbers, parameters (with or without `$`), `+ − * / ^`, brackets, `pi`, and a few functions; an `=` may stand in front.

use crate::near;
use std::ops::Range;

/// A function with its name.
type Named = (&'static str, fn(f64) -> f64);

/// The functions of one number.
const FUNCTIONS: [Named; 12] = [
    ("sqrt", f64::sqrt),
    ("abs", f64::abs),
    ("sin", f64::sin),
    ("cos", f64::cos),
    ("tan", f64::tan),
    ("asin", f64::asin),
    ("acos", f64::acos),
    ("atan", f64::atan),
    ("exp", f64::exp),
    ("log", f64::ln),
    ("floor", f64::floor),
    ("deg", f64::to_radians),
];

/// Brackets deeper than this are a slip of the pen.
const DEEPEST: usize = 64;

/// What is wrong with an expression: the bytes of it, and a sentence.
#[derive(Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) bytes: Range<usize>,
    pub(crate) sentence: String,
}

/// The value of an expression; `parameter` gives the value of a name, or the sentence for why it has none.
pub(crate) fn evaluate(
    text: &str,
    parameter: &mut dyn FnMut(&str) -> Result<f64, String>,
) -> Result<f64, Fault> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        parameter,
    };
    reader.skip();
    reader.take('=');
    let value = reader.sum()?;
    reader.skip();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.unexpected("an operator + - * / ^, or the end")),
    }
}

/// Whether a word can be the name of a parameter.
pub(crate) fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Names that parameters cannot have.
pub(crate) fn is_taken(word: &str) -> bool {
    word == "pi" || FUNCTIONS.iter().any(|(name, _)| *name == word)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    parameter: &'a mut dyn FnMut(&str) -> Result<f64, String>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, sign: char) -> bool {
        self.skip();
        let found = self.peek() == Some(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn fault(&self, start: usize, sentence: String) -> Fault {
        Fault {
            bytes: start..self.at.max(start),
            sentence,
        }
    }

    fn unexpected(&mut self, expected: &str) -> Fault {
        let start = self.at;
        let sentence = match self.peek() {
            Some(found) => {
                self.at += found.len_utf8();
                format!("`{found}` where {expected} should be")
            }
            None => format!("it ends where {expected} should be"),
        };
        self.fault(start, sentence)
    }

    fn finite(&self, start: usize, value: f64) -> Result<f64, Fault> {
        match value.is_finite() {
            true => Ok(value),
            false => {
                let sentence = format!("`{}` has no finite value", &self.text[start..self.at]);
                Err(self.fault(start, sentence))
            }
        }
    }

    fn sum(&mut self) -> Result<f64, Fault> {
        self.skip();
        let start = self.at;
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return self.finite(start, value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, Fault> {
        self.skip();
        let start = self.at;
        let mut value = self.signed()?;
        loop {
            if self.take('*') {
                value *= self.signed()?;
            } else if self.take('/') {
                let below = self.signed()?;
                if below == 0.0 {
                    let sentence = format!("`{}` divides by zero", &self.text[start..self.at]);
                    return Err(self.fault(start, sentence));
                }
                value /= below;
            } else {
                return self.finite(start, value);
            }
        }
    }

    /// −x^2 is −(x^2), as on paper.
    fn signed(&mut self) -> Result<f64, Fault> {
        self.nested(|reader| {
            if reader.take('-') {
                return Ok(-reader.signed()?);
            }
            reader.take('+');
            reader.power()
        })
    }

    fn power(&mut self) -> Result<f64, Fault> {
        self.skip();
        let start = self.at;
        let base = self.atom()?;
        if !self.take('^') {
            return Ok(base);
        }
        let exponent = self.signed()?;
        self.finite(start, base.powf(exponent))
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<f64, Fault>) -> Result<f64, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault(self.at, "it is nested too deeply".into()));
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn atom(&mut self) -> Result<f64, Fault> {
        self.skip();
        let start = self.at;
        match self.peek() {
            Some('(') => self.bracket(),
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' || c == '$' => {
                let dollar = self.take('$');
                let name = self.word();
                if !is_name(&name) {
                    return Err(self.unexpected("the name of a parameter"));
                }
                self.skip();
                let function = FUNCTIONS.iter().find(|(known, _)| *known == name);
                match function {
                    _ if dollar => self.named(start, &name),
                    None if self.peek() == Some('(') => {
                        let known = FUNCTIONS.map(|(name, _)| name);
                        let near = near::nearest(&name, known);
                        let guess = near.map_or(String::new(), |n| format!("did you mean `{n}`? "));
                        let list = known.join(", ");
                        let sentence =
                            format!("there is no function `{name}`; {guess}they are {list}");
                        Err(self.fault(start, sentence))
                    }
                    None if name == "pi" => Ok(std::f64::consts::PI),
                    None => self.named(start, &name),
                    Some((_, function)) => {
                        let inner = self.bracket()?;
                        self.finite(start, function(inner))
                    }
                }
            }
            _ => Err(self.unexpected("a number, a parameter or a bracket")),
        }
    }

    fn named(&mut self, start: usize, name: &str) -> Result<f64, Fault> {
        // blanks after the name are not part of the fault
        let end = start + self.text[start..self.at].trim_end().len();
        (self.parameter)(name).map_err(|sentence| Fault {
            bytes: start..end,
            sentence,
        })
    }

    fn bracket(&mut self) -> Result<f64, Fault> {
        if !self.take('(') {
            return Err(self.unexpected("`(`"));
        }
        let value = self.nested(Self::sum)?;
        match self.take(')') {
            true => Ok(value),
            false => Err(self.unexpected("`)`")),
        }
    }

    fn word(&mut self) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word.to_owned()
    }

    fn number(&mut self) -> Result<f64, Fault> {
        let (start, bytes) = (self.at, self.text.as_bytes());
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(|b| b.is_ascii_digit()) {
                at += 1;
            }
            at
        };
        let mut end = digits(start);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let last = digits(end + 1 + sign);
            if last > end + 1 + sign {
                end = last;
            }
        }
        self.at = end;
        match self.text[start..end].parse::<f64>() {
            Ok(value) => self.finite(start, value),
            Err(_) => {
                let sentence = format!("`{}` is no number", &self.text[start..end]);
                Err(self.fault(start, sentence))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<f64, Fault> {
        evaluate(text, &mut |name| match name {
            "mu" => Ok(0.3),
            "n" => Ok(5.0),
            _ => Err(format!("no {name}")),
        })
    }

    #[test]
    fn arithmetic_is_as_on_paper() {
        for (text, expected) in [
            ("1/240", 1.0 / 240.0),
            ("$mu", 0.3),
            ("= 2*mu + 0.1", 2.0 * 0.3 + 0.1),
            ("-2^2", -4.0),
            ("2^-1", 0.5),
            ("2^3^2", 512.0),
            ("8/4/2", 1.0),
            ("10 - 4 - 3", 3.0),
            ("(1 + n) * 0.5e1", 30.0),
            ("sqrt(16) + abs(-1)", 5.0),
            ("cos(pi)", -1.0),
            ("deg(180)", std::f64::consts::PI),
            ("--3", 3.0),
            (".5 * 1e-3", 0.5e-3),
            ("floor(n/2)", 2.0),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, bytes, word) in [
            ("1/0", 0..3, "divides by zero"),
            ("2*(n - 5)^-1", 2..12, "no finite value"),
            ("2*nu", 2..4, "no nu"),
            ("2*(3+1", 6..6, "it ends where `)`"),
            ("3 4", 2..3, "an operator"),
            ("2*sqr(4)", 2..5, "did you mean `sqrt`?"),
            ("", 0..0, "ends where a number"),
            ("5 mm", 2..3, "`m` where an operator"),
            ("sqrt(-1)", 0..8, "no finite value"),
            ("1e999", 0..5, "no finite value"),
            ("µ + 1", 0..2, "`µ` where a number"),
            ("$", 1..1, "the name of a parameter"),
        ] {
            let fault = value(text).unwrap_err();
            assert_eq!(fault.bytes, bytes, "{text}: {fault:?}");
            assert!(fault.sentence.contains(word), "{text}: {fault:?}");
        }
        assert!(value(&"(".repeat(100_000)).is_err());
        assert!(value(&"-".repeat(100_000)).is_err());
    }
}
