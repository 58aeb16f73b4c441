//! What was picked of many candidates.

use nalgebra::DVector;

/// What was picked.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked {
    /// Candidates, each at most once.
    pub indices: Vec<usize>,
    /// How much each counts in the kernel, as a factor of its value.
    pub weights: DVector<f64>,
    /// Why it ended, where that is the picker's own choice.
    pub stopped: Option<String>,
}

impl Picked {
    /// Candidates that all count alike.
    pub fn evenly(indices: Vec<usize>) -> Picked {
        let weights = DVector::from_element(indices.len(), 1.0);
        Picked::weighted(indices, weights)
    }

    /// Candidates and how much each counts.
    pub fn weighted(indices: Vec<usize>, weights: DVector<f64>) -> Picked {
        Picked { indices, weights, stopped: None }
    }
}
