//! The linear model that every other one has to beat, in the same budget.

use crate::choose::{FERNS, held, held_out, judges, worth};
use crate::data::{Schema, Table, Targets};
use crate::error::Error;
use crate::fit::{FitPlan, Fitted, Judged};
use crate::metrics::{Metrics, errors, evaluate, interval};
use crate::recipe::{Blocks, HeadName, Number, Recipe, Ridge};
use crate::search::Search;

/// A linear model beside another one.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The linear model.
    pub fitted: Fitted,
    /// On the rows that both were fitted to.
    pub train: Metrics,
    /// On test rows.
    pub test: Option<Metrics>,
    /// Without test rows: its error on rows held out, where the other model's is known, and how many these are.
    pub held_out: Option<Judged>,
    /// What the other model gains on it.
    pub gain: Gain,
}

/// How much less than the linear model another one errs.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// The linear model's error less the other's: a share of rows, for values a mean square.
    pub error: f64,
    /// The standard error of that difference.
    pub deviation: f64,
    /// The errors of both, the linear model's first.
    pub of: [f64; 2],
    /// On which rows.
    pub on: Rows,
    /// The 95 % interval of the other model's error.
    pub interval: Option<[f64; 2]>,
}

/// Rows that two models are compared on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Test rows.
    Test,
    /// Training rows held out in turn.
    HeldOut,
    /// The rows that both were fitted to, which flatter the larger one.
    Train,
}

/// What is compared, and on what.
#[derive(Clone, Copy)]
pub struct Contest<'a> {
    /// The rows that the model was fitted to.
    pub train: &'a Table,
    /// Test rows, if there are any.
    pub test: Option<&'a Table>,
    /// What the columns are.
    pub schema: &'a Schema,
    /// What the model was fitted by.
    pub recipe: &'a Recipe,
}

impl Contest<'_> {
    /// A linear model in the budget of a fitted one, compared with it.
    ///
    /// # Errors
    /// [`Error::Budget`] where even this does not fit.
    pub fn linear(&self, model: &Fitted) -> Result<Baseline, Error> {
        let recipe = Recipe { head: None, ridge: Ridge::Auto, ..self.recipe.clone() };
        let number = recipe.number.unwrap_or(Number::Q7);
        let Contest { train, schema, .. } = *self;
        let (schedule, judged) = (None, false);
        // of what the other one takes, values or logarithms
        let logarithms = model.file.sheet.recipe.logarithms.unwrap_or(false);
        let blocks = Blocks::LINEAR;
        let plan = FitPlan {
            train,
            schema,
            recipe: &recipe,
            number,
            blocks,
            logarithms,
            schedule,
            judged,
            fern_parameters: FERNS,
            search: Search::default(),
        };
        // a linear model is its own baseline
        let own = model.file.sheet.recipe.blocks == Some(Blocks::LINEAR);
        let fitted = if own { model.clone() } else { plan.run()? };
        let known = if self.test.is_none() { self.known(model) } else { None };
        let folds = judges(train, self.recipe);
        let judged = || {
            let error = held_out(&plan, &folds)?;
            Ok::<_, Error>(Judged { blocks, error, rows: held(&folds), worth: worth(&plan, &folds) })
        };
        let held_out = known.map(|_| judged()).transpose()?;
        let gain = match (self.test, held_out.zip(known)) {
            (Some(test), _) => paired([&fitted, model], test, Rows::Test),
            (None, Some((linear, own))) => self.unpaired(linear, own),
            (None, None) => paired([&fitted, model], train, Rows::Train),
        };
        let test = self.test.map(|test| evaluate(&fitted.file, test));
        Ok(Baseline { train: evaluate(&fitted.file, train), test, held_out, gain, fitted })
    }

    /// The model's error on rows held out, in the unit of [`crate::fit::Judged`], if it was measured.
    fn known(&self, model: &Fitted) -> Option<f64> {
        let blocks = model.file.sheet.recipe.blocks;
        let tried = model.tried.iter().find(|tried| Some(tried.blocks) == blocks).map(|tried| tried.error);
        let classes = matches!(self.train.targets, Targets::Classes { .. });
        let learned = model.schedule.is_some() && !(classes && model.head == HeadName::Ridge);
        let own =
            model.error.filter(|error| error.is_finite() && (learned || !blocks.is_some_and(Blocks::only_features)));
        tried.or(own)
    }

    /// The linear model's error and another on as many rows, of which no more is known.
    fn unpaired(&self, linear: Judged, own: f64) -> Gain {
        let of = [linear.error, own];
        let own = Judged { error: own, ..linear };
        let (variance, interval) = match self.train.targets {
            Targets::Classes { .. } => (linear.error * (1.0 - linear.error), own.share_interval()),
            // of squared normal errors
            Targets::Values(_) => (2.0 * linear.error.powi(2), own.mean_square_interval()),
        };
        let deviation = (variance / linear.independent().max(1.0)).sqrt();
        Gain { error: of[0] - of[1], deviation, of, on: Rows::HeldOut, interval: Some(interval) }
    }
}

/// Errors on the same rows: the deviation is that of their differences, as in McNemar's test of classes.
fn paired([linear, model]: [&Fitted; 2], table: &Table, on: Rows) -> Gain {
    let errors = [linear, model].map(|fitted| errors(&fitted.file, table));
    let rows = table.rows() as f64;
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / rows;
    let differences: Vec<f64> = errors[0].iter().zip(&errors[1]).map(|(linear, own)| linear - own).collect();
    let error = mean(&differences);
    let square = differences.iter().map(|difference| (difference - error).powi(2)).sum::<f64>() / rows;
    let together = table.groups.together(table.rows());
    let [worth, independent] = [&errors[1], &differences].map(|errors| interval::worth(errors, &together));
    let interval = match table.targets {
        Targets::Classes { .. } => {
            Some(interval::share(errors[1].iter().sum::<f64>() as u64, table.rows() as u64, worth))
        }
        Targets::Values(_) => interval::mean_square(&errors[1], worth),
    };
    Gain { error, deviation: (square / independent).sqrt(), of: errors.map(|errors| mean(&errors)), on, interval }
}

impl Gain {
    /// Whether the linear model is as good, as far as the rows can tell: to a standard error.
    pub fn is_none(&self) -> bool {
        self.error <= self.deviation
    }

    /// Whether the interval of the model's error is wider than the gain, errors of values being roots of mean squares.
    pub fn is_doubtful(&self, classes: bool) -> bool {
        let unit = |error: f64| if classes { error } else { error.sqrt() };
        let gain = unit(self.of[0]) - unit(self.of[1]);
        self.interval.is_some_and(|[low, high]| unit(high) - unit(low) > gain)
    }
}

impl Baseline {
    /// Sentences about what another model of so many bytes gains on this one.
    pub fn remarks(&self, bytes: usize) -> Vec<String> {
        let classes = self.fitted.file.sheet.schema.target.labels().is_some();
        let Gain { of: [linear, own], on, interval, .. } = self.gain;
        let on = match on {
            Rows::Test => "test rows",
            Rows::HeldOut => "rows held out",
            Rows::Train => "the training rows themselves",
        };
        let reach = |error: f64| match classes {
            true => format!("{:.1} %", 100.0 * (1.0 - error)),
            false => format!("an RMSE of {:.4}", error.sqrt()),
        };
        let size = self.fitted.file.model.bytes().len();
        if self.gain.is_none() {
            let [linear, own] = [linear, own].map(reach);
            return vec![format!(
                "a linear model reaches {linear} in {size} bytes; this one reaches {own} in {bytes}, on {on}"
            )];
        }
        match interval.filter(|_| self.gain.is_doubtful(classes) && self.gain.on != Rows::Train) {
            Some([low, high]) => {
                // a low error is a high accuracy
                let [first, last] = if classes { [high, low] } else { [low, high] }.map(reach);
                let [linear, own] = [linear, own].map(reach);
                vec![format!(
                    "{own} on {on} can be anything from {first} to {last}: a wider interval than the gain on a linear model, which \
                     reaches {linear} in {size} bytes"
                )]
            }
            None => Vec::new(),
        }
    }
}
