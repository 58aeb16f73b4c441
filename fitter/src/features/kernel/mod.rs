//! Kernels: their exact values, their spectral samples, and rules for their bandwidth.

mod arccos;
mod bandwidth;
mod cauchy;
mod exact;
mod exponential;
mod gaussian;
mod laplacian;
mod linear;
mod map;
mod matern;
pub mod nystroem;
pub mod rule;
mod spread;
mod tail;

pub use arccos::Arccos;
pub use bandwidth::{knn50, median, paper};
pub use cauchy::Cauchy;
pub use exact::{Kernel, Scaled, exact};
pub use gaussian::Gaussian;
pub use laplacian::Laplacian;
pub use linear::Linear;
pub use map::Map;
pub use matern::Matern;

use crate::recipe::KernelName;

/// Returns the kernel of a name.
pub fn kernel(name: KernelName) -> Box<dyn Kernel> {
    match name {
        KernelName::Gaussian => Box::new(Gaussian),
        KernelName::Laplacian => Box::new(Laplacian),
        KernelName::Cauchy => Box::new(Cauchy),
        KernelName::Matern12 => Box::new(Matern::new(1)),
        KernelName::Matern32 => Box::new(Matern::new(3)),
        KernelName::Matern52 => Box::new(Matern::new(5)),
        KernelName::Linear => Box::new(Linear),
        KernelName::Arccos0 => Box::new(Arccos::new(0)),
        KernelName::Arccos1 => Box::new(Arccos::new(1)),
        KernelName::Arccos2 => Box::new(Arccos::new(2)),
    }
}
