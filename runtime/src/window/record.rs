//! A feature as it is stored.

/// The bytes of a feature.
pub const RECORD: usize = 2;
