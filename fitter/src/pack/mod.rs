//! Packing: words to a `.klt` and its data sheet, the device emulated, and what a model costs.

pub mod certificate;
pub mod cost;
pub mod device_map;
pub mod emulate;
pub mod file;
pub mod klt;
pub mod sections;
pub mod sheet;

pub use certificate::{Certificate, Guarantee};
