//! The curves of the paper's figures.

use super::case::Case;
use super::heads::Heads;
use super::method::CaseMethod;
use super::outcomes::{Outcomes, QUANTITIES};
use super::trial::CaseTrial;
use crate::error::Result;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// Measures the errors of methods at every number of features, and the seconds of choosing and
/// training; all choose among the same `M0` candidates.
///
/// The paper prints no figures but those of its tables. More than two classes take a head for each
/// pair: on letter, the paper's Table 5 agrees with these. `quick` takes the two largest numbers of
/// features alone.
///
/// # Errors
/// Those of choosing and reading data sets, and of `steps`.
pub fn measure_curves(cases: &[&Case], methods: &[CaseMethod], scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    for case in scope.of(cases, |case| case.set.name)? {
        let data = case.read(scope.folder)?;
        let heads = if data.rows.classes().1 <= 2 { Heads::Joint } else { Heads::Pairs };
        let sizes = if scope.quick { &case.features[case.features.len() - 2..] } else { case.features };
        for &method in methods {
            for &features in sizes {
                let trial = CaseTrial { method, features, heads, quick: scope.quick };
                steps.step((&method.name(), features), || {
                    let Outcomes { errors, choosing, training, .. } = trial.run(case, &data)?;
                    let seconds = choosing.iter().zip(training).map(|(choosing, training)| choosing + training);
                    let cell = |quantity| trial.cell(&data, quantity, None);
                    Ok(vec![cell((QUANTITIES[0], errors)), cell(("seconds", seconds.collect()))])
                })?;
            }
        }
    }
    Ok(())
}
