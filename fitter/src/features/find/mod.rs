//! Finding features: candidates are drawn, and then picked or refined as the method asks.

mod flow;
mod goal;
mod learned;
mod request;
mod selected;
mod spectrum;
mod supervised;
mod target_scale;

pub use goal::Goal;
pub use request::{Find, Found, Trained};
