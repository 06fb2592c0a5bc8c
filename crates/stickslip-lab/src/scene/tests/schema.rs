//! The JSON schema says the same as the reader: valid scenes pass, unknown keys do not.

use super::worlds::WORLD;
use super::*;
use serde_json::{Value, json};

/// What does not fit, as a path into the instance and a sentence; `None` if everything fits. Knows the words that our schema
/// uses, and panics at any other, so that nothing is passed over.
fn misfit(root: &Value, schema: &Value, instance: &Value, path: &str) -> Option<String> {
    let words = schema.as_object().expect("a schema is an object");
    let fault = |sentence: String| Some(format!("{path}: {sentence}"));
    let fits = |schema: &Value| misfit(root, schema, instance, path).is_none();
    for (word, given) in words {
        let list = || given.as_array().expect("a list");
        let found = match word.as_str() {
            "$schema" | "$defs" | "title" | "description" | "pattern" | "then" | "default" => None,
            "$ref" => {
                let name = given.as_str().unwrap().trim_start_matches('#');
                let target = root.pointer(name).unwrap_or_else(|| panic!("no {name}"));
                misfit(root, target, instance, path)
            }
            "const" => (given != instance).then(|| format!("{path}: not {given}")),
            "enum" => (!list().contains(instance)).then(|| format!("{path}: not in {given}")),
            "type" => {
                let is = match given.as_str().unwrap() {
                    "object" => instance.is_object(),
                    "array" => instance.is_array(),
                    "string" => instance.is_string(),
                    "number" => instance.is_number(),
                    "integer" => instance.is_i64() || instance.is_u64(),
                    "boolean" => instance.is_boolean(),
                    other => panic!("type {other}"),
                };
                (!is).then(|| format!("{path}: {instance} is no {given}"))
            }
            "minimum" => (instance.as_f64() < given.as_f64()).then(|| format!("{path}: too small")),
            "maximum" => None,
            "minLength" => (instance == "").then(|| format!("{path}: empty")),
            "minItems" | "maxItems" => {
                let n = given.as_u64().unwrap() as usize;
                let length = instance.as_array().map_or(n, Vec::len);
                let bad = if word == "minItems" {
                    length < n
                } else {
                    length > n
                };
                bad.then(|| format!("{path}: {length} items"))
            }
            "items" => (instance.as_array().into_iter().flatten().enumerate())
                .find_map(|(i, item)| misfit(root, given, item, &format!("{path}[{i}]"))),
            "required" => list()
                .iter()
                .find(|key| instance.is_object() && instance.get(key.as_str().unwrap()).is_none())
                .and_then(|key| fault(format!("no {key}"))),
            "properties" => (given.as_object().unwrap().iter()).find_map(|(key, inner)| {
                misfit(root, inner, instance.get(key)?, &format!("{path}.{key}"))
            }),
            "additionalProperties" => {
                let known = schema["properties"].as_object();
                let other = |key: &&String| known.is_none_or(|k| !k.contains_key(*key));
                let keys = instance.as_object().into_iter().flat_map(|o| o.keys());
                keys.filter(other).find_map(|key| match given {
                    Value::Bool(true) => None,
                    Value::Bool(false) => fault(format!("unknown {key}")),
                    inner => misfit(root, inner, &instance[key], &format!("{path}.{key}")),
                })
            }
            "anyOf" => (!list().iter().any(fits)).then(|| format!("{path}: none of anyOf")),
            "allOf" => list().iter().find_map(|s| misfit(root, s, instance, path)),
            "oneOf" => {
                let count = list().iter().filter(|s| fits(s)).count();
                (count != 1).then(|| format!("{path}: {count} of oneOf"))
            }
            "not" => fits(given).then(|| format!("{path}: not allowed")),
            "if" => match fits(given) {
                true => misfit(root, &schema["then"], instance, path),
                false => None,
            },
            other => panic!("the schema uses {other}, which this test does not know"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn json_of(text: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap()
}

fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let shipped = catalogue::names().map(|name| (name, catalogue::text(name).unwrap()));
    shipped.chain([("everything", WORLD)])
}

#[test]
fn every_shipped_scene_fits_the_schema() {
    let schema = schema();
    for (name, text) in texts() {
        assert_eq!(misfit(&schema, &schema, &json_of(text), name), None);
    }
}

/// Calls `visit` with the instance changed at each of its tables.
fn at_each_table(instance: &Value, change: &dyn Fn(&mut Value), visit: &mut dyn FnMut(&Value)) {
    fn pointers(value: &Value, path: &str, all: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                all.push(path.into());
                for (key, inner) in map {
                    pointers(inner, &format!("{path}/{key}"), all);
                }
            }
            Value::Array(list) => {
                for (i, inner) in list.iter().enumerate() {
                    pointers(inner, &format!("{path}/{i}"), all);
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    pointers(instance, "", &mut all);
    for pointer in all {
        let mut copy = instance.clone();
        change(copy.pointer_mut(&pointer).unwrap());
        visit(&copy);
    }
}

#[test]
fn unknown_keys_do_not_fit_the_schema_at_any_depth() {
    let schema = schema();
    let mut count = 0;
    for (_, text) in texts() {
        // names of parameters, of materials and of bodies in the plane are free
        let free = ["/parameters", "/materials", "/initial"];
        let instance = json_of(text);
        let loose = |copy: &Value| {
            free.iter().any(|table| {
                let key = format!("{table}/zzz");
                copy.pointer(&key).is_some()
            })
        };
        let change = |table: &mut Value| table["zzz"] = json!(1);
        at_each_table(&instance, &change, &mut |copy| {
            if !loose(copy) {
                count += 1;
                assert!(misfit(&schema, &schema, copy, "").is_some(), "{copy}");
            }
        });
    }
    assert!(count > 150, "{count}");
}

#[test]
fn what_the_reader_refuses_for_its_form_does_not_fit_either() {
    let schema = schema();
    for (from, to) in [
        ("mass = 2.0", "mass = [2.0]"),
        ("mass = 2.0", "mass = true"),
        ("gravity = [0, 0, -9.81]", "gravity = [0, -9.81]"),
        ("gravity = [0, 0, -9.81]\n", ""),
        ("kind = \"revolute\"", "kind = \"revolut\""),
        ("kind = \"revolute\"", "kind = \"revolute\"\nlength = 2"),
        ("kind = \"half-space\"", "kind = \"half-space\", radius = 1"),
        ("missing_pairs = \"mean\"", "missing_pairs = \"average\""),
        ("count = [1, 2, \"$n\"]", "count = [1, -2, 1]"),
        ("schema_version = 1", "schema_version = 0"),
        (
            "[world]",
            "[initial]\nposition = [0, 0]\n[system]\nkind = \"rod\"\n[world]",
        ),
    ] {
        assert!(WORLD.contains(from), "{from}");
        let wrong = WORLD.replacen(from, to, 1);
        assert!(read(&wrong, "f").is_err(), "{to}");
        assert!(
            misfit(&schema, &schema, &json_of(&wrong), "").is_some(),
            "{to}"
        );
    }
    let half = "schema_version = 1\ninclude = [\"rest.toml\"]\n";
    assert_eq!(misfit(&schema, &schema, &json_of(half), ""), None);
}

#[test]
fn expressions_stand_for_every_number_and_for_nothing_else() {
    let text = catalogue::text("falling-rod").unwrap();
    let other = text
        .replace("mass = 1.0", "mass = \"2/2\"")
        .replace("angle_deg = 30", "angle_deg = \"3*10\"")
        .replace("velocity = [0.0, 0.0]", "velocity = [\"1-1\", 0.0]");
    let (plain, written) = (read(text, "f").unwrap(), read(&other, "f").unwrap());
    assert_eq!(plain.initial.q, written.initial.q);
    let named = WORLD.replace("\"crank\"", "\"1/2\"");
    let scene = read(&named, "f").unwrap_or_else(|error| panic!("{error}"));
    let BuiltIn::World(world) = &scene.system else {
        panic!("no world");
    };
    assert!(world.model().bodies.iter().any(|b| b.name == "1/2"));
}
