//! The whole flow, from a table to a packed model.

mod aim;
mod begin;
mod budget;
mod extend;

use crate::Error;
use crate::calibrate::early::Early;
use crate::calibrate::novelty::Novelty;
use crate::calibrate::probability::Probability;
use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Schema, Table};
use crate::error::Result;
use crate::features::refine::joint::Schedule;
use crate::fern::{Grown, Growth};
use crate::metrics::interval;
use crate::pack::klt;
use crate::pack::klt::Parts;
use crate::pack::sheet::{ModelFile, Sheet, checksum};
use crate::quantise::{Calibration, Checkpoints, Corners, Fold};
use crate::recipe::{Base, Blocks, HeadName, KernelName, Number, Recipe};
use crate::search::Search;
use kernelet::{F32, Libm, Micromath, Q3, Q7, Q7Wide, Q15};
use nalgebra::DMatrix;

/// A fitted model, and what the fit decided.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The packed model with its data sheet.
    pub file: ModelFile,
    /// The kernel's bandwidth, where there are features of one.
    pub bandwidth: Option<f64>,
    /// What the head minimises.
    pub head: HeadName,
    /// The regularisation, a multiple of the number of rows; none where the head was learnt with the features.
    pub ridge: Option<f64>,
    /// Why there are no more features, where that is the method's own choice.
    pub stopped: Option<String>,
    /// The error that it promises on rows like these, rounding included: on rows held out a share of them, for values a mean
    /// square; for features alone that were not learnt, in units of the head's loss.
    pub error: Option<f64>,
    /// What else was tried, with the errors on rows held out.
    pub tried: Vec<Tried>,
    /// Of rows that are told by their neighbours: the errors of a linear model, and of what erred least on rows held out at
    /// random, on stretches that were left out whole.
    pub stretches: Option<[Tried; 2]>,
    /// How the features were learnt, if they were.
    pub(crate) schedule: Option<Schedule>,
    /// How scores became probabilities, if they did.
    pub probability: Option<Probability>,
    /// When it takes rows for new ones, if it does.
    pub novelty: Option<Novelty>,
    /// When its classes are clear early, if they are.
    pub early: Option<Early>,
    /// How ferns grew, if there are any.
    pub(crate) growth: Growth,
    pub(crate) parts: Parts,
}

impl Fitted {
    /// Whether scores are the mean of what features and what ferns say, each by themselves, not ferns on what features leave.
    pub fn is_mean(&self) -> bool {
        let sizes = self.file.device().sizes();
        self.growth.beside && sizes.features > 0 && sizes.ferns > 0
    }

    /// The same fit, all decisions included, to other rows.
    pub(crate) fn again<'a>(&'a self, train: &'a Table, schema: &'a Schema) -> Job<'a> {
        let recipe = &self.file.sheet.recipe;
        Job {
            train,
            schema,
            recipe,
            number: recipe.number.unwrap_or(Number::Q7),
            blocks: recipe.blocks.unwrap_or(Blocks::COSINE),
            logarithms: recipe.logarithms.unwrap_or(false),
            schedule: self.schedule,
            judged: false,
            growth: self.growth,
            search: Search::default(),
        }
    }

    /// The same model with its scores made into probabilities this way.
    pub(crate) fn calibrated(self, calibration: Calibration) -> Fitted {
        let parts = Parts { calibration: Some(calibration), ..self.parts.clone() };
        self.with(parts)
    }

    /// The same model that says what is new.
    pub(crate) fn alarmed(self, corners: Corners) -> Fitted {
        let parts = Parts { corners: Some(corners), ..self.parts.clone() };
        self.with(parts)
    }

    /// The same model whose classes are clear by these leads.
    pub(crate) fn checked(self, checkpoints: Checkpoints) -> Fitted {
        let parts = Parts { checkpoints, ..self.parts.clone() };
        self.with(parts)
    }

    /// The models of the first block alone, of the first two, and so on.
    pub(crate) fn stages(&self) -> Vec<ModelFile> {
        let upto = |blocks: usize| Parts {
            blocks: self.parts.blocks[..blocks].to_vec(),
            checkpoints: Checkpoints::default(),
            ..self.parts.clone()
        };
        (1..=self.parts.blocks.len()).map(|blocks| self.clone().with(upto(blocks)).file).collect()
    }

    fn with(self, parts: Parts) -> Fitted {
        let model = klt::pack_as(self.file.contract(), &parts);
        let sheet = Sheet { checksum: checksum(&model), ..self.file.sheet };
        Fitted { parts, file: ModelFile { model, sheet }, ..self }
    }
}

/// Blocks with their error on rows held out.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    /// The blocks.
    pub blocks: Blocks,
    /// A share of rows; for values a mean square.
    pub error: f64,
    /// How many rows were held out.
    pub rows: usize,
    /// How many independent ones a row is worth.
    pub worth: f64,
}

impl Tried {
    /// How many independent rows were held out.
    pub fn independent(&self) -> f64 {
        self.worth * self.rows as f64
    }

    /// The 95 % interval of a share of rows.
    pub fn share_interval(&self) -> [f64; 2] {
        // folds are of unequal size, so that their mean need not be a whole number of rows
        let wrong = (self.error * self.rows as f64).round() as u64;
        interval::share(wrong, self.rows as u64, self.independent())
    }

    /// The 95 % interval of a mean square.
    pub fn mean_square_interval(&self) -> [f64; 2] {
        interval::normal_mean_square(self.error, self.independent().round() as u64)
    }
}

/// A fit with everything decided.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub train: &'a Table,
    pub schema: &'a Schema,
    /// Number, blocks and logarithms are not open.
    pub recipe: &'a Recipe,
    pub number: Number,
    pub blocks: Blocks,
    /// Whether inputs with a long tail are taken by their logarithms.
    pub logarithms: bool,
    /// How to learn, where that is known already.
    pub schedule: Option<Schedule>,
    /// Whether an error is to be promised where features are learnt, which takes a training on each fold.
    pub judged: bool,
    /// How ferns grow.
    pub growth: Growth,
    /// When to stop searching, and what is known.
    pub search: Search<'a>,
}

/// What the stages before the device look at.
struct View {
    standards: Vec<Standard>,
    /// Standardised rows, `inputs x rows`.
    rows: DMatrix<f64>,
    /// Targets, `outputs x rows`.
    targets: DMatrix<f64>,
}

/// A model on the way, and what was decided about it.
#[derive(Clone)]
struct Begun {
    parts: Parts,
    bandwidth: Option<f64>,
    ridge: Option<f64>,
    stopped: Option<String>,
    error: Option<f64>,
    schedule: Option<Schedule>,
}

impl Begun {
    fn of(parts: Parts) -> Begun {
        Begun { parts, bandwidth: None, ridge: None, stopped: None, error: None, schedule: None }
    }
}

impl Job<'_> {
    /// The flow in the number format, or where its accumulator could overflow, in a wider one.
    ///
    /// # Errors
    /// [`Error::Budget`] where the size cannot be met; [`Error::Usage`] where the data has more inputs than a model can have.
    pub fn run(&self) -> Result<Fitted> {
        Ok(self.run_each(&[self.growth])?.remove(0))
    }

    /// The same for each of several ways to grow ferns, which begin alike.
    ///
    /// # Errors
    /// Those of [`Job::run`], of any of them.
    pub fn run_each(&self, ways: &[Growth]) -> Result<Vec<Fitted>> {
        let fitted = match self.number {
            Number::F32 => self.fit::<F32>(ways)?,
            Number::F32Libm => self.fit::<F32<Libm>>(ways)?,
            Number::F32Micromath => self.fit::<F32<Micromath>>(ways)?,
            Number::Q15 => self.fit::<Q15>(ways)?,
            Number::Q7 => self.in_8_bits(ways)?,
            Number::Q3 => self.fit::<Q3>(ways)?,
        };
        let overflows = "a score could overflow its accumulator; use fewer features, or a wider number format";
        fitted.into_iter().map(|proved| proved.ok_or_else(|| Error::Budget(overflows.to_owned()))).collect()
    }

    /// The flow in 8 bits, in a wider accumulator for those ways whose scores could overflow their own.
    fn in_8_bits(&self, ways: &[Growth]) -> Result<Vec<Option<Fitted>>> {
        let mut fitted = self.fit::<Q7>(ways)?;
        for (fitted, &way) in fitted.iter_mut().zip(ways).filter(|(fitted, _)| fitted.is_none()) {
            *fitted = self.fit::<Q7Wide>(&[way])?.remove(0);
        }
        Ok(fitted)
    }

    /// The flow in format `F`; `None` where an accumulator could overflow.
    fn fit<F: Fold>(&self, ways: &[Growth]) -> Result<Vec<Option<Fitted>>> {
        let view = self.view()?;
        let begun = self.begin::<F>(&view)?;
        let mut known = Grown::default();
        ways.iter().map(|&growth| Job { growth, ..*self }.finish::<F>(&view, begun.clone(), &mut known)).collect()
    }

    /// A model without ferns.
    fn begin<F: Fold>(&self, view: &View) -> Result<Begun> {
        budget::least_ram::<F>(view.standards.len(), view.targets.nrows(), self.recipe.size)?;
        let mut begun = match self.blocks.base {
            Base::Constant => self.constant::<F>(view),
            Base::Linear => self.linear::<F>(view)?,
            Base::Cosine | Base::Relu => self.features::<F>(view)?,
        };
        // of as many bytes as the one that rows held out will decide
        begun.parts.calibration = self.recipe.probability.then_some(Calibration { slope: 0.0, threshold: 0.0 });
        begun.parts.corners = self.recipe.novelty.map(|_| Corners { target: 1.0, limit: 0.0 });
        begun.parts.checkpoints = self.checkpoints(&begun.parts);
        Ok(begun)
    }

    /// Adds ferns where there are to be some, proves and packs; `None` where an accumulator could overflow.
    fn finish<F: Fold>(&self, view: &View, mut begun: Begun, known: &mut Grown) -> Result<Option<Fitted>> {
        if self.blocks.ferns {
            self.add_ferns::<F>(view, &mut begun.parts, known)?;
            begun.parts.checkpoints = self.checkpoints(&begun.parts);
        }
        if !begun.parts.proved::<F>() {
            return Ok(None);
        }
        let model = klt::pack::<F>(&begun.parts);
        budget::check_all(&model, self.recipe.size)?;
        let Begun { parts, bandwidth, ridge, stopped, error, schedule } = begun;
        Ok(Some(Fitted {
            file: self.file(model, &parts),
            bandwidth,
            head: self.head()?,
            ridge,
            stopped,
            error,
            schedule,
            tried: Vec::new(),
            stretches: None,
            probability: None,
            novelty: None,
            early: None,
            growth: self.growth,
            parts,
        }))
    }

    /// The kernel of the features.
    fn kernel(&self) -> KernelName {
        if self.blocks.base == Base::Relu { KernelName::Arccos1 } else { self.recipe.kernel }
    }

    /// A checkpoint behind each block but the last, at which nothing is clear yet.
    fn checkpoints(&self, parts: &Parts) -> Checkpoints {
        let early = self.recipe.early.is_some();
        Checkpoints(vec![None; if early { parts.blocks.len().saturating_sub(1) } else { 0 }])
    }

    fn view(&self) -> Result<View> {
        let standards = match (self.logarithms, self.blocks.base) {
            (true, _) => standardise::learn_tails(&self.train.inputs),
            (false, Base::Constant) => standardise::learn_compared(&self.train.inputs),
            (false, _) => standardise::learn(&self.train.inputs),
        };
        budget::fits_a_header(standards.len())?;
        let rows = standardise::apply(&standards, &self.train.inputs);
        let targets = aim::targets(&self.train.targets);
        aim::differ(&targets)?;
        Ok(View { standards, rows, targets })
    }

    fn file(&self, model: Vec<u8>, parts: &Parts) -> ModelFile {
        let sheet = Sheet {
            checksum: checksum(&model),
            schema: self.schema.clone(),
            names: self.train.inputs.names.clone(),
            intakes: parts.intakes.clone(),
            recipe: Recipe {
                number: Some(self.number),
                blocks: Some(self.blocks),
                logarithms: Some(self.logarithms),
                kernel: self.kernel(),
                ..self.recipe.clone()
            },
        };
        ModelFile { model, sheet }
    }
}
