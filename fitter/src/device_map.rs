//! A feature map in the device's words: its features, and with a head its packed parts.

use crate::data::Inputs;
use crate::emulate::{self, Raw};
use crate::export::klt::{self, Parts};
use crate::feature_map::FeatureMap;
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
    /// Plans the intakes for features like those of `sample`, and holds none yet.
    pub fn plan(standards: &[Standard], sample: &FeatureMap, task: Task) -> Self {
        let intakes = quantise::plan(standards, &sample.frequencies, levels::<F>());
        DeviceMap { task, intakes, folded: Folded { rows: Vec::new(), turns: Vec::new() } }
    }

    /// The bytes of a model with so many outputs and no feature.
    pub fn overhead(&self, outputs: usize) -> usize {
        klt::pack::<F>(&self.bare(outputs)).len()
    }

    /// Folds and rounds these features.
    pub fn fold(&mut self, map: &FeatureMap) {
        self.folded = quantise::fold::<F>(&map.frequencies, &map.phases, &self.intakes);
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
