//! `kernelet statistics`.

use super::dialect::DialectOptions;
use super::output;
use super::progress::Reporter;
use clap::Args;
use kernelet_fit::data::DataFile;
use kernelet_fit::error::Result;
use kernelet_fit::error::text::counted;
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::report::Summary;
use kernelet_fit::search::Progress;
use kernelet_fit::statistics::{Plan, Statistics, statistics};
use serde::Serialize;
use std::path::PathBuf;

/// The options of `statistics`.
#[derive(Debug, Args)]
pub struct StatisticsOptions {
    /// Rows with the columns of the plan; - is standard input.
    data: PathBuf,
    #[command(flatten)]
    dialect: DialectOptions,
    /// The plan, of `kernelet fit --plan-only`.
    #[arg(long, value_name = "FILE", help_heading = "Rows in many files")]
    plan: PathBuf,
    /// The file for the statistics.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print no progress on standard error.
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// What was summed up.
#[derive(Serialize)]
pub(super) struct Summed {
    rows: u64,
    shards: usize,
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_error: Option<f64>,
}

impl StatisticsOptions {
    /// Reads the plan and the rows, and writes their sums.
    pub fn run(self) -> Result<()> {
        let files = Files::default().reads("the data", &self.data).reads("--plan", &self.plan);
        files.prints().writes("--out", &self.out).check()?;
        let plan = Plan::open(&self.plan)?;
        let file = DataFile::open(&self.data, &self.dialect.over(&plan.file.sheet.schema.dialect))?;
        let reporter = Reporter::start(self.quiet, None);
        let mut heard = |rows| {
            reporter.trying(&format!("{rows} rows"));
            Ok(())
        };
        let (sums, mut shard) = statistics(&plan, &file, &|_| true, &mut heard)?;
        reporter.end();
        shard.name = self.data.file_name().unwrap_or(self.data.as_os_str()).to_string_lossy().into_owned();
        let statistics = Statistics::new(plan, shard, sums);
        let bytes = statistics.to_bytes();
        write_all(&[(&self.out, &bytes)])?;
        output::print(&Summed::of(&statistics, bytes.len()), self.json)
    }
}

impl Summed {
    pub(super) fn of(statistics: &Statistics, bytes: usize) -> Summed {
        let (rows, shards) = (statistics.sums.all_rows(), statistics.shards.len());
        Summed { rows, shards, bytes, plan_error: statistics.plan_error() }
    }
}

impl Summary for Summed {
    fn text(&self) -> String {
        let Summed { rows, shards, bytes, plan_error } = self;
        let error = plan_error.map_or(String::new(), |error| format!("plan       {:.2} % error\n", 100.0 * error));
        format!("rows       {rows} of {}\nsize       {bytes} bytes\n{error}", counted(*shards, "shard"))
    }
}
