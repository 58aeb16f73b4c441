//! Finding features: candidates are drawn, and where the method chooses, scores_held_out and picked, or where it learns, refined.

mod candidates;
mod kernel;
mod learned;
mod request;

pub use request::{Find, Found, Trained};
