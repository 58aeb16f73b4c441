//! A block of a packed model: features that stream, each multiplied into the scores and forgotten.

use crate::dense::Dense;
use crate::fern::Ferns;
use crate::format::{Format, Weight};
use crate::group::{self, Group};
use crate::kind::Kind;
use crate::packed::{self, BLOCK_HEAD, Header, Sizes, ViewError};
use crate::regenerated::Regenerated;

/// One block, its sections borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    rows: Rows<'a>,
    /// Weights, `features x outputs`; ferns have none.
    head: &'a [u8],
}

/// How a block computes what it adds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rows<'a> {
    Dense(Dense<'a>),
    Regenerated(Regenerated<'a>),
    /// And how many there are.
    Ferns(Ferns<'a>, u16),
}

/// What follows the head of a block.
#[derive(Clone, Copy)]
pub(crate) struct Sections<'a> {
    pub kind: Kind,
    pub features: u16,
    pub bytes: &'a [u8],
}

impl<'a> Block<'a> {
    /// Splits the first block off; `Ok(None)` where none is left.
    ///
    /// Without `STRUCTURED`, blocks whose rows are not stored are unknown: firmware that has none does not pay for them.
    #[inline(always)]
    pub fn split_first<F: Format, const STRUCTURED: bool>(
        blocks: &'a [u8],
        header: &Header,
    ) -> Result<Option<(Self, &'a [u8])>, ViewError> {
        let Some(([number, low, high], bytes)) = blocks.split_first_chunk::<BLOCK_HEAD>() else {
            return if blocks.is_empty() { Ok(None) } else { Err(ViewError::Length) };
        };
        // with neither there is a single kind: said outright, since compilers optimising for size do not see it
        let known = |kind: &Kind| match STRUCTURED || cfg!(any(feature = "rectified", feature = "ferns")) {
            true => kind.is_built() && (STRUCTURED || kind.is_stored()),
            false => *kind == Kind::Cosine,
        };
        let kind = Kind::from_number(*number).filter(known).ok_or(ViewError::Block(*number))?;
        let features = u16::from_le_bytes([*low, *high]);
        let sections = Sections { kind, features, bytes };
        if cfg!(feature = "ferns") && kind == Kind::Ferns {
            let (ferns, rest) = Ferns::split(bytes)?;
            return Ok(Some((Block { rows: Rows::Ferns(ferns, features), head: &[] }, rest)));
        }
        let (rows, rest) = match kind.is_stored() {
            true => Dense::split::<F>(sections, header.inputs).map(|(rows, rest)| (Rows::Dense(rows), rest))?,
            false if STRUCTURED => {
                Regenerated::split::<F>(sections, header.inputs).map(|(rows, rest)| (Rows::Regenerated(rows), rest))?
            }
            false => return Err(ViewError::Block(*number)),
        };
        let (head, rest) = section(rest, usize::from(features), F::Weight::size(usize::from(header.outputs)))?;
        Ok(Some((Block { rows, head }, rest)))
    }

    /// Whether what it consists of is sound, beyond its length.
    pub fn check<F: Format>(self, header: &Header) -> Result<(), ViewError> {
        match self.rows {
            Rows::Ferns(ferns, count) => ferns.check::<F>(count, [header.inputs, header.outputs].map(usize::from)),
            _ => Ok(()),
        }
    }

    /// What its features are.
    pub fn kind(self) -> Kind {
        match self.rows {
            Rows::Dense(rows) => rows.kind(),
            Rows::Regenerated(rows) => rows.kind(),
            Rows::Ferns(..) => Kind::Ferns,
        }
    }

    /// Adds this block's share to the sizes of its model.
    pub fn measure<F: Format>(self, header: &Header, sizes: &mut Sizes) {
        sizes.head += self.head.len();
        match self.rows {
            Rows::Dense(rows) => rows.measure::<F>(sizes),
            Rows::Regenerated(rows) => rows.measure::<F>(header.inputs, sizes),
            Rows::Ferns(ferns, _) => ferns.measure::<F>([header.inputs, header.outputs].map(usize::from), sizes),
        }
    }

    /// The words of scratch that its features need.
    pub fn scratch(self, inputs: u16) -> usize {
        match self.rows {
            Rows::Dense(_) | Rows::Ferns(..) => 0,
            Rows::Regenerated(rows) => rows.scratch(usize::from(inputs)),
        }
    }

    /// Whether its rows are made again from a seed.
    #[inline(always)]
    pub fn is_regenerated(self) -> bool {
        matches!(self.rows, Rows::Regenerated(_))
    }

    /// Its rows, where they are dense.
    #[inline(always)]
    pub fn dense(self) -> Option<Dense<'a>> {
        match self.rows {
            Rows::Dense(rows) => Some(rows),
            Rows::Regenerated(_) | Rows::Ferns(..) => None,
        }
    }

    /// The first so many features and those after them, of `inputs` and `outputs`; `None` where there are fewer, or where
    /// rows cannot be told apart.
    #[inline(always)]
    pub fn split_at<F: Format>(self, features: usize, [inputs, outputs]: [usize; 2]) -> Option<(Self, Self)> {
        let (now, later) = self.dense()?.split_at::<F>(features, inputs)?;
        let (head, rest) = self.head.split_at_checked(features * F::Weight::size(outputs))?;
        Some((Block { rows: Rows::Dense(now), head }, Block { rows: Rows::Dense(later), head: rest }))
    }

    /// Adds every feature, times its weights, to the scores.
    #[inline(always)]
    pub fn accumulate<F: Format>(self, inputs: &[F::Input], lanes: &mut [F::Lane], scores: &mut [F::Score]) {
        match self.rows {
            Rows::Dense(rows) => {
                let (rows, head) = match group::GROUPED {
                    true => self.add_groups::<F>(rows, inputs, scores),
                    false => (rows, self.head),
                };
                add::<F>(rows.features::<F>(inputs), head, scores);
            }
            Rows::Regenerated(Regenerated::Structured(rows)) => {
                add::<F>(rows.features::<F>(inputs, lanes), self.head, scores);
            }
            Rows::Regenerated(Regenerated::Seeded(rows)) => {
                add::<F>(rows.features::<F>(inputs, lanes), self.head, scores);
            }
            Rows::Ferns(ferns, _) if cfg!(feature = "ferns") => ferns.accumulate::<F>(inputs, scores),
            Rows::Ferns(..) => {}
        }
    }

    /// Calls `each` with every feature, in order.
    #[inline(always)]
    pub fn features<F: Format>(self, inputs: &[F::Input], lanes: &mut [F::Lane], each: &mut impl FnMut(F::Feature)) {
        match self.rows {
            Rows::Dense(rows) => rows.features::<F>(inputs).for_each(each),
            Rows::Regenerated(Regenerated::Structured(rows)) => rows.features::<F>(inputs, lanes).for_each(each),
            Rows::Regenerated(Regenerated::Seeded(rows)) => rows.features::<F>(inputs, lanes).for_each(each),
            Rows::Ferns(..) => {}
        }
    }

    /// Adds all whole groups; gives the rows that are left, and their weights.
    #[inline(always)]
    fn add_groups<F: Format>(
        self,
        mut rows: Dense<'a>,
        inputs: &[F::Input],
        scores: &mut [F::Score],
    ) -> (Dense<'a>, &'a [u8]) {
        let mut head = self.head;
        while let Some((features, rest)) = rows.split_group::<F>(inputs) {
            let Some((weights, after)) = group::split(head, F::Weight::size(scores.len())) else { break };
            (rows, head) = (rest, after);
            add_group::<F>(features, weights, scores);
        }
        (rows, head)
    }
}

/// Adds a group of features times their weights.
#[inline(always)]
fn add_group<F: Format>(features: Group<F::Feature>, weights: &[u8], scores: &mut [F::Score]) {
    match scores {
        [_] => meet_group::<F>(features, weights, scores),
        _ => meet_groups::<F>(features, weights, scores),
    }
}

/// Out of line where cores have many registers, so that the loop has them for itself.
#[cfg_attr(target_has_atomic = "32", inline(never))]
#[cfg_attr(not(target_has_atomic = "32"), inline(always))]
fn meet_groups<F: Format>(features: Group<F::Feature>, weights: &[u8], scores: &mut [F::Score]) {
    meet_group::<F>(features, weights, scores);
}

#[inline(always)]
fn meet_group<F: Format>([p, q, r, s]: Group<F::Feature>, weights: &[u8], scores: &mut [F::Score]) {
    let weights = group::records(weights, F::Weight::size(scores.len()));
    F::Weight::meet_group(weights, group::hidden_mut(scores), |mut score, [a, b, c, d]| {
        F::add(&mut score, a, p);
        F::add(&mut score, b, q);
        F::add(&mut score, c, r);
        F::add(&mut score, d, s);
        score
    });
}

/// Adds features, one by one, times their weights.
#[inline(always)]
fn add<F: Format>(features: impl Iterator<Item = F::Feature>, head: &[u8], scores: &mut [F::Score]) {
    for (feature, row) in features.zip(packed::records(head, F::Weight::size(scores.len()))) {
        F::Weight::meet(row, scores, |score, weight| F::add(score, weight, feature));
    }
}

/// The first `count * size` bytes, and the rest.
#[inline(always)]
pub(crate) fn section(bytes: &[u8], count: usize, size: usize) -> Result<(&[u8], &[u8]), ViewError> {
    let length = count.checked_mul(size).ok_or(ViewError::Length)?;
    bytes.split_at_checked(length).ok_or(ViewError::Length)
}
