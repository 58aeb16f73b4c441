//! A blocked Cholesky decomposition of large matrices, with the same bits for any number of
//! threads.

use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// The side of the blocks that are decomposed column by column.
const BLOCK: usize = 64;

/// The decomposition of a positive definite matrix into `L L^T`.
pub struct Cholesky {
    /// The lower triangular `L`, with zeros above the diagonal.
    lower: DMatrix<f64>,
}

impl Cholesky {
    /// Decomposes a symmetric matrix, of which it reads only the lower triangle; `None` if the
    /// matrix is not positive definite.
    ///
    /// Each block of columns takes three steps: decompose the diagonal block, solve for the panel
    /// below it, and subtract the panel's products from the rest.
    pub fn new(mut matrix: DMatrix<f64>) -> Option<Cholesky> {
        let side = matrix.nrows();
        for first in (0..side).step_by(BLOCK) {
            let width = BLOCK.min(side - first);
            let (next, below) = (first + width, side - first - width);
            let corner = nalgebra::Cholesky::new(matrix.view((first, first), (width, width)).into_owned())?.unpack();
            // the panel times the transposed inverse of the corner, by solving for its transpose
            let panel = matrix.view((next, first), (below, width)).transpose();
            let panel = corner.solve_lower_triangular(&panel)?;
            product::subtract_lower_transposed_gram(&panel, &mut matrix);
            matrix.view_mut((first, first), (width, width)).copy_from(&corner);
            matrix.view_mut((next, first), (below, width)).copy_from(&panel.transpose());
        }
        matrix.fill_upper_triangle(0.0, 1);
        Some(Cholesky { lower: matrix })
    }

    /// Solves `L L^T x = right`.
    pub fn solve(&self, right: &DMatrix<f64>) -> DMatrix<f64> {
        let mut solution = right.clone();
        let solved = self.lower.solve_lower_triangular_mut(&mut solution)
            && self.lower.tr_solve_lower_triangular_mut(&mut solution);
        debug_assert!(solved, "the diagonal is above zero");
        solution
    }

    /// Returns the squared lengths of the columns of `L^-1 right`.
    pub fn solved_squares(&self, right: &DMatrix<f64>) -> DVector<f64> {
        let mut columns = right.clone();
        self.substitute(&mut columns);
        DVector::from_iterator(columns.ncols(), columns.column_iter().map(|column| column.norm_squared()))
    }

    /// Returns `L^T`, and `L^-1 right`.
    pub fn upper_and_solved(&self, right: &DMatrix<f64>) -> [DMatrix<f64>; 2] {
        let mut solved = right.clone();
        self.substitute(&mut solved);
        [self.lower.transpose(), solved]
    }

    /// Returns the diagonal of the inverse: the squared lengths of the columns of `L^-1`.
    pub fn inverse_diagonal(&self) -> DVector<f64> {
        let side = self.lower.nrows();
        let mut squares = DVector::zeros(side);
        for first in (0..side).step_by(BLOCK) {
            let width = BLOCK.min(side - first);
            let columns = self.inverse_columns(first, width);
            for (j, column) in columns.column_iter().enumerate() {
                squares[first + j] = column.norm_squared();
            }
        }
        squares
    }

    /// Returns `width` columns of `L^-1` from `first` on, without the rows above `first`, which are
    /// zero.
    fn inverse_columns(&self, first: usize, width: usize) -> DMatrix<f64> {
        let mut columns = DMatrix::identity(self.lower.nrows() - first, width);
        self.substitute(&mut columns);
        columns
    }

    /// Puts `L^-1 columns` in the place of columns, of which rows above are left out where they are
    /// zero.
    fn substitute(&self, columns: &mut DMatrix<f64>) {
        let (rest, first) = (columns.nrows(), self.lower.nrows() - columns.nrows());
        for start in (0..rest).step_by(BLOCK) {
            let height = BLOCK.min(rest - start);
            let diagonal = self.lower.view((first + start, first + start), (height, height));
            let mut block = columns.rows(start, height).into_owned();
            diagonal.solve_lower_triangular_mut(&mut block);
            columns.rows_mut(start, height).copy_from(&block);
            let below = rest - start - height;
            let panel = self.lower.view((first + start + height, first + start), (below, height));
            columns.rows_mut(start + height, below).gemm(-1.0, &panel, &block, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    fn positive(side: usize) -> DMatrix<f64> {
        let normals = MonteCarlo.normals(side, side + 5, 1);
        &normals * normals.transpose() + DMatrix::identity(side, side)
    }

    /// Sides of one block, of whole blocks, and of a part of a block.
    #[test]
    fn the_decomposition_equals_that_of_nalgebra() {
        for side in [1, 5, 64, 128, 150] {
            let matrix = positive(side);
            let plain = nalgebra::Cholesky::new(matrix.clone()).expect("positive definite");
            let ours = Cholesky::new(matrix).expect("positive definite");
            assert!((&ours.lower - plain.l()).amax() < 1e-12 * plain.l().amax(), "{side}");
            let right = MonteCarlo.normals(side, 2, 3);
            assert!((ours.solve(&right) - plain.solve(&right)).amax() < 1e-9, "{side}");
            let half = plain.l().solve_lower_triangular(&right).expect("a solution");
            assert!((&ours.upper_and_solved(&right)[1] - &half).amax() < 1e-9, "{side}");
            let squares = ours.solved_squares(&right);
            assert!((0..2).all(|n| (squares[n] - half.column(n).norm_squared()).abs() < 1e-9), "{side}");
            assert!((ours.inverse_diagonal() - plain.inverse().diagonal()).amax() < 1e-9, "{side}");
        }
    }

    #[test]
    fn indefinite_matrices_are_refused() {
        let mut matrix = positive(100);
        matrix[(80, 80)] = -1.0;
        assert!(Cholesky::new(matrix).is_none());
        assert!(Cholesky::new(DMatrix::zeros(3, 3)).is_none());
        assert!(Cholesky::new(DMatrix::zeros(0, 0)).is_some());
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| Cholesky::new(positive(300)).map(|factor| factor.lower))
        };
        assert_eq!(with(1), with(3));
    }
}
