//! Blocks: features and ferns in the words of a format, one file for each way to make rows.

mod cosine;
mod dense;
mod ferns;
mod fold;
mod folded;
mod packed;
mod patches;
mod rectified;
mod seeded;
mod structured;

pub use ferns::leaf_unit;
pub use fold::fold;
pub use folded::Folded;
pub use packed::PackedBlock;
pub use rectified::full_scale;
pub use seeded::quantise_candidates;
