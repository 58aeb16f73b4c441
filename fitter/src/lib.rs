//! Learns kernel machines that fit in kilobytes, quantises them, and packs them for the [`kernelet`] runtime.
//!
//! [`choose::fit`] decides what a recipe leaves open. The flow is the body of `Job::fit` in [`fit`]: read, standardise, draw,
//! choose, fold and quantise the map, compute the features through
//! the runtime, fit the head on them, round it, prove that nothing overflows, pack.

pub mod approximate;
pub mod bandwidth;
pub mod baseline;
pub mod cholesky;
pub mod choose;
pub mod data;
pub mod device_map;
pub mod draw;
pub mod early;
pub mod emulate;
pub mod error;
pub mod export;
pub mod feature_map;
pub mod fern;
pub mod find;
pub mod fit;
pub mod head;
pub mod kernel;
pub mod novelty;
pub mod pick;
pub mod pool;
pub mod probability;
pub mod product;
pub mod quantise;
pub mod recipe;
pub mod refine;
pub mod report;
pub mod reproduce;
pub mod score;
pub mod scored;
pub mod search;
pub mod standardise;

pub use error::Error;
