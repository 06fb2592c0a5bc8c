//! A scene as one text that stands alone: what it includes and what `--set` changed are in it.

use super::tree::Value;
use std::fmt::Write;
use toml::de::{DeTable, DeValue};

/// Writes a tree as TOML: values first, then tables, then lists of tables.
pub(in crate::scene) fn write(tree: &Value<'_>, heading: &str) -> String {
    let mut text = String::new();
    for line in heading.lines() {
        text.push_str(&format!("# {line}\n"));
    }
    let DeValue::Table(root) = tree.get_ref() else {
        return text;
    };
    let is_list = |value: &DeValue<'_>| {
        value.as_array().is_some_and(|list| {
            !list.is_empty() && list.iter().all(|item| item.get_ref().is_table())
        })
    };
    let (mut tables, mut lists) = (Vec::new(), Vec::new());
    for (key, value) in root {
        match value.get_ref() {
            DeValue::Table(table) => tables.push((key.get_ref(), table)),
            list if is_list(list) => lists.push((key.get_ref(), list)),
            other => line(&mut text, key.get_ref(), other),
        }
    }
    for (name, table) in tables {
        let _ = write!(text, "\n[{}]\n", quoted(name));
        lines(&mut text, table);
    }
    for (name, list) in lists {
        for item in list.as_array().into_iter().flat_map(|list| list.iter()) {
            let _ = write!(text, "\n[[{}]]\n", quoted(name));
            if let DeValue::Table(table) = item.get_ref() {
                lines(&mut text, table);
            }
        }
    }
    text
}

fn lines(text: &mut String, table: &DeTable<'_>) {
    for (key, value) in table {
        line(text, key.get_ref(), value.get_ref());
    }
}

fn line(text: &mut String, key: &str, value: &DeValue<'_>) {
    let _ = write!(text, "{} = ", quoted(key));
    inline(text, value);
    text.push('\n');
}

fn inline(text: &mut String, value: &DeValue<'_>) {
    match value {
        DeValue::String(string) => text.push_str(&string_literal(string)),
        DeValue::Integer(number) => {
            let _ = write!(text, "{number}");
        }
        DeValue::Float(number) => text.push_str(number.as_str()),
        DeValue::Boolean(on) => text.push_str(if *on { "true" } else { "false" }),
        DeValue::Datetime(date) => {
            let _ = write!(text, "{date}");
        }
        DeValue::Array(list) => {
            text.push('[');
            for (i, item) in list.iter().enumerate() {
                text.push_str(if i > 0 { ", " } else { "" });
                inline(text, item.get_ref());
            }
            text.push(']');
        }
        DeValue::Table(table) => {
            text.push('{');
            for (i, (key, value)) in table.iter().enumerate() {
                text.push_str(if i > 0 { ", " } else { " " });
                let _ = write!(text, "{} = ", quoted(key.get_ref()));
                inline(text, value.get_ref());
            }
            text.push_str(" }");
        }
    }
}

fn quoted(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match !key.is_empty() && key.chars().all(bare) {
        true => key.to_owned(),
        false => string_literal(key),
    }
}

fn string_literal(string: &str) -> String {
    let mut text = String::from('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(text, "\\u{:04X}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;

    #[test]
    fn what_is_written_reads_the_same() {
        let text = "a = 0x1f\nname = \"say \\\"x\\\"\\u0007\"\n[t.\"odd key\"]\nx = [1, 2.5e-3]\n[[l]]\ny = { z = true, w = [] }\n[[l]]\n";
        let tree = Tree::parse(text, 0).unwrap();
        let once = write(&tree.0, "from here\nand there");
        assert!(once.starts_with("# from here\n# and there\n"), "{once}");
        let again = write(&Tree::parse(&once, 0).unwrap().0, "from here\nand there");
        assert_eq!(once, again);
        for part in ["0x1f", "\"odd key\" = { x = [1, 2.5e-3] }", "[[l]]"] {
            assert!(once.contains(part), "{part}: {once}");
        }
        let table = |text: &str| toml::from_str::<toml::Table>(text).unwrap();
        assert_eq!(table(text), table(&once));
    }
}
