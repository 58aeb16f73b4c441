//! A block of cosine features, each a candidate of a [`Pool`]: a seed and the candidate's index
//! stand for its row.

use super::body::{Body, Shape};
use super::field::{Count, Field, FieldWord};
use super::head::add;
use super::kind::{Form, Kind};
use super::pool::Pool;
use super::sizes::Sizes;
use super::structured::weigh;
use crate::error::ViewError;
use crate::number::{Format, Weight, Word, section};

/// The fields that stand for the rows.
pub(super) const fn fields(_form: Form) -> &'static [Field] {
    const CANDIDATES: Field = Field { name: "candidates", word: FieldWord::Index, count: Count::Features };
    const FIELDS: &[Field] = &[Field::SEED, Field::scales(Count::Power), Field::WEIGHTS, CANDIDATES];
    FIELDS
}

/// The words of scratch that the features need: one for each input.
#[inline(always)]
pub(super) const fn scratch(inputs: usize) -> usize {
    inputs
}

/// Chosen candidates, borrowed from the model: their sections in one, so that blocks of other kinds
/// carry no more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeded<'a> {
    features: u16,
    bytes: &'a [u8],
}

/// The sections.
#[derive(Clone, Copy, Default)]
struct Parts<'a> {
    seed: u32,
    /// The angle of one unit of a row: of candidate `m` scale `m` modulo their number, a power of
    /// two.
    scales: &'a [u8],
    /// The factor of each input.
    weights: &'a [u8],
    /// The candidates, in two bytes each.
    candidates: &'a [u8],
}

impl<'a> Seeded<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(body: Body<'a>, shape: Shape) -> Result<(Self, &'a [u8]), ViewError> {
        let Body { features, bytes, .. } = body;
        let (_, rest) = Seeded { features, bytes }.parts::<F>(shape.inputs())?;
        Ok((Seeded { features, bytes }, rest))
    }

    #[inline(always)]
    fn parts<F: Format>(self, inputs: usize) -> Result<(Parts<'a>, &'a [u8]), ViewError> {
        let ([a, b, c, d, power], rest) = self.bytes.split_first_chunk().ok_or(ViewError::Length)?;
        let count = 1usize.checked_shl(u32::from(*power)).ok_or(ViewError::Length)?;
        let (scales, rest) = section(rest, count, F::Scale::SIZE)?;
        let (weights, rest) = section(rest, 1, F::Weight::size(inputs))?;
        let (candidates, rest) = section(rest, usize::from(self.features), 2)?;
        Ok((Parts { seed: u32::from_le_bytes([*a, *b, *c, *d]), scales, weights, candidates }, rest))
    }

    /// The kind of the features.
    pub fn kind(self) -> Kind {
        Kind::Seeded
    }

    /// Adds its share to the sizes of the model.
    pub fn measure<F: Format>(self, shape: Shape, sizes: &mut Sizes) {
        let (Parts { scales, weights, candidates, .. }, _) = self.parts::<F>(shape.inputs()).unwrap_or_default();
        sizes.features += usize::from(self.features);
        sizes.projection += 4 + 1 + scales.len() + weights.len() + candidates.len();
    }

    /// Adds the features of the guarded `inputs`, times their weights in the `head`, to the scores.
    #[inline(always)]
    pub fn accumulate<F: Format>(
        self,
        inputs: &mut [F::Input],
        lanes: &mut [F::Lane],
        head: &[u8],
        scores: &mut [F::Score],
    ) {
        add::<F>(self.features::<F>(inputs, lanes), head, scores);
    }

    /// The features of the guarded `inputs`, in order; `lanes` is scratch, at least as many as
    /// there are inputs.
    #[inline(always)]
    pub fn features<'s, F: Format>(
        self,
        inputs: &[F::Input],
        lanes: &'s mut [F::Lane],
    ) -> impl Iterator<Item = F::Feature> + use<'a, 's, F> {
        let (parts, _) = self.parts::<F>(inputs.len()).unwrap_or_default();
        let lanes = lanes.get_mut(..inputs.len()).unwrap_or_default();
        weigh::<F>(parts.weights, inputs, lanes);
        let (lanes, pool): (&'s [F::Lane], _) = (lanes, Pool { seed: parts.seed });
        u16::words(parts.candidates).map(move |candidate| {
            F::structured(pool.product(candidate, lanes), parts.scale::<F>(candidate), pool.phase(candidate))
        })
    }
}

impl Parts<'_> {
    #[inline(always)]
    fn scale<F: Format>(self, candidate: u16) -> F::Scale {
        // the length is the size of a scale times a power of two, and so is the offset's unit
        let offset = usize::from(candidate).wrapping_mul(F::Scale::SIZE) & self.scales.len().wrapping_sub(1);
        let scale = self.scales.get(offset..).and_then(|bytes| F::Scale::words(bytes).next());
        scale.unwrap_or_default()
    }
}
