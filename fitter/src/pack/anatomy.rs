//! A packed model taken apart into words, for exports that write them down one by one.

use crate::error::Error;
use crate::pack::emulate;
use kernelet::early;
use kernelet::fern;
use kernelet::format::{Bias, Format, Input, Turns, Weight};
use kernelet::kind::Kind;
use kernelet::logarithm;
use kernelet::novelty;
use kernelet::packed::{self, BLOCK_HEAD, Header};
use kernelet::probability::{self, SLOPE};
use kernelet::transform::Structure;
use kernelet::word::Word;
use kernelet::{Contract, F32, Q3, Q7, Q7Wide, Q15};
use std::path::Path;

/// A model, its sections borrowed.
pub struct Anatomy<'a> {
    /// The number format.
    pub contract: Contract,
    /// The header.
    pub header: Header,
    /// How raw readings are brought to what the features take; none where nothing takes them.
    pub guards: Vec<Guard<'a>>,
    /// The inputs of which the logarithm is taken.
    pub logarithms: Logarithms<'a>,
    /// How scores become probabilities, if they do.
    pub calibration: Option<Calibration<'a>>,
    /// What scores are near to where a row is known, if the model says what is new.
    pub corners: Option<ClassTargets<'a>>,
    /// The margins behind the first blocks, a score each.
    pub checkpoints: &'a [u8],
    /// The scores before any feature, as words of a score.
    pub bias: Vec<u8>,
    /// The blocks that have features or ferns.
    pub blocks: Vec<Block<'a>>,
    /// The words of scratch that rows made from a seed need, none for dense ones.
    pub scratch: usize,
}

/// How one raw reading is brought to what the features take.
#[derive(Clone, Copy, Debug)]
pub struct Guard<'a> {
    /// Which input.
    pub index: u16,
    /// The lower limit, the upper limit and what is subtracted, as words of an input.
    pub words: &'a [u8],
    /// How many bits the difference is shifted by, in fixed point.
    pub shift: u8,
}

/// The inputs of which the logarithm is taken.
#[derive(Clone, Debug, Default)]
pub struct Logarithms<'a> {
    /// Which inputs.
    pub inputs: Vec<u16>,
    /// A gain and an offset for each, in single precision.
    pub scales: &'a [u8],
}

/// How scores become probabilities.
#[derive(Clone, Copy, Debug)]
pub struct Calibration<'a> {
    /// A multiplier and two shifts, or in single precision a factor.
    pub slope: &'a [u8],
    /// Of a single score, the word of a score that it stands beside; else nothing.
    pub threshold: &'a [u8],
}

/// What scores are near to where a row is known.
#[derive(Clone, Copy, Debug)]
pub struct ClassTargets<'a> {
    /// A multiplier and two shifts, or in single precision a factor.
    pub slope: &'a [u8],
    /// The distance above which a row is new.
    pub limit: u32,
    /// The score of a row's own class and that of all others, as words of a score.
    pub targets: &'a [u8],
}

impl Logarithms<'_> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }
}

/// A block of features or ferns.
pub struct Block<'a> {
    /// What the features are.
    pub kind: Kind,
    /// How many there are.
    pub count: u16,
    /// What they are computed from.
    pub projection: Projection<'a>,
    /// Weights, `features x outputs`.
    pub head: &'a [u8],
}

/// What the features of a block are computed from.
pub enum Projection<'a> {
    /// Weights, `features x inputs`, and a turn or a slope for each feature.
    Dense {
        /// The weights.
        rows: &'a [u8],
        /// The turns.
        turns: &'a [u8],
    },
    /// A seed for all rows.
    Structured {
        /// How the rows are made.
        structure: Structure,
        /// What stands for them.
        seed: u32,
        /// What one unit of a row is worth, feature by feature; the last holds for all that follow.
        scales: &'a [u8],
        /// What each input is multiplied by first.
        weights: &'a [u8],
    },
    /// A seed for a pool of rows, and which of them the features take.
    Seeded {
        /// What stands for the pool.
        seed: u32,
        /// What one unit of a row is worth: of candidate `m` scale `m` modulo their number, a power of two.
        scales: &'a [u8],
        /// What each input is multiplied by first.
        weights: &'a [u8],
        /// The candidates, in two bytes each.
        candidates: &'a [u8],
    },
    /// Tests and leaves.
    Ferns(Ferns),
}

/// Ferns, what is alike of all of them side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ferns {
    /// How far leaves are shifted up, in fixed point.
    pub shift: u8,
    /// How many tests each has.
    pub depths: Vec<u8>,
    /// Of each test which input, in one byte or two.
    pub indices: Vec<u8>,
    /// The thresholds, as words of an input.
    pub thresholds: Vec<u8>,
    /// The words of all leaves.
    pub leaves: Vec<u8>,
}

/// A model cut short; a checked one is not.
const SHORT: &str = "the sections do not fill the model exactly";

impl<'a> Anatomy<'a> {
    /// Takes a checked model apart.
    ///
    /// # Errors
    /// [`Error::Model`] where its sections do not fill it.
    pub fn of(path: &Path, model: &'a [u8]) -> Result<Self, Error> {
        let parsed = packed::contract(model).map_err(|wrong| wrong.to_string()).and_then(|contract| match contract {
            Contract::F32 | Contract::F32Libm | Contract::F32Micromath => Self::parse::<F32>(contract, model),
            Contract::Q15 => Self::parse::<Q15>(contract, model),
            Contract::Q7 => Self::parse::<Q7>(contract, model),
            Contract::Q7Wide => Self::parse::<Q7Wide>(contract, model),
            Contract::Q3 => Self::parse::<Q3>(contract, model),
        });
        parsed.map_err(|what| Error::model(path, what))
    }

    fn parse<F: Format>(contract: Contract, model: &'a [u8]) -> Result<Self, String> {
        let (header, sections) = packed::header(model).map_err(|wrong| wrong.to_string())?;
        let mut rest = Rest(sections);
        let guards = rest.take(header.guards.into(), packed::guard_size::<F>())?.chunks(packed::guard_size::<F>());
        let guards = guards.map(guard).collect::<Option<_>>().ok_or(SHORT)?;
        let bias = F::Bias::words(rest.take(1, F::Bias::size(header.outputs.into()))?);
        let bias = bias.flat_map(|score| score.to_bytes().as_ref().to_vec()).collect();
        let logarithms = rest.logarithms::<F>(&header)?;
        let calibration = rest.calibration::<F>(&header)?;
        let corners = rest.corners::<F>()?;
        let checkpoints = rest.checkpoints::<F>()?;
        let mut blocks = Vec::new();
        while !rest.0.is_empty() {
            blocks.push(rest.block::<F>(&header)?);
        }
        if checkpoints.is_empty() {
            blocks.retain(|block| block.count > 0);
        }
        let (guards, logarithms) = if blocks.is_empty() { Default::default() } else { (guards, logarithms) };
        let scratch = emulate::device(model).map_err(|wrong| wrong.to_string())?.scratch();
        Ok(Anatomy { contract, header, guards, logarithms, calibration, corners, checkpoints, bias, blocks, scratch })
    }

    /// How many features there are.
    pub fn features(&self) -> usize {
        self.count(|kind| kind != Kind::Ferns)
    }

    /// How many ferns there are.
    pub fn ferns(&self) -> usize {
        self.count(|kind| kind == Kind::Ferns)
    }

    fn count(&self, wanted: impl Fn(Kind) -> bool) -> usize {
        self.blocks.iter().filter(|block| wanted(block.kind)).map(|block| usize::from(block.count)).sum()
    }
}

/// The guard of a record.
fn guard(record: &[u8]) -> Option<Guard<'_>> {
    let (index, rest) = record.split_first_chunk()?;
    let (&shift, words) = rest.split_last()?;
    Some(Guard { index: u16::from_le_bytes(*index), words, shift })
}

/// The bytes that are still to be taken apart.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize, size: usize) -> Result<&'a [u8], String> {
        let length = count.checked_mul(size).ok_or(SHORT)?;
        let (section, rest) = self.0.split_at_checked(length).ok_or(SHORT)?;
        self.0 = rest;
        Ok(section)
    }

    fn chunk<const N: usize>(&mut self) -> Result<[u8; N], String> {
        Ok(self.take(1, N)?.try_into().expect("as many as were taken"))
    }

    fn logarithms<F: Format>(&mut self, header: &Header) -> Result<Logarithms<'a>, String> {
        if self.0.first() != Some(&logarithm::NUMBER) {
            return Ok(Logarithms::default());
        }
        let [_, low, high] = self.chunk::<BLOCK_HEAD>()?;
        let mask = self.take(1, usize::from(header.inputs).div_ceil(8))?;
        let scales = self.take(u16::from_le_bytes([low, high]).into(), F::Input::SCALE)?;
        let marked = |i: &u16| mask[usize::from(i / 8)] >> (i % 8) & 1 == 1;
        Ok(Logarithms { inputs: (0..header.inputs).filter(marked).collect(), scales })
    }

    fn calibration<F: Format>(&mut self, header: &Header) -> Result<Option<Calibration<'a>>, String> {
        if self.0.first() != Some(&probability::NUMBER) {
            return Ok(None);
        }
        self.take(1, 1)?;
        let slope = self.take(1, SLOPE)?;
        let threshold = self.take(1, probability::size::<F>(header.outputs) - 1 - SLOPE)?;
        Ok(Some(Calibration { slope, threshold }))
    }

    fn corners<F: Format>(&mut self) -> Result<Option<ClassTargets<'a>>, String> {
        if self.0.first() != Some(&novelty::NUMBER) {
            return Ok(None);
        }
        self.take(1, 1)?;
        let slope = self.take(1, SLOPE)?;
        let limit = u32::from_le_bytes(self.chunk()?);
        Ok(Some(ClassTargets { slope, limit, targets: self.take(2, F::Score::SIZE)? }))
    }

    fn checkpoints<F: Format>(&mut self) -> Result<&'a [u8], String> {
        if self.0.first() != Some(&early::NUMBER) {
            return Ok(&[]);
        }
        let [_, count] = self.chunk()?;
        self.take(count.into(), F::Score::SIZE)
    }

    fn block<F: Format>(&mut self, header: &Header) -> Result<Block<'a>, String> {
        let [number, low, high] = self.chunk::<BLOCK_HEAD>()?;
        let count = u16::from_le_bytes([low, high]);
        let kind = Kind::from_number(number).ok_or_else(|| format!("block kind {number} is not known"))?;
        let projection = match kind {
            Kind::Cosine | Kind::Step | Kind::Relu | Kind::SquaredRelu | Kind::Linear => Projection::Dense {
                rows: self.take(count.into(), F::Weight::size(header.inputs.into()))?,
                turns: self.take(count.into(), F::Turns::size(kind))?,
            },
            Kind::Sorf => self.structured::<F>(Structure::Sorf, header)?,
            Kind::Fastfood => self.structured::<F>(Structure::Fastfood, header)?,
            Kind::Seeded => self.seeded::<F>(count, header)?,
            Kind::Ferns => {
                let projection = Projection::Ferns(self.ferns::<F>(count, header)?);
                return Ok(Block { kind, count, projection, head: &[] });
            }
        };
        let head = self.take(count.into(), F::Weight::size(header.outputs.into()))?;
        Ok(Block { kind, count, projection, head })
    }

    fn seeded<F: Format>(&mut self, count: u16, header: &Header) -> Result<Projection<'a>, String> {
        let [a, b, c, d, power] = self.chunk()?;
        let seed = u32::from_le_bytes([a, b, c, d]);
        let scales = self.take(1usize.checked_shl(power.into()).ok_or(SHORT)?, F::Scale::SIZE)?;
        let weights = self.take(1, F::Weight::size(header.inputs.into()))?;
        let candidates = self.take(count.into(), 2)?;
        Ok(Projection::Seeded { seed, scales, weights, candidates })
    }

    fn ferns<F: Format>(&mut self, count: u16, header: &Header) -> Result<Ferns, String> {
        let [shift, low, high] = self.chunk::<{ fern::HEAD }>()?;
        let mut rest = Rest(self.take(1, u16::from_le_bytes([low, high]).into())?);
        let mut ferns = Ferns { shift, ..Ferns::default() };
        let index = fern::index_size(header.inputs.into());
        for _ in 0..count {
            let [depth] = rest.chunk()?;
            ferns.depths.push(depth);
            for _ in 0..depth {
                ferns.indices.extend(rest.take(1, index)?);
                ferns.thresholds.extend(rest.take(1, F::Input::SIZE)?);
            }
            let leaves = 1usize.checked_shl(depth.into()).ok_or(SHORT)?;
            ferns.leaves.extend(rest.take(leaves, usize::from(header.outputs) * F::Leaf::SIZE)?);
        }
        Ok(ferns)
    }

    fn structured<F: Format>(&mut self, structure: Structure, header: &Header) -> Result<Projection<'a>, String> {
        let seed = u32::from_le_bytes(self.chunk()?);
        let count = u16::from_le_bytes(self.chunk()?);
        let scales = self.take(count.into(), F::Scale::SIZE)?;
        let weights = self.take(1, F::Weight::size(header.inputs.into()))?;
        Ok(Projection::Structured { structure, seed, scales, weights })
    }
}
