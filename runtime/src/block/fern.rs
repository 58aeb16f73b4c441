//! Ferns: tables whose leaves add into the scores, each chosen by a few tests of single inputs.
//!
//! A fern of depth `q` tests `q` inputs for `x_i > t`. The results, the first one highest, are the
//! number of one of its `2^q` leaves, which hold a word for each score (Ozuysal 2010; such a tree
//! of tests is an oblivious decision tree: Kohavi 1994). Nothing is multiplied, and every row takes
//! the same instructions.

use super::body::Shape;
use super::sizes::Sizes;
use crate::error::ViewError;
use crate::number::{Format, Input, Word, length_of, records, section};

/// The most tests of a fern.
pub const DEPTH: u8 = 8;
/// The bytes before the ferns of a block: shift, and the number of bytes that follow.
pub const HEAD: usize = 3;
/// The most bits by which leaves are shifted up.
pub const SHIFT: u8 = 23;

/// The bytes of a test: the index of an input, and a threshold.
#[must_use]
pub const fn test_size<F: Format>(inputs: usize) -> usize {
    index_size(inputs) + F::Input::SIZE
}

/// The bytes of an input's index.
#[must_use]
pub const fn index_size(inputs: usize) -> usize {
    if inputs > 256 { 2 } else { 1 }
}

/// The ferns of a block, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ferns<'a> {
    /// Bits by which leaves are shifted up, in fixed point.
    shift: u8,
    /// One fern after the other.
    records: &'a [u8],
}

impl<'a> Ferns<'a> {
    /// Splits the ferns off, unchecked.
    #[inline(always)]
    pub fn split(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), ViewError> {
        let ([shift, low, high], rest) = bytes.split_first_chunk::<HEAD>().ok_or(ViewError::Length)?;
        let (records, rest) = section(rest, 1, usize::from(u16::from_le_bytes([*low, *high])))?;
        Ok((Ferns { shift: *shift, records }, rest))
    }

    /// The bits by which its leaves are shifted up.
    #[cfg(feature = "online")]
    pub fn shift(self) -> u8 {
        self.shift
    }

    /// Checks that these are so many ferns, and nothing else, for a model of that shape.
    pub fn check<F: Format>(self, count: u16, shape: Shape) -> Result<(), ViewError> {
        let (mut rest, mut sound) = (self.records, self.shift <= SHIFT);
        for _ in 0..count {
            let (fern, after) =
                Fern::split_first::<F>(rest, [shape.inputs(), shape.outputs()]).ok_or(ViewError::Length)?;
            sound &= fern.is_sound::<F>(shape.inputs());
            rest = after;
        }
        match sound {
            _ if !rest.is_empty() => Err(ViewError::Length),
            true => Ok(()),
            false => Err(ViewError::Fern),
        }
    }

    /// Adds its share to the sizes of the model.
    pub fn measure<F: Format>(self, shape: Shape, sizes: &mut Sizes) {
        sizes.projection += HEAD;
        let mut rest = self.records;
        while let Some((fern, after)) = Fern::split_first::<F>(rest, [shape.inputs(), shape.outputs()]) {
            sizes.ferns += 1;
            sizes.tests += fern.tests.len() / test_size::<F>(shape.inputs());
            sizes.projection += 1 + fern.tests.len();
            sizes.head += fern.leaves.len();
            rest = after;
        }
    }

    /// Adds the leaves of the guarded `inputs` to the scores.
    #[inline(always)]
    pub fn accumulate<F: Format>(self, inputs: &[F::Input], scores: &mut [F::Score]) {
        match index_size(inputs.len()) {
            1 => self.add::<F, 1>(inputs, scores),
            _ => self.add::<F, 2>(inputs, scores),
        }
    }

    /// Adds the leaves, with the bytes of an index known.
    #[inline(always)]
    fn add<F: Format, const INDEX: usize>(self, inputs: &[F::Input], scores: &mut [F::Score]) {
        let mut rest = self.records;
        while let Some((fern, after)) = Fern::split_first::<F>(rest, [inputs.len(), scores.len()]) {
            let leaf = fern.leaf::<F, INDEX>(inputs, scores.len());
            for (score, word) in scores.iter_mut().zip(F::Leaf::words(leaf)) {
                F::add_leaf(score, word, self.shift);
            }
            rest = after;
        }
    }
}

/// One fern.
#[derive(Clone, Copy, Debug)]
struct Fern<'a> {
    tests: &'a [u8],
    leaves: &'a [u8],
}

impl<'a> Fern<'a> {
    /// The first fern of the records, and those after it; `None` at their end.
    #[inline(always)]
    fn split_first<F: Format>(records: &'a [u8], [inputs, outputs]: [usize; 2]) -> Option<(Self, &'a [u8])> {
        let (&depth, rest) = records.split_first()?;
        let (tests, rest) = rest.split_at_checked(usize::from(depth) * test_size::<F>(inputs))?;
        let leaves = length_of(outputs, F::Leaf::SIZE).checked_mul(1 << (depth & 15))?;
        let (leaves, rest) = rest.split_at_checked(leaves)?;
        Some((Fern { tests, leaves }, rest))
    }

    fn is_sound<F: Format>(self, inputs: usize) -> bool {
        let index = |test: &[u8]| match *test {
            [narrow, ..] if index_size(inputs) == 1 => usize::from(narrow),
            [low, high, ..] => usize::from(u16::from_le_bytes([low, high])),
            _ => inputs,
        };
        let shallow = self.tests.len() <= usize::from(DEPTH) * test_size::<F>(inputs);
        shallow && records(self.tests, test_size::<F>(inputs)).all(|test| index(test) < inputs)
    }

    /// The bytes of the leaf that `inputs` lead to.
    #[inline(always)]
    fn leaf<F: Format, const INDEX: usize>(self, inputs: &[F::Input], outputs: usize) -> &'a [u8] {
        let mut leaf = 0;
        for test in records(self.tests, INDEX + F::Input::SIZE) {
            let Some((index, threshold)) = test.split_first_chunk::<INDEX>() else { break };
            let index = index.iter().rev().fold(0, |index, &byte| (index << 8) | usize::from(byte));
            let input = inputs.get(index).copied().unwrap_or_default();
            let threshold = F::Input::words(threshold).next().unwrap_or_default();
            leaf = (leaf << 1) | input.exceeds(threshold);
        }
        let size = outputs * F::Leaf::SIZE;
        let (_, rest) = self.leaves.split_at_checked(leaf * size).unwrap_or_default();
        // without an end the last leaf would differ from others, which takes a branch
        rest.split_at_checked(size).map_or(&[], |(leaf, _)| leaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{F32, Q7};

    /// Two ferns over three inputs and two scores: of depth 2, and of depth 0, a leaf for
    /// everything.
    const RECORDS: [u8; 21] =
        [2, 18, 0, /* depth */ 2, 2, 100, 0, 0, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, /* depth */ 0, 0xfd, 9];

    fn ferns<F: Format>(bytes: &[u8], count: u16, [inputs, outputs]: [u16; 2]) -> Result<Ferns<'_>, ViewError> {
        let (ferns, rest) = Ferns::split(bytes)?;
        assert!(rest.is_empty());
        ferns.check::<F>(count, Shape { inputs, outputs }).map(|()| ferns)
    }

    fn scores(inputs: [i16; 3]) -> [i32; 2] {
        let ferns = ferns::<Q7>(&RECORDS, 2, [3, 2]).expect("two ferns");
        let mut scores = [1000, 2000];
        ferns.accumulate::<Q7>(&inputs, &mut scores);
        scores
    }

    #[test]
    fn answers_choose_the_leaf() {
        // the shift of the block is 2; leaves of x_2 > 100, x_0 > -1
        assert_eq!(scores([-1, 0, 100]), [1000 + (1 - 3) * 4, 2000 + (2 + 9) * 4]);
        assert_eq!(scores([0, 0, 100]), [1000, 2000 + (4 + 9) * 4]);
        assert_eq!(scores([-1, 0, 101]), [1000 + (5 - 3) * 4, 2000 + (6 + 9) * 4]);
        assert_eq!(scores([i16::MAX, 0, i16::MAX]), [1000 + (7 - 3) * 4, 2000 + (8 + 9) * 4]);
    }

    #[test]
    fn sections_are_measured() {
        let ferns = ferns::<Q7>(&RECORDS, 2, [3, 2]).expect("two ferns");
        let mut sizes = Sizes::default();
        ferns.measure::<Q7>(Shape { inputs: 3, outputs: 2 }, &mut sizes);
        assert_eq!((sizes.ferns, sizes.tests, sizes.projection, sizes.head), (2, 2, 3 + 2 + 6, 10));
    }

    #[test]
    fn invalid_ferns_are_refused() {
        let error = |bytes: &[u8], inputs| ferns::<Q7>(bytes, 1, [inputs, 1]).err();
        assert_eq!(error(&[0, 6, 0, 1, 2, 0, 0, 7, 7], 3), None);
        assert_eq!(error(&[0, 6, 0, 1, 3, 0, 0, 7, 7], 3), Some(ViewError::Fern));
        assert_eq!(error(&[24, 2, 0, 0, 7], 3), Some(ViewError::Fern));
        assert_eq!(error(&[0, 5, 0, 1, 2, 0, 0, 7], 3), Some(ViewError::Length));
        assert_eq!(error(&[0, 3, 0, 0, 7, 7], 3), Some(ViewError::Length));
        assert_eq!(error(&[0, 1, 0, 16], 3), Some(ViewError::Length));
        assert_eq!(error(&[0, 9, 0], 3), Some(ViewError::Length));
        let mut deep = [0u8; 3 + 1 + 9 * 3 + 512];
        deep[..4].copy_from_slice(&[0, 28, 2, 9]);
        assert_eq!(error(&deep, 3), Some(ViewError::Fern));
    }

    #[test]
    fn many_inputs_take_two_bytes_of_index() {
        let mut bytes = [0u8; 3 + 1 + 6 + 8];
        bytes[..10].copy_from_slice(&[0, 15, 0, 1, 44, 1, 0, 0, 0x80, 0x3f]); // x_300 > 1.0
        bytes[10..].copy_from_slice(&[0, 0, 0, 0x40, 0, 0, 0x80, 0x40]); // 2.0, 4.0
        for (input, score) in [(1.0, 2.0), (1.5, 4.0), (f32::NAN, 2.0)] {
            let mut inputs = [9.0f32; 301];
            inputs[300] = input;
            let mut scores = [0.0f32];
            let ferns = ferns::<F32>(&bytes, 1, [301, 1]).expect("a fern");
            ferns.accumulate::<F32>(&inputs, &mut scores);
            assert_eq!(scores, [score]);
        }
        assert_eq!(ferns::<F32>(&bytes, 1, [300, 1]).err(), Some(ViewError::Fern));
    }
}
