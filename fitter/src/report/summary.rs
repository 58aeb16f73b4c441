//! A summary that a command prints.

use serde::Serialize;

/// A summary of what a command has found: one JSON object, or text.
pub trait Summary: Serialize {
    /// Returns the summary as text for people.
    fn text(&self) -> String;
}
