//! A fern: an oblivious decision tree, whose nodes of one level share a test.

use nalgebra::DMatrix;

/// A fern: a few tests of single inputs, whose answers choose a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Fern {
    /// The tests; the answer to the first is the highest bit of the leaf's index.
    pub tests: Vec<Test>,
    /// What each leaf adds to each score, `outputs x 2^tests`.
    pub leaves: DMatrix<f64>,
}

/// A test: does an input exceed a threshold?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The index of the input.
    pub input: usize,
    /// The threshold, which equals no value of the training rows.
    pub threshold: f64,
}

impl Fern {
    /// Returns the index of the leaf of one row of inputs.
    pub fn leaf(&self, row: &[f64]) -> usize {
        self.tests.iter().fold(0, |leaf, test| 2 * leaf + usize::from(row[test.input] > test.threshold))
    }

    /// Returns the index of the leaf of each row of `inputs x rows`.
    pub fn leaves_of(&self, inputs: &DMatrix<f64>) -> Vec<u16> {
        inputs.as_slice().chunks(inputs.nrows().max(1)).map(|row| self.leaf(row) as u16).collect()
    }

    /// Adds the leaf of each row of `inputs x rows` to its scores, `outputs x rows`.
    pub fn add(&self, inputs: &DMatrix<f64>, scores: &mut DMatrix<f64>) {
        let leaves = self.leaves_of(inputs);
        for (mut scores, leaf) in scores.column_iter_mut().zip(leaves) {
            scores += self.leaves.column(leaf.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_numbered_by_their_answers() {
        let test = |input, threshold| Test { input, threshold };
        let fern = Fern { tests: vec![test(2, 100.0), test(0, -1.0)], leaves: DMatrix::zeros(1, 4) };
        assert_eq!([[-1.0, 0.0, 100.0], [0.0, 0.0, 100.0], [-1.0, 0.0, 101.0]].map(|row| fern.leaf(&row)), [0, 1, 2]);
    }
}
