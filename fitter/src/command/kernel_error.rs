//! `kernelet kernel-error`.

use super::inputs::Standardised;
use super::output::{Findings, table};
use clap::Args;
use kernelet_fit::error::Result;
use kernelet_fit::features::approximate::KernelTrial;
use kernelet_fit::metrics::Repeats;
use kernelet_fit::recipe::Approximation;
use kernelet_fit::recipe::KernelName;
use serde::Serialize;
use std::time::Instant;

/// Options of `kernel-error`.
#[derive(Debug, Args)]
pub struct KernelError {
    #[command(flatten)]
    inputs: Standardised,
    /// The method: a draw, or nystroem.
    #[arg(long)]
    method: Approximation,
    /// Spectral samples; each gives a cosine and a sine. Nystroem takes twice as many landmarks.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    features: u16,
    /// The kernel.
    #[arg(long, value_enum, default_value = "gaussian")]
    kernel: KernelName,
    /// Rows that the error is measured on.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..))]
    rows: u16,
    /// Repeats, each with draws and rows of its own.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    repeats: u16,
    /// The seed of the first repeat.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// What `kernel-error --json` prints.
#[derive(Serialize)]
struct Summary {
    method: Approximation,
    kernel: KernelName,
    bandwidth: f64,
    features: usize,
    rows: usize,
    inputs: usize,
    #[serde(flatten)]
    errors: Repeats,
    seconds: f64,
}

impl KernelError {
    /// Reads, measures, prints.
    pub fn run(self) -> Result<()> {
        let (inputs, bandwidth) = self.inputs.read()?;
        let features = usize::from(self.features);
        let rows = usize::from(self.rows).min(inputs.ncols());
        let trial = KernelTrial { approximation: self.method, kernel: self.kernel, bandwidth, features, rows };
        let started = Instant::now();
        let errors = Repeats::of(trial.errors(&inputs, self.repeats.into(), self.seed)?);
        let summary = Summary {
            method: self.method,
            kernel: self.kernel,
            bandwidth,
            features,
            rows,
            inputs: inputs.nrows(),
            errors,
            seconds: started.elapsed().as_secs_f64(),
        };
        summary.print(self.json);
        Ok(())
    }
}

impl Findings for Summary {
    fn text(&self) -> String {
        table(&[
            ("method", format!("{}, {} spectral samples", self.method, self.features)),
            ("kernel", format!("{}, bandwidth {:.4}", self.kernel, self.bandwidth)),
            ("error", format!("{:.4}, deviation {:.4} on {} rows", self.errors.mean, self.errors.std, self.rows)),
            ("time", format!("{:.1} s", self.seconds)),
        ])
    }
}
