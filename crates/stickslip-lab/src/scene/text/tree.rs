//! The text of a scene as a tree of values with their places: from a key to its bytes, and back.

use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its place.
pub(in crate::scene) type Value<'t> = Spanned<DeValue<'t>>;

/// The values of a scene.
#[derive(Clone)]
pub(in crate::scene) struct Tree<'t>(pub(in crate::scene) Value<'t>);

impl<'t> Tree<'t> {
    /// Reads the text as TOML, without asking what the keys mean. Its first byte has the number `base`.
    pub(in crate::scene) fn parse(text: &'t str, base: usize) -> Result<Self, toml::de::Error> {
        let table = DeTable::parse(text)?;
        let span = table.span();
        let mut tree = Spanned::new(span, DeValue::Table(table.into_inner()));
        if base > 0 {
            shift(&mut tree, base);
        }
        Ok(Self(tree))
    }

    /// The value under a key of the root.
    pub(in crate::scene) fn section(&self, key: &str) -> Option<&Spanned<DeValue<'t>>> {
        self.0.get_ref().get(key)
    }

    /// The bytes of the value under a key like `system.planes[1].normal`; where it is not given, those of the nearest
    /// table or list around it.
    pub(in crate::scene) fn find(&self, key: &str) -> Range<usize> {
        let mut value = &self.0;
        for part in parts(key) {
            match child(value.get_ref(), part) {
                Some(inner) => value = inner,
                None => break,
            }
        }
        value.span()
    }

    /// The value under a key to change, if it is there.
    pub(in crate::scene) fn get_mut(&mut self, key: &str) -> Option<&mut Value<'t>> {
        parts(key).try_fold(&mut self.0, |value, part| match value.get_mut() {
            DeValue::Table(table) => table.get_mut(part),
            DeValue::Array(list) => list.get_mut(part.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// The key whose name or value has these bytes or lies around them; empty for the root.
    pub(in crate::scene) fn key_at(&self, bytes: &Range<usize>) -> String {
        let mut path = String::new();
        descend(self.0.get_ref(), bytes, &mut path);
        path
    }

    /// The first number that is not finite: its key and its bytes.
    pub(in crate::scene) fn not_finite(&self) -> Option<Range<usize>> {
        first_not_finite(&self.0)
    }
}

/// Counts the bytes of a value and all that it holds on.
pub(in crate::scene) fn shift(value: &mut Value<'_>, by: usize) {
    let on = |span: Range<usize>| span.start + by..span.end + by;
    let span = on(value.span());
    let mut inner = std::mem::replace(value.get_mut(), DeValue::Boolean(false));
    match &mut inner {
        DeValue::Table(table) => {
            let old = std::mem::take(table);
            for (key, mut value) in old {
                shift(&mut value, by);
                let span = on(key.span());
                table.insert(Spanned::new(span, key.into_inner()), value);
            }
        }
        DeValue::Array(list) => list.iter_mut().for_each(|item| shift(item, by)),
        _ => {}
    }
    *value = Spanned::new(span, inner);
}

fn child<'a, 't>(value: &'a DeValue<'t>, part: &str) -> Option<&'a Value<'t>> {
    match value {
        DeValue::Array(_) => value.get(part.parse::<usize>().ok()?),
        _ => value.get(part),
    }
}

/// `system.planes[1]` → `system`, `planes`, `1`.
pub(in crate::scene) fn parts(key: &str) -> impl Iterator<Item = &str> {
    key.split(['.', '[', ']']).filter(|part| !part.is_empty())
}

fn descend(value: &DeValue<'_>, bytes: &Range<usize>, path: &mut String) {
    let around = |span: Range<usize>| span.start <= bytes.start && bytes.end <= span.end;
    // tables are written in pieces, so their own span tells nothing about what they hold
    let holds = |value: &Spanned<DeValue<'_>>| around(value.span()) || is_deep(value, bytes);
    match value {
        DeValue::Table(table) => {
            let found = table
                .iter()
                .find(|(key, value)| key.span() == *bytes || holds(value));
            if let Some((key, value)) = found {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key.get_ref());
                if key.span() != *bytes {
                    descend(value.get_ref(), bytes, path);
                }
            }
        }
        DeValue::Array(list) => {
            if let Some(index) = list.iter().position(holds) {
                path.push_str(&format!("[{index}]"));
                descend(list[index].get_ref(), bytes, path);
            }
        }
        _ => {}
    }
}

/// Whether a table or list holds a key or value with these bytes.
fn is_deep(value: &Spanned<DeValue<'_>>, bytes: &Range<usize>) -> bool {
    let around = |span: Range<usize>| span.start <= bytes.start && bytes.end <= span.end;
    match value.get_ref() {
        DeValue::Table(table) => table
            .iter()
            .any(|(key, v)| key.span() == *bytes || around(v.span()) || is_deep(v, bytes)),
        DeValue::Array(list) => list.iter().any(|v| around(v.span()) || is_deep(v, bytes)),
        _ => false,
    }
}

fn first_not_finite(value: &Spanned<DeValue<'_>>) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::Float(float) => {
            let finite = float.as_str().parse::<f64>().is_ok_and(f64::is_finite);
            (!finite).then(|| value.span())
        }
        DeValue::Table(table) => table.iter().find_map(|(_, v)| first_not_finite(v)),
        DeValue::Array(list) => list.iter().find_map(first_not_finite),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a = 1\n[s]\nfriction = { coefficient = 0.5 }\n[[s.planes]]\nn = [1, 2]\n\
                        [[s.planes]]\nn = [3, 4]\n[s.more]\nx = 7\n";

    #[test]
    fn a_key_has_its_bytes_and_bytes_their_key() {
        let tree = Tree::parse(TEXT, 0).unwrap();
        for (key, bytes) in [
            ("a", "1"),
            ("s.friction.coefficient", "0.5"),
            ("s.planes[1].n[1]", "4"),
            ("s.planes[0].n", "[1, 2]"),
            ("s.more.x", "7"),
        ] {
            let span = tree.find(key);
            assert_eq!(&TEXT[span.clone()], bytes, "{key}");
            assert_eq!(tree.key_at(&span), key);
        }
        let coefficient = TEXT.find("coefficient").unwrap();
        assert_eq!(
            tree.key_at(&(coefficient..coefficient + 11)),
            "s.friction.coefficient"
        );
    }

    #[test]
    fn a_key_that_is_not_there_is_looked_for_as_far_as_it_goes() {
        let tree = Tree::parse(TEXT, 0).unwrap();
        assert_eq!(&TEXT[tree.find("s.mass")], "[s]");
        assert_eq!(&TEXT[tree.find("s.planes[1].tangent")], "[[s.planes]]");
        assert_eq!(tree.key_at(&tree.find("s.mass")), "s");
    }

    #[test]
    fn a_tree_can_begin_anywhere() {
        let (tree, far) = (
            Tree::parse(TEXT, 0).unwrap(),
            Tree::parse(TEXT, 100).unwrap(),
        );
        for key in ["s.planes[1].n[1]", "s.more", "a"] {
            let span = tree.find(key);
            assert_eq!(far.find(key), span.start + 100..span.end + 100);
            assert_eq!(far.key_at(&far.find(key)), key);
        }
    }

    #[test]
    fn numbers_that_are_none_are_found_at_any_depth() {
        let at = |text: &str| Tree::parse(text, 0).unwrap().not_finite().map(|r| r.start);
        assert_eq!(at("a = [{ b = 1.5 }, { b = -inf }]"), Some(24));
        assert_eq!(at("a = nan"), Some(4));
        assert_eq!(at("a = 1e999"), Some(4));
        assert_eq!(at(TEXT), None);
    }
}
