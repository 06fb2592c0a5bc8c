//! Names that are not there, or there twice.

use super::Mistake;

pub(super) const LIST: &[Mistake] = &[
    // names
    (
        "bodies = [\"world\", \"crank\"]",
        "bodies = [\"world\", \"krank\"]",
        0,
        &["no body \"krank\"", "did you mean \"crank\"?"],
    ),
    (
        "bodies = [\"crank\", \"slider\"]",
        "bodies = [\"crank\", \"crank\"]",
        0,
        &["with itself"],
    ),
    (
        "body = \"brick[0][1][1]\"",
        "body = \"brick\"",
        0,
        &["\"brick\" is an array", "\"brick[0][0][0]\""],
    ),
    (
        "material = \"rubber\"\nmass",
        "material = \"ruber\"\nmass",
        0,
        &["no material \"ruber\"", "did you mean \"rubber\"?"],
    ),
    (
        "shape = { kind = \"half-space\" }\nmaterial = \"steel\"",
        "shape = { kind = \"half-space\" }",
        0,
        &["no `material` of \"floor\""],
    ),
    (
        "between = [\"steel\", \"rubber\"]",
        "between = [\"steel\", \"glass\"]",
        0,
        &["no material \"glass\""],
    ),
    (
        "between = [\"steel\", \"rubber\"]",
        "between = [\"steel\"]",
        0,
        &["two materials"],
    ),
    (
        "name = \"slider\"",
        "name = \"crank\"",
        0,
        &["\"crank\" is given twice"],
    ),
    (
        "name = \"slider\"",
        "name = \"world\"",
        0,
        &["choose another"],
    ),
    (
        "name = \"guide\"",
        "name = \"bearing\"",
        0,
        &["\"bearing\" is given twice"],
    ),
    (
        "collides_with = [\"default\"]",
        "collides_with = [\"defalt\"]",
        0,
        &["no group \"defalt\"", "did you mean \"default\"?"],
    ),
    (
        "name = \"slider\"",
        "name = \"slider, left\"",
        0,
        &["leave out commas"],
    ),
];
