//! The contents and the cost of a packed model.

mod bytes;
mod contents;
mod cost;
mod dependency;
mod online;
mod readings;
mod summary;
mod windows;

pub use bytes::SectionBytes;
pub use contents::{Contents, steady_line};
pub use cost::{CoreCost, Count, builds, costs, in_order};
pub use online::Online;
pub use readings::Readings;
pub use summary::Inspection;
pub use windows::Windows;
