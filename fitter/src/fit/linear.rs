//! A linear model of the inputs.

use super::budget;
use super::draft::Draft;
use super::plan::FitPlan;
use super::prepared::Prepared;
use super::targets::answers;
use crate::error::Result;
use crate::features::map::FeatureMap;
use crate::head::Problem;
use crate::pack::DeviceMap;
use crate::quantise::{self, FoldFormat, HeadRequest, HeadWords};
use crate::recipe::{HeadName, Ridge};
use kernelet::number::Weight;
use nalgebra::{DMatrix, DVector, RowDVector};

impl FitPlan<'_> {
    /// Fits one linear feature for each output, and a head that mixes them; where there are fewer
    /// inputs than outputs, one for each input.
    pub(super) fn linear<F: FoldFormat>(&self, prepared: &Prepared) -> Result<Draft> {
        let head = self.head()?;
        let ((task, outputs), inputs) = (answers(&self.train.targets), prepared.standards.len());
        if self.search.is_limited() {
            // what is too large whatever its weights takes no time
            let each = F::Weight::size(inputs) + F::Weight::size(outputs);
            budget::check(outputs.min(inputs) * each, self.recipe.size)?;
        }
        let exact = quantise::fit_head(self.inputs(prepared), &HeadRequest { levels: None, ..self.request::<F>(head) });
        let HeadWords { words, bias, .. } = exact.head;
        // mixed by least squares: scores keep the scale that probabilities need, and it is fast
        let wanted = words.tr_mul(&prepared.rows) + bias * RowDVector::from_element(prepared.rows.ncols(), 1.0);
        let rows = if outputs > inputs { DMatrix::identity(inputs, inputs) } else { words };
        let map = DeviceMap::<F>::plan(&prepared.standards, &FeatureMap::linear(rows), task);
        let mixed = map.problem(&self.train.inputs, wanted, &self.train.sample_weights);
        let head = quantise::fit_head(mixed, &HeadRequest { ridge: Ridge::Auto, ..self.request::<F>(HeadName::Ridge) });
        Ok(Draft { ridge: Some(exact.ridge), ..Draft::of(map.parts(&head.head)) })
    }

    /// The regression on the standardised inputs themselves.
    fn inputs(&self, prepared: &Prepared) -> Problem {
        Problem {
            features: prepared.rows.clone(),
            weights: DVector::from_element(prepared.standards.len(), 1.0),
            targets: prepared.targets.clone(),
            sample_weights: DVector::from_column_slice(&self.train.sample_weights),
        }
    }
}
