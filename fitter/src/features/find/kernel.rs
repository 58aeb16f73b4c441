//! Features learnt for their kernel, alone or together with the targets.

use super::learned::Scales;
use super::request::{Find, Found};
use crate::error::Result;
use crate::features::draw;
use crate::features::loss::Loss;
use crate::features::loss::{Logistic, Softmax, Squared, SquaredHinge};
use crate::features::map::FeatureMap;
use crate::features::pool::Sample;
use crate::features::refine::hybrid::Predictor;
use crate::features::refine::supervise::Supervise;
use crate::features::refine::{self, Spectrum};
use crate::recipe::HeadName;
use crate::recipe::KernelLearning;
use nalgebra::{DMatrix, DVector};

impl Find<'_> {
    /// Spectral samples of a learnt kernel under random phases; those of weight zero are left out.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines, or too few rows.
    pub(super) fn approximated(&self, method: KernelLearning, rows: &DMatrix<f64>, features: usize) -> Result<Found> {
        let spectrum = refine::learn(method, self.scaled, rows, features, self.recipe.seed)?;
        let kept: Vec<usize> = (0..features).filter(|&j| spectrum.weights[j] > 0.0).collect();
        let left = features - kept.len();
        let stopped = (left > 0).then(|| format!("the kernel gives {left} of {features} samples no weight"));
        let Spectrum { frequencies, weights } = &spectrum;
        let kept = Spectrum { frequencies: frequencies.select_columns(&kept), weights: weights.select_rows(&kept) };
        Ok(Found { map: kept.map(self.phases(kept.weights.len())), head: None, stopped })
    }

    /// Frequencies learnt with targets; of one output the phases too, since a cosine and a sine are one cosine then.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub(super) fn supervised(&self, Sample { rows, targets }: Sample<'_>, features: usize) -> Result<FeatureMap> {
        let (loss, targets): (&dyn Loss, DMatrix<f64>) = match (self.head, targets.nrows()) {
            (HeadName::Ridge, _) => (&Squared, Scales::of(targets).0),
            // a hinge itself has no slope to follow beyond its corner
            (HeadName::Svm | HeadName::Hinge, _) => (&SquaredHinge, targets.clone()),
            (HeadName::Softmax, 2..) => (&Softmax, targets.clone()),
            _ => (&Logistic, targets.clone()),
        };
        let sample = Sample { rows, targets: &targets };
        let learnt = Supervise::default().learn((self.scaled, loss), sample, features, self.recipe.seed)?;
        let even = DVector::repeat(features, 1.0 / features as f64);
        let spectrum = Spectrum { weights: even, ..learnt.spectrum };
        Ok(spectrum.map(turned(&learnt.predictor).unwrap_or_else(|| self.phases(features))))
    }

    fn phases(&self, count: usize) -> DVector<f64> {
        draw::phases(count, self.recipe.seed)
    }
}

/// The phases `b` with `a cos(p) + c sin(p) = sqrt(a^2 + c^2) cos(p + b)`, where there is one output.
fn turned(predictor: &Predictor<f64>) -> Option<DVector<f64>> {
    let count = predictor.frequencies.ncols();
    let (cosines, sines) = (predictor.head.rows(0, count), predictor.head.rows(count, count));
    (predictor.head.ncols() == 1).then(|| DVector::from_fn(count, |j, _| (-sines[j]).atan2(cosines[j])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    #[test]
    fn a_cosine_and_a_sine_are_one_cosine() {
        let at = |outputs| Predictor {
            frequencies: MonteCarlo.normals(2, 7, 1),
            head: MonteCarlo.normals(14, outputs, 2),
            bias: DVector::zeros(outputs),
        };
        let (rows, one) = (MonteCarlo.normals(2, 9, 3), at(1));
        let even = DVector::repeat(7, 1.0 / 7.0);
        let spectrum = Spectrum { frequencies: one.frequencies.clone(), weights: even };
        let features = spectrum.map(turned(&one).expect("one output")).phased(&rows);
        let lengths = DVector::from_fn(7, |j, _| one.head[j].hypot(one.head[7 + j]));
        assert!((lengths.transpose() * features - one.scores(&rows)).amax() < 1e-12);
        assert_eq!(turned(&at(2)), None);
    }
}
