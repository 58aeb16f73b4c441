//! The packed layout: preamble, header (serde + postcard), sections of little-endian words borrowed in place.
//!
//! `FORMAT.md` beside this crate specifies every byte, with a worked example.

use crate::early::Checkpoints;
use crate::format::{Bias, Contract, Format};
use crate::logarithm::Logarithms;
use crate::novelty::Corners;
use crate::probability::Calibration;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// The version of the layout that this crate reads and writes.
pub const VERSION: u8 = 1;

/// The bytes before the header: magic, version, checksum.
pub const PREAMBLE: usize = 8;

/// The bytes of a block before its sections: kind, number of features.
pub const BLOCK_HEAD: usize = 3;

mod field {
    use core::ops::{Range, RangeFrom};

    pub const MAGIC: &[u8; 3] = b"KLT";
    pub const CHECKSUM: Range<usize> = 4..8;
    pub const HEADER: RangeFrom<usize> = 8..;
}

/// What stands in the header of a packed model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Header {
    /// The number of the numeric contract, see [`Contract`].
    pub contract: u8,
    /// What the scores mean.
    pub task: Task,
    /// Inputs `d`, at least one.
    pub inputs: u16,
    /// Scores, at least one; a classifier of two classes has one.
    pub outputs: u16,
    /// Inputs with a guard.
    pub guards: u16,
    /// What one unit of a score is worth, in the target's unit for a regression.
    pub scale: f32,
}

/// What a model answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Task {
    /// A class: the largest score's, or for one score its sign.
    Classification,
    /// A value for each score.
    Regression,
}

/// Why bytes are not a model that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ViewError {
    /// The bytes do not begin with `KLT`.
    Magic,
    /// A layout of another version.
    Version(u8),
    /// The bytes were altered or cut.
    Checksum,
    /// The header cannot be decoded, or states no input, no output or a scale that is not a number.
    Header,
    /// The model was fitted for another number format, or for one that this build does not contain.
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
    /// A guard of an input that does not exist, or out of order, or shifting by more than 15 bits.
    Guard,
    /// A fern that tests an input that does not exist, or more than [`DEPTH`](crate::fern::DEPTH) of them, or leaves that are
    /// shifted by more than [`SHIFT`](crate::fern::SHIFT) bits.
    Fern,
    /// Logarithms of inputs that do not exist, or of more or fewer than stated.
    Logarithm,
    /// A novelty of more scores than can have one.
    Novelty,
    /// More checkpoints than blocks that have one behind them.
    Checkpoint,
    /// A kind of block that this build does not know: from a later version, or of a feature that is off.
    Block(u8),
    /// The rows of the model, made from a seed, need this many words of scratch, more than its type states.
    Scratch(usize),
}

impl core::fmt::Display for ViewError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            ViewError::Magic => f.write_str("not a packed model: it does not begin with KLT"),
            ViewError::Version(found) => write!(f, "layout version {found}, this build reads version {VERSION}"),
            ViewError::Checksum => f.write_str("checksum does not match: the model was altered or cut short"),
            ViewError::Header => f.write_str("the header cannot be decoded"),
            ViewError::Contract(found) => write!(f, "numeric contract {found} is not the one asked for"),
            ViewError::Shape { inputs, outputs } => {
                write!(f, "the model has {inputs} inputs and {outputs} outputs, not those of its type")
            }
            ViewError::Length => f.write_str("the sections do not fill the model exactly"),
            ViewError::Guard => f.write_str("a guard that no fitter writes"),
            ViewError::Fern => f.write_str("a fern that no fitter writes"),
            ViewError::Logarithm => f.write_str("logarithms that no fitter writes"),
            ViewError::Novelty => f.write_str("a novelty that no fitter writes"),
            ViewError::Checkpoint => f.write_str("checkpoints that no fitter writes"),
            ViewError::Block(found) => write!(f, "block kind {found} is not known to this build"),
            ViewError::Scratch(words) => write!(f, "the model needs {words} words of scratch"),
        }
    }
}

impl core::error::Error for ViewError {}

/// How many features and ferns a model has, and the bytes of the sections that grow with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sizes {
    /// Features of all blocks.
    pub features: usize,
    /// Ferns of all blocks.
    pub ferns: usize,
    /// Tests of all ferns.
    pub tests: usize,
    /// Bytes of rows, scales and phases, and of the tests of ferns.
    pub projection: usize,
    /// Bytes of the head: the bias, every feature's weights, and the leaves of ferns.
    pub head: usize,
}

/// A packed model taken apart; every section borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    /// The header.
    pub header: Header,
    /// The records of the guarded inputs.
    pub guards: &'a [u8],
    /// The value of each score before any feature.
    pub bias: &'a [u8],
    /// The inputs of which the blocks take the logarithm.
    pub(crate) logarithms: Logarithms<'a>,
    /// How scores become probabilities.
    pub(crate) calibration: Option<Calibration<'a>>,
    /// What scores are near to where a row is known.
    pub(crate) corners: Option<Corners<'a>>,
    /// Where a class may be clear already.
    pub(crate) checkpoints: Checkpoints<'a>,
    /// The blocks, one after the other.
    pub blocks: &'a [u8],
}

impl<'a> Packed<'a> {
    /// Takes a model in format `F` apart; checks all but the checksum.
    pub(crate) fn parse<F: Format>(bytes: &'a [u8]) -> Result<Self, ViewError> {
        let (header, sections) = header(bytes)?;
        if header.contract != F::CONTRACT as u8 {
            return Err(ViewError::Contract(header.contract));
        }
        let guards = usize::from(header.guards) * guard_size::<F>();
        let bias = F::Bias::size(usize::from(header.outputs));
        let (guards, rest) = sections.split_at_checked(guards).ok_or(ViewError::Length)?;
        let (bias, blocks) = rest.split_at_checked(bias).ok_or(ViewError::Length)?;
        let (logarithms, blocks) = match cfg!(feature = "logarithms") {
            true => Logarithms::split::<F>(blocks, header.inputs)?,
            false => (Logarithms::none(blocks), blocks),
        };
        let (calibration, blocks) = match cfg!(feature = "probability") {
            true => Calibration::split::<F>(blocks, header.outputs)?,
            false => (None, blocks),
        };
        let (corners, blocks) = match cfg!(feature = "novelty") {
            true => Corners::split::<F>(blocks, header.outputs)?,
            false => (None, blocks),
        };
        let (checkpoints, blocks) = match cfg!(feature = "early") {
            true => Checkpoints::split::<F>(blocks)?,
            false => (Checkpoints::default(), blocks),
        };
        Ok(Packed { header, guards, bias, logarithms, calibration, corners, checkpoints, blocks })
    }
}

/// The header of a packed model and the sections behind it; `Err` where the bytes are not one of this version.
pub fn header(bytes: &[u8]) -> Result<(Header, &[u8]), ViewError> {
    let ([magic @ .., version], _) = bytes.split_first_chunk::<4>().ok_or(ViewError::Magic)?;
    if magic != field::MAGIC {
        return Err(ViewError::Magic);
    }
    if *version != VERSION {
        return Err(ViewError::Version(*version));
    }
    let encoded = bytes.get(field::HEADER).ok_or(ViewError::Header)?;
    let (header, sections) = postcard::take_from_bytes::<Header>(encoded).map_err(|_| ViewError::Header)?;
    let sound = header.inputs > 0 && header.outputs > 0 && header.scale.is_finite();
    if sound { Ok((header, sections)) } else { Err(ViewError::Header) }
}

/// The contract that a packed model was made for, so that a host can choose its format.
///
/// # Errors
/// [`ViewError::Contract`] where the number is not known, and what [`header`] finds.
pub fn contract(bytes: &[u8]) -> Result<Contract, ViewError> {
    let (header, _) = header(bytes)?;
    Contract::from_number(header.contract).ok_or(ViewError::Contract(header.contract))
}

/// Whether the checksum of a packed model is right.
pub(crate) fn is_intact(bytes: &[u8]) -> bool {
    let stored = bytes.get(field::CHECKSUM).and_then(|sum| sum.first_chunk());
    stored.is_some_and(|sum| u32::from_le_bytes(*sum) == checksum(bytes))
}

/// Writes magic, version and checksum into the first eight bytes of a model that is otherwise complete.
///
/// Fewer than eight bytes are left as they are.
pub fn seal(model: &mut [u8]) {
    if let Some(preamble) = model.first_chunk_mut::<4>() {
        let [m, a, g] = *field::MAGIC;
        *preamble = [m, a, g, VERSION];
    }
    let sum = checksum(model).to_le_bytes();
    if let Some(stored) = model.get_mut(field::CHECKSUM) {
        stored.copy_from_slice(&sum);
    }
}

/// The bytes of one guard: index, lower and upper limit, centre, shift.
pub const fn guard_size<F: Format>() -> usize {
    2 + 3 * F::Input::SIZE + 1
}

/// The records of `size` bytes that `bytes` consist of.
///
/// Not `chunks_exact`, which divides the length by a size known at run time: a small core has no instruction for that.
#[inline(always)]
pub(crate) fn records(bytes: &[u8], size: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    core::iter::from_fn(move || {
        let record;
        (record, rest) = rest.split_at_checked(size)?;
        Some(record)
    })
}

/// The CRC-32 (IEEE 802.3) of a packed model, its own four bytes left out.
fn checksum(model: &[u8]) -> u32 {
    let before = model.iter().take(field::CHECKSUM.start);
    let after = model.iter().skip(field::CHECKSUM.end);
    !before.chain(after).fold(!0, |crc, &byte| crc32_step(crc, byte))
}

/// One byte of CRC-32, bit by bit: slower than a table, and 1 KiB smaller.
const fn crc32_step(crc: u32, byte: u8) -> u32 {
    const REVERSED_POLYNOMIAL: u32 = 0xedb8_8320;
    let mut crc = crc ^ byte as u32;
    let mut bit = 0;
    while bit < 8 {
        crc = (crc >> 1) ^ (REVERSED_POLYNOMIAL & (crc & 1).wrapping_neg());
        bit += 1;
    }
    crc
}

/// Whether the checksum of a model of at least [`PREAMBLE`] bytes is right, for the compiler: with a table, which is never
/// linked, so that models of some hundred kilobytes do not keep it long.
pub(crate) const fn is_whole(model: &[u8]) -> bool {
    const TABLE: [u32; 256] = {
        let (mut table, mut byte) = ([0; 256], 0);
        while byte < 256 {
            table[byte] = crc32_step(0, byte as u8);
            byte += 1;
        }
        table
    };
    let (mut crc, mut at) = (!0u32, 0);
    while at < model.len() {
        crc = (crc >> 8) ^ TABLE[((crc ^ model[at] as u32) & 0xff) as usize];
        at += if at == field::CHECKSUM.start - 1 { 1 + field::CHECKSUM.end - field::CHECKSUM.start } else { 1 };
    }
    !crc == u32::from_le_bytes([model[4], model[5], model[6], model[7]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32_has_its_published_check_value() {
        assert_eq!(!b"123456789".iter().fold(!0, |crc, &byte| crc32_step(crc, byte)), 0xcbf4_3926);
    }

    #[test]
    fn header_bytes_are_as_specified() {
        let header = Header { contract: 5, task: Task::Regression, inputs: 300, outputs: 1, guards: 2, scale: 0.5 };
        let mut bytes = [0u8; 32];
        let written = postcard::to_slice(&header, &mut bytes).unwrap();
        assert_eq!(written, [5, 1, 0xac, 2, 1, 2, 0, 0, 0, 0x3f]);
    }

    #[test]
    fn sealing_is_what_the_check_expects() {
        let mut model = *b"........header and sections";
        seal(&mut model);
        assert!(is_intact(&model) && is_whole(&model));
        model[20] ^= 1;
        assert!(!is_intact(&model) && !is_whole(&model));
        assert!(!is_intact(&model[..6]));
    }
}
