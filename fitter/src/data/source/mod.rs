//! The formats of data files: each gives named columns and passes over its rows, so that the rest
//! of the house knows no format.

mod array;
mod arrays;
#[cfg(feature = "arrow")]
mod arrow_value;
#[cfg(feature = "arrow")]
mod batches;
mod contract;
mod delimited;
mod element;
#[cfg(all(test, feature = "arrow"))]
mod hostile;
mod open;
#[cfg(feature = "arrow")]
mod sizes;
mod sparse;
#[cfg_attr(not(feature = "arrow"), allow(dead_code, reason = "only batches are read in passes"))]
mod store;
mod value;

pub use contract::{Flaw, Records, Source};
pub use open::{Format, open, open_batches};
pub use store::Store;
pub use value::Value;
