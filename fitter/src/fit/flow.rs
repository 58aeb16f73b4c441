//! The flow of one fit, from rows to a packed model.

use super::budget;
use super::draft::Draft;
use super::fitted::Fitted;
use super::plan::FitPlan;
use super::prepared::Prepared;
use super::targets;
use crate::data::GivenArrays;
use crate::error::{Error, Result};
use crate::fern::{FernCache, FernParameters};
use crate::pack::{ModelFile, PackedModel, Parts, Sheet, klt};
use crate::quantise::{Calibration, Checkpoints, ClassTargets, FoldFormat, Interval};
use crate::recipe::{Base, Recipe};
use kernelet::with_format;
use std::collections::BTreeMap;

impl FitPlan<'_> {
    /// Fits the model in its number format, or in a wider one where its accumulator could overflow.
    ///
    /// # Errors
    /// [`Error::Budget`] where the size cannot be met; [`Error::Usage`] where the data has more
    /// inputs than a model can have.
    pub fn run(&self) -> Result<Fitted> {
        Ok(self.run_each(&[self.fern_parameters])?.remove(0))
    }

    /// Fits one model for each of several fern parameters; all share the stages before the ferns.
    ///
    /// # Errors
    /// Those of [`FitPlan::run`], of any of them.
    pub fn run_each(&self, candidates: &[FernParameters]) -> Result<Vec<Fitted>> {
        let contract = self.number.contract();
        let mut fitted = with_format!(contract, F => self.fit::<F>(candidates))?;
        if let Some(wider) = contract.wider() {
            for (fitted, &candidate) in fitted.iter_mut().zip(candidates).filter(|(fitted, _)| fitted.is_none()) {
                *fitted = with_format!(wider, F => self.fit::<F>(&[candidate]))?.remove(0);
            }
        }
        let overflows = "a score could overflow its accumulator; use fewer features, a wider number format, or another --ridge; of a target far from zero, subtract a constant";
        fitted.into_iter().map(|fitted| fitted.ok_or_else(|| Error::Budget(overflows.to_owned()))).collect()
    }

    /// Fits in format `F`; `None` where an accumulator could overflow.
    fn fit<F: FoldFormat>(&self, candidates: &[FernParameters]) -> Result<Vec<Option<Fitted>>> {
        let prepared = self.prepare()?;
        let base = self.base::<F>(&prepared)?;
        let mut grown = FernCache::default();
        let finish = |&fern_parameters: &FernParameters| {
            let plan = FitPlan { fern_parameters, ..*self };
            let draft = plan.with_ferns::<F>(&prepared, base.clone(), &mut grown)?;
            plan.finish::<F>(draft)
        };
        let fitted = candidates.iter().map(finish).collect();
        match self.search.gives_up() {
            // loops have ended early
            true => Err(Error::Budget("the time was up before the model was fitted".to_owned())),
            false => fitted,
        }
    }

    /// Fits everything but the ferns.
    fn base<F: FoldFormat>(&self, prepared: &Prepared) -> Result<Draft> {
        budget::least_ram::<F>(prepared.standards.len(), prepared.targets.nrows(), self.recipe.size)?;
        let mut draft = match self.blocks.base {
            Base::Constant => self.constant::<F>(prepared),
            Base::Linear => self.linear::<F>(prepared)?,
            Base::Cosine | Base::Relu | Base::Patch => self.features::<F>(prepared)?,
        };
        // placeholders with as many bytes as what calibration will find
        draft.parts.calibration = self.recipe.probability.then_some(Calibration { slope: 0.0, threshold: 0.0 });
        draft.parts.class_targets = self.recipe.novelty.map(|_| ClassTargets { target: 1.0, limit: 0.0 });
        draft.parts.interval =
            self.recipe.interval.map(|asked| Interval::placeholder(prepared.targets.nrows(), asked.ranges));
        draft.parts.units = targets::units(&self.train.targets);
        draft.parts.checkpoints = self.checkpoints(&draft.parts);
        Ok(draft)
    }

    /// Adds the ferns, where there are to be some.
    fn with_ferns<F: FoldFormat>(&self, prepared: &Prepared, mut draft: Draft, grown: &mut FernCache) -> Result<Draft> {
        if self.blocks.ferns {
            self.add_ferns::<F>(prepared, &mut draft.parts, grown)?;
            draft.parts.checkpoints = self.checkpoints(&draft.parts);
        }
        Ok(draft)
    }

    /// Checks for overflow, packs, and checks the budget; `None` where an accumulator could
    /// overflow.
    fn finish<F: FoldFormat>(&self, draft: Draft) -> Result<Option<Fitted>> {
        if !draft.parts.cannot_overflow::<F>() {
            return Ok(None);
        }
        let model = klt::pack::<F>(&draft.parts);
        budget::check_all(&model, self.recipe.size)?;
        let file = self.file(model, &draft.parts)?;
        let (head, fern_parameters) = (self.head()?, self.fern_parameters);
        let Draft { parts, bandwidth, ridge, stopped, error, schedule } = draft;
        Ok(Some(Fitted { file, bandwidth, head, ridge, stopped, error, schedule, fern_parameters, parts }))
    }

    /// A checkpoint behind each block but the last, at which no class is clear yet.
    fn checkpoints(&self, parts: &Parts) -> Checkpoints {
        let early = self.recipe.early.is_some();
        Checkpoints(vec![None; if early { parts.blocks.len().saturating_sub(1) } else { 0 }])
    }

    /// The packed model with its data sheet.
    fn file(&self, model: PackedModel, parts: &Parts) -> Result<ModelFile> {
        let read = self.grid_and_patch()?;
        let recipe = Recipe {
            number: Some(self.number),
            blocks: Some(self.blocks),
            logarithms: Some(self.logarithms),
            grid: read.map(|(grid, _)| grid).or(self.recipe.grid),
            patch: read.map(|(_, patch)| patch).or(self.recipe.patch),
            kernel: self.kernel(),
            ..self.recipe.clone()
        };
        let sheet = Sheet {
            checksum: model.checksum(),
            schema: self.schema.clone(),
            names: self.train.inputs.names.clone(),
            scalings: parts.scalings.clone(),
            series: None,
            recipe,
            options: BTreeMap::new(),
            training: None,
            arrays: GivenArrays::default(),
        };
        Ok(ModelFile { model, sheet })
    }
}
