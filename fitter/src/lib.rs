//! Learns kernel machines that fit in kilobytes, quantises them, and packs them for the [`kernelet`] runtime.
//!
//! The modules stand in the order in which data flows through them. A fit is three calls in order: [`choose`] decides
//! what a recipe leaves open, [`fit`] fits the decided model to all rows, and [`calibrate`] finds what scores say beside
//! the class.

// names and numbers
pub mod recipe;

// from files to features
pub mod data;
pub mod features;
pub mod fern;
pub mod head;

// from real numbers to bytes
pub mod metrics;
pub mod pack;
pub mod quantise;

// from one fit to the model
pub mod calibrate;
pub mod choose;
pub mod fit;

// what leaves the house
pub mod export;
pub mod report;
pub mod reproduce;

// for everyone
pub mod error;
pub mod linalg;
pub mod search;

pub use error::Error;
