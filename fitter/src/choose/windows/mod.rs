//! The features of windows: which of many candidates a model has.
//!
//! ```text
//! Pool (all candidates) -> Family, regularisation (judged on windows held out) -> ranking
//!   -> WindowPlan -> WindowFeatures
//! models of two plans -> Contest (features chosen anew for each fold) -> best_of (the one kept)
//! ```

mod best;
mod contest;
mod family;
mod features;
#[cfg(test)]
mod fixtures;
mod judge;
mod options;
mod pace;
mod plan;
mod plans;
mod pool;
mod regularisation;
mod room;
mod standings;

pub use best::{BestModel, Learner, best_of};
pub use contest::{Contest, PlanErrors};
pub use features::WindowFeatures;
pub use options::WindowOptions;
pub use plan::WindowPlan;
pub use plans::plans;
pub use standings::Contested;
