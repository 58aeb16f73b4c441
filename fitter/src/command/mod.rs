//! The subcommands, one a file: each parses its options and calls the library.

pub mod compare;
pub mod completions;
mod dialect;
pub mod evaluate;
pub mod export;
mod files;
pub mod fit;
mod form;
pub mod given;
mod inputs;
pub mod inspect;
pub mod interrupt;
pub mod kernel_error;
pub mod manual;
pub mod merge;
pub mod output;
mod package;
pub mod predict;
pub mod prepare;
mod progress;
mod recordings;
pub mod rehearse;
pub mod replay;
pub mod reproduce;
pub mod statistics;
pub mod threads;
mod values;
