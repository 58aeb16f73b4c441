//! Remarks on how test rows differ from the training rows.

use kernelet_fit::data::{DataFile, Schema, Table, TrainingRows, overlap};
use kernelet_fit::error::Result;

/// Returns remarks on test rows that are unlike all training rows.
pub fn differences(schema: &Schema, train: &Table, (file, test): (&DataFile, &Table)) -> Result<Vec<String>> {
    let mut remarks = schema.unseen(file)?;
    remarks.extend(TrainingRows::of(train).outside(&test.inputs));
    Ok(remarks.into_iter().map(|remark| format!("test data: {remark}")).collect())
}

/// The same, and a remark on those that equal one.
pub fn remarks_on(schema: &Schema, train: &Table, (file, test): (&DataFile, &Table)) -> Result<Vec<String>> {
    Ok(differences(schema, train, (file, test))?.into_iter().chain(overlap(train, test)).collect())
}
