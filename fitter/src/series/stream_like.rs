//! A remark on columns that look like the samples of a stream.

use super::layout::Layout;
use crate::data::{ColumnKind, Inputs, correlation};
use crate::error::text::shortened;

/// The fewest columns of a channel that are taken for a stream's samples.
const FEWEST: usize = 16;
/// The most rows that are looked at.
const MOST: usize = 500;
/// The mean correlation of neighbours from which on columns look like samples: of pixels it is
/// lower.
const ALIKE: f64 = 0.9;

/// Returns a remark on runs of columns such as `x_0`, `x_1`, … whose neighbours are so alike that
/// they may be the samples of a stream.
pub fn stream_remark(inputs: &Inputs) -> Option<String> {
    let channels = Layout::find(&inputs.names, &[]).ok()?.channels;
    let first = channels.first().filter(|first| first.columns.len() >= FEWEST)?;
    let is_alike = channels.iter().all(|channel| alike(inputs, &channel.columns) >= ALIKE);
    let [one, two] = [0, 1].map(|at| shortened(&inputs.names[first.columns[at]]));
    is_alike.then(|| format!("columns such as {one}, {two}, … look like the samples of a stream: try --series"))
}

/// The mean correlation of neighbouring columns, zero where some are no numbers.
fn alike(inputs: &Inputs, columns: &[usize]) -> f64 {
    if columns.iter().any(|&column| inputs.kinds[column] != ColumnKind::Number) {
        return 0.0;
    }
    let first = |column: usize| &inputs.columns[column][..inputs.rows().min(MOST)];
    let of_pair = |two: &[usize]| correlation(first(two[0]), first(two[1]));
    columns.windows(2).map(of_pair).sum::<f64>() / (columns.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a wave of any phase, with so much noise.
    fn waves(columns: usize, noise: f64) -> Inputs {
        let bits = |seed: usize| f64::from((seed as u32).wrapping_mul(0x9e37_79b9) >> 8) / f64::from(1 << 24);
        let cell =
            |row: usize, at: usize| (at as f64 / 5.0 + 6.0 * bits(row)).sin() + noise * bits(row * 997 + at * 7919);
        Inputs {
            names: (0..columns).map(|at| format!("x_{at}")).collect(),
            kinds: vec![ColumnKind::Number; columns],
            columns: (0..columns).map(|at| (0..80).map(|row| cell(row, at)).collect()).collect(),
        }
    }

    #[test]
    fn neighbours_that_are_alike_look_like_a_stream() {
        let told = "columns such as x_0, x_1, … look like the samples of a stream: try --series";
        assert_eq!(stream_remark(&waves(32, 0.1)).as_deref(), Some(told));
        assert_eq!(stream_remark(&waves(32, 9.0)), None);
        assert_eq!(stream_remark(&waves(9, 0.1)), None);
    }
}
