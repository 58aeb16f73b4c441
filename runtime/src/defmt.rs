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
use crate::wire::{BlockSections, Blocks, Fern, Ferns, Fields, Guards, Packed, Sections};
use defmt::Formatter;

impl defmt::Format for Packed<'_> {
    fn format(&self, f: Formatter<'_>) {
        let Packed { header, blocks, .. } = self;
        defmt::write!(f, "model of {} with {=usize} bytes of blocks", header, blocks.len());
    }
}

impl defmt::Format for Sections<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "model of {} with {}", self.header, self.blocks);
    }
}

impl defmt::Format for Blocks<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=usize} bytes of blocks", self.bytes().len());
    }
}

impl defmt::Format for BlockSections<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "block of {=u16} {}", self.count, self.kind);
    }
}

impl defmt::Format for Fields<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=usize} bytes of fields", self.all().len());
    }
}

impl defmt::Format for Ferns<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=usize} ferns", self.iter().count());
    }
}

impl defmt::Format for Fern<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "fern of {=u8} tests", self.depth);
    }
}

impl defmt::Format for Guards<'_> {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=usize} guards", self.len());
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
impl<F: Format, const C: usize, const L: usize, const D: usize, const K: usize, const S: usize, const N: usize>
    defmt::Format for crate::series::Series<'_, F, C, L, D, K, S, N>
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
    use crate::answer::steady::{Latest, Rule, Steady};
    use crate::answer::{Calibration, ClassTargets, Early, Interval, Learning, Novelty, Values};
    use crate::block::{Count, Field, FieldWord, Form, Kind, Logarithms, Patch, Pool, Sizes, Structure, Transform};
    use crate::error::{Feature, ViewError, WrongLength};
    use crate::number::{Activation, Angle, Contract, Counter, Layout, Part, Rescale, ScalePhase};
    use crate::number::{
        F32Libm, F32Micromath, Minifloat, Nibble, Polynomial, Q3, Q7, Q7Wide, Q15, Shifted, Short, Whole,
    };
    use crate::wire::{Features, FieldBytes, Guard, Header, Projection, Task};
    is_logged::<(Feature, ViewError, WrongLength)>();
    is_logged::<(Activation, Angle, Contract, Counter, Layout, Part, Rescale, ScalePhase)>();
    is_logged::<(Minifloat, Nibble, Polynomial, Shifted, Short, Whole)>();
    is_logged::<(F32, F32Libm, F32Micromath, Q15, Q7, Q7Wide, Q3)>();
    is_logged::<(Channel, Group<'static>, Pooling, Section<'static>)>();
    is_logged::<(Count, Field, FieldWord, Form, Kind, Logarithms<'static>, Patch)>();
    is_logged::<(Pool, Sizes, Structure, Transform)>();
    is_logged::<(Calibration<'static>, ClassTargets<'static>, Early, Interval<'static>)>();
    is_logged::<(Latest<2>, Learning<'static>, Novelty, Rule, Steady, Values<'static>)>();
    is_logged::<(Features, Header, Packed<'static>, Sections<'static>, Task)>();
    is_logged::<(Blocks<'static>, BlockSections<'static>, Projection<'static>)>();
    is_logged::<(<Blocks<'static> as IntoIterator>::IntoIter, <Guards<'static> as IntoIterator>::IntoIter)>();
    is_logged::<(FieldBytes<'static>, Fields<'static>, Fern<'static>, Ferns<'static>)>();
    is_logged::<(Guard<'static>, Guards<'static>)>();
    is_logged::<(Stream<'static, Q7>, Model<'static, Q7, 2, 1>, Stepwise<'static, Q7, 2, 1>)>();
    is_logged::<Aligned<[u8]>>();
    #[cfg(feature = "series")]
    is_logged::<crate::series::Series<'static, Q7, 3, 128, 40, 6, 0, 2>>();
    #[cfg(feature = "online")]
    is_logged::<(Learner<'static, 'static, Q7>, LearnError, Log)>();
    #[cfg(feature = "libm")]
    is_logged::<crate::number::Libm>();
    #[cfg(feature = "micromath")]
    is_logged::<crate::number::Micromath>();
    #[cfg(feature = "heapless")]
    is_logged::<(crate::load::Owned<4>, crate::load::Full)>();
};

#[cfg(test)]
mod tests {
    extern crate std;

    use std::fs;
    use std::path::Path;
    use std::string::String;
    use std::vec::Vec;

    /// The list above has every public type of the sources; `Fixed` and `Iter` under other names.
    #[test]
    fn no_public_type_is_left_out() {
        let own = include_str!("defmt.rs");
        let (_, list) = own.split_once("const _: () = {").expect("the list");
        let (list, _) = list.split_once("#[cfg(test)]").expect("these tests");
        let listed = |name: &str| list.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        let mut found = 0;
        for source in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
            let types = source.lines().map(str::trim_start);
            let types = types.filter_map(|line| line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum ")));
            for line in types.filter(|line| !line.starts_with('$')) {
                let name: String = line.chars().take_while(|c| c.is_alphanumeric()).collect();
                let renamed = ["Fixed", "Iter"].contains(&name.as_str());
                assert!(renamed || listed(&name), "{name} is missing");
                found += 1;
            }
        }
        assert!(found > 60, "{found}");
    }

    fn sources(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let read = |path: &Path| Vec::from([fs::read_to_string(path).expect("a source file")]);
        entries.flat_map(|path| if path.is_dir() { sources(&path) } else { read(&path) }).collect()
    }
}
