//! `kernelet fit`.

mod data;
mod summary;

use self::data::Data;
use self::summary::{HeldOut, Linear, Novel, Probable, Soon, Split, Summary};
use super::output::Findings;
use super::words::{Auto, Yes, positive, share};
use clap::Args;
use kernelet_fit::calibrate::Outcome;
use kernelet_fit::calibrate::early;
use kernelet_fit::calibrate::early::EarlyErrors;
use kernelet_fit::calibrate::novelty;
use kernelet_fit::calibrate::novelty::NoveltyRate;
use kernelet_fit::calibrate::probability;
use kernelet_fit::calibrate::probability::Reliabilities;
use kernelet_fit::choose::{Baseline, Comparison};
use kernelet_fit::data::{ClassWeights, Columns, Groups, Table, Task, rare_classes};
use kernelet_fit::error::Result;
use kernelet_fit::metrics::{Metrics, certify, evaluate};
use kernelet_fit::pack::Guarantee;
use kernelet_fit::recipe::{
    Bandwidth, Blocks, Bytes, Core, Deadline, Draw, HeadName, KernelName, Method, Number, Recipe, Ridge, Size,
};
use kernelet_fit::search::Record;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `fit`.
#[derive(Debug, Args)]
pub struct Fit {
    /// The training data: .csv or .csv.gz with a header.
    train: PathBuf,
    /// Test data with the same columns.
    #[arg(long, conflicts_with = "holdout")]
    test: Option<PathBuf>,
    /// The share of the training rows to hold out as test data, for example 0.2.
    #[arg(long, value_parser = share)]
    holdout: Option<f64>,
    /// The target's column [default: the last one].
    #[arg(long)]
    target: Option<String>,
    /// Columns to leave out, such as identifiers.
    #[arg(long, value_delimiter = ',')]
    ignore: Vec<String>,
    /// The column of the subject, device or recording that a row is of: it is no input, and no rows of one group are both
    /// learnt from and held out.
    #[arg(long)]
    group: Option<String>,
    /// The rows are in the order of time: the last ones are held out, and folds are judged by rows after those learnt from
    /// (a ridge by stretches of rows left out in turn).
    #[arg(long, conflicts_with = "group")]
    time: bool,
    /// The parts of the training rows that are held out in turn to decide what is open [default: 5, of many rows 3 of them].
    #[arg(long, value_parser = clap::value_parser!(u16).range(2..=100))]
    folds: Option<u16>,
    /// About how long the fit may take: then no more is tried, and the best so far is fitted to all rows.
    #[arg(long, value_parser = positive)]
    seconds: Option<f64>,
    /// What the search finds is kept in this file as it is found; the same fit, begun anew after it was interrupted or its --seconds
    /// were over, goes on from there, and one of the same rows that is told other blocks takes from it what both look at.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// What to learn.
    #[arg(long, value_enum, default_value = "auto")]
    task: TaskName,
    /// What the model is made of: linear, cosine, relu, fern, or fern with one of these, such as 'linear,fern'; or auto for what
    /// promises the least error. cosine stands for the features of --kernel, relu for those of arccos1 [default: auto where
    /// --flash limits the size and neither --method nor --features is given, else cosine].
    #[arg(long)]
    blocks: Option<Auto<Blocks>>,
    /// How features are found: a draw, eerf, surrogate, leverage, align, greedy, small or learned [default: auto, which is
    /// learned where --flash limits the size, else mc].
    #[arg(long, default_value = "auto", hide_default_value = true)]
    method: Auto<Method>,
    /// How a method that chooses draws its candidates [default: its own way].
    #[arg(long, value_enum)]
    draw: Option<Draw>,
    /// How many candidates such a method chooses from [default: 5 to 20 for each feature].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    candidates: Option<u16>,
    /// The kernel that features approximate.
    #[arg(long, value_enum, default_value = "gaussian")]
    kernel: KernelName,
    /// The kernel's bandwidth on standardised inputs: auto, median, knn50, paper or a number.
    #[arg(long, default_value = "auto")]
    bandwidth: Bandwidth,
    /// The number of features [default: what --flash allows, else 200].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    features: Option<u16>,
    /// The largest size of the packed model, for example 4KiB.
    #[arg(long)]
    flash: Option<Bytes>,
    /// The most RAM that a prediction may take for readings, scores, probabilities and scratch, for example 256.
    #[arg(long)]
    ram: Option<Bytes>,
    /// The most instructions that a prediction may take on --core, as inspect estimates them.
    #[arg(long, requires = "core", value_parser = clap::value_parser!(u64).range(1..))]
    instructions: Option<u64>,
    /// The core that --instructions are counted on.
    #[arg(long, value_enum, requires = "instructions")]
    core: Option<Core>,
    /// What the head minimises [default: softmax for learned features of classes, else ridge].
    #[arg(long, value_enum)]
    head: Option<HeadName>,
    /// The head's regularisation: auto, or a number (times the rows).
    #[arg(long, default_value = "auto")]
    ridge: Ridge,
    /// The number format of the device: f32, f32-libm, f32-micromath, q15, q7, q3, or auto for q3 or q7 by the error that
    /// they promise [default: auto where --flash limits the size, else q7].
    #[arg(long)]
    number: Option<Auto<Number>>,
    /// Whether inputs with a long tail are taken by their logarithms, which the device computes: yes, no, or auto for what
    /// promises the least error [default: auto where --flash limits the size, else no].
    #[arg(long)]
    logarithms: Option<Auto<Yes>>,
    /// The device says how probable classes are: by a slope that is fitted to the scores of training rows held out in turn, each
    /// part of them by a model that is fitted to the others.
    #[arg(long)]
    probability: bool,
    /// The device says whether a row is new, unlike all classes; so many of the training rows held out would be called new, for
    /// example 0.01. The head is then fitted by least squares [default without a share: 0.05].
    #[arg(long, value_parser = share, num_args = 0..=1, require_equals = true, default_missing_value = "0.05")]
    novelty: Option<f64>,
    /// The device may answer as soon as a class is clear; so many of the training rows held out would lose a right answer by it, for
    /// example 0.001. Features are then learnt to be of use one after the other [default without a share: 0.001].
    #[arg(long, value_parser = share, num_args = 0..=1, require_equals = true, default_missing_value = "0.001")]
    early: Option<f64>,
    /// How much the rows of each class count where a model is fitted or chosen: balanced for all classes as much as each other, or
    /// CLASS=weight,… for some (others 1) [default: all rows alike].
    #[arg(long, value_name = "WEIGHTS")]
    class_weights: Option<ClassWeights>,
    /// The seed of everything random.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Where the packed model goes; its data sheet goes beside it, with .json added.
    #[arg(long)]
    out: Option<PathBuf>,
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// No remarks on standard error.
    #[arg(long)]
    quiet: bool,
}

/// A task as the command line names it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum TaskName {
    Auto,
    Classification,
    Regression,
}

/// How good a model is, and what there is to say about that.
struct Measured {
    train: Metrics,
    test: Option<Metrics>,
    stretches: Option<[HeldOut; 2]>,
    linear: Option<Baseline>,
    probable: Option<Reliabilities>,
    novel: Option<NoveltyRate>,
    early: Option<EarlyErrors>,
    certificate: Option<Guarantee>,
    remarks: Vec<String>,
}

impl Fit {
    /// Reads, fits, measures, writes.
    pub fn run(self) -> Result<()> {
        let started = Instant::now();
        let data = self.read()?;
        let record = self.resume.as_deref().map(Record::open).transpose()?;
        let record = record.unwrap_or_default();
        let outcome = kernelet_fit::resume(&data.train, &data.schema, &self.recipe(), &record)?;
        record.close()?;
        let measured = self.measured(&data, &outcome);
        if let Some(out) = &self.out {
            outcome.fitted.file.write(out)?;
        }
        self.print(&outcome, measured, &data, started.elapsed().as_secs_f64());
        Ok(())
    }

    /// Metrics, those of a linear model, and what is to be said about them.
    fn measured(&self, data: &Data, outcome: &Outcome) -> Measured {
        let fitted = &outcome.fitted;
        let Data { schema, train, test, remarks, .. } = data;
        let metrics = |table: &Table| evaluate(&fitted.file, table);
        let tried = &outcome.tried;
        let comparison = Comparison { train, test: test.as_ref(), schema, recipe: &self.recipe(), tried };
        let linear = comparison.linear(fitted).ok();
        let of_test = test.as_ref().and_then(|test| rare_classes(&test.targets, "test"));
        let mut new: Vec<String> = rare_classes(&train.targets, "training").into_iter().chain(of_test).collect();
        // a linear model is not compared with itself
        let other = linear.as_ref().filter(|linear| linear.fitted.file.model != fitted.file.model);
        let (task, taken) = (fitted.file.device().header().task, fitted.file.sheet.recipe.blocks);
        let stretches = outcome.blocked.map(|tried| tried.map(|tried| HeldOut::of(&tried, task)));
        new.extend(stretches.as_ref().zip(taken).map(|(both, taken)| HeldOut::on_stretches(both, taken)));
        new.extend(other.map(|linear| linear.remarks(fitted.file.model.bytes().len())).unwrap_or_default());
        self.say(&new);
        let remarks = [&remarks[..], &new].concat();
        let certificate = certify(&fitted.file, test.as_ref().unwrap_or(train));
        let probable = test.as_ref().and_then(|test| probability::measure(fitted, test));
        let novel = test.as_ref().and_then(|test| novelty::measure(fitted, test));
        let early = test.as_ref().and_then(|test| early::measure(fitted, test));
        let test = test.as_ref().map(metrics);
        Measured { train: metrics(train), test, stretches, linear, probable, novel, early, certificate, remarks }
    }

    /// Sentences on standard error.
    fn say(&self, remarks: &[String]) {
        if !self.quiet {
            remarks.iter().for_each(|remark| eprintln!("kernelet: {remark}"));
        }
    }

    fn split(&self, groups: &Groups) -> Split {
        match groups {
            _ if self.test.is_some() => Split::File,
            Groups::Labelled(_) => Split::Grouped,
            Groups::TimeSeries => Split::Ordered,
            Groups::Independent | Groups::Blocked(_) => Split::Random,
        }
    }

    fn columns(&self) -> Columns {
        let task = match self.task {
            TaskName::Auto => Task::Auto,
            TaskName::Classification => Task::Classification,
            TaskName::Regression => Task::Regression,
        };
        Columns { target: self.target.clone(), ignore: self.ignore.clone(), group: self.group.clone(), task }
    }

    fn recipe(&self) -> Recipe {
        Recipe {
            blocks: self.blocks(),
            method: self.method(),
            draw: self.draw,
            candidates: self.candidates,
            kernel: self.kernel,
            bandwidth: self.bandwidth,
            size: self.size(),
            head: self.head.or(self.novelty.map(|_| HeadName::Ridge)),
            ridge: self.ridge,
            number: self.number(),
            logarithms: self.logarithms(),
            probability: self.probability,
            novelty: self.novelty,
            early: self.early,
            folds: self.folds,
            seconds: self.seconds,
            seed: self.seed,
        }
    }

    fn size(&self) -> Size {
        let deadline = self.core.zip(self.instructions).map(|(core, instructions)| Deadline { core, instructions });
        Size { features: self.features, flash: self.flash, ram: self.ram, deadline }
    }

    /// The method asked for; with a budget, learned features are worth their time.
    fn method(&self) -> Method {
        let own = if self.flash.is_some() { Method::Learned } else { Method::Drawn(Draw::MonteCarlo) };
        self.method.0.unwrap_or(own)
    }

    /// The blocks asked for; where the method, the kernel or the number of features is, features.
    fn blocks(&self) -> Option<Blocks> {
        let open = self.flash.is_some() && self.method.0.is_none() && self.features.is_none();
        let own = Auto(if open { None } else { Some(Blocks::COSINE) });
        self.blocks.unwrap_or(own).0
    }

    /// The number format asked for, if one is.
    fn number(&self) -> Option<Number> {
        let own = Auto(if self.flash.is_some() { None } else { Some(Number::Q7) });
        self.number.unwrap_or(own).0
    }

    /// Whether logarithms are asked for, if that is said.
    fn logarithms(&self) -> Option<bool> {
        let own = Auto(if self.flash.is_some() { None } else { Some(Yes(false)) });
        self.logarithms.unwrap_or(own).0.map(|Yes(asked)| asked)
    }

    fn print(&self, outcome: &Outcome, measured: Measured, data: &Data, seconds: f64) {
        let fitted = &outcome.fitted;
        let device = fitted.file.device();
        let header = device.header();
        let recipe = &fitted.file.sheet.recipe;
        let labels = fitted.file.sheet.schema.target.labels().map(<[String]>::to_vec);
        let summary = Summary {
            task: if labels.is_some() { "classification" } else { "regression" },
            blocks: recipe.blocks.unwrap_or(Blocks::COSINE),
            method: recipe.method,
            kernel: recipe.kernel,
            bandwidth: fitted.bandwidth,
            head: fitted.head,
            ridge: fitted.ridge,
            features: device.sizes().features,
            ferns: device.sizes().ferns,
            mean: fitted.is_mean(),
            stopped: fitted.stopped.clone(),
            inputs: header.inputs.into(),
            logarithms: fitted.file.sheet.logarithms().map(str::to_owned).collect(),
            outputs: header.outputs.into(),
            class_weights: (data.class_weights.as_ref())
                .map(|weights| labels.iter().flatten().cloned().zip(weights.clone()).collect()),
            classes: labels,
            number: recipe.number.unwrap_or(Number::Q7),
            bytes: fitted.file.model.bytes().len(),
            tried: outcome.tried.iter().map(|tried| HeldOut::of(tried, header.task)).collect(),
            stretches: measured.stretches,
            probability: outcome.probability.map(|found| Probable { found, test: measured.probable }),
            novelty: outcome.novelty.map(|found| Novel { found, test: measured.novel }),
            early: outcome.early.clone().map(|found| Soon::of(found, measured.early, &fitted.file)),
            linear: measured.linear.map(|linear| Linear::of(linear, header.task)),
            split: self.split(&data.train.groups),
            group: self.group.clone(),
            train: measured.train,
            test: measured.test,
            certificate: measured.certificate,
            remarks: measured.remarks,
            seconds,
            seed: self.seed,
        };
        summary.print(self.json);
    }
}
