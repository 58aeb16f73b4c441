//! Refinement: frequencies, weights and heads moved by gradient.

mod adam;
mod alternating;
mod block_sampler;
mod clusters;
mod ekal;
mod hybrid;
pub mod joint;
mod kernel_learning;
mod kernel_matrix;
mod landmark_loss;
mod landmarks;
mod paired;
mod principal;
mod quadratic;
mod spectral;
mod spectrum;
mod stein;
mod supervise;
mod supervise_weights;
mod task;
mod tiles;
mod trigonometry;

pub use hybrid::Predictor;
pub use kernel_learning::learn;
pub use kernel_matrix::kernel_matrix;
pub use landmark_loss::LandmarkLoss;
pub use landmarks::Landmarks;
pub use spectrum::Spectrum;
pub use supervise::{Supervise, Supervised};
pub use task::SpectrumTask;
