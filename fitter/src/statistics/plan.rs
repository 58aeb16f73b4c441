//! The plan: a model of a sample, whose head is to be found from all rows.

use crate::calibrate::Outcome;
use crate::data::{self, Groups, Table};
use crate::error::{Error, Result};
use crate::pack::{ModelFile, PackedModel, Sheet};
use crate::recipe::{Blocks, HeadName};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the file.
const VERSION: u32 = 1;

/// A model of a sample, and what its targets are counted in.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The model.
    pub file: ModelFile,
    /// The loss that its head minimises.
    pub head: HeadName,
    /// How values are counted; empty for classes.
    pub targets: Vec<Targets>,
}

/// The mean and the deviation of a target in the sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Targets {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// The plan as it stands in its file.
#[derive(Serialize, Deserialize)]
struct PlanFile {
    plan: u32,
    head: HeadName,
    targets: Vec<Targets>,
    model: String,
    sheet: serde_json::Value,
}

impl Plan {
    /// Makes the plan of a fitted model and the rows that it was fitted to.
    ///
    /// # Errors
    /// A reason, where the model has parts that one pass cannot find again.
    pub fn of(outcome: &Outcome, table: &Table) -> std::result::Result<Plan, String> {
        let fitted = &outcome.fitted;
        let targets = match &table.targets {
            data::Targets::Classes { .. } => Vec::new(),
            data::Targets::Values(values) => values.columns.iter().map(|column| Targets::of(column)).collect(),
        };
        let plan = Plan { file: fitted.file.clone(), head: fitted.head, targets };
        plan.check(fitted.blocks())?;
        if table.sample_weights.iter().any(|weight| *weight != 1.0) {
            return Err("weights of classes are for rows in one place".to_owned());
        }
        if matches!(table.groups, Groups::Labelled(_) | Groups::TimeSeries) {
            return Err("the folds of statistics are single rows, in no groups and no order".to_owned());
        }
        if table.teacher.is_some() {
            return Err("a teacher speaks of rows in one place".to_owned());
        }
        Ok(plan)
    }

    /// Returns true where the head is one of least squares.
    pub fn is_least_squares(&self) -> bool {
        self.head == HeadName::Ridge
    }

    /// Refuses what one pass over the rows cannot find.
    fn check(&self, blocks: Blocks) -> std::result::Result<(), String> {
        let device = self.file.device();
        let recipe = &self.file.sheet.recipe;
        let lack = |what: &str| Err(what.to_owned());
        if blocks.ferns {
            return lack("ferns are grown on rows in one place: --blocks cosine or relu goes with it");
        }
        if recipe.early.is_some() || recipe.novelty.is_some() || recipe.probability || recipe.interval.is_some() {
            return lack("probabilities, novelty, intervals and early answers are calibrated on rows in one place");
        }
        if self.file.sheet.series.is_some() {
            return lack("windows of a stream are cut in one place");
        }
        if matches!(self.head, HeadName::Svm | HeadName::Hinge) {
            return lack("a hinge has no sums to be found from: --head ridge, logistic or softmax goes with it");
        }
        if !self.file.sheet.schema.target.further.is_empty() {
            return lack("several targets are fitted in one place");
        }
        let is_cosine = device.parts().iter().all(|(kind, _)| !kind.is_rectified());
        if !self.file.contract().is_fixed() && !is_cosine {
            return lack("features in f32 are counted where they are cosines: --number q7 goes with others");
        }
        match self.file.model.head() {
            Some(_) => Ok(()),
            None => lack("the model is more than one block of features"),
        }
    }

    /// Returns the plan as a file.
    pub fn to_json(&self) -> Vec<u8> {
        let sheet = serde_json::from_slice(&self.file.sheet.to_json()).expect("a sheet is JSON");
        let file = PlanFile {
            plan: VERSION,
            head: self.head,
            targets: self.targets.clone(),
            model: BASE64_STANDARD.encode(self.file.model.bytes()),
            sheet,
        };
        let mut json = serde_json::to_vec_pretty(&file).expect("a plan of plain values");
        json.push(b'\n');
        json
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// A sentence that names what is wrong.
    pub fn from_json(json: &[u8]) -> std::result::Result<Plan, String> {
        let file: PlanFile = serde_json::from_slice(json).map_err(|wrong| format!("is not a plan: {wrong}"))?;
        if file.plan != VERSION {
            return Err(format!("is a plan of version {}, and version {VERSION} is read", file.plan));
        }
        let bytes = BASE64_STANDARD.decode(&file.model).map_err(|wrong| format!("model: {wrong}"))?;
        let model = PackedModel::new(bytes).map_err(|wrong| format!("model: {wrong}"))?;
        let sheet = Sheet::from_json(&serde_json::to_vec(&file.sheet).map_err(|wrong| wrong.to_string())?);
        let sheet =
            sheet.and_then(|sheet| sheet.check(&model).map(|()| sheet)).map_err(|wrong| format!("sheet: {wrong}"))?;
        let outputs = usize::from(model.device().header().outputs);
        let values = if sheet.schema.target.labels().is_some() { 0 } else { outputs };
        let is_counted = |targets: &Targets| targets.mean.is_finite() && targets.deviation > 0.0;
        if file.targets.len() != values || !file.targets.iter().all(is_counted) {
            return Err(format!("targets: {values} with a mean and a deviation are needed"));
        }
        let plan = Plan { file: ModelFile { model, sheet }, head: file.head, targets: file.targets };
        plan.check(plan.file.sheet.recipe.blocks.unwrap_or(Blocks::COSINE))?;
        Ok(plan)
    }

    /// Reads the file of a plan.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Model`], naming the file.
    pub fn open(path: &Path) -> Result<Plan> {
        let json = std::fs::read(path).map_err(|source| Error::io(path, source))?;
        Plan::from_json(&json).map_err(|wrong| Error::model(path, wrong))
    }
}

impl Targets {
    /// Returns the mean and the deviation of values, 1 where they do not vary.
    fn of(values: &[f64]) -> Targets {
        let rows = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / rows;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / rows;
        Targets { mean, deviation: if variance > 0.0 { variance.sqrt() } else { 1.0 } }
    }
}
