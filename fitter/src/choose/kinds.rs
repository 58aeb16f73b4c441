//! The kinds of features: patches of a grid, cosines and ReLU.

use super::choice::Choice;
use super::judge::held;
use super::judged::Judged;
use crate::error::{Error, Result};
use crate::features::refine::joint::HOPELESS;
use crate::fit::{FitPlan, Fitted};
use crate::recipe::{Blocks, KernelName, Number};

/// The ratio of errors, to the best features so far, up to which others are learned by a schedule
/// of their own.
const FAR: f64 = 1.15;

/// Features of one kind with their error, and the kinds that err more.
pub(super) struct Kind {
    pub features: Fitted,
    pub error: f64,
    pub others: Vec<Judged>,
}

impl Choice<'_, '_> {
    /// Finds the kind of features with the lowest error, as learned from a fold.
    ///
    /// The first kind gets a schedule by search, the others are tried by the same schedule.
    pub(super) fn best_kind(self) -> Result<Kind> {
        let (features, others) = self.first_kind()?;
        let error = self.comparable(&features)?;
        let mut best = Kind { features, error, others: Vec::new() };
        for blocks in others {
            self.search.trying(blocks);
            let Some((other, error)) = self.other_kind(blocks, &best) else { continue };
            let judged = |blocks, error, rows| Judged { blocks, error, rows, effective: self.effective };
            if error >= best.error {
                best.others.push(judged(blocks, error, self.rows_beside(&best, error)));
                continue;
            }
            best.others.push(judged(best.features.blocks(), best.error, held(self.folds)));
            let features = self.fewer(other)?;
            best = Kind { error: self.comparable(&features)?, features, ..best };
        }
        Ok(best)
    }

    /// Finds patches where the inputs form a grid, else cosines; returns them and the kinds to try
    /// after them.
    fn first_kind(self) -> Result<(Fitted, Vec<Blocks>)> {
        let gaussian = self.recipe.kernel == KernelName::Gaussian;
        let relu = gaussian.then_some(Blocks::RELU);
        if self.takes_patches() {
            self.search.trying(Blocks::PATCH);
            match self.features(Blocks::PATCH) {
                Err(Error::Budget(_)) => {}
                patches => return Ok((patches?, [Blocks::COSINE].into_iter().chain(relu).collect())),
            }
        }
        self.search.trying(Blocks::COSINE);
        Ok((self.features(Blocks::COSINE)?, relu.into_iter().collect()))
    }

    /// Fits features of another kind by the schedule of the best, and, where their error comes
    /// near, by a schedule of their own too.
    fn other_kind(self, blocks: Blocks, best: &Kind) -> Option<(Fitted, f64)> {
        let judged = |plan: FitPlan| {
            let fitted = if self.search.passed() { None } else { plan.run().ok() }?;
            self.comparable(&fitted).ok().map(|error| (fitted, error))
        };
        let less = |a: &(Fitted, f64), b: &(Fitted, f64)| a.1.total_cmp(&b.1);
        let same = FitPlan { patch: self.recipe.patch, ..self.plan(blocks, Some(&best.features)) };
        let numbers = self.recipe.number.map_or(Number::SMALL.to_vec(), |number| vec![number]);
        let beside = numbers.into_iter().map(|number| FitPlan { number, ..same }.beside(&best.features));
        let first = beside.filter_map(judged).min_by(less)?;
        if first.1 > FAR * best.error || same.schedule.is_none() {
            return Some(first);
        }
        let number = first.0.file.sheet.recipe.number.unwrap_or(same.number);
        judged(FitPlan { schedule: None, number, ..same }).into_iter().chain([first]).min_by(less)
    }

    /// The rows held out that others were judged on: those of one fold where that was enough.
    fn rows_beside(self, best: &Kind, error: f64) -> usize {
        let hopeless = self.has_own_estimate(&best.features) && error > HOPELESS * best.error;
        held(if hopeless { &self.folds[..1] } else { self.folds })
    }
}
