//! Rows in many places: a plan, the statistics of each part, and the model of their sum.

use super::choices::Choices;
use super::fit::found;
use super::model::Model;
use super::training::Training;
use super::watch::Watch;
use crate::data::{Answers, ArrayColumn, Table};
use crate::error::{Error, Result};
use crate::statistics::{Pass, Plan, Statistics};
use std::path::Path;
use std::time::Instant;

/// The name that stands for the path of statistics in memory.
const PART: &str = "the statistics";

/// Learns a plan from a sample of the rows: features, whose head [`model`] finds from all of them.
///
/// # Errors
/// Those of [`fit`](super::fit()), and [`Error::Usage`] for a model whose parts one pass cannot
/// find.
pub fn plan(sample: Training, choices: &Choices, watch: Watch<'_>) -> Result<Vec<u8>> {
    let training = sample.judged().sampled(choices);
    let mut found = found(&training, choices, (Instant::now(), watch))?;
    found.outcome.fitted.file.sheet.arrays = training.given.clone();
    let plan = Plan::of(&found.outcome, &found.table);
    Ok(plan.map_err(|reason| Error::Usage(format!("a plan for rows in many places: {reason}")))?.to_json())
}

/// Sums up a part of the rows by a plan; `name` says what the part is in messages.
///
/// # Errors
/// [`Error::Model`] for a damaged plan, and [`Error::Data`] for a column or a value that is none of
/// the plan's.
pub fn statistics(plan: &[u8], (columns, answers): (Vec<ArrayColumn>, Answers), name: &str) -> Result<Vec<u8>> {
    let plan = Plan::from_json(plan).map_err(|wrong| Error::model(Path::new("the plan"), wrong))?;
    let schema = &plan.file.sheet.schema;
    let inputs = schema.inputs_of(columns)?;
    let targets = schema.targets_of(answers)?;
    if inputs.rows() != targets.rows() {
        return Err(Error::Usage(format!("there are {} targets for {} rows", targets.rows(), inputs.rows())));
    }
    let mut pass = Pass::new(&plan);
    pass.add(&Table::independent(inputs, targets))
        .map_err(|(row, what)| Error::Usage(format!("{name}, row {}: {what}", row + 1)))?;
    let (sums, mut shard) = pass.ended();
    name.clone_into(&mut shard.name);
    Ok(Statistics::new(plan, shard, sums).to_bytes())
}

/// Adds up the statistics of parts, of which none may be there twice.
///
/// # Errors
/// [`Error::Model`] for damaged statistics, for those of several plans, and for a part that is
/// there twice; [`Error::Usage`] for none.
pub fn merge<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>> {
    let wrong = |what: String| Error::model(Path::new(PART), what);
    let mut sum: Option<Statistics> = None;
    for part in parts {
        let part = Statistics::from_bytes(part).map_err(wrong)?;
        match &mut sum {
            Some(sum) => sum.merge(&part).map_err(wrong)?,
            None => sum = Some(part),
        }
    }
    sum.map(|sum| sum.to_bytes()).ok_or_else(|| Error::Usage("there are no statistics to add up".to_owned()))
}

/// Returns the model of statistics: the plan's features, with the head that all rows give.
///
/// # Errors
/// [`Error::Model`] for damaged statistics, and [`Error::Usage`] for too few rows.
pub fn model(statistics: &[u8]) -> Result<Model> {
    let statistics = Statistics::from_bytes(statistics).map_err(|wrong| Error::model(Path::new(PART), wrong))?;
    let (file, _) = statistics.model()?;
    Ok(Model::of(file))
}
