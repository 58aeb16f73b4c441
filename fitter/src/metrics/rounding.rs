//! What the rounding of the device costs, measured.

use super::evaluate::errors;
use crate::data::{Table, Targets};
use crate::pack::{Decision, ModelFile, real_scores};

/// The most rows that are answered in real numbers.
const ROWS: usize = 5_000;

/// The errors of a model on its device and in real numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// The number of rows.
    pub rows: usize,
    /// The error on the device: a share of rows, or a root mean square.
    pub device: f64,
    /// The error of the same parameters in real numbers.
    pub real: f64,
    /// The number of rows with another class, of values none.
    pub changed: Option<usize>,
}

impl Rounding {
    /// Measures the rounding of a model on at most 5,000 rows; none for a model whose scores in
    /// real numbers are not known.
    pub fn of(file: &ModelFile, table: &Table) -> Option<Rounding> {
        let rows: Vec<usize> =
            (0..table.rows().min(ROWS)).map(|row| row * table.rows() / table.rows().min(ROWS)).collect();
        let table = table.select(&rows);
        let scores = real_scores(file, &table.inputs)?;
        let own = errors(file, &table);
        let device = own.iter().sum::<f64>() / own.len() as f64;
        match &table.targets {
            Targets::Classes { index, .. } => {
                let classes: Vec<u32> = scores.iter().map(|scores| class(scores)).collect();
                let wrong = classes.iter().zip(index).filter(|(class, truth)| class != truth).count();
                let answers = file.device().answers(&file.raw(&table.inputs));
                let is_other =
                    |(answer, class): &(_, &u32)| !matches!(answer, Decision::Class(own) if u32::from(*own) == **class);
                let changed = answers.iter().map(|answer| answer.decision).zip(&classes).filter(is_other).count();
                Some(Rounding {
                    rows: own.len(),
                    device,
                    real: wrong as f64 / own.len() as f64,
                    changed: Some(changed),
                })
            }
            Targets::Values(values) => {
                let scales = file.device().scales();
                let square = |(row, scores): (usize, &Vec<f64>)| {
                    let units = scores.iter().zip(&scales).zip(&values.units);
                    let found = units.map(|((score, scale), unit)| score * f64::from(*scale) / unit);
                    found.zip(values.row(row)).map(|(found, truth)| (found - truth).powi(2)).sum::<f64>()
                        / scores.len() as f64
                };
                let real = scores.iter().enumerate().map(square).sum::<f64>() / own.len() as f64;
                Some(Rounding { rows: own.len(), device: device.sqrt(), real: real.sqrt(), changed: None })
            }
        }
    }
}

/// Returns the class of scores: the first of the largest, or the sign of a single one.
fn class(scores: &[f64]) -> u32 {
    if let [score] = scores {
        return u32::from(*score > 0.0);
    }
    let larger = |best: usize, next: usize| if scores[next] > scores[best] { next } else { best };
    (1..scores.len()).fold(0, larger) as u32
}
