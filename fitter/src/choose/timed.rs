//! The choice in a limited time: a cheap look at each kind of blocks, the simplest first, before
//! any gets a long one.

use super::choice::{Choice, HOPELESS};
use super::chosen::Chosen;
use super::fern_candidates::{FERNS, fern_candidates, with_features};
use super::finds::Finds;
use super::judge::{held, held_out};
use super::judged::Judged;
use super::trial::Trial;
use super::whole::WHOLE;
use crate::error::{Error, Result};
use crate::features::find::Goal;
use crate::fit::{FitPlan, Fitted};
use crate::recipe::{Base, Blocks, Bytes, KernelName, Method, Number, Recipe, Size};
use crate::search::Effort;
use std::time::{Duration, Instant};

/// The share of the time that is left for the first look at a kind of blocks.
const LOOK: f64 = 0.2;
/// The share for the first model of all, and for judging it.
const FIRST: f64 = 0.15;
/// The time that such a search takes at most: so much and a multiple of the time of the first
/// looks, or a larger multiple where that is less. Rounded up from fits of fifteen training sets:
/// of 2 KiB, or of 1 and of 4.
const LEAST: Duration = Duration::from_secs(6);
const PER_LOOK: u32 = 16;
const MOST_LOOKS: u32 = 80;
/// The share for a linear model that needs more than its first look.
const YARDSTICK: f64 = 0.5;
/// The share for a longer look, where others wait for one.
const LONG: f64 = 0.6;
/// The part of the size that features take first, its least and its most bytes, and the share of a
/// longer look for them.
const FEWER: usize = 4;
const LEAST_OF_FEW: usize = 512;
const MOST_OF_FEW: usize = 2048;
const FEW: f64 = 0.5;
/// The share of the error of so few features that all of them are expected to have. On letter it is
/// less; where it is more, a longer look is lost.
const LEFT: f64 = 0.5;

impl<'a> Choice<'a, '_> {
    /// Chooses among all kinds of blocks, or finds the best model of those that are given, in a
    /// limited time.
    ///
    /// Each candidate that is chosen is fitted to all rows at once, so that there is a model
    /// whenever the time is up.
    ///
    /// # Errors
    /// [`Error::Budget`] where no model fits the size, or the time.
    pub(super) fn in_time(self, given: Option<Blocks>) -> Result<Chosen<'a>> {
        let (began, mut finds) = (Instant::now(), Finds::default());
        let kinds = given.map_or_else(|| self.kinds(), |blocks| vec![blocks]);
        let logarithmic = match kinds.contains(&Blocks::LINEAR) {
            true => self.look_at_linear(&mut finds),
            false => self.has_better_logarithms(&kinds),
        };
        if given.is_none() && finds.linear_is_cut && !self.search.passed() {
            Choice { logarithmic, has_logarithms: false, ..self }.judge_linear(&mut finds);
        }
        let choice = Choice { logarithmic, has_logarithms: false, ..self };
        for &blocks in kinds.iter().filter(|blocks| **blocks != Blocks::LINEAR) {
            if !self.search.passed() || finds.best.is_none() {
                choice.look(blocks, &mut finds);
            }
        }
        let most = (LEAST + PER_LOOK * began.elapsed()).min(MOST_LOOKS * began.elapsed());
        let has_time = self.search.part(WHOLE).left().is_some_and(|left| left >= most);
        if let Some(chosen) = has_time.then(|| self.whole_search(given, &mut finds)).flatten()
            && (chosen.is_ok() || finds.best.is_none())
        {
            return chosen;
        }
        choice.look_longer(kinds, &mut finds);
        if given.is_none() {
            choice.add_ferns(&mut finds);
        }
        // what is left may be enough after all
        if !has_time && let Some(Ok(chosen)) = self.whole_search(given, &mut finds) {
            return Ok(chosen);
        }
        if finds.linear_is_cut {
            // its error is that of a fit that had not ended
            finds.tried.retain(|judged| judged.blocks != Blocks::LINEAR);
        }
        let Finds { tried, best, refused, .. } = finds;
        match best {
            Some(best) => Ok(Chosen { tried, ..Chosen::fitted(best) }),
            None => {
                let refused = refused.unwrap_or_else(|| Error::Budget("no model was fitted in the time".to_owned()));
                choice.first_in_four_bits(given, refused).map(Chosen::fitted)
            }
        }
    }

    /// The first model in words of four bits that has room, where none in wider ones had, which was
    /// refused.
    ///
    /// # Errors
    /// [`Error::Budget`] where none has room either, with what the first needs; `refused` where the
    /// number format is given, or it was no lack of room.
    fn first_in_four_bits(self, given: Option<Blocks>, refused: Error) -> Result<Fitted> {
        if self.recipe.number.is_some() || !matches!(refused, Error::Budget(_)) {
            return Err(refused);
        }
        let search = self.search.first(FIRST).idle().with_effort(Effort::Look);
        let kinds = given.map_or_else(|| self.kinds(), |blocks| vec![blocks]);
        let mut lack = None;
        // a linear part has eight bits, and ferns have them in any format
        for blocks in kinds.into_iter().filter(|blocks| blocks.only_features()) {
            let plan = FitPlan { number: Number::SMALL[0], goal: Goal::Model, search, ..self.plan(blocks, None) };
            match plan.run() {
                Ok(fitted) => return Ok(fitted),
                Err(why) => lack = lack.or(Some(why)),
            }
        }
        Err(lack.unwrap_or(refused))
    }

    /// The kinds of blocks, the simplest first, but for those that consist of two found ones.
    fn kinds(self) -> Vec<Blocks> {
        let has_relu = self.recipe.kernel == KernelName::Gaussian;
        let kinds =
            [Blocks::LINEAR, Blocks::FERNS, Blocks::COSINE, Blocks::RELU, Blocks::PATCH, Blocks::LINEAR.and_ferns()];
        let is_open = |blocks: &Blocks| match *blocks {
            Blocks::RELU => has_relu,
            Blocks::PATCH => self.takes_patches(),
            _ => true,
        };
        kinds.into_iter().filter(is_open).collect()
    }

    /// Judges a linear model, and one of logarithms where inputs may be better so; returns whether
    /// that one is better.
    fn look_at_linear(self, finds: &mut Finds) -> bool {
        self.look(Blocks::LINEAR, finds);
        let plain = finds.error(Blocks::LINEAR);
        if !self.has_logarithms || self.search.passed() || plain.is_infinite() {
            return false;
        }
        Choice { logarithmic: true, ..self }.look(Blocks::LINEAR, finds);
        finds.error(Blocks::LINEAR) < plain
    }

    /// Judges linear models, which are forgotten, to tell whether other blocks shall read
    /// logarithms.
    fn has_better_logarithms(self, kinds: &[Blocks]) -> bool {
        let reads = self.has_logarithms && kinds.iter().any(|blocks| blocks.base != Base::Constant);
        let choice = Choice { search: self.search.silent(), offer: &|_, _| (), ..self };
        reads && choice.look_at_linear(&mut Finds::default())
    }

    /// Judges a linear model whose first look was too short: all else is compared with it.
    fn judge_linear(self, finds: &mut Finds) {
        let choice = Choice { search: self.search.part(YARDSTICK), ..self };
        self.search.trying(Blocks::LINEAR);
        let unfinished = std::mem::take(&mut finds.tried);
        self.take(choice.trial_of(choice.plan(Blocks::LINEAR, None)), finds);
        finds.linear_is_cut = choice.search.passed();
        if finds.tried.is_empty() {
            finds.tried = unfinished;
        }
    }

    /// Judges a small or short model of a kind, or the whole one where it has a fixed size.
    fn look(self, blocks: Blocks, finds: &mut Finds) {
        self.search.trying(format_args!("{blocks}, a first look"));
        let search = match finds.best {
            None => self.search.first(FIRST),
            Some(_) if blocks == Blocks::LINEAR => self.search.soft_part(FIRST),
            Some(_) => self.search.part(LOOK),
        };
        if let Some(recipe) = self.of_few_features().filter(|_| blocks.only_features() && finds.best.is_some()) {
            // a quarter of the features for four times as long
            let few = Choice { recipe: &recipe, search: search.idle().with_effort(Effort::Quick), ..self };
            if let Ok(fitted) = few.plan(blocks, None).run() {
                return self.take_features(Ok(fitted), finds);
            }
        }
        let choice = Choice { search: search.idle().with_effort(Effort::Look), ..self };
        let plan = choice.plan(blocks, None);
        let first = if finds.best.is_none() { self.fit_unjudged(plan, finds) } else { None };
        if finds.best.is_none() {
            return;
        }
        match (blocks.only_features(), first) {
            (true, _) => self.take_features(plan.run(), finds),
            (false, None) => self.take(choice.trial_of(plan), finds),
            (false, Some(fitted)) => {
                if let Ok(trial) = choice.trial_of(plan) {
                    self.weigh(self.judged(&trial), || Ok(Fitted { error: Some(trial.error), ..fitted }), finds);
                }
            }
        }
        finds.linear_is_cut |= blocks == Blocks::LINEAR && search.passed();
    }

    /// Fits the first model before it is judged, so that there is one however short the time is.
    fn fit_unjudged(self, plan: FitPlan<'a>, finds: &mut Finds) -> Option<Fitted> {
        match (FitPlan { goal: Goal::Model, ..plan }).run() {
            Ok(fitted) => {
                (self.offer)(&fitted, &[]);
                finds.best = Some(fitted);
            }
            Err(why) => _ = finds.refused.get_or_insert(why),
        }
        finds.best.clone()
    }

    /// The kinds that get a longer look, the best first: those whose first look is near the lowest
    /// error.
    fn waiting(self, mut kinds: Vec<Blocks>, finds: &Finds) -> Vec<Blocks> {
        // a given number of drawn or picked features leaves nothing to look at again
        let whole = self.recipe.method != Method::Learned && self.recipe.size.features.is_some();
        kinds.retain(|blocks| !(whole && blocks.only_features()));
        // a first look at few features says little of many
        let left = if self.of_few_features().is_some() { LEFT } else { 1.0 };
        let expected = |blocks: Blocks| if blocks.only_features() { left } else { 1.0 } * finds.error(blocks);
        // a first look without a result was too short
        let is_open = |error: f64| error.is_infinite() || error <= HOPELESS * finds.lowest();
        kinds.retain(|&blocks| if blocks == Blocks::LINEAR { finds.linear_is_cut } else { is_open(expected(blocks)) });
        kinds.sort_by(|a, b| expected(*a).total_cmp(&expected(*b)));
        // what everything else is compared with
        kinds.sort_by_key(|blocks| *blocks != Blocks::LINEAR);
        kinds
    }

    /// Looks longer at the kinds that wait for it.
    fn look_longer(self, kinds: Vec<Blocks>, finds: &mut Finds) {
        let kinds = self.waiting(kinds, finds);
        for (place, &blocks) in kinds.iter().enumerate() {
            if self.search.passed() {
                return;
            }
            let last = place + 1 == kinds.len();
            let choice = Choice { search: if last { self.search } else { self.search.part(LONG) }, ..self };
            self.search.trying(format_args!("{blocks}"));
            if blocks.only_features() {
                if let Some(recipe) = &self.of_few_features() {
                    let few = Choice { recipe, search: choice.search.part(FEW), ..choice };
                    self.take_features(few.features(blocks), finds);
                }
                self.take_features(choice.features(blocks), finds);
                continue;
            }
            let plan = choice.plan(blocks, None);
            self.take(choice.trial_of(plan), finds);
            if blocks.ferns {
                self.take(choice.grown(plan, &fern_candidates()), finds);
            }
        }
    }

    /// The recipe of a smaller model, whose features are learned first: where there is too little
    /// time for those that fill the size, few that are learned well err less, and tell more of
    /// their kind.
    fn of_few_features(self) -> Option<Recipe> {
        let Recipe { method, size, .. } = *self.recipe;
        let flash = size.flash.filter(|_| method == Method::Learned && size.features.is_none())?.0 / FEWER;
        let size = Size { flash: Some(Bytes(flash.min(MOST_OF_FEW))), ..size };
        (flash >= LEAST_OF_FEW).then(|| Recipe { size, ..self.recipe.clone() })
    }

    /// Adds ferns to the features that were found.
    fn add_ferns(self, finds: &mut Finds) {
        let Some(features) = finds.features.take() else { return };
        if self.search.passed() || finds.error(features.blocks()) > HOPELESS * finds.lowest() {
            return;
        }
        let blocks = features.blocks().and_ferns();
        self.search.trying(format_args!("{blocks}"));
        self.take(self.grown(self.plan(blocks, Some(&features)), &with_features(FERNS)), finds);
    }

    /// The plan with its error on rows held out.
    fn trial_of(self, plan: FitPlan<'a>) -> Result<Trial<'a>> {
        Ok(Trial { error: held_out(&plan, self.folds)?, rows: held(self.folds), plan })
    }

    /// Takes a candidate that was judged into account; it is fitted to all rows where it is chosen.
    fn take(self, trial: Result<Trial<'a>>, finds: &mut Finds) {
        let fitted = |trial: &Trial<'a>| {
            let plan =
                FitPlan { goal: Goal::Model, search: trial.plan.search.within_that_of(self.search), ..trial.plan };
            Ok(Fitted { error: Some(trial.error), ..plan.run()? })
        };
        match trial {
            Ok(trial) => self.weigh(self.judged(&trial), || fitted(&trial), finds),
            Err(why) => _ = finds.refused.get_or_insert(why),
        }
    }

    /// Takes features into account, which come with their error.
    fn take_features(self, fitted: Result<Fitted>, finds: &mut Finds) {
        let known = fitted.and_then(|fitted| Ok((self.comparable(&fitted)?, fitted)));
        match known {
            Ok((error, fitted)) => {
                let blocks = fitted.blocks();
                let judged = Judged { blocks, error, rows: held(self.folds), effective: self.effective };
                if error <= finds.error(blocks) && blocks.base != Base::Constant {
                    finds.features = Some(fitted.clone());
                }
                self.weigh(judged, || Ok(fitted), finds);
            }
            Err(why) => _ = finds.refused.get_or_insert(why),
        }
    }

    /// Makes a candidate the best one where it is chosen among all, and can be fitted in time.
    pub(super) fn weigh(self, judged: Judged, fit: impl FnOnce() -> Result<Fitted>, finds: &mut Finds) {
        if !judged.error.is_finite() || judged.error >= finds.error(judged.blocks) {
            return;
        }
        let mut tried = finds.tried.clone();
        tried.retain(|other| other.blocks != judged.blocks);
        tried.push(judged);
        if finds.best.is_some() && self.simplest(&tried) != Some(judged.blocks) {
            if let Some(best) = &finds.best {
                (self.offer)(best, &tried);
            }
            finds.tried = tried;
            return;
        }
        match fit() {
            Ok(fitted) => {
                (self.offer)(&fitted, &tried);
                (finds.tried, finds.best) = (tried, Some(fitted));
            }
            Err(why) => _ = finds.refused.get_or_insert(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::fixtures;

    /// Of few features a look has twice the error that all may have.
    #[test]
    fn a_look_at_few_features_does_not_end_them() {
        let (train, schema) = fixtures::ten_classes();
        let mut finds = Finds::default();
        let kinds = [Blocks::LINEAR, Blocks::FERNS, Blocks::COSINE, Blocks::RELU, Blocks::LINEAR.and_ferns()];
        for (blocks, error) in kinds.into_iter().zip([0.227, 0.346, 0.425, 0.7, 0.194]) {
            finds.tried.push(Judged { blocks, error, rows: 1_000, effective: 1.0 });
        }
        let waiting = |flash: usize, finds: &Finds| {
            let size = Size { flash: Some(Bytes(flash)), ..Size::default() };
            let recipe = Recipe { size, method: Method::Learned, ..Recipe::default() };
            let choice = Choice::sample((&train, &schema), &recipe, &[]);
            choice.waiting(kinds.to_vec(), finds)
        };
        assert_eq!(waiting(2048, &finds), [Blocks::LINEAR.and_ferns(), Blocks::COSINE]);
        assert_eq!(waiting(1024, &finds), [Blocks::LINEAR.and_ferns()], "all features had a look");
        finds.linear_is_cut = true;
        assert_eq!(waiting(1024, &finds), [Blocks::LINEAR, Blocks::LINEAR.and_ferns()]);
    }

    #[test]
    fn words_of_four_bits_have_room_where_those_of_eight_have_none() {
        let (train, schema) = fixtures::ten_classes();
        let found = |flash: usize, number: Option<Number>| {
            let size = Size { flash: Some(Bytes(flash)), ..Size::default() };
            let recipe = Recipe { size, number, method: Method::Learned, ..Recipe::default() };
            let choice = Choice::sample((&train, &schema), &recipe, &[]);
            let wide = choice.plan(Blocks::COSINE, None).run().is_ok();
            let narrow = choice.first_in_four_bits(None, Error::Budget("no room".to_owned()));
            (wide, narrow.map(|fitted| fitted.file.sheet.recipe.number).map_err(|why| why.to_string()))
        };
        let least = (40..400).find(|&flash| found(flash, None).1.is_ok()).expect("room");
        assert_eq!(found(least, None), (false, Ok(Some(Number::Q3))));
        let (_, lack) = found(least - 1, None);
        assert!(lack.as_ref().is_err_and(|why| why.contains("1 more than the budget")), "{lack:?}");
        assert_eq!(found(least, Some(Number::Q7)).1, Err("no room".to_owned()));
    }
}
