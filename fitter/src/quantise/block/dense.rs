//! Features with stored rows.

use super::folded::Folded;
use super::{cosine, rectified};
use crate::features::kernel::Map;
use crate::features::map::{FeatureMap, Origin};
use crate::quantise::format::FoldFormat;
use crate::quantise::input::InputScaling;

/// Folds a map whose rows the device stores.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Option<Folded> {
    match (map.map, &map.structure) {
        (Map::Cosine, Some(_)) => None,
        (Map::Cosine, None) => Some(cosine::fold::<F>(map, scalings)),
        (_, Some(Origin::Patches(_))) => None,
        _ => Some(rectified::fold::<F>(map, scalings)),
    }
}
