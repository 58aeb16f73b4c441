//! The candidates that a picker keeps.

use nalgebra::DVector;

/// Picked candidates with their weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked {
    /// The candidates, each at most once.
    pub indices: Vec<usize>,
    /// The weight of each in the kernel, as a factor of its value.
    pub weights: DVector<f64>,
    /// The reason why picking ended, where the picker itself decided.
    pub stopped: Option<String>,
}

impl Picked {
    /// Returns candidates that all weigh the same.
    pub fn evenly(indices: Vec<usize>) -> Picked {
        let weights = DVector::from_element(indices.len(), 1.0);
        Picked::weighted(indices, weights)
    }

    /// Returns candidates with weights.
    pub fn weighted(indices: Vec<usize>, weights: DVector<f64>) -> Picked {
        Picked { indices, weights, stopped: None }
    }
}
