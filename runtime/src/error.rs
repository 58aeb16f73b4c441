//! Why bytes are not a model that this build can use, and why buffers do not fit one.

use core::fmt;

/// Why bytes are not a model that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ViewError {
    /// The bytes do not begin with `KLT`.
    Magic,
    /// A layout of another version.
    Version(u8),
    /// The bytes were altered or cut.
    Checksum,
    /// The header cannot be decoded, or states no input, no output or a scale that is not a number.
    Header,
    /// The model has another number format than its type, or one that this build does not contain.
    Contract(u8),
    /// Other numbers of inputs and outputs than the type states.
    Shape {
        /// Inputs of the model.
        inputs: u16,
        /// Outputs of the model.
        outputs: u16,
    },
    /// The sections do not fill the bytes exactly.
    Length,
    /// A guard of an input that does not exist, or out of order, or with a shift of more than 15
    /// bits.
    Guard,
    /// A fern that tests an input that does not exist, or more than
    /// [`DEPTH`](crate::block::fern::DEPTH) inputs, or leaves with a shift of more than
    /// [`SHIFT`](crate::block::fern::SHIFT) bits.
    Fern,
    /// Windows with features that do not exist, or of another number of channels or samples than the
    /// type states; or none where it states some.
    Window,
    /// A rule for steady answers that does not exist, or of a model without classes, or over more
    /// answers than the type remembers.
    Steady,
    /// Patches without inputs, with more than [`MOST`](crate::block::patch::MOST) of them, or with
    /// inputs that do not exist.
    Patch,
    /// Logarithms of inputs that do not exist, or of more or fewer than stated.
    Logarithm,
    /// A novelty section in a model with too many scores for one.
    Novelty,
    /// More checkpoints than blocks that another block follows.
    Checkpoint,
    /// Scales of values that are not numbers, or of a model of classes.
    Values,
    /// An interval without ranges or with too many of them, or of a model of classes.
    Interval,
    /// A section of learning that does not fit the model. One of a model in `f32` is a
    /// [`Block`](ViewError::Block) of an unknown kind.
    Learning,
    /// A kind of block that this build does not know: from a later version, or of a feature that is
    /// off.
    Block(u8),
    /// The model needs this many words of scratch, more than its type states.
    Scratch(usize),
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViewError::Version(found) => write!(f, "layout version {found} is not one that this build reads"),
            ViewError::Contract(found) => write!(f, "number format {found} is not the one asked for"),
            ViewError::Shape { inputs, outputs } => {
                write!(f, "the model has {inputs} inputs and {outputs} outputs, its type states others")
            }
            ViewError::Block(found) => write!(f, "block kind {found} is not known to this build"),
            ViewError::Scratch(words) => write!(f, "the model needs {words} words of scratch"),
            other => f.write_str(other.text()),
        }
    }
}

impl core::error::Error for ViewError {}

impl ViewError {
    /// The message without its numbers.
    pub(crate) const fn text(&self) -> &'static str {
        match self {
            ViewError::Magic => "not a packed model: it does not begin with KLT",
            ViewError::Version(_) => "the model has a layout of another version",
            ViewError::Checksum => "checksum does not match: the model was altered or cut short",
            ViewError::Header => "the header cannot be decoded",
            ViewError::Contract(_) => "the model was fitted for another number format than its type states",
            ViewError::Shape { .. } => "the model has other numbers of inputs and scores than its type states",
            ViewError::Length => "the sections do not fill the model exactly",
            ViewError::Guard => "a guard is not valid",
            ViewError::Fern => "a fern is not valid",
            ViewError::Patch => "a patch is not valid",
            ViewError::Window => "the section of windows is not valid, or not the one that the type states",
            ViewError::Steady => "the section of steady answers is not valid, or the type remembers fewer of them",
            ViewError::Logarithm => "the section of logarithms is not valid",
            ViewError::Novelty => "the novelty section is not valid",
            ViewError::Checkpoint => "the checkpoints are not valid",
            ViewError::Values => "the scales of values are not valid",
            ViewError::Interval => "the section of intervals is not valid",
            ViewError::Learning => "the section of learning is not valid",
            ViewError::Block(_) => "a block has a kind that this version does not know",
            ViewError::Scratch(_) => "the model needs more words of scratch than its type states",
        }
    }
}

/// Buffers that do not have the lengths of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct WrongLength;

impl fmt::Display for WrongLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the buffers do not have the lengths of the model's inputs, outputs and scratch")
    }
}

impl core::error::Error for WrongLength {}

/// The features of this crate that a model may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Feature {
    /// Energies of frequency bands in windows.
    Bands,
    /// Classes that are clear after some of the blocks.
    Early,
    /// Blocks of ferns.
    Ferns,
    /// Prediction intervals of values.
    Interval,
    /// The cosine of `libm`.
    Libm,
    /// Logarithms of inputs.
    Logarithms,
    /// The cosine of `micromath`.
    Micromath,
    /// The novelty of a row.
    Novelty,
    /// Learning on the device.
    Online,
    /// Statistics of pairs of channels in windows.
    Pairs,
    /// Rows that read patches of the inputs.
    Patches,
    /// Probabilities of classes.
    Probability,
    /// Blocks of linear, step, ReLU and squared ReLU features.
    Rectified,
    /// Windows of a stream.
    Series,
    /// Several values, each with a scale of its own.
    Values,
}

impl Feature {
    /// All features, by their names.
    pub const ALL: [Feature; 15] = {
        use Feature::*;
        [
            Bands,
            Early,
            Ferns,
            Interval,
            Libm,
            Logarithms,
            Micromath,
            Novelty,
            Online,
            Pairs,
            Patches,
            Probability,
            Rectified,
            Series,
            Values,
        ]
    };

    /// The name in `Cargo.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Bands => "bands",
            Feature::Early => "early",
            Feature::Ferns => "ferns",
            Feature::Interval => "interval",
            Feature::Libm => "libm",
            Feature::Logarithms => "logarithms",
            Feature::Micromath => "micromath",
            Feature::Novelty => "novelty",
            Feature::Online => "online",
            Feature::Pairs => "pairs",
            Feature::Patches => "patches",
            Feature::Probability => "probability",
            Feature::Rectified => "rectified",
            Feature::Series => "series",
            Feature::Values => "values",
        }
    }

    /// Returns true where this build has the feature.
    #[must_use]
    pub const fn is_on(self) -> bool {
        match self {
            Feature::Bands => cfg!(feature = "bands"),
            Feature::Early => cfg!(feature = "early"),
            Feature::Ferns => cfg!(feature = "ferns"),
            Feature::Interval => cfg!(feature = "interval"),
            Feature::Libm => cfg!(feature = "libm"),
            Feature::Logarithms => cfg!(feature = "logarithms"),
            Feature::Micromath => cfg!(feature = "micromath"),
            Feature::Novelty => cfg!(feature = "novelty"),
            Feature::Online => cfg!(feature = "online"),
            Feature::Pairs => cfg!(feature = "pairs"),
            Feature::Patches => cfg!(feature = "patches"),
            Feature::Probability => cfg!(feature = "probability"),
            Feature::Rectified => cfg!(feature = "rectified"),
            Feature::Series => cfg!(feature = "series"),
            Feature::Values => cfg!(feature = "values"),
        }
    }
}
