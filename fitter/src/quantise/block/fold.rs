//! Folding: a feature map to the words of a format, by the form of its rows.

use super::folded::Folded;
use crate::features::map::FeatureMap;
use crate::quantise::format::FoldFormat;
use crate::quantise::input::InputScaling;
use kernelet::first_form;

/// Folds features of standardised inputs into words that take the raw inputs: centres, deviations
/// and full turns go into the rows and phases, which are then rounded.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Folded {
    first_form!(form => form::fold::<F>(map, scalings)).expect("rows are stored, or some form knows their origin")
}
