//! A fitted model.

use crate::data::Schema;
use crate::features::refine::joint::Schedule;
use crate::fern::FernParameters;
use crate::pack::{ModelFile, Parts, Sheet, klt};
use crate::quantise::{Calibration, Checkpoints, ClassTargets, Interval};
use crate::recipe::{Blocks, HeadName, Recipe, Ridge, Size};
use crate::series::Signal;
use kernelet::answer::Steady;

/// A fitted model, and what the fit itself decided.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The packed model with its data sheet.
    pub file: ModelFile,
    /// The bandwidth of the kernel, where there are features of one.
    pub bandwidth: Option<f64>,
    /// The loss that the head minimises.
    pub head: HeadName,
    /// The regularisation as a multiple of the number of rows; none where the head was learned with
    /// the features.
    pub ridge: Option<f64>,
    /// The reason why there are no more features, where the method itself ended the search.
    pub stopped: Option<String>,
    /// The estimated error on new rows, rounding included: a share of the rows held out, or a mean
    /// square for values. For features alone that were not learned it is in units of the head's
    /// loss.
    pub error: Option<f64>,
    /// The schedule by which the features were learned, if they were.
    pub(crate) schedule: Option<Schedule>,
    /// The parameters by which ferns grew, if there are any.
    pub(crate) fern_parameters: FernParameters,
    pub(crate) parts: Parts,
}

impl Fitted {
    /// The blocks of the model.
    pub fn blocks(&self) -> Blocks {
        self.file.sheet.recipe.blocks.unwrap_or(Blocks::COSINE)
    }

    /// Returns whether the scores are the mean of what features and ferns predict, each by
    /// themselves; otherwise ferns predict what the features leave.
    pub fn is_mean(&self) -> bool {
        let sizes = self.file.device().sizes();
        self.fern_parameters.beside && sizes.features > 0 && sizes.ferns > 0
    }

    /// Returns the recipe of the model with the ridge that was found for it: scores by a ridge of
    /// each fold's own would be spread otherwise than the model's.
    pub(crate) fn decided(&self) -> Recipe {
        let recipe = &self.file.sheet.recipe;
        Recipe { ridge: self.ridge.map_or(recipe.ridge, Ridge::Fixed), ..recipe.clone() }
    }

    /// Returns the model with probabilities by this calibration.
    pub(crate) fn with_calibration(self, calibration: Calibration) -> Fitted {
        self.with(|parts| parts.calibration = Some(calibration))
    }

    /// Returns the model with a novelty limit on the distance to these class targets.
    pub(crate) fn with_class_targets(self, class_targets: ClassTargets) -> Fitted {
        self.with(|parts| parts.class_targets = Some(class_targets))
    }

    /// Returns the model with these intervals around its values.
    pub(crate) fn with_interval(self, interval: Interval) -> Fitted {
        self.with(|parts| parts.interval = Some(interval))
    }

    /// Returns the model with these margins at its checkpoints.
    pub(crate) fn with_checkpoints(self, checkpoints: Checkpoints) -> Fitted {
        self.with(|parts| parts.checkpoints = checkpoints)
    }

    /// Returns the model over the features of windows: with their section, that of steady answers
    /// behind it, for a file of these columns; `size` is that of all.
    pub(crate) fn with_windows(
        self,
        (signal, section, steady): (&Signal, &[u8], Option<Steady>),
        schema: &Schema,
        size: Size,
    ) -> Fitted {
        let recipe = Recipe { size, steady: steady.map(Into::into), ..self.file.sheet.recipe.clone() };
        let sheet = Sheet { schema: schema.clone(), series: Some(signal.clone()), recipe, ..self.file.sheet.clone() };
        let file = ModelFile { sheet, ..self.file.clone() };
        Fitted { file, ..self }.with(|parts| parts.window = section.to_vec())
    }

    /// The models of the first block alone, of the first two blocks, and so on.
    pub(crate) fn stages(&self) -> Vec<ModelFile> {
        let first = |blocks: usize| {
            self.clone().with(|parts| {
                parts.blocks.truncate(blocks);
                parts.checkpoints = Checkpoints::default();
            })
        };
        (1..=self.parts.blocks.len()).map(|blocks| first(blocks).file).collect()
    }

    /// Returns the model packed anew, with changed parts.
    fn with(mut self, change: impl FnOnce(&mut Parts)) -> Fitted {
        change(&mut self.parts);
        let model = klt::pack_as(self.file.contract(), &self.parts);
        let sheet = Sheet { checksum: model.checksum(), ..self.file.sheet };
        Fitted { file: ModelFile { model, sheet }, ..self }
    }
}
