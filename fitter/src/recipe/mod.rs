//! The recipe of a fit: the names and numbers that decide a model.

mod approximation;
mod asked;
mod blocks;
pub mod combinations;
mod decisions;
mod inputs;
mod interval;
mod method;
mod names;
mod patch;
mod rule;
mod size;
mod stages;
mod steady;
mod variant;
mod varied;

pub use approximation::Approximation;
pub use asked::{Asked, Auto};
pub use blocks::{Base, Blocks};
pub use decisions::Recipe;
pub use inputs::InputLimit;
pub use interval::Interval;
pub use method::Method;
pub(crate) use names::with_draw;
pub use names::{Draw, HeadName, KernelLearning, KernelName, Number, Selection};
pub use patch::Grid;
pub use rule::{Bandwidth, Ridge, positive};
pub use size::{Bytes, Core, Counts, Deadline, Size};
pub use stages::{SHARES, stages};
pub use steady::{RuleName, Steady};
pub use variant::{Variant, Variants};
pub use varied::Varied;
