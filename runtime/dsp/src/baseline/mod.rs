//! The sums in assembly for Armv6-M: compilers find no place for them in eight registers. Those of
//! half-words are not among them: weights may stand at odd addresses, where only bytes can be read.

mod add;
mod dot;

pub use add::{add_bytes, add_nibbles};
pub use dot::{dot_bytes, dot_nibbles};
