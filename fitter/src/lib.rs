//! Learns kernel machines that fit in kilobytes.

pub mod data;
pub mod error;

pub use error::Error;
