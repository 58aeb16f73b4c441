//! `defmt` of what is too large to be sent whole: a model is logged as its header, a number format as its contract.

use crate::adapt::{Adaptive, Rate};
use crate::evaluation::Evaluation;
use crate::format::{Cosine, F32, Fixed, Format};
use crate::include::Aligned;
use crate::model::Model;
use crate::packed::Packed;
use crate::stream::Stream;
use defmt::Formatter;

impl defmt::Format for Packed<'_> {
    fn format(&self, f: Formatter<'_>) {
        let Packed { header, blocks, .. } = self;
        defmt::write!(f, "model of {} with {=usize} bytes of blocks", header, blocks.len());
    }
}

impl<F: Format> defmt::Format for Stream<'_, F> {
    fn format(&self, f: Formatter<'_>) {
        self.packed().format(f);
    }
}

impl<F: Format, const D: usize, const K: usize, const S: usize> defmt::Format for Model<'_, F, D, K, S> {
    fn format(&self, f: Formatter<'_>) {
        self.stream().format(f);
    }
}

impl<F: Format, const D: usize, const K: usize, const S: usize> defmt::Format for Evaluation<'_, F, D, K, S> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "prediction, complete: {=bool}", self.is_complete());
    }
}

impl<F: Format, const D: usize, const K: usize, const S: usize> defmt::Format for Adaptive<'_, '_, F, D, K, S> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "adaptive {} at {}", self.model(), self.rate());
    }
}

impl<W, S> defmt::Format for Fixed<W, S>
where
    Self: Format,
{
    fn format(&self, f: Formatter<'_>) {
        Self::CONTRACT.format(f);
    }
}

impl<C: Cosine> defmt::Format for F32<C> {
    fn format(&self, f: Formatter<'_>) {
        Self::CONTRACT.format(f);
    }
}

impl<T: AsRef<[u8]> + ?Sized> defmt::Format for Aligned<T> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=usize} aligned bytes", self.0.as_ref().len());
    }
}

#[cfg(feature = "heapless")]
impl<const N: usize> defmt::Format for crate::Owned<N> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=usize} of {=usize} bytes received", self.bytes().len(), N);
    }
}

/// Every public type is one that can be logged: this does not compile otherwise.
const _: () = {
    const fn is_logged<T: defmt::Format + ?Sized>() {}
    use crate::format::{Minifloat, Nibble, Polynomial, Shifted, Short, Turn, Whole};
    is_logged::<(crate::Angle, crate::Contract, crate::kind::Kind, crate::rectify::Slope)>();
    is_logged::<(
        crate::counter::Part,
        crate::counter::Counter,
        crate::transform::Structure,
        crate::transform::Transform,
    )>();
    is_logged::<(crate::packed::Header, crate::Task, crate::ViewError, crate::packed::Sizes, Packed<'static>)>();
    is_logged::<(Minifloat, Nibble, Polynomial, Shifted, Short, Turn, Whole)>();
    is_logged::<(crate::F32, crate::Q15, crate::Q7, crate::Q7Wide, crate::Q3, crate::WrongLength)>();
    is_logged::<(Stream<'static, crate::Q7>, Model<'static, crate::Q7, 2, 1>, Evaluation<'static, crate::Q7, 2, 1>)>();
    is_logged::<(Rate, Adaptive<'static, 'static, crate::Q7, 2, 1>)>();
    is_logged::<Aligned<[u8]>>();
    #[cfg(feature = "libm")]
    is_logged::<(crate::Libm, F32<crate::Libm>)>();
    #[cfg(feature = "micromath")]
    is_logged::<(crate::Micromath, F32<crate::Micromath>)>();
    #[cfg(feature = "heapless")]
    is_logged::<(crate::Owned<4>, crate::Full)>();
};
