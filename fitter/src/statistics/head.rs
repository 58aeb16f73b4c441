//! The head from sums, in the words of the device.

use super::file::Statistics;
use super::found::Found;
use super::plan::Plan;
use super::units::ONE;
use super::{least_squares, likelihood};
use crate::error::{Error, Result};
use crate::pack::{ModelFile, PackedModel, Sheet};
use crate::quantise::{FoldFormat, HeadWords};
use kernelet::with_format;
use nalgebra::DVector;

/// The halvings of the words of a head whose scores could overflow.
const HALVINGS: i32 = 8;

impl Statistics {
    /// Returns the model with the head that all rows give, and the regularisation where it was
    /// found by one; the plan's own model where its head is the better one, or where a score of the
    /// other could overflow.
    ///
    /// # Errors
    /// [`Error::Usage`] where there are too few rows.
    pub fn model(&self) -> Result<(ModelFile, Option<f64>)> {
        if self.sums.rows.iter().filter(|rows| **rows > 0).count() < 2 {
            return Err(Error::Usage(format!("{} rows are too few to choose a head by", self.sums.all_rows())));
        }
        let own = self.plan.file.model.head().ok_or_else(|| Error::Usage("the model has no head".to_owned()))?;
        let limit = with_format!(self.plan.file.contract(), F => F::levels());
        let found = match self.plan.is_least_squares() {
            true => least_squares::solve(&self.sums, limit).map(|found| self.in_units_of_targets(found)),
            false => likelihood::solve(&self.sums, &HeadWords { unit: own.unit * self.plan.one(), ..own }, limit),
        };
        let model = found.and_then(|found| Some((self.with_head(&found)?, found.ridge)));
        Ok(model.unwrap_or_else(|| (self.plan.file.clone(), None)))
    }

    /// Values have one target here: its unit is that of the scores.
    fn in_units_of_targets(&self, found: Found) -> Found {
        match self.plan.targets[..] {
            [unit] => Found {
                unit: found.unit * unit.deviation,
                bias: found.bias * unit.deviation + DVector::from_element(1, unit.mean),
                ..found
            },
            _ => found,
        }
    }

    /// The plan's model with another head, of coarser words where a score could overflow; `None`
    /// where one could by the coarsest.
    fn with_head(&self, found: &Found) -> Option<ModelFile> {
        let file = &self.plan.file;
        let is_fixed = file.contract().is_fixed();
        let model: PackedModel = (0..HALVINGS).find_map(|halvings| {
            let coarser = 2f64.powi(halvings);
            let words = if is_fixed { found.words.map(|word| (word / coarser).round()) } else { found.words.clone() };
            // a unit is stored in single precision
            let unit = f64::from((found.unit * coarser / self.plan.one()) as f32);
            file.model.with_head(&HeadWords { words, unit, bias: found.bias.clone() })
        })?;
        let sheet = Sheet { checksum: model.checksum(), ..file.sheet.clone() };
        Some(ModelFile { model, sheet })
    }
}

impl Plan {
    /// The units of the device's feature of 1.
    fn one(&self) -> f64 {
        if self.file.contract().is_fixed() { ONE } else { 1.0 }
    }
}
