//! The weights of the hybrid loss, by cross-validation.

use super::hybrid::Predictor;
use super::supervise::Supervise;
use super::task::SpectrumTask;
use crate::data::shuffled;
use crate::error::Result;
use crate::features::loss::Loss;
use crate::features::pool::Sample;
use nalgebra::DMatrix;

/// The number of folds.
const FOLDS: usize = 3;

impl Supervise {
    /// Returns the options with those weights of `[head decay, kernel loss]` that have the lowest
    /// loss on rows held out, in three folds; of equal ones, the first.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub fn cross_validated(
        &self,
        [decays, kernel_weights]: &[[f64; 3]; 2],
        task: SpectrumTask,
        loss: &dyn Loss,
        sample: Sample<'_>,
    ) -> Result<Supervise> {
        let mut best = (f64::INFINITY, *self);
        let pairs = decays.iter().flat_map(|&decay| kernel_weights.iter().map(move |&weight| (decay, weight)));
        for (shrinkage, kernel_weight) in pairs {
            let tried = Supervise { shrinkage, kernel_weight, ..*self };
            let error = tried.held_out_loss(task, loss, sample)?;
            if error < best.0 {
                best = (error, tried);
            }
        }
        Ok(best.1)
    }

    /// Returns the sum of losses of rows, each by a predictor that did not see it.
    fn held_out_loss(&self, task: SpectrumTask, loss: &dyn Loss, sample: Sample<'_>) -> Result<f64> {
        let order = shuffled(sample.rows.ncols(), task.seed);
        let mut sum = 0.0;
        for fold in 0..FOLDS.min(order.len()) {
            let (held, kept): (Vec<_>, Vec<_>) = order.iter().enumerate().partition(|(place, _)| place % FOLDS == fold);
            let part = |which: Vec<(usize, &usize)>| {
                let which: Vec<usize> = which.into_iter().map(|(_, row)| *row).collect();
                [sample.rows, sample.targets].map(|matrix| matrix.select_columns(&which))
            };
            let ([rows, targets], [tests, truth]) = (part(kept), part(held));
            if rows.ncols() > 0 {
                let learnt = self.learn(task, loss, Sample { rows: &rows, targets: &targets })?;
                sum += total(loss, &learnt.predictor, [&tests, &truth]);
            }
        }
        Ok(sum)
    }
}

/// Returns the sum of a predictor's losses.
fn total(loss: &dyn Loss, predictor: &Predictor<f64>, [rows, targets]: [&DMatrix<f64>; 2]) -> f64 {
    let mut scores = predictor.scores(rows);
    let pairs = scores.as_mut_slice().chunks_exact_mut(targets.nrows());
    pairs
        .zip(targets.as_slice().chunks_exact(targets.nrows()))
        .map(|(score, target)| loss.gradient(score, target))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::Scaled;
    use crate::features::loss::{Hinge, Squared};
    use crate::recipe::KernelName;

    const TASK: SpectrumTask =
        SpectrumTask { scaled: Scaled { name: KernelName::Gaussian, bandwidth: 2.0 }, samples: 8, seed: 3 };
    const QUICK: Supervise =
        Supervise { shrinkage: 0.3, kernel_weight: 0.1, rounds: 2, steps: 60, batch: 64, rate: 0.05, decay: 1e-3 };
    const WEIGHTS: [[f64; 3]; 2] = [[1e-3, 0.1, 10.0], [0.01, 0.1, 100.0]];

    /// Every pair of weights is fitted to every two thirds by hand; losses are the formulas.
    #[test]
    fn the_weights_of_the_lowest_loss_win() {
        let rows = MonteCarlo.normals(3, 90, 1);
        let noise = MonteCarlo.normals(1, 90, 2);
        let values = DMatrix::from_fn(1, 90, |_, n| (2.0 * rows[(0, n)]).sin() + 0.3 * noise[n]);
        let signs = values.map(f64::signum);
        let squared: fn(f64, f64) -> f64 = |score, truth| (score - truth).powi(2) / 2.0;
        let hinge: fn(f64, f64) -> f64 = |score, truth| (1.0 - truth * score).max(0.0);
        for (loss, targets, formula) in [(&Squared as &dyn Loss, &values, squared), (&Hinge, &signs, hinge)] {
            let order = shuffled(90, 3);
            let mut found = Vec::new();
            for shrinkage in WEIGHTS[0] {
                for kernel_weight in WEIGHTS[1] {
                    let tried = Supervise { shrinkage, kernel_weight, ..QUICK };
                    let mut sum = 0.0;
                    for fold in 0..3 {
                        let kept: Vec<usize> = (0..90).filter(|k| k % 3 != fold).map(|k| order[k]).collect();
                        let [x, y] = [&rows, targets].map(|part| part.select_columns(&kept));
                        let learnt = tried.learn(TASK, loss, Sample { rows: &x, targets: &y }).unwrap();
                        for n in (fold..90).step_by(3).map(|k| order[k]) {
                            let score = learnt.predictor.scores(&rows.columns(n, 1).into_owned())[0];
                            sum += formula(score, targets[n]);
                        }
                    }
                    found.push((sum, tried));
                }
            }
            let least = found.iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            let sample = Sample { rows: &rows, targets };
            assert_eq!(QUICK.cross_validated(&WEIGHTS, TASK, loss, sample).unwrap(), least.1);
            let ours = least.1.held_out_loss(TASK, loss, sample).unwrap();
            assert!((ours - least.0).abs() < 1e-9 * ours, "{ours} {}", least.0);
        }
    }
}
