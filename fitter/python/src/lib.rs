//! The fitter for Python: rows in, a packed model out, and what may be done with it.
//!
//! The package `kernelet` wraps what is here by scikit-learn's conventions; this module checks
//! nothing that the fitter checks.

mod columns;
mod errors;
mod features;
mod fitting;
mod labels;
mod listener;
mod model;
mod sample;
mod shards;
mod threads;

/// The native half of the package.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::columns::Columns;
    #[pymodule_export]
    use crate::features::{Features, bandwidth, draw, select};
    #[pymodule_export]
    use crate::fitting::{fit, plan};
    #[pymodule_export]
    use crate::labels::places;
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::sample::sample;
    #[pymodule_export]
    use crate::shards::{merge, merged, statistics};
}
