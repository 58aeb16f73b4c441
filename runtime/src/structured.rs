//! A block of cosine features whose rows come from a seed, multiplied by with Walsh-Hadamard transforms.

use crate::block::{Sections, section};
use crate::format::{Format, Weight};
use crate::kind::Kind;
use crate::packed::{Sizes, ViewError};
use crate::transform::{Structure, Transform};
use crate::word::Word;

/// The rows of a block, or what stands for them, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Structured<'a> {
    transform: Transform,
    features: u16,
    /// What one unit of a row is worth, feature by feature; the last holds for all that follow.
    scales: &'a [u8],
    /// What each input is multiplied by first.
    weights: &'a [u8],
}

impl<'a> Structured<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(
        structure: Structure,
        sections: Sections<'a>,
        inputs: u16,
    ) -> Result<(Self, &'a [u8]), ViewError> {
        let (seed, rest) = sections.bytes.split_first_chunk().ok_or(ViewError::Length)?;
        let (count, rest) = rest.split_first_chunk().ok_or(ViewError::Length)?;
        let (scales, rest) = section(rest, usize::from(u16::from_le_bytes(*count)), F::Scale::SIZE)?;
        let (weights, rest) = section(rest, 1, F::Weight::size(usize::from(inputs)))?;
        let transform = Transform { structure, seed: u32::from_le_bytes(*seed) };
        Ok((Structured { transform, features: sections.features, scales, weights }, rest))
    }

    /// What its features are.
    pub fn kind(self) -> Kind {
        self.transform.structure.into()
    }

    /// Adds its share to the sizes of the model.
    pub fn measure(self, sizes: &mut Sizes) {
        sizes.features += usize::from(self.features);
        sizes.projection += 4 + 2 + self.scales.len() + self.weights.len();
    }

    /// The features of the guarded `inputs`, in order; `lanes` is scratch, as wide as a block of rows.
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
