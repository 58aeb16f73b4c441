//! Hashes of rows, of a definition that never changes: data sheets keep some.

use super::table::{Table, Targets};

/// The multiplier of a step, 2^64 over the golden ratio (Steele 2014).
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a hash of the inputs and the target of each row.
pub fn row_hashes(table: &Table) -> Vec<u64> {
    let target = |row: usize| match &table.targets {
        Targets::Classes { index, .. } => vec![u64::from(index[row])],
        Targets::Values(values) => values.columns.iter().map(|column| bits(column[row])).collect(),
    };
    let inputs = |row: usize| table.inputs.columns.iter().map(move |column| bits(column[row]));
    (0..table.rows()).map(|row| inputs(row).chain(target(row)).fold(0, mixed)).collect()
}

/// The bits of a number; all missing values are the same.
fn bits(number: f64) -> u64 {
    if number.is_nan() { u64::MAX } else { number.to_bits() }
}

/// Mixes a word into a hash (splitmix64).
pub(super) fn mixed(hash: u64, word: u64) -> u64 {
    let mut z = (hash ^ word).wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)).rotate_left(23)
}
