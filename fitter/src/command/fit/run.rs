//! The run of `fit`: read, fit, measure, write.

use super::budget::BudgetOptions;
use super::data::{Audience, Data, DataOptions};
use super::examples::EXAMPLES;
use super::inputs::InputOptions;
use super::learn::{LearnedFit, Learning};
use super::model::ModelOptions;
use super::output::OutputOptions;
use super::recipe::NOT_RECORDED;
use super::search::SearchOptions;
use super::series::SeriesOptions;
use super::shards::ShardOptions;
use crate::command::given::{Given, written};
use crate::command::output::{print, remark};
use crate::command::progress::Reporter;
use crate::command::report_file::ReportFile;
use crate::command::values::{Auto, Yes};
use clap::Args;
use kernelet_fit::choose::InputSet;
use kernelet_fit::data::{Inputs, TrainingRows};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::write_all;
use kernelet_fit::recipe::{Asked, Recipe, combinations};
use kernelet_fit::report::FitSummary;
use kernelet_fit::report::fit::{AllRows, MeasuredFit};
use kernelet_fit::report::page::{Origin, Subject, report};
use kernelet_fit::search::{Candidate, Progress, Record, Search, TimeLimit};
use std::cell::Cell;
use std::env;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time for measuring a model after Ctrl-C.
const MEASURING: Duration = Duration::from_secs(2);

/// The rows that the page of a report begins with.
const SAMPLES: usize = 6;

/// The options of `fit`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Fit {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    budget: BudgetOptions,
    #[command(flatten)]
    output: OutputOptions,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    series: SeriesOptions,
    #[command(flatten)]
    inputs: InputOptions,
    #[command(flatten)]
    shards: ShardOptions,
}

impl Fit {
    /// Reads the data, fits and measures a model, and writes it.
    pub fn run(self, given: &Given) -> Result<()> {
        if let Some(from) = &self.shards.from {
            return self.shards.make_of(from, given, &self.output);
        }
        let started = Instant::now();
        let recipe = self.recipe();
        combinations::check(given, &recipe)?;
        self.check()?;
        self.series.check()?;
        let time = recipe.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let end = time.and_then(|time| started.checked_add(time));
        let reporter = Arc::new(Reporter::start(self.output.quiet, end));
        reporter.trying("reading the data");
        let audience = Audience { reporter: &reporter, quiet: self.output.quiet };
        let data = self.data.read(&recipe, &self.series, audience)?;
        kernelet_fit::calibrate::check(&data.train, &recipe)?;
        let (data, input_sets) = self.inputs.narrow(data, &recipe, self.series.has_windows(), &reporter)?;
        let (samples, remarked) = (data.samples(SAMPLES), Cell::new(self.output.quiet));
        let learning = Learning {
            series: &self.series,
            group: self.data.group(),
            record: &|| self.record(remarked.replace(true)),
            chooses_size: self.asked().chooses_size(),
            reporter: Arc::clone(&reporter),
            started,
        };
        let LearnedFit { data, recipe, ended } = learning.learn(data, recipe)?;
        let interrupted = ended.interrupted;
        let mut learned = LearnedFit { data, recipe, ended };
        let sheet = &mut learned.ended.outcome.fitted.file.sheet;
        sheet.options = given.without(&NOT_RECORDED);
        sheet.training = Some(TrainingRows::of(&learned.data.train));
        let all_rows = self.fit_head(&mut learned, (&reporter, end))?;
        let end = if interrupted { Some(Instant::now() + MEASURING) } else { end };
        match self.shards.plan_only {
            true => self.plan(&learned, &reporter)?,
            false => self.finish(&learned, (&input_sets, &samples, all_rows), (&reporter, started, end))?,
        }
        match interrupted {
            true => Err(Error::Interrupted("ended early, with the best model so far".to_owned())),
            false => Ok(()),
        }
    }

    /// Gives the model of a sample of a large file the head of all rows, if it can have one.
    fn fit_head(&self, learned: &mut LearnedFit, audience: (&Reporter, Option<Instant>)) -> Result<Option<AllRows>> {
        let LearnedFit { data, ended, .. } = learned;
        match &data.large {
            Some(large) if !self.shards.plan_only && !ended.interrupted => {
                large.fit_head(&mut ended.outcome, &data.train, audience).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Writes the plan that a model is, for rows in many files.
    fn plan(&self, learned: &LearnedFit, reporter: &Reporter) -> Result<()> {
        reporter.end();
        ShardOptions::write_plan(&learned.ended.outcome, &learned.data.train, &self.output)
    }

    /// Measures a model, and writes and prints what was asked for.
    fn finish(
        &self,
        LearnedFit { data, recipe, ended }: &LearnedFit,
        (input_sets, samples, all_rows): (&[InputSet], &Inputs, Option<AllRows>),
        (reporter, started, end): (&Reporter, Instant, Option<Instant>),
    ) -> Result<()> {
        reporter.trying("measuring the model");
        let fit = MeasuredFit {
            outcome: &ended.outcome,
            recipe,
            input_sets,
            schema: &data.schema,
            train: &data.train,
            test: data.test.as_ref(),
            split: &data.split,
            class_weights: data.class_weights.as_deref(),
            search: Search::default().within(end.map(TimeLimit::until)).reporting(reporter),
        };
        let large = data.large.as_ref();
        let test = large.map(|large| large.test(&ended.outcome.fitted.file, data.test.as_ref(), reporter));
        let mut summary = self.summary(data, &fit).of_all(all_rows, test.transpose()?.flatten());
        if ended.interrupted {
            summary.remarks.push("ended early: this is the best model so far".to_owned());
        }
        summary.seconds = started.elapsed().as_secs_f64();
        let report = self.report((&fit, &summary, ended.interrupted), &reporter.candidates(), samples)?;
        let report: Vec<_> = report.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        match &self.output.out {
            Some(out) => ended.outcome.fitted.file.write_with(out, &report)?,
            None => write_all(&report)?,
        }
        summary.seconds = started.elapsed().as_secs_f64();
        reporter.end();
        print(&summary, self.output.json)
    }

    /// Checks the files before anything is read, and says what will not be kept.
    fn check(&self) -> Result<()> {
        let read = self.data.files();
        let read = self.search.recipe.iter().fold(read, |files, recipe| files.reads("--recipe", recipe));
        let files = self.output.files(read)?;
        self.search.resume.iter().fold(files, |files, record| files.writes("--resume", record)).check()?;
        if !self.output.quiet {
            remark(self.output.remark()?.as_slice());
        }
        Ok(())
    }

    /// Opens the record of the search, which every plan for windows does.
    fn record(&self, is_known: bool) -> Result<Record> {
        let record = self.search.resume.as_deref().map(Record::open).transpose()?.unwrap_or_default();
        if !is_known {
            remark(record.remark().as_slice());
        }
        Ok(record)
    }

    /// Returns true if nothing but the result is to be printed.
    pub fn is_quiet(&self) -> bool {
        self.output.quiet
    }

    /// Measures the fit, prints remarks on it unless quiet, and puts those on the data before them.
    fn summary(&self, data: &Data, fit: &MeasuredFit<'_>) -> FitSummary {
        let mut summary = FitSummary::of(fit);
        if !self.output.quiet {
            remark(&summary.remarks);
        }
        summary.remarks = [&data.remarks[..], &summary.remarks].concat();
        summary
    }

    /// Returns the report that was asked for, with its path.
    fn report(
        &self,
        (fit, summary, interrupted): (&MeasuredFit<'_>, &FitSummary, bool),
        candidates: &[Candidate],
        samples: &Inputs,
    ) -> Result<Option<(&Path, String)>> {
        let Some(ReportFile { path, form }) = &self.output.report else { return Ok(None) };
        let origin = Origin {
            command: written(env::args_os()),
            files: self.data.sources()?,
            model: self.output.out.clone(),
            seconds: summary.seconds,
            interrupted,
        };
        Ok(Some((path, report(&Subject { fit, summary, candidates, origin: &origin, samples }, *form))))
    }

    /// What the options say of decisions whose defaults hang on others.
    fn asked(&self) -> Asked {
        let Fit { model, budget, .. } = self;
        Asked {
            size: budget.size(model.features),
            method: model.method.0,
            blocks: model.blocks.map(|Auto(blocks)| blocks),
            number: model.number.map(|Auto(number)| number),
            logarithms: model.logarithms.map(|Auto(asked)| asked.map(|Yes(asked)| asked)),
        }
    }

    fn recipe(&self) -> Recipe {
        let Fit { model, search, .. } = self;
        self.asked().recipe(Recipe {
            variants: model.variant.clone().unwrap_or_default(),
            draw: model.draw,
            candidates: model.candidates,
            kernel: model.kernel,
            bandwidth: model.bandwidth,
            head: model.head,
            ridge: model.ridge,
            grid: model.grid,
            patch: model.patch,
            probability: model.probability,
            novelty: model.novelty,
            early: model.early,
            steady: self.series.steady(),
            interval: model.interval(),
            folds: search.folds,
            seconds: search.seconds,
            seed: search.seed,
            portable: search.portable,
            ..Recipe::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;

    /// A rule about an option that does not exist would refuse nothing.
    #[test]
    fn rules_of_combinations_name_options_and_choices() {
        let command = Fit::augment_args(Command::new("fit"));
        let options: Vec<&str> = command.get_arguments().filter_map(|option| option.get_long()).collect();
        for [option, with, because] in combinations::all() {
            assert!(options.contains(&option) && !because.is_empty(), "{option}");
            assert!(["held-out", "scale"].contains(&with) || options.contains(&with), "{with}");
        }
    }
}
