//! The weights of a head in words.

use crate::head::Linear;
use kernelet::number::round;
use nalgebra::{DMatrix, DVector};

/// A head whose weights are words of one unit.
#[derive(Clone, Debug)]
pub struct HeadWords {
    /// Weights in units, `features x outputs`: integers, but for single precision.
    pub words: DMatrix<f64>,
    /// The value of one unit of a word.
    pub unit: f64,
    /// The term that is added to each output.
    pub bias: DVector<f64>,
}

impl HeadWords {
    /// Returns the words of a head whose weights are multiples of a unit already; without a unit,
    /// of a head in single precision.
    pub fn of(head: &Linear, unit: Option<f64>) -> HeadWords {
        match unit {
            Some(unit) => {
                let words = head.weights.map(|weight| round(weight / unit) as f64);
                HeadWords { words, unit, bias: head.bias.clone() }
            }
            None => HeadWords { words: head.weights.clone(), unit: 1.0, bias: head.bias.clone() },
        }
    }

    /// Returns the same head for features that are smaller by this factor.
    pub fn times(self, factor: f64) -> HeadWords {
        HeadWords { unit: self.unit * factor, ..self }
    }
}
