//! Learning on landmarks: weights and frequencies in turn.

use super::adam::{Adam, decay};
use super::landmark_loss::LandmarkLoss;
use super::landmarks::{LandmarkRule, Landmarks};
use super::spectrum::Spectrum;
use super::task::SpectrumTask;
use crate::error::Result;
use crate::features::draw::{MonteCarlo, Orf, Sampler};
use crate::recipe::{Variant, Variants};
use nalgebra::DMatrix;

/// The rate of plain descent where none is given.
const PLAIN: f64 = 0.1;

/// Alternating minimisation of the landmarks' loss (Li 2019, algorithm 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternating {
    /// The choice of landmarks.
    pub rule: LandmarkRule,
    /// The number of landmarks; `None` for as many as spectral samples.
    pub landmarks: Option<usize>,
    /// The rate of plain descent from independent draws, as algorithm 1 is written, with the
    /// landmarks' own pairs counted in full; `None` for Adam from orthogonal draws. A step is the
    /// gradient times this, times the number of samples, over the squared bandwidth.
    pub plain: Option<f64>,
    /// The number of rounds: the weights' quadratic programme, then steps of the frequencies.
    pub rounds: usize,
    /// The number of steps of a round.
    pub steps: usize,
    /// The length of the first step, as a share of the frequencies' deviation `1 / bandwidth`.
    pub rate: f64,
    /// The decay `lambda` of the weights, as a share of the loss of no features.
    pub decay: f64,
}

impl Alternating {
    /// Returns the options that serve all data sets of Li's Table 2.
    pub fn new(rule: LandmarkRule) -> Alternating {
        Alternating { rule, landmarks: None, plain: None, rounds: 20, steps: 15, rate: 0.03, decay: 1e-3 }
    }

    /// Returns the options with those of some variants.
    pub fn of(rule: LandmarkRule, variants: &Variants) -> Alternating {
        let is_plain = variants.has(Variant::Plain) || variants.has(Variant::Rate);
        let plain = is_plain.then(|| variants.number(Variant::Rate).unwrap_or(PLAIN));
        Alternating { landmarks: variants.count(Variant::Landmarks), plain, ..Alternating::new(rule) }
    }

    /// Learns a spectrum from standardised `inputs x rows`.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub fn learn(&self, task: SpectrumTask, inputs: &DMatrix<f64>) -> Result<Spectrum> {
        let sampler: &dyn Sampler = if self.plain.is_some() { &MonteCarlo } else { &Orf };
        let Spectrum { mut frequencies, mut weights } = Spectrum::drawn(task, sampler, inputs.nrows())?;
        let landmarks = Landmarks::choose(self.rule, inputs, self.landmarks.unwrap_or(task.samples), task.seed);
        let own = LandmarkLoss::new(task.scaled, landmarks, inputs.ncols());
        let loss = if self.plain.is_some() { LandmarkLoss { excess: 0.0, ..own } } else { own };
        let mut adam = Adam::new(frequencies.len());
        let total = self.rounds * self.steps;
        for step in 0..total {
            if step % self.steps == 0 {
                weights = loss.weights(&frequencies, self.decay);
            }
            let gradient = loss.block.gradient(&frequencies, &weights);
            if let Some(rate) = self.plain {
                frequencies -= gradient.frequencies * (rate * task.samples as f64 / task.scaled.bandwidth.powi(2));
                continue;
            }
            let rate = self.rate * decay(step, total) / task.scaled.bandwidth;
            adam.step(frequencies.as_mut_slice(), gradient.frequencies.as_slice(), rate);
        }
        weights = loss.weights(&frequencies, self.decay);
        Ok(Spectrum { frequencies, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel_matrix::kernel_matrix;
    use super::*;
    use crate::features::kernel::Scaled;
    use crate::linalg::product;
    use crate::recipe::KernelName;
    use nalgebra::DVector;

    const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };
    const TASK: SpectrumTask = SpectrumTask { scaled: SCALED, samples: 60, seed: 3 };

    /// In Li's Table 2 each kind of landmarks at least halves the error of draws on few inputs;
    /// here, with fewer samples, the test asks for 0.7 of it.
    #[test]
    fn learnt_spectra_beat_drawn_ones_on_fresh_rows() {
        let (rows, fresh) = (MonteCarlo.normals(5, 1_000, 1), MonteCarlo.normals(5, 300, 2));
        let exact = kernel_matrix(SCALED, &fresh, &fresh);
        let error = |spectrum: Spectrum| (product::gram(&spectrum.paired(&fresh).transpose()) - &exact).norm();
        let drawn = error(Spectrum::orthogonal(TASK, 5).unwrap());
        for rule in [LandmarkRule::Sample, LandmarkRule::Cluster, LandmarkRule::Nearest] {
            let learnt = error(Alternating::new(rule).learn(TASK, &rows).unwrap());
            assert!(learnt < 0.7 * drawn, "{rule:?} {learnt} {drawn}");
        }
    }

    /// Returns the programme's minimum by cyclic coordinate descent.
    fn coordinates(a: &DMatrix<f64>, b: &DVector<f64>) -> DVector<f64> {
        let mut p = DVector::zeros(b.len());
        for _ in 0..20_000 {
            for j in 0..b.len() {
                let rest = a.row(j).transpose().dot(&p) - a[(j, j)] * p[j];
                p[j] = ((b[j] - rest) / a[(j, j)]).max(0.0);
            }
        }
        p
    }

    /// The paper's matrices: `x` has a landmark a row, `q` the roots of their shares.
    struct Paper {
        x: DMatrix<f64>,
        k: DMatrix<f64>,
        q: DVector<f64>,
    }

    impl Paper {
        fn of(Landmarks { points, shares }: Landmarks) -> Paper {
            let x = points.transpose();
            let apart = |s, t| (x.row(s) - x.row(t)).norm_squared();
            let k = DMatrix::from_fn(x.nrows(), x.nrows(), |s, t| (-apart(s, t) / (2.0 * 1.5 * 1.5)).exp());
            Paper { k, q: shares.map(f64::sqrt), x }
        }

        /// The loss of no features.
        fn size(&self) -> f64 {
            self.k.component_mul(&(&self.q * self.q.transpose())).norm_squared()
        }

        fn waves(&self, w: &DMatrix<f64>) -> [DMatrix<f64>; 2] {
            [f64::cos, f64::sin].map(|wave| (&self.x * w).map(wave))
        }

        /// The minimum of equation 5.
        fn weights(&self, w: &DMatrix<f64>, decay: f64) -> DVector<f64> {
            let [c, s] = self.waves(w);
            let q = DMatrix::from_diagonal(&self.q).pow(2);
            let square = |a: &DMatrix<f64>, b: &DMatrix<f64>| (a.transpose() * &q * b).map(|x| x * x);
            let identity = DMatrix::identity(w.ncols(), w.ncols()) * (decay * self.size());
            let a = square(&c, &c) + square(&c, &s) + square(&s, &c) + square(&s, &s) + identity;
            let moments = |z: &DMatrix<f64>| (z.transpose() * &q * &self.k * &q * z).diagonal();
            coordinates(&a, &(moments(&c) + moments(&s)))
        }

        /// The gradient of equation 6, with the factor 2 that the paper drops, in units of the loss
        /// of no features.
        fn gradient(&self, w: &DMatrix<f64>, p: &DVector<f64>) -> DMatrix<f64> {
            let ([c, s], p) = (self.waves(w), DMatrix::from_diagonal(p));
            let qq = &self.q * self.q.transpose();
            let r = (&c * &p * c.transpose() + &s * &p * s.transpose() - &self.k).component_mul(&qq);
            let inner = r.component_mul(&qq) * 2.0;
            let slopes = c.component_mul(&(&inner * &s * &p)) - s.component_mul(&(&inner * &c * &p));
            self.x.transpose() * slopes * (2.0 / self.size())
        }
    }

    /// Two rounds of three steps, with fewer and with more landmarks than samples.
    #[test]
    fn the_plain_form_is_the_papers_algorithm() {
        let rows = MonteCarlo.normals(4, 90, 5);
        let task = SpectrumTask { samples: 8, ..TASK };
        for (rule, count) in [(LandmarkRule::Sample, 25), (LandmarkRule::Cluster, 6), (LandmarkRule::Nearest, 12)] {
            let variants: Variants = format!("plain,rate=0.2,landmarks={count}").parse().unwrap();
            let ours = Alternating { rounds: 2, steps: 3, ..Alternating::of(rule, &variants) };
            let found = ours.learn(task, &rows).unwrap();
            let paper = Paper::of(Landmarks::choose(rule, &rows, count, task.seed));
            assert_eq!(paper.x.nrows(), count);
            let mut w = MonteCarlo.normals(4, 8, task.seed) / 1.5;
            for _ in 0..2 {
                let p = paper.weights(&w, 1e-3);
                for _ in 0..3 {
                    w -= paper.gradient(&w, &p) * (0.2 * 8.0 / 1.5_f64.powi(2));
                }
            }
            assert!((&found.frequencies - &w).amax() < 1e-7, "{rule:?}: {}", (&found.frequencies - &w).amax());
            let p = paper.weights(&w, 1e-3);
            assert!((found.weights - p).amax() < 1e-6, "{rule:?}");
        }
    }

    /// With the default rate, plain descent ends nearer to the kernel than independent draws are.
    #[test]
    fn plain_descent_lowers_the_error() {
        let (rows, fresh) = (MonteCarlo.normals(5, 1_000, 1), MonteCarlo.normals(5, 300, 2));
        let exact = kernel_matrix(SCALED, &fresh, &fresh);
        let error = |spectrum: Spectrum| (product::gram(&spectrum.paired(&fresh).transpose()) - &exact).norm();
        let drawn = error(Spectrum::drawn(TASK, &MonteCarlo, 5).unwrap());
        let variants = "plain,landmarks=200".parse().unwrap();
        let learnt = error(Alternating::of(LandmarkRule::Sample, &variants).learn(TASK, &rows).unwrap());
        assert!(learnt < drawn, "{learnt} {drawn}");
    }
}
