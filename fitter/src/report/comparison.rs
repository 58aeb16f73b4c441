//! Methods side by side.

use super::plot::{Curve, Point};
use super::summary::Summary;
use crate::error::text::significant;
use crate::metrics::{Overlap, Paired, Repeats, holm};
use serde::Serialize;

/// The least width of the column of methods.
const LEAST: usize = 15;

/// The errors of several methods at several numbers of features, as `compare` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct MethodComparison {
    /// How much repeats depend on each other: test rows over training rows.
    #[serde(rename = "test_over_train")]
    pub overlap: Overlap,
    /// The rows, method by method.
    pub rows: Vec<ComparisonRow>,
}

/// The errors of one method at one number of features.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonRow {
    /// The name of the method.
    pub method: String,
    /// The number of features.
    pub features: u16,
    /// The errors, one for each repeat.
    #[serde(flatten)]
    pub errors: Repeats,
    /// The paired test against the first method at as many features.
    #[serde(flatten)]
    pub paired: Option<Paired>,
    /// The time of all repeats in seconds.
    pub seconds: f64,
}

impl MethodComparison {
    /// Returns a comparison without a row.
    pub fn new(overlap: Overlap) -> MethodComparison {
        MethodComparison { overlap, rows: Vec::new() }
    }

    /// Adds the errors of a method, paired with those of the first method at as many features.
    pub fn add(&mut self, method: String, features: u16, errors: Repeats, seconds: f64) {
        let first = self.rows.iter().find(|row| row.features == features);
        let paired = first.and_then(|first| errors.against(&first.errors, self.overlap));
        self.rows.push(ComparisonRow { method, features, errors, paired, seconds });
        self.adjust();
    }

    /// Adjusts the `p` values of all rows for their number.
    fn adjust(&mut self) {
        let mut compared: Vec<&mut Paired> = self.rows.iter_mut().filter_map(|row| row.paired.as_mut()).collect();
        let values: Vec<f64> = compared.iter().map(|paired| paired.p).collect();
        compared.iter_mut().zip(holm(&values)).for_each(|(paired, adjusted)| paired.adjusted = adjusted);
    }

    /// Returns one curve for each method, in the order of the rows.
    pub fn curves(&self) -> Vec<Curve> {
        let mut curves: Vec<Curve> = Vec::new();
        for row in &self.rows {
            let Repeats { mean, std, .. } = row.errors;
            let point = Point { features: row.features.into(), mean, std, published: None };
            match curves.last_mut().filter(|curve| curve.name == row.method) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve { name: row.method.clone(), points: vec![point] }),
            }
        }
        curves
    }
}

impl Summary for MethodComparison {
    fn text(&self) -> String {
        let longest = self.rows.iter().map(|row| row.method.chars().count()).max().unwrap_or(0);
        let width = longest.max(LEAST);
        let header = format!(
            "{:width$}{:>10}{:>10}{:>11}{:>12}{:>9}{:>9}{:>9}{:>10}\n",
            "method", "features", "error", "deviation", "difference", "t", "p", "adjusted", "seconds"
        );
        header + &self.rows.iter().map(|row| row.text(width)).collect::<String>()
    }
}

impl ComparisonRow {
    fn text(&self, width: usize) -> String {
        let ComparisonRow { method, features, errors: Repeats { mean, std, .. }, paired, seconds } = self;
        let paired = paired.map_or(format!("{:39}", ""), |Paired { difference, t, p, adjusted }| {
            format!("{:>12} {:>8}{p:>9.1e}{adjusted:>9.1e}", significant(difference, 4), significant(t, 3))
        });
        let single = self.errors.values.len() == 1;
        let std = if single { "-".to_owned() } else { significant(*std, 4) };
        let mean = significant(*mean, 4);
        format!("{method:width$}{features:>10}{mean:>10}{std:>11}{paired}{seconds:>10.2}\n")
    }
}
