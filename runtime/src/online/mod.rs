//! Predictions in steps, and learning on the device.
//!
//! [`Learner`] explains what is learnt, and how; `docs/online.md` shows it from the command to the
//! board.

#[cfg(feature = "online")]
mod direction;
#[cfg(feature = "online")]
mod error;
#[cfg(feature = "online")]
mod learner;
#[cfg(feature = "online")]
mod log;
#[cfg(feature = "online")]
mod step;
mod stepwise;
#[cfg(feature = "online")]
mod target;
#[cfg(feature = "online")]
mod write;

#[cfg(feature = "online")]
pub use error::LearnError;
#[cfg(feature = "online")]
pub use learner::Learner;
#[cfg(feature = "online")]
pub use log::{HEAD, Log};
pub use stepwise::Stepwise;
