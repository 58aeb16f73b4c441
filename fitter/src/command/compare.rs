//! `kernelet compare`.

use super::differences::remarks_on;
use super::given::Given;
use super::inputs::Standardised;
use super::output;
use super::progress::Reporter;
use super::values::{TaskName, repeated, share, svg};
use clap::Args;
use kernelet_fit::data::{Columns, Schema, Task};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::features::approximate::KernelTrial;
use kernelet_fit::metrics::{Overlap, Repeats};
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::recipe::{
    Approximation, Bandwidth, HeadName, KernelName, Method, Number, Recipe, Ridge, Size, Varied,
};
use kernelet_fit::report::plot::plot;
use kernelet_fit::report::{MethodComparison, ModelTrial, TestRows};
use kernelet_fit::search::Progress;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

/// The number of rows that errors of the kernel are measured on.
const KERNEL_ROWS: usize = 1_000;

/// The options of `compare`.
#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    inputs: Standardised,
    /// The task of fitted models [default: auto, by the target column].
    #[arg(long, help_heading = "Data", value_enum)]
    task: Option<TaskName>,
    /// Compare fitted models by their error on this file.
    #[arg(long, value_name = "FILE", help_heading = "Data", conflicts_with = "holdout")]
    test: Option<PathBuf>,
    /// Compare fitted models by their error on this share of the rows.
    ///
    /// Each repeat draws the share anew.
    #[arg(long, value_name = "SHARE", help_heading = "Data", value_parser = share)]
    holdout: Option<f64>,
    /// The methods, separated by commas, or all.
    ///
    /// They are those of kernel-error, or of fit where models are fitted; variants of fit's
    /// --variant follow a colon, as in align:uncentred+tuned. linear has no features, and the same
    /// error at all their numbers. The others are tested against the first, by a paired t test that
    /// is corrected for repeats which share rows; the last p is adjusted for the number of
    /// comparisons.
    #[arg(long, help_heading = "Features", default_value = "all")]
    methods: String,
    /// The numbers of features, separated by commas [default: 50,100,200].
    ///
    /// Of a kernel, these are spectral samples, each with a cosine and a sine.
    #[arg(long, value_name = "COUNTS", help_heading = "Features", value_delimiter = ',')]
    #[arg(default_values_t = [50, 100, 200], hide_default_value = true, value_parser = clap::value_parser!(u16).range(1..))]
    features: Vec<u16>,
    /// The kernel to approximate.
    #[arg(long, help_heading = "Features", value_enum, default_value = "gaussian")]
    kernel: KernelName,
    /// The loss of fitted models [default: that of fit].
    #[arg(long, help_heading = "Features", value_enum)]
    head: Option<HeadName>,
    /// The number format of fitted models.
    #[arg(long, help_heading = "Features", value_enum, default_value = "q7")]
    number: Number,
    /// The number of repeats, each with its own draw and rows.
    #[arg(long, value_name = "COUNT", help_heading = "Measurement", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    repeats: u16,
    /// The seed of the first repeat.
    #[arg(long, help_heading = "Measurement", default_value_t = 0)]
    seed: u64,
    /// Write a plot of error against features as SVG.
    ///
    /// A band shows one standard deviation.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = svg)]
    plot: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Compare {
    /// Measures every method at every number of features, and prints or plots the errors.
    pub fn run(self, given: &Given) -> Result<()> {
        self.files().check()?;
        if let Some(count) = repeated(&self.features) {
            return Err(Error::Usage(format!("--features: {count} is given twice")));
        }
        let fits = self.test.is_some() || self.holdout.is_some();
        given.refuse(&["head", "number", "task"], fits, "is for fitted models, which --test or --holdout asks for")?;
        let reporter = Reporter::start(false, None);
        reporter.trying("reading the data");
        let comparison = if fits { self.models(&reporter)? } else { self.kernels(&reporter)? };
        reporter.end();
        if let Some(path) = &self.plot {
            write_all(&[(path, plot("error", &comparison.curves()).as_bytes())])?;
        }
        output::print(&comparison, self.json)
    }

    fn files(&self) -> Files {
        let files = Files::default().reads("the data", &self.inputs.data).prints();
        let files = self.test.iter().fold(files, |files, test| files.reads("the test data", test));
        self.plot.iter().fold(files, |files, plot| files.writes("--plot", plot))
    }

    /// Compares the errors of approximate kernels.
    fn kernels(&self, reporter: &Reporter) -> Result<MethodComparison> {
        let methods = self.methods(Approximation::all).map_err(|wrong| {
            let models: Result<Vec<Varied<Method>>> = self.methods(Method::all);
            let what = "one is no approximation of a kernel; --holdout 0.3 or --test compares models of all these";
            if models.is_ok() { Error::Usage(format!("--methods {}: {what}", self.methods)) } else { wrong }
        })?;
        let (inputs, bandwidth) = self.inputs.read()?;
        // methods that learn from rows learn from the others
        let measured = KERNEL_ROWS.min(inputs.ncols().div_ceil(2));
        self.comparison(&methods, reporter, |Varied { method: approximation, variants }, features| {
            let (kernel, features, rows) = (self.kernel, features.into(), measured);
            let trial = KernelTrial { approximation, variants, kernel, bandwidth, features, rows };
            trial.errors(&inputs, self.repeats.into(), self.seed).map(Repeats::of)
        })
    }

    /// Compares the test errors of fitted models.
    fn models(&self, reporter: &Reporter) -> Result<MethodComparison> {
        let methods = self.methods(Method::all)?;
        let trial = self.trial()?;
        self.comparison(&methods, reporter, |method, features| {
            trial.errors(&self.recipe(method, features), self.repeats.into())
        })
    }

    fn recipe(&self, Varied { method, variants }: Varied<Method>, features: u16) -> Recipe {
        Recipe {
            blocks: Some(method.blocks()),
            method,
            variants,
            draw: None,
            candidates: None,
            kernel: self.kernel,
            bandwidth: self.inputs.bandwidth.unwrap_or(Bandwidth::Auto),
            size: Size::of(features),
            head: self.head,
            ridge: Ridge::Auto,
            number: Some(self.number),
            logarithms: Some(false),
            grid: None,
            patch: None,
            probability: false,
            novelty: None,
            early: None,
            steady: None,
            interval: None,
            folds: None,
            seconds: None,
            seed: self.seed,
            portable: false,
        }
    }

    fn trial(&self) -> Result<ModelTrial> {
        let file = self.inputs.file()?;
        let task = self.task.map_or(Task::Auto, Task::from);
        let (schema, notes) = Schema::learn(&file, &Columns { task, ..self.inputs.columns() })?;
        output::remark(&notes);
        let train = schema.read(&file)?;
        let test = match &self.test {
            Some(test) => {
                let file = self.inputs.other(test)?;
                let test = schema.read(&file)?;
                output::remark(&remarks_on(&schema, &train, (&file, &test))?);
                TestRows::Fixed(test)
            }
            None => TestRows::Share(self.holdout.expect("--test or --holdout is given")),
        };
        Ok(ModelTrial { train, schema, test })
    }

    /// Measures each method at each number of features.
    fn comparison<M: Clone + Display>(
        &self,
        methods: &[Varied<M>],
        reporter: &Reporter,
        errors: impl Fn(Varied<M>, u16) -> Result<Repeats>,
    ) -> Result<MethodComparison> {
        let overlap = self.holdout.map_or(Overlap::NONE, Overlap::of_share);
        let mut comparison = MethodComparison::new(overlap);
        let all = methods.len() * self.features.len();
        reporter.trying("");
        for (place, method) in methods.iter().enumerate() {
            for (size, &features) in self.features.iter().enumerate() {
                reporter.label(&format!("{method}, {features} features"));
                reporter.done(place * self.features.len() + size, all);
                let started = Instant::now();
                match errors(method.clone(), features) {
                    Ok(errors) => {
                        let seconds = started.elapsed().as_secs_f64();
                        comparison.add(method.to_string(), features, errors, seconds);
                    }
                    // of all methods, some do not suit the kernel or need more rows
                    Err(Error::Usage(reason)) if self.methods == "all" => {
                        output::remark(&[format!("{method}: {reason}")]);
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(comparison)
    }

    fn methods<M: FromStr<Err = String>>(&self, all: impl Fn() -> Vec<M>) -> Result<Vec<Varied<M>>> {
        if self.methods == "all" {
            return Ok(all().into_iter().map(Varied::own).collect());
        }
        let wrong = |reason| Error::Usage(format!("--methods {}: {reason}", self.methods));
        let names: Vec<&str> = self.methods.split(',').map(str::trim).collect();
        if let Some(name) = repeated(&names) {
            return Err(wrong(format!("{name} is named twice")));
        }
        names.into_iter().map(|name| name.parse().map_err(wrong)).collect()
    }
}
