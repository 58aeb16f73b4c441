//! Maps from rows to features.

use nalgebra::DMatrix;

/// A map from rows to features, `inputs x rows` to `features x rows`.
pub type Mapping = Box<dyn Fn(&DMatrix<f64>) -> DMatrix<f64>>;
