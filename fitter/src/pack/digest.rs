//! The checksum of a data sheet.

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

/// Returns the checksum of a sheet: XXH3, 64 bits, of its names and values in the order of the
/// names, its own field `digest` left out. Spaces and the order of fields do not matter.
pub fn digest(sheet: &Value) -> String {
    let mut text = String::new();
    match sheet {
        Value::Object(fields) => object(fields.iter().filter(|(name, _)| *name != "digest"), &mut text),
        other => write(other, &mut text),
    }
    format!("xxh3-{:016x}", xxh3_64(text.as_bytes()))
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => object(fields.iter(), text),
        Value::Array(values) => {
            *text += "[";
            values.iter().for_each(|value| write(value, text));
            *text += "]";
        }
        plain => *text += &format!("{plain},"),
    }
}

fn object<'v>(fields: impl Iterator<Item = (&'v String, &'v Value)>, text: &mut String) {
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by_key(|(name, _)| *name);
    *text += "{";
    for (name, value) in fields {
        *text += &format!("{}:", Value::from(name.as_str()));
        write(value, text);
    }
    *text += "}";
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_is_of_the_content_alone() {
        let sheet = json!({"b": [1, 2.5], "a": {"x": null}, "digest": "old"});
        let same: Value = serde_json::from_str(r#"{"a" : {"x":null}, "b":[1,  2.5]}"#).unwrap();
        assert_eq!(digest(&sheet), digest(&same));
        for other in [json!({"b": [1, 2.5], "a": {"x": 0}}), json!({"b": [[1], 2.5], "a": {"x": null}}), json!({})] {
            assert_ne!(digest(&sheet), digest(&other));
        }
    }

    /// The definition is fixed: the figure must never change.
    #[test]
    fn its_definition_is_fixed() {
        assert_eq!(digest(&json!({"b": [1, 2.5], "a": "x"})), "xxh3-097f845ec8031b42");
    }
}
