//! Evaluates kernel machines that fit in kilobytes, on a microcontroller, in fixed point or `f32`.
//!
//! A model is fitted and packed on a workstation by the command `kernelet` (package `kernelet-fit`), which computes every
//! answer that it promises with this very crate. So the bits are the same on both sides. A packed model stays in flash:
//! [`Model::view`] checks it once, and nothing can fail afterwards. Features stream: each is computed, multiplied into
//! the scores and forgotten, so RAM is the readings and the scores; rows that are made from a seed need a few words of
//! scratch more.
//!
//! ```
//! use kernelet::{Model, Q7};
//!
//! // Two inputs, one feature, one score; FORMAT.md explains every byte.
//! static PACKED: [u8; 44] = [
//!     0x4b, 0x4c, 0x54, 0x01, 0x4f, 0xd5, 0x48, 0x74, 0x05, 0x00, 0x02, 0x01, 0x01, 0x00, 0x00, //
//!     0x00, 0x3f, 0x01, 0x00, 0x00, 0x00, 0xe8, 0x03, 0xf4, 0x01, 0x02, 0x02, 0x01, 0x00, 0x00, //
//!     0x01, 0x01, 0x00, 0x7f, 0xfe, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x40, 0x9c,
//! ];
//! let model = Model::<Q7, 2, 1>::view(&PACKED)?;
//! let readings = [3, 2000]; // the sensors' own integers
//! assert_eq!(model.scores(readings), [-1_141_442]);
//! assert_eq!(model.class(readings), 0);
//! # Ok::<(), kernelet::ViewError>(())
//! ```
//!
//! # Features
//!
//! None is on by default. `grouped` computes features in groups of four, for fewer instructions and more code (not on Cortex-M0); `rectified`
//! adds blocks of ReLU, squared ReLU, step and linear features, `ferns` those of [ferns](fern), `logarithms` [logarithms](logarithm) of inputs,
//! `probability` [probabilities](probability) of classes, `novelty` [how new](novelty) a row is, `early` classes that are clear [early](early); `libm` and `micromath` add
//! their cosines to [`F32`]; `heapless` adds [`Owned`], a model received over a wire; `serde` lets such a model be part of a
//! message; `defmt` formats every public type.
#![no_std]

pub mod adapt;
pub mod angle;
pub mod bias;
mod block;
mod branchless;
pub mod cosine;
pub mod counter;
pub mod decide;
mod dense;
pub mod early;
pub mod evaluation;
pub mod fern;
pub mod format;
pub mod group;
pub mod hadamard;
pub mod include;
mod input;
pub mod kind;
#[cfg(feature = "defmt")]
mod log;
pub mod logarithm;
pub mod model;
pub mod nibble;
pub mod novelty;
#[cfg(feature = "heapless")]
pub mod owned;
pub mod packed;
pub mod probability;
pub mod project;
pub mod rectify;
mod regenerated;
mod score;
pub mod seeded;
pub mod stream;
mod structured;
pub mod transform;
pub mod turn;
pub mod weight;
pub mod word;

pub use adapt::Adaptive;
pub use angle::Angle;
pub use evaluation::Evaluation;
#[cfg(feature = "libm")]
pub use format::Libm;
#[cfg(feature = "micromath")]
pub use format::Micromath;
pub use format::{Contract, F32, Format, Polynomial, Q3, Q7, Q7Wide, Q15};
pub use model::Model;
#[cfg(feature = "heapless")]
pub use owned::{Full, Owned};
pub use packed::{Task, ViewError};
pub use stream::{Stream, WrongLength};
