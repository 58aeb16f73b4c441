//! A learner on the host: the runtime's own, with buffers made to the model's measure.

use crate::quantise::bytes;
use kernelet::answer::{Learning, decide};
use kernelet::number::{Quantise, Score, Word};
use kernelet::online::{LearnError, Learner, Log};
use kernelet::wire::Sections;
use kernelet::{Format, Stream, Task};

/// A number format in which a model learns.
pub trait Learnable: Format<Input = i16, Feature = i16, Score: Into<i64>> {}

impl<F: Format<Input = i16, Feature = i16, Score: Into<i64>>> Learnable for F {}

/// The truth of a row.
#[derive(Clone, Debug)]
pub enum Truth {
    /// Its class.
    Class(u16),
    /// The targets of the scores that learn, in the target's unit.
    Values(Vec<f64>),
}

/// The buffers of a learner.
pub struct Buffers<F: Format> {
    weights: Vec<i32>,
    features: Vec<i16>,
    scratch: Vec<F::Lane>,
}

impl<F: Learnable> Buffers<F> {
    /// Makes buffers for a model that learns.
    pub fn of(stream: &Stream<'_, F>, learning: &Learning<'_>) -> Buffers<F> {
        Buffers {
            weights: vec![0; learning.weights()],
            features: vec![0; learning.room()],
            scratch: vec![F::Lane::default(); stream.scratch()],
        }
    }

    /// The learner in these buffers.
    pub fn learner<'a, 'w>(&'w mut self, stream: &'w Stream<'a, F>) -> Result<Learner<'a, 'w, F, true>, LearnError> {
        Learner::with_scratch(stream, &mut self.weights, &mut self.features, &mut self.scratch)
    }
}

/// Returns how a model learns.
///
/// # Errors
/// A sentence, where it does not.
pub fn learning(model: &[u8]) -> Result<Learning<'_>, String> {
    let sections = Sections::of(model).map_err(|wrong| wrong.to_string())?;
    sections.learning.ok_or_else(|| LearnError::Unprepared.to_string())
}

/// The bytes of a row's truth in a log.
pub fn truth_size<F: Format>(task: Task, learning: &Learning<'_>) -> usize {
    match task {
        Task::Classification => u16::SIZE,
        Task::Regression => usize::from(learning.learnt) * F::Score::SIZE,
    }
}

/// Learns a row; returns its scores before.
pub fn learn<F: Learnable>(
    learner: &mut Learner<'_, '_, F, true>,
    mut inputs: Vec<i16>,
    truth: &[u8],
) -> Result<Vec<F::Score>, LearnError> {
    let mut scores = vec![F::Score::default(); learner.stream().outputs()];
    match learner.stream().task() {
        Task::Classification => {
            let label = u16::words(truth).next().ok_or(LearnError::Class)?;
            learner.learn(&mut inputs, &mut scores, label)?;
        }
        Task::Regression => {
            let targets: Vec<F::Score> = F::Score::words(truth).collect();
            learner.learn_values(&mut inputs, &mut scores, &targets)?;
        }
    }
    Ok(scores)
}

impl Truth {
    /// The bytes in a log.
    pub fn bytes<F: Format>(&self, scale: f32) -> Vec<u8> {
        match self {
            Truth::Class(label) => bytes(&[*label]),
            Truth::Values(values) => {
                let score = |value: &f64| F::Score::quantise(value / f64::from(scale));
                bytes(&values.iter().map(score).collect::<Vec<_>>())
            }
        }
    }
}

/// The record of a row in a log.
pub fn record(log: &mut Log, inputs: &[i16], truth: &[u8]) -> Vec<u8> {
    let mut room = vec![0; Log::size(inputs.len(), truth.len())];
    let truth: Vec<i8> = truth.iter().map(|byte| byte.cast_signed()).collect();
    log.record_values(inputs, &truth, &mut room).map(<[u8]>::to_vec).unwrap_or_default()
}

/// The answer of scores: the class, or the value of the first.
pub fn answer<S: Score>(scores: &[S], task: Task, scale: f32) -> f64 {
    match (task, scores) {
        (Task::Regression, [first, ..]) => decide::value(*first, scale).into(),
        _ => decide::class(scores).into(),
    }
}

/// Evaluates an expression with the number format of a contract as a type, where it learns.
macro_rules! with_learnable {
    ($contract:expr, $format:ident => $body:expr) => {
        match $contract {
            kernelet::Contract::Q15 => {
                type $format = kernelet::Q15;
                $body
            }
            kernelet::Contract::Q7 => {
                type $format = kernelet::Q7;
                $body
            }
            kernelet::Contract::Q7Wide => {
                type $format = kernelet::Q7Wide;
                $body
            }
            kernelet::Contract::Q3 => {
                type $format = kernelet::Q3;
                $body
            }
            _ => Err("it is in f32; learning on the device is in fixed point".to_owned()),
        }
    };
}
pub(super) use with_learnable;
