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
    /// Windows with features that do not exist, or of another number of channels or samples than
    /// the type states; or none where it states some.
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

/// Defines [`Feature`] from the table of all features: a line for each, with its name in
/// `Cargo.toml`, by which they are sorted.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $name:tt;)*) => {
        /// The features of this crate that a model may need.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum Feature {
            $($(#[$doc])* $feature,)*
        }

        impl Feature {
            /// All features, by their names.
            pub const ALL: [Feature; [$($name),*].len()] = [$(Feature::$feature),*];

            /// The name in `Cargo.toml`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$feature => $name,)*
                }
            }

            /// Returns true where this build has the feature.
            #[must_use]
            pub const fn is_on(self) -> bool {
                match self {
                    $(Feature::$feature => cfg!(feature = $name),)*
                }
            }
        }
    };
}

features! {
    /// Energies of frequency bands in windows.
    Bands = "bands";
    /// Classes that are clear after some of the blocks.
    Early = "early";
    /// Blocks of ferns.
    Ferns = "ferns";
    /// Prediction intervals of values.
    Interval = "interval";
    /// The cosine of `libm`.
    Libm = "libm";
    /// Logarithms of inputs.
    Logarithms = "logarithms";
    /// The cosine of `micromath`.
    Micromath = "micromath";
    /// The novelty of a row.
    Novelty = "novelty";
    /// Learning on the device.
    Online = "online";
    /// Statistics of pairs of channels in windows.
    Pairs = "pairs";
    /// Rows that read patches of the inputs.
    Patches = "patches";
    /// Probabilities of classes.
    Probability = "probability";
    /// Blocks of linear, step, ReLU and squared ReLU features.
    Rectified = "rectified";
    /// Windows of a stream.
    Series = "series";
    /// Several values, each with a scale of its own.
    Values = "values";
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::format;

    /// Every feature of the manifest has its row in the documentation, and those here are some.
    #[test]
    fn features_are_those_of_the_manifest() {
        let (_, features) = include_str!("../Cargo.toml").split_once("[features]\n").expect("features");
        let (features, _) = features.split_once("\n[").unwrap_or((features, ""));
        let (_, rows) = include_str!("lib.rs").split_once("//! | --- | --- |").expect("a table");
        let (rows, _) = rows.split_once("#![no_std]").expect("an attribute");
        let mut known = 0;
        for name in features.lines().filter_map(|line| line.split_once(" = [")).map(|(name, _)| name) {
            assert!(rows.contains(&format!("`{name}`")), "{name}");
            known += Feature::ALL.iter().filter(|feature| feature.name() == name).count();
        }
        assert_eq!(known, Feature::ALL.len());
    }
}
