//! A model on the way to its bytes.

use crate::features::refine::joint::Schedule;
use crate::pack::Parts;

/// A model on the way to its bytes, and what was decided about it.
#[derive(Clone)]
pub(super) struct Draft {
    /// The model in words.
    pub parts: Parts,
    /// The bandwidth of the kernel.
    pub bandwidth: Option<f64>,
    /// The regularisation.
    pub ridge: Option<f64>,
    /// The reason why there are no more features.
    pub stopped: Option<String>,
    /// The estimated error.
    pub error: Option<f64>,
    /// The schedule by which the features were learned.
    pub schedule: Option<Schedule>,
}

impl Draft {
    /// A draft of which only the words are known.
    pub fn of(parts: Parts) -> Draft {
        Draft { parts, bandwidth: None, ridge: None, stopped: None, error: None, schedule: None }
    }
}
