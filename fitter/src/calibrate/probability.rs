//! Probabilities: a slope for scores, fitted to rows that the scores were not learned from (Platt
//! 1999, section 2.2).
//!
//! Every row is held out once, so the slope is fitted to as many rows as there are; the model
//! itself keeps what it learned from all of them.

use super::held_out::HeldOutScores;
use crate::data::Table;
use crate::fit::Fitted;
use crate::metrics::Reliability;
use crate::pack::ModelFile;
use crate::quantise::Calibration;
use serde::Serialize;
use std::fmt;

/// Steps of Newton's method, at most.
const STEPS: usize = 100;
/// The change of both parameters, in units of scores' spread, at which they are found.
const NEAR: f64 = 1e-10;

/// The calibration of a model's probabilities, and its reliability on rows held out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Probability {
    /// The curve: of one parameter or of two.
    pub method: Curve,
    /// The rise of the logarithm of a probability per unit of the target that a score rises by.
    pub slope: f64,
    /// The score at which both classes are equally probable, in the target's unit; of two classes
    /// only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// The reliability on the training rows held out, which the curve was fitted to.
    pub heldout: Reliabilities,
}

/// A curve from scores to probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Curve {
    /// Softmax of all scores times a slope (Guo 2017).
    Temperature,
    /// The logistic curve of one score (Platt 1999).
    Platt,
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Curve::Temperature => "temperature",
            Curve::Platt => "Platt",
        })
    }
}

/// The reliability of probabilities before and after calibration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reliabilities {
    /// Of the softmax of the scores as they are.
    pub before: Reliability,
    /// Of the calibrated curve.
    pub after: Reliability,
}

impl HeldOutScores {
    /// The reliability of the softmax of the scores as they are.
    pub fn plain(&self) -> Reliability {
        self.by([1.0, 0.0])
    }

    fn by(&self, curve: [f64; 2]) -> Reliability {
        let rows: Vec<Vec<f64>> = self.scores.iter().map(|scores| softmax(scores, curve)).collect();
        Reliability::of(&rows, &self.truth)
    }

    /// The probability that the true class should have: not quite 1, so that the slope stays
    /// finite.
    ///
    /// Two classes are as if each had one more row, of the other class (Platt 1999, equation 10);
    /// several are as if there were half a row more of each (Krichevsky and Trofimov 1981).
    fn target(&self, class: u32) -> f64 {
        let classes = self.scores.first().map_or(2, Vec::len) as f64;
        if classes > 2.0 {
            let rows = self.truth.len() as f64;
            return (rows + 0.5) / (rows + 0.5 * classes);
        }
        let rows = self.truth.iter().filter(|truth| **truth == class).count() as f64;
        (rows + 1.0) / (rows + 2.0)
    }
}

/// Gives a model the slope with the least cross-entropy on rows held out; that of 1 where it has
/// the lower log loss.
pub(crate) fn calibrate(fitted: Fitted, held_out: &HeldOutScores) -> (Fitted, Probability) {
    let found = newton(held_out);
    let is_better = held_out.by([found.0, found.1]).log_loss < held_out.plain().log_loss;
    let (slope, shift) = if is_better { found } else { (1.0, 0.0) };
    let threshold = if slope > 0.0 { -shift / slope } else { 0.0 };
    let [outputs, scale] = {
        let device = fitted.file.device();
        [f64::from(device.header().outputs), f64::from(device.header().scale)]
    };
    let two = outputs == 1.0;
    let probability = Probability {
        method: if two { Curve::Platt } else { Curve::Temperature },
        slope,
        threshold: two.then_some(threshold),
        heldout: Reliabilities { before: held_out.plain(), after: held_out.by([slope, shift]) },
    };
    let calibration = Calibration { slope: slope * scale, threshold: threshold / scale };
    (fitted.with_calibration(calibration), probability)
}

/// The reliability on test rows, as the device computes probabilities; none for a model without
/// them.
pub fn measure(file: &ModelFile, test: &Table) -> Option<Reliabilities> {
    let rows = file.device().probabilities(&file.raw(&test.inputs))?;
    let held_out = HeldOutScores::of(file, test);
    Some(Reliabilities { before: held_out.plain(), after: Reliability::of(&shares(rows), &held_out.truth) })
}

/// The probabilities of all classes from the integers of the device.
pub fn shares(rows: Vec<Vec<u16>>) -> Vec<Vec<f64>> {
    let share = |units: u16| f64::from(units) / 65_536.0;
    let row = |units: Vec<u16>| match units[..] {
        [second] => vec![1.0 - share(second), share(second)],
        _ => units.into_iter().map(share).collect(),
    };
    rows.into_iter().map(row).collect()
}

/// Softmax of the scores times a slope, the last of two shifted.
fn softmax(scores: &[f64], [slope, shift]: [f64; 2]) -> Vec<f64> {
    let logit = |(k, score): (usize, &f64)| slope * score + if scores.len() == 2 && k == 1 { shift } else { 0.0 };
    let logits: Vec<f64> = scores.iter().enumerate().map(logit).collect();
    let largest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|logit| (logit - largest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The slope and shift with the least cross-entropy, by Newton's method with step halving; the
/// problem is convex in both (Lin, Lin and Weng 2007).
///
/// A negative slope would make the worse class more probable; it becomes zero, and all classes
/// equally probable.
fn newton(held_out: &HeldOutScores) -> (f64, f64) {
    let mut at = [0.0, 0.0];
    let mut here = Point::of(held_out, at);
    for _ in 0..STEPS {
        let step = here.step();
        let halves = (0..60).map(|halvings| 0.5f64.powi(halvings));
        let next = halves.map(|share| [at[0] - share * step[0], at[1] - share * step[1]]);
        let better = next.map(|at| (at, Point::of(held_out, at))).find(|(_, next)| next.loss < here.loss);
        let Some((found, next)) = better else { break };
        let gained = here.loss - next.loss;
        (at, here) = (found, next);
        if gained < NEAR * here.loss {
            break;
        }
    }
    let [slope, shift] = at;
    if slope > 0.0 { (slope, shift) } else { (0.0, 0.0) }
}

/// The cross-entropy at a slope and a shift, with its derivatives.
struct Point {
    loss: f64,
    gradient: [f64; 2],
    /// The second derivatives: by the slope twice, by both, by the shift twice.
    curvature: [f64; 3],
}

impl Point {
    fn of(held_out: &HeldOutScores, at: [f64; 2]) -> Point {
        let mut point = Point { loss: 0.0, gradient: [0.0; 2], curvature: [0.0; 3] };
        let classes = held_out.scores.first().map_or(0, Vec::len);
        let target: Vec<f64> = (0..classes).map(|class| held_out.target(class as u32)).collect();
        for (scores, &truth) in held_out.scores.iter().zip(&held_out.truth) {
            point.add(scores, softmax(scores, at), (truth as usize, target[truth as usize]));
        }
        point
    }

    fn add(&mut self, scores: &[f64], probabilities: Vec<f64>, (truth, target): (usize, f64)) {
        let two = scores.len() == 2;
        let mut mean = [0.0; 2];
        for (k, (&score, &p)) in scores.iter().zip(&probabilities).enumerate() {
            let wanted = if k == truth { target } else { (1.0 - target) / (scores.len() - 1) as f64 };
            let moved = [score, if two && k == 1 { 1.0 } else { 0.0 }];
            self.loss -= wanted * p.max(f64::MIN_POSITIVE).ln();
            (0..2).for_each(|i| self.gradient[i] += (p - wanted) * moved[i]);
            (0..2).for_each(|i| mean[i] += p * moved[i]);
            pairs(&mut self.curvature, moved, p);
        }
        pairs(&mut self.curvature, mean, -1.0);
    }

    /// Newton's step; for one parameter alone where the other has no effect.
    fn step(&self) -> [f64; 2] {
        let ([g, h], [aa, ab, bb]) = (self.gradient, self.curvature);
        let determinant = aa * bb - ab * ab;
        match determinant > 1e-12 * aa * bb {
            true => [(bb * g - ab * h) / determinant, (aa * h - ab * g) / determinant],
            false if aa > 0.0 => [g / aa, 0.0],
            false if bb > 0.0 => [0.0, h / bb],
            false => [0.0; 2],
        }
    }
}

fn pairs(curvature: &mut [f64; 3], [a, b]: [f64; 2], weight: f64) {
    [a * a, a * b, b * b].into_iter().zip(curvature).for_each(|(product, entry)| *entry += weight * product);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Rows of `classes` scores whose classes are as probable as the softmax of these times a slope
    /// says, the last of two shifted.
    fn drawn(classes: usize, rows: usize, curve: [f64; 2]) -> HeldOutScores {
        let normals = MonteCarlo.normals(classes, rows, 1);
        let luck = MonteCarlo.normals(1, rows, 2);
        let mut held_out = HeldOutScores::default();
        for row in 0..rows {
            let scores = (0..classes).map(|k| if classes == 2 && k == 0 { 0.0 } else { 3.0 * normals[(k, row)] });
            let scores: Vec<f64> = scores.collect();
            // a normal's distribution function makes luck uniform: here by a logistic curve that is
            // nearly the same
            let mut left = 1.0 / (1.0 + (-1.702 * luck[(0, row)]).exp());
            let class = softmax(&scores, curve).iter().position(|p| {
                left -= p;
                left < 0.0
            });
            held_out.truth.push(class.unwrap_or(classes - 1) as u32);
            held_out.scores.push(scores);
        }
        held_out
    }

    /// Three standard errors of a slope from 20,000 rows, each worth at least a tenth of a squared
    /// unit of information.
    #[test]
    fn curves_are_found_again() {
        for (classes, curve) in [(2, [0.7, -0.9]), (2, [2.0, 0.5]), (4, [0.6, 0.0]), (26, [1.5, 0.0])] {
            let held_out = drawn(classes, 20_000, curve);
            let (slope, shift) = newton(&held_out);
            let near = 3.0 / (0.1f64 * 20_000.0).sqrt();
            assert!((slope - curve[0]).abs() < near && (shift - curve[1]).abs() < near, "{curve:?}: {slope} {shift}");
            assert!(held_out.by([slope, shift]).calibration_error < 0.02);
            assert!(held_out.by([slope, shift]).log_loss <= held_out.by(curve).log_loss + 1e-6);
        }
    }

    #[test]
    fn derivatives_are_those_of_the_loss() {
        let held_out = drawn(2, 50, [1.0, 0.3]);
        for at in [[0.4, -0.2], [1.1, 0.7]] {
            let point = Point::of(&held_out, at);
            let moved = |i: usize, by: f64| {
                let mut there = at;
                there[i] += by;
                Point::of(&held_out, there)
            };
            for i in 0..2 {
                let [ahead, behind] = [1e-4, -1e-4].map(|by| moved(i, by));
                assert!(((ahead.loss - behind.loss) / 2e-4 - point.gradient[i]).abs() < 1e-4);
                for j in 0..2 {
                    let second = (ahead.gradient[j] - behind.gradient[j]) / 2e-4;
                    assert!((second - point.curvature[i + j]).abs() < 1e-3, "{i} {j}");
                }
            }
        }
    }

    /// Of 2,000 rows and 10 classes, 2,000 x 4.5 / 2,005 rows stand for other classes.
    #[test]
    fn several_classes_are_as_if_there_were_half_a_row_more_of_each() {
        let held_out = drawn(10, 2_000, [1.0, 0.0]);
        let wrong: f64 = held_out.truth.iter().map(|class| 1.0 - held_out.target(*class)).sum();
        assert!((wrong - 2_000.0 * 4.5 / 2_005.0).abs() < 1e-9, "{wrong}");
    }

    #[test]
    fn rows_that_are_all_told_apart_leave_a_finite_slope() {
        let scores = [-2.0, -1.0, 1.0, 2.0].map(|score| vec![0.0, score]);
        let held_out = HeldOutScores { scores: scores.into(), truth: vec![0, 0, 1, 1], ..HeldOutScores::default() };
        let (slope, shift) = newton(&held_out);
        assert!(slope > 0.0 && slope < 10.0 && shift.abs() < 1e-6, "{slope} {shift}");
        let wrong = HeldOutScores { truth: vec![1, 1, 0, 0], ..held_out };
        assert_eq!(newton(&wrong), (0.0, 0.0));
    }
}
