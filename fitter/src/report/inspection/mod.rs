//! The contents and the cost of a packed model.

mod bytes;
mod cost;
mod dependency;
mod summary;

pub use bytes::SectionBytes;
pub use cost::{CoreCost, costs};
pub use summary::Inspection;
