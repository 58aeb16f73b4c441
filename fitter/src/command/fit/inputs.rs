//! The options on how many inputs the model reads, and which.

use super::data::Data;
use crate::command::progress::Reporter;
use clap::Args;
use kernelet_fit::choose::{InputSet, choose_inputs, input_sets};
use kernelet_fit::data::Names;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::recipe::{InputLimit, Recipe, positive};
use kernelet_fit::search::Search;
use std::collections::BTreeMap;

/// The share of a limited time for choosing inputs.
const SHARE: f64 = 0.2;

/// The options on inputs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub struct InputOptions {
    /// The largest number of columns that the model reads.
    ///
    /// The fit chooses them on held-out rows; the firmware needs no others.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    inputs_at_most: Option<u16>,
    /// The costs of columns, as NAME=cost,… [default: 1 each].
    ///
    /// The model reads the cheapest columns whose held-out error is within a standard error of the
    /// lowest.
    #[arg(long, value_name = "COSTS")]
    input_cost: Vec<Names>,
}

impl InputOptions {
    /// Keeps the columns that the model is to read; returns the sets that were compared.
    pub fn narrow(
        &self,
        data: Data,
        recipe: &Recipe,
        has_windows: bool,
        reporter: &Reporter,
    ) -> Result<(Data, Vec<InputSet>)> {
        let limit = self.limit()?;
        if limit.is_open() {
            return Ok((data, Vec::new()));
        }
        if has_windows {
            let reason = "--inputs-at-most and --input-cost are for rows, not for --window and --series, which names the channels";
            return Err(Error::Usage(reason.to_owned()));
        }
        let search = Search::of_fit(recipe.seconds, None).soft_part(SHARE).reporting(reporter);
        let sets = input_sets((&data.train, &data.schema), recipe, &limit, search)?;
        let Some(chosen) = choose_inputs(&sets, &limit) else { return Ok((data, sets)) };
        let columns = data.schema.columns_of(&chosen.fields);
        let narrowed = Data {
            train: data.train.keep(&columns),
            test: data.test.as_ref().map(|test| test.keep(&columns)),
            schema: data.schema.keep(&chosen.fields),
            ..data
        };
        Ok((narrowed, sets))
    }

    fn limit(&self) -> Result<InputLimit> {
        let mut costs = BTreeMap::new();
        for text in self.input_cost.iter().flat_map(|names| &names.0) {
            let (name, cost) = text.rsplit_once('=').unwrap_or((text, ""));
            let Some(cost) = positive(cost.trim()) else {
                return Err(Error::Usage(format!("--input-cost: {text:?} is not NAME=cost with a cost above 0")));
            };
            if costs.insert(name.trim().to_owned(), cost).is_some() {
                return Err(Error::Usage(format!("--input-cost: {:?} has two costs", name.trim())));
            }
        }
        Ok(InputLimit { at_most: self.inputs_at_most, costs })
    }
}
