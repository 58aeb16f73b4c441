//! The bytes of a format's words, for code that is not generic over the format.

use super::bias::Bias;
use super::contract::Contract;
use super::format::Format;
use super::input::Input;
use super::record::length_of;
use super::scale_phase::ScalePhases;
use super::weight::Weight;
use super::word::Word;

/// The sizes of a number format's words in a packed model.
///
/// ```
/// use kernelet::{Contract, number::Layout};
///
/// let layout = Layout::of(Contract::Q3);
/// assert_eq!((layout.weights(5), layout.biases(4), layout.score), (3, 1 + 4 * 2, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Layout {
    /// Bits of a weight.
    pub weight_bits: usize,
    /// Bytes of an input, and of each limit of a guard.
    pub input: usize,
    /// Bytes of the gain and the offset of an input with a logarithm.
    pub logarithm: usize,
    /// Bytes of the scale of a row that a seed stands for.
    pub scale: usize,
    /// Bytes of scale and phase of a cosine with a dense row.
    pub cosine: usize,
    /// Bytes of what stands in their place without a cosine.
    pub rectified: usize,
    /// Bytes of a score.
    pub score: usize,
    /// Bytes before the first bias.
    pub bias_head: usize,
    /// Bytes of a bias.
    pub bias: usize,
    /// Bytes that a leaf of a fern holds for one score.
    pub leaf: usize,
}

impl Layout {
    /// The sizes of a contract's words.
    #[must_use]
    pub const fn of(contract: Contract) -> Layout {
        with_format!(contract, F => Layout::of_format::<F>())
    }

    const fn of_format<F: Format>() -> Layout {
        Layout {
            weight_bits: F::Weight::BITS,
            input: F::Input::SIZE,
            logarithm: F::Input::SCALE,
            scale: F::Scale::SIZE,
            cosine: <F::ScalePhases as ScalePhases<F::ScalePhase>>::COSINE,
            rectified: <F::ScalePhases as ScalePhases<F::ScalePhase>>::RECTIFIED,
            score: F::Score::SIZE,
            bias_head: <F::Bias as Bias<F::Score>>::HEAD,
            bias: <F::Bias as Bias<F::Score>>::WORD,
            leaf: F::Leaf::SIZE,
        }
    }

    /// The bytes of a row of so many weights.
    #[must_use]
    pub const fn weights(&self, count: usize) -> usize {
        // eight of them take as many bytes as one has bits
        length_of(count / 8, self.weight_bits).saturating_add((count % 8 * self.weight_bits).div_ceil(8))
    }

    /// The bytes of so many biases.
    #[must_use]
    pub const fn biases(&self, outputs: usize) -> usize {
        length_of(outputs, self.bias).saturating_add(self.bias_head)
    }

    /// The bytes of a guard: index, lower and upper limit, centre, shift.
    #[must_use]
    pub const fn guard(&self) -> usize {
        2 + 3 * self.input + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_formats() {
        for &contract in Contract::ALL {
            let layout = Layout::of(contract);
            for count in 0..9 {
                with_format!(contract, F => {
                    assert_eq!(layout.weights(count), <F as Format>::Weight::size(count));
                    assert_eq!(layout.biases(count), <<F as Format>::Bias as Bias<<F as Format>::Score>>::size(count));
                });
            }
        }
    }
}
