//! A block of a model, packed.

use super::folded::Folded;
use crate::quantise::overflow::largest_sums;
use kernelet::Format;
use kernelet::block::Kind;
use kernelet::number::Weight;

/// A block of a model, packed.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedBlock {
    /// The kind of its features, or ferns.
    pub kind: Kind,
    /// The number of features or ferns.
    pub count: usize,
    /// Its sections.
    pub bytes: Vec<u8>,
    /// The largest sum that it can add to each score, in magnitude and in units of a score; empty
    /// for single precision.
    pub largest: Vec<i128>,
}

impl PackedBlock {
    /// Packs features with a head of `features x outputs` words, feature by feature.
    pub fn features<F: Format>(map: &Folded, head: &[F::Weight], outputs: usize) -> PackedBlock {
        let mut bytes = map.projection.clone();
        head.chunks(outputs.max(1)).for_each(|head| F::Weight::pack(head.iter().copied(), &mut bytes));
        PackedBlock { kind: map.kind, count: map.features, bytes, largest: largest_sums::<F>(head, outputs) }
    }
}
