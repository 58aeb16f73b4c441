//! The features of windows: which of many candidates a model has.
//!
//! ```text
//! Pool (all candidates) -> Family, regularisation (judged on windows held out) -> ranking -> WindowPlan -> WindowFeatures
//! ```

mod family;
mod features;
mod judge;
mod options;
mod plan;
mod pool;
mod regularisation;

pub use features::WindowFeatures;
pub use options::WindowOptions;
pub use plan::{WindowPlan, plans};
