//! The number formats: what is stored, how a feature is computed from it, how it adds to a score.

use super::activation::Activation;
use super::assembly;
use super::bias::Bias;
use super::contract::Contract;
use super::group::{GROUPED, Group};
use super::input::Input;
use super::lane::Lane;
use super::quantise::Quantise;
use super::scale_phase::ScalePhases;
use super::score::Score;
use super::weight::Weight;
use super::word::Word;

/// A number format: the types and the arithmetic of a model, down to the last bit.
///
/// | format | inputs | weights | cosine | feature | score |
/// | --- | --- | --- | --- | --- | --- |
/// | [`F32`] | `f32`, physical units | `f32` | polynomial, libm or micromath | `f32` | `f32` |
/// | [`Q15`] | `i16`, raw | `i16` | polynomial | `q15` | `i64` |
/// | [`Q7`] | `i16`, raw | `i8` | table | `q15` | `i32`, checked by the fitter |
/// | [`Q7Wide`] | `i16`, raw | `i8` | table | `q15` | `i64` |
/// | [`Q3`] | `i16`, raw | [`Nibble`] | table | `q15` | `i32`, checked by the fitter |
///
/// [`F32`]: super::F32
/// [`Q15`]: super::Q15
/// [`Q7`]: super::Q7
/// [`Q7Wide`]: super::Q7Wide
/// [`Q3`]: super::Q3
/// [`Nibble`]: super::Nibble
pub trait Format: sealed::Sealed + Copy + 'static {
    /// The identifier that a packed model carries: one number for the whole arithmetic.
    const CONTRACT: Contract;
    /// One input of the device.
    type Input: Input;
    /// One weight, of the projection and of the head.
    type Weight: Weight;
    /// A dot product, and a word of the scratch in which structured rows are transformed.
    type Lane: Lane;
    /// Scale and phase of one feature with a dense row.
    type ScalePhase: Word;
    /// The storage of scales and phases.
    type ScalePhases: ScalePhases<Self::ScalePhase>;
    /// The angle of one unit of a lane after a transform.
    type Scale: Word + Default;
    /// The value of one feature, in units of [`Format::FEATURE_UNIT`].
    type Feature: Into<f64> + Copy + Default + PartialEq + core::fmt::Debug + 'static;
    /// One score, and the accumulator behind it.
    type Score: Score;
    /// The word that a leaf of a fern adds to one score.
    type Leaf: Word + Quantise + Into<f64>;
    /// The storage of the scores before any feature.
    type Bias: Bias<Self::Score>;

    /// Whether features go in groups of [`GROUP`](super::group::GROUP).
    const GROUPED: bool = GROUPED || (assembly::HAS_SUMS && Self::Weight::BITS <= 8);
    /// The value of one unit of a feature: 1/32767 of a full cosine in fixed point.
    const FEATURE_UNIT: f64;
    /// The largest error of the cosine of an angle, in units of a feature.
    const COSINE_ERROR: f64;

    /// The dot product `row . inputs`; `row` holds the weights' bytes.
    fn dot(row: &[u8], inputs: &[Self::Input]) -> Self::Lane;

    /// The same with the inputs at some places.
    fn dot_at(row: &[u8], places: &[u16], inputs: &[Self::Input]) -> Self::Lane;

    /// Brings inputs into the order that [`Format::dots`] takes them in, or back into their own.
    fn pair(_inputs: &mut [Self::Input]) {}

    /// The dot products of a group of rows with paired inputs.
    fn dots(rows: &[u8], inputs: &[Self::Input]) -> Group<Self::Lane>;

    /// Adds whole groups of cosine features of paired inputs, times their weights, to the scores;
    /// gives how many it has added.
    fn cosines(_block: Cosines, _inputs: &[Self::Input], _scores: &mut [Self::Score]) -> usize {
        0
    }

    /// Adds whole groups of cosine features of patches, times their weights, to the scores; gives
    /// how many it has added.
    fn patches(_block: PatchCosines, _inputs: &[Self::Input], _scores: &mut [Self::Score]) -> usize {
        0
    }

    /// The feature `cos(dot * scale + phase)`.
    fn cosine(dot: Self::Lane, words: Self::ScalePhase) -> Self::Feature;

    /// The feature of an activation without a cosine, which reads the words of scale and phase in
    /// its own way.
    fn rectified(activation: Activation, dot: Self::Lane, words: Self::ScalePhase) -> Self::Feature;

    /// The product of an input and its weight, before a transform.
    fn lane(weight: Self::Weight, input: Self::Input) -> Self::Lane;

    /// The feature `cos(lane * scale + phase)`, a full turn of the phase 2^32.
    fn structured(lane: Self::Lane, scale: Self::Scale, phase: u32) -> Self::Feature;

    /// Adds `weight * feature` to a score.
    fn add(score: &mut Self::Score, weight: Self::Weight, feature: Self::Feature);

    /// Adds a group of features times their weights to the scores; `rows` holds a row of weights
    /// for each.
    fn add_group(scores: &mut [Self::Score], rows: &[u8], features: Group<Self::Feature>);

    /// Adds `leaf << shift` to a score; `f32` ignores `shift`.
    fn add_leaf(score: &mut Self::Score, leaf: Self::Leaf, shift: u8);
}

/// What cosine features of dense rows are stored in: a row, a scale and phase, and a row of the
/// head for each.
#[derive(Clone, Copy, Debug)]
pub struct Cosines<'a> {
    /// The weights of the inputs.
    pub rows: &'a [u8],
    /// Scales and phases.
    pub scale_phases: &'a [u8],
    /// The weights of the features.
    pub head: &'a [u8],
}

/// The same of rows that read a patch of the inputs each.
#[derive(Clone, Copy, Debug)]
pub struct PatchCosines<'a> {
    /// The features, with rows of a patch.
    pub cosines: Cosines<'a>,
    /// The first input of each, in so many bytes.
    pub starts: &'a [u8],
    /// These bytes.
    pub start: usize,
    /// The runs, the inputs of a run, and those from one run to the next.
    pub shape: [usize; 3],
}

pub(super) mod sealed {
    /// Formats are part of the numeric contract, so nobody else adds one.
    pub trait Sealed {}
}
