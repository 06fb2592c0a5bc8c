//! The JSON schema of a scene, made from the same types that read it; and where in a scene a number stands.

use super::kinds;
use super::settings::RunKeys;
use super::world::{self, BodyKeys, ForceKeys, JointKeys, MaterialKeys, PairKeys, WorldTable};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The schema as the types give it, without expressions.
static PLAIN: LazyLock<Value> = LazyLock::new(plain);

/// The JSON schema (draft 2020-12) of a scene of version 1. Numbers may be written as expressions.
///
/// ```
/// let schema = stickslip_lab::scene::schema();
/// assert_eq!(schema["properties"]["schema_version"]["const"], 1);
/// ```
pub fn schema() -> Value {
    let mut schema = PLAIN.clone();
    allow_expressions(&mut schema);
    schema["$defs"]["expression"] = json!({
        "description": "An expression, like \"$mu\", \"1/240\" or \"= 2*mu + 0.1\".",
        "type": "string",
        "minLength": 1
    });
    schema
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

fn plain() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let g = &mut generator;
    let list = |item: Value| json!({ "type": "array", "items": item });
    let mut properties = json!({
        "schema_version": { "const": super::SCHEMA_VERSION },
        "name": { "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$" },
        "about": { "type": "string" },
        "include": list(json!({ "type": "string" })),
        "parameters": { "type": "object", "additionalProperties": { "type": "number" } },
        "run": of::<RunKeys>(g),
        "world": of::<WorldTable>(g),
        "materials": { "type": "object", "additionalProperties": of::<MaterialKeys>(g) },
        "pairs": list(of::<PairKeys>(g)),
        "bodies": list(of::<BodyKeys>(g)),
        "joints": list(of::<JointKeys>(g)),
        "forces": list(of::<ForceKeys>(g)),
    });
    // [system] and [initial] depend on the kind
    let pairs = kinds::schemas(g).map(|pair| pair.map(schemars::Schema::to_value));
    let mut definitions = Value::Object(generator.take_definitions(true));
    tidy(&mut definitions);
    let mut branches = Vec::new();
    let mut initials = Vec::new();
    for (kind, [system, initial]) in kinds::KINDS.iter().zip(pairs) {
        let name = format!("{kind}-system");
        let definition = &mut definitions[&name];
        definition["properties"]["kind"] = json!({ "const": kind });
        require(definition, "kind");
        branches.push(system);
        initials.push(initial);
    }
    split_by_kind(&mut definitions["shape"], &world::SHAPE_KINDS);
    split_by_kind(&mut definitions["joint"], &world::JOINT_KINDS);
    let matching: Vec<Value> = kinds::KINDS
        .iter()
        .zip(&initials)
        .map(|(kind, initial)| {
            json!({
                "if": { "properties": { "system": { "properties": { "kind": { "const": kind } } } },
                        "required": ["system"] },
                "then": { "properties": { "initial": initial } }
            })
        })
        .collect();
    properties["system"] = json!({ "type": "object", "oneOf": branches });
    properties["initial"] = json!({ "type": "object", "anyOf": initials });
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scene of stickslip",
        "type": "object",
        "properties": properties,
        "required": ["schema_version"],
        "additionalProperties": false,
        // what a scene includes may hold whatever it lacks
        "if": { "not": { "required": ["include"] } },
        "then": {
            "required": ["name", "about", "run"],
            "oneOf": [
                { "required": ["system", "initial"] },
                { "required": ["world", "bodies"] }
            ]
        },
        "allOf": matching,
        "$defs": definitions
    });
    tidy(&mut schema);
    schema
}

fn require(definition: &mut Value, key: &str) {
    match &mut definition["required"] {
        Value::Array(list) => list.push(json!(key)),
        other => *other = json!([key]),
    }
}

/// A table whose keys depend on `kind` becomes a choice of tables.
fn split_by_kind(definition: &mut Value, kinds: &[(&str, &[&str])]) {
    let all = definition["properties"].as_object().cloned();
    let all = all.unwrap_or_default();
    let special: Vec<&str> = kinds
        .iter()
        .flat_map(|(_, own)| own.iter().copied())
        .collect();
    let branches: Vec<Value> = kinds
        .iter()
        .map(|(kind, own)| {
            let fits = |key: &str| !special.contains(&key) || own.contains(&key);
            let mut properties: Map<String, Value> = (all.iter())
                .filter(|(key, _)| fits(key))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            properties.insert("kind".into(), json!({ "const": kind }));
            json!({
                "type": "object",
                "properties": properties,
                "required": definition["required"],
                "additionalProperties": false
            })
        })
        .collect();
    *definition = json!({ "description": definition["description"], "oneOf": branches });
}

/// Takes out what TOML does not have (null) and what says nothing (formats, defaults that are null).
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.remove("format");
            if map.get("default").is_some_and(|d| !d.is_boolean()) {
                map.remove("default");
            }
            if let Some(Value::Array(types)) = map.get_mut("type") {
                types.retain(|t| t != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    map.insert("type".into(), only);
                }
            }
            if let Some(Value::Array(any)) = map.get_mut("anyOf") {
                any.retain(|s| s != &json!({ "type": "null" }));
                if let [Value::Object(only)] = any.as_slice() {
                    let only = only.clone();
                    map.remove("anyOf");
                    map.extend(only);
                }
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Lets an expression stand for every number.
fn allow_expressions(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(allow_expressions);
            if matches!(map.get("type"), Some(Value::String(t)) if t == "number" || t == "integer")
            {
                let description = map.remove("description");
                let number = Value::Object(std::mem::take(map));
                let either = json!([number, { "$ref": "#/$defs/expression" }]);
                map.insert("anyOf".into(), either);
                map.extend(description.map(|d| ("description".into(), d)));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(allow_expressions),
        _ => {}
    }
}

/// What may stand in one place of a scene: schemas, one of which holds.
pub(super) struct Expected<'s> {
    root: &'s Value,
    choices: Vec<&'s Value>,
}

impl Expected<'static> {
    /// The whole scene.
    pub(super) fn scene() -> Self {
        let root = &*PLAIN;
        Self {
            root,
            choices: vec![root],
        }
    }
}

impl<'s> Expected<'s> {
    /// Under a key of a table that may have a `kind`.
    pub(super) fn key(&self, key: &str, kind: Option<&str>) -> Self {
        let mut choices = Vec::new();
        for table in self.expanded() {
            let properties = &table["properties"];
            let other = kind.is_some() && properties["kind"]["const"].is_string();
            if other && properties["kind"]["const"].as_str() != kind {
                continue;
            }
            let inner = [&properties[key], &table["additionalProperties"]];
            choices.extend(inner.into_iter().find(|schema| schema.is_object()));
        }
        Self {
            root: self.root,
            choices,
        }
    }

    /// In a list.
    pub(super) fn item(&self) -> Self {
        let lists = self.expanded().into_iter().map(|list| &list["items"]);
        Self {
            root: self.root,
            choices: lists.filter(|schema| schema.is_object()).collect(),
        }
    }

    /// Whether a number may stand here, and no string.
    pub(super) fn is_number(&self) -> bool {
        self.is(&["number", "integer"]) && !self.is(&["string"])
    }

    /// Whether a number that stands here must be whole.
    pub(super) fn is_whole(&self) -> bool {
        self.is(&["integer"]) && !self.is(&["number", "string"])
    }

    /// Whether one of these types may stand here.
    fn is(&self, types: &[&str]) -> bool {
        let expanded = self.expanded();
        let fits = |schema: &&Value| schema["type"].as_str().is_some_and(|t| types.contains(&t));
        expanded.iter().any(fits)
    }

    /// The choices with references and alternatives followed.
    fn expanded(&self) -> Vec<&'s Value> {
        let mut done = Vec::new();
        let mut open = self.choices.clone();
        while let Some(schema) = open.pop() {
            for word in ["anyOf", "oneOf"] {
                open.extend(schema[word].as_array().into_iter().flatten());
            }
            if let Some(name) = schema["$ref"].as_str() {
                open.extend(self.root.pointer(name.trim_start_matches('#')));
            }
            done.push(schema);
        }
        done
    }
}
