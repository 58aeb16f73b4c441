//! The constant scores that everything else adds to.

use super::draft::Draft;
use super::plan::FitPlan;
use super::prepared::Prepared;
use super::targets::answers;
use crate::features::loss::loss;
use crate::pack::Parts;
use crate::quantise::{self, FoldFormat};
use kernelet::number::Quantise;
use nalgebra::{DMatrix, RowDVector};

impl FitPlan<'_> {
    /// The constant scores with the lowest loss: means, or log odds of the classes.
    pub(super) fn prior(&self, prepared: &Prepared) -> Vec<f64> {
        let (_, outputs) = answers(&self.train.targets);
        let weights = RowDVector::from_row_slice(&self.train.sample_weights);
        let rows = weights.sum();
        let share = |k: usize| {
            let of_class = (0..weights.len()).map(|n| weights[n] * (1.0 + prepared.targets[(k, n)]) / 2.0);
            (of_class.sum::<f64>() + 0.5) / (rows + 1.0)
        };
        let is_log_odds = self.head().is_ok_and(|head| loss(head, outputs).is_log_odds());
        let best = |k: usize| match is_log_odds {
            // the mean minimises squares, and squared hinges of 1 and -1
            false => prepared.targets.row(k).dot(&weights) / rows,
            true if outputs > 1 => share(k).ln(),
            true => (share(k) / (1.0 - share(k))).ln(),
        };
        (0..outputs).map(best).collect()
    }

    /// A model of constant scores, before any block.
    pub(super) fn constant<F: FoldFormat>(&self, prepared: &Prepared) -> Draft {
        let (task, _) = answers(&self.train.targets);
        let bias = self.prior(prepared);
        let largest = bias.iter().fold(0.0f64, |most, bias| most.max(bias.abs()));
        let none = DMatrix::zeros(prepared.standards.len(), 0);
        let scalings = quantise::plan_scalings(&prepared.standards, &none, F::levels());
        let mut parts = Parts::new(task, scalings, bias);
        // as fine as the smallest words for biases; ferns choose the unit of a score themselves
        parts.rescale(if largest > 0.0 { largest / i16::LIMIT } else { 1.0 });
        Draft::of(parts)
    }
}
