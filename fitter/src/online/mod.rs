//! Learning on the device, seen from the host: a model prepared for it, rehearsed on a file, and a
//! device's log replayed.

mod classes;
mod directions;
mod prepare;
mod rehearsal;
mod replay;
mod rows;

pub use prepare::{Plan, prepare};
pub use rehearsal::{Rehearsal, rehearse};
pub use replay::{Replayed, replay};
pub use rows::Truth;
