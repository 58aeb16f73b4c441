//! The arithmetic: number formats, and the words that they compute with.
//!
//! A number format is a type that implements [`Format`]. To add one takes a file of its own here
//! and a line in the list of `contract.rs`.

mod activation;
pub mod add;
mod angle;
mod assembly;
mod bias;
pub(crate) mod branchless;
#[macro_use]
mod contract;
pub mod cosine;
mod counter;
pub(crate) mod divide;
pub mod dot;
pub mod dsp;
mod fixed;
mod float;
mod format;
pub mod group;
mod input;
mod lane;
mod layout;
pub mod logarithm;
mod nibble;
mod q15;
mod q3;
mod q7;
mod quantise;
mod record;
pub mod rectified;
mod rescale;
mod scale_phase;
mod score;
mod weight;
mod word;

pub use activation::Activation;
pub use angle::Angle;
pub use bias::{Bias, Shifted, Whole};
pub(crate) use branchless::sign;
pub use contract::Contract;
pub use counter::{Counter, Part};
pub use fixed::Fixed;
#[cfg(feature = "libm")]
pub use float::Libm;
#[cfg(feature = "micromath")]
pub use float::Micromath;
pub use float::{Cosine, F32, F32Libm, F32Micromath, Polynomial};
pub use format::{Cosines, Format, PatchCosines};
pub use input::Input;
pub use lane::Lane;
pub use layout::Layout;
pub use nibble::Nibble;
pub use q3::Q3;
pub use q7::{Q7, Q7Wide};
pub use q15::Q15;
pub use quantise::{Quantise, round};
pub(crate) use record::{length_of, records, section};
pub use rectified::Rescale;
pub use rescale::RESCALE;
pub use scale_phase::{Minifloat, ScalePhase, ScalePhases, Short};
pub use score::Score;
pub use weight::Weight;
pub use word::{Slots, Word};
