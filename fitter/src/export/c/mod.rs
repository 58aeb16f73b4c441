//! One header and one source file of C99 that answer as the runtime does, bit for bit.
//!
//! The arithmetic stands in C files, a function each, in folders: `core`, `window` (features of a
//! stream), `dot` and `add` (products of inputs and of features with weights), `feature`, `row`
//! (loops over the features of a block), `answer`, and the loops of special cores in `avr`, `dsp`
//! and `mve`. A compiler or linter reads each alone, with the example configuration of
//! `core/config.h`. An export is the model's own configuration and constants, then the files that
//! it needs, as they stand.

mod arrangement;
mod blocks;
mod cell;
mod configuration;
mod constants;
mod ctypes;
mod ferns;
mod files;
mod interface;
mod kinds;
mod learning;
mod note;
mod selection;
mod self_test;
mod sheet;
mod source;

pub use source::Source;
