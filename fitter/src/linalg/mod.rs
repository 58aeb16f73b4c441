//! Dense algebra that nalgebra lacks: parallel products, Cholesky by blocks.

pub mod cholesky;
pub mod product;
