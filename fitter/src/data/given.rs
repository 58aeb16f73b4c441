//! What arrays say beside their schema.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What arrays say beside their schema: their columns and classes as they were given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GivenArrays {
    /// The names of all columns in order, where some are no inputs; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// The classes in the order of their labels, as booleans, numbers or texts; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Value>,
}

impl GivenArrays {
    /// Returns true if the schema says it all.
    pub fn is_empty(&self) -> bool {
        *self == GivenArrays::default()
    }
}
