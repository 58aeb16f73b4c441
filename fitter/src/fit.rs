//! The whole flow, from a table to a packed model.

use crate::data::{Schema, Table, Targets};
use crate::draw::Drawn;
use crate::emulate::{self, Raw};
use crate::export::klt::{self, Parts};
use crate::export::sheet::{ModelFile, Sheet, checksum};
use crate::head::Path;
use crate::quantise::{self, Fold, Folded, Intake, Rounded};
use crate::recipe::{Number, Recipe, Ridge, Size};
use crate::{Error, bandwidth, standardise};
use kernelet::word::Quantise;
use kernelet::{F32, Libm, Micromath, Q7, Q7Wide, Q15, Task};
use nalgebra::{DMatrix, DVector};

/// Features where neither their number nor a budget is given.
const FEATURES: u16 = 200;

/// A fitted model, and what the fit decided.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The packed model with its data sheet.
    pub file: ModelFile,
    /// The kernel's bandwidth.
    pub bandwidth: f64,
    /// The ridge regularisation, a multiple of the number of rows.
    pub ridge: f64,
}

/// Fits a model to a table.
///
/// # Errors
/// [`Error::Budget`] where not even one feature fits; [`Error::Usage`] where the data has more inputs or classes than a
/// model can state.
pub fn fit(train: &Table, schema: &Schema, recipe: &Recipe) -> Result<Fitted, Error> {
    let job = Job { train, schema, recipe };
    let fitted = match recipe.number {
        Number::F32 => job.fit::<F32>()?,
        Number::F32Libm => job.fit::<F32<Libm>>()?,
        Number::F32Micromath => job.fit::<F32<Micromath>>()?,
        Number::Q15 => job.fit::<Q15>()?,
        Number::Q7 => match job.fit::<Q7>()? {
            Some(proved) => Some(proved),
            None => job.fit::<Q7Wide>()?,
        },
    };
    fitted.ok_or_else(|| Error::Budget("a score could overflow even 64 bits; use fewer features".to_owned()))
}

struct Job<'a> {
    train: &'a Table,
    schema: &'a Schema,
    recipe: &'a Recipe,
}

impl Job<'_> {
    /// The flow in format `F`; `None` where an accumulator could overflow.
    fn fit<F: Fold>(&self) -> Result<Option<Fitted>, Error> {
        let standards = standardise::learn(&self.train.inputs);
        let inputs = standardise::apply(&standards, &self.train.inputs);
        let targets = targets(&self.train.targets);
        fits_a_header(inputs.nrows(), targets.nrows())?;

        let bandwidth = bandwidth::resolve(self.recipe, &inputs, &targets);
        let most = most_features::<F>(&self.recipe.size, inputs.nrows(), targets.nrows());
        let drawn = Drawn::new(self.recipe, inputs.nrows(), most, bandwidth);
        let intakes = quantise::plan(&standards, &drawn.frequencies, levels::<F>());

        let device = Target { task: task(&self.train.targets), outputs: targets.nrows(), intakes: &intakes };
        let drawn = drawn.first(device.features::<F>(&self.recipe.size)?);
        let map = quantise::fold::<F>(&drawn.frequencies, &drawn.phases, &intakes);

        let path = Path::new(device.emulated::<F>(&map, self.train), targets);
        let (ridge, head) = settle(&path, self.recipe.ridge, levels::<F>());
        let parts = device.parts::<F>(&map, &head, &path);
        if !proved::<F>(&parts) {
            return Ok(None);
        }
        let model = klt::pack::<F>(&parts);
        let ridge = ridge / path.rows() as f64;
        Ok(Some(Fitted { file: self.file(model, intakes), bandwidth, ridge }))
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

/// What the features are packed for.
struct Target<'a> {
    task: Task,
    outputs: usize,
    intakes: &'a [Intake],
}

impl Target<'_> {
    /// How many features the size allows, once the guards' bytes are known.
    fn features<F: Fold>(&self, size: &Size) -> Result<usize, Error> {
        let empty = Folded { rows: Vec::new(), turns: Vec::new() };
        let overhead = klt::pack::<F>(&self.bare::<F>(&empty, self.outputs)).len();
        let each = klt::feature_size::<F>(self.intakes.len(), self.outputs);
        let wanted = size.features.map(usize::from);
        let Some(flash) = size.flash else {
            return Ok(wanted.unwrap_or(usize::from(FEATURES)));
        };
        let room = flash.0.saturating_sub(overhead) / each;
        if room < wanted.unwrap_or(1) {
            let needed = overhead + wanted.unwrap_or(1) * each;
            let excess = needed - flash.0;
            return Err(Error::Budget(format!(
                "{} features of {each} bytes and {overhead} bytes for the rest need {needed} bytes of flash: {excess} over the budget of {flash}",
                wanted.unwrap_or(1)
            )));
        }
        Ok(wanted.unwrap_or(room).min(usize::from(u16::MAX)))
    }

    /// The features of the training rows as the runtime computes them, `features x rows`.
    fn emulated<F: Fold>(&self, map: &Folded<F::Weight, F::Turn>, train: &Table) -> DMatrix<f64> {
        let model = klt::pack::<F>(&self.bare::<F>(map, 1));
        let raw = Raw::new(&train.inputs, self.intakes, F::CONTRACT.is_fixed());
        emulate::device(&model).expect("a model just packed").features(&raw)
    }

    /// A map with a head of zeros.
    fn bare<'a, F: Fold>(
        &'a self,
        map: &'a Folded<F::Weight, F::Turn>,
        outputs: usize,
    ) -> Parts<'a, F::Weight, F::Turn> {
        Parts {
            task: self.task,
            intakes: self.intakes,
            map,
            head: vec![F::Weight::quantise(0.0); map.turns.len() * outputs],
            bias: vec![0.0; outputs],
            scale: 1.0,
        }
    }

    /// The map with its head, in words.
    fn parts<'a, F: Fold>(
        &'a self,
        map: &'a Folded<F::Weight, F::Turn>,
        head: &Rounded,
        path: &Path,
    ) -> Parts<'a, F::Weight, F::Turn> {
        let bias: DVector<f64> = path.bias(&(&head.words * head.unit));
        let unit = head.unit * F::FEATURE_UNIT;
        Parts {
            task: self.task,
            intakes: self.intakes,
            map,
            head: head.words.transpose().iter().map(|&word| F::Weight::quantise(word)).collect(),
            bias: bias.iter().map(|bias| bias / unit).collect(),
            scale: unit as f32,
        }
    }
}

/// The regularisation with the least leave-one-out error, what rounding the head adds to it included, and the head.
fn settle(path: &Path, ridge: Ridge, levels: Option<f64>) -> (f64, Rounded) {
    let head = |ridge: f64| match levels {
        Some(limit) => quantise::round_head(path, ridge, limit),
        None => Rounded { words: path.weights(ridge), unit: 1.0, cost: 0.0 },
    };
    if let Ridge::Fixed(ridge) = ridge {
        let ridge = ridge * path.rows() as f64;
        return (ridge, head(ridge));
    }
    let steps = path.steps();
    let least = (0..steps.len()).min_by(|&a, &b| steps[a].error.total_cmp(&steps[b].error)).unwrap_or(0);
    let mut best = (f64::INFINITY, steps[least].ridge, head(steps[least].ridge));
    best.0 = steps[least].error + best.2.cost;
    // only a stronger ridge makes smaller weights, which round better
    for step in &steps[least + 1..] {
        let head = head(step.ridge);
        let total = step.error + head.cost;
        if total >= best.0 {
            break;
        }
        best = (total, step.ridge, head);
    }
    (best.1, best.2)
}

/// Steps of a weight to each side of zero; `None` for single precision.
fn levels<F: Fold>() -> Option<f64> {
    F::CONTRACT.is_fixed().then_some(F::Weight::LIMIT)
}

/// Whether no score of the model can overflow, nor leave the whole numbers that `f64` holds exactly.
fn proved<F: Fold>(parts: &Parts<'_, F::Weight, F::Turn>) -> bool {
    let outputs = parts.bias.len();
    let largest = F::Score::LIMIT.min(9e15) as i64;
    let feature = (1.0 / F::FEATURE_UNIT).round() as i64;
    let word = |index: usize| -> i64 { parts.head[index].into() as i64 };
    !F::CONTRACT.is_fixed()
        || (0..outputs).all(|output| {
            let weights = (output..parts.head.len()).step_by(outputs).map(word);
            quantise::fits(kernelet::word::round(parts.bias[output]), weights, feature, largest)
        })
}

/// More features than this the size cannot ask for or hold.
fn most_features<F: Fold>(size: &Size, inputs: usize, outputs: usize) -> usize {
    let each = klt::feature_size::<F>(inputs, outputs);
    let room = size.flash.map_or(usize::MAX, |flash| flash.0 / each);
    let wanted = size.features.or(size.flash.is_none().then_some(FEATURES)).map_or(usize::MAX, usize::from);
    room.min(wanted).clamp(1, usize::from(u16::MAX))
}

fn task(targets: &Targets) -> Task {
    match targets {
        Targets::Classes { .. } => Task::Classification,
        Targets::Values(_) => Task::Regression,
    }
}

/// Targets of the regression, `outputs x rows`: ±1 for each class against the rest, for two classes the second's only.
fn targets(targets: &Targets) -> DMatrix<f64> {
    match targets {
        Targets::Values(values) => DMatrix::from_row_slice(1, values.len(), values),
        Targets::Classes { labels, index } => {
            let first = if labels.len() == 2 { 1 } else { 0 };
            let sign = |class: usize, row: usize| if index[row] as usize == class { 1.0 } else { -1.0 };
            DMatrix::from_fn(labels.len() - first, index.len(), |output, row| sign(output + first, row))
        }
    }
}

fn fits_a_header(inputs: usize, outputs: usize) -> Result<(), Error> {
    let most = usize::from(u16::MAX);
    match inputs <= most && outputs <= most {
        true => Ok(()),
        false => Err(Error::Usage(format!("{inputs} inputs and {outputs} outputs are more than the {most} of a model"))),
    }
}
