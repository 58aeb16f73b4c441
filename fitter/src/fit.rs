//! The whole flow, from a table to a packed model.

use crate::bandwidth::{self, spread};
use crate::data::{Schema, Table, Targets};
use crate::device_map::{DeviceMap, levels};
use crate::export::klt;
use crate::export::sheet::{ModelFile, Sheet, checksum};
use crate::find::{Find, Found};
use crate::kernel::{self, Scaled};
use crate::pool::Sample;
use crate::quantise::{self, Ask, Fold, HeadWords, Intake};
use crate::recipe::{Bandwidth, HeadName, Method, Number, Recipe, Size};
use crate::refine::joint::{Schedule, Words};
use crate::standardise::{self, Standard};
use crate::{Error, error::Result};
use kernelet::{F32, Libm, Micromath, Q3, Q7, Q7Wide, Q15, Task};
use nalgebra::DMatrix;

/// Features where neither their number nor a budget is given.
const FEATURES: u16 = 200;
/// Features drawn to plan the intake of the inputs.
const SAMPLE: usize = 64;
/// The bandwidth at which learning starts, a multiple of the mean distance to the 50th nearest neighbour.
const START: f64 = 2.0;

/// A fitted model, and what the fit decided.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The packed model with its data sheet.
    pub file: ModelFile,
    /// The kernel's bandwidth.
    pub bandwidth: f64,
    /// What the head minimises.
    pub head: HeadName,
    /// The regularisation, a multiple of the number of rows; none where the head was learnt with the features.
    pub ridge: Option<f64>,
    /// Why there are no more features, where that is the method's own choice.
    pub stopped: Option<String>,
    /// The error that it promises on rows like these, rounding included: in units of the head's loss, or where the features
    /// were learnt a share of rows.
    pub error: f64,
    /// How the features were learnt, if they were.
    schedule: Option<Schedule>,
}

/// Fits a model to a table.
///
/// # Errors
/// [`Error::Budget`] where the size cannot be met; [`Error::Usage`] where the data has more inputs than a model can have.
pub fn fit(train: &Table, schema: &Schema, recipe: &Recipe) -> Result<Fitted> {
    if let Some(number) = recipe.number {
        return Job { train, schema, recipe, schedule: None }.fit_as(number);
    }
    let mut best: Option<Fitted> = None;
    for number in Number::SMALL {
        let recipe = Recipe { number: Some(number), ..recipe.clone() };
        let schedule = best.as_ref().and_then(|best| best.schedule);
        let next = Job { train, schema, recipe: &recipe, schedule }.fit_as(number);
        best = Some(match (best, next) {
            (Some(best), Ok(next)) if next.error < best.error => next,
            (Some(best), Ok(_) | Err(Error::Budget(_))) => best,
            (_, next) => next?,
        });
    }
    best.ok_or_else(|| Error::Usage("there is no number format to try".to_owned()))
}

struct Job<'a> {
    train: &'a Table,
    schema: &'a Schema,
    recipe: &'a Recipe,
    /// How to learn, where that is known already.
    schedule: Option<Schedule>,
}

/// What the stages before the device look at.
struct View {
    standards: Vec<Standard>,
    /// Standardised rows, `inputs x rows`.
    rows: DMatrix<f64>,
    /// Targets, `outputs x rows`.
    targets: DMatrix<f64>,
}

impl Job<'_> {
    /// The flow in the format of that name, or where its accumulator could overflow, in a wider one.
    fn fit_as(&self, number: Number) -> Result<Fitted> {
        let fitted = match number {
            Number::F32 => self.fit::<F32>()?,
            Number::F32Libm => self.fit::<F32<Libm>>()?,
            Number::F32Micromath => self.fit::<F32<Micromath>>()?,
            Number::Q15 => self.fit::<Q15>()?,
            Number::Q7 => match self.fit::<Q7>()? {
                Some(proved) => Some(proved),
                None => self.fit::<Q7Wide>()?,
            },
            Number::Q3 => self.fit::<Q3>()?,
        };
        fitted.ok_or_else(|| {
            Error::Budget(
                "a score could overflow its accumulator; use fewer features, or a wider number format".to_owned(),
            )
        })
    }

    /// The flow in format `F`; `None` where an accumulator could overflow.
    fn fit<F: Fold>(&self) -> Result<Option<Fitted>> {
        let head = self.head()?;
        let view = self.view()?;
        let bandwidth = self.bandwidth::<F>(&view)?;

        let (map, Found { head: trained, stopped, .. }) = self.map::<F>(&view, bandwidth, &self.recipe.size)?;
        let schedule = trained.as_ref().map(|trained| trained.schedule);
        let (words, error, ridge) = match trained {
            Some(trained) => (HeadWords::of(&trained.head, trained.unit), trained.error, None),
            None => {
                let settled = quantise::settle(map.problem(&self.train.inputs, view.targets), &self.ask::<F>(head));
                (settled.head, settled.error, Some(settled.ridge))
            }
        };
        let parts = map.parts(&words);
        if !quantise::proved::<F>(&parts.head, &parts.bias) {
            return Ok(None);
        }
        let model = klt::pack::<F>(&parts);
        let file = self.file(model, map.into_intakes());
        Ok(Some(Fitted { file, bandwidth, head, ridge, stopped, error, schedule }))
    }

    /// What the head minimises.
    fn head(&self) -> Result<HeadName> {
        let classes = matches!(self.train.targets, Targets::Classes { .. });
        let trained = matches!(self.recipe.method, Method::Supervise | Method::Learned);
        let own = if classes && trained { HeadName::Softmax } else { HeadName::Ridge };
        match self.recipe.head.unwrap_or(own) {
            head if head != HeadName::Ridge && !classes => {
                Err(Error::Usage(format!("the head {head} is for classes, and the target has values")))
            }
            head => Ok(head),
        }
    }

    fn ask<F: Fold>(&self, head: HeadName) -> Ask {
        Ask { head, ridge: self.recipe.ridge, levels: levels::<F>() }
    }

    fn view(&self) -> Result<View> {
        let standards = standardise::learn(&self.train.inputs);
        fits_a_header(standards.len())?;
        let rows = standardise::apply(&standards, &self.train.inputs);
        let targets = targets(&self.train.targets);
        differ(&targets)?;
        Ok(View { standards, rows, targets })
    }

    /// The bandwidth, where it is searched for by running the flow on a part of the rows with few features.
    fn bandwidth<F: Fold>(&self, view: &View) -> Result<f64> {
        if self.recipe.method == Method::Learned && self.recipe.bandwidth == Bandwidth::Auto {
            return Ok(START * kernel::knn50(&view.rows));
        }
        let rows = spread(self.train.rows(), bandwidth::ROWS);
        let part = self.train.inputs.select(&rows);
        let targets = view.targets.select_columns(&rows);
        let features = usize::from(self.recipe.size.features.unwrap_or(u16::MAX)).min(bandwidth::FEATURES);
        let size = Size { features: Some(features as u16), flash: None };
        // what learning starts from stands for what it would learn, which takes long
        let method = match self.recipe.method {
            Method::Kernel(_) | Method::Supervise => Method::Drawn(self.recipe.method.draw()),
            own => own,
        };
        let recipe = Recipe { method, ..self.recipe.clone() };
        let job = Job { recipe: &recipe, ..*self };
        bandwidth::resolve(self.recipe.bandwidth, &view.rows, |bandwidth| {
            let (map, _) = job.map::<F>(view, bandwidth, &size)?;
            // by the squared error whatever the head, since that needs no rows held out and little time
            Ok(quantise::settle(map.problem(&part, targets.clone()), &self.ask::<F>(HeadName::Ridge)).error)
        })
    }

    /// Finds the features that the size allows and brings them into the device's words.
    fn map<F: Fold>(&self, view: &View, bandwidth: f64, size: &Size) -> Result<(DeviceMap<F>, Found)> {
        let (task, outputs) = answers(&self.train.targets);
        let scaled = Scaled { name: self.recipe.kernel, bandwidth };
        let (recipe, head, schedule) = (self.recipe, self.head()?, self.schedule);
        let find = Find { recipe, scaled, head, words: None, schedule, settled: &|candidates| candidates };
        let mut map = DeviceMap::<F>::plan(&view.standards, &find.draw(view.standards.len(), SAMPLE)?, task);
        let features = features(size, map.bytes(outputs))?;
        let deviations = map.deviations();
        let words = levels::<F>().map(|limit| Words { limit, deviations: &deviations, step: F::step });
        let find = Find { words, settled: &|candidates| map.settled(candidates), ..find };
        let found = find.features(Sample { rows: &view.rows, targets: &view.targets }, features)?;
        map.fold(&found.map);
        Ok((map, found))
    }

    fn file(&self, model: Vec<u8>, intakes: Vec<Intake>) -> ModelFile {
        let sheet = Sheet {
            checksum: checksum(&model),
            schema: self.schema.clone(),
            names: self.train.inputs.names.clone(),
            intakes,
            recipe: self.recipe.clone(),
        };
        ModelFile { model, sheet }
    }
}

/// How many features of `each` bytes a size allows beside `overhead` bytes.
fn features(size: &Size, (overhead, each): (usize, usize)) -> Result<usize> {
    let wanted = size.features.map(usize::from);
    let Some(flash) = size.flash else {
        return Ok(wanted.unwrap_or(usize::from(FEATURES)));
    };
    let room = flash.0.saturating_sub(overhead) / each;
    let least = wanted.unwrap_or(1);
    if room >= least {
        return Ok(wanted.unwrap_or(room).min(usize::from(u16::MAX)));
    }
    let needed = overhead + least * each;
    let excess = needed - flash.0;
    Err(Error::Budget(format!(
        "{least} features of {each} bytes and {overhead} bytes for the rest need {needed} bytes of flash, {excess} more than the budget of {flash}"
    )))
}

/// What the scores mean, and how many there are: one for two classes.
fn answers(targets: &Targets) -> (Task, usize) {
    match targets {
        Targets::Values(_) => (Task::Regression, 1),
        Targets::Classes { labels, .. } if labels.len() == 2 => (Task::Classification, 1),
        Targets::Classes { labels, .. } => (Task::Classification, labels.len()),
    }
}

/// Targets of the regression, `outputs x rows`: ±1 for each class against the rest, for two classes the second's only.
fn targets(targets: &Targets) -> DMatrix<f64> {
    let (_, outputs) = answers(targets);
    match targets {
        Targets::Values(values) => DMatrix::from_row_slice(1, values.len(), values),
        Targets::Classes { labels, index } => {
            let first = labels.len() - outputs;
            let sign = |class: usize, row: usize| if index[row] as usize == class { 1.0 } else { -1.0 };
            DMatrix::from_fn(outputs, index.len(), |output, row| sign(output + first, row))
        }
    }
}

/// Whether the targets are not all alike; of a file they are not, but some rows of it may be held out.
fn differ(targets: &DMatrix<f64>) -> Result<()> {
    let alike = targets.row_iter().all(|row| row.iter().all(|target| *target == row[0]));
    match alike {
        true => Err(Error::Usage("the rows to fit to all have the same target: hold out fewer, or others".to_owned())),
        false => Ok(()),
    }
}

fn fits_a_header(inputs: usize) -> Result<()> {
    let most = usize::from(u16::MAX);
    match inputs <= most {
        true => Ok(()),
        false => Err(Error::Usage(format!("{inputs} inputs are more than the {most} that a model can have"))),
    }
}
