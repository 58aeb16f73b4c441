//! The sums by `SMLAD` and `SMLALD`, whole loops at a time: compilers would spill what they keep in
//! registers.

/// What functions of assembly begin with: on Armv8-M their assembler is not told of the extension.
#[cfg(mainline)]
macro_rules! with_extension {
    () => {
        ".cpu cortex-m33"
    };
}
#[cfg(not(mainline))]
macro_rules! with_extension {
    () => {
        ""
    };
}

#[macro_use]
mod dot;
#[macro_use]
mod add;
#[macro_use]
mod cosines;
mod patches;
mod task;

pub use add::{add_bytes, add_nibbles, add_words};
pub use cosines::{cosines_bytes, cosines_nibbles};
pub use dot::{dot_bytes, dot_nibbles, dot_words};
pub use patches::{patches_bytes, patches_nibbles};
