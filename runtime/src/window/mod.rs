//! Windows of a sensor's samples, and their integer features.
//!
//! A feature is a share of positive outputs of a [convolution](share), as in MiniRocket (Dempster,
//! Schmidt and Webb 2021), a [statistic] of a segment or of a [pair] of channels, the energy of a
//! frequency [band], or a sample. All are integers from 0 to 32767, exact on every core, and take
//! the same instructions for every window. They are the first inputs of the model. `FORMAT.md` has
//! the section and the formulas.

pub mod band;
mod channel;
mod group;
pub mod pair;
mod record;
mod section;
pub mod share;
pub mod statistic;

pub use channel::{CHANNEL, Channel};
pub use group::{GROUP, Group, Pooling};
pub use record::RECORD;
pub use section::{HEAD, LONGEST, NUMBER, Section};
pub use share::SCRATCH;
