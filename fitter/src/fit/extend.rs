//! What explains the rest: ferns.

use super::aim::loss;
use super::{Job, View, budget};
use crate::emulate::{self, Raw};
use crate::error::Result;
use crate::export::klt::{self, Parts};
use crate::fern::{self, Price};
use crate::quantise::{self, Fold};
use kernelet::packed::BLOCK_HEAD;
use kernelet::word::Word;
use nalgebra::DMatrix;

/// Bytes of ferns where no budget is given.
const FERNS: usize = 4096;

impl Job<'_> {
    /// Ferns on what the scores so far leave, in what is left of the flash.
    pub(super) fn add_ferns<F: Fold>(&self, view: &View, parts: &mut Parts) -> Result<()> {
        let model = klt::pack::<F>(parts);
        let device = emulate::device(&model).expect("a model just packed");
        let raw = Raw::new(&self.train.inputs, &parts.intakes, F::CONTRACT.is_fixed());
        let rows = view.targets.ncols();
        let start = match parts.blocks.is_empty() {
            // not as they are stored: ferns will choose in which words that is
            true => DMatrix::from_fn(parts.bias.len(), rows, |k, _| parts.bias[k]),
            false => DMatrix::from_iterator(
                parts.bias.len(),
                rows,
                device.answers(&raw).into_iter().flat_map(|answer| answer.scores),
            ),
        } * f64::from(parts.scale);
        let inputs = device.inputs(&raw);
        let outputs = parts.bias.len();
        let price = Price { test: kernelet::fern::test_size::<F>(inputs.nrows()), leaf: outputs * F::Leaf::SIZE };
        let taken = model.len() + BLOCK_HEAD + kernelet::fern::HEAD;
        let room =
            self.recipe.size.flash.map_or(FERNS, |flash| flash.0.saturating_sub(taken)).min(usize::from(u16::MAX));
        budget::check(taken + price.bytes(1), self.recipe.size)?;
        let loss = loss(self.head()?, outputs);
        let problem = fern::Problem { inputs: &inputs, start: &start, targets: &view.targets, loss };
        let ferns = fern::boost(&problem, self.growth, (price, room));
        if ferns.is_empty() {
            return Ok(()); // there was nothing to tell apart
        }
        if parts.blocks.is_empty() {
            parts.rescale(quantise::unit::<F>(&ferns));
        }
        parts.blocks.push(quantise::ferns::<F>(&ferns, f64::from(parts.scale), inputs.nrows()));
        Ok(())
    }
}
