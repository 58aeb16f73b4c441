//! A feature map with its head.

use super::aligned::Aligned;
use super::shape::Shape;
use crate::features::kernel::Map;
use crate::features::map::{FeatureMap, Origin, Patches};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// The model `scores = theta^T f(W^T z + b) + bias` of standardised inputs `z`, where `f` is the
/// cosine or ReLU.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The map `f`.
    pub map: Map,
    /// The frequencies `W`, per standardised unit (for cosines in radians), `inputs x features`.
    pub frequencies: DMatrix<f64>,
    /// The patches outside of which frequencies are and stay zero, if there are some.
    pub patches: Option<Patches>,
    /// The phases `b`, one for each feature.
    pub phases: DVector<f64>,
    /// The weights `theta`, `features x outputs`.
    pub head: DMatrix<f64>,
    /// The intercept of each output.
    pub bias: DVector<f64>,
}

impl Model {
    /// Returns given features under a head of zeros.
    pub fn start(map: Map, frequencies: DMatrix<f64>, phases: DVector<f64>, outputs: usize) -> Model {
        let head = DMatrix::zeros(frequencies.ncols(), outputs);
        Model { map, frequencies, patches: None, phases, head, bias: DVector::zeros(outputs) }
    }

    /// Returns the features of a map under a head of zeros.
    pub fn of(map: &FeatureMap, outputs: usize) -> Model {
        let patches = match &map.structure {
            Some(Origin::Patches(patches)) => Some(patches.clone()),
            _ => None,
        };
        Model { patches, ..Model::start(map.map, map.frequencies.clone(), map.phases.clone(), outputs) }
    }

    /// Returns the model with frequencies that are larger by so many powers of two.
    pub(super) fn narrowed(&self, octaves: i32) -> Model {
        Model { frequencies: &self.frequencies * f64::from(octaves).exp2(), ..self.clone() }
    }

    /// Returns a model with the same scores whose ReLU features have equal lengths, phases
    /// included.
    ///
    /// A factor of a feature may as well divide its head. At equal lengths, rounding all of the
    /// head to multiples of one step affects each feature alike.
    pub(super) fn balanced(mut self) -> Model {
        let rows = self.frequencies.column_iter().zip(&self.phases);
        let lengths: Vec<f64> = rows.map(|(row, phase)| row.norm().hypot(*phase)).collect();
        if self.map != Map::Relu {
            return self;
        }
        let known = || lengths.iter().filter(|length| **length > 0.0);
        let mean = (known().map(|length| length.ln()).sum::<f64>() / known().count().max(1) as f64).exp();
        for (m, length) in lengths.iter().enumerate().filter(|(_, length)| **length > 0.0) {
            let factor = mean / length;
            self.frequencies.column_mut(m).scale_mut(factor);
            self.phases[m] *= factor;
            self.head.row_mut(m).unscale_mut(factor);
        }
        self
    }

    /// Returns the feature map alone.
    pub fn map(&self) -> FeatureMap {
        let (frequencies, phases) = (self.frequencies.clone(), self.phases.clone());
        let weights = DVector::from_element(phases.len(), 1.0);
        let structure = self.patches.clone().map(Origin::Patches);
        FeatureMap { map: self.map, frequencies, phases, weights, structure, steps: None }
    }

    /// Returns the scores of standardised rows (`inputs x rows`), `outputs x rows`.
    pub fn scores(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let mut scores = self.head.tr_mul(&self.map().phased(rows));
        scores.column_iter_mut().for_each(|mut scores| scores += &self.bias);
        scores
    }

    /// Returns the shape.
    pub(super) fn shape(&self) -> Shape {
        let (inputs, features) = self.frequencies.shape();
        let reads = self.patches.as_ref().map_or(inputs, |patches| patches.patch.size());
        Shape { map: self.map, inputs, reads, features, outputs: self.bias.len() }
    }

    /// Returns the parameters in one row.
    pub(super) fn to_parameters(&self) -> Aligned {
        let shape = self.shape();
        let mut row = Aligned::zeros(shape.len());
        for (m, to) in row[shape.frequencies()].chunks_exact_mut(shape.row_width().max(1)).enumerate() {
            let read = shape.read_by(m, self.patches.as_ref());
            to.iter_mut().zip(read).for_each(|(to, input)| *to = self.frequencies[(input, m)] as f32);
        }
        for (to, from) in row[shape.head()].chunks_exact_mut(shape.output_width().max(1)).zip(self.head.row_iter()) {
            to.iter_mut().zip(from.iter()).for_each(|(to, from)| *to = *from as f32);
        }
        for (range, vector) in [(shape.phases(), &self.phases), (shape.bias(), &self.bias)] {
            row[range].iter_mut().zip(vector.iter()).for_each(|(to, from)| *to = *from as f32);
        }
        row
    }

    /// Returns the model whose parameters lie in a row.
    pub(super) fn from_parameters((shape, patches): (Shape, Option<&Patches>), row: &[f32]) -> Model {
        let (head, width) = (&row[shape.head()], shape.output_width());
        let mut frequencies = DMatrix::zeros(shape.inputs, shape.features);
        for (m, from) in row[shape.frequencies()].chunks_exact(shape.row_width().max(1)).enumerate() {
            shape.read_by(m, patches).zip(from).for_each(|(input, from)| frequencies[(input, m)] = f64::from(*from));
        }
        let vector =
            |range: Range<usize>| DVector::from_iterator(range.len(), row[range].iter().map(|&x| f64::from(x)));
        Model {
            map: shape.map,
            patches: patches.cloned(),
            frequencies,
            phases: vector(shape.phases()),
            head: DMatrix::from_fn(shape.features, shape.outputs, |m, k| f64::from(head[m * width + k])),
            bias: vector(shape.bias()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// In double precision, the factors' rounding stays below 1e-12.
    #[test]
    fn balanced_features_are_of_one_length_and_give_the_same_scores() {
        let normals = MonteCarlo.normals(3, 8, 1);
        let mut model = Model::start(Map::Relu, normals, DVector::from_fn(8, |m, _| m as f64 - 2.0), 2);
        model.head = MonteCarlo.normals(8, 2, 2);
        // one feature without inputs, and one that is zero
        model.frequencies.column_mut(3).fill(0.0);
        model.frequencies.column_mut(2).fill(0.0);
        let (balanced, rows) = (model.clone().balanced(), MonteCarlo.normals(3, 50, 3));
        assert!((model.scores(&rows) - balanced.scores(&rows)).amax() < 1e-12);
        let rows = balanced.frequencies.column_iter().zip(&balanced.phases);
        let lengths: Vec<f64> = rows.map(|(row, phase)| row.norm().hypot(*phase)).collect();
        for (m, length) in lengths.iter().enumerate() {
            assert!((length - if m == 2 { 0.0 } else { lengths[0] }).abs() < 1e-12);
        }
        let cosines = Model { map: Map::Cosine, ..model };
        assert_eq!(cosines.clone().balanced(), cosines);
    }
}
