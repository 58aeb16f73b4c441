//! Blocks: features that stream into the scores, and the guards and logarithms before them.
//!
//! To add a kind of block takes a file of its own here, a line in the table of `kind.rs`, and its
//! place in the `Projection` of `any.rs`.

mod any;
mod body;
mod dense;
pub mod fern;
mod guards;
mod hadamard;
mod head;
mod kind;
pub mod logarithms;
mod pool;
mod regenerated;
mod seeded;
mod sizes;
mod structured;
mod transform;

pub(crate) use any::Block;
pub use body::BLOCK_HEAD;
pub(crate) use body::Shape;
pub(crate) use guards::Guards;
pub use guards::guard_size;
pub use kind::{Form, Kind};
pub use logarithms::Logarithms;
pub use pool::Pool;
pub use sizes::Sizes;
pub use transform::{Structure, Transform, width};
