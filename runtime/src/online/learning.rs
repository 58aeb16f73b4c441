//! Online learning: the head follows labelled samples by normalised least mean squares, in whole
//! numbers.

use crate::answer::decide;
use crate::error::WrongLength;
use crate::model::Model;
use crate::number::{Format, round};

/// Fractional bits of a learnt weight: its unit is 2^-16 of a unit of the packed head.
const FRACTION: u32 = 16;
/// The largest magnitude of a learnt weight: 128 units of the packed head, as far as 8 bits reach.
const LIMIT: i32 = 128 << FRACTION;
/// The largest error that a sample is taken to have, so that no product overflows.
const LARGEST_ERROR: i64 = 1 << 40;
/// The square of one full feature: keeps the step finite where all features are zero.
const FLOOR: i64 = 1 << 30;
/// Bits that the squared length loses before it divides, which the quotient gains.
const FINE: u32 = 20;

/// A model with a second head on top of the packed one, which labelled samples change.
///
/// With the features `z` of a sample, its targets `t` and the rate `r`:
///
/// ```text
/// score_k = packed score_k + sum_j w_jk z_j
/// w_jk   += r (t_k - score_k) z_j / (1 + sum_j z_j^2)          z in full features
/// ```
///
/// (Widrow and Hoff 1960; normalised by Nagumo and Noda 1967). Every step is rounded to nearest, so
/// that noise does not make the weights drift. The weights lie in the caller's buffer, in units of
/// 2^-16 of the packed head's and within ±128 of these; with zeros the answers are the packed
/// model's. For every rate below 2 each step lowers the error of its own sample, so the weights
/// stay bounded. All numbers are integers: a host that replays the samples gets the same bits.
///
/// ```
/// use kernelet::online::{Learner, Rate};
/// use kernelet::{Model, Q7, include_model};
///
/// let model: Model<Q7, 2, 1> = include_model!("../../example.klt")?;
/// let mut weights = [0; 1]; // features x scores
/// let mut learner = Learner::new(&model, &mut weights, Rate(1 << 14))?;
/// assert_eq!(learner.class([3, 2000]), 0);
/// for _ in 0..100 {
///     learner.learn([3, 2000], [100_000]);
/// }
/// assert_eq!(learner.class([3, 2000]), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Learner<'a, 'w, F, const D: usize, const K: usize, const S: usize = 0> {
    model: Model<'a, F, D, K, S>,
    weights: &'w mut [[i32; K]],
    rate: Rate,
}

/// The length of a step, in units of 2^-15: 32768 reaches a sample's targets at once, less averages
/// over more samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rate(pub u16);

impl<'a, 'w, F, const D: usize, const K: usize, const S: usize> Learner<'a, 'w, F, D, K, S>
where
    F: Format<Feature = i16, Score: Into<i64>>,
{
    /// Continues from `weights`, `features x scores` of them, feature by feature; zeros at first.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many weights as the model's head has.
    pub fn new(model: &Model<'a, F, D, K, S>, weights: &'w mut [i32], rate: Rate) -> Result<Self, WrongLength> {
        let (weights, rest) = weights.as_chunks_mut();
        match (weights.len() == model.stream().sizes().features, rest.is_empty()) {
            (true, true) => Ok(Learner { model: *model, weights, rate }),
            _ => Err(WrongLength),
        }
    }

    /// The scores of raw `inputs`, in units of the packed model's.
    pub fn scores(&self, inputs: [F::Input; D]) -> [i64; K] {
        self.scores_and_length(inputs).0
    }

    /// The class of raw `inputs`.
    pub fn class(&self, inputs: [F::Input; D]) -> u16 {
        decide::class(&self.scores(inputs))
    }

    /// Every score of raw `inputs` in the target's unit.
    pub fn values(&self, inputs: [F::Input; D]) -> [f32; K] {
        let scale = self.model.stream().header().scale;
        self.scores(inputs).map(|score| decide::value(score, scale))
    }

    /// The score that stands for a value in the target's unit: for a classifier fitted by least
    /// squares, 1 for the class of a sample and -1 for all others.
    #[must_use]
    pub fn target(&self, value: f32) -> i64 {
        round(f64::from(value) / f64::from(self.model.stream().header().scale))
    }

    /// Moves the weights by one sample with raw `inputs` towards the `targets` of its scores;
    /// returns the scores before.
    pub fn learn(&mut self, inputs: [F::Input; D], targets: [i64; K]) -> [i64; K] {
        let (scores, length) = self.scores_and_length(inputs);
        let mut steps = targets;
        for (step, score) in steps.iter_mut().zip(scores) {
            let error = step.saturating_sub(score).clamp(-LARGEST_ERROR, LARGEST_ERROR);
            *step = (error * i64::from(self.rate.0)).checked_div(length >> FINE).unwrap_or(0);
        }
        let mut rows = self.weights.iter_mut();
        self.model.features(inputs, |feature| {
            if let Some(row) = rows.next() {
                move_row(row, &steps, feature);
            }
        });
        scores
    }

    /// The scores, and the squared length of the features with its floor, in units of a feature's
    /// square.
    fn scores_and_length(&self, inputs: [F::Input; D]) -> ([i64; K], i64) {
        let (mut sums, mut length) = ([0i64; K], FLOOR);
        let mut rows = self.weights.iter();
        self.model.features(inputs, |feature| {
            let z = i64::from(feature);
            length += z * z;
            for (sum, &weight) in sums.iter_mut().zip(rows.next().into_iter().flatten()) {
                *sum += i64::from(weight) * z;
            }
        });
        for (sum, score) in sums.iter_mut().zip(self.model.scores(inputs)) {
            *sum = shifted(*sum, FRACTION).saturating_add(score.into());
        }
        (sums, length)
    }
}

impl<'a, F: Format, const D: usize, const K: usize, const S: usize> Learner<'a, '_, F, D, K, S> {
    /// The packed model.
    #[must_use]
    pub fn model(&self) -> &Model<'a, F, D, K, S> {
        &self.model
    }

    /// The rate.
    #[must_use]
    pub fn rate(&self) -> Rate {
        self.rate
    }
}

/// Adds to the weights of a feature: a rate of 2^-15 and a quotient of 2^-20 leave 19 bits beside
/// the fraction of 16.
fn move_row<const K: usize>(row: &mut [i32; K], steps: &[i64; K], feature: i16) {
    const SURPLUS: u32 = 15 + FINE - FRACTION;
    for (weight, step) in row.iter_mut().zip(steps) {
        let moved = i64::from(*weight) + shifted(step * i64::from(feature), SURPLUS);
        *weight = moved.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as i32;
    }
}

/// The number divided by a power of two, to nearest.
fn shifted(number: i64, bits: u32) -> i64 {
    (number + (1 << (bits - 1))) >> bits
}
