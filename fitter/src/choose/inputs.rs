//! The inputs that a model reads, where sensors cost.
//!
//! Recursive feature elimination (Guyon, Weston, Barnhill and Vapnik 2002): a model of all inputs
//! tells how much each is worth, the one that is worth least for its cost leaves, and a model of
//! the rest is fitted anew. The worth of an input is the rise of the error on rows held out when
//! its cells change places there (Breiman 2001, section 10). Every set on the way has an error on
//! rows held out, and one of these sets is taken.

use super::first_plan::first_plan;
use super::judge::{HeldErrors, judges, weighted_mean};
use crate::data::{Fold, Schema, Table, Targets, shuffled};
use crate::error::{Error, Result};
use crate::features::kernel::rule::spread;
use crate::fit::Fitted;
use crate::metrics::errors;
use crate::recipe::{Blocks, Bytes, InputLimit, Number, Recipe, Ridge, Size};
use crate::search::Search;
use rayon::prelude::*;
use serde::Serialize;

/// The most rows that the worth of inputs is measured on.
const ROWS: usize = 6000;
/// The number of inputs up to which they leave one by one; of more, a tenth at once.
const FEW: usize = 24;
/// The flash of the models that are compared, beside the weights of their linear part.
const FLASH: usize = 2048;
/// The number of columns from which a linear part leaves ferns no room.
const MANY: usize = 100;
/// The number of shuffles of an input.
const SHUFFLES: u64 = 2;

/// A set of inputs, with the error on rows held out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputSet {
    /// The places of the fields in the schema.
    #[serde(skip)]
    pub fields: Vec<usize>,
    /// Their names.
    pub inputs: Vec<String>,
    /// Their cost.
    pub cost: f64,
    /// The estimated error of a small model: a share of rows, or a mean square.
    pub error: f64,
    /// The standard error of that error.
    pub deviation: f64,
}

/// Finds sets of inputs, from all of them to a single one.
///
/// # Errors
/// [`Error::Usage`] where a cost is of no input; those of the fits.
pub fn input_sets(
    (train, schema): (&Table, &Schema),
    recipe: &Recipe,
    limit: &InputLimit,
    search: Search<'_>,
) -> Result<Vec<InputSet>> {
    if let Some(name) = limit.costs.keys().find(|name| !schema.fields.iter().any(|field| field.name == **name)) {
        return Err(Error::Usage(format!("--input-cost: {name:?} is no input")));
    }
    let rows = spread(train.rows(), ROWS);
    let table = train.select(&rows);
    let ranking = Ranking {
        table: &table,
        schema,
        recipe: &small(recipe, &table),
        limit,
        folds: &judges(&table, recipe),
        search,
    };
    let all = schema.fields.len();
    let (mut left, mut sets) = ((0..all).collect::<Vec<usize>>(), Vec::new());
    while !left.is_empty() {
        search.trying(format!("inputs: {} of {all} left", left.len()));
        let (set, worths) = ranking.judge(left)?;
        let leaving = if set.fields.len() > FEW { set.fields.len().div_ceil(10) } else { 1 };
        left = ranking.remaining(&set.fields, &worths, leaving);
        sets.push(set);
    }
    Ok(sets)
}

/// Returns the set that is taken: within the number of inputs, that of the lowest error; where
/// inputs have costs, the cheapest whose error is within a standard error of the lowest.
pub fn choose_inputs<'a>(sets: &'a [InputSet], limit: &InputLimit) -> Option<&'a InputSet> {
    let most = limit.at_most.map_or(usize::MAX, usize::from);
    let allowed = || sets.iter().filter(|set| set.fields.len() <= most);
    let best = allowed().min_by(|a, b| a.error.total_cmp(&b.error).then(a.cost.total_cmp(&b.cost)))?;
    if limit.costs.is_empty() {
        return Some(best);
    }
    let near = allowed().filter(|set| set.error <= best.error + best.deviation);
    near.min_by(|a, b| a.cost.total_cmp(&b.cost).then(a.error.total_cmp(&b.error)))
}

/// The recipe of a small model that is soon fitted: linear with ferns, of many columns ferns alone.
///
/// Its size is nobody's budget, so it has room for a weight of 8 bits of every column and class.
fn small(recipe: &Recipe, table: &Table) -> Recipe {
    let columns = table.inputs.columns.len();
    let outputs = match &table.targets {
        Targets::Classes { labels, .. } => labels.len(),
        Targets::Values(values) => values.columns.len(),
    };
    let flash = Bytes(FLASH + columns * outputs);
    let blocks = match recipe.blocks {
        Some(Blocks::LINEAR) => Blocks::LINEAR,
        _ if columns > MANY => Blocks::FERNS,
        _ => Blocks::LINEAR.and_ferns(),
    };
    Recipe {
        blocks: Some(blocks),
        size: Size { features: None, flash: Some(flash), ram: None, deadline: None },
        head: None,
        ridge: Ridge::Auto,
        number: Some(Number::Q7),
        logarithms: Some(recipe.logarithms.unwrap_or(false)),
        probability: false,
        novelty: None,
        early: None,
        steady: None,
        interval: None,
        ..recipe.clone()
    }
}

/// The rows and the model that rank inputs.
struct Ranking<'a> {
    table: &'a Table,
    schema: &'a Schema,
    recipe: &'a Recipe,
    limit: &'a InputLimit,
    folds: &'a [Fold],
    search: Search<'a>,
}

impl Ranking<'_> {
    /// The set of these fields with its error, and the worth of each field.
    fn judge(&self, fields: Vec<usize>) -> Result<(InputSet, Vec<f64>)> {
        let (schema, table) = (self.schema.keep(&fields), self.table.keep(&self.schema.columns_of(&fields)));
        let judged = self.folds.par_iter().map(|fold| self.judge_fold((&table, &schema), fold));
        let judged = judged.collect::<Result<Vec<FoldErrors>>>()?;
        let parts = judged.len().max(1) as f64;
        let mean = |of: &dyn Fn(&FoldErrors) -> f64| judged.iter().map(of).sum::<f64>() / parts;
        let worths = (0..fields.len()).map(|field| mean(&|fold| fold.worths[field])).collect();
        let name = |&field: &usize| self.schema.fields[field].name.clone();
        let inputs: Vec<String> = fields.iter().map(name).collect();
        let (cost, error) = (inputs.iter().map(|name| self.limit.cost(name)).sum(), mean(&|fold| fold.error));
        let mut all = HeldErrors::default();
        judged.into_iter().for_each(|fold| all.add_errors(fold.each, &fold.held));
        Ok((InputSet { cost, error, deviation: all.standard_error(), fields, inputs }, worths))
    }

    fn judge_fold(&self, (table, schema): (&Table, &Schema), fold: &Fold) -> Result<FoldErrors> {
        let train = table.select(&fold.learnt);
        let fitted = first_plan((&train, schema), (self.recipe, self.search.silent())).run()?;
        let held = table.select(&fold.held);
        let each = errors(&fitted.file, &held);
        let error = weighted_mean(&each, &held.sample_weights);
        let of_field = |field: usize| worth(&fitted, &held, &schema.columns_of(&[field]), self.recipe.seed) - error;
        let worths = (0..schema.fields.len()).into_par_iter().map(of_field).collect();
        Ok(FoldErrors { error, worths, each, held })
    }

    /// The fields that are left when those that are worth least for their cost leave.
    fn remaining(&self, fields: &[usize], worths: &[f64], leaving: usize) -> Vec<usize> {
        let cost = |place: usize| self.limit.cost(&self.schema.fields[fields[place]].name);
        let rate = |place: usize| worths[place].max(0.0) / cost(place);
        let mut order: Vec<usize> = (0..fields.len()).collect();
        order.sort_by(|&a, &b| {
            rate(a).total_cmp(&rate(b)).then(cost(b).total_cmp(&cost(a))).then(worths[a].total_cmp(&worths[b]))
        });
        let mut left: Vec<usize> = order.into_iter().skip(leaving).map(|place| fields[place]).collect();
        left.sort_unstable();
        left
    }
}

/// The errors on one fold.
struct FoldErrors {
    error: f64,
    worths: Vec<f64>,
    /// The error of each row held out, and these rows.
    each: Vec<f64>,
    held: Table,
}

/// The weighted error where the cells of some columns have changed places, all in the same way.
fn worth(fitted: &Fitted, held: &Table, columns: &[usize], seed: u64) -> f64 {
    let shuffle = |round: u64| {
        let order = shuffled(held.rows(), seed.wrapping_add(round));
        let inputs = held.inputs.permuted(columns, &order);
        weighted_mean(&errors(&fitted.file, &Table { inputs, ..held.clone() }), &held.sample_weights)
    };
    (1..=SHUFFLES).map(shuffle).sum::<f64>() / SHUFFLES as f64
}
