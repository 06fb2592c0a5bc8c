//! Includes, parameters, settings and mesh files.

use super::worlds::WORLD;
use super::*;
use crate::table::scratch::Scratch;

fn write(scratch: &Scratch, name: &str, text: impl AsRef<[u8]>) -> std::path::PathBuf {
    let path = scratch.file(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

fn set(settings: &[&str]) -> Vec<String> {
    settings.iter().map(|s| (*s).to_owned()).collect()
}

const MATERIALS: &str = "[materials.oak]\nfriction = 0.5\ndensity = 700\n";
const MAIN: &str = "schema_version = 1\nname = \"m\"\nabout = \"a\"\ninclude = [\"parts/m.toml\"]\n\
                    [parameters]\nsize = 0.2\n[world]\ngravity = [0, 0, -9.81]\n\
                    [[bodies]]\nname = \"b\"\nmaterial = \"oak\"\nshape = { kind = \"box\", size = [\"$size\", 1, 1] }\n\
                    [run]\nstep = 0.01\nduration = 1\n";

#[test]
fn included_tables_belong_to_the_scene() {
    let scratch = Scratch::new();
    write(
        &scratch,
        "parts/m.toml",
        format!("schema_version = 1\ninclude = [\"deep/d.toml\"]\n{MATERIALS}"),
    );
    write(
        &scratch,
        "parts/deep/d.toml",
        "[materials.oak]\nrestitution = 0.1\n[[bodies]]\nname = \"floor\"\nfixed = true\nmaterial = \"oak\"\nposition = [0, 0, -1]\nshape = { kind = \"half-space\" }\n",
    );
    let scene = read_path(&write(&scratch, "main.toml", MAIN)).unwrap();
    let BuiltIn::World(world) = &scene.system else {
        panic!("no world");
    };
    let names: Vec<&str> = world
        .model()
        .bodies
        .iter()
        .map(|b| b.name.as_str())
        .collect();
    assert_eq!(names, ["floor", "b"]);
    assert_eq!(world.model().materials.materials.len(), 1);
    // the text stands alone
    let again =
        read(&scene.text, "elsewhere").unwrap_or_else(|error| panic!("{error}\n{}", scene.text));
    assert_eq!(again.initial.q, scene.initial.q);
}

#[test]
fn a_key_given_twice_is_named_with_both_places() {
    let scratch = Scratch::new();
    write(&scratch, "parts/m.toml", MATERIALS);
    let text = MAIN.replace("[run]", "[materials.oak]\nfriction = 0.4\n[run]");
    let error = read_path(&write(&scratch, "main.toml", &text))
        .err()
        .unwrap();
    let said = error.to_string();
    assert!(
        said.contains("`materials.oak.friction` is given here and at"),
        "{said}"
    );
    assert!(said.contains("m.toml:2:1"), "{said}");
    assert_eq!(error.place.unwrap().line, 14);
}

#[test]
fn errors_in_included_files_name_those_files() {
    let scratch = Scratch::new();
    for (text, word) in [
        (
            "[materials.oak]\nfrction = 0.5\n",
            "did you mean `friction`?",
        ),
        ("[materials.oak]\nfriction = \n", "no value after `=`"),
        (
            "[materials.oak]\nfriction = \"2*nu\"\n",
            "no parameter `nu`",
        ),
        ("[materials.oak]\nfriction = -1\n", "friction is -1"),
        ("[materials.oak]\nfriction = nan\n", "must be finite"),
        (
            "schema_version = 1\ninclude = [\"nothing.toml\"]\n",
            "there is no file",
        ),
        (
            "schema_version = 1\ninclude = [\"../main.toml\"]\n",
            "in a circle (main.toml → m.toml → main.toml)",
        ),
        ("\nschema_version = 2\n", "reads schema_version = 1"),
        ("\ninclude = 3\n", "must be a list of files"),
    ] {
        write(&scratch, "parts/m.toml", text);
        let error = read_path(&write(&scratch, "main.toml", MAIN))
            .err()
            .unwrap();
        let said = error.to_string();
        assert!(
            error.file.ends_with("m.toml") && said.contains(word),
            "{said}"
        );
        assert_eq!(error.place.unwrap().line, 2, "{said}");
    }
}

#[test]
fn settings_change_parameters_and_keys() {
    let coefficient = |settings: &[&str]| {
        let scene = read_with(WORLD, "f", &set(settings)).unwrap_or_else(|error| panic!("{error}"));
        let BuiltIn::World(world) = &scene.system else {
            panic!("no world");
        };
        (
            world.model().materials.materials[1]
                .surface
                .friction
                .coefficient,
            scene.settings.scheme.name(),
            scene.duration,
            world.model().bodies.len(),
        )
    };
    assert_eq!(coefficient(&[]), (0.3, "stewart-trinkle", 1.0, 9));
    let changed = coefficient(&[
        "mu=0.4",
        "run.duration=1/4",
        "run.scheme=anitescu-potra",
        "n = 3",
    ]);
    assert_eq!(changed, (0.4, "anitescu-potra", 0.25, 11));
    assert_eq!(coefficient(&["materials.steel.friction=0.7"]).0, 0.7);
    let scene = read_with(WORLD, "f", &set(&["mu=0.4"])).unwrap();
    assert!(
        scene.text.contains("mu = 0.4") && scene.text.contains("mu=0.4"),
        "{}",
        scene.text
    );
    assert!(read(&scene.text, "again").is_ok());
}

#[test]
fn parameters_that_count_something_are_whole() {
    let whole = |scene: &Scene| -> Vec<String> {
        let own = scene.parameters.iter().filter(|p| p.whole);
        own.map(|p| p.name.clone()).collect()
    };
    assert_eq!(whole(&read(WORLD, "f").unwrap()), ["n"]);
    let pile = catalogue::find("sphere-pile").unwrap();
    // what only places something may have a fraction, though it is written without one
    assert_eq!(whole(&pile), ["layers", "side"]);
    let slope = catalogue::find("box-on-slope").unwrap();
    assert!(whole(&slope).is_empty());
}

#[test]
fn bad_settings_are_shown_as_they_were_typed() {
    for (setting, column, word) in [
        ("nu=0.4", 1, "did you mean `mu`? the parameters are mu, n"),
        ("mu=red", 4, "no parameter `red`"),
        ("mu", 1, "write name=value"),
        ("bodies[99].mass=1", 1, "the scene has no `bodies[99].mass`"),
        ("run.durtion=1", 1, "did you mean `duration`?"),
        ("run.duration=-1", 14, "duration is -1"),
        ("mu=-1", 4, "friction is -1"),
        ("mu=1/0", 4, "divides by zero"),
        ("run.step=nan", 10, "must be finite"),
        ("run=3", 1, "no parameter `run`"),
        ("bodies[1.mass=3", 1, ""),
        ("=3", 1, ""),
        (".=3", 1, ""),
    ] {
        let error = read_with(WORLD, "f", &set(&[setting]));
        let error = error
            .err()
            .unwrap_or_else(|| panic!("{setting} is accepted"));
        let said = error.to_string();
        assert!(said.contains(word), "{setting}: {said}");
        // a parameter is blamed where it is used
        if error.file == "--set" {
            assert_eq!(error.place.unwrap().column, column, "{setting}: {said}");
        }
    }
    let rod = catalogue::find_with("falling-rod", &set(&["mu=1"])).unwrap();
    let said = rod.err().unwrap().to_string();
    assert!(said.contains("the scene has none"), "{said}");
}

/// A box of text STL, with millimetres for units.
fn box_stl() -> String {
    let corners = |i: usize| [i & 1, (i >> 1) & 1, (i >> 2) & 1].map(|b| 200 * b);
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let mut text = String::from("solid box\n");
    for [a, b, c, d] in quads {
        for triangle in [[a, b, c], [a, c, d]] {
            text.push_str("facet normal 0 0 0\nouter loop\n");
            for i in triangle {
                let [x, y, z] = corners(i);
                text.push_str(&format!("vertex {x} {y} {z}\n"));
            }
            text.push_str("endloop\nendfacet\n");
        }
    }
    text + "endsolid box\n"
}

#[test]
fn meshes_are_read_beside_the_scene_and_stored_with_it() {
    use stickslip::world::Shape;
    let scratch = Scratch::new();
    write(&scratch, "parts/m.toml", MATERIALS);
    write(&scratch, "meshes/a/box.stl", box_stl());
    let extra = "[[bodies]]\nname = \"wall\"\nfixed = true\nmaterial = \"oak\"\nposition = [0, 0, -2]\n\
                 shape = { kind = \"mesh\", file = \"meshes/a/box.stl\", scale = 0.001 }\n\
                 [[bodies]]\nname = \"stone\"\nmaterial = \"oak\"\nposition = [0, 0, 2]\n\
                 shapes = [{ kind = \"convex\", file = \"meshes/a/box.stl\", scale = [0.001, 0.001, 0.002] }]\n\
                 [run]";
    let scene = read_path(&write(&scratch, "main.toml", MAIN.replace("[run]", extra)));
    let scene = scene.unwrap_or_else(|error| panic!("{error}"));
    let BuiltIn::World(world) = &scene.system else {
        panic!("no world");
    };
    let bodies = &world.model().bodies;
    let Shape::Mesh(mesh) = &bodies[1].colliders[0].shape else {
        panic!("{:?}", bodies[1]);
    };
    assert_eq!((mesh.points.len(), mesh.triangles.len()), (8, 12));
    assert_eq!(mesh.points.iter().map(|p| p[0]).fold(0.0, f64::max), 0.2);
    let stone = bodies.iter().position(|b| b.name == "stone").unwrap();
    let mass = world.mass_of(stone);
    assert!(
        (mass.mass - 700.0 * 0.2 * 0.2 * 0.4).abs() < 1e-12,
        "{mass:?}"
    );
    // a run keeps the mesh beside its scene
    assert_eq!(scene.files.len(), 1);
    assert_eq!(scene.files[0].path, "meshes/box.stl");
    let other = Scratch::new();
    write(&other, &scene.files[0].path, &scene.files[0].bytes);
    let again = read_path(&write(&other, "scene.toml", &scene.text)).unwrap();
    assert_eq!(again.initial.q, scene.initial.q);
    assert_eq!(again.files, scene.files);
}

#[test]
fn bad_meshes_are_named_with_their_line_and_that_of_the_scene() {
    let scratch = Scratch::new();
    write(&scratch, "parts/m.toml", MATERIALS);
    write(
        &scratch,
        "broken.stl",
        box_stl().replacen("vertex", "vertx", 1),
    );
    write(&scratch, "short.stl", [b'x'; 90]);
    write(
        &scratch,
        "flat.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n",
    );
    write(&scratch, "box.step", "ISO-10303-21;");
    for (shape, word) in [
        (
            "kind = \"mesh\", file = \"nothing.stl\"",
            "there is no file",
        ),
        (
            "kind = \"mesh\", file = \"broken.stl\"",
            "line 4: \"vertx\"",
        ),
        ("kind = \"mesh\", file = \"short.stl\"", "byte"),
        (
            "kind = \"mesh\", file = \"box.step\"",
            "save it as .stl or .obj",
        ),
        ("kind = \"mesh\", file = \"parts\"", "is a directory"),
        ("kind = \"convex\", file = \"flat.obj\"", "in one plane"),
        (
            "kind = \"mesh\", file = \"flat.obj\", scale = 0",
            "`scale` is 0",
        ),
    ] {
        let body = format!(
            "[[bodies]]\nname = \"w\"\nfixed = true\nmaterial = \"oak\"\nshape = {{ {shape} }}\n[run]"
        );
        let text = MAIN.replace("[run]", &body);
        let error = read_path(&write(&scratch, "main.toml", &text))
            .err()
            .unwrap();
        let said = error.to_string();
        assert!(said.contains(word), "{shape}: {said}");
        assert_eq!(error.place.unwrap().line, 17, "{said}");
    }
}
