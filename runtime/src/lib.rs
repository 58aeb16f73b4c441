//! Evaluates kernel machines that fit in kilobytes, on a microcontroller, in fixed point or `f32`.
//!
//! The command `kernelet` (package `kernelet-fit`) fits and packs a model on a workstation. It
//! computes every answer that it reports with this very crate, so the bits are the same on both
//! sides. A packed model stays in flash: [`Model::view`] checks it once, and nothing can fail
//! afterwards. Features stream: each is computed, multiplied into the scores and forgotten, so RAM
//! is the readings and the scores; rows that are made from a seed need a few words of scratch more.
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
//! To compile a model in, use [`include_model!`]; for a model of any shape, [`Stream`].
//!
//! # Features
//!
//! None is on by default. A model needs some of them, and [`include_model!`] names those that are
//! missing; `kernelet inspect MODEL` prints the line for `Cargo.toml`.
//!
//! | feature | adds |
//! | --- | --- |
//! | `rectified` | blocks of linear, step, ReLU and squared ReLU features |
//! | `ferns` | blocks of [ferns](block::fern) |
//! | `patches` | blocks whose rows read [patches](block::patch) of the inputs |
//! | `logarithms` | [logarithms](number::logarithm) of inputs |
//! | `probability` | [probabilities](answer::probability) of classes |
//! | `novelty` | the [novelty](answer::novelty) of a row |
//! | `interval` | [prediction intervals](answer::interval) of values |
//! | `values` | several [values](answer::values), each with a scale of its own |
//! | `early` | classes that are clear [early](answer::early) |
//! | `online` | [learning](online) on the device |
//! | `series` | [features](window) of a stream of samples, [steady](answer::steady) classes, and `Series` |
//! | `pairs`, `bands` | in windows, statistics of two channels, and energies of frequency bands |
//! | `libm`, `micromath` | their cosines for [`F32`] |
//! | `dsp` | loops in assembly on Cortex-M0, M4, M7 and M33 and RISC-V: the same answers, faster |
//! | `small` | features one by one: the same answers in less code, slower; on Cortex-M0 so without `dsp` |
//! | `heapless` | `Owned`, a model received over a wire |
//! | `serde` | such a model as part of a message |
//! | `defmt` | a format for every public type |
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The rooms, in the order of their imports: each imports only rooms above it.

// Why bytes are not a usable model.
mod error;

// Words, cosines, number formats.
#[macro_use]
pub mod number;

// Windows of samples, and their integer features.
pub mod window;

// What adds to the scores: rows and ferns, with the guards and logarithms of inputs before them.
pub mod block;

// From scores to classes, values, intervals, probabilities and novelty; imports no block.
pub mod answer;

// The bytes of a whole model.
pub mod wire;

// A model of any shape.
mod stream;

// A model whose shape the compiler knows.
mod model;

// A model over the windows of a stream.
#[cfg(feature = "series")]
mod series;

// Predictions in steps, and learning on the device.
pub mod online;

// Models compiled in or received.
pub mod load;

// Log messages.
#[cfg(feature = "defmt")]
mod defmt;

pub use error::{Feature, ViewError, WrongLength};
#[cfg(feature = "heapless")]
pub use load::{Full, Owned};
pub use model::Model;
#[cfg(feature = "libm")]
pub use number::Libm;
#[cfg(feature = "micromath")]
pub use number::Micromath;
pub use number::{Angle, Contract, F32, F32Libm, F32Micromath, Format, Polynomial, Q3, Q7, Q7Wide, Q15};
#[cfg(feature = "series")]
pub use series::Series;
pub use stream::Stream;
pub use wire::Task;
