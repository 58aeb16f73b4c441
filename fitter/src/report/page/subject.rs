//! What a report is about.

use super::origin::Origin;
use super::trial;
use crate::choose::{Baseline, Judged};
use crate::data::{Inputs, Table, Targets};
use crate::metrics::Metrics;
use crate::pack::ModelFile;
use crate::pack::cost::{self, Unit};
use crate::recipe::Core;
use crate::report::fit::{FitSummary, MeasuredFit};
use crate::search::Candidate;

/// The core whose instructions are shown where nothing names another one.
const CORE: Core = Core::CortexM4;

/// A fit with its summary, the candidates that were judged for it, and where it comes from.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The fit.
    pub fit: &'a MeasuredFit<'a>,
    /// Its summary.
    pub summary: &'a FitSummary,
    /// The candidates that were judged on rows held out.
    pub candidates: &'a [Candidate],
    /// The command and the files.
    pub origin: &'a Origin,
    /// A few rows with the columns of the file.
    pub samples: &'a Inputs,
}

impl<'a> Subject<'a> {
    /// The model.
    pub(super) fn file(&self) -> &'a ModelFile {
        &self.fit.outcome.fitted.file
    }

    /// The rows that the model is measured on: test rows, else those that it was fitted to.
    pub(super) fn rows(&self) -> (&'a Table, &'static str) {
        self.fit.test.map_or((self.fit.train, "training rows"), |test| (test, "test rows"))
    }

    /// The metrics on those rows.
    pub(super) fn metrics(&self) -> &'a Metrics {
        self.summary.metrics()
    }

    /// Whether the target has classes.
    pub(super) fn has_classes(&self) -> bool {
        matches!(self.fit.train.targets, Targets::Classes { .. })
    }

    /// The error of the model on rows held out: while it was chosen, or as a linear model's own
    /// baseline.
    pub(super) fn held_out(&self) -> Option<Judged> {
        let outcome = self.fit.outcome;
        let own = |baseline: &&Baseline| baseline.fitted.file.model == self.file().model;
        let chosen = outcome.tried.iter().find(|judged| judged.blocks == outcome.fitted.blocks()).copied();
        chosen.or_else(|| self.summary.baseline().filter(own)?.held_out)
    }

    /// The name of the rows held out, by which errors are measured while a model is chosen.
    pub(super) fn rows_held_out(&self) -> &'static str {
        if self.fit.train.is_weighted() { "rows held out, by their weights" } else { "rows held out" }
    }

    /// The name of the target, or of the first and how many more there are.
    pub(super) fn target(&self) -> String {
        let target = &self.file().sheet.schema.target;
        match target.further.len() {
            0 => target.name.clone(),
            more => format!("{} and {more} more", target.name),
        }
    }

    /// The section in which the model answers, with the samples to begin with.
    pub(super) fn trial(&self) -> String {
        let examples = trial::examples(self.file(), self.samples, self.samples.rows());
        trial::section(self.file(), &examples)
    }

    /// The core whose instructions are shown.
    pub(super) fn core(&self) -> ShownCore {
        ShownCore::of(self.fit.recipe.size.deadline.map_or(CORE, |deadline| deadline.core))
    }
}

/// A core whose instructions are shown.
#[derive(Clone, Copy, Debug)]
pub struct ShownCore {
    /// Its place among all.
    pub place: usize,
    /// Its name as its maker writes it.
    pub name: &'static str,
    /// What is estimated.
    pub unit: Unit,
}

impl ShownCore {
    /// The core of a choice.
    pub fn of(core: Core) -> ShownCore {
        let known = cost::Core::of(core);
        ShownCore { place: cost::Core::place(core), name: in_full(known.name), unit: known.unit }
    }
}

/// Returns the name of a core as its maker writes it.
pub fn in_full(core: &'static str) -> &'static str {
    match core {
        "cortex-m0" => "Cortex-M0",
        "cortex-m3" => "Cortex-M3",
        "cortex-m4" => "Cortex-M4",
        "cortex-m7" => "Cortex-M7",
        "cortex-m33" => "Cortex-M33",
        "cortex-m55" => "Cortex-M55",
        "riscv32" => "RISC-V, 32 bits",
        "avr" => "AVR (ATmega328P)",
        other => other,
    }
}
