//! Export: source to compile in, packages of it, and golden vectors.

pub mod c;
mod fill;
mod golden_rows;
mod golden_steady;
mod golden_windows;
pub mod name;
pub mod onnx;
pub mod packages;
pub mod rust;
mod rust_check;
mod scaling_rows;
pub mod vectors;

pub(crate) use fill::filled;
