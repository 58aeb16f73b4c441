//! Files with more rows than a model is learned from: features of a sample, the head and the test
//! metrics of all rows, a pass each.

use crate::command::progress::Reporter;
use kernelet_fit::calibrate::Outcome;
use kernelet_fit::data::{DataFile, HeldOut, Schema, Table};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::metrics::{Metrics, Tally};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::report::fit::AllRows;
use kernelet_fit::search::Progress;
use kernelet_fit::statistics::{Plan, Statistics, statistics};
use std::time::Instant;

/// The files behind samples of their rows.
pub struct Large {
    pub train: DataFile,
    /// The rows to learn from, and all rows of the file.
    pub rows: u64,
    pub all: u64,
    pub held_out: Option<HeldOut>,
    /// The file of test rows, where there is one.
    pub test: Option<DataFile>,
    /// The number of test rows.
    pub tested: u64,
}

/// A file of training rows with its schema, and their number.
pub struct LearnedFile {
    pub file: DataFile,
    pub schema: Schema,
    pub remarks: Vec<String>,
    pub rows: u64,
}

/// Says which row a pass is at.
#[derive(Clone, Copy)]
pub struct Heard<'a> {
    reporter: &'a Reporter,
    /// The number of rows.
    all: u64,
}

impl Heard<'_> {
    /// Says what a pass over so many rows does.
    pub fn of<'a>(reporter: &'a Reporter, what: &str, all: u64) -> Heard<'a> {
        reporter.trying(&format!("{what} rows"));
        Heard { reporter, all }
    }

    /// Says that it is done up to a row.
    pub fn say(self, rows: u64) {
        self.reporter.done(rows as usize, self.all as usize);
    }
}

impl Large {
    /// Gives a model that was learned from the sample the head of all rows, where one pass finds it
    /// until `end`.
    ///
    /// # Errors
    /// Those of reading, and of values that are too far from those of the sample.
    pub fn fit_head(
        &self,
        outcome: &mut Outcome,
        train: &Table,
        audience: (&Reporter, Option<Instant>),
    ) -> Result<AllRows> {
        let plan = match Plan::of(outcome, train) {
            Ok(plan) => plan,
            Err(reason) => return Ok(AllRows::of_sample(self.rows, reason)),
        };
        let heard = Heard::of(audience.0, "summing up", self.all);
        let is_late = || audience.1.is_some_and(|end| Instant::now() > end);
        let is_kept = |row| self.held_out.is_none_or(|held| !held.has(row));
        let summed = statistics(&plan, &self.train, &is_kept, &mut |rows| {
            heard.say(rows);
            if is_late() { Err(Error::Interrupted(String::new())) } else { Ok(()) }
        });
        let (sums, shard) = match summed {
            Err(Error::Interrupted(_)) => {
                return Ok(AllRows::of_sample(self.rows, "the time was up before all rows were summed up".to_owned()));
            }
            summed => summed?,
        };
        let statistics = Statistics::new(plan, shard, sums);
        let (file, ridge) = statistics.model()?;
        let is_plans = file.model == statistics.plan.file.model;
        outcome.fitted.ridge = ridge.or(outcome.fitted.ridge.filter(|_| is_plans));
        outcome.fitted.file = file;
        Ok(AllRows::of_sums(&statistics, is_plans))
    }

    /// Returns the metrics of all test rows, where there are more than the sample of them has.
    ///
    /// # Errors
    /// Those of reading.
    pub fn test(&self, file: &ModelFile, sample: Option<&Table>, reporter: &Reporter) -> Result<Option<Metrics>> {
        let has_all = sample.is_none_or(|sample| sample.rows() as u64 >= self.tested);
        if has_all || !file.sheet.schema.target.further.is_empty() {
            return Ok(None);
        }
        let (data, all) = self.test.as_ref().map_or((&self.train, self.all), |test| (test, self.tested));
        let is_test = |row| self.test.is_some() || self.held_out.is_some_and(|held| held.has(row));
        let (mut tally, mut start, heard) = (Tally::of(file), 0, Heard::of(reporter, "testing", all));
        file.sheet.schema.read_by(data, Tally::CHUNK, &mut |table| {
            let rows: Vec<usize> = (0..table.rows()).filter(|row| is_test(start + *row as u64)).collect();
            start += table.rows() as u64;
            tally.add(file, &table.only(&rows));
            heard.say(start);
            Ok(())
        })?;
        Ok(Some(tally.metrics()))
    }
}
