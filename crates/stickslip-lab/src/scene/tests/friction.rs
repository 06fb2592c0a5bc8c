//! Friction in scene files: what each key makes, and which do not go together.

use super::*;
use stickslip::{Friction, FrictionSet, SlipLaw, System};

/// The friction of the skidding ball with a table under its key.
fn friction(table: &str) -> Result<Friction, SceneError> {
    let text = catalogue::text("skidding-ball").unwrap();
    assert_eq!(text.matches("table_friction = 0.2").count(), 1);
    let scene = read(
        &text.replace("table_friction = 0.2", &format!("table_friction = {table}")),
        "f",
    )?;
    Ok(scene.system.contacts()[0].friction.clone())
}

#[test]
fn each_key_makes_its_set() {
    let made = |table: &str| friction(table).unwrap_or_else(|error| panic!("{table}: {error}"));
    let round = Friction::round(0.5);
    assert_eq!(made("0.5"), round);
    assert_eq!(made("{ coefficient = 0.5 }"), round);
    assert_eq!(made("{ coefficient = 0.5, cone = \"round\" }"), round);
    assert_eq!(
        made("{ coefficient = 0.5, cone = \"planar\" }"),
        Friction::planar(0.5)
    );
    assert_eq!(
        made("{ coefficient = 0.5, facets = 6 }"),
        Friction::polygon(0.5, 6).unwrap()
    );
    assert_eq!(
        made("{ coefficient = 0.5, half_axes = [1, 0.3] }"),
        Friction::elliptic(0.5, [1.0, 0.3]).unwrap()
    );
    let spun = Friction::ellipsoid(0.5, [1.0, 1.0, 0.02]).unwrap();
    assert_eq!(made("{ coefficient = 0.5, torsion = 0.02 }"), spun);
    assert_eq!(
        made("{ coefficient = 0.5, cone = \"round\", torsion = 0.02, separate = false }"),
        spun
    );
    assert_eq!(
        made("{ coefficient = 0.5, half_axes = [1, 2], torsion = 0.02, separate = true }"),
        Friction::mixed(0.5, [1.0, 2.0, 0.02]).unwrap()
    );
    let set = vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]];
    assert_eq!(
        made("{ coefficient = 0.5, set = [[1, 0, 0], [-1, 0, 0]] }"),
        Friction::directions(0.5, set.clone()).unwrap()
    );
    assert_eq!(
        made("{ coefficient = 0.5, faces = [[1, 0, 0], [-1, 0, 0]] }"),
        Friction::faces(0.5, set).unwrap()
    );
    assert_eq!(made("0"), Friction::none());
}

#[test]
fn patches_become_torsion_radii() {
    let pi = std::f64::consts::PI;
    for (patch, radius) in [
        ("shape = \"disc\", radius = 0.06", 0.04),
        (
            "shape = \"disc\", radius = 0.06, pressure = \"uniform\"",
            0.04,
        ),
        (
            "shape = \"disc\", radius = 0.16, pressure = \"hertz\"",
            0.03 * pi,
        ),
        ("shape = \"ring\", radius = 0.06", 0.06),
        // a square of side 1: (√2 + arsinh 1)/6
        (
            "shape = \"rectangle\", sides = [1, 1]",
            0.382_597_858_232_106,
        ),
    ] {
        let table = format!("{{ coefficient = 0.5, patch = {{ {patch} }} }}");
        let friction = friction(&table).unwrap();
        let FrictionSet::Ellipsoid(_) = friction.set else {
            panic!("{patch}: {friction:?}");
        };
        let e = friction.set.shape().unwrap().lengths();
        assert!((e[2] - radius).abs() < 1e-14, "{patch}: {e:?}");
    }
    let mixed =
        "{ coefficient = 0.5, patch = { shape = \"ring\", radius = 0.06 }, separate = true }";
    let expected = Friction::mixed(0.5, [1.0, 1.0, 0.06]).unwrap();
    assert_eq!(friction(mixed).unwrap(), expected);
}

#[test]
fn slip_laws_go_with_every_cone_and_with_the_plane() {
    let falling = SlipLaw::Decreasing {
        fast: 0.2,
        speed: 0.1,
    };
    let slip = "slip = { fast = 0.2, speed = 0.1 }";
    let made = friction(&format!("{{ coefficient = 0.5, facets = 8, {slip} }}")).unwrap();
    assert_eq!(made.slip_law, falling);
    let text = catalogue::text("falling-rod").unwrap();
    for (slip, law) in [
        (slip, falling),
        (
            "slip = { sliding = 0.3 }",
            SlipLaw::TwoCoefficients { sliding: 0.3 },
        ),
    ] {
        let table = format!("friction = {{ coefficient = 0.6, {slip} }}");
        let scene = read(&text.replace("friction = 0.6", &table), "f").unwrap();
        let expected = Friction::planar(0.6).with_slip_law(law);
        assert_eq!(scene.system.contacts()[0].friction, expected);
    }
}

#[test]
fn what_does_not_fit_is_named_with_its_key() {
    let text = catalogue::text("skidding-ball").unwrap();
    let (above, _) = text.split_once("table_friction").unwrap();
    let line = 1 + above.matches('\n').count();
    for (keys, words) in [
        ("directions = 8", &["no key `directions`", "facets"][..]),
        ("facets = 7", &["7 friction directions", "even number"]),
        ("cone = \"rond\"", &["did you mean \"round\"?"]),
        ("cone = \"round\", facets = 8", &["`facets`", "not round"]),
        (
            "cone = \"round\", half_axes = [1, 2]",
            &["`half_axes`", "not round"],
        ),
        (
            "cone = \"planar\", torsion = 0.1",
            &["`torsion`", "not planar"],
        ),
        (
            "cone = \"planar\", set = [[1, 0, 0]]",
            &["`set`", "not planar"],
        ),
        (
            "facets = 8, half_axes = [1, 2]",
            &["`facets` and `half_axes`"],
        ),
        ("facets = 8, torsion = 0.1", &["`facets` and `torsion`"]),
        (
            "set = [[1, 0, 0]], faces = [[1, 0, 0]]",
            &["`set` and `faces`"],
        ),
        (
            "torsion = 0.1, patch = { shape = \"ring\", radius = 1 }",
            &["`torsion` and `patch`"],
        ),
        ("separate = true", &["add `torsion` or `patch`"]),
        (
            "half_axes = [1, 0]",
            &["half axis of the friction set is 0"],
        ),
        (
            "half_axes = [1, 0], torsion = 0.1",
            &["half axis of the friction set is 0"],
        ),
        ("half_axes = [1]", &["a list of 2 numbers"]),
        ("torsion = -0.1", &["is -0.1", "positive"]),
        ("set = [[0, 0, 0]]", &["direction 0 is [0, 0, 0]"]),
        ("faces = [[0, 0, 0]]", &["face 0 is [0, 0, 0]"]),
        ("faces = [[1, 0, 0]]", &["no face bounds the set"]),
        (
            "patch = { shape = \"disk\", radius = 1 }",
            &["did you mean \"disc\"?"],
        ),
        ("patch = { shape = \"disc\" }", &["no `radius` of the disc"]),
        (
            "patch = { shape = \"rectangle\" }",
            &["no `sides` of the rectangle"],
        ),
        (
            "patch = { shape = \"ring\", radius = 0 }",
            &["radius of the patch is 0"],
        ),
        (
            "patch = { shape = \"ring\", sides = [1, 1] }",
            &["a ring has no `sides`"],
        ),
        (
            "patch = { shape = \"ring\", radius = 1, pressure = \"hertz\" }",
            &["a ring has no `pressure`"],
        ),
        (
            "patch = { shape = \"disc\", radius = 1, pressure = \"hert\" }",
            &["did you mean \"hertz\"?"],
        ),
        ("slip = { fast = 0.2 }", &["{ fast, speed }", "{ sliding }"]),
        (
            "slip = { fast = 0.2, speed = 1, sliding = 0.1 }",
            &["{ sliding }"],
        ),
        ("slip = { fast = 0.9, speed = 1 }", &["fast is 0.9"]),
        ("slip = { fast = 0.2, speed = 0 }", &["speed is 0"]),
        ("slip = { sliding = 0.6 }", &["sliding is 0.6"]),
    ] {
        let error = friction(&format!("{{ coefficient = 0.5, {keys} }}"));
        let error = error.map(|_| ()).expect_err(keys);
        let said = error.to_string();
        for word in words {
            assert!(said.contains(word), "{keys}: no {word:?} in {said:?}");
        }
        // the message points at the line of the friction
        let place = error.place.unwrap_or_else(|| panic!("no place: {said}"));
        assert_eq!(place.line, line, "{said}");
    }
}

#[test]
fn a_plane_has_one_direction() {
    let text = catalogue::text("falling-rod").unwrap();
    for (keys, name) in [
        ("facets = 8", "facets"),
        ("cone = \"round\"", "cone"),
        ("half_axes = [1, 1]", "half_axes"),
        ("torsion = 0.1", "torsion"),
        ("patch = { shape = \"ring\", radius = 1 }", "patch"),
        ("set = [[1, 0, 0]]", "set"),
        ("faces = [[1, 0, 0]]", "faces"),
    ] {
        let table = format!("friction = {{ coefficient = 0.6, {keys} }}");
        let wrong = text.replace("friction = 0.6", &table);
        let said = read(&wrong, "f").map(|_| ()).unwrap_err().to_string();
        let advice = format!("leave `{name}` out");
        assert!(
            said.contains("moves in a plane") && said.contains(&advice),
            "{said}"
        );
    }
    for keys in ["facets = 2", "cone = \"planar\""] {
        let table = format!("friction = {{ coefficient = 0.6, {keys} }}");
        let scene = read(&text.replace("friction = 0.6", &table), "f").unwrap();
        assert_eq!(scene.system.contacts()[0].friction, Friction::planar(0.6));
    }
}
