//! Draws: standard normals that a kernel reshapes into spectral samples.

mod monte_carlo;

pub use monte_carlo::MonteCarlo;

use nalgebra::{DMatrix, DVector};
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_chacha::ChaCha8Rng;

/// A way to draw points that are standard normal, at least on average.
pub trait Sampler {
    /// Standard normals, `axes x count`: one point a column.
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64>;
}

/// Phases, uniform on `[0, 2 pi)`, one for each feature.
pub fn phases(count: usize, seed: u64) -> DVector<f64> {
    let uniform = Uniform::new(0.0, std::f64::consts::TAU).expect("a proper range");
    let mut random = generator(seed, Purpose::Phases);
    DVector::from_fn(count, |_, _| uniform.sample(&mut random))
}

/// What random numbers are for: each purpose has a stream of its own.
pub(crate) enum Purpose {
    /// The spectral samples.
    Frequencies = 1,
    /// The phases.
    Phases = 2,
}

/// The generator of one purpose.
pub(crate) fn generator(seed: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(purpose as u64);
    random
}
