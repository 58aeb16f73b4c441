//! `kernelet kernel-error`.

use super::inputs::Standardised;
use super::output;
use super::progress::Reporter;
use clap::Args;
use kernelet_fit::error::Result;
use kernelet_fit::features::approximate::KernelTrial;
use kernelet_fit::metrics::Repeats;
use kernelet_fit::pack::output::Files;
use kernelet_fit::recipe::{Approximation, KernelName, Variants};
use kernelet_fit::report::KernelErrorSummary;
use kernelet_fit::search::Progress;
use std::time::Instant;

/// The options of `kernel-error`.
#[derive(Debug, Args)]
pub struct KernelError {
    #[command(flatten)]
    inputs: Standardised,
    /// The method of approximation: a draw, a method that learns the kernel, or nystroem.
    #[arg(long, value_name = "METHOD", help_heading = "Features")]
    method: Approximation,
    /// Variants of the method, separated by commas, as for fit: of stein, sample, cluster and
    /// cluster-nearest.
    #[arg(long, value_name = "NAMES", help_heading = "Features")]
    variant: Option<Variants>,
    /// The number of spectral samples; nystroem takes twice as many landmarks.
    ///
    /// Each sample gives a cosine and a sine.
    #[arg(long, value_name = "COUNT", help_heading = "Features", value_parser = clap::value_parser!(u16).range(1..))]
    features: u16,
    /// The kernel to approximate.
    #[arg(long, help_heading = "Features", value_enum, default_value = "gaussian")]
    kernel: KernelName,
    /// The number of rows that the error is measured on.
    #[arg(long, value_name = "COUNT", help_heading = "Measurement", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    rows: u16,
    /// The number of repeats, each with its own draw and rows.
    #[arg(long, value_name = "COUNT", help_heading = "Measurement", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    repeats: u16,
    /// The seed of the first repeat.
    #[arg(long, help_heading = "Measurement", default_value_t = 0)]
    seed: u64,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl KernelError {
    /// Reads the data, measures the error of the kernel matrix and prints it.
    pub fn run(self) -> Result<()> {
        Files::default().reads("the data", &self.inputs.data).prints().check()?;
        let reporter = Reporter::start(false, None);
        reporter.trying("reading the data");
        let (inputs, bandwidth) = self.inputs.read()?;
        let rows = usize::from(self.rows).min(inputs.ncols());
        let features = self.features.into();
        let (approximation, variants) = (self.method, self.variant.unwrap_or_default());
        let trial = KernelTrial { approximation, variants, kernel: self.kernel, bandwidth, features, rows };
        let started = Instant::now();
        reporter.trying(&format!("{}, {} features", self.method, self.features));
        let repeat = |repeat: u16| {
            reporter.done(repeat.into(), self.repeats.into());
            trial.errors(&inputs, 1, self.seed.wrapping_add(repeat.into()))
        };
        let errors = (0..self.repeats).map(repeat).collect::<Result<Vec<_>>>()?.concat();
        reporter.end();
        let errors = Repeats::of(errors);
        let seconds = started.elapsed().as_secs_f64();
        output::print(&KernelErrorSummary::of(&trial, inputs.nrows(), errors, seconds), self.json)
    }
}
