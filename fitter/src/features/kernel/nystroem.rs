//! Nyström's approximation.

use super::exact::{Kernel, exact};
use crate::linalg::product;
use nalgebra::{DMatrix, SymmetricEigen};

/// The share of the largest eigenvalue below which an eigenvalue counts as zero in the
/// pseudo-inverse.
const RANK: f64 = 1e-12;

/// The features of a kernel by its values at landmarks (Williams and Seeger 2001).
pub struct Nystroem {
    kernel: Box<dyn Kernel>,
    bandwidth: f64,
    /// The landmarks, a column each.
    landmarks: DMatrix<f64>,
    /// `W^(+1/2)` with `W = K(landmarks, landmarks)`, in the base of its eigenvectors.
    root: DMatrix<f64>,
}

impl Nystroem {
    /// Decomposes the kernel between the landmarks, `inputs x landmarks`.
    pub fn new(kernel: Box<dyn Kernel>, bandwidth: f64, landmarks: DMatrix<f64>) -> Nystroem {
        let SymmetricEigen { eigenvectors, eigenvalues } =
            SymmetricEigen::new(exact(&*kernel, bandwidth, &landmarks, &landmarks));
        let least = RANK * eigenvalues.max();
        let roots = eigenvalues.map(|value| if value > least { value.sqrt().recip() } else { 0.0 });
        let root = eigenvectors * DMatrix::from_diagonal(&roots);
        Nystroem { kernel, bandwidth, landmarks, root }
    }

    /// Returns `F` with `K ~ F F^T`, `rows x landmarks`, of rows that are columns.
    pub fn features(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        exact(&*self.kernel, self.bandwidth, rows, &self.landmarks) * &self.root
    }
}

/// Returns `K ~ C W^+ C^T` with `C = K(rows, landmarks)`, `W = K(landmarks, landmarks)` (Williams
/// and Seeger 2001).
///
/// Rows and landmarks are columns, `inputs x rows`.
pub fn matrix(kernel: Box<dyn Kernel>, bandwidth: f64, rows: &DMatrix<f64>, landmarks: DMatrix<f64>) -> DMatrix<f64> {
    product::gram(&Nystroem::new(kernel, bandwidth, landmarks).features(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::Gaussian;

    #[test]
    fn rows_that_are_landmarks_are_exact() {
        let rows = MonteCarlo.normals(3, 40, 1);
        let approximate = matrix(Box::new(Gaussian), 1.5, &rows, rows.clone());
        assert!((approximate - exact(&Gaussian, 1.5, &rows, &rows)).amax() < 1e-5);
    }

    #[test]
    fn equal_landmarks_do_no_harm() {
        let rows = MonteCarlo.normals(3, 20, 1);
        let landmarks = rows.select_columns(&[0, 1, 2, 0, 1, 2]);
        let approximate = matrix(Box::new(Gaussian), 1.5, &rows, landmarks);
        assert!(approximate.iter().all(|entry| entry.is_finite()));
        assert!((approximate[(0, 0)] - 1.0).abs() < 1e-6);
    }
}
