//! Heads: fitted, regularised and rounded with the error on the device in mind.

mod descent;
mod fit;
mod fitted;
mod objective;
mod request;
mod ridge;
mod rounding;
mod smooth;
mod words;

pub use fit::fit_head;
pub use fitted::FittedHead;
pub use request::HeadRequest;
pub use rounding::round_weights;
pub use words::HeadWords;
