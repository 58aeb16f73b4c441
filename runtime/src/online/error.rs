//! Why a model does not learn.

use core::fmt;

/// Why a model does not learn, or its head cannot be written back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum LearnError {
    /// The model has no section of learning: the command `kernelet prepare` adds it.
    Unprepared,
    /// A buffer does not have the length that the model asks for.
    Length,
    /// The model needs scratch: [`Learner::with_scratch`](super::Learner::with_scratch) takes it.
    Scratch,
    /// A class that the model does not have, or the other of classes and values than it learns.
    Class,
    /// The bytes to write to have a wrong checksum, or that of another model than has learnt.
    Model,
    /// With the learnt head a score could overflow.
    Overflow,
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LearnError::Unprepared => "the model is not prepared to learn: `kernelet prepare` does that",
            LearnError::Length => "a buffer does not have the length that the model asks for",
            LearnError::Scratch => "the model needs scratch: `Learner::with_scratch` takes it",
            LearnError::Class => "the model does not have this class, or learns the other of classes and values",
            LearnError::Model => "the bytes are not those of the model that has learnt",
            LearnError::Overflow => "with the learnt head a score could overflow",
        })
    }
}

impl core::error::Error for LearnError {}
