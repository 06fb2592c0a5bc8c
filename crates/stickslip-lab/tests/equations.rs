//! Every equation tag in the code is listed in `docs/equations.md`, and the other way round.
//!
//! A tag is `[KEY rest]` in a comment of `crates/*/src/**/*.rs`: a key of `docs/papers.md`, such as ST00, and, after
//! a space, the equation, section or page. The brackets may be escaped for rustdoc. Several tags may share a pair of
//! brackets, separated by commas: `[Ste00 3.2, CPS92 4.4]` is two. Code spans, link targets, array indices and
//! string literals hold no tags.
//!
//! A row of the table is `| tag | item | file |`. The item is a function, type, constant or method defined in the
//! file, with the tag in its documentation or body; it is `—` where the tag speaks of the file as a whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A tag, where it was found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tag {
    key: String,
    text: String,
    /// Line (from 0) on which it begins.
    line: usize,
}

#[derive(Debug, PartialEq, Eq)]
struct Row {
    tag: String,
    item: Option<String>,
    file: String,
}

/// The comment on a line, if it begins one: what follows `//`, `///` or `//!`.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["///", "//!", "//"]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
}

/// The comment after the code of a line: what follows the first `//` outside a string literal.
fn trailing_comment(line: &str) -> Option<&str> {
    let (mut in_string, mut escaped) = (false, false);
    for (i, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = in_string,
            '"' => in_string = !in_string,
            '/' if !in_string && line[i..].starts_with("//") => return Some(&line[i + 2..]),
            _ => {}
        }
    }
    None
}

/// Two to six letters, the first a capital, and two digits: the shape of a paper's key.
fn key(text: &str) -> Option<&str> {
    let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
    let digits = text[letters..]
        .chars()
        .take_while(char::is_ascii_digit)
        .count();
    let end = letters + digits;
    let bounded = text[end..]
        .chars()
        .next()
        .is_none_or(|c| c == ' ' || c == ',');
    let shaped = (2..=6).contains(&letters) && digits == 2 && bounded;
    (shaped && text.starts_with(|c: char| c.is_ascii_uppercase())).then(|| &text[..end])
}

/// The tags of a source text.
fn tags(source: &str) -> Vec<Tag> {
    // runs of comment lines are read as one text, so that a tag may break across lines
    let mut found = Vec::new();
    let mut run: Vec<(usize, String)> = Vec::new();
    for (number, line) in source.lines().enumerate() {
        match (comment(line), trailing_comment(line)) {
            (Some(text), _) => run.push((number, text.to_string())),
            (None, trailing) => {
                found.extend(tags_of_run(&std::mem::take(&mut run)));
                if let Some(text) = trailing {
                    found.extend(tags_of_run(&[(number, text.to_string())]));
                }
            }
        }
    }
    found.extend(tags_of_run(&run));
    found
}

fn tags_of_run(run: &[(usize, String)]) -> Vec<Tag> {
    let (mut text, mut starts) = (String::new(), Vec::new());
    let mut fenced = false;
    for (number, line) in run {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        starts.push((text.len(), *number));
        if !fenced && !fence {
            text.push_str(
                &without_code_spans(line)
                    .replace("\\[", "[")
                    .replace("\\]", "]"),
            );
        }
        text.push(' ');
    }
    let mut found = Vec::new();
    for (open, _) in text.match_indices('[') {
        // an index like a[KEY 1] is not a tag; neither is anything without a closing bracket
        let is_index =
            text[..open].ends_with(|c: char| c.is_alphanumeric() || c == ']' || c == '_');
        let Some(close) = text[open..].find(']').filter(|_| !is_index) else {
            continue;
        };
        let line = starts
            .iter()
            .rev()
            .find(|(start, _)| *start <= open)
            .map_or(0, |(_, number)| *number);
        let inside = text[open + 1..open + close].split_whitespace();
        found.extend(split(&inside.collect::<Vec<_>>().join(" "), line));
    }
    found
}

/// Takes `A00 1, 2, B00 3` apart into `A00 1, 2` and `B00 3`; nothing if it does not begin with a key.
fn split(inside: &str, line: usize) -> Vec<Tag> {
    let mut found: Vec<Tag> = Vec::new();
    for part in inside.split(", ") {
        match (key(part), found.last_mut()) {
            (Some(key), _) => found.push(Tag {
                key: key.to_string(),
                text: part.to_string(),
                line,
            }),
            (None, Some(last)) => {
                last.text.push_str(", ");
                last.text.push_str(part);
            }
            (None, None) => return found,
        }
    }
    found
}

/// The line with everything between backticks removed.
fn without_code_spans(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The rows `| [tag] | item | file |` of the table.
fn rows(table: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in table.lines().filter(|l| l.trim_start().starts_with("| [")) {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').collect();
        assert_eq!(cells.len(), 3, "a row needs tag, item and file: {line}");
        let bare = |cell: &str| cell.trim().trim_matches('`').to_string();
        let tag = cells[0].trim();
        let tag = tag
            .strip_prefix('[')
            .and_then(|t| t.strip_suffix(']'))
            .unwrap_or_else(|| panic!("a row begins with [tag]: {line}"));
        let item = bare(cells[1]);
        rows.push(Row {
            tag: tag.to_string(),
            item: (item != "—").then_some(item),
            file: bare(cells[2]),
        });
    }
    rows
}

/// The keys of `docs/papers.md`: the first cells `**KEY**` of its tables.
fn keys(papers: &str) -> BTreeSet<String> {
    papers
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("| **"))
        .filter_map(|rest| rest.split_once("**"))
        .map(|(key, _)| key.to_string())
        .collect()
}

/// Whether a line defines the item: `fn name`, `struct name`, … as whole words.
fn defines(line: &str, item: &str) -> bool {
    const KINDS: [&str; 8] = [
        "fn", "struct", "enum", "trait", "const", "static", "type", "mod",
    ];
    if comment(line).is_some() {
        return false;
    }
    let words: Vec<&str> = line
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|w| !w.is_empty())
        .collect();
    words
        .windows(2)
        .any(|pair| KINDS.contains(&pair[0]) && pair[1] == item)
}

/// The line spans of the definitions of an item: documentation, attributes and body. Relies on rustfmt's layout,
/// where a body ends with the first brace as far left as the item itself.
fn spans(source: &str, item: &str) -> Vec<std::ops::RangeInclusive<usize>> {
    let lines: Vec<&str> = source.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut spans = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !defines(line, item) {
            continue;
        }
        let mut first = at;
        while first > 0 && {
            let above = lines[first - 1].trim_start();
            above.starts_with("///") || above.starts_with("//") || above.starts_with('#')
        } {
            first -= 1;
        }
        let last = (at..lines.len())
            .find(|&i| {
                let text = lines[i].trim_end();
                let ends = text.ends_with(';') || text.trim_start().starts_with('}');
                indent(lines[i]) <= indent(line) && (ends || i == at && text.ends_with('}'))
            })
            .unwrap_or(lines.len() - 1);
        spans.push(first..=last);
    }
    spans
}

/// Everything that is wrong, as sentences.
fn complaints(sources: &[(String, String)], table: &str, papers: &str) -> Vec<String> {
    let (rows, keys) = (rows(table), keys(papers));
    let mut wrong = Vec::new();
    for (file, source) in sources {
        for tag in tags(source) {
            let line = tag.line + 1;
            if !keys.contains(&tag.key) {
                wrong.push(format!(
                    "{file}:{line}: the key {} of [{}] is not in docs/papers.md",
                    tag.key, tag.text
                ));
            }
            if !rows.iter().any(|r| r.tag == tag.text && r.file == *file) {
                wrong.push(format!(
                    "{file}:{line}: [{}] has no row for this file in docs/equations.md",
                    tag.text
                ));
            }
        }
    }
    let mut seen = BTreeSet::new();
    for row in &rows {
        let name = row.item.as_deref().unwrap_or("—");
        if !seen.insert((&row.tag, name, &row.file)) {
            wrong.push(format!(
                "[{}] {name} {}: the row is there twice",
                row.tag, row.file
            ));
        }
        let Some((_, source)) = sources.iter().find(|(file, _)| *file == row.file) else {
            wrong.push(format!("[{}]: there is no file {}", row.tag, row.file));
            continue;
        };
        let lines: Vec<usize> = tags(source)
            .iter()
            .filter(|t| t.text == row.tag)
            .map(|t| t.line)
            .collect();
        if lines.is_empty() {
            wrong.push(format!("[{}] is not in {}", row.tag, row.file));
            continue;
        }
        if let Some(item) = &row.item {
            let spans = spans(source, item);
            if spans.is_empty() {
                wrong.push(format!("{} does not define `{item}`", row.file));
            } else if !spans.iter().any(|s| lines.iter().any(|l| s.contains(l))) {
                wrong.push(format!(
                    "[{}] is in {}, but not in `{item}`",
                    row.tag, row.file
                ));
            }
        }
    }
    wrong
}

/// All Rust files below a folder, sorted.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_tag_is_listed_and_every_listed_tag_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path));
    let (Ok(table), Ok(papers)) = (read("docs/equations.md"), read("docs/papers.md")) else {
        loud(format_args!(
            "SKIPPED: docs/ is not here (a packaged crate)"
        ));
        return;
    };
    let mut crates: Vec<PathBuf> = fs::read_dir(root.join("crates"))
        .expect("the folder crates/ stands beside docs/")
        .filter_map(Result::ok)
        .map(|e| e.path().join("src"))
        .collect();
    crates.sort();
    let mut files = Vec::new();
    for folder in &crates {
        rust_files(folder, &mut files);
    }
    let sources: Vec<(String, String)> = files
        .iter()
        .map(|path| {
            let name = path.strip_prefix(&root).expect("below the root");
            let name = name.to_string_lossy().replace('\\', "/");
            (
                name,
                fs::read_to_string(path).expect("source files are UTF-8"),
            )
        })
        .collect();
    let count: usize = sources.iter().map(|(_, s)| tags(s).len()).sum();
    assert!(count > 0, "no tag found in {} files", sources.len());
    let wrong = complaints(&sources, &table, &papers);
    assert!(
        wrong.is_empty(),
        "{} complaints:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

// ---- the checks themselves can fail

fn texts(source: &str) -> Vec<String> {
    tags(source).into_iter().map(|t| t.text).collect()
}

#[test]
fn tags_are_found_in_all_kinds_of_comments() {
    assert_eq!(
        texts("//! Lemke [CPS92 4.4] and [ST00 4]."),
        ["CPS92 4.4", "ST00 4"]
    );
    assert_eq!(texts("    /// row \\[APS98 7/14\\] of it"), ["APS98 7/14"]);
    assert_eq!(texts("let x = 1; // as in [MRTT53]"), ["MRTT53"]);
    assert_eq!(
        texts("// one [Ste00,\n// CPS92 3.11, 4.7] two"),
        ["Ste00", "CPS92 3.11, 4.7"]
    );
}

#[test]
fn a_tag_may_break_across_lines_and_belongs_to_its_first() {
    let found = tags("fn f() {}\n/// a long line [CPS92\n/// 4.4] goes on");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].text.as_str(), found[0].line), ("CPS92 4.4", 1));
    assert_eq!(found[0].key, "CPS92");
}

#[test]
fn links_indices_code_and_strings_are_no_tags() {
    let none = [
        "/// see [`Lcp`] and [Lcp] and [`Method::Auto`](crate::Method)",
        "/// z[QS93] or M[2][0] or [0, 1] or [low, high)",
        "/// tags such as `[ST00 13]`",
        "/// ```text\n/// [ST00 13]\n/// ```",
        "let s = \"P: one solution [CPS92 3.3.7]\";",
        "let s = \"// [CPS92 3.3.7]\";",
        "let a = [ST00, 1];",
        "/// [f64; 3], [ST00x 3], [st00 3], [A00 1], [ST001 3], [ST00",
    ];
    for source in none {
        assert_eq!(texts(source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn an_items_span_is_its_documentation_and_its_body() {
    let source = "/// one\nfn a(\n    x: f64,\n) -> f64 {\n    // two\n    x\n}\n\n/// three\nfn b() {}\n\n/// four\nconst C: f64 = 1.0;\n";
    assert_eq!(spans(source, "a"), [0..=6]);
    assert_eq!(spans(source, "b"), [8..=9]);
    assert_eq!(spans(source, "C"), [11..=12]);
    assert!(spans(source, "x").is_empty());
}

#[test]
fn each_kind_of_mistake_is_noticed() {
    let papers = "| **ST00** | Stewart, Trinkle |";
    let source = "/// the row [ST00 13]\nfn row() {}\n\nfn other() {}\n";
    let check = |source: &str, table: &str| {
        let sources = [("crates/a/src/lib.rs".to_string(), source.to_string())];
        complaints(&sources, table, papers).join("; ")
    };
    let good = "| [ST00 13] | `row` | `crates/a/src/lib.rs` |";
    assert_eq!(check(source, good), "");
    assert_eq!(check(source, &good.replace("`row`", "—")), "");
    let cases = [
        (source, String::new(), "has no row"),
        (
            source,
            good.replace("13", "14"),
            "is not in crates/a/src/lib.rs",
        ),
        (source, good.replace("`row`", "`column`"), "does not define"),
        (
            source,
            good.replace("`row`", "`other`"),
            "but not in `other`",
        ),
        (source, good.replace("lib.rs", "bil.rs"), "there is no file"),
        (source, format!("{good}\n{good}"), "twice"),
        ("// [XY99 1]", String::new(), "not in docs/papers.md"),
    ];
    for (source, table, words) in cases {
        let said = check(source, &table);
        assert!(said.contains(words), "{said:?} does not say {words:?}");
    }
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
