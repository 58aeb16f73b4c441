//! Random number generators: a stream for each purpose.

use nalgebra::DVector;
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_chacha::ChaCha8Rng;

/// Returns phases, uniform on `[0, 2 pi)`, one for each feature.
pub fn phases(count: usize, seed: u64) -> DVector<f64> {
    let uniform = Uniform::new(0.0, std::f64::consts::TAU).expect("a proper range");
    let mut random = generator(seed, Purpose::Phases);
    DVector::from_fn(count, |_, _| uniform.sample(&mut random))
}

/// The purpose of random numbers; each has a stream of its own.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    /// The spectral samples.
    Frequencies = 1,
    /// The phases.
    Phases = 2,
    /// The scales of structured rows, by block.
    Scales = 3,
    /// The randomisation of quasi-random points, by axis.
    Scrambles = 4,
    /// The landmarks on which kernels are learnt.
    Landmarks = 5,
    /// The rows of each step of learning a kernel.
    Blocks = 6,
    /// The candidates that stay.
    Picks = 7,
    /// The order in which rows are visited, by epoch.
    Orders = 8,
    /// The noise on inputs, by epoch.
    Noise = 9,
    /// The inputs of golden vectors.
    Vectors = 10,
    /// The places of patches.
    Patches = 11,
}

/// Returns the generator of a purpose.
pub(crate) fn generator(seed: u64, purpose: Purpose) -> ChaCha8Rng {
    generator_of(seed, purpose, 0)
}

/// Returns the generator of one part (an axis, a block) of a purpose, so that parts can be drawn in
/// any order.
pub(crate) fn generator_of(seed: u64, purpose: Purpose, part: usize) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(purpose as u64 | (part as u64) << 8);
    random
}
