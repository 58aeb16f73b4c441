//! Feature maps in real numbers.

mod chosen;
mod feature_map;
mod picked;
pub mod trigonometry;

#[cfg(test)]
mod bias;

pub use chosen::{CANDIDATES, Chosen};
pub use feature_map::{FeatureMap, Origin};
pub use picked::Picked;
