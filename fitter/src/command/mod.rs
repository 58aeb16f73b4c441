//! The subcommands, one a file: each parses its options and calls the library.

pub mod compare;
pub mod completions;
pub mod evaluate;
pub mod export;
pub mod fit;
pub mod given;
mod inputs;
pub mod inspect;
pub mod kernel_error;
pub mod manual;
mod output;
pub mod predict;
mod dialect;
pub mod reproduce;
mod values;
