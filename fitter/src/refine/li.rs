//! Learning on landmarks: weights and frequencies in turn.

use super::adam::{Adam, decay};
use super::ekal::{Block, Side, features};
use super::landmarks::{Choice, Landmarks};
use super::spectrum::{Aim, Spectrum};
use super::weights::non_negative;
use crate::error::Result;
use nalgebra::{DMatrix, DVector};

/// How landmarks are chosen and how long to descend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Li {
    /// The landmarks, as many as spectral samples.
    pub choice: Choice,
    /// Rounds: the weights' programme, then steps of the frequencies.
    pub rounds: usize,
    /// Steps of a round.
    pub steps: usize,
    /// The first step's length, as a share of the frequencies' deviation `1 / bandwidth`.
    pub rate: f64,
    /// The decay `lambda` of the weights, as a share of the loss of nothing.
    pub decay: f64,
}

impl Li {
    /// What serves all data sets of Li's Table 2.
    pub fn new(choice: Choice) -> Li {
        Li { choice, rounds: 20, steps: 15, rate: 0.03, decay: 1e-3 }
    }

    /// Learns a spectrum from standardised `inputs x rows` (Li 2019, algorithm 1), with Adam for the descent.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub fn learn(&self, aim: Aim, inputs: &DMatrix<f64>, samples: usize, seed: u64) -> Result<Spectrum> {
        let Spectrum { mut frequencies, mut weights } = aim.start([inputs.nrows(), samples], seed)?;
        let block = block(aim, Landmarks::choose(self.choice, inputs, samples, seed), inputs.ncols());
        let mut adam = Adam::new(frequencies.len());
        let total = self.rounds * self.steps;
        for step in 0..total {
            if step % self.steps == 0 {
                weights = programme(&block, &frequencies, self.decay);
            }
            let gradient = block.gradient(&frequencies, &weights);
            let rate = self.rate * decay(step, total) / aim.bandwidth;
            adam.step(frequencies.as_mut_slice(), gradient.frequencies.as_slice(), rate);
        }
        weights = programme(&block, &frequencies, self.decay);
        Ok(Spectrum { frequencies, weights })
    }
}

/// The kernel matrix of landmarks, such that the loss of nothing is 1.
fn block(aim: Aim, landmarks: Landmarks, _rows: usize) -> Block<f64> {
    let Landmarks { points, shares } = landmarks;
    let kernel = aim.between(&points, &points);
    let size = (kernel.map(|k| k * k) * &shares).dot(&shares);
    let side = Side { rows: points, weights: shares / size.sqrt() };
    Block { left: side.clone(), right: side, kernel }
}

/// The weights of least loss and `decay |p|^2`: with `Q = diag(q)^2` of the landmarks' weights and `Z` their features,
/// `A` sums the four blocks of `(Z Q Z^T)^∘2`, and `b` both halves of `diag(Z Q K Q Z^T)`.
pub fn programme(block: &Block<f64>, frequencies: &DMatrix<f64>, decay: f64) -> DVector<f64> {
    let samples = frequencies.ncols();
    let features = features(frequencies, &block.left.rows);
    let mut weighted = features.clone();
    weighted.column_iter_mut().zip(&block.left.weights).for_each(|(mut column, q)| column *= *q);
    let across = (&weighted * features.transpose()).map(|x| x * x);
    let halves = |i: usize, j: usize| across.view((i * samples, j * samples), (samples, samples));
    let mut a = halves(0, 0) + halves(0, 1) + halves(1, 0) + halves(1, 1);
    (0..samples).for_each(|j| a[(j, j)] += decay);
    let moments = (&weighted * &block.kernel).component_mul(&weighted).column_sum();
    non_negative(&a, &(moments.rows(0, samples) + moments.rows(samples, samples)))
}
