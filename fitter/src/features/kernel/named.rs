//! The kernel behind a name.

use super::arccos::Arccos;
use super::cauchy::Cauchy;
use super::exact::Kernel;
use super::gaussian::Gaussian;
use super::laplacian::Laplacian;
use super::linear::Linear;
use super::matern::Matern;
use crate::recipe::KernelName;

/// The kernel behind a name.
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
