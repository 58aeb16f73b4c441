//! A block of cosine features whose rows read a patch of the inputs each.

use super::body::{Body, Shape};
use super::fern::index_size;
use super::field::{Count, Field, FieldWord};
use super::head::add;
use super::kind::{Form, Kind};
use super::patch::{Patch, SIZE, place};
use super::sizes::Sizes;
use crate::error::ViewError;
use crate::number::group::GROUP;
use crate::number::{Activation, Cosines, Format, PatchCosines, ScalePhases, Weight, records, section};

/// The fields that the rows are stored in.
pub(super) const fn fields(_form: Form) -> &'static [Field] {
    const PATCH: Field = Field { name: "patch", word: FieldWord::Patch, count: Count::One };
    const STARTS: Field = Field { name: "starts", word: FieldWord::Start, count: Count::Features };
    const FIELDS: &[Field] = &[PATCH, STARTS, Field::ROWS, Field::scale_phases(Activation::Cosine)];
    FIELDS
}

/// The words of scratch that the features need: none.
#[inline(always)]
pub(super) const fn scratch(_inputs: usize) -> usize {
    0
}

/// Features of patches, borrowed from the model: their sections in one, so that blocks of other
/// kinds carry no more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patches<'a> {
    /// The features that the sections are of.
    all: u16,
    /// The features among these: from the first on, up to the last, which is none of them.
    first: u16,
    last: u16,
    bytes: &'a [u8],
}

/// The sections.
#[derive(Clone, Copy, Default)]
struct Parts<'a> {
    patch: Patch,
    /// The first input of each feature.
    starts: &'a [u8],
    /// Weights, `features x patch`.
    rows: &'a [u8],
    /// Scale and phase of each feature.
    scale_phases: &'a [u8],
}

impl<'a> Patches<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(body: Body<'a>, shape: Shape) -> Result<(Self, &'a [u8]), ViewError> {
        let Body { features, bytes, .. } = body;
        let patches = Patches { all: features, first: 0, last: features, bytes };
        let (_, rest) = patches.parts::<F>(shape.inputs())?;
        Ok((patches, rest))
    }

    #[inline(always)]
    fn parts<F: Format>(self, inputs: usize) -> Result<(Parts<'a>, &'a [u8]), ViewError> {
        let (shape, rest) = self.bytes.split_first_chunk().ok_or(ViewError::Length)?;
        let patch = Patch::from_bytes(*shape);
        let (starts, rest) = self.section(rest, index_size(inputs))?;
        let (rows, rest) = self.section(rest, F::Weight::size(patch.size()))?;
        let (scale_phases, rest) = self.section(rest, F::ScalePhases::size(Activation::Cosine))?;
        Ok((Parts { patch, starts, rows, scale_phases }, rest))
    }

    /// The records of these features in a section of all, and what follows that.
    #[inline(always)]
    fn section(self, bytes: &'a [u8], size: usize) -> Result<(&'a [u8], &'a [u8]), ViewError> {
        let (records, rest) = section(bytes, self.all.into(), size)?;
        let own = records.get(usize::from(self.first) * size..usize::from(self.last) * size);
        Ok((own.unwrap_or_default(), rest))
    }

    /// The first so many features and those after them; `None` where there are fewer.
    #[inline(always)]
    pub fn split_at(self, features: usize) -> Option<(Self, Self)> {
        let middle = self.first.checked_add(u16::try_from(features).ok()?).filter(|middle| *middle <= self.last)?;
        Some((Patches { last: middle, ..self }, Patches { first: middle, ..self }))
    }

    /// Checks that every patch lies within the inputs.
    pub fn check<F: Format>(self, shape: Shape) -> Result<(), ViewError> {
        let (Parts { patch, starts, .. }, _) = self.parts::<F>(shape.inputs())?;
        if patch.is_within(starts, shape.inputs()) { Ok(()) } else { Err(ViewError::Patch) }
    }

    /// The kind of the features.
    pub fn kind(self) -> Kind {
        Kind::Patch
    }

    /// Adds its share to the sizes of the model.
    pub fn measure<F: Format>(self, shape: Shape, sizes: &mut Sizes) {
        let (parts, _) = self.parts::<F>(shape.inputs()).unwrap_or_default();
        let features = usize::from(self.last - self.first);
        sizes.features += features;
        sizes.reads += features * parts.patch.size();
        sizes.runs += features * usize::from(parts.patch.height);
        sizes.projection += SIZE + parts.starts.len() + parts.rows.len() + parts.scale_phases.len();
    }

    /// Adds the features of the guarded `inputs`, times their weights in the `head`, to the scores.
    #[inline(always)]
    pub fn accumulate<F: Format>(
        self,
        inputs: &mut [F::Input],
        _lanes: &mut [F::Lane],
        head: &[u8],
        scores: &mut [F::Score],
    ) {
        if cfg!(feature = "patches") {
            let (rest, head) = self.behind_groups::<F>(inputs, head, scores);
            let (parts, _) = rest.parts::<F>(inputs.len()).unwrap_or_default();
            let places = parts.patch.places();
            add::<F>(parts.features::<F>(inputs, &places), head, scores);
        }
    }

    /// Adds the groups that the format computes at once; gives the features and the head behind
    /// them.
    #[inline(always)]
    fn behind_groups<'h, F: Format>(
        self,
        inputs: &[F::Input],
        head: &'h [u8],
        scores: &mut [F::Score],
    ) -> (Self, &'h [u8]) {
        let (Parts { patch, starts, rows, scale_phases }, _) = self.parts::<F>(inputs.len()).unwrap_or_default();
        let cosines = Cosines { rows, scale_phases, head };
        let shape = [patch.height.into(), patch.width.into(), patch.stride.into()];
        let block = PatchCosines { cosines, starts, start: index_size(inputs.len()), shape };
        let added = F::patches(block, inputs, scores) * GROUP;
        match (self.split_at(added), head.get(added * F::Weight::size(scores.len())..)) {
            (Some((_, rest)), Some(head)) if added > 0 => (rest, head),
            _ => (self, head),
        }
    }

    /// The features of the guarded `inputs`, in order, without scratch.
    #[inline(always)]
    pub fn features<'x, F: Format>(
        self,
        inputs: &'x [F::Input],
        _lanes: &mut [F::Lane],
    ) -> impl Iterator<Item = F::Feature> + use<'a, 'x, F> {
        let (parts, _) = self.parts::<F>(inputs.len()).unwrap_or_default();
        parts.features::<F>(inputs, parts.patch.places())
    }
}

impl<'a> Parts<'a> {
    /// The features, with the places of the inputs of the patch.
    #[inline(always)]
    fn features<F: Format>(self, inputs: &[F::Input], places: impl AsRef<[u16]>) -> impl Iterator<Item = F::Feature> {
        let Parts { patch, starts, rows, scale_phases } = self;
        let mut scale_phases = F::ScalePhases::read(Activation::Cosine, scale_phases);
        let rows = records(rows, F::Weight::size(patch.size()));
        records(starts, index_size(inputs.len())).zip(rows).map_while(move |(start, row)| {
            let inputs = inputs.get(place(start)..).unwrap_or_default();
            let dot = dot::<F>(row, places.as_ref().get(..patch.size())?, inputs);
            // read behind the dot product, which needs the registers
            scale_phases.next().map(|words| F::cosine(dot, words))
        })
    }
}

/// The dot product of a row with the inputs at these places.
#[inline(never)]
fn dot<F: Format>(row: &[u8], places: &[u16], inputs: &[F::Input]) -> F::Lane {
    F::dot_at(row, places, inputs)
}
