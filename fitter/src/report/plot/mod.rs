//! Plots as SVG: axes, marks, and the frame in which `plotters` draws them.

mod axis;
mod colour;
mod coordinate;
mod frame;
mod mark;
mod methods;
mod sheet;
mod ticks;

pub use axis::{Axis, around};
pub use colour::Colour;
pub use frame::Frame;
pub use mark::{Anchor, Mark};
pub use methods::{Curve, Point, SIZE, plot};
pub use sheet::sheet;
