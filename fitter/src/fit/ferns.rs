//! Ferns: what they start from, how many fit, and how they join the blocks before them.

use super::budget;
use super::plan::FitPlan;
use super::prepared::Prepared;
use crate::error::{Error, Result};
use crate::features::loss::loss;
use crate::fern::{BoostingProblem, Fern, FernBudget, FernCache, FernSize};
use crate::pack::cost::{Extras, Shape};
use crate::pack::{PackedModel, Parts, Raw, klt};
use crate::quantise::{FoldFormat, PackedBlock, leaf_unit};
use crate::recipe::stages;
use crate::search::Effort;
use kernelet::block::{BLOCK_HEAD, fern};
use kernelet::number::Word;
use nalgebra::DMatrix;

/// The bytes of ferns where no budget is given.
const FERNS: usize = 4096;

/// The bytes of ferns of a first look.
const LOOK: usize = 2048;

/// What ferns grow on: the inputs as the device compares them, and the scores before any fern.
struct Ground {
    /// `inputs x rows`, in raw units.
    inputs: DMatrix<f64>,
    /// `outputs x rows`, in the target's unit.
    start: DMatrix<f64>,
}

impl FitPlan<'_> {
    /// Adds ferns on the residual of the blocks, or [beside](crate::fern::FernParameters::beside)
    /// them, in what is left of the flash. Ferns that grew on the same scores before are taken from
    /// `grown`.
    pub(super) fn add_ferns<F: FoldFormat>(
        &self,
        prepared: &Prepared,
        parts: &mut Parts,
        grown: &mut FernCache,
    ) -> Result<()> {
        let model = klt::pack::<F>(parts);
        let ground = self.ground::<F>(prepared, parts, &model);
        let (inputs, outputs) = (ground.inputs.nrows(), parts.bias.len());
        let size = FernSize { test: fern::test_size::<F>(inputs), leaf: outputs * F::Leaf::SIZE };
        let room = self.fern_room::<F>(model.bytes().len(), size)?;
        let problem = BoostingProblem {
            inputs: &ground.inputs,
            start: &ground.start,
            targets: &prepared.targets,
            sample_weights: &self.train.sample_weights,
            loss: loss(self.head()?, outputs),
            search: self.search,
        };
        let mut grow = |bytes| grown.ferns(&problem, self.fern_parameters, FernBudget { size, bytes });
        let ferns = self.ferns_in_time::<F>(prepared, parts, (&mut grow, room), inputs)?;
        if !ferns.is_empty() {
            self.push_ferns::<F>(prepared, parts, &ferns, inputs);
        }
        Ok(())
    }

    /// What ferns grow on after the blocks that are packed already.
    fn ground<F: FoldFormat>(&self, prepared: &Prepared, parts: &Parts, model: &PackedModel) -> Ground {
        let device = model.device();
        let raw = Raw::new(&self.train.inputs, &parts.scalings, F::CONTRACT.is_fixed());
        let (outputs, rows) = (parts.bias.len(), prepared.targets.ncols());
        let start = match parts.blocks.is_empty() || self.is_mean(parts) {
            // not as it is stored: the ferns will choose its words
            true => {
                DMatrix::from_iterator(outputs, rows, self.prior(prepared).into_iter().cycle().take(outputs * rows))
            }
            false => {
                let scores = device.answers(&raw).into_iter().flat_map(|answer| answer.scores);
                DMatrix::from_iterator(outputs, rows, scores) * f64::from(parts.scale)
            }
        };
        Ground { inputs: device.inputs(&raw), start }
    }

    /// The bytes that ferns may take beside a model of so many bytes.
    ///
    /// # Errors
    /// [`Error::Budget`](crate::Error::Budget) where not even one test fits.
    fn fern_room<F: FoldFormat>(&self, model: usize, size: FernSize) -> Result<usize> {
        let head = BLOCK_HEAD + fern::HEAD;
        let stages = if self.recipe.early.is_some() { budget::of_stages::<F>(head) } else { 0 };
        let taken = model + head + stages;
        budget::check(taken + size.bytes(1), self.recipe.size)?;
        if size.bytes(1) > usize::from(u16::MAX) {
            return Err(Error::Budget(format!("a fern of {} bytes, and the most are {}", size.bytes(1), u16::MAX)));
        }
        let room = self.recipe.size.flash.map_or(FERNS, |flash| flash.0.saturating_sub(taken));
        let most = if self.search.effort() == Effort::Look { LOOK } else { usize::from(u16::MAX) };
        Ok(room.min(most.max(size.bytes(1))))
    }

    /// Grows ferns in so many bytes, or in fewer where all of them take too many instructions.
    fn ferns_in_time<F: FoldFormat>(
        &self,
        prepared: &Prepared,
        parts: &Parts,
        (grow, mut room): (&mut dyn FnMut(usize) -> Vec<Fern>, usize),
        inputs: usize,
    ) -> Result<Vec<Fern>> {
        loop {
            let ferns = grow(room);
            let Some(deadline) = self.recipe.size.deadline.filter(|_| !ferns.is_empty()) else { return Ok(ferns) };
            let mut all = parts.clone();
            self.push_ferns::<F>(prepared, &mut all, &ferns, inputs);
            let shapes = Shape::of(&*klt::pack::<F>(&all).device());
            let extras = Extras::of(self.recipe);
            let taken = budget::instructions(deadline.core, (F::CONTRACT, &shapes), extras)?;
            if taken <= deadline.instructions {
                return Ok(ferns);
            }
            if ferns.len() == 1 && parts.blocks.is_empty() {
                return Err(budget::late("a single fern", taken, deadline));
            }
            if ferns.len() == 1 {
                // even one is too many: none, if the blocks before it are in time
                return budget::check_all(&klt::pack::<F>(parts), self.recipe.size).map(|()| Vec::new());
            }
            // bytes grow about as instructions do, in steps of a fern
            let share = deadline.instructions as f64 / taken as f64;
            room = ((room as f64 * share) as usize).min(room - room / 16 - 1);
        }
    }

    /// Appends ferns as one block, or as one for each stage. The first blocks of a model choose the
    /// unit of its scores.
    fn push_ferns<F: FoldFormat>(&self, prepared: &Prepared, parts: &mut Parts, ferns: &[Fern], inputs: usize) {
        if parts.blocks.is_empty() {
            parts.rescale(leaf_unit::<F>(ferns));
        }
        let unit = f64::from(if self.is_mean(parts) { self.halve(prepared, parts) } else { parts.scale });
        for stage in stages(ferns.len(), self.recipe.early.is_some()) {
            parts.blocks.push(PackedBlock::ferns::<F>(&ferns[stage], unit, inputs));
        }
    }

    /// Returns whether the scores become the mean of what the blocks and the ferns predict by
    /// themselves.
    fn is_mean(&self, parts: &Parts) -> bool {
        self.fern_parameters.beside && !parts.blocks.is_empty()
    }

    /// Adds the constant that ferns beside the blocks start from, and halves the unit of the
    /// scores; returns the old unit.
    fn halve(&self, prepared: &Prepared, parts: &mut Parts) -> f32 {
        let scale = parts.scale;
        parts.bias.iter_mut().zip(self.prior(prepared)).for_each(|(bias, prior)| *bias += prior / f64::from(scale));
        parts.scale = scale / 2.0;
        scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::FERNS;
    use crate::data::{Columns, DataFile, Schema, Table, Task};
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::find::Goal;
    use crate::fern::FernParameters;
    use crate::fit::Fitted;
    use crate::recipe::{Bandwidth, Blocks, Draw, HeadName, Method, Number, Recipe, Ridge};
    use crate::search::Search;
    use std::fmt::Write;
    use std::path::Path;

    fn recipe(head: HeadName) -> Recipe {
        let (bandwidth, ridge) = (Bandwidth::Fixed(1.5), Ridge::Fixed(1e-3));
        Recipe { bandwidth, head: Some(head), ridge, ..Recipe::sample(Method::Drawn(Draw::MonteCarlo)) }
    }

    /// Two inputs with a wall and a wave in the target: a value, or one of so many classes.
    fn table(classes: Option<usize>) -> (Table, Schema) {
        let mut text = String::from("a,b,y\n");
        for row in MonteCarlo.normals(2, 300, 4).column_iter() {
            let value = f64::from(u8::from(row[0] > 0.3)) + (2.0 * row[1]).sin() + 40.0;
            let target = classes.map_or(value, |classes| (3.0 * value).rem_euclid(classes as f64).floor());
            writeln!(text, "{},{},{target}", row[0], row[1]).unwrap();
        }
        let task = if classes.is_some() { Task::Classification } else { Task::Regression };
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, _) = Schema::learn(&file, &Columns { task, ..Columns::default() }).unwrap();
        (schema.read(&file).unwrap(), schema)
    }

    /// The scores of all rows in the target's unit.
    fn scores(fitted: &Fitted, table: &Table) -> Vec<f64> {
        let device = fitted.file.device();
        let scale = f64::from(device.header().scale);
        let answers = device.answers(&fitted.file.raw(&table.inputs));
        answers.iter().flat_map(|answer| answer.scores.iter().map(move |score| score * scale)).collect()
    }

    fn plan<'a>(
        (train, schema): (&'a Table, &'a Schema),
        recipe: &'a Recipe,
        (number, blocks): (Number, Blocks),
    ) -> FitPlan<'a> {
        let (logarithms, schedule, goal, search) = (false, None, Goal::Model, Search::default());
        let (fern_parameters, patch) = (FERNS, None);
        FitPlan { train, schema, recipe, number, blocks, logarithms, patch, schedule, goal, fern_parameters, search }
    }

    /// What candidates share is what each would begin with, and grow, by itself.
    #[test]
    fn several_ways_at_once_give_what_each_gives() {
        let (train, schema) = &table(Some(3));
        let recipe = &recipe(HeadName::Softmax);
        for (number, blocks) in [(Number::Q7, Blocks::COSINE.and_ferns()), (Number::F32, Blocks::FERNS)] {
            let plan = plan((train, schema), recipe, (number, blocks));
            let candidates = [(None, false), (None, true), (Some(5.0), true), (Some(5.0), false)]
                .map(|(refit, beside)| FernParameters { refit, beside, ..FERNS });
            let models: Vec<_> =
                plan.run_each(&candidates).unwrap().into_iter().map(|fitted| fitted.file.model).collect();
            for (fern_parameters, model) in candidates.into_iter().zip(&models) {
                assert_eq!(
                    *model,
                    FitPlan { fern_parameters, ..plan }.run().unwrap().file.model,
                    "{number} {fern_parameters:?}"
                );
            }
            assert_ne!(models[0], models[3], "{number}");
        }
    }

    /// Ferns beside features are those that would grow alone, and the scores are the mean of what
    /// each model says by itself.
    #[test]
    fn scores_of_ferns_beside_features_are_the_mean_of_both() {
        for (classes, number) in [
            (Some(2), Number::F32),
            (Some(3), Number::F32),
            (None, Number::F32),
            (Some(3), Number::Q7),
            (None, Number::Q15),
        ] {
            let (train, schema) = &table(classes);
            let recipe = &recipe(if classes.is_some() { HeadName::Softmax } else { HeadName::Ridge });
            let fitted = |blocks, beside| {
                let fern_parameters = FernParameters { beside, ..FERNS };
                let plan = FitPlan { fern_parameters, ..plan((train, schema), recipe, (number, blocks)) };
                let fitted = plan.run().unwrap();
                assert_eq!(fitted.is_mean(), beside);
                scores(&fitted, train)
            };
            let [features, ferns, rest, both] = [
                fitted(Blocks::COSINE, false),
                fitted(Blocks::FERNS, false),
                fitted(Blocks::COSINE.and_ferns(), false),
                fitted(Blocks::COSINE.and_ferns(), true),
            ];
            let [low, high] = [f64::min, f64::max].map(|edge| ferns.iter().copied().reduce(edge).unwrap());
            // of numbers that are rounded, leaves have units of their own each time
            let near = (high - low) * if number == Number::F32 { 1e-5 } else { 0.02 };
            for ((features, ferns), both) in features.iter().zip(&ferns).zip(&both) {
                assert!(((features + ferns) / 2.0 - both).abs() < near, "{number} {features} {ferns} {both}");
            }
            assert!(rest.iter().zip(&both).any(|(rest, both)| (rest - both).abs() > 3.0 * near), "{number}");
        }
    }
}
