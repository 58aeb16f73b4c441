//! The sums in assembly for Armv6-M: compilers find no place for them in eight registers.

mod add;
mod dot;

pub use add::{add_bytes, add_nibbles, add_words};
pub use dot::{dot_bytes, dot_nibbles, dot_words};
