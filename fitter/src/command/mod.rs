//! The subcommands, one a file: options, and what is printed.

pub mod evaluate;
pub mod fit;
pub mod inspect;
mod output;
pub mod predict;

use output::{print_json, print_table};
