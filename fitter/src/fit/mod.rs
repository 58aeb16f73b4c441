//! The whole flow, from a table to a packed model.

mod base;
mod budget;
mod ferns;
mod targets;

use crate::Error;
use crate::calibrate::early::Early;
use crate::calibrate::novelty::Novelty;
use crate::calibrate::probability::Probability;
use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Schema, Table};
use crate::error::Result;
use crate::features::refine::joint::Schedule;
use crate::fern::{FernParameters, Grown};
use crate::metrics::interval;
use crate::pack::{ModelFile, PackedModel, Parts, Sheet, klt};
use crate::quantise::{Calibration, Checkpoints, ClassTargets, FoldFormat};
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
    pub tried: Vec<Judged>,
    /// Of rows that are told by their neighbours: the errors of a linear model, and of what erred least on rows held out at
    /// random, on stretches that were left out whole.
    pub stretches: Option<[Judged; 2]>,
    /// How the features were learnt, if they were.
    pub(crate) schedule: Option<Schedule>,
    /// How scores became probabilities, if they did.
    pub probability: Option<Probability>,
    /// When it takes rows for new ones, if it does.
    pub novelty: Option<Novelty>,
    /// When its classes are clear early, if they are.
    pub early: Option<Early>,
    /// How ferns grew, if there are any.
    pub(crate) fern_parameters: FernParameters,
    pub(crate) parts: Parts,
}

impl Fitted {
    /// Whether scores are the mean of what features and what ferns say, each by themselves, not ferns on what features leave.
    pub fn is_mean(&self) -> bool {
        let sizes = self.file.device().sizes();
        self.fern_parameters.beside && sizes.features > 0 && sizes.ferns > 0
    }

    /// The same fit, all decisions included, to other rows.
    pub(crate) fn again<'a>(&'a self, train: &'a Table, schema: &'a Schema) -> FitPlan<'a> {
        let recipe = &self.file.sheet.recipe;
        FitPlan {
            train,
            schema,
            recipe,
            number: recipe.number.unwrap_or(Number::Q7),
            blocks: recipe.blocks.unwrap_or(Blocks::COSINE),
            logarithms: recipe.logarithms.unwrap_or(false),
            schedule: self.schedule,
            judged: false,
            fern_parameters: self.fern_parameters,
            search: Search::default(),
        }
    }

    /// The same model with its scores made into probabilities this way.
    pub(crate) fn calibrated(self, calibration: Calibration) -> Fitted {
        let parts = Parts { calibration: Some(calibration), ..self.parts.clone() };
        self.with(parts)
    }

    /// The same model that says what is new.
    pub(crate) fn alarmed(self, class_targets: ClassTargets) -> Fitted {
        let parts = Parts { class_targets: Some(class_targets), ..self.parts.clone() };
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
        let sheet = Sheet { checksum: model.checksum(), ..self.file.sheet };
        Fitted { parts, file: ModelFile { model, sheet }, ..self }
    }
}

/// Blocks with their error on rows held out.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The blocks.
    pub blocks: Blocks,
    /// A share of rows; for values a mean square.
    pub error: f64,
    /// How many rows were held out.
    pub rows: usize,
    /// How many independent ones a row is worth.
    pub worth: f64,
}

impl Judged {
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
pub(crate) struct FitPlan<'a> {
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
    pub fern_parameters: FernParameters,
    /// When to stop searching, and what is known.
    pub search: Search<'a>,
}

/// What the stages before the device look at.
struct Prepared {
    standards: Vec<Standard>,
    /// Standardised rows, `inputs x rows`.
    rows: DMatrix<f64>,
    /// Targets, `outputs x rows`.
    targets: DMatrix<f64>,
}

/// A model on the way, and what was decided about it.
#[derive(Clone)]
struct Draft {
    parts: Parts,
    bandwidth: Option<f64>,
    ridge: Option<f64>,
    stopped: Option<String>,
    error: Option<f64>,
    schedule: Option<Schedule>,
}

impl Draft {
    fn of(parts: Parts) -> Draft {
        Draft { parts, bandwidth: None, ridge: None, stopped: None, error: None, schedule: None }
    }
}

impl FitPlan<'_> {
    /// The flow in the number format, or where its accumulator could overflow, in a wider one.
    ///
    /// # Errors
    /// [`Error::Budget`] where the size cannot be met; [`Error::Usage`] where the data has more inputs than a model can have.
    pub fn run(&self) -> Result<Fitted> {
        Ok(self.run_each(&[self.fern_parameters])?.remove(0))
    }

    /// The same for each of several candidates to grow ferns, which begin alike.
    ///
    /// # Errors
    /// Those of [`FitPlan::run`], of any of them.
    pub fn run_each(&self, candidates: &[FernParameters]) -> Result<Vec<Fitted>> {
        let fitted = match self.number {
            Number::F32 => self.fit::<F32>(candidates)?,
            Number::F32Libm => self.fit::<F32<Libm>>(candidates)?,
            Number::F32Micromath => self.fit::<F32<Micromath>>(candidates)?,
            Number::Q15 => self.fit::<Q15>(candidates)?,
            Number::Q7 => self.in_8_bits(candidates)?,
            Number::Q3 => self.fit::<Q3>(candidates)?,
        };
        let overflows = "a score could overflow its accumulator; use fewer features, or a wider number format";
        fitted.into_iter().map(|proved| proved.ok_or_else(|| Error::Budget(overflows.to_owned()))).collect()
    }

    /// The flow in 8 bits, in a wider accumulator for those candidates whose scores could overflow their own.
    fn in_8_bits(&self, candidates: &[FernParameters]) -> Result<Vec<Option<Fitted>>> {
        let mut fitted = self.fit::<Q7>(candidates)?;
        for (fitted, &way) in fitted.iter_mut().zip(candidates).filter(|(fitted, _)| fitted.is_none()) {
            *fitted = self.fit::<Q7Wide>(&[way])?.remove(0);
        }
        Ok(fitted)
    }

    /// The flow in format `F`; `None` where an accumulator could overflow.
    fn fit<F: FoldFormat>(&self, candidates: &[FernParameters]) -> Result<Vec<Option<Fitted>>> {
        let prepared = self.prepared()?;
        let draft = self.begin::<F>(&prepared)?;
        let mut known = Grown::default();
        candidates
            .iter()
            .map(|&fern_parameters| {
                FitPlan { fern_parameters, ..*self }.finish::<F>(&prepared, draft.clone(), &mut known)
            })
            .collect()
    }

    /// A model without ferns.
    fn begin<F: FoldFormat>(&self, prepared: &Prepared) -> Result<Draft> {
        budget::least_ram::<F>(prepared.standards.len(), prepared.targets.nrows(), self.recipe.size)?;
        let mut draft = match self.blocks.base {
            Base::Constant => self.constant::<F>(prepared),
            Base::Linear => self.linear::<F>(prepared)?,
            Base::Cosine | Base::Relu => self.features::<F>(prepared)?,
        };
        // of as many bytes as the one that rows held out will decide
        draft.parts.calibration = self.recipe.probability.then_some(Calibration { slope: 0.0, threshold: 0.0 });
        draft.parts.class_targets = self.recipe.novelty.map(|_| ClassTargets { target: 1.0, limit: 0.0 });
        draft.parts.checkpoints = self.checkpoints(&draft.parts);
        Ok(draft)
    }

    /// Adds ferns where there are to be some, proves and packs; `None` where an accumulator could overflow.
    fn finish<F: FoldFormat>(
        &self,
        prepared: &Prepared,
        mut draft: Draft,
        known: &mut Grown,
    ) -> Result<Option<Fitted>> {
        if self.blocks.ferns {
            self.add_ferns::<F>(prepared, &mut draft.parts, known)?;
            draft.parts.checkpoints = self.checkpoints(&draft.parts);
        }
        if !draft.parts.cannot_overflow::<F>() {
            return Ok(None);
        }
        let model = klt::pack::<F>(&draft.parts);
        budget::check_all(&model, self.recipe.size)?;
        let Draft { parts, bandwidth, ridge, stopped, error, schedule } = draft;
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
            fern_parameters: self.fern_parameters,
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

    fn prepared(&self) -> Result<Prepared> {
        let standards = match (self.logarithms, self.blocks.base) {
            (true, _) => standardise::learn_tails(&self.train.inputs),
            (false, Base::Constant) => standardise::learn_compared(&self.train.inputs),
            (false, _) => standardise::learn(&self.train.inputs),
        };
        budget::fits_a_header(standards.len())?;
        let rows = standardise::apply(&standards, &self.train.inputs);
        let targets = targets::targets(&self.train.targets);
        targets::differ(&targets)?;
        Ok(Prepared { standards, rows, targets })
    }

    fn file(&self, model: PackedModel, parts: &Parts) -> ModelFile {
        let sheet = Sheet {
            checksum: model.checksum(),
            schema: self.schema.clone(),
            names: self.train.inputs.names.clone(),
            scalings: parts.scalings.clone(),
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
