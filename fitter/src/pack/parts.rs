//! The parts of a model, before they are packed.

use crate::quantise::{Calibration, Checkpoints, ClassTargets, InputScaling, Interval, PackedBlock, cannot_overflow};
use kernelet::{Format, Task};

/// The parts of a model, in words.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The meaning of the scores.
    pub task: Task,
    /// The scaling of every input, for its guards and logarithms.
    pub scalings: Vec<InputScaling>,
    /// The bias of every output, in units of a score.
    pub bias: Vec<f64>,
    /// The value of one unit of a score.
    pub scale: f32,
    /// The unit of each of several values, by which its score is multiplied further; empty where
    /// there is one value, or classes.
    pub units: Vec<f64>,
    /// The intervals around values, if the device gives these.
    pub interval: Option<Interval>,
    /// The calibration of scores to probabilities, if the device gives these.
    pub calibration: Option<Calibration>,
    /// The targets of classes, if the device gives the novelty of a row.
    pub class_targets: Option<ClassTargets>,
    /// The checkpoints behind blocks, where classes may be clear early.
    pub checkpoints: Checkpoints,
    /// The section of windows, empty where the model has none.
    pub window: Vec<u8>,
    /// The blocks, in the order in which they add to the scores.
    pub blocks: Vec<PackedBlock>,
}

impl Parts {
    /// Returns a model without blocks whose scores have a unit of one.
    pub fn new(task: Task, scalings: Vec<InputScaling>, bias: Vec<f64>) -> Parts {
        Parts {
            task,
            scalings,
            bias,
            scale: 1.0,
            units: Vec::new(),
            interval: None,
            calibration: None,
            class_targets: None,
            checkpoints: Checkpoints::default(),
            window: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Changes the value of one unit of a score, where no block counts in units yet.
    pub fn rescale(&mut self, scale: f64) {
        let factor = f64::from(self.scale) / f64::from(scale as f32);
        self.bias.iter_mut().for_each(|bias| *bias *= factor);
        self.scale = scale as f32;
    }

    /// Returns whether no score can overflow.
    pub fn cannot_overflow<F: Format>(&self) -> bool {
        cannot_overflow::<F>(&self.bias, self.blocks.iter().map(|block| &block.largest[..]))
    }
}
