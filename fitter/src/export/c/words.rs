//! What the words of a number format are in C.

use super::cell::Cell;
use kernelet::Contract;

/// The types of a number format, and the parts of the source that differ by it.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// One input.
    pub input: Cell,
    /// One weight; two of `q3` share a byte.
    pub weight: Cell,
    /// Scale and phase of a cosine, and how many words they are.
    pub turn: (Cell, usize),
    /// Multiplier, shifts and offset of other kinds, likewise.
    pub slope: (Cell, usize),
    /// What one unit of a structured row is worth.
    pub scale: Cell,
    /// One score.
    pub score: &'static str,
    /// The words of a bias, and how many of them a score takes.
    pub bias: (Cell, usize),
    /// Whether two weights share a byte.
    pub nibbles: bool,
}

impl Words {
    /// Those of a format; `None` where its cosine has no source in C.
    pub fn of(contract: Contract) -> Option<Words> {
        let fixed = Words {
            input: Cell::I16,
            weight: Cell::I8,
            turn: (Cell::U32, 2),
            slope: (Cell::U32, 2),
            scale: Cell::U32,
            score: "int32_t",
            bias: (Cell::I32, 1),
            nibbles: false,
        };
        let wide = Words { score: "int64_t", bias: (Cell::U32, 2), ..fixed };
        let float = Words {
            input: Cell::F32,
            weight: Cell::F32,
            turn: (Cell::F32, 1),
            slope: (Cell::F32, 1),
            scale: Cell::F32,
            score: "float",
            bias: (Cell::F32, 1),
            nibbles: false,
        };
        Some(match contract {
            Contract::F32 => float,
            Contract::F32Libm | Contract::F32Micromath => return None,
            Contract::Q15 => Words { weight: Cell::I16, ..wide },
            Contract::Q7 => fixed,
            Contract::Q7Wide => wide,
            Contract::Q3 => Words { weight: Cell::U8, turn: (Cell::U8, 2), scale: Cell::U8, nibbles: true, ..fixed },
        })
    }

    /// Whether inputs and scores are integers.
    pub fn is_fixed(self) -> bool {
        self.input != Cell::F32
    }

    /// The bytes of a score.
    pub fn score_bytes(self) -> usize {
        4 * self.bias.1
    }

    /// Whether scores have 64 bits.
    pub fn is_wide(self) -> bool {
        self.bias.1 == 2
    }

    /// What a leaf of a fern holds for each score.
    pub fn leaf(self) -> Cell {
        if self.is_fixed() { Cell::I8 } else { Cell::F32 }
    }

    /// How many words a row of weights takes, as a macro of their number.
    pub fn weights(self) -> &'static str {
        if self.nibbles { "(((count) + 1) / 2)" } else { "(count)" }
    }

    /// A weight of a row by its number, as a macro.
    pub fn weight_at(self) -> &'static str {
        match self.nibbles {
            true => "nibble(READ_WEIGHT((row) + (i) / 2), (i) % 2 ? 4 : 0)",
            false => "READ_WEIGHT((row) + (i))",
        }
    }
}
