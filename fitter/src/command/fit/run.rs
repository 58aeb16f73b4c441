//! The run of `fit`: read, fit, measure, write.

use super::budget::BudgetOptions;
use super::data::{Data, DataOptions};
use super::examples::EXAMPLES;
use super::model::ModelOptions;
use super::output::OutputOptions;
use super::recipe::NOT_RECORDED;
use super::rules;
use super::search::SearchOptions;
use crate::command::given::Given;
use crate::command::output::{print, remark};
use clap::Args;
use kernelet_fit::calibrate::Outcome;
use kernelet_fit::data::TrainingRows;
use kernelet_fit::error::Result;
use kernelet_fit::recipe::Recipe;
use kernelet_fit::report::FitSummary;
use kernelet_fit::report::fit::MeasuredFit;
use kernelet_fit::search::Record;
use std::time::Instant;

/// The options of `fit`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Fit {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    budget: BudgetOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl Fit {
    /// Reads the data, fits and measures a model, and writes it.
    pub fn run(self, given: &Given) -> Result<()> {
        let started = Instant::now();
        let recipe = self.recipe();
        rules::check(given, &recipe)?;
        self.check()?;
        let data = self.data.read(recipe.seed, self.output.quiet)?;
        let mut outcome = self.fit(&data, &recipe)?;
        let sheet = &mut outcome.fitted.file.sheet;
        sheet.options = given.without(&NOT_RECORDED);
        sheet.training = Some(TrainingRows::of(&data.train));
        let mut summary = self.summary(&data, &outcome, &recipe);
        if let Some(out) = &self.output.out {
            outcome.fitted.file.write(out)?;
        }
        summary.seconds = started.elapsed().as_secs_f64();
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

    fn fit(&self, data: &Data, recipe: &Recipe) -> Result<Outcome> {
        let record = self.search.resume.as_deref().map(Record::open).transpose()?.unwrap_or_default();
        if !self.output.quiet {
            remark(record.remark().as_slice());
        }
        let outcome = kernelet_fit::resume(&data.train, &data.schema, recipe, &record)?;
        record.close()?;
        Ok(outcome)
    }

    /// Measures the fit, prints remarks on it unless quiet, and puts those on the data before them.
    fn summary(&self, data: &Data, outcome: &Outcome, recipe: &Recipe) -> FitSummary {
        let mut summary = FitSummary::of(&MeasuredFit {
            outcome,
            recipe,
            schema: &data.schema,
            train: &data.train,
            test: data.test.as_ref(),
            split: &data.split,
            class_weights: data.class_weights.as_deref(),
        });
        if !self.output.quiet {
            remark(&summary.remarks);
        }
        summary.remarks = [&data.remarks[..], &summary.remarks].concat();
        summary
    }

    fn recipe(&self) -> Recipe {
        let Fit { model, budget, search, .. } = self;
        let has_flash = budget.has_flash();
        Recipe {
            blocks: model.blocks(has_flash),
            method: model.method(has_flash),
            draw: model.draw,
            candidates: model.candidates,
            kernel: model.kernel,
            bandwidth: model.bandwidth,
            size: budget.size(model.features),
            head: model.head(),
            ridge: model.ridge,
            number: model.number(has_flash),
            logarithms: model.logarithms(has_flash),
            probability: model.probability,
            novelty: model.novelty,
            early: model.early,
            folds: search.folds,
            seconds: search.seconds,
            seed: search.seed,
        }
    }
}
