//! The fields that a block's rows are stored in, as data: for everything that reads a model without
//! computing it.

use super::fern::index_size;
use super::patch;
use crate::number::{Activation, Layout};

/// A field of a block: an array of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Field {
    /// Its name, in the plural for arrays.
    pub name: &'static str,
    /// What one of its words is.
    pub word: FieldWord,
    /// The number of its words.
    pub count: Count,
}

/// A word of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FieldWord {
    /// A seed of 32 bits.
    Seed,
    /// A weight for each input.
    Row,
    /// Scale and phase of a cosine.
    ScalePhase,
    /// What stands in their place without a cosine.
    Rescale,
    /// The angle of one unit of a generated row.
    Scale,
    /// An index of two bytes.
    Index,
    /// The shape of a patch.
    Patch,
    /// The first input of a patch: a byte in models with up to 256 inputs, else two.
    Start,
}

/// The number of words of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Count {
    /// One.
    One,
    /// One for each feature.
    Features,
    /// The number in the two bytes before the words.
    Counted,
    /// Two to the power in the byte before the words.
    Power,
}

impl Field {
    /// A seed.
    pub const SEED: Field = Field { name: "seed", word: FieldWord::Seed, count: Count::One };
    /// A factor of each input.
    pub const WEIGHTS: Field = Field { name: "weights", word: FieldWord::Row, count: Count::One };
    /// A stored row for each feature.
    pub const ROWS: Field = Field { name: "rows", word: FieldWord::Row, count: Count::Features };

    /// Scale and phase of each feature, or what an activation has in their place.
    #[must_use]
    pub const fn scale_phases(activation: Activation) -> Field {
        let count = Count::Features;
        match activation.is_rectified() {
            true => Field { name: "rescales", word: FieldWord::Rescale, count },
            false => Field { name: "scale_phases", word: FieldWord::ScalePhase, count },
        }
    }

    /// The scales of generated rows.
    #[must_use]
    pub const fn scales(count: Count) -> Field {
        Field { name: "scales", word: FieldWord::Scale, count }
    }

    /// The bytes of a word, in a model with so many inputs whose rows read so many of them.
    #[must_use]
    pub const fn size(self, layout: &Layout, [inputs, read]: [usize; 2]) -> usize {
        match self.word {
            FieldWord::Seed => 4,
            FieldWord::Patch => patch::SIZE,
            FieldWord::Row => layout.weights(read),
            FieldWord::ScalePhase => layout.cosine,
            FieldWord::Rescale => layout.rectified,
            FieldWord::Scale => layout.scale,
            FieldWord::Index => 2,
            FieldWord::Start => index_size(inputs),
        }
    }
}
