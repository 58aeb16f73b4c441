//! Formats: the rounding of rows, scales and phases to the words of a number format.

mod cosine_row;
mod fixed;
mod float;
mod fold_format;
mod generated;
mod ramp;
mod scale;

pub use cosine_row::CosineRow;
pub use fold_format::FoldFormat;
pub use ramp::Ramp;
#[cfg(test)]
pub use scale::Scale;
pub use scale::UNITS_PER_TURN;
