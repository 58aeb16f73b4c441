//! Models that come to the device: compiled in, or received.

mod include;
#[cfg(feature = "heapless")]
mod owned;

pub use include::{Aligned, Included, view};
#[cfg(feature = "heapless")]
pub use owned::{Full, Owned};
