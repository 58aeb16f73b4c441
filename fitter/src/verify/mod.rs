//! Verification: firmware around a model, built, run on the target and compared with the host, bit
//! for bit.
//!
//! A target is an emulated core, a board behind its probe, or a board behind a serial port. All
//! speak one protocol: the host sends rows, the firmware answers with scores and what they took.
//! The comparison is the host's alone.

mod answers;
mod avr;
mod build;
mod c_build;
mod chip;
mod core;
mod elf;
mod emulator;
mod frame;
mod limit;
mod outcome;
mod plan;
mod probe;
mod rows;
mod run;
mod rust_build;
mod serial;
mod sources;
mod target;
mod tool;

pub use core::{CORES, Core};
pub use limit::Limit;
pub use outcome::{Mismatch, Outcome, Status, Verification};
pub use plan::Plan;
pub use rows::ReplayRows;
pub use run::verify;
pub use target::{Language, Target};
