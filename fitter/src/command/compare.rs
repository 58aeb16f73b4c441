//! `kernelet compare`.

use super::inputs::Standardised;
use super::output::Findings;
use clap::Args;
use kernelet_fit::approximate::{Approximation, Errors, Trial};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::export::file;
use kernelet_fit::recipe::KernelName;
use kernelet_fit::report::plot::{Curve, Point, plot};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `compare`.
#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    inputs: Standardised,
    /// The methods, separated by commas, or all.
    #[arg(long, default_value = "all")]
    methods: String,
    /// Spectral samples, separated by commas; each gives a cosine and a sine.
    #[arg(long, value_delimiter = ',', default_values_t = [50, 100, 200], value_parser = clap::value_parser!(u16).range(1..))]
    features: Vec<u16>,
    /// The kernel.
    #[arg(long, value_enum, default_value = "gaussian")]
    kernel: KernelName,
    /// Repeats, each with draws and rows of its own.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    repeats: u16,
    /// The seed of the first repeat.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Writes a plot of error against features, with a band of one deviation, as SVG.
    #[arg(long)]
    plot: Option<PathBuf>,
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// What `compare --json` prints.
#[derive(Serialize)]
struct Summary {
    rows: Vec<Row>,
}

/// One method at one number of features.
#[derive(Serialize)]
struct Row {
    method: Approximation,
    features: u16,
    #[serde(flatten)]
    errors: Errors,
    seconds: f64,
}

impl Compare {
    /// Reads, measures, prints, plots.
    pub fn run(self) -> Result<()> {
        let methods = self.methods()?;
        let (inputs, bandwidth) = self.inputs.read()?;
        let mut rows = Vec::new();
        for &approximation in &methods {
            for &features in &self.features {
                let trial =
                    Trial { approximation, kernel: self.kernel, bandwidth, features: features.into(), rows: 1_000 };
                let started = Instant::now();
                match trial.errors(&inputs, self.repeats.into(), self.seed) {
                    Ok(errors) => rows.push(Row {
                        method: approximation,
                        features,
                        errors,
                        seconds: started.elapsed().as_secs_f64(),
                    }),
                    // of all methods some do not go with the kernel, or need more rows than there are
                    Err(Error::Usage(reason)) if self.methods == "all" => {
                        eprintln!("kernelet: {approximation}: {reason}")
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        if let Some(path) = &self.plot {
            file::write_all(&[(path, plot(&curves(&rows)).as_bytes())])?;
        }
        Summary { rows }.print(self.json);
        Ok(())
    }

    fn methods(&self) -> Result<Vec<Approximation>> {
        if self.methods == "all" {
            return Ok(Approximation::all());
        }
        let wrong = |reason| Error::Usage(format!("--methods {}: {reason}", self.methods));
        self.methods.split(',').map(|name| name.trim().parse().map_err(wrong)).collect()
    }
}

impl Findings for Summary {
    fn text(&self) -> String {
        let mut text =
            format!("{:12}{:>10}{:>10}{:>11}{:>10}\n", "method", "features", "error", "deviation", "seconds");
        for Row { method, features, errors, seconds } in &self.rows {
            text += &format!("{method:12}{features:>10}{:>10.4}{:>11.4}{seconds:>10.2}\n", errors.mean, errors.std);
        }
        text
    }
}

/// One curve for each method, in the order of the rows.
fn curves(rows: &[Row]) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in rows {
        let name = row.method.to_string();
        let point = Point { features: row.features, mean: row.errors.mean, std: row.errors.std };
        match curves.last_mut().filter(|curve| curve.name == name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { name, points: vec![point] }),
        }
    }
    curves
}
