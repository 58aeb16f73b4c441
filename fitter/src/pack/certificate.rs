//! The certificate of a model: bounds on the errors of its scores.
//!
//! The device's scores are compared with those of the same parameters in real numbers. From the
//! [errors `E_m` of features](super::feature_error) follow, in units of a score,
//!
//! ```text
//! |S_k - real S_k| <= sum_m |h_mk| E_m,   |S_k - S_j - real ones| <= sum_m |h_mk - h_mj| E_m
//! ```
//!
//! since heads and biases are exact. A row whose margin is above the bound has the class that real
//! numbers give it.

use super::device::Answer;
use super::feature_error::{feature_errors, input_error, weights};
use super::model_file::ModelFile;
use crate::quantise::{FoldFormat, InputScaling};
use kernelet::block::Kind;
use kernelet::wire::Sections;
use kernelet::with_format;
use nalgebra::DMatrix;
use serde::Serialize;

/// Bounds on the errors of scores, in units of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// The bound of each score.
    scores: Vec<f64>,
    /// The bound of each difference of two scores.
    differences: DMatrix<f64>,
    /// The value of one unit.
    scale: f64,
}

/// A certificate in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Guarantee {
    /// The largest difference of a score from that of real numbers, in units of a score.
    pub score_bound: f64,
    /// The same in the target's unit, or that of the class targets 1 and -1.
    pub value_bound: f64,
    /// The number of rows whose class is certainly that of real numbers; `None` for values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<usize>,
    /// The number of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
}

impl Certificate {
    /// Returns the certificate of a model; `None` for single precision, logarithms, rows that are
    /// generated, and ferns on inputs that are rounded.
    pub fn of(file: &ModelFile) -> Option<Certificate> {
        let sections = Sections::of(file.model.bytes()).ok()?.used();
        let scalings = &file.sheet.scalings;
        if !sections.contract.is_fixed() || !sections.logarithms.is_empty() {
            return None;
        }
        with_format!(sections.contract, F => Self::sum::<F>(&sections, scalings))
    }

    fn sum<F: FoldFormat>(sections: &Sections<'_>, scalings: &[InputScaling]) -> Option<Certificate> {
        let outputs = usize::from(sections.header.outputs);
        let inputs: Vec<f64> = scalings.iter().map(input_error).collect();
        let scale = f64::from(sections.header.scale);
        let (scores, differences) = (vec![0.0; outputs], DMatrix::zeros(outputs, outputs));
        let mut certificate = Certificate { scores, differences, scale };
        for block in sections.blocks {
            if block.kind == Kind::Ferns && inputs.iter().all(|error| *error == 0.0) {
                continue; // the same integers are compared, and leaves are added exactly
            }
            let errors = feature_errors::<F>(&block, &inputs)?;
            let head = weights::<F>(block.head, outputs);
            errors.iter().zip(&head).for_each(|(error, weights)| certificate.add(*error, weights));
        }
        Some(certificate)
    }

    /// Adds the error of a feature with these weights.
    fn add(&mut self, error: f64, weights: &[f64]) {
        for (k, weight) in weights.iter().enumerate() {
            self.scores[k] += weight.abs() * error;
            for (j, other) in weights.iter().enumerate() {
                self.differences[(k, j)] += (weight - other).abs() * error;
            }
        }
    }

    /// Returns whether real numbers certainly give the class of these scores too.
    pub fn keeps(&self, scores: &[f64]) -> bool {
        if let [score] = scores {
            return score.abs() > self.scores[0];
        }
        let first = (0, f64::NEG_INFINITY);
        let larger = |best: (usize, f64), next: (usize, &f64)| if *next.1 > best.1 { (next.0, *next.1) } else { best };
        let (class, largest) = scores.iter().enumerate().fold(first, larger);
        let beaten =
            |(other, score): (usize, &f64)| other == class || largest - score > self.differences[(class, other)];
        scores.iter().enumerate().all(beaten)
    }

    /// Returns the largest bound; for the answers of a classification also the number of certain
    /// classes.
    pub fn guarantee(&self, answers: Option<&[Answer]>) -> Guarantee {
        let score_bound = self.scores.iter().copied().fold(0.0, f64::max);
        let kept = answers.map(|answers| answers.iter().filter(|answer| self.keeps(&answer.scores)).count());
        Guarantee { score_bound, value_bound: score_bound * self.scale, kept, rows: answers.map(<[Answer]>::len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{ColumnKind, Dialect, Groups, Inputs, Schema, Table, Targets};
    use crate::data::{Field, Kind as FieldKind, Target, TargetKind};
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::learn;
    use crate::pack::{Decision, real_scores};
    use crate::recipe::{Bandwidth, Blocks, Draw, KernelName, Method, Number, Recipe, Size};

    /// Three inputs of different scales, of which the last is a sensor's integers; three classes.
    fn table(seed: u64) -> Table {
        let normals = MonteCarlo.normals(3, 400, seed);
        let column = |i: usize, scale: f64| normals.row(i).iter().map(|x| x * scale + 3.0).collect::<Vec<f64>>();
        let columns = vec![column(0, 1.0), column(1, 250.0), column(2, 40.0).iter().map(|x| x.round()).collect()];
        let class = |n: usize| {
            let (a, b) = (normals[(0, n)], normals[(1, n)] + normals[(2, n)]);
            u32::from(a * a + b > 0.5) + u32::from(a - b > 1.0)
        };
        Table {
            inputs: Inputs {
                names: ["a", "b", "c"].map(str::to_owned).into(),
                kinds: vec![ColumnKind::Number; 3],
                columns,
            },
            targets: Targets::Classes {
                labels: ["x", "y", "z"].map(str::to_owned).into(),
                index: (0..400).map(class).collect(),
            },
            groups: Groups::Independent,
            sample_weights: vec![1.0; 400],
            teacher: None,
            places: None,
        }
    }

    fn schema() -> Schema {
        let fields = ["a", "b", "c"].map(|name| Field { name: name.to_owned(), kind: FieldKind::Number }).into();
        let labels = ["x", "y", "z"].map(str::to_owned).into();
        let target = Target { name: "y".to_owned(), kind: TargetKind::Class { labels }, further: vec![] };
        Schema { fields, target, dialect: Dialect::default() }
    }

    fn recipe(kernel: KernelName, number: Number) -> Recipe {
        Recipe {
            blocks: Some(Blocks::COSINE),
            kernel,
            bandwidth: Bandwidth::Fixed(2.0),
            size: Size::of(40),
            number: Some(number),
            logarithms: Some(false),
            seed: 1,
            ..Recipe::sample(Method::Drawn(Draw::MonteCarlo))
        }
    }

    fn model(recipe: &Recipe) -> ModelFile {
        learn(&table(1), &schema(), recipe).expect("a model").fitted.file
    }

    /// The largest error of a score as a share of its bound, and the share of rows with a certain
    /// class.
    fn tightness(kernel: KernelName, number: Number) -> (f64, f64) {
        let (file, unseen) = (model(&recipe(kernel, number)), table(2).inputs);
        let certificate = Certificate::of(&file).expect("a certificate");
        let answers = file.device().answers(&file.raw(&unseen));
        let (mut largest, mut kept) = (0.0f64, 0);
        for (answer, real) in answers.iter().zip(real_scores(&file, &unseen).expect("stored rows")) {
            for (k, (score, real)) in answer.scores.iter().zip(&real).enumerate() {
                let share = (score - real).abs() / certificate.scores[k];
                assert!(share <= 1.0, "{kernel} {number}: {score} {real} {}", certificate.scores[k]);
                largest = largest.max(share);
            }
            if certificate.keeps(&answer.scores) {
                let class = nalgebra::DVector::from_vec(real).imax();
                assert_eq!(answer.decision, Decision::Class(class as u16), "{kernel} {number}");
                kept += 1;
            }
        }
        assert_eq!(certificate.guarantee(Some(&answers)).kept, Some(kept));
        (largest, kept as f64 / answers.len() as f64)
    }

    /// Checks rows that the fit has not seen.
    ///
    /// The bound adds up the worst case of all features at once: errors take a small share of it,
    /// but more than if a term were a power of ten too large. A step may be taken or not, and a
    /// square has its largest slope where few rows are: their bounds hold, but are too wide to keep
    /// a class.
    #[test]
    fn no_score_is_further_from_real_numbers_than_certified() {
        use KernelName::{Arccos0, Arccos1, Arccos2, Gaussian};
        for kernel in [Gaussian, Arccos0, Arccos1, Arccos2] {
            let q15 = tightness(kernel, Number::Q15);
            let q7 = tightness(kernel, Number::Q7);
            let q3 = tightness(kernel, Number::Q3);
            println!("{kernel}: share of the bound, rows kept: q15 {q15:?}, q7 {q7:?}, q3 {q3:?}");
            for (share, _) in [q15, q7, q3] {
                assert!(share > 0.02 || kernel == Arccos0, "{kernel}: {share}");
            }
            assert!(q15.1 > 0.9 || matches!(kernel, Arccos0 | Arccos2), "{kernel}: {q15:?}");
        }
    }

    #[test]
    fn floats_seeds_and_logarithms_have_no_certificate() {
        let certified = |recipe: &Recipe| Certificate::of(&model(recipe)).is_some();
        let fixed = recipe(KernelName::Gaussian, Number::Q7);
        assert!(certified(&fixed));
        assert!(!certified(&Recipe { number: Some(Number::F32), ..fixed.clone() }));
        assert!(!certified(&Recipe { method: Method::Drawn(Draw::Sorf), ..fixed.clone() }));
        let mut skewed = table(1);
        skewed.inputs.columns[0].iter_mut().for_each(|x| *x = x.exp());
        let logarithmic = Recipe { logarithms: Some(true), ..fixed };
        let file = learn(&skewed, &schema(), &logarithmic).expect("a model").fitted.file;
        assert_eq!(Certificate::of(&file), None);
    }
}
