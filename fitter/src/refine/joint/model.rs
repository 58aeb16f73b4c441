//! A feature map with its head.

use super::aligned::Aligned;
use super::shape::Shape;
use crate::feature_map::{FeatureMap, Map};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// `scores = theta^T cos(W^T z + b) + bias` of standardised inputs `z`.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// `W`, in radians per standardised unit, `inputs x features`.
    pub frequencies: DMatrix<f64>,
    /// `b`, in radians, one for each feature.
    pub phases: DVector<f64>,
    /// `theta`, `features x outputs`.
    pub head: DMatrix<f64>,
    /// One for each output.
    pub bias: DVector<f64>,
}

impl Model {
    /// Given features under a head of zeros.
    pub fn start(frequencies: DMatrix<f64>, phases: DVector<f64>, outputs: usize) -> Model {
        let head = DMatrix::zeros(frequencies.ncols(), outputs);
        Model { frequencies, phases, head, bias: DVector::zeros(outputs) }
    }

    /// The feature map alone.
    pub fn map(&self) -> FeatureMap {
        let (frequencies, phases) = (self.frequencies.clone(), self.phases.clone());
        let weights = DVector::from_element(phases.len(), 1.0);
        FeatureMap { map: Map::Cosine, frequencies, phases, weights, structure: None, steps: None }
    }

    /// The scores of standardised rows (`inputs x rows`), `outputs x rows`.
    pub fn scores(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let mut scores = self.head.tr_mul(&self.map().phased(rows));
        scores.column_iter_mut().for_each(|mut scores| scores += &self.bias);
        scores
    }

    /// The size.
    pub(super) fn shape(&self) -> Shape {
        let (inputs, features) = self.frequencies.shape();
        Shape { inputs, features, outputs: self.bias.len() }
    }

    /// The parameters in one row.
    pub(super) fn to_parameters(&self) -> Aligned {
        let shape = self.shape();
        let mut row = Aligned::zeros(shape.len());
        let parts = [(shape.frequencies(), shape.input_width()), (shape.head(), shape.output_width())];
        for ((range, width), matrix) in parts.into_iter().zip([&self.frequencies, &self.head.transpose()]) {
            for (to, from) in row[range].chunks_exact_mut(width.max(1)).zip(matrix.column_iter()) {
                to.iter_mut().zip(from.iter()).for_each(|(to, from)| *to = *from as f32);
            }
        }
        for (range, vector) in [(shape.phases(), &self.phases), (shape.bias(), &self.bias)] {
            row[range].iter_mut().zip(vector.iter()).for_each(|(to, from)| *to = *from as f32);
        }
        row
    }

    /// The model whose parameters lie in a row.
    pub(super) fn from_parameters(shape: Shape, row: &[f32]) -> Model {
        let (frequencies, head) = (&row[shape.frequencies()], &row[shape.head()]);
        let [input_width, output_width] = [shape.input_width(), shape.output_width()];
        let vector =
            |range: Range<usize>| DVector::from_iterator(range.len(), row[range].iter().map(|&x| f64::from(x)));
        Model {
            frequencies: DMatrix::from_fn(shape.inputs, shape.features, |i, m| {
                f64::from(frequencies[m * input_width + i])
            }),
            phases: vector(shape.phases()),
            head: DMatrix::from_fn(shape.features, shape.outputs, |m, k| f64::from(head[m * output_width + k])),
            bias: vector(shape.bias()),
        }
    }
}
