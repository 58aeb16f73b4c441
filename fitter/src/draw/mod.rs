//! Draws: standard normals that a kernel reshapes into spectral samples.

mod monte_carlo;

pub use monte_carlo::MonteCarlo;

use crate::recipe::Recipe;
use nalgebra::{DMatrix, DVector};
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_chacha::ChaCha8Rng;

/// A way to draw points that are standard normal, at least on average.
pub trait Sampler {
    /// Standard normals, `axes x count`: one point a column, the same first columns for every `count`.
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64>;
}

/// A feature map in real numbers: `cos(w . z + b)` for each column `w` of the frequencies and each phase `b`.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Spectral samples in radians per standardised unit, `inputs x features`.
    pub frequencies: DMatrix<f64>,
    /// Phases in radians.
    pub phases: DVector<f64>,
}

impl Drawn {
    /// Draws what a recipe asks for; fewer features are the first ones of more.
    pub fn new(recipe: &Recipe, inputs: usize, features: usize, bandwidth: f64) -> Drawn {
        let normals = recipe.method.sampler().normals(inputs, features, recipe.seed);
        let frequencies = recipe.kernel.kernel().frequencies(normals, bandwidth);
        Drawn { frequencies, phases: phases(features, recipe.seed) }
    }

    /// The first features only.
    pub fn first(&self, features: usize) -> Drawn {
        Drawn {
            frequencies: self.frequencies.columns(0, features).into_owned(),
            phases: self.phases.rows(0, features).into_owned(),
        }
    }
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
