//! Kernels: spectral density, and the exact value that features approximate.

mod arccos;
mod bandwidth;
mod cauchy;
mod exact;
mod exponential;
mod gap;
mod gaussian;
mod laplacian;
mod linear;
mod map;
mod matern;
mod named;
pub mod nystroem;
pub mod rule;
mod tail;

pub use arccos::Arccos;
pub use bandwidth::{knn50, median, paper};
pub use cauchy::Cauchy;
pub use exact::{Kernel, Scaled, exact};
pub use gap::{FeatureBlock, Gap, Sums};
pub use gaussian::Gaussian;
pub use laplacian::Laplacian;
pub use linear::Linear;
pub use map::Map;
pub use matern::Matern;
pub use named::kernel;
