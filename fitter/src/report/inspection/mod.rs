//! What is in a packed model, and what it costs.

mod bytes;
mod cost;
mod dependency;
mod summary;

pub use bytes::SectionBytes;
pub use cost::{CoreCost, costs};
pub use summary::Inspection;
