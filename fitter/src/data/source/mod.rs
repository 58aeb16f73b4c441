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
mod encoding;
#[cfg(all(test, feature = "arrow"))]
mod hostile;
mod long;
mod open;
#[cfg(feature = "arrow")]
mod sizes;
mod sparse;
mod store;
mod stored;
mod value;

pub use contract::{Flaw, Records, Source};
pub use encoding::MARK;
pub use open::{Format, is_delimited, open, open_long, open_stored};
pub use store::Store;
pub use value::Value;
