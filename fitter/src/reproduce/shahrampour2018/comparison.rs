//! The comparison of methods at the largest number of features.

use super::case::Case;
use super::heads::Heads;
use super::method::CaseMethod;
use super::outcomes::QUANTITIES;
use super::trial::CaseTrial;
use crate::error::Result;
use crate::reproduce::kernel_machine::MOST;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// A method with the paper's figures, one for each of [`QUANTITIES`].
pub type Published = (CaseMethod, [Option<f64>; 4]);

/// Measures all quantities of methods at the largest number of features, with all [`Heads`].
///
/// # Errors
/// The errors of reading the data, and those of `steps`.
pub fn compare(case: &Case, methods: &[Published], scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    let data = case.read(scope.folder)?;
    for &heads in Heads::for_classes(data.rows.classes().1) {
        // exact regression has scores of its own for all classes
        let references = CaseMethod::REFERENCES.into_iter();
        let references = references.filter(|method| *method != CaseMethod::Exact || heads == Heads::Joint);
        for (method, paper) in methods.iter().copied().chain(references.map(|method| (method, [None; 4]))) {
            let features = match method {
                CaseMethod::Linear => data.rows.rows.nrows(),
                CaseMethod::Exact => MOST.min(data.training),
                _ => case.largest(),
            };
            let trial = CaseTrial { method, features, heads, quick: scope.quick };
            steps.step((&method.name(), features), || {
                let values = QUANTITIES.into_iter().zip(trial.run(case, &data)?.values()).zip(paper);
                Ok(values.map(|(quantity, paper)| trial.cell(&data, quantity, paper)).collect())
            })?;
        }
    }
    Ok(())
}
