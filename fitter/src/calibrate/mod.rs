//! Calibration: what scores on rows held out say beside the class.

pub mod early;
pub mod held_out;
pub mod novelty;
pub mod probability;
