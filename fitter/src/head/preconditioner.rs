//! The preconditioner of the conjugate gradients.

use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// The number of features from which on only the diagonal is kept: to decompose more products takes
/// longer than the steps that it saves.
pub(super) const MANY: usize = 2_500;

/// The mean products of the design's features over all rows.
pub(super) enum Products {
    /// The products of all pairs.
    Gram(DMatrix<f64>),
    /// The products of each feature with itself.
    Squares(DVector<f64>),
}

/// An approximate inverse of the Hessian, the same for all outputs.
pub(super) enum Preconditioner {
    Full(Cholesky),
    Diagonal(DVector<f64>),
}

impl Products {
    /// Computes the products of a design, `features + 1 x rows`.
    pub(super) fn of(design: &DMatrix<f64>) -> Products {
        let rows = design.ncols().max(1) as f64;
        match design.nrows() - 1 {
            ..MANY => Products::Gram(product::gram(design) / rows),
            _ => Products::Squares(product::row_squares(design) / rows),
        }
    }

    /// Returns the preconditioner that is exact if the loss has the same curvature for all rows and
    /// outputs; `None` if it is not positive definite.
    pub(super) fn preconditioner(&self, curvature: f64, ridge: f64) -> Option<Preconditioner> {
        match self {
            Products::Gram(gram) => {
                let mut hessian = gram * curvature;
                let raised = ridge + 1e-10 * hessian.trace() + f64::MIN_POSITIVE;
                (0..hessian.nrows()).for_each(|m| hessian[(m, m)] += raised);
                Cholesky::new(hessian).map(Preconditioner::Full)
            }
            Products::Squares(squares) => {
                let raised = ridge + 1e-10 * curvature * squares.sum() + f64::MIN_POSITIVE;
                Some(Preconditioner::Diagonal((squares * curvature).add_scalar(raised)))
            }
        }
    }
}

impl Preconditioner {
    /// Multiplies by the inverse.
    pub(super) fn solve(&self, right: &DMatrix<f64>) -> DMatrix<f64> {
        match self {
            Preconditioner::Full(factor) => factor.solve(right),
            Preconditioner::Diagonal(diagonal) => {
                let mut solution = right.clone();
                solution.column_iter_mut().for_each(|mut column| column.component_div_assign(diagonal));
                solution
            }
        }
    }
}
