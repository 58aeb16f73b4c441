//! A block of cosine features whose rows read few of the inputs: a patch of a grid, or a run of
//! neighbours.

use super::body::{Body, Shape};
use super::fern::index_size;
use super::field::{Count, Field, FieldWord};
use super::head::add;
use super::kind::{Form, Kind};
use super::sizes::Sizes;
use crate::error::ViewError;
use crate::number::{Activation, Format, ScalePhases, Weight, records, section};

/// The most inputs that a patch has.
pub const MOST: usize = 64;

/// The bytes of the shape of a block's patches.
pub(crate) const SIZE: usize = 4;

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

/// The shape of a patch: `height` runs of `width` neighbouring inputs, `stride` inputs from one to
/// the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Patch {
    /// The runs.
    pub height: u8,
    /// The inputs of a run.
    pub width: u8,
    /// The inputs from the start of a run to that of the next: of a grid, its width.
    pub stride: u16,
}

impl Patch {
    /// The number of inputs.
    #[must_use]
    #[inline(always)]
    pub const fn size(self) -> usize {
        self.height as usize * self.width as usize
    }

    /// The number of inputs from the first one to the last one.
    #[must_use]
    pub const fn extent(self) -> usize {
        let first = (self.height as usize).saturating_sub(1).saturating_mul(self.stride as usize);
        first.saturating_add(self.width as usize)
    }

    /// The patch of its bytes.
    #[must_use]
    #[inline(always)]
    pub const fn from_bytes([height, width, low, high]: [u8; SIZE]) -> Patch {
        Patch { height, width, stride: u16::from_le_bytes([low, high]) }
    }

    /// Its bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; SIZE] {
        let [low, high] = self.stride.to_le_bytes();
        [self.height, self.width, low, high]
    }

    /// Returns true where it has inputs, not too many, and all lie within a model's from each start
    /// on.
    pub(crate) const fn is_within(self, starts: &[u8], inputs: usize) -> bool {
        let (mut rest, size) = (starts, index_size(inputs));
        let mut within = 0 < self.size() && self.size() <= MOST;
        while let Some((start, after)) = rest.split_at_checked(size) {
            within &= place(start).saturating_add(self.extent()) <= inputs;
            rest = after;
        }
        within
    }

    /// Copies the inputs of the patch that begins at `start`; those beyond the last one stay.
    #[inline(always)]
    fn gather<T: Copy>(self, inputs: &[T], start: usize, to: &mut [T]) {
        let (mut rest, mut to) = (inputs.get(start..).unwrap_or_default(), to.iter_mut());
        for _ in 0..self.height {
            let run = rest.get(..self.width.into()).unwrap_or_default();
            run.iter().zip(to.by_ref()).for_each(|(input, place)| *place = *input);
            rest = rest.get(self.stride.into()..).unwrap_or_default();
        }
    }
}

/// Features of patches, borrowed from the model: their sections in one, so that blocks of other
/// kinds carry no more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patches<'a> {
    features: u16,
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
        let (_, rest) = Patches { features, bytes }.parts::<F>(shape.inputs())?;
        Ok((Patches { features, bytes }, rest))
    }

    #[inline(always)]
    fn parts<F: Format>(self, inputs: usize) -> Result<(Parts<'a>, &'a [u8]), ViewError> {
        let (shape, rest) = self.bytes.split_first_chunk().ok_or(ViewError::Length)?;
        let (patch, features) = (Patch::from_bytes(*shape), usize::from(self.features));
        let (starts, rest) = section(rest, features, index_size(inputs))?;
        let (rows, rest) = section(rest, features, F::Weight::size(patch.size()))?;
        let (scale_phases, rest) = section(rest, features, F::ScalePhases::size(Activation::Cosine))?;
        Ok((Parts { patch, starts, rows, scale_phases }, rest))
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
        let features = usize::from(self.features);
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
        lanes: &mut [F::Lane],
        head: &[u8],
        scores: &mut [F::Score],
    ) {
        if cfg!(feature = "patches") {
            add::<F>(self.features::<F>(inputs, lanes), head, scores);
        }
    }

    /// The features of the guarded `inputs`, in order, without scratch.
    #[inline(always)]
    pub fn features<'x, F: Format>(
        self,
        inputs: &'x [F::Input],
        _lanes: &mut [F::Lane],
    ) -> impl Iterator<Item = F::Feature> + use<'a, 'x, F> {
        let (Parts { patch, starts, rows, scale_phases }, _) = self.parts::<F>(inputs.len()).unwrap_or_default();
        let mut scale_phases = F::ScalePhases::read(Activation::Cosine, scale_phases);
        let mut gathered = [F::Input::default(); MOST];
        let rows = records(rows, F::Weight::size(patch.size()));
        records(starts, index_size(inputs.len())).zip(rows).map_while(move |(start, row)| {
            let gathered = gathered.get_mut(..patch.size())?;
            patch.gather(inputs, place(start), gathered);
            let dot = F::dot(row, gathered);
            // read behind the dot product, which needs the registers
            scale_phases.next().map(|words| F::cosine(dot, words))
        })
    }
}

/// The first input of a patch.
#[inline(always)]
const fn place(start: &[u8]) -> usize {
    match *start {
        [start] => start as usize,
        [low, high, ..] => u16::from_le_bytes([low, high]) as usize,
        [] => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_gathers_its_runs() {
        let inputs: [i16; 30] = core::array::from_fn(|at| at as i16);
        let patch = Patch { height: 3, width: 2, stride: 6 };
        let mut gathered = [0; 6];
        patch.gather(&inputs, 9, &mut gathered);
        assert_eq!((gathered, patch.size(), patch.extent()), ([9, 10, 15, 16, 21, 22], 6, 14));
        assert_eq!(Patch::from_bytes(patch.to_bytes()), patch);
    }

    #[test]
    fn patches_lie_within_the_inputs() {
        let patch = Patch { height: 2, width: 3, stride: 10 };
        assert!(patch.is_within(&[0, 7], 20) && !patch.is_within(&[0, 8], 20));
        assert!(patch.is_within(&[44, 1], 313) && !patch.is_within(&[45, 1], 313));
        assert!(!Patch { width: 0, ..patch }.is_within(&[], 20));
        assert!(!Patch { height: 22, stride: 0, ..patch }.is_within(&[], 20));
    }
}
