//! Folding: a feature map to the words of a format, by the kind of its block.

use super::folded::Folded;
use super::{cosine, rectified, seeded, structured};
use crate::features::kernel::Map;
use crate::features::map::{FeatureMap, Origin};
use crate::quantise::format::FoldFormat;
use crate::quantise::input::InputScaling;

/// Folds features of standardised inputs into words that take the raw inputs: centres, deviations
/// and full turns go into the rows and phases, which are then rounded.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Folded {
    match (map.map, &map.structure) {
        (Map::Cosine, Some(Origin::Transform(rows))) => structured::fold::<F>(*rows, &map.frequencies, scalings),
        (Map::Cosine, Some(Origin::Chosen(rows))) => seeded::fold::<F>(rows, scalings),
        (Map::Cosine, None) => cosine::fold::<F>(map, scalings),
        (Map::Step | Map::Relu | Map::SquaredRelu | Map::Linear, _) => rectified::fold::<F>(map, scalings),
    }
}
