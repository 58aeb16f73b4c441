//! Inputs that 32-bit floats are too coarse for.

use super::survey::Tally;
use super::table::Inputs;
use crate::error::text::listed;

/// Returns a remark on inputs whose values lie so close together, for their size, that 32-bit
/// floats hardly tell them apart.
pub fn coarse_inputs(inputs: &Inputs) -> Option<String> {
    let is_coarse = |column: &[f64]| {
        let tally = Tally::of_numbers(column);
        tally.varies && tally.is_coarse()
    };
    let coarse = inputs.names.iter().zip(&inputs.columns).filter(|(_, column)| is_coarse(column));
    let names: Vec<String> = coarse.map(|(name, _)| name.clone()).collect();
    (!names.is_empty()).then(|| {
        let names = listed(&names, 5);
        format!(
            "32-bit floats hardly tell these inputs' values apart: {names}; subtract a constant, or take --number q7"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::ColumnKind;
    use super::*;

    #[test]
    fn numbers_far_from_zero_are_named() {
        let inputs = |columns: [[f64; 3]; 2]| Inputs {
            names: vec!["clock".into(), "x".into()],
            kinds: vec![ColumnKind::Number; 2],
            columns: columns.map(Vec::from).into(),
        };
        let near = [1.0, 1.25, f64::NAN];
        let remark = coarse_inputs(&inputs([[1.7e9, 1.7e9 + 10.0, 1.7e9 + 60.0], near]));
        assert!(remark.is_some_and(|remark| remark.contains("apart: clock;")));
        assert_eq!(coarse_inputs(&inputs([[1.7e9; 3], near])), None);
        assert_eq!(coarse_inputs(&inputs([[1.7e9, 1.6e9, 0.0], near])), None);
    }
}
