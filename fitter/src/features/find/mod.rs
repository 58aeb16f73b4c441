//! Finding features: candidates are drawn, and then picked or refined as the method asks.

mod aim;
mod flow;
mod learned;
mod request;
mod selected;
mod spectrum;
mod supervised;
mod target_scale;

pub use aim::Aim;
pub use request::{Find, Found, Trained};
