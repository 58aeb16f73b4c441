//! `kernelet prepare`.

use super::dialect::{DialectOptions, names};
use super::files::of_model;
use super::output;
use super::recordings::cut_inputs;
use super::values::repeated;
use clap::Args;
use kernelet_fit::data::{DataFile, Names};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::online::{Plan, prepare};
use kernelet_fit::pack::{ModelFile, writes_model};
use kernelet_fit::report::Inspection;
use std::path::PathBuf;

/// The least rate that the device's 15 bits hold.
const LEAST_RATE: f64 = 1.0 / 65_536.0;

/// The options of `prepare`.
#[derive(Debug, Args)]
pub struct Prepare {
    /// The packed model, in fixed point.
    model: PathBuf,
    /// Rows such as it was fitted to, by the names of its columns; - is standard input.
    data: PathBuf,
    #[command(flatten)]
    dialect: DialectOptions,
    /// Labels of classes that the model never saw and is to learn, separated by commas.
    ///
    /// These alone learn, with those that were added before; without this option all scores do.
    #[arg(long, value_name = "LABELS", help_heading = "Learning")]
    add: Vec<Names>,
    /// The length of a step: 1 brings a row's score where it should be at once [default: 0.5 with
    /// --add, else 0.05].
    #[arg(long, help_heading = "Learning", value_parser = within::<0, 199>)]
    rate: Option<f64>,
    /// The lead over other classes that is enough, where 1 is a score from zero to its target
    /// [default: 0.1; 1 for two classes].
    #[arg(long, help_heading = "Learning", value_parser = within::<0, 200>)]
    margin: Option<f64>,
    /// The directions in which training rows spread most, and steps are short [default: 4 or 8 with
    /// --add, else 0].
    #[arg(long, value_name = "COUNT", help_heading = "Learning", value_parser = clap::value_parser!(u8).range(0..=16))]
    directions: Option<u8>,
    /// Forget a share of 2^-SHIFT of what was learned at every update; 0 forgets nothing.
    #[arg(long, value_name = "SHIFT", help_heading = "Learning", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=23))]
    forget: u8,
    /// The prepared model; its data sheet goes beside it.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Reads a number from `LOW` to `HIGH` hundredths.
fn within<const LOW: u8, const HIGH: u8>(text: &str) -> std::result::Result<f64, String> {
    let (low, high) = (f64::from(LOW) / 100.0, f64::from(HIGH) / 100.0);
    let number = text.parse::<f64>().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("not a number from {low} to {high}"))
}

impl Prepare {
    /// Reads the model and the rows, and writes the prepared model.
    pub fn run(self) -> Result<()> {
        let files = of_model(&self.model).reads("the data", &self.data).prints();
        writes_model(files, "--out", &self.out)?.check()?;
        let model = ModelFile::open(&self.model)?;
        let file = DataFile::open(&self.data, &self.dialect.over(&model.sheet.schema.dialect))?;
        let samples = model.sheet.schema.read_inputs(&file)?;
        let columns = cut_inputs(&model, &file, &samples)?.map_or(samples, |cut| cut.inputs);
        if columns.rows() == 0 {
            return Err(Error::no_rows(&self.data));
        }
        let raw = model.raw(&model.inputs(columns)?);
        self.check(&model)?;
        let plan = Plan {
            classes: names(&self.add),
            rate: self.rate,
            margin: self.margin,
            directions: self.directions.map(usize::from),
            forget: self.forget,
        };
        let prepared = prepare(&model, &raw, &plan).map_err(|wrong| Error::model(&self.model, wrong))?;
        prepared.write(&self.out)?;
        output::print(&Inspection::of(&prepared), self.json)
    }

    /// Refuses options without an effect.
    fn check(&self, model: &ModelFile) -> Result<()> {
        if self.margin.is_some() && model.sheet.schema.target.labels().is_none() {
            return Err(Error::Usage("--margin is for classes, and the model has values".to_owned()));
        }
        if let Some(label) = repeated(&names(&self.add)) {
            return Err(Error::Usage(format!("--add: {label} is named twice")));
        }
        match self.rate {
            Some(rate) if rate < LEAST_RATE => Err(Error::Usage(format!(
                "--rate {rate}: the device rounds a rate below 2^-16 to 0, and would learn nothing"
            ))),
            _ => Ok(()),
        }
    }
}
