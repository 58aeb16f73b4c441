//! Feature maps: from standardised inputs to features, in real numbers.

mod chosen;
mod feature_map;
mod origin;
mod patches;
mod picked;
mod tiles;
pub mod trigonometry;

#[cfg(test)]
mod bias;

pub use chosen::{CANDIDATES, Chosen};
pub use feature_map::FeatureMap;
pub use origin::Origin;
pub use patches::Patches;
pub use picked::Picked;
pub use tiles::by_tiles;
