//! Blocks: features that stream into the scores, and the guards and logarithms before them.
//!
//! A kind of block is a file here and a line in each list of `kind.rs`.

mod any;
mod body;
mod dense;
pub mod fern;
mod field;
mod guards;
mod hadamard;
mod head;
mod kind;
pub mod logarithms;
pub mod patch;
mod patches;
mod pool;
mod rows;
mod seeded;
mod sizes;
mod structured;
mod transform;

pub(crate) use any::Block;
pub use body::BLOCK_HEAD;
pub(crate) use body::Shape;
pub use field::{Count, Field, FieldWord};
pub(crate) use guards::Guards;
pub use guards::guard_size;
pub use kind::{Form, Kind};
pub use logarithms::Logarithms;
pub use patch::Patch;
pub use pool::Pool;
pub use sizes::Sizes;
pub use transform::{Structure, Transform, width};
