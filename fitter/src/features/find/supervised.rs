//! Features learnt for the kernel and the targets together.

use super::request::Find;
use super::target_scale::TargetScale;
use crate::error::Result;
use crate::features::draw;
use crate::features::loss::loss;
use crate::features::map::FeatureMap;
use crate::features::pool::Sample;
use crate::features::refine::{Predictor, Spectrum, Supervise};
use crate::recipe::Variant;
use nalgebra::DVector;

/// The weights of head decay and of kernel loss that are tried, each around its default.
const WEIGHTS: [[f64; 3]; 2] = [[0.03, 0.3, 3.0], [0.01, 0.1, 1.0]];

impl Find<'_> {
    /// Learns frequencies with the targets; for one output the phases too, since a cosine and a
    /// sine are then one cosine.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub(super) fn supervised(&self, Sample { rows, targets }: Sample<'_>, features: usize) -> Result<FeatureMap> {
        let loss = loss(self.head, targets.nrows());
        let targets = if loss.fits_values() { TargetScale::of(targets).0 } else { targets.clone() };
        let loss = loss.smoothed().unwrap_or(loss);
        let sample = Sample { rows, targets: &targets };
        let (own, task) = (Supervise::default(), self.spectrum_task(features));
        let tuned = self.recipe.variants.has(Variant::Tuned);
        let chosen = if tuned { own.cross_validated(&WEIGHTS, task, loss, sample)? } else { own };
        let learnt = chosen.learn(task, loss, sample)?;
        let even = DVector::repeat(features, 1.0 / features as f64);
        let spectrum = Spectrum { weights: even, ..learnt.spectrum };
        Ok(spectrum.map(merged_phases(&learnt.predictor).unwrap_or_else(|| draw::phases(features, self.recipe.seed))))
    }
}

/// Returns the phases `b` with `a cos(p) + c sin(p) = sqrt(a^2 + c^2) cos(p + b)`, where there is
/// one output.
fn merged_phases(predictor: &Predictor<f64>) -> Option<DVector<f64>> {
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
        let features = spectrum.map(merged_phases(&one).expect("one output")).phased(&rows);
        let lengths = DVector::from_fn(7, |j, _| one.head[j].hypot(one.head[7 + j]));
        assert!((lengths.transpose() * features - one.scores(&rows)).amax() < 1e-12);
        assert_eq!(merged_phases(&at(2)), None);
    }
}
