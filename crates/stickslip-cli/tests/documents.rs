//! What the documents say the program prints is what it prints, and their commands work in the order they stand in.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod command;

use command::{Scratch, stickslip_in};

fn document(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    std::fs::read_to_string(format!("{root}{name}")).unwrap()
}

/// The blocks of code of a document.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    for line in text.lines() {
        match (line.starts_with("```"), open.take()) {
            (true, None) => open = Some(Vec::new()),
            (true, Some(block)) => blocks.push(block),
            (false, Some(mut block)) => {
                block.push(line);
                open = Some(block);
            }
            (false, None) => {}
        }
    }
    blocks
}

/// The words of a command, without a comment.
fn words(line: &str) -> Option<Vec<&str>> {
    let line = line.split(" #").next()?.trim();
    let mut words = line.split_whitespace();
    (words.next() == Some("stickslip")).then(|| words.collect())
}

/// Every line stands in the output, in this order; `…` stands for anything.
fn assert_quoted(quoted: &[&str], printed: &str, place: &str) {
    let mut rest = printed.lines();
    for line in quoted.iter().filter(|line| line.trim() != "…") {
        let parts: Vec<&str> = line.trim_end().split('…').collect();
        let fits = |found: &str| {
            let mut found = found.trim_end();
            let mut first = true;
            let all = parts.iter().all(|part| {
                let at = found.find(part.trim_end());
                let here = at.is_some_and(|at| at == 0 || !first);
                first = false;
                found = at.map_or("", |at| &found[at + part.trim_end().len()..]);
                here
            });
            all && (parts.len() > 1 || found.is_empty())
        };
        assert!(rest.any(fits), "{place}: {line:?} is not in\n{printed}");
    }
}

/// Blocks in which a `$` stands before commands: what follows one is what it prints.
#[test]
fn quoted_output_is_what_is_printed() {
    let mut seen = 0;
    for name in [
        "README.md",
        "docs/cli.md",
        "docs/energy.md",
        "docs/analysis.md",
    ] {
        let text = document(name);
        for block in blocks(&text) {
            let scratch = Scratch::new(&format!("quoted-{seen}"));
            let here = scratch.file("");
            let starts = |line: &&str| line.starts_with("$ stickslip ");
            let mut lines = block.iter().copied().peekable();
            while let Some(line) = lines.next() {
                let Some(words) = line.strip_prefix("$ ").and_then(words) else {
                    continue;
                };
                let ran = stickslip_in(&here, &words);
                assert!(ran.code < 2, "{name}: {line}: {}", ran.stderr);
                let mut quoted = Vec::new();
                while let Some(line) = lines.next_if(|line| !starts(line)) {
                    quoted.push(line);
                }
                assert_quoted(&quoted, &ran.stdout, &format!("{name}: {line}"));
                seen += usize::from(!quoted.is_empty());
            }
        }
    }
    assert!(seen >= 6, "only {seen} outputs are quoted");
}

#[test]
fn the_readme_tells_how_the_demo_ends_and_how_many_numbers_agree() {
    let scratch = Scratch::new("readme");
    let here = scratch.file("");
    let text = document("README.md");
    let block = blocks(&text);
    let block = block
        .iter()
        .find(|b| b[0].starts_with("four-balls  "))
        .unwrap();
    let ran = stickslip_in(&here, &["demo"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_quoted(block, &ran.stdout, "README.md");
    let verified = stickslip_in(&here, &["verify"]).stdout;
    let last = verified.lines().last().unwrap();
    let counts = last.split(" numbers").next().unwrap();
    assert!(
        text.contains(&format!("come out: {counts} within")),
        "{last}"
    );
    let scenes = stickslip_in(&here, &["scenes"]).stdout.lines().count();
    assert!(
        text.contains(&format!("lists the {scenes} that come")),
        "{scenes}"
    );
}

/// From nothing to the last command, with the changes of the scene that it asks for.
#[test]
fn the_tutorial_works_literally() {
    let scratch = Scratch::new("tutorial");
    let here = scratch.file("");
    let text = document("docs/tutorial.md");
    let mut done = Vec::new();
    for block in blocks(&text) {
        if block[0] == "[parameters]" {
            let slide = scratch.file("slide.toml");
            let scene = std::fs::read_to_string(&slide).unwrap();
            let scene = scene.replace("[world]", &format!("{}\n\n[world]", block.join("\n")));
            let scene = scene.replace("friction = 0.4", "friction = \"mu\"");
            std::fs::write(&slide, scene).unwrap();
        }
        for line in &block {
            let Some(words) = words(line) else { continue };
            match words[0] {
                // is served until Ctrl-C; that the scene can be read with these settings is seen by checking it
                "view" => {
                    let set = words.iter().position(|w| *w == "--set").unwrap();
                    let args = ["info", words[1], "--set", words[set + 1]];
                    let ran = stickslip_in(&here, &args);
                    assert_eq!(ran.code, 0, "{line}: {}", ran.stderr);
                }
                command => {
                    let ran = stickslip_in(&here, &words);
                    let expected = i32::from(command == "diff");
                    assert_eq!(ran.code, expected, "{line}: {}", ran.stderr);
                    done.push(ran.stdout);
                }
            }
        }
        // the answer that is quoted after the question
        if block[0].starts_with("  verdict ") {
            assert_quoted(&block, done.last().unwrap(), "docs/tutorial.md");
        }
    }
    assert!(done.len() >= 7, "only {} commands", done.len());
    for page in ["runs/four-balls/report.html", "runs/slide/report.html"] {
        assert!(
            std::path::Path::new(&scratch.file(page)).is_file(),
            "{page}"
        );
    }
    // the question that the text asks of the box at rest
    let ran = stickslip_in(&here, &["analyze", "slide.toml", "--at", "2", "--no-plots"]);
    assert!(
        ran.stdout.contains("not all forces are determined"),
        "{}",
        ran.stderr
    );
}
