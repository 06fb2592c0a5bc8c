//! Colours measured: text and marks stand out from what is behind them, and the modes of a contact from each other, also for
//! people who see fewer colours. Only a test; the colours are those of the files of `viewer/`.
//!
//! Contrast is that of WCAG 2.2 (criteria 1.4.3 and 1.4.11). Colour vision deficiencies are simulated with the matrices of
//! Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions
//! on Visualization and Computer Graphics 15 (2009), for severity 1.0, which act on linear RGB.

use std::collections::BTreeMap;

const STYLE: &str = include_str!("../../viewer/style.css");
const COLOURS: &str = include_str!("../../viewer/colours.js");
const PALETTE: &str = include_str!("../../viewer/palette.js");

/// Least contrast of text, and of what must be seen to understand a picture.
const TEXT: f64 = 4.5;
const MARK: f64 = 3.0;
/// Least difference of two modes in CIELAB. One of 2.3 is just seen on large neighbouring patches (Mahy et al. 1994); marks are
/// small, apart and shaded, and get eight times as much.
const APART: f64 = 18.4;

/// Names and colours of a theme.
type Colours = BTreeMap<String, [f64; 3]>;

/// The light theme and the dark one.
const THEMES: [&str; 2] = ["light", "dark"];

/// What stands between two texts.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, after) = text.split_once(from).expect("it begins");
    after.split_once(to).expect("it ends").0
}

/// Numbers of `#rrggbb` at the beginning of a text.
fn hex(text: &str) -> Option<[f64; 3]> {
    let digits = text
        .trim_start()
        .trim_start_matches('"')
        .strip_prefix('#')?;
    let number = u32::from_str_radix(digits.get(..6)?, 16).ok()?;
    Some([16, 8, 0].map(|shift| f64::from((number >> shift) & 255) / 255.0))
}

/// Colours that stand behind names and colons.
fn named(text: &str) -> Colours {
    let pairs = text.split([';', ',', '\n']).filter_map(|entry| {
        let (name, value) = entry.rsplit_once(':')?;
        let name = name.trim().rsplit([' ', '{']).next()?;
        Some((name.trim_start_matches("--").to_owned(), hex(value)?))
    });
    pairs.collect()
}

/// The colours of the page in a theme.
fn page(theme: &str) -> Colours {
    match theme {
        "light" => named(between(STYLE, ":root {", "}")),
        _ => named(between(STYLE, "[data-theme=\"dark\"] {", "}")),
    }
}

/// A table of `colours.js` in a theme.
fn view(table: &str, theme: &str) -> Colours {
    let table = between(COLOURS, &format!("export const {table} = {{"), "\n};");
    named(between(table, &format!("{theme}: {{"), "}"))
}

/// The colours of series in a theme, as they are written.
fn series(theme: &str) -> Vec<&'static str> {
    let list = between(PALETTE, &format!("{theme}: ["), "]");
    list.split(',')
        .map(|colour| colour.trim().trim_matches('"'))
        .collect()
}

fn linear(colour: [f64; 3]) -> [f64; 3] {
    colour.map(|c| match c <= 0.04045 {
        true => c / 12.92,
        false => ((c + 0.055) / 1.055).powf(2.4),
    })
}

fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let luminance = |colour| {
        let [r, g, b] = linear(colour);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// How a colour is seen: nobody's deficiency, and the three.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    (
        "all colours",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// A colour in CIELAB as eyes see it (sRGB, D65).
fn lab(colour: [f64; 3], eyes: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = linear(colour);
    let dot = |row: &[f64; 3], v: [f64; 3]| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    let seen = [0, 1, 2].map(|i| dot(&eyes[i], light).clamp(0.0, 1.0));
    let root = |t: f64| match t > 216.0 / 24389.0 {
        true => t.cbrt(),
        false => (24389.0 / 27.0 * t + 16.0) / 116.0,
    };
    let x = root(dot(&[0.4124564, 0.3575761, 0.1804375], seen) / 0.95047);
    let y = root(dot(&[0.2126729, 0.7151522, 0.0721750], seen));
    let z = root(dot(&[0.0193339, 0.1191920, 0.9503041], seen) / 1.08883);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(a: [f64; 3], b: [f64; 3]) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2)).sqrt()
}

#[test]
fn the_measures_agree_with_known_values() {
    let [black, white, grey] = ["#000000", "#ffffff", "#777777"].map(|text| hex(text).unwrap());
    assert!((contrast(black, white) - 21.0).abs() < 1e-9);
    // the usual example of a grey that just fails
    assert!((contrast(grey, white) - 4.478).abs() < 1e-3);
    let red = lab(hex("#ff0000").unwrap(), &EYES[0].1);
    assert!(difference(red, [53.24, 80.09, 67.20]) < 0.05, "{red:?}");
    // rows sum to one: whoever sees few colours sees the same greys
    for (name, rows) in EYES {
        for row in rows {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 2e-6, "{name}");
        }
    }
}

#[test]
fn text_is_legible() {
    for theme in THEMES {
        let page = page(theme);
        let mut pairs = vec![("accent-ink", "accent")];
        for ink in ["ink", "quiet"] {
            pairs.extend(["paper", "ground", "faint", "shade"].map(|paper| (ink, paper)));
            pairs.extend(["good-shade", "fair-shade", "bad-shade"].map(|paper| (ink, paper)));
        }
        for state in [
            ("good", "good-shade"),
            ("fair", "fair-shade"),
            ("bad", "bad-shade"),
        ] {
            pairs.extend([state, (state.0, "paper")]);
        }
        for (ink, paper) in pairs {
            let found = contrast(page[ink], page[paper]);
            assert!(found >= TEXT, "{theme}: {ink} on {paper}: {found:.2}");
        }
        let view = view("VIEW_COLOURS", theme);
        for paper in ["background", "ground", "halo"] {
            let found = contrast(view["text"], view[paper]);
            assert!(found >= TEXT, "{theme}: names on {paper}: {found:.2}");
        }
    }
}

#[test]
fn marks_stand_out() {
    for theme in THEMES {
        let (page, view, modes) = (
            page(theme),
            view("VIEW_COLOURS", theme),
            view("MODE_COLOURS", theme),
        );
        let mut marks = Vec::new();
        for (name, colour) in &modes {
            let grounds = ["paper", "ground", "shade"].map(|ground| (ground, page[ground]));
            let scene = ["background", "ground"].map(|ground| (ground, view[ground]));
            marks.push((
                name.as_str(),
                *colour,
                [grounds.as_slice(), &scene].concat(),
            ));
        }
        for name in ["slip", "normal", "joint", "trail", "pull", "outline"] {
            let scene = ["background", "ground"].map(|ground| (ground, view[ground]));
            marks.push((name, view[name], scene.to_vec()));
        }
        let papers = ["paper", "ground", "faint"].map(|ground| (ground, page[ground]));
        for name in ["accent", "axis"] {
            marks.push((name, page[name], papers.to_vec()));
        }
        for colour in series(theme) {
            marks.push((colour, hex(colour).unwrap(), papers.to_vec()));
        }
        for (name, colour, grounds) in marks {
            for (ground, behind) in grounds {
                let found = contrast(colour, behind);
                assert!(found >= MARK, "{theme}: {name} on {ground}: {found:.2}");
            }
        }
    }
}

#[test]
fn modes_differ_for_all_eyes() {
    for theme in THEMES {
        let mut marks: Vec<_> = view("MODE_COLOURS", theme).into_iter().collect();
        assert_eq!(marks.len(), 4);
        // arrows of slip stand among those of forces
        marks.push(("slip".to_owned(), view("VIEW_COLOURS", theme)["slip"]));
        for (eyes, rows) in &EYES {
            for (i, (first, a)) in marks.iter().enumerate() {
                for (second, b) in &marks[i + 1..] {
                    let found = difference(lab(*a, rows), lab(*b, rows));
                    assert!(
                        found >= APART,
                        "{theme}, {eyes}: {first} and {second}: {found:.1}"
                    );
                }
            }
        }
    }
}
