//! The plans for windows, and the contest that decides between them.

use super::contest::Contest;
use super::family::Family;
use super::features::copies;
use super::judge::{best_family, errors, judges, overlap};
use super::options::WindowOptions;
use super::pace::Paced;
use super::plan::WindowPlan;
use super::pool::Pool;
use super::regularisation::regularisation;
use super::room::Room;
use crate::choose::frontier::recipes;
use crate::choose::judge::whole_judges;
use crate::data::{Fold, Table};
use crate::error::Result;
use crate::recipe::{Blocks, HeadName, Number, Recipe, Ridge};
use crate::search::Search;

/// The most features where no size is given.
const FEATURES: usize = 100;
/// The share of a limited time after which no fold more is asked for the regularisation.
const RIDGE: f64 = 0.15;

/// The plans for windows: a linear model on as many features as have room, in several sizes where
/// the size is chosen too, and any model on few features.
///
/// The family of features is the one that answers best on windows held out, with features that were
/// chosen by the others. A limited time may have room for fewer windows, and for a part of the
/// judging.
///
/// # Errors
/// [`crate::Error::Usage`] where the columns are no windows, or too long ones.
pub fn plans(
    train: &Table,
    windows: &WindowOptions,
    (recipe, search): (&Recipe, Search<'_>),
) -> Result<(Vec<WindowPlan>, Contest)> {
    let mut paced = Paced::of(train, windows, (recipe, search))?;
    let number = recipe.number.unwrap_or(Number::Q7);
    let (many, few) = (paced.pool.room, Room::of_few(recipe, paced.pool.outputs()));
    let (family, ridge) = judged((&mut paced, train), many, (recipe, search))?;
    let pool = &paced.pool;
    let ranking = pool.candidates(&pool.ranking(family));
    let plan = |room: Room, recipe: Recipe| -> Result<WindowPlan> {
        let most = if recipe.size.flash.is_some() { usize::MAX } else { FEATURES };
        let count = room.count(&pool.signal, &ranking)?.min(most);
        let (signal, ranking, turns) = (pool.signal.clone(), ranking.clone(), pool.turns());
        Ok(WindowPlan { recipe, signal, ranking, room, count, turns })
    };
    let linear = Recipe { blocks: Some(Blocks::LINEAR), number: Some(number), ridge, ..recipe.clone() };
    let sized = |linear: Recipe| plan(Room::of_linear(&linear, pool.outputs()), linear);
    let plans = match (recipe.blocks, recipe.size.flash) {
        (Some(Blocks::LINEAR), _) => vec![plan(many, linear)?],
        (None, Some(_)) => {
            let sizes = if windows.any_size { recipes(&linear) } else { vec![linear] };
            let mut plans = sizes.into_iter().map(sized).collect::<Result<Vec<_>>>()?;
            // a larger model has more features, while there are more
            plans.dedup_by_key(|plan| plan.count);
            plans.push(plan(few, recipe.clone())?);
            plans
        }
        _ => vec![plan(few, recipe.clone())?],
    };
    let folds = whole_judges(train, recipe);
    let is_calibrated = recipe.probability || recipe.novelty.is_some() || recipe.interval.is_some();
    let contest = match (plans.len() > 1 || is_calibrated) && paced.judges_plans(folds.len(), search) {
        true => Contest::of(folds, (pool, family)),
        false => Contest::default(),
    };
    Ok((plans, contest))
}

/// The family of features, where there is time to judge, and the regularisation of a linear head,
/// where it is open. Windows stay turned in the pool where models are to learn from such windows
/// too.
fn judged(
    (paced, train): (&mut Paced, &Table),
    room: Room,
    (recipe, search): (&Recipe, Search<'_>),
) -> Result<(Family, Ridge)> {
    let folds = judges(&paced.pool, recipe);
    let family = match paced.judges_families(folds.len(), search) {
        true => turned((&mut paced.pool, train), (&folds, room), recipe.seed)?,
        false => Family::All,
    };
    let pool = &paced.pool;
    let is_open = recipe.ridge == Ridge::Auto && recipe.head.is_none_or(|head| head == HeadName::Softmax);
    let ridge = match is_open && pool.is_class {
        true => regularisation((pool, family), &folds, room, search.part(RIDGE))?,
        false => recipe.ridge,
    };
    Ok((family, ridge))
}

/// The best family, with turned windows in the pool unless its error is higher with them by more
/// than a standard error.
///
/// Few devices say little of the angles of others: where four are held out one after the other,
/// this cannot tell, and turns help more often than they harm.
fn turned((pool, train): (&mut Pool, &Table), (folds, room): (&[Fold], Room), seed: u64) -> Result<Family> {
    let (family, without) = best_family(pool, folds, room)?;
    let turns = copies(train.rows()) > 0 && pool.turn(train, seed)?;
    if turns && without.is_below(&errors(pool, family, folds, room)?, overlap(folds)) {
        pool.turn_back();
    }
    Ok(family)
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{leaning, windows};
    use super::*;
    use crate::data::{Groups, Schema};
    use crate::recipe::{Bytes, Draw, Method, Size};

    fn plan((train, _): &(Table, Schema)) -> WindowPlan {
        let size = Size { flash: Some(Bytes(512)), ..Recipe::sample(Method::Learned).size };
        let recipe = Recipe { size, blocks: None, ..Recipe::sample(Method::Drawn(Draw::MonteCarlo)) };
        plans(train, &WindowOptions::default(), (&recipe, Search::default())).expect("plans").0.swap_remove(0)
    }

    /// Shakes are the same at every angle; of classes that are angles, a turn makes others.
    #[test]
    fn windows_of_three_axes_are_turned_unless_that_is_worse() {
        let shaking = leaning(120, (2, 0.0, 20.0));
        let plan_of_shakes = plan(&shaking);
        assert!(plan_of_shakes.is_turned());
        assert!(!plan(&leaning(120, (6, 4.0, 0.0))).is_turned());
        assert!(!plan(&windows(120, 1.0)).is_turned(), "one channel has no axes");
        let series = Table { groups: Groups::TimeSeries, ..shaking.0.clone() };
        assert!(!plan(&(series, shaking.1.clone())).is_turned());

        let features = plan_of_shakes.features();
        let (own, learned) = (features.table(&shaking.0).expect("rows"), features.learned(&shaking.0).expect("rows"));
        assert_eq!((own.rows(), learned.rows(), features.signal.turned), (120, 360, true));
        for (own, learned) in own.inputs.columns.iter().zip(&learned.inputs.columns) {
            assert_eq!(own[..], learned[..120]);
        }
        assert_ne!(learned.inputs.columns[0][120..240], learned.inputs.columns[0][240..]);
    }
}
