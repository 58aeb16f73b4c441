//! Draws: standard normal points that a kernel reshapes into spectral samples.
//!
//! Every draw is random through its seed, and each of its points alone is a standard normal vector:
//! exactly, unless the draw's documentation says otherwise. Draws differ in how their points depend
//! on each other.

mod digital;
mod digital_net;
mod fastfood;
mod halton;
mod lattice;
mod moment_matching;
mod monte_carlo;
mod orf;
mod random;
mod sampler;
mod search;
mod seeded;
mod sobol;
mod sorf;
mod structured;
mod uniform;

#[cfg(test)]
mod convergence;

pub use digital_net::DigitalNet;
pub use fastfood::Fastfood;
pub use halton::Halton;
pub use lattice::Lattice;
pub use moment_matching::MomentMatching;
pub use monte_carlo::MonteCarlo;
pub use orf::Orf;
pub use random::phases;
pub(crate) use random::{Purpose, generator, generator_of};
pub use sampler::Sampler;
pub use seeded::{Seeded, unit};
pub use sobol::Sobol;
pub use sorf::Sorf;
pub use structured::rows;

use crate::recipe::{Draw, with_draw};

/// Returns the sampler of a draw: the type here that has its name.
pub fn sampler(draw: Draw) -> Box<dyn Sampler> {
    with_draw!(draw, Named => Box::new(Named))
}
