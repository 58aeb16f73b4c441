//! How far the device's scores can be from those of the same parameters in real numbers.
//!
//! Both have the words that are stored: weights, scales, phases and biases are exact, and so are dot products and angles, which
//! wrap by whole turns. What is left is rounded as follows, in units of an input, of a feature and of a score:
//!
//! ```text
//! input    d_i = 2^shift_i / 2, and 0 where the device reads a sensor's own integers; limits and differences add nothing
//! reach    R_m = sum_i |w_mi| d_i
//! cosine   E_m = 2 pi 32767 min(s_m, 2^32 - s_m) R_m / 2^32 + C        C: 402.7 of the table, 4 of the polynomial
//! step     E_m = 0, or 32767 where R_m > 0
//! linear, ReLU   E_m = (R_m + 2^before_m + 1) multiplier_m / 2^(before_m + after_m) + 1
//! squared  E_m = 2 E_m of a ReLU + 1
//! score    |S_k - real S_k| <= sum_m |h_mk| E_m,   |S_k - S_j - real ones| <= sum_m |h_mk - h_mj| E_m
//! ```
//!
//! since a cosine has no slope above 1, minima and maxima none either, and each shift loses less than one. A row whose margin
//! is above the bound has the class that real numbers give it.

use crate::pack::emulate::Answer;
use crate::pack::sheet::ModelFile;
use crate::quantise::InputScaling;
use kernelet::block::Kind;
use kernelet::number::Rescale;
use kernelet::number::{ScalePhase, ScalePhases, Weight};
use kernelet::wire::{BlockSections, Projection, Sections};
use kernelet::{Contract, Format, Q3, Q7, Q7Wide, Q15};
use nalgebra::DMatrix;
use serde::Serialize;
use std::f64::consts::TAU;

/// One in units of a feature.
const ONE: f64 = 32_767.0;
/// The largest errors of the cosines, in units of a feature; a test looks at every angle.
const TABLE: f64 = 402.7;
const POLYNOMIAL: f64 = 4.0;

/// Bounds on the errors of scores, in units of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// Of each score.
    scores: Vec<f64>,
    /// Of each difference of two scores.
    differences: DMatrix<f64>,
    /// What one unit is worth.
    scale: f64,
}

/// A certificate in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Guarantee {
    /// No score is further from that of real numbers, in units of a score.
    pub score_bound: f64,
    /// The same in what a score is worth: the target's unit, or that of the head's targets 1 and -1.
    pub value_bound: f64,
    /// Rows whose class is certainly that of real numbers; none for values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<usize>,
    /// Of so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
}

impl Certificate {
    /// That of a model; none of single precision, of logarithms, of rows made from a seed, and of ferns on inputs
    /// that are rounded.
    pub fn of(file: &ModelFile) -> Option<Certificate> {
        let sections = Sections::of(&file.model).ok()?.used();
        let scalings = &file.sheet.scalings;
        match sections.contract {
            _ if !sections.logarithms.is_empty() => None,
            Contract::F32 | Contract::F32Libm | Contract::F32Micromath => None,
            Contract::Q15 => Self::sum::<Q15>(&sections, scalings, POLYNOMIAL),
            Contract::Q7 => Self::sum::<Q7>(&sections, scalings, TABLE),
            Contract::Q7Wide => Self::sum::<Q7Wide>(&sections, scalings, TABLE),
            Contract::Q3 => Self::sum::<Q3>(&sections, scalings, TABLE),
        }
    }

    fn sum<F: Format<ScalePhase = ScalePhase>>(
        sections: &Sections<'_>,
        scalings: &[InputScaling],
        cosine: f64,
    ) -> Option<Certificate> {
        let outputs = usize::from(sections.header.outputs);
        let rounding: Vec<f64> = scalings.iter().map(rounding).collect();
        let (mut scores, mut differences) = (vec![0.0; outputs], DMatrix::zeros(outputs, outputs));
        for block in sections.blocks {
            if block.kind == Kind::Ferns && rounding.iter().all(|step| *step == 0.0) {
                continue; // the same integers are compared, and leaves are added exactly
            }
            let errors = errors::<F>(&block, &rounding, cosine)?;
            let head = words::<F>(block.head, outputs);
            for (error, weights) in errors.iter().zip(&head) {
                for (k, weight) in weights.iter().enumerate() {
                    scores[k] += weight.abs() * error;
                    weights
                        .iter()
                        .enumerate()
                        .for_each(|(j, other)| differences[(k, j)] += (weight - other).abs() * error);
                }
            }
        }
        Some(Certificate { scores, differences, scale: f64::from(sections.header.scale) })
    }

    /// Whether real numbers would give the class of these scores too.
    pub fn keeps(&self, scores: &[f64]) -> bool {
        match scores {
            [score] => score.abs() > self.scores[0],
            _ => {
                let first = (0, f64::NEG_INFINITY);
                let larger =
                    |best: (usize, f64), next: (usize, &f64)| if *next.1 > best.1 { (next.0, *next.1) } else { best };
                let (class, most) = scores.iter().enumerate().fold(first, larger);
                let beaten =
                    |(other, score): (usize, &f64)| other == class || most - score > self.differences[(class, other)];
                scores.iter().enumerate().all(beaten)
            }
        }
    }

    /// The largest bound, and how many of the answers of a classification it leaves no doubt about.
    pub fn guarantee(&self, answers: Option<&[Answer]>) -> Guarantee {
        let score_bound = self.scores.iter().copied().fold(0.0, f64::max);
        let kept = answers.map(|answers| answers.iter().filter(|answer| self.keeps(&answer.scores)).count());
        Guarantee { score_bound, value_bound: score_bound * self.scale, kept, rows: answers.map(<[Answer]>::len) }
    }
}

/// How far an input can be from the real one.
fn rounding(scaling: &InputScaling) -> f64 {
    let whole = scaling.gain == 1.0 && scaling.offset == 0.0;
    let shift = scaling.guard.map_or(0, |guard| guard.shift);
    if whole { 0.0 } else { 0.5 * f64::from(1u32 << shift) }
}

/// How far each feature of a block can be from the real one; `None` where its rows are not stored.
fn errors<F: Format<ScalePhase = ScalePhase>>(
    block: &BlockSections<'_>,
    rounding: &[f64],
    cosine: f64,
) -> Option<Vec<f64>> {
    let Projection::Dense { rows, scale_phases: turns } = block.projection else { return None };
    let reaches = words::<F>(rows, rounding.len())
        .into_iter()
        .map(|row| row.iter().zip(rounding).map(|(weight, step): (&f64, _)| weight.abs() * step).sum::<f64>());
    let error = |(reach, turn): (f64, ScalePhase)| {
        let Rescale { multiplier, before, after, .. } = turn.into();
        let gain = f64::from(multiplier) / 2f64.powi(i32::from(before) + i32::from(after));
        let ramp = ((reach + 2f64.powi(before.into()) + 1.0) * gain + 1.0).min(2.0 * ONE);
        match block.kind {
            Kind::Cosine => {
                let scale = f64::from(turn.scale.min(turn.scale.wrapping_neg())) / 2f64.powi(32);
                (TAU * ONE * scale * reach + cosine).min(2.0 * ONE)
            }
            Kind::Step if reach == 0.0 => 0.0,
            Kind::Step => ONE,
            Kind::SquaredRelu => 2.0 * ramp + 1.0,
            _ => ramp,
        }
    };
    Some(reaches.zip(F::ScalePhases::read(block.kind.activation()?, turns)).map(error).collect())
}

/// Rows of so many weights.
fn words<F: Format>(bytes: &[u8], count: usize) -> Vec<Vec<f64>> {
    let rows = bytes.chunks(F::Weight::size(count).max(1));
    rows.map(|row| F::Weight::row(row).take(count).map(Into::into).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Field, Kind as FieldKind, Target, TargetKind};
    use crate::data::{Groups, Inputs, Schema, Table, Targets};
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::learn;
    use crate::pack::emulate::Decision;
    use crate::pack::sections::biases;
    use crate::recipe::{Bandwidth, Blocks, Draw, KernelName, Method, Number, Recipe, Size};
    use kernelet::Angle;
    use kernelet::number::cosine;

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
            inputs: Inputs { names: ["a", "b", "c"].map(str::to_owned).into(), indicator: vec![false; 3], columns },
            targets: Targets::Classes {
                labels: ["x", "y", "z"].map(str::to_owned).into(),
                index: (0..400).map(class).collect(),
            },
            groups: Groups::Independent,
            sample_weights: vec![1.0; 400],
        }
    }

    fn schema() -> Schema {
        let fields = ["a", "b", "c"].map(|name| Field { name: name.to_owned(), kind: FieldKind::Number }).into();
        let labels = ["x", "y", "z"].map(str::to_owned).into();
        Schema { fields, target: Target { name: "y".to_owned(), kind: TargetKind::Class { labels } } }
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

    /// The scores of real numbers, from the words of a model.
    fn twin<F: Format<ScalePhase = ScalePhase>>(file: &ModelFile, inputs: &[f64]) -> Vec<f64> {
        let sections = Sections::of(&file.model).unwrap().used();
        let real = |(x, scaling): (&f64, &InputScaling)| {
            let (low, high) = scaling.limits.unwrap_or((f64::MIN, f64::MAX));
            let raw = (scaling.gain * x.clamp(low, high) + scaling.offset).clamp(-32_767.0, 32_767.0);
            match scaling.guard {
                Some(guard) => (raw.clamp(guard.low, guard.high) - guard.centre) * f64::from(1u32 << guard.shift),
                None => raw,
            }
        };
        let inputs: Vec<f64> = inputs.iter().zip(&file.sheet.scalings).map(real).collect();
        let outputs = usize::from(sections.header.outputs);
        let bias = biases(&sections);
        let bias = bias.chunks(bias.len() / outputs);
        let mut scores: Vec<f64> = bias
            .map(|bytes| match *bytes {
                [a, b, c, d] => f64::from(i32::from_le_bytes([a, b, c, d])),
                _ => i64::from_le_bytes(bytes.try_into().unwrap()) as f64,
            })
            .collect();
        for block in sections.blocks {
            let Projection::Dense { rows, scale_phases: turns } = block.projection else { panic!("a seed") };
            let size = [rows.len(), block.head.len()].map(|bytes| bytes / usize::from(block.count));
            for (m, turn) in F::ScalePhases::read(block.kind.activation().unwrap(), turns).enumerate() {
                let [row, head] =
                    [(rows, size[0]), (block.head, size[1])].map(|(bytes, size)| &bytes[m * size..][..size]);
                let dot: f64 = F::Weight::row(row).zip(&inputs).map(|(weight, x)| weight.into() * x).sum();
                let slope = Rescale::from(turn);
                let ramp = (dot + f64::from(slope.offset)) / 2f64.powi(slope.before.into());
                let ramp =
                    ramp.clamp(-65_535.0, 65_535.0) * f64::from(slope.multiplier) / 2f64.powi(slope.after.into());
                let ramp = ramp.clamp(-32_767.0, 32_767.0);
                let feature = match block.kind {
                    Kind::Cosine => {
                        let turns =
                            dot * (f64::from(turn.scale) / 2f64.powi(32)) + f64::from(turn.phase.0) / 2f64.powi(32);
                        32_767.0 * (TAU * turns.fract()).cos()
                    }
                    Kind::Step => {
                        if ramp > 0.0 {
                            32_767.0
                        } else {
                            0.0
                        }
                    }
                    Kind::Relu => ramp.max(0.0),
                    Kind::SquaredRelu => ramp.max(0.0).powi(2) / 32_768.0,
                    _ => ramp,
                };
                let weights = F::Weight::row(head).map(Into::into);
                scores.iter_mut().zip(weights).for_each(|(score, weight): (_, f64)| *score += weight * feature);
            }
        }
        scores
    }

    /// The largest share of a bound that an error takes, and the share of rows that surely keep their class.
    fn tightness<F: Format<ScalePhase = ScalePhase>>(kernel: KernelName, number: Number) -> (f64, f64) {
        let (file, unseen) = (model(&recipe(kernel, number)), table(2).inputs);
        let certificate = Certificate::of(&file).expect("a certificate");
        let answers = file.device().answers(&file.raw(&unseen));
        let (mut most, mut kept) = (0.0f64, 0);
        for (n, answer) in answers.iter().enumerate() {
            let row: Vec<f64> = unseen.columns.iter().map(|column| column[n]).collect();
            let real = twin::<F>(&file, &row);
            for (k, (score, real)) in answer.scores.iter().zip(&real).enumerate() {
                let share = (score - real).abs() / certificate.scores[k];
                assert!(share <= 1.0, "{kernel} {number}: {score} {real} {}", certificate.scores[k]);
                most = most.max(share);
            }
            if certificate.keeps(&answer.scores) {
                let class = nalgebra::DVector::from_vec(real).imax();
                assert_eq!(answer.decision, Decision::Class(class as u16), "{kernel} {number}");
                kept += 1;
            }
        }
        assert_eq!(certificate.guarantee(Some(&answers)).kept, Some(kept));
        (most, kept as f64 / answers.len() as f64)
    }

    /// On rows that the fit has not seen. The bound adds up what is worst of all features at once: errors take a small share of
    /// it, but more than if a term were a power of ten too large. A step may be taken or not, and a square has its largest slope
    /// where few rows are: of these the bound is sure, but too wide to keep a class.
    #[test]
    fn no_score_is_further_from_real_numbers_than_certified() {
        use KernelName::{Arccos0, Arccos1, Arccos2, Gaussian};
        for kernel in [Gaussian, Arccos0, Arccos1, Arccos2] {
            let q15 = tightness::<Q15>(kernel, Number::Q15);
            let q7 = tightness::<Q7>(kernel, Number::Q7);
            let q3 = tightness::<Q3>(kernel, Number::Q3);
            println!("{kernel}: share of the bound, rows kept: q15 {q15:?}, q7 {q7:?}, q3 {q3:?}");
            for (most, _) in [q15, q7, q3] {
                assert!(most > 0.02 || kernel == Arccos0, "{kernel}: {most}");
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

    /// Both cosines are constant over cells of angles, within which the exact one is steepest at one end or the other.
    #[test]
    fn cosines_err_as_little_as_assumed_at_every_angle() {
        let most = |cosine: fn(Angle) -> i16, bits: u32| {
            let ends = (0..1u32 << bits).flat_map(|cell| {
                let first = cell << (32 - bits);
                [first, first + ((1 << (32 - bits)) - 1)]
            });
            let exact = |angle: u32| 32_767.0 * (TAU * f64::from(angle) / 2f64.powi(32)).cos();
            ends.map(|angle| (f64::from(cosine(Angle(angle))) - exact(angle)).abs()).fold(0.0, f64::max)
        };
        let (table, polynomial) = (most(cosine::table, 8), most(cosine::polynomial, 17));
        println!("{table} {polynomial}");
        assert!(table <= TABLE && polynomial <= POLYNOMIAL, "{table} {polynomial}");
        // neither bound is generous
        assert!(table > 0.99 * TABLE && polynomial > 0.5 * POLYNOMIAL);
    }
}
