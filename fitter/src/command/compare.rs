//! `kernelet compare`.

use super::inputs::Standardised;
use super::output::Findings;
use clap::Args;
use kernelet_fit::data::{DataFile, Schema};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::features::approximate::KernelTrial;
use kernelet_fit::metrics::{Paired, Repeats};
use kernelet_fit::pack::file;
use kernelet_fit::recipe::{
    Approximation, Bandwidth, Blocks, HeadName, KernelName, Method, Number, Recipe, Ridge, Size,
};
use kernelet_fit::report::plot::{Curve, Point, plot};
use kernelet_fit::report::{Contest, Test};
use serde::Serialize;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

/// Options of `compare`.
#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    inputs: Standardised,
    /// Compares fitted models by their error on this file, instead of kernels.
    #[arg(long, conflicts_with = "holdout")]
    test: Option<PathBuf>,
    /// Compares fitted models by their error on this share of the rows, others in each repeat.
    #[arg(long, value_parser = super::words::share)]
    holdout: Option<f64>,
    /// The methods, separated by commas, or all: those of kernel-error, or of fit. The first is what others are tested
    /// against.
    #[arg(long, default_value = "all")]
    methods: String,
    /// Features of a model; of a kernel spectral samples, each of which gives a cosine and a sine. Separated by commas.
    #[arg(long, value_delimiter = ',', default_values_t = [50, 100, 200], value_parser = clap::value_parser!(u16).range(1..))]
    features: Vec<u16>,
    /// The kernel.
    #[arg(long, value_enum, default_value = "gaussian")]
    kernel: KernelName,
    /// What the heads of fitted models minimise [default: as fit has it].
    #[arg(long, value_enum)]
    head: Option<HeadName>,
    /// The number format of fitted models.
    #[arg(long, value_enum, default_value = "q7")]
    number: Number,
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
    method: String,
    features: u16,
    #[serde(flatten)]
    errors: Repeats,
    /// Against the first method.
    #[serde(flatten)]
    paired: Option<Paired>,
    seconds: f64,
}

impl Compare {
    /// Reads, measures, prints, plots.
    pub fn run(self) -> Result<()> {
        let rows = if self.test.is_some() || self.holdout.is_some() { self.fits()? } else { self.kernels()? };
        if let Some(path) = &self.plot {
            file::write_all(&[(path, plot(&curves(&rows)).as_bytes())])?;
        }
        Summary { rows }.print(self.json);
        Ok(())
    }

    /// Errors of approximate kernels.
    fn kernels(&self) -> Result<Vec<Row>> {
        let methods = self.methods(Approximation::all)?;
        let (inputs, bandwidth) = self.inputs.read()?;
        self.rows(&methods, |approximation, features| {
            let trial =
                KernelTrial { approximation, kernel: self.kernel, bandwidth, features: features.into(), rows: 1_000 };
            trial.errors(&inputs, self.repeats.into(), self.seed).map(Repeats::of)
        })
    }

    /// Test errors of fitted models.
    fn fits(&self) -> Result<Vec<Row>> {
        let methods = self.methods(Method::all)?;
        let contest = self.contest()?;
        self.rows(&methods, |method, features| {
            let recipe = Recipe {
                blocks: Some(Blocks::COSINE),
                method,
                draw: None,
                candidates: None,
                kernel: self.kernel,
                bandwidth: self.inputs.bandwidth.unwrap_or(Bandwidth::Auto),
                size: Size::of(features),
                head: self.head,
                ridge: Ridge::Auto,
                number: Some(self.number),
                logarithms: Some(false),
                probability: false,
                novelty: None,
                early: None,
                folds: None,
                seconds: None,
                seed: self.seed,
            };
            contest.errors(&recipe, self.repeats.into())
        })
    }

    fn contest(&self) -> Result<Contest> {
        let file = DataFile::open(&self.inputs.data)?;
        let (schema, _) = Schema::learn(&file, &self.inputs.columns())?;
        let test = match &self.test {
            Some(test) => Test::Rows(schema.read(&DataFile::open(test)?)?),
            None => Test::Share(self.holdout.expect("asked for before")),
        };
        Ok(Contest { train: schema.read(&file)?, schema, test })
    }

    /// A row for each method and number of features.
    fn rows<M: Copy + Display>(&self, methods: &[M], errors: impl Fn(M, u16) -> Result<Repeats>) -> Result<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        for &method in methods {
            for &features in &self.features {
                let started = Instant::now();
                match errors(method, features) {
                    Ok(errors) => {
                        let first = rows.iter().find(|row| row.features == features);
                        let paired = first.and_then(|first| errors.against(&first.errors));
                        let seconds = started.elapsed().as_secs_f64();
                        rows.push(Row { method: method.to_string(), features, errors, paired, seconds });
                    }
                    // of all methods some do not go with the kernel, or need more rows than there are
                    Err(Error::Usage(reason)) if self.methods == "all" => eprintln!("kernelet: {method}: {reason}"),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(rows)
    }

    fn methods<M: FromStr<Err = String>>(&self, all: impl Fn() -> Vec<M>) -> Result<Vec<M>> {
        if self.methods == "all" {
            return Ok(all());
        }
        let wrong = |reason| Error::Usage(format!("--methods {}: {reason}", self.methods));
        self.methods.split(',').map(|name| name.trim().parse().map_err(wrong)).collect()
    }
}

impl Findings for Summary {
    fn text(&self) -> String {
        let mut text = format!(
            "{:15}{:>10}{:>10}{:>11}{:>12}{:>8}{:>9}{:>10}\n",
            "method", "features", "error", "deviation", "difference", "t", "p", "seconds"
        );
        for Row { method, features, errors, paired, seconds } in &self.rows {
            let paired = paired.map_or(format!("{:29}", ""), |Paired { difference, t, p }| {
                format!("{difference:>12.4}{t:>8.2}{p:>9.1e}")
            });
            text +=
                &format!("{method:15}{features:>10}{:>10.4}{:>11.4}{paired}{seconds:>10.2}\n", errors.mean, errors.std);
        }
        text
    }
}

/// One curve for each method, in the order of the rows.
fn curves(rows: &[Row]) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in rows {
        let point = Point { features: row.features, mean: row.errors.mean, std: row.errors.std };
        match curves.last_mut().filter(|curve| curve.name == row.method) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { name: row.method.clone(), points: vec![point] }),
        }
    }
    curves
}
