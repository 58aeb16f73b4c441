//! What explains the rest: ferns.

use super::aim::loss;
use super::{Job, View, budget};
use crate::early;
use crate::emulate::{self, Raw};
use crate::error::Result;
use crate::export::klt::{self, Parts};
use crate::fern::{self, Fern, Price};
use crate::quantise::{self, Fold};
use crate::report::cost::{Shape, Told};
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
        let head = BLOCK_HEAD + kernelet::fern::HEAD;
        let taken = model.len() + head + if self.recipe.early.is_some() { budget::of_stages::<F>(head) } else { 0 };
        let room =
            self.recipe.size.flash.map_or(FERNS, |flash| flash.0.saturating_sub(taken)).min(usize::from(u16::MAX));
        budget::check(taken + price.bytes(1), self.recipe.size)?;
        let loss = loss(self.head()?, outputs);
        let importance = &self.train.importance;
        let problem = fern::Problem { inputs: &inputs, start: &start, targets: &view.targets, importance, loss };
        let grown = |room| fern::boost(&problem, self.growth, (price, room));
        let ferns = self.in_time::<F>(parts, (&grown, room), inputs.nrows())?;
        if ferns.is_empty() {
            return Ok(()); // there was nothing to tell apart
        }
        self.add::<F>(parts, &ferns, inputs.nrows());
        Ok(())
    }

    /// Ferns in so many bytes, or in fewer where there is no time for all of these.
    fn in_time<F: Fold>(
        &self,
        parts: &Parts,
        (grown, mut room): (&dyn Fn(usize) -> Vec<Fern>, usize),
        inputs: usize,
    ) -> Result<Vec<Fern>> {
        loop {
            let ferns = grown(room);
            let Some(deadline) = self.recipe.size.deadline.filter(|_| !ferns.is_empty()) else { return Ok(ferns) };
            let mut all = parts.clone();
            self.add::<F>(&mut all, &ferns, inputs);
            let model = klt::pack::<F>(&all);
            let device = emulate::device(&model).expect("a model just packed");
            let told = Told::of(self.recipe);
            let taken = budget::instructions(deadline.core, (F::CONTRACT, &Shape::of(&*device)), told)?;
            if taken <= deadline.instructions {
                return Ok(ferns);
            }
            if ferns.len() == 1 {
                // even one is too many: with a linear part or features that are in time, none
                return budget::check_all(&klt::pack::<F>(parts), self.recipe.size).map(|()| Vec::new());
            }
            // the bytes grow about as the instructions do, in steps of a fern
            let share = deadline.instructions as f64 / taken as f64;
            room = ((room as f64 * share) as usize).min(room - room / 16 - 1);
        }
    }

    /// Adds ferns to the blocks, in their own unit where they are the first; a block, or one for each stage.
    fn add<F: Fold>(&self, parts: &mut Parts, ferns: &[Fern], inputs: usize) {
        if parts.blocks.is_empty() {
            parts.rescale(quantise::unit::<F>(ferns));
        }
        for stage in early::stages(ferns.len(), self.recipe.early.is_some()) {
            parts.blocks.push(quantise::ferns::<F>(&ferns[stage], f64::from(parts.scale), inputs));
        }
    }
}
