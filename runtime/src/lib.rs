//! Evaluates kernel machines that fit in kilobytes, on a microcontroller, in fixed point or `f32`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod angle;
mod block;
pub mod cosine;
pub mod decide;
pub mod format;
pub mod model;
#[cfg(feature = "heapless")]
pub mod owned;
pub mod packed;
pub mod project;
pub mod stream;
pub mod word;

pub use angle::Angle;
#[cfg(feature = "libm")]
pub use format::Libm;
#[cfg(feature = "micromath")]
pub use format::Micromath;
pub use format::{Contract, F32, Format, Polynomial, Q7, Q7Wide, Q15};
pub use model::Model;
#[cfg(feature = "heapless")]
pub use owned::{Full, Owned};
pub use packed::{Task, ViewError};
pub use stream::{Stream, WrongLength};
