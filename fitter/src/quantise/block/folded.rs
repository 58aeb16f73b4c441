//! A feature map in words, before it has a head.

use kernelet::block::Kind;
use kernelet::number::{Format, ScalePhases, Weight};

/// A feature map in the words of a format: a block of a packed model without its head.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// The kind of the features.
    pub kind: Kind,
    /// The number of features.
    pub features: usize,
    /// The sections that the features are computed from, as the layout packs them.
    pub projection: Vec<u8>,
    /// The bytes that each feature adds to these sections.
    pub bytes_per_feature: usize,
}

impl Folded {
    /// Returns features of stored rows, `[inputs, features]`.
    pub fn dense<F: Format>(kind: Kind, [inputs, features]: [usize; 2], projection: Vec<u8>) -> Folded {
        let bytes_per_feature = F::Weight::size(inputs) + kind.activation().map_or(0, F::ScalePhases::size);
        Folded { kind, features, projection, bytes_per_feature }
    }

    /// Returns some of the features, in this order, or `None` where the rows are not dense.
    pub fn select<F: Format>(&self, features: &[usize]) -> Option<Folded> {
        let scale_phase = F::ScalePhases::size(self.kind.activation()?);
        let row = self.bytes_per_feature.checked_sub(scale_phase)?;
        let (rows, scale_phases) = self.projection.split_at(self.features * row);
        let of = |bytes: &[u8], size: usize| -> Vec<u8> {
            features.iter().flat_map(|feature| &bytes[feature * size..][..size]).copied().collect()
        };
        let projection = [of(rows, row), of(scale_phases, scale_phase)].concat();
        Some(Folded { features: features.len(), projection, ..*self })
    }
}
