//! Online learning: the head follows labelled rows, in whole numbers.

use super::direction::turn;
use super::error::LearnError;
use super::step::{length, limited, share, walk};
use super::target::{Levels, Rivals};
use crate::answer::Learning;
use crate::number::{Format, Score, Weight, Word};
use crate::stream::Stream;
use crate::wire::Task;
use core::hint::black_box;

/// The feature that stands before the bias: a full one.
const FULL: i16 = 32_767;

/// A model some of whose scores learn from rows with known classes or values.
///
/// Each score that learns has weights of its own on top of the packed ones. With the features `z`
/// of a row, and a full one for the bias, an update is a normalised step of least squares
/// (Nagumo and Noda 1967) along directions that the model brings:
///
/// ```text
/// score_k = packed score_k + sum_j w_jk z_j
/// g       = z - V V' z
/// w_k    += rate error_k g / (1/2 + z' g)          features in units of a full one
/// ```
///
/// The columns of `V` are directions in which the features of training rows spread most. Steps
/// leave these to the packed head, so that rows of one class alone, such as a new one, do not raise
/// its score for all others. The error of a class is what its score lacks to lead by a margin; that
/// of a value is its distance. The command `kernelet prepare` computes directions and margin, and
/// adds classes to come; without directions the steps are those of plain least squares.
///
/// **Bounds.** A weight has 24 bits: within ±128, ±8 or ±32768 units of the packed head (`q7`,
/// `q3`, `q15`), with a fraction of 16, 20 or 8 bits. A step moves it by at most a sixteenth of
/// that. At most 511 features and 16 directions, so that every sum fits its word with any readings,
/// labels and directions. An update takes the same instructions for all readings.
///
/// **RAM.** Four bytes for each weight, and two for each feature: [`Learner::new`] takes both
/// buffers. With weights of zero the answers are the packed model's.
///
/// ```
/// use kernelet::online::Learner;
/// use kernelet::{Model, Q7, include_model};
///
/// let model: Model<Q7, 2, 1> = include_model!("../../learner.klt")?;
/// let (mut weights, mut features) = ([0; 2], [0; 4]); // one feature and the bias, one score
/// let mut learner: Learner<Q7> = Learner::new(model.stream(), &mut weights, &mut features)?;
/// let mut scores = [0; 1];
/// learner.scores(&mut [3, 2000], &mut scores)?;
/// assert_eq!(model.class_of(&scores), 0);
/// for _ in 0..20 {
///     learner.learn(&mut [3, 2000], &mut scores, 1)?; // a row of class 1
/// }
/// learner.scores(&mut [3, 2000], &mut scores)?;
/// assert_eq!(model.class_of(&scores), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Learner<'a, 'w, F: Format, const GENERATED: bool = false> {
    pub(crate) stream: &'w Stream<'a, F>,
    pub(super) learning: Learning<'a>,
    levels: [i64; 2],
    pub(crate) weights: &'w mut [i32],
    features: &'w mut [i16],
    scratch: &'w mut [F::Lane],
}

impl<'a, 'w, F> Learner<'a, 'w, F>
where
    F: Format<Input = i16, Feature = i16, Score: Into<i64>>,
{
    /// Continues from `weights`, of all features and the bias for each score that learns, score by
    /// score; zeros at first. `features` is [room](Learning::room) for a row's features.
    ///
    /// # Errors
    /// [`LearnError::Unprepared`] where the model does not learn; [`LearnError::Length`] where a
    /// buffer has another length, or where the model needs scratch.
    pub fn new(stream: &'w Stream<'a, F>, weights: &'w mut [i32], features: &'w mut [i16]) -> Result<Self, LearnError> {
        Learner::with_scratch(stream, weights, features, &mut [])
    }
}

impl<'a, 'w, F, const GENERATED: bool> Learner<'a, 'w, F, GENERATED>
where
    F: Format<Input = i16, Feature = i16, Score: Into<i64>>,
{
    /// Like [`Learner::new`], for every model, with [`Stream::scratch`] words of scratch.
    ///
    /// # Errors
    /// As [`Learner::new`].
    pub fn with_scratch(
        stream: &'w Stream<'a, F>,
        weights: &'w mut [i32],
        features: &'w mut [i16],
        scratch: &'w mut [F::Lane],
    ) -> Result<Self, LearnError> {
        let learning = stream.packed().learning.ok_or(LearnError::Unprepared)?;
        let mut levels = F::Score::words(learning.levels);
        let levels = core::array::from_fn(|_| levels.next().unwrap_or_default().into());
        if scratch.len() < stream.scratch() || !(GENERATED || stream.scratch() == 0) {
            return Err(LearnError::Scratch);
        }
        if [weights.len(), features.len()] != [learning.weights(), learning.room()] {
            return Err(LearnError::Length);
        }
        weights.iter_mut().for_each(|weight| *weight = limited(*weight));
        Ok(Learner { stream, learning, levels, weights, features, scratch })
    }

    /// Sets the scores of raw `inputs`, which the guards may change in place.
    ///
    /// # Errors
    /// [`LearnError::Length`] where the slices do not have the model's inputs and outputs.
    #[inline(never)]
    pub fn scores(&mut self, inputs: &mut [i16], scores: &mut [F::Score]) -> Result<(), LearnError> {
        let lanes = self.stream.prepare(inputs, scores, self.scratch).map_err(|_| LearnError::Length)?;
        let mut room = &mut *self.features;
        for block in self.stream.blocks::<GENERATED>() {
            room = block.accumulate_keeping::<F, GENERATED>(inputs, lanes, scores, room);
        }
        let mut bias = FULL;
        for place in room {
            *place = bias;
            bias = black_box(0); // not a call of `memset`
        }
        let learnt = scores.get_mut(self.learning.scores()).unwrap_or_default();
        for (score, weights) in learnt.iter_mut().zip(chunks(self.weights, self.learning.features as usize + 1)) {
            *score = score.moved(share(weights, self.features, F::Weight::BITS as u32));
        }
        Ok(())
    }

    /// Learns that raw `inputs` are of class `label`; sets the scores that they had before.
    ///
    /// # Errors
    /// As [`Learner::scores`]; [`LearnError::Class`] where there is no such class.
    #[inline(never)]
    pub fn learn(&mut self, inputs: &mut [i16], scores: &mut [F::Score], label: u16) -> Result<(), LearnError> {
        if usize::from(label) >= self.stream.outputs().max(2) || self.stream.task() != Task::Classification {
            return Err(LearnError::Class);
        }
        self.scores(inputs, scores)?;
        let [target, margin] = self.levels;
        let (levels, rivals) = (Levels { target, margin }, Rivals::of(scores, label));
        // with a single score the error of class 0 goes down
        let mirrored = i64::from(scores.len() == 1 && label == 0).wrapping_neg();
        self.step(scores, |class, score| (rivals.error(class, score, levels) ^ mirrored).wrapping_sub(mirrored));
        Ok(())
    }

    /// Learns the `targets` of the scores that learn, in units of a score; sets the scores before.
    ///
    /// # Errors
    /// As [`Learner::scores`]; [`LearnError::Length`] where there are not as many targets.
    #[inline(never)]
    pub fn learn_values(
        &mut self,
        inputs: &mut [i16],
        scores: &mut [F::Score],
        targets: &[F::Score],
    ) -> Result<(), LearnError> {
        if self.stream.task() != Task::Regression {
            return Err(LearnError::Class);
        }
        if targets.len() != usize::from(self.learning.learnt) {
            return Err(LearnError::Length);
        }
        self.scores(inputs, scores)?;
        let mut targets = targets.iter();
        self.step(scores, |_, score| targets.next().map_or(0, |&target| target.into().wrapping_sub(score.into())));
        Ok(())
    }

    /// One step by the error of each class that learns; the features are the direction after it.
    #[inline(always)]
    fn step(&mut self, scores: &[F::Score], mut error: impl FnMut(usize, F::Score) -> i64) {
        let reciprocal = turn(&self.learning, self.features);
        let learnt = scores.iter().enumerate().skip(self.learning.first.into());
        for ((class, &score), weights) in learnt.zip(chunks_mut(self.weights, self.learning.features as usize + 1)) {
            let step = length(&self.learning, error(class, score), reciprocal, F::Weight::BITS as u32);
            walk(weights, self.features, step, self.learning.forget);
        }
    }

    /// What the model says about its learning.
    #[must_use]
    pub fn learning(&self) -> &Learning<'a> {
        &self.learning
    }

    /// The packed model.
    #[must_use]
    pub fn stream(&self) -> &'w Stream<'a, F> {
        self.stream
    }

    /// The learnt weights.
    #[must_use]
    pub fn weights(&self) -> &[i32] {
        self.weights
    }
}

/// Pieces of a size, without the division of `chunks_exact`.
pub(super) fn chunks(weights: &[i32], size: usize) -> impl Iterator<Item = &[i32]> {
    let mut rest = weights;
    core::iter::from_fn(move || {
        let piece;
        (piece, rest) = rest.split_at_checked(size)?;
        Some(piece)
    })
}

/// The same to be changed.
fn chunks_mut(weights: &mut [i32], size: usize) -> impl Iterator<Item = &mut [i32]> {
    let mut rest = weights;
    core::iter::from_fn(move || {
        let (piece, after) = core::mem::take(&mut rest).split_at_mut_checked(size)?;
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, Q7};

    /// The worked example of FORMAT.md.
    /// Weights from a memory that was damaged are brought within their bounds.
    #[test]
    fn weights_beyond_24_bits_are_limited() {
        let model = Model::<Q7, 2, 1>::view(include_bytes!("../../learner.klt")).expect("a model");
        let (mut weights, mut features, mut scores) = ([i32::MAX, i32::MIN], [0; 4], [0]);
        let mut learner: Learner<Q7> =
            Learner::new(model.stream(), &mut weights, &mut features).expect("buffers of its lengths");
        assert_eq!(learner.weights(), [(1 << 23) - 128, 128 - (1 << 23)]);
        learner.learn(&mut [3, 2000], &mut scores, 1).expect("a class");
        assert_eq!(learner.learn_values(&mut [3, 2000], &mut scores, &[7]), Err(LearnError::Class));
    }

    #[test]
    fn the_worked_example_learns_the_specified_weights() {
        let packed = include_bytes!("../../learner.klt");
        let model = Model::<Q7, 2, 1>::view(packed).expect("a model");
        let (mut weights, mut features, mut scores) = ([0; 2], [0; 4], [0]);
        let mut learner: Learner<Q7> =
            Learner::new(model.stream(), &mut weights, &mut features).expect("buffers of its lengths");
        learner.learn(&mut [3, 2000], &mut scores, 1).expect("a class");
        assert_eq!((scores, learner.weights()), ([-1_141_442], &[6_032, 347_631][..]));
        learner.scores(&mut [3, 2000], &mut scores).expect("as many inputs");
        assert_eq!(scores, [-966_553]);
        let mut written = *packed;
        learner.write_back(&mut written).expect("room for it");
        let written = Model::<Q7, 2, 1>::view(&written).expect("a model");
        // the head is -100 still, and the bias 258 + 347631 * 32767 / 2^16
        assert_eq!(written.scores([3, 2000]), [-1_141_442 + 173_810]);
    }
}
