//! The linear model that every other model has to beat, in the same budget.

use super::first_plan::first_plan;
use super::gain::{ComparedRows, Gain, paired};
use super::judge::{judged, judges};
use super::judged::Judged;
use crate::data::{ColumnKind, Schema, Table, Targets};
use crate::error::Result;
use crate::error::text::significant;
use crate::fit::{FitPlan, Fitted};
use crate::metrics::interval::NORMAL;
use crate::metrics::{Metrics, evaluate};
use crate::recipe::{Blocks, HeadName, Recipe, Ridge};
use crate::search::Search;

/// A linear model beside another model.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The linear model.
    pub fitted: Fitted,
    /// The metrics on the rows that both were fitted to.
    pub train: Metrics,
    /// The metrics on test rows.
    pub test: Option<Metrics>,
    /// Without test rows: the linear model's error on rows held out, where the other model's is
    /// known.
    pub held_out: Option<Judged>,
    /// The gain of the other model.
    pub gain: Gain,
}

/// The rows and the recipe by which a model is compared with a linear one.
#[derive(Clone, Copy)]
pub struct Comparison<'a> {
    /// The rows that the model was fitted to.
    pub train: &'a Table,
    /// Test rows, if there are any.
    pub test: Option<&'a Table>,
    /// The meaning of the columns.
    pub schema: &'a Schema,
    /// The recipe of the model.
    pub recipe: &'a Recipe,
    /// The blocks that were judged when the model was chosen.
    pub tried: &'a [Judged],
    /// The linear model that was fitted then, which is taken where the time is limited.
    pub linear: Option<&'a Fitted>,
    /// The time for the comparison.
    pub search: Search<'a>,
}

impl Comparison<'_> {
    /// Fits a linear model in the budget of another model and compares the two: on test rows, else
    /// on rows held out, else on the training rows.
    ///
    /// # Errors
    /// [`Error::Budget`](crate::Error::Budget) where even the linear model does not fit.
    pub fn linear(&self, model: &Fitted) -> Result<Baseline> {
        let recipe = Recipe { head: None, ridge: Ridge::Auto, ..self.recipe.clone() };
        let plan = self.plan(&recipe, model);
        // a linear model is its own baseline
        let fitted = match self.linear.filter(|_| self.search.is_limited()) {
            _ if model.blocks() == Blocks::LINEAR => model.clone(),
            Some(linear) => linear.clone(),
            None => plan.run()?,
        };
        let known = if self.test.is_none() { self.known(model) } else { None };
        let held_out = known.map(|_| self.judged(&plan, model)).transpose()?;
        let gain = match (self.test, held_out.zip(known)) {
            (Some(test), _) => paired([&fitted, model], test, ComparedRows::Test),
            (None, Some((linear, own))) => self.unpaired(linear, own),
            (None, None) => paired([&fitted, model], self.train, ComparedRows::Train),
        };
        let test = self.test.map(|test| evaluate(&fitted.file, test));
        Ok(Baseline { train: evaluate(&fitted.file, self.train), test, held_out, gain, fitted })
    }

    /// The plan of the linear model, on values or logarithms as the other model.
    fn plan<'a>(&'a self, recipe: &'a Recipe, model: &Fitted) -> FitPlan<'a> {
        let logarithms = model.file.sheet.recipe.logarithms.unwrap_or(false);
        let first = first_plan((self.train, self.schema), (recipe, self.search));
        FitPlan { blocks: Blocks::LINEAR, logarithms, ..first }
    }

    /// The error of the linear model on rows held out.
    fn judged(&self, plan: &FitPlan<'_>, model: &Fitted) -> Result<Judged> {
        let known = self.tried.iter().find(|tried| tried.blocks == Blocks::LINEAR);
        let is_same = model.blocks() == Blocks::LINEAR;
        let is_over = self.search.is_limited() || self.search.passed();
        if let Some(known) = known.filter(|_| is_same || is_over || self.has_windows()) {
            return Ok(*known);
        }
        judged(plan, &judges(self.train, self.recipe))
    }

    /// Returns false where nothing tells how a linear model would do on the rows that the other one
    /// is judged by.
    ///
    /// Without test rows, models of windows are judged in a contest, where the linear one had
    /// features of its own; one with the other model's features would look better than it is.
    pub fn is_fair(&self, model: &Fitted) -> bool {
        self.test.is_some() || model.blocks() == Blocks::LINEAR || !self.has_windows()
    }

    /// Returns true if the inputs are features of windows, which all training rows chose.
    fn has_windows(&self) -> bool {
        self.train.inputs.kinds.contains(&ColumnKind::Window)
    }

    /// The model's error on rows held out, in the unit of [`Judged`], if it was measured.
    fn known(&self, model: &Fitted) -> Option<f64> {
        let blocks = model.blocks();
        let tried = self.tried.iter().find(|tried| tried.blocks == blocks).map(|tried| tried.error);
        let classes = matches!(self.train.targets, Targets::Classes { .. });
        let learned = model.schedule.is_some() && !(classes && model.head == HeadName::Ridge);
        let own = model.error.filter(|error| error.is_finite() && (learned || !blocks.only_features()));
        tried.or(own)
    }

    /// The gain where only the two errors on as many rows are known, not those of each row.
    fn unpaired(&self, linear: Judged, own: f64) -> Gain {
        let of = [linear.error, own];
        let own = Judged { error: own, ..linear };
        let (variance, interval) = match self.train.targets {
            Targets::Classes { .. } => (linear.error * (1.0 - linear.error), own.share_interval()),
            // of squared normal errors
            Targets::Values(_) => (2.0 * linear.error.powi(2), own.mean_square_interval(NORMAL)),
        };
        let deviation = (variance / linear.effective_rows().max(1.0)).sqrt();
        let on = if self.train.is_weighted() { ComparedRows::WeightedHeldOut } else { ComparedRows::HeldOut };
        Gain { error: of[0] - of[1], deviation, of, on, interval: Some(interval) }
    }
}

impl Baseline {
    /// Remarks on what a model of so many bytes gains over this one.
    pub fn remarks(&self, bytes: usize) -> Vec<String> {
        let classes = self.fitted.file.sheet.schema.target.labels().is_some();
        let size = self.fitted.file.model.bytes().len();
        let on = self.gain.on.name();
        let reach = |error: f64| match classes {
            true => format!("{:.2} % error", 100.0 * error),
            false => format!("an RMSE of {}", significant(error.sqrt(), 4)),
        };
        let [linear, own] = self.gain.of.map(reach);
        if self.gain.is_none() {
            return vec![format!(
                "a linear model has {linear} in {size} bytes; this one has {own} in {bytes}, on {on}"
            )];
        }
        let doubtful = self.gain.is_doubtful(classes) && self.gain.on != ComparedRows::Train;
        let Some([low, high]) = self.gain.interval.filter(|_| doubtful) else { return Vec::new() };
        let [first, last] = [low, high].map(reach);
        vec![format!(
            "{own} on {on} has a 95 % interval of {first} to {last}, which is wider than the gain over a linear model: that one \
             has {linear} in {size} bytes"
        )]
    }
}
