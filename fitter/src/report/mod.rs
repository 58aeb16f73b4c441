//! Reports: what people look at.

mod contest;
pub mod plot;

pub use contest::{Contest, Test};
