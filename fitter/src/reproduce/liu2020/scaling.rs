//! The readings of Liu, Huang, Chen, Yang and Suykens 2020 that explain the plain features of its
//! Table 3: how inputs are scaled, and by how much the regression is regularised.

use super::published::TABLE;
use super::range::Range;
use super::repeat::{RIDGES, ScaledRows};
use crate::error::Result;
use crate::reproduce::cell::Cell;
use crate::reproduce::data_set::Quantity;
use crate::reproduce::raw::Raw;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// Measures, for each way to scale the inputs of the sets and each regularisation of the paper's
/// grid, how far plain random features are from the paper's accuracies: the mean distance over all
/// sizes, in points.
///
/// There are three repeats; `quick` takes one, and every third size.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    let (repeats, step) = if scope.quick { (1, 3) } else { (3, 1) };
    for published in scope.of(&TABLE, |published| published.set.name)? {
        let raw = Raw::read(&published.set, &[], scope.folder)?;
        for range in Range::ALL {
            let rows = ScaledRows::of(published, &raw, range);
            let features = published.set.inputs << (published.accuracies.len() - 1);
            steps.step(("lambda", features), || {
                let mut distances = [(); RIDGES.len()].map(|()| Vec::new());
                for size in (0..published.accuracies.len()).step_by(step) {
                    let mut means = [0.0; RIDGES.len()];
                    for seed in 0..repeats {
                        let accuracies = rows.halves(seed).with_each_ridge(published.set.inputs << size, seed)?;
                        means.iter_mut().zip(accuracies).for_each(|(mean, own)| *mean += own / repeats as f64);
                    }
                    let paper = published.accuracies[size][0];
                    distances.iter_mut().zip(means).for_each(|(all, own)| all.push((own - paper).abs()));
                }
                let cells = RIDGES.into_iter().zip(distances).map(|(ridge, values)| {
                    let quantity = Quantity { method: format!("lambda {ridge}"), name: "distance", features };
                    let note = Some(format!("mean and deviation over {} sizes", values.len()));
                    Cell { note, ..published.cell(range, quantity, None, values) }
                });
                Ok(cells.collect())
            })?;
        }
    }
    Ok(())
}
