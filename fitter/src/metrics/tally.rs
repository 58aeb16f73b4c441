//! Metrics of rows that are seen once, chunk by chunk.

use super::evaluate::{of_confusion, of_squares};
use super::interval::Moments;
use super::ranking::lead;
use super::summary::Metrics;
use crate::data::{Table, Targets};
use crate::pack::{Answer, Decision, ModelFile};
use std::collections::HashMap;

/// The bits of a score in single precision that ranks do without: it is rounded by 2^-12 of itself.
const COARSE: u32 = 12;
/// The most scores whose ranks are counted.
const RANKED: usize = 32;

/// What is counted of independent rows, of which none is kept.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The rows of each true class (outer) with each answer (inner); none of values.
    confusion: Vec<Vec<u64>>,
    /// For each score, by its rounded value: the rows of other classes, and those of its own.
    ranks: Vec<HashMap<i32, [u64; 2]>>,
    /// The squared errors of values, their absolute errors, and the values themselves.
    values: [Moments; 3],
}

impl Tally {
    /// The rows of a chunk.
    pub const CHUNK: usize = 1 << 12;

    /// The tally of no row, for a model.
    pub fn of(file: &ModelFile) -> Tally {
        let classes = file.sheet.schema.target.labels().map_or(0, <[String]>::len);
        let outputs = usize::from(file.device().header().outputs);
        let ranked = if outputs <= RANKED { outputs } else { 0 };
        let confusion = vec![vec![0; classes]; classes];
        Tally { confusion, ranks: vec![HashMap::new(); ranked], values: Default::default() }
    }

    /// Counts the rows of a table.
    pub fn add(&mut self, file: &ModelFile, table: &Table) {
        let answers = file.device().answers(&file.raw(&table.inputs));
        match &table.targets {
            Targets::Classes { index, .. } => {
                answers.iter().zip(index).for_each(|(answer, class)| self.add_class(answer, *class as usize));
            }
            Targets::Values(values) => {
                let Some(truth) = values.columns.first() else { return };
                for (answer, truth) in answers.iter().zip(truth) {
                    let Decision::Value(value) = answer.decision else { continue };
                    let difference = f64::from(value) - truth;
                    let numbers = [difference.powi(2), difference.abs(), *truth];
                    self.values.iter_mut().zip(numbers).for_each(|(own, number)| own.add(number));
                }
            }
        }
    }

    fn add_class(&mut self, answer: &Answer, class: usize) {
        if let Decision::Class(found) = answer.decision {
            self.confusion[class][usize::from(found)] += 1;
        }
        let first = if self.ranks.len() == 1 { 1 } else { 0 };
        for (output, ranks) in self.ranks.iter_mut().enumerate() {
            ranks.entry(rounded(lead(&answer.scores, output))).or_default()[usize::from(class == output + first)] += 1;
        }
    }

    /// Returns the metrics of all rows that were counted.
    pub fn metrics(self) -> Metrics {
        let [squares, absolute, truth] = self.values;
        match self.confusion.len() {
            0 => of_squares((squares, absolute.mean()), truth.deviation().powi(2)),
            _ => of_confusion(self.confusion, area(self.ranks), None),
        }
    }
}

/// Returns a whole number that is larger for a larger score.
fn rounded(score: f64) -> i32 {
    let bits = (score as f32).to_bits() as i32;
    // the order of whole numbers is that of single precision but for the sign
    (bits ^ (((bits >> 31) as u32) >> 1) as i32) >> COARSE
}

/// The mean area under the curves of all scores.
fn area(ranks: Vec<HashMap<i32, [u64; 2]>>) -> Option<f64> {
    let areas: Vec<f64> = ranks.into_iter().filter_map(area_of).collect();
    (!areas.is_empty()).then(|| areas.iter().sum::<f64>() / areas.len() as f64)
}

/// The share of pairs of an own row and another one in which the own row has the higher score.
fn area_of(ranks: HashMap<i32, [u64; 2]>) -> Option<f64> {
    let mut ranks: Vec<(i32, [u64; 2])> = ranks.into_iter().collect();
    ranks.sort_unstable();
    let (mut pairs, mut below, mut all) = (0.0, 0.0, 0.0);
    for (_, [others, own]) in ranks {
        pairs += own as f64 * (below + others as f64 / 2.0);
        (below, all) = (below + others as f64, all + own as f64);
    }
    (below * all > 0.0).then(|| pairs / (below * all))
}

#[cfg(test)]
mod tests {
    use super::super::ranking::auc;
    use super::*;

    /// Ranks by rounded scores are those by the scores, but for what rounding makes equal.
    #[test]
    fn areas_are_those_of_all_pairs() {
        let scores: Vec<f64> = (0..4_000).map(|i| f64::from(i * 37 % 1_009) * 3.7 - 1_500.0).collect();
        let is_own = |row: usize| (row * 61 % 7 < 3) ^ (scores[row] > 200.0);
        let mut ranks: HashMap<i32, [u64; 2]> = HashMap::new();
        (0..scores.len()).for_each(|row| ranks.entry(rounded(scores[row])).or_default()[usize::from(is_own(row))] += 1);
        let (exact, found) = (auc(&scores, is_own).unwrap(), area_of(ranks).unwrap());
        assert!((exact - found).abs() < 1e-3, "{exact} {found}");
        assert_eq!((area_of(HashMap::from([(1, [0, 3])])), area(vec![])), (None, None));
    }

    #[test]
    fn rounded_scores_are_in_order() {
        let scores = [f64::NEG_INFINITY, -3e9, -70_000.0, -1.0, -1e-6, 0.0, 1e-6, 0.5, 1.0, 1.5, 40_000.0, 3e9];
        assert!(scores.map(rounded).is_sorted_by(|a, b| a < b), "{:?}", scores.map(rounded));
    }
}
