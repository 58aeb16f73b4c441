//! A block of cosine features whose rows come from a seed, multiplied by with Walsh-Hadamard
//! transforms.

use super::body::{Body, Shape};
use super::field::{Count, Field};
use super::head::add;
use super::kind::{Form, Kind};
use super::sizes::Sizes;
use super::transform::{Structure, Transform, width};
use crate::error::ViewError;
use crate::number::{Format, Weight, Word, section};

/// The fields that stand for the rows.
pub(super) const fn fields(_form: Form) -> &'static [Field] {
    const FIELDS: &[Field] = &[Field::SEED, Field::scales(Count::Counted), Field::WEIGHTS];
    FIELDS
}

/// The words of scratch that the features need: the width of a block of rows.
#[inline(always)]
pub(super) const fn scratch(inputs: usize) -> usize {
    width(inputs)
}

/// The rows of a block, or what stands for them, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Structured<'a> {
    transform: Transform,
    features: u16,
    /// The angle of one unit of a row, feature by feature; the last holds for all that follow.
    scales: &'a [u8],
    /// The factor of each input.
    weights: &'a [u8],
}

impl<'a> Structured<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(body: Body<'a>, shape: Shape) -> Result<(Self, &'a [u8]), ViewError> {
        let (seed, rest) = body.bytes.split_first_chunk().ok_or(ViewError::Length)?;
        let (count, rest) = rest.split_first_chunk().ok_or(ViewError::Length)?;
        let (scales, rest) = section(rest, usize::from(u16::from_le_bytes(*count)), F::Scale::SIZE)?;
        let (weights, rest) = section(rest, 1, F::Weight::size(shape.inputs()))?;
        let structure = body.kind.structure().unwrap_or(Structure::Sorf);
        let transform = Transform { structure, seed: u32::from_le_bytes(*seed) };
        Ok((Structured { transform, features: body.features, scales, weights }, rest))
    }

    /// The kind of its features.
    pub fn kind(self) -> Kind {
        self.transform.structure.into()
    }

    /// Adds its share to the sizes of the model.
    #[expect(clippy::extra_unused_type_parameters, reason = "it is called as that of every form")]
    pub fn measure<F: Format>(self, _shape: Shape, sizes: &mut Sizes) {
        sizes.features += usize::from(self.features);
        sizes.projection += 4 + 2 + self.scales.len() + self.weights.len();
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

    /// The features of the guarded `inputs`, in order; `lanes` is scratch, as wide as a block of
    /// rows.
    #[inline(always)]
    pub fn features<'s, F: Format>(
        self,
        inputs: &'s [F::Input],
        lanes: &'s mut [F::Lane],
    ) -> impl Iterator<Item = F::Feature> + use<'a, 's, F> {
        let mut scales = F::Scale::words(self.scales);
        let mut scale = F::Scale::default();
        let phases = self.transform.phases();
        let (mut block, mut place) = (0, 0);
        (0..u32::from(self.features)).map(move |feature| {
            if place == 0 {
                self.apply::<F>(block, inputs, lanes);
            }
            let lane = lanes.get(place).copied().unwrap_or_default();
            place = (place + 1) & lanes.len().wrapping_sub(1);
            block += u32::from(place == 0);
            scale = scales.next().unwrap_or(scale);
            F::structured(lane, scale, phases.word(feature))
        })
    }

    /// Sets the lanes to the products of one block's rows with the inputs.
    #[inline(always)]
    fn apply<F: Format>(self, block: u32, inputs: &[F::Input], lanes: &mut [F::Lane]) {
        lanes.fill(F::Lane::default());
        weigh::<F>(self.weights, inputs, lanes);
        self.transform.apply(block, lanes);
    }
}

/// Sets lanes to the inputs times their weights.
#[inline(always)]
pub(crate) fn weigh<F: Format>(weights: &[u8], inputs: &[F::Input], lanes: &mut [F::Lane]) {
    let products = F::Weight::row(weights).zip(inputs).map(|(weight, &x)| F::lane(weight, x));
    for (lane, product) in lanes.iter_mut().zip(products) {
        *lane = product;
    }
}
