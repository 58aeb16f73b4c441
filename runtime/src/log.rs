//! `defmt` of what is too large to be sent whole: a model is logged as its header, a number format
//! as its contract.

use crate::load::Aligned;
use crate::model::Model;
use crate::number::{Cosine, F32, Fixed, Format};
use crate::online::Stepwise;
#[cfg(feature = "online")]
use crate::online::{LearnError, Learner, Log};
use crate::stream::Stream;
use crate::window::{Channel, Group, Pooling, Section};
use crate::wire::Packed;
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

#[cfg(feature = "series")]
impl<F: Format, const C: usize, const L: usize, const D: usize, const K: usize, const S: usize> defmt::Format
    for crate::series::Series<'_, F, C, L, D, K, S>
{
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "windows of {=usize} channels of {=usize} samples", C, L);
    }
}

impl defmt::Format for Section<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=u16} features of windows of {=u16} samples", self.features, self.length);
    }
}

impl<F: Format, const D: usize, const K: usize, const S: usize> defmt::Format for Stepwise<'_, F, D, K, S> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "prediction, complete: {=bool}", self.is_complete());
    }
}

#[cfg(feature = "online")]
impl<F: Format, const GENERATED: bool> defmt::Format for Learner<'_, '_, F, GENERATED> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "learner of {=usize} weights on {}", self.weights.len(), self.stream);
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
impl<const N: usize> defmt::Format for crate::load::Owned<N> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=usize} of {=usize} bytes received", self.bytes().len(), N);
    }
}

/// Every public type is one that can be logged: this does not compile otherwise.
const _: () = {
    const fn is_logged<T: defmt::Format + ?Sized>() {}
    use crate::block::{Form, Kind, Pool, Sizes, Structure, Transform};
    use crate::error::{Feature, ViewError, WrongLength};
    use crate::number::{Activation, Angle, Contract, Counter, Layout, Part, Rescale, ScalePhase};
    use crate::number::{
        F32Libm, F32Micromath, Minifloat, Nibble, Polynomial, Q3, Q7, Q7Wide, Q15, Shifted, Short, Whole,
    };
    use crate::wire::{Features, Header, Task};
    is_logged::<(Angle, Contract, Activation, Layout, Rescale, Kind, Form, Feature, Features)>();
    is_logged::<(Part, Counter, Structure, Transform, Pool)>();
    is_logged::<(Header, Task, ViewError, Sizes, Packed<'static>)>();
    is_logged::<(Minifloat, Nibble, Polynomial, Shifted, Short, ScalePhase, Whole)>();
    is_logged::<(F32, Q15, Q7, Q7Wide, Q3, WrongLength, F32Libm, F32Micromath)>();
    is_logged::<(Stream<'static, Q7>, Model<'static, Q7, 2, 1>, Stepwise<'static, Q7, 2, 1>)>();
    is_logged::<crate::answer::Learning<'static>>();
    #[cfg(feature = "online")]
    is_logged::<(Learner<'static, 'static, Q7>, LearnError, Log)>();
    is_logged::<Aligned<[u8]>>();
    is_logged::<(Channel, Group<'static>, Pooling, Section<'static>)>();
    #[cfg(feature = "libm")]
    is_logged::<crate::number::Libm>();
    #[cfg(feature = "micromath")]
    is_logged::<crate::number::Micromath>();
    #[cfg(feature = "heapless")]
    is_logged::<(crate::load::Owned<4>, crate::load::Full)>();
};
