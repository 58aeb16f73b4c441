//! The best of the models that plans for windows give.

use super::contest::{Contest, PlanErrors};
use super::plan::WindowPlan;
use super::standings::{Contested, Standings};
use crate::error::{Error, Result};
use crate::fit::Fitted;
use std::time::Instant;

/// The share of a limited time after which no other plan is begun, and the first model is not
/// judged.
const STARTS: f64 = 0.5;

/// What learns the models of plans.
pub trait Learner {
    /// A model with whatever it was learned by.
    type Model;

    /// Learns the model of a plan.
    ///
    /// # Errors
    /// [`Error::Budget`] where it has no room, [`Error::Interrupted`] where a wish to end came
    /// before a model.
    fn learn(&self, plan: &WindowPlan) -> Result<Self::Model>;

    /// The errors of a plan's model on windows held out.
    ///
    /// # Errors
    /// [`Error::Interrupted`] where a wish to end came before them.
    fn errors(&self, contest: &Contest, plan: &WindowPlan, model: &Self::Model) -> Result<PlanErrors>;

    /// A plan's model, calibrated by windows whose features other windows chose; as it is where
    /// there is nothing to calibrate, or no time.
    fn calibrated(&self, _contest: &Contest, _plan: &WindowPlan, model: Self::Model) -> Self::Model {
        model
    }

    /// The model itself.
    fn fitted(model: &Self::Model) -> &Fitted;

    /// Returns true where a wish to end came while this model was learned.
    fn is_last(&self, model: &Self::Model) -> bool;
}

/// The best of the models that plans for windows give.
#[derive(Debug)]
pub struct BestModel<T> {
    /// The model.
    pub model: T,
    /// The errors of all models, where several met.
    pub contested: Option<Contested>,
    /// Whether a wish to end came before all had met.
    pub is_early: bool,
}

impl<T> BestModel<T> {
    fn early(model: T) -> BestModel<T> {
        BestModel { model, contested: None, is_early: true }
    }
}

/// Learns by each plan, until one has no error on windows held out.
///
/// What is too large or too slow for one need not be for another. A wish to end gives the best so
/// far; `time` is when all began, and the seconds that it may take; with `any_size` the size was
/// chosen too.
///
/// # Errors
/// Those of the first model; [`Error::Budget`] where no plan has room.
pub fn best_of<L: Learner>(
    (plans, contest): (Vec<WindowPlan>, &Contest),
    any_size: bool,
    (started, seconds): (Instant, Option<f64>),
    learner: &L,
) -> Result<BestModel<L::Model>> {
    let is_one = plans.len() == 1;
    let mut standings = Standings::new(any_size);
    let mut lack = Error::Budget("no plan for windows has room".to_owned());
    let is_after = |share: f64| seconds.is_some_and(|all| started.elapsed().as_secs_f64() > share * all);
    let (is_late, is_over) = (|| is_after(STARTS), || is_after(1.0));
    for plan in plans {
        if standings.has_best() && is_late() || standings.is_decided() {
            break;
        }
        let (model, plan) = match with_room(plan, any_size, learner, &is_over) {
            Ok(learned) => learned,
            Err(why @ Error::Interrupted(_)) => return standings.end().0.map(BestModel::early).ok_or(why),
            Err(why @ Error::Budget(_)) => {
                lack = why;
                continue;
            }
            Err(why) => return Err(why),
        };
        if is_one {
            let is_early = learner.is_last(&model);
            return Ok(BestModel { model: learner.calibrated(contest, &plan, model), contested: None, is_early });
        }
        if learner.is_last(&model) {
            return Ok(BestModel::early(standings.end().0.unwrap_or(model)));
        }
        if standings.has_better(&plan, L::fitted(&model)) {
            continue;
        }
        if !standings.has_best() && is_late() {
            return Ok(BestModel { model, contested: None, is_early: false });
        }
        match learner.errors(contest, &plan, &model) {
            Err(Error::Interrupted(_)) => return Ok(BestModel::early(standings.end().0.unwrap_or(model))),
            // there is no time left to judge it
            Err(Error::Budget(_)) if seconds.is_some() => {
                let model = standings.end().0.unwrap_or(model);
                return Ok(BestModel { model, contested: None, is_early: false });
            }
            errors => standings.meet(learner.calibrated(contest, &plan, model), errors?, L::fitted),
        }
    }
    let (best, contested) = standings.end();
    let best = best.map(|model| BestModel { model, contested: Some(contested), is_early: false });
    best.ok_or(lack)
}

/// The model of a plan, or with fewer features where there is no room for so many.
///
/// # Errors
/// [`Error::Budget`] with what the windows take of the budget, beside which the model has no room;
/// where the time is over, as it is.
fn with_room<L: Learner>(
    mut plan: WindowPlan,
    any_size: bool,
    learner: &L,
    is_over: &impl Fn() -> bool,
) -> Result<(L::Model, WindowPlan)> {
    loop {
        match (learner.learn(&plan), plan.fewer()) {
            (Err(why), _) if is_over() => return Err(why),
            (Err(Error::Budget(_)), Some(fewer)) => plan = fewer,
            (Err(Error::Budget(why)), None) => {
                let taken = plan.taken(any_size).map(|taken| format!("; {taken}"));
                return Err(Error::Budget(why + taken.as_deref().unwrap_or_default()));
            }
            (model, _) => return Ok((model?, plan)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::windows;
    use super::super::options::WindowOptions;
    use super::super::plans::plans;
    use super::*;
    use crate::data::{Schema, Table};
    use crate::recipe::{Bytes, Draw, Method, Recipe, Size};
    use crate::search::Search;
    use std::cell::Cell;

    /// Learns models, until there are so many, or none at all after them.
    struct Limited<'a> {
        rows: (&'a Table, &'a Schema),
        last: usize,
        fails: bool,
        /// Whether there is time to judge the first model alone.
        is_late: bool,
        learned: Cell<usize>,
    }

    impl Learner for Limited<'_> {
        type Model = Fitted;

        fn learn(&self, plan: &WindowPlan) -> Result<Fitted> {
            if self.fails && self.learned.get() == self.last {
                return Err(Error::Interrupted("before a model".to_owned()));
            }
            self.learned.set(self.learned.get() + 1);
            let features = plan.features();
            let table = features.table(self.rows.0)?;
            crate::choose::choose((&table, self.rows.1), &plan.rest(&features)?, Search::default(), &|_, _| ())?.refit()
        }

        fn errors(&self, contest: &Contest, plan: &WindowPlan, model: &Fitted) -> Result<PlanErrors> {
            match self.is_late && self.learned.get() > 1 {
                true => Err(Error::Budget("the time was up".to_owned())),
                false => contest.errors((plan, model, &[]), self.rows, Search::default()),
            }
        }

        fn fitted(model: &Fitted) -> &Fitted {
            model
        }

        fn is_last(&self, _: &Fitted) -> bool {
            !self.fails && self.learned.get() == self.last
        }
    }

    #[test]
    fn a_wish_to_end_keeps_the_best_so_far() {
        let (table, schema) = windows(120, 1.0);
        let size = Size { flash: Some(Bytes(600)), ..Recipe::sample(Method::Learned).size };
        let recipe = Recipe { size, blocks: None, ..Recipe::sample(Method::Drawn(Draw::MonteCarlo)) };
        let best = |last, fails| {
            let (plans, contest) =
                plans(&table, &WindowOptions::default(), (&recipe, Search::default())).expect("plans");
            assert!(plans.len() > 1, "there is a contest");
            let learner = Limited { rows: (&table, &schema), last, fails, is_late: false, learned: Cell::new(0) };
            let best = best_of((plans, &contest), false, (Instant::now(), None), &learner);
            (best, learner.learned.get())
        };
        let (all, learned) = best(usize::MAX, true);
        let all = all.expect("models");
        let points = all.contested.map(|all| all.points.len());
        assert!(!all.is_early && points.is_some_and(|points| points > 0) && learned > 1, "{points:?} {learned}");
        for fails in [true, false] {
            let (early, learned) = best(1, fails);
            let early = early.expect("the first model");
            assert!(early.is_early && early.contested.is_none() && learned == 1, "{fails}");
        }
        assert!(matches!(best(0, true).0, Err(Error::Interrupted(_))));
    }

    #[test]
    fn a_model_that_there_is_no_time_to_judge_leaves_those_before_it() {
        let (table, schema) = windows(120, 1.0);
        let size = Size { flash: Some(Bytes(600)), ..Recipe::sample(Method::Learned).size };
        let recipe = Recipe { size, blocks: None, ..Recipe::sample(Method::Drawn(Draw::MonteCarlo)) };
        let (plans, contest) = plans(&table, &WindowOptions::default(), (&recipe, Search::default())).expect("plans");
        let learned = Cell::new(0);
        let learner = Limited { rows: (&table, &schema), last: usize::MAX, fails: true, is_late: true, learned };
        let best = best_of((plans, &contest), false, (Instant::now(), Some(1e6)), &learner).expect("a model");
        assert!(!best.is_early && best.contested.is_none() && learner.learned.get() == 2);
    }
}
