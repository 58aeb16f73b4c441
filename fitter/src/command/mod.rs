//! The subcommands, one a file: each parses its options and calls the library.

pub mod compare;
pub mod evaluate;
pub mod export;
pub mod fit;
mod inputs;
pub mod inspect;
pub mod interrupt;
pub mod kernel_error;
mod output;
pub mod predict;
mod progress;
pub mod reproduce;
pub mod threads;
mod values;
