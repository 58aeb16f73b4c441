//! Fits whose rows lie in many files: the plan, and the model of statistics.

use super::output::OutputOptions;
use crate::command::given::Given;
use crate::command::output::{print, remark};
use clap::Args;
use kernelet_fit::calibrate::Outcome;
use kernelet_fit::data::Table;
use kernelet_fit::error::text::counted;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::recipe::combinations::Options;
use kernelet_fit::report::Summary;
use kernelet_fit::statistics::{Plan, Statistics};
use serde::Serialize;
use std::path::PathBuf;

/// The options that go with --from.
const BESIDE: [&str; 6] = ["from", "json", "out", "plan-only", "quiet", "threads"];

/// The options on rows in many files.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rows in many files")]
pub struct ShardOptions {
    /// Write a plan to --out instead of a model: `kernelet statistics` sums up the rows of many
    /// files by it. With --from, the plan holds the head of all rows, for a second pass.
    #[arg(long, requires = "out", conflicts_with_all = ["holdout", "report", "series", "test"])]
    pub plan_only: bool,
    /// Make the model of statistics, as `kernelet merge` adds them up: of the plan's features, with
    /// the head of all rows.
    #[arg(long, value_name = "FILE", conflicts_with = "train")]
    pub from: Option<PathBuf>,
}

/// A plan that was written.
#[derive(Serialize)]
struct Planned {
    rows: usize,
    bytes: usize,
    features: usize,
}

/// A model of statistics.
#[derive(Serialize)]
struct Made {
    rows: u64,
    shards: usize,
    bytes: usize,
    /// The error of the plan's own model on all rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ridge: Option<f64>,
    /// Whether the head is that of the plan.
    is_plans: bool,
    checksum: u32,
}

impl ShardOptions {
    /// Writes the plan of a fitted model.
    pub fn write_plan(outcome: &Outcome, table: &Table, output: &OutputOptions) -> Result<()> {
        let plan = Plan::of(outcome, table).map_err(|reason| Error::Usage(format!("--plan-only: {reason}")))?;
        if let Some(out) = &output.out {
            write_all(&[(out, &plan.to_json())])?;
        }
        let bytes = plan.file.model.bytes().len();
        let features = plan.file.device().sizes().features;
        print(&Planned { rows: table.rows(), bytes, features }, output.json)
    }

    /// Makes the model of a file of statistics, or the plan of a further pass.
    pub fn make_of(&self, from: &PathBuf, given: &Given, output: &OutputOptions) -> Result<()> {
        let others = given.without(&BESIDE);
        // a recipe stands for all that it names
        let other = others.keys().find(|name| *name == "recipe").or_else(|| others.keys().next());
        if let Some(other) = other {
            let what = format!(
                "{} says nothing beside --from: statistics and their plan decide the model",
                given.written(other)
            );
            return Err(Error::Usage(what));
        }
        let read = Files::default().reads("--from", from);
        match &output.out {
            // a plan has no data sheet beside it
            Some(out) if self.plan_only => read.prints().writes("--out", out).check()?,
            _ => output.files(read)?.check()?,
        }
        if !output.quiet {
            remark(output.remark()?.as_slice());
        }
        let statistics = Statistics::open(from)?;
        let (file, ridge) = statistics.model()?;
        match &output.out {
            Some(out) if self.plan_only => {
                write_all(&[(out, &Plan { file: file.clone(), ..statistics.plan.clone() }.to_json())])?;
            }
            Some(out) => file.write(out)?,
            None => {}
        }
        let plan = &statistics.plan;
        let made = Made {
            rows: statistics.sums.all_rows(),
            shards: statistics.shards.len(),
            bytes: file.model.bytes().len(),
            plan_error: statistics.plan_error(),
            ridge,
            is_plans: file.model == plan.file.model,
            checksum: file.model.checksum(),
        };
        print(&made, output.json)
    }
}

impl Summary for Planned {
    fn text(&self) -> String {
        let Planned { rows, bytes, features } = self;
        format!("plan       {features} features, {bytes} bytes, learned from {rows} rows\n")
    }
}

impl Summary for Made {
    fn text(&self) -> String {
        let Made { rows, shards, bytes, plan_error, ridge, is_plans, checksum } = self;
        let mut text = format!("rows       {rows} of {}\nsize       {bytes} bytes\n", counted(*shards, "shard"));
        text += match is_plans {
            true => "head       that of the plan: all rows give no better one in its number format\n",
            false => "head       that of all rows\n",
        };
        text += &ridge.map_or(String::new(), |ridge| format!("ridge      {ridge:e}\n"));
        text +=
            &plan_error.map_or(String::new(), |error| format!("plan       {:.2} % error on all rows\n", 100.0 * error));
        text + &format!("checksum   {checksum:08x}\n")
    }
}
