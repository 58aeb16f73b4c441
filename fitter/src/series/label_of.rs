//! The label of a window.

use super::runs::Run;
use crate::data::{Targets, Values};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// The sample whose target is that of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelOf {
    /// The class of most samples, the earliest of equal ones; of values the mean.
    Majority,
    /// That of the last sample.
    Last,
}

impl LabelOf {
    /// The targets of windows, by those of samples.
    pub(super) fn targets(self, samples: &Targets, windows: &[Run]) -> Targets {
        let windows: Vec<Range<usize>> = windows.iter().map(|window| window.rows.clone()).collect();
        match samples {
            Targets::Classes { labels, index } => {
                let of = |window: &Range<usize>| match self {
                    LabelOf::Majority => majority(&index[window.clone()]),
                    LabelOf::Last => index[window.end - 1],
                };
                Targets::Classes { labels: labels.clone(), index: windows.iter().map(of).collect() }
            }
            Targets::Values(values) => {
                let of = |column: &[f64], window: &Range<usize>| match self {
                    LabelOf::Majority => column[window.clone()].iter().sum::<f64>() / window.len() as f64,
                    LabelOf::Last => column[window.end - 1],
                };
                let cut = |column: &Vec<f64>| windows.iter().map(|window| of(column, window)).collect();
                Targets::Values(Values::new(values.columns.iter().map(cut).collect()))
            }
        }
    }
}

/// Returns the class of most samples, the earliest of equal ones.
fn majority(classes: &[u32]) -> u32 {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    classes.iter().for_each(|class| *counts.entry(*class).or_default() += 1);
    let most = counts.values().max().copied().unwrap_or_default();
    classes.iter().copied().find(|class| counts[class] == most).unwrap_or_default()
}
