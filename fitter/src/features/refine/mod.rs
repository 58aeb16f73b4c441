//! Refinement: frequencies and weights moved by gradient.

pub mod adam;
pub mod ekal;
pub mod hybrid;
pub mod joint;
mod kernel_learning;
pub mod landmarks;
pub mod li;
pub mod spectral;
pub mod spectrum;
pub mod stein;
pub mod supervise;
pub mod trigonometry;
pub mod weights;

pub use kernel_learning::learn;
pub use spectrum::Spectrum;
