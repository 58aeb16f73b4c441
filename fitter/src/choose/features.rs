//! Features alone: their number format, logarithms of their inputs, and their number.

use super::choice::Choice;
use crate::error::{Error, Result};
use crate::features::find::Goal;
use crate::features::refine::joint::Schedule;
use crate::fit::{FitPlan, Fitted};
use crate::recipe::{Base, Blocks, Number, Recipe, Size};

/// The share of a limited time for the first number format.
const FIRST: f64 = 0.6;
/// The divisors of the number of features that are tried.
const FEWER: [usize; 2] = [2, 4];

impl Choice<'_, '_> {
    /// Fits features alone, in the number format with the lowest estimated error where the recipe
    /// leaves it open.
    pub(super) fn features(self, blocks: Blocks) -> Result<Fitted> {
        let open = self.by_logarithms(self.plan(blocks, None));
        if self.recipe.number.is_some() {
            return self.completed(blocks, open.run()?);
        }
        let mut best: Option<Fitted> = None;
        let mut refused = Vec::new();
        for number in Number::SMALL {
            if best.is_some() && self.search.passed() {
                break;
            }
            let schedule = best.as_ref().and_then(|best| best.schedule);
            // the next one repeats the schedule, and takes less time
            let search = if best.is_none() { self.search.part(FIRST) } else { self.search };
            let next = FitPlan { schedule, number, search, ..open };
            let next = best.as_ref().map_or(next, |best| next.beside(best)).run();
            best = match (best, next) {
                (Some(best), Ok(next)) if next.error < best.error => Some(next),
                (Some(best), Ok(_) | Err(Error::Budget(_))) => Some(best),
                // the fewest bits are not the fewest instructions
                (None, Err(Error::Budget(why))) => {
                    refused.push(format!("{number}: {why}"));
                    None
                }
                (_, next) => Some(next?),
            };
        }
        self.completed(blocks, best.ok_or_else(|| Error::Budget(refused.join("; ")))?)
    }

    /// Returns features learned from all rows by their own schedule, where so far they were those
    /// of a fold; in a limited time they were learned from all rows already.
    ///
    /// Where all rows make no model that fits, the features stay as they are.
    pub(super) fn whole(self, fitted: Fitted) -> Result<Fitted> {
        match self.again(&fitted, (Goal::BestModel, "on all rows")) {
            Some(whole) => Ok(Fitted { error: fitted.error, ..whole? }),
            None => Ok(fitted),
        }
    }

    /// Returns a longer schedule than that of some features, where it lowers their error; none once
    /// nothing new is tried any more.
    pub(super) fn longer(self, fitted: &Fitted) -> Result<Option<Schedule>> {
        let found = if self.search.passed() { None } else { self.again(fitted, (Goal::LongerSchedule, "for longer")) };
        Ok(found.transpose()?.and_then(|found| found.schedule).filter(|found| Some(*found) != fitted.schedule))
    }

    /// Learns features again by their own schedule, if they have one and there is time; nothing
    /// where they do not fit the size.
    fn again(self, fitted: &Fitted, (goal, how): (Goal, &str)) -> Option<Result<Fitted>> {
        if fitted.schedule.is_none() || self.search.is_limited() {
            return None;
        }
        self.search.trying(format_args!("{} {how}", fitted.blocks()));
        let plan = FitPlan { goal, search: self.search, ..fitted.plan(self.train, self.schema) };
        Some(plan.run()).filter(|found| !matches!(found, Err(Error::Budget(_))))
    }

    /// Returns features after everything else that the recipe leaves open was tried with them.
    fn completed(self, blocks: Blocks, fitted: Fitted) -> Result<Fitted> {
        let best = self.with_other_inputs(fitted)?;
        self.fewer(if blocks.base == Base::Patch { self.with_other_patches(best)? } else { best })
    }

    /// Returns learned features, or those of values in place of logarithms, or the reverse, where
    /// their estimated error is lower.
    ///
    /// Before the search there was no schedule, and noise may have decided between the two.
    fn with_other_inputs(self, best: Fitted) -> Result<Fitted> {
        if !self.has_logarithms || best.schedule.is_none() || self.search.passed() {
            return Ok(best);
        }
        let same = self.plan(best.blocks(), Some(&best));
        match (FitPlan { logarithms: !same.logarithms, ..same }).beside(&best).run() {
            Ok(other) if other.error < best.error => Ok(other),
            Ok(_) | Err(Error::Budget(_)) => Ok(best),
            Err(why) => Err(why),
        }
    }

    /// Returns learned features that fill a budget, or fewer of them where their estimated error is
    /// no higher.
    pub(super) fn fewer(self, mut best: Fitted) -> Result<Fitted> {
        let Recipe { size, .. } = *self.recipe;
        if best.schedule.is_none() || size.features.is_some() {
            return Ok(best);
        }
        let all = best.file.device().sizes().features;
        for features in FEWER.map(|share| all / share).into_iter().filter(|features| *features > 0) {
            let recipe = Recipe { size: Size { features: Some(features as u16), ..size }, ..self.recipe.clone() };
            if self.search.passed() {
                break;
            }
            let plan = Choice { recipe: &recipe, ..self }.plan(best.blocks(), Some(&best)).beside(&best);
            match (plan.run(), self.search.gives_up()) {
                (Ok(next), false) if next.error <= best.error => best = next,
                (Err(why), false) => return Err(why),
                _ => break,
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::judges;
    use super::*;
    use crate::data::{Columns, DataFile, Fold, Schema, Table};
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::recipe::{HeadName, Method};
    use crate::search::{Search, Stop};
    use std::fmt::Write;
    use std::path::Path;

    /// Two inputs over decades, whose product parts the classes: by a line, through their
    /// logarithms.
    fn decades() -> (Table, Schema) {
        let mut text = String::from("a,b,y\n");
        for row in MonteCarlo.normals(2, 400, 4).column_iter() {
            let [a, b] = [row[0], row[1]].map(|decades| 10f64.powf(decades));
            writeln!(text, "{a},{b},{}", if a * b < 1.0 { "low" } else { "high" }).unwrap();
        }
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, _) = Schema::learn(&file, &Columns::default()).unwrap();
        (schema.read(&file).unwrap(), schema)
    }

    fn choice<'a, 'f>(
        (train, schema): (&'a Table, &'a Schema),
        recipe: &'a Recipe,
        folds: &'f [Fold],
    ) -> Choice<'a, 'f> {
        let search = Search::of_fit(None, None);
        Choice { has_logarithms: true, search, ..Choice::sample((train, schema), recipe, folds) }
    }

    /// Errors come first, from the folds alone: the model that follows is the best of several
    /// starts by their schedule.
    #[test]
    fn features_that_were_judged_alone_are_learned_when_they_are_chosen() {
        let ((train, schema), recipe) =
            (&decades(), &Recipe { size: Size::of(3), number: Some(Number::Q3), ..Recipe::sample(Method::Learned) });
        let folds = &judges(train, recipe);
        let choice = choice((train, schema), recipe, folds);
        let plan = choice.plan(Blocks::COSINE, None);
        let beside = FitPlan { goal: Goal::JudgedModel, ..plan }.run().unwrap();
        let alone = plan.run().unwrap();
        assert_eq!((alone.error, alone.schedule), (beside.error, beside.schedule));
        assert_ne!(alone.file.model.bytes(), beside.file.model.bytes());
        let whole = choice.whole(alone.clone()).unwrap();
        assert_eq!(whole.error, beside.error);
        let best = FitPlan { goal: Goal::BestModel, schedule: alone.schedule, ..plan }.run().unwrap();
        assert_eq!(whole.file.model.bytes(), best.file.model.bytes());
        // few epochs are worth doubling, but not for who wishes for an end
        let of_epochs = |epochs| Fitted {
            schedule: alone.schedule.map(|schedule| Schedule { epochs, ..schedule }),
            ..alone.clone()
        };
        let stop = Stop::default();
        let choice = Choice { search: choice.search.stopped_by(&stop), ..choice };
        let grows = |few: &Fitted| choice.longer(few).unwrap().is_some();
        let few = [5, 10, 20, 40, 80].map(of_epochs).into_iter().find(grows).expect("some gain by twice the epochs");
        stop.wrap_up();
        assert_eq!(choice.longer(&few).unwrap(), None);
    }

    #[test]
    fn a_portable_recipe_trains_by_the_same_instructions_everywhere() {
        let (train, schema) = &decades();
        for portable in [false, true] {
            let size = Size::of(2);
            let recipe = &Recipe { size, number: Some(Number::Q3), portable, ..Recipe::sample(Method::Learned) };
            let folds = &judges(train, recipe);
            let fitted = choice((train, schema), recipe, folds).features(Blocks::COSINE).unwrap();
            assert_eq!(fitted.schedule.map(|schedule| schedule.portable), Some(portable));
        }
    }

    /// In a limited time few features come first, and are no more than they are.
    #[test]
    fn features_are_compared_by_their_own_number() {
        let (train, schema) = &decades();
        let (head, sample) = (Some(HeadName::Ridge), Recipe::sample(Method::Learned));
        let asked = Recipe { size: Size::of(12), number: Some(Number::Q7), head, ..sample };
        let few = Recipe { size: Size::of(1), ..asked.clone() };
        let folds = &judges(train, &asked);
        let [asked, few] = [&asked, &few].map(|recipe| choice((train, schema), recipe, folds));
        let [many, one] = [asked, few].map(|choice| choice.plan(Blocks::COSINE, None).run().unwrap());
        let error = few.comparable(&one).unwrap();
        assert_eq!(asked.comparable(&one).unwrap(), error);
        assert!(asked.comparable(&many).unwrap() < error);
    }

    /// Powers of two do not even change a rounding.
    #[test]
    fn errors_beside_a_rival_do_not_depend_on_the_unit_of_the_target() {
        let errors = [1.0, 1.0 / 1024.0].map(|unit: f64| {
            let mut text = String::from("a,b,y\n");
            for row in MonteCarlo.normals(2, 400, 4).column_iter() {
                writeln!(text, "{},{},{}", row[0], row[1], unit * (row[0] * row[1] + 3.0)).unwrap();
            }
            let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
            let (schema, _) = Schema::learn(&file, &Columns::default()).unwrap();
            let recipe = Recipe { size: Size::of(6), number: Some(Number::Q7), ..Recipe::sample(Method::Learned) };
            let train = schema.read(&file).unwrap();
            let plan = choice((&train, &schema), &recipe, &[]).plan(Blocks::COSINE, None);
            let rival = plan.run().unwrap();
            let beside = FitPlan { schedule: rival.schedule, ..plan }.beside(&rival).run().unwrap();
            [rival, beside].map(|fitted| fitted.error.unwrap() / unit.powi(2))
        });
        // not the error of the first fold alone
        assert_eq!(errors[0][0], errors[0][1]);
        assert_eq!(errors[0], errors[1]);
    }

    /// Whichever of the two was taken before the search: the one that errs less by its schedule is
    /// taken.
    #[test]
    fn logarithms_are_looked_at_again_by_the_schedule_that_was_found() {
        let ((train, schema), recipe) =
            (&decades(), &Recipe { size: Size::of(3), number: Some(Number::Q7), ..Recipe::sample(Method::Learned) });
        let folds = &judges(train, recipe);
        let choice = choice((train, schema), recipe, folds);
        let taken = |logarithms| FitPlan { logarithms, ..choice.plan(Blocks::COSINE, None) }.run().unwrap();
        let logarithmic = |fitted: &Fitted| fitted.file.sheet.recipe.logarithms == Some(true);
        let [plain, other] = [false, true].map(taken);
        assert!(plain.schedule.is_some() && !logarithmic(&plain) && logarithmic(&other));
        assert!(2.0 * other.error.unwrap() < plain.error.unwrap(), "{:?} {:?}", other.error, plain.error);
        let changed = choice.with_other_inputs(plain.clone()).unwrap();
        assert!(logarithmic(&changed) && changed.error < plain.error);
        assert!(logarithmic(&choice.with_other_inputs(other).unwrap()));
        // where nothing has a tail there is nothing to look at
        assert!(!logarithmic(&Choice { has_logarithms: false, ..choice }.with_other_inputs(plain).unwrap()));
    }
}
