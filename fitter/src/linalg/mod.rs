//! Linear algebra that nalgebra lacks: parallel products and a blocked Cholesky decomposition.

pub mod cholesky;
pub mod product;
