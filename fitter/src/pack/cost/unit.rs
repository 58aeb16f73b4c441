//! What a core's counter counts.

use serde::Serialize;
use std::fmt;

/// What a core's counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Instructions: an emulator executes them, and does not time them.
    Instructions,
    /// Cycles of the core.
    Cycles,
}

impl Unit {
    /// The name with a capital letter.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Unit::Instructions => "Instructions",
            Unit::Cycles => "Cycles",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Instructions => "instructions",
            Unit::Cycles => "cycles",
        })
    }
}
