//! The blocks of a model as nodes, each adding to the scores.

use super::graph::{FLOAT, Graph, INT64};
use super::rows::RealRows;
use kernelet::number::cosine::TABLE_ERROR;
use kernelet::number::{Activation, Format, Weight, Word};
use kernelet::wire::{Fern, Ferns};
use std::f64::consts::TAU;

/// The steps of a turn in the table of cosines, which holds that of the middle of each.
const STEPS: f64 = 256.0;

/// Where the nodes of a block are added.
pub struct Adder<'a> {
    /// The graph.
    pub graph: &'a mut Graph,
    /// The prepared inputs.
    pub inputs: &'a str,
    /// The value of one unit of each score.
    pub scales: &'a [f64],
}

impl Adder<'_> {
    /// Adds features with dense rows; returns the name of their share of the scores.
    pub fn rows<F: Format>(&mut self, rows: &RealRows, head: &[u8]) -> String {
        let features = rows.rows.len();
        let inputs = rows.rows.first().map_or(0, Vec::len);
        let transposed: Vec<f64> = (0..inputs).flat_map(|i| rows.rows.iter().map(move |row| row[i])).collect();
        let matrix = self.graph.floats(&[inputs, features], &transposed);
        let product = self.graph.node("MatMul", &[self.inputs, &matrix], &[]);
        let shifted = self.graph.with_row("Add", &product, &rows.shifts);
        let value = self.activated::<F>(rows, shifted);
        let unit = rows.unit::<F>();
        let outputs = self.scales.len();
        let weights = |row| F::Weight::row(row).take(outputs).map(Into::<f64>::into).zip(self.scales);
        let head: Vec<f64> = head
            .chunks(F::Weight::size(outputs))
            .flat_map(weights)
            .map(|(weight, scale)| weight * scale * unit)
            .collect();
        let head = self.graph.floats(&[features, outputs], &head);
        self.graph.node("MatMul", &[&value, &head], &[])
    }

    fn activated<F: Format>(&mut self, rows: &RealRows, mut value: String) -> String {
        let graph = &mut *self.graph;
        if let Some(limits) = rows.limits.as_ref().filter(|_| rows.activation != Activation::Step) {
            value = graph.with_row("Min", &value, limits);
            value = graph.with_row("Max", &value, &limits.iter().map(|limit| -limit).collect::<Vec<f64>>());
        }
        match rows.activation {
            Activation::Cosine => {
                if F::COSINE_ERROR == TABLE_ERROR {
                    value = graph.with_number("Mul", &value, STEPS);
                    value = graph.node("Floor", &[&value], &[]);
                    value = graph.with_number("Add", &value, 0.5);
                    value = graph.with_number("Mul", &value, 1.0 / STEPS);
                }
                let whole = graph.node("Round", &[&value], &[]);
                let rest = graph.node("Sub", &[&value, &whole], &[]);
                let angle = graph.with_number("Mul", &rest, TAU);
                graph.node("Cos", &[&angle], &[])
            }
            Activation::Step => {
                let is_above = graph.with_number("Greater", &value, 0.0);
                graph.node("Cast", &[&is_above], &[("to", FLOAT)])
            }
            Activation::Relu => graph.with_number("Max", &value, 0.0),
            Activation::SquaredRelu => {
                let positive = graph.with_number("Max", &value, 0.0);
                graph.node("Mul", &[&positive, &positive], &[])
            }
            Activation::Linear => value,
        }
    }

    /// Adds ferns; returns the name of their share of the scores.
    ///
    /// The results of all tests are a row of zeros and ones; times powers of two, with the place of
    /// each fern's first leaf added, they are the places of the leaves, which are then summed up.
    pub fn ferns<F: Format>(&mut self, ferns: Ferns<'_>) -> String {
        let outputs = self.scales.len();
        let unit = match F::CONTRACT.is_fixed() {
            true => f64::from(ferns.shift).exp2(),
            false => 1.0,
        };
        let mut leaves: Vec<f64> = Vec::new();
        let (mut places, mut first, mut tests) = (Vec::new(), Vec::new(), Vec::new());
        for (number, fern) in ferns.iter().enumerate() {
            first.push((leaves.len() / outputs) as f64);
            let scales = self.scales.iter().cycle();
            leaves.extend(F::Leaf::words(fern.leaves).zip(scales).map(|(leaf, scale)| leaf.into() * unit * scale));
            tests.extend(tests_of::<F>(fern));
            places.extend((0..fern.depth).rev().map(|bit| (number, f64::from(bit).exp2())));
        }
        let leaves = self.graph.floats(&[leaves.len() / outputs, outputs], &leaves);
        let chosen = self.chosen(&tests, &places, &first);
        let shares = self.graph.node("Gather", &[&leaves, &chosen], &[("axis", 0)]);
        let axes = self.graph.wholes(&[1]);
        self.graph.node("ReduceSum", &[&shares, &axes], &[("keepdims", 0)])
    }

    /// The places of the leaves that a row chooses, one for each fern.
    fn chosen(&mut self, tests: &[(i64, f64)], places: &[(usize, f64)], first: &[f64]) -> String {
        let graph = &mut *self.graph;
        // a test that no fern has keeps the shapes apart where all ferns are single leaves
        let (indices, thresholds): (Vec<i64>, Vec<f64>) = tests.iter().copied().chain([(0, 0.0)]).unzip();
        let indices = graph.wholes(&indices);
        let tested = graph.node("Gather", &[self.inputs, &indices], &[("axis", 1)]);
        let results = graph.with_row("Greater", &tested, &thresholds);
        let results = graph.node("Cast", &[&results], &[("to", FLOAT)]);
        let mut powers = vec![0.0; thresholds.len() * first.len()];
        places.iter().enumerate().for_each(|(test, (fern, power))| powers[test * first.len() + fern] = *power);
        let powers = graph.floats(&[thresholds.len(), first.len()], &powers);
        let leaf = graph.node("MatMul", &[&results, &powers], &[]);
        let leaf = graph.with_row("Add", &leaf, first);
        graph.node("Cast", &[&leaf], &[("to", INT64)])
    }
}

fn tests_of<F: Format>(fern: Fern<'_>) -> impl Iterator<Item = (i64, f64)> {
    let threshold = |bytes| F::Input::words(bytes).next().map_or(0.0, Into::into);
    fern.tests().map(move |(input, bytes)| (input.into(), threshold(bytes)))
}

impl RealRows {
    /// The value of a feature of one, in units of a feature.
    fn unit<F: Format>(&self) -> f64 {
        match (F::CONTRACT.is_fixed(), self.activation) {
            (false, _) | (true, Activation::Relu | Activation::Linear) => 1.0,
            (true, Activation::SquaredRelu) => 1.0 / 32_768.0,
            (true, Activation::Cosine | Activation::Step) => 32_767.0,
        }
    }
}
