//! The types of a number format in C, and the files that are its own.

use super::cell::Cell;
use kernelet::Contract;

/// The types of a number format's words.
#[derive(Clone, Copy, Debug)]
pub struct CTypes {
    /// An input.
    pub input: Cell,
    /// A weight; two of `q3` share a byte.
    pub weight: Cell,
    /// A word of a cosine's scale and phase.
    pub scale_phase: Cell,
    /// A word of the rescaling of other features: multiplier and shifts, and the offset.
    pub rescale: Cell,
    /// The scale of rows that are made from a seed.
    pub scale: Cell,
    /// What a leaf of a fern holds for each score.
    pub leaf: Cell,
    /// A score.
    pub score: &'static str,
    /// A word of a stored score; a score of 64 bits takes two.
    pub score_word: Cell,
    /// The ends of file names, the format's own first, then those that it shares with others.
    pub families: &'static [&'static str],
}

impl CTypes {
    /// The types of a format; `None` where its cosine has no source in C.
    pub const fn of(contract: Contract) -> Option<CTypes> {
        Some(match contract {
            Contract::F32 => FLOAT,
            Contract::F32Libm | Contract::F32Micromath => return None,
            Contract::Q15 => CTypes { weight: Cell::I16, families: &["q15", "wide", "fixed"], ..WIDE },
            Contract::Q7 => CTypes { families: &["q7", "i8", "narrow", "fixed"], ..NARROW },
            Contract::Q7Wide => CTypes { families: &["i8", "wide", "fixed"], ..WIDE },
            Contract::Q3 => CTypes {
                weight: Cell::U8,
                scale_phase: Cell::U8,
                scale: Cell::U8,
                families: &["q3", "narrow", "fixed"],
                ..NARROW
            },
        })
    }

    /// Returns true where inputs and scores are integers.
    pub fn is_fixed(self) -> bool {
        self.input != Cell::F32
    }
}

/// Weights of 8 bits and scores of 32.
const NARROW: CTypes = CTypes {
    input: Cell::I16,
    weight: Cell::I8,
    scale_phase: Cell::U32,
    rescale: Cell::U32,
    scale: Cell::U32,
    leaf: Cell::I8,
    score: "int32_t",
    score_word: Cell::I32,
    families: &[],
};

/// Weights of 8 bits and scores of 64.
const WIDE: CTypes = CTypes { score: "int64_t", score_word: Cell::U32, ..NARROW };

/// Single precision throughout.
const FLOAT: CTypes = CTypes {
    input: Cell::F32,
    weight: Cell::F32,
    scale_phase: Cell::F32,
    rescale: Cell::F32,
    scale: Cell::F32,
    leaf: Cell::F32,
    score: "float",
    score_word: Cell::F32,
    families: &["f32"],
};
