//! The few golden vectors that an export carries to test itself by.

use super::vectors::{self, Random};
use kernelet::wire::Sections;

/// The number of rows at the ends of the inputs, and of random rows.
const ROWS: (usize, usize) = (4, 12);

/// Raw readings and the exact scores of a few rows, as decimal texts.
pub(super) struct GoldenRows {
    /// The readings and the scores of each row.
    pub rows: Vec<(Vec<String>, Vec<String>)>,
}

impl GoldenRows {
    /// Answers the first and the random rows of golden vectors.
    pub fn of(model: &[u8], sections: &Sections<'_>) -> GoldenRows {
        let inputs = usize::from(sections.header.inputs);
        let table = vectors::of_inputs(model, sections, Random { rows: ROWS.1, seed: 0 });
        let row = |line: &str| {
            let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            let scores = cells.split_off(inputs);
            (cells, scores)
        };
        let all: Vec<_> = table.lines().skip(1).map(row).collect();
        let random = all.len() - ROWS.1;
        let kept = all.into_iter().enumerate().filter(|(at, _)| *at < ROWS.0 || *at >= random);
        // neither language has a literal for a score that is not finite
        let is_finite = |score: &String| score.parse::<f64>().is_ok_and(f64::is_finite);
        let rows = kept.map(|(_, row)| row).filter(|(_, scores)| scores.iter().all(is_finite));
        GoldenRows { rows: rows.collect() }
    }
}
