//! The design of a head, and the products with it.

use super::problem::Problem;
use crate::linalg::product;
use nalgebra::DMatrix;
use rayon::prelude::*;

/// The number of outputs up to which products with the design are faster one by one.
const FEW_OUTPUTS: usize = 16;
/// The least number of rows that one thread works on at a time.
const CHUNK: usize = 256;

/// The weighted features of all rows, and a constant 1 for the bias, `features + 1 x rows`.
pub(super) struct Design {
    columns: DMatrix<f64>,
    /// The same, `rows x features + 1`, where there are many outputs.
    transposed: Option<DMatrix<f64>>,
    outputs: usize,
}

impl Design {
    /// The design of a problem.
    pub fn of(problem: &Problem) -> Design {
        let mut columns = problem.features.clone();
        columns.column_iter_mut().for_each(|mut column| column.component_mul_assign(&problem.weights));
        let count = columns.nrows();
        let columns = columns.insert_row(count, 1.0);
        let outputs = problem.targets.nrows();
        let transposed = (outputs > FEW_OUTPUTS).then(|| columns.transpose());
        Design { columns, transposed, outputs }
    }

    /// The matrix itself.
    pub fn matrix(&self) -> &DMatrix<f64> {
        &self.columns
    }

    /// Computes `parameters^T design`, `outputs x rows`.
    pub fn scores(&self, parameters: &DMatrix<f64>) -> DMatrix<f64> {
        match self.transposed {
            None => product::few_transposed_times(parameters, &self.columns),
            Some(_) => product::transposed_times(parameters, &self.columns),
        }
    }

    /// Computes `design rows^T`, `features + 1 x outputs`.
    pub fn times(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        match &self.transposed {
            None => product::wide_times_transposed(&self.columns, rows),
            Some(transposed) => product::times_by_rows(rows, transposed).transpose(),
        }
    }

    /// Returns the memory that [`Design::times_changed`] works in: none for few outputs.
    pub fn memory(&self) -> DMatrix<f64> {
        let rows = if self.transposed.is_some() { self.columns.ncols() } else { 0 };
        DMatrix::zeros(self.outputs, rows)
    }

    /// Computes `design f(parameters^T design)^T`, `features + 1 x outputs`, where `f` changes the
    /// scores of a row, of which it is given the number.
    pub fn times_changed(
        &self,
        parameters: &DMatrix<f64>,
        memory: &mut DMatrix<f64>,
        change: impl Fn(usize, &mut [f64]) + Sync,
    ) -> DMatrix<f64> {
        if self.transposed.is_none() {
            return product::few_times_changed(parameters, &self.columns, change);
        }
        product::set_transposed_times(parameters, &self.columns, memory);
        let rows = memory.as_mut_slice().par_chunks_exact_mut(parameters.ncols());
        rows.enumerate().with_min_len(CHUNK).for_each(|(row, scores)| change(row, scores));
        self.times(memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;

    /// By the definition, with few and with many outputs.
    #[test]
    fn products_are_those_of_the_whole_matrices() {
        let entries = |rows: usize, columns: usize, by: usize| {
            DMatrix::from_fn(rows, columns, |i, j| (((i * by + 7 * j) % 31) as f64 - 15.0) / 4.0)
        };
        for outputs in [3, FEW_OUTPUTS, FEW_OUTPUTS + 1, 40] {
            let (features, weights) = (entries(5, 600, 3), DVector::from_fn(5, |i, _| 1.0 + i as f64));
            let problem = Problem::new(features, weights, entries(outputs, 600, 11));
            let (design, parameters) = (Design::of(&problem), entries(6, outputs, 5));
            let scores = parameters.transpose() * design.matrix();
            assert_eq!(design.matrix()[(2, 9)], 3.0 * problem.features[(2, 9)]);
            assert!((design.scores(&parameters) - &scores).amax() < 1e-9);
            assert!((design.times(&scores) - design.matrix() * scores.transpose()).amax() < 1e-6);
            let changed = DMatrix::from_fn(outputs, 600, |k, row| scores[(k, row)] * (row % 5) as f64);
            let factor = |row: usize, scores: &mut [f64]| scores.iter_mut().for_each(|s| *s *= (row % 5) as f64);
            let found = design.times_changed(&parameters, &mut design.memory(), factor);
            assert!((found - design.matrix() * changed.transpose()).amax() < 1e-6, "{outputs}");
        }
    }
}
