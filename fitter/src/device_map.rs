//! A feature map in the device's words: its features, and with a head its packed parts.

use crate::data::Inputs;
use crate::draw::Drawn;
use crate::emulate::{self, Raw};
use crate::export::klt::{self, Parts};
use crate::head::Path;
use crate::quantise::{self, Fold, Folded, Intake, Rounded};
use crate::standardise::Standard;
use kernelet::Task;
use kernelet::word::Quantise;
use nalgebra::DMatrix;

/// A feature map in format `F`, and what the scores that it will carry mean.
pub struct DeviceMap<F: Fold> {
    task: Task,
    intakes: Vec<Intake>,
    folded: Folded<F::Weight, F::Turn>,
}

impl<F: Fold> DeviceMap<F> {
    /// Folds and rounds the features that `drawn` gives once the size of everything else is known.
    ///
    /// # Errors
    /// Those of `features`, which is given the bytes of a model without features and of each one.
    pub fn new<E>(
        standards: &[Standard],
        (task, outputs): (Task, usize),
        drawn: &Drawn,
        features: impl FnOnce(usize, usize) -> Result<usize, E>,
    ) -> Result<Self, E> {
        let intakes = quantise::plan(standards, &drawn.frequencies, levels::<F>());
        let folded = Folded { rows: Vec::new(), turns: Vec::new() };
        let mut map = DeviceMap { task, intakes, folded };
        let overhead = klt::pack::<F>(&map.bare(outputs)).len();
        let drawn = drawn.first(features(overhead, klt::feature_size::<F>(map.intakes.len(), outputs))?);
        map.folded = quantise::fold::<F>(&drawn.frequencies, &drawn.phases, &map.intakes);
        Ok(map)
    }

    /// The features of physical inputs as the runtime computes them, `features x rows`.
    pub fn features(&self, inputs: &Inputs) -> DMatrix<f64> {
        let model = klt::pack::<F>(&self.bare(1));
        let raw = Raw::new(inputs, &self.intakes, F::CONTRACT.is_fixed());
        emulate::device(&model).expect("a model just packed").features(&raw)
    }

    /// The map with its head, in words.
    pub fn parts(&self, head: &Rounded, path: &Path) -> Parts<'_, F::Weight, F::Turn> {
        let bias = path.bias(&(&head.words * head.unit));
        let unit = head.unit * F::FEATURE_UNIT;
        Parts {
            head: head.words.transpose().iter().map(|&word| F::Weight::quantise(word)).collect(),
            bias: bias.iter().map(|bias| bias / unit).collect(),
            scale: unit as f32,
            ..self.bare(0)
        }
    }

    /// How each input reaches the device.
    pub fn into_intakes(self) -> Vec<Intake> {
        self.intakes
    }

    /// The map with a head of zeros.
    fn bare(&self, outputs: usize) -> Parts<'_, F::Weight, F::Turn> {
        Parts {
            task: self.task,
            intakes: &self.intakes,
            map: &self.folded,
            head: vec![F::Weight::quantise(0.0); self.folded.turns.len() * outputs],
            bias: vec![0.0; outputs],
            scale: 1.0,
        }
    }
}

/// Steps of a weight to each side of zero; `None` for single precision.
pub fn levels<F: Fold>() -> Option<f64> {
    F::CONTRACT.is_fixed().then_some(F::Weight::LIMIT)
}
