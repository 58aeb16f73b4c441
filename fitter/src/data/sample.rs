//! A uniform sample of rows, where there are more than a fit takes.

use super::row_hash::mixed;
use super::table::{Table, Targets};

/// The rows that a model is learned from by default: at most so many, of at most so many cells,
/// which take about a gigabyte while a model is fitted.
const ROWS: usize = 1_000_000;
const CELLS: usize = 25_600_000;
/// The rows of a sample of a file that does not stay in memory.
const SAMPLED: usize = 150_000;
/// The rows that may be as wide as they like.
const FEW: usize = 20_000;
/// The rows that each class keeps, if it has them.
pub(super) const LEAST: usize = 30;

/// Returns the largest number of rows, of so many inputs, that a model is learned from by default.
pub fn most_rows(inputs: usize) -> usize {
    (CELLS / inputs.max(1)).clamp(FEW, ROWS)
}

/// Returns the largest number of rows, of so many inputs, that features are learned from where the
/// head may take all rows of a large file.
pub fn sampled_rows(inputs: usize) -> usize {
    most_rows(inputs).min(SAMPLED)
}

/// Returns a uniform sample of `most` of so many rows, in order: those whose numbers have the least
/// hashes. Of each class there are 30 rows at least, if it has them; `classes` holds the class of
/// each row.
pub fn sample(rows: usize, most: usize, seed: u64, classes: Option<&[u32]>) -> Vec<usize> {
    if rows <= most {
        return (0..rows).collect();
    }
    let hash = |row: usize| number_hash(seed, row as u64);
    let mut hashes: Vec<u64> = (0..rows).map(hash).collect();
    let least = *hashes.select_nth_unstable(most.max(1) - 1).1;
    drop(hashes);
    let mut kept: Vec<usize> = (0..rows).filter(|&row| hash(row) <= least).collect();
    if let Some(classes) = classes {
        kept.extend(rare(classes, |row| (hash(row), hash(row) <= least)));
        kept.sort_unstable();
    }
    kept
}

/// Returns the hash of a row's number, by which a sample takes it.
pub(super) fn number_hash(seed: u64, row: u64) -> u64 {
    mixed(mixed(0, seed), row)
}

/// Returns the rows that classes still need; `hashed` gives the hash of a row, and whether it is
/// kept already.
fn rare(classes: &[u32], hashed: impl Fn(usize) -> (u64, bool)) -> Vec<usize> {
    let count = classes.iter().max().map_or(0, |most| *most as usize + 1);
    let mut kept = vec![0; count];
    classes.iter().enumerate().for_each(|(row, class)| kept[*class as usize] += usize::from(hashed(row).1));
    let mut others: Vec<Vec<(u64, usize)>> = vec![Vec::new(); count];
    for (row, class) in classes.iter().enumerate().filter(|(_, class)| kept[**class as usize] < LEAST) {
        let (hash, is_kept) = hashed(row);
        others[*class as usize].extend((!is_kept).then_some((hash, row)));
    }
    others.iter_mut().for_each(|others| others.sort_unstable());
    let needed = others.iter().zip(kept).map(|(others, kept)| others.iter().take(LEAST.saturating_sub(kept)));
    needed.flatten().map(|(_, row)| *row).collect()
}

impl Table {
    /// Returns a [`sample`] of so many of the rows, by default of [`most_rows`]; `None` where there
    /// are no more.
    pub fn sampled(&self, most: Option<usize>, seed: u64) -> Option<Table> {
        let most = most.unwrap_or_else(|| most_rows(self.inputs.columns.len()));
        let classes = match &self.targets {
            Targets::Classes { index, .. } => Some(&index[..]),
            Targets::Values(_) => None,
        };
        (self.rows() > most).then(|| self.select(&sample(self.rows(), most, seed, classes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_uniform_and_in_order() {
        let rows = sample(100_000, 10_000, 3, None);
        assert_eq!(rows.len(), 10_000);
        assert!(rows.is_sorted_by(|a, b| a < b));
        // 1,000 of each tenth are expected, with a deviation of 28
        for tenth in 0..10 {
            let found = rows.iter().filter(|row| **row / 10_000 == tenth).count();
            assert!((850..1_150).contains(&found), "{tenth}: {found}");
        }
        assert_ne!(rows, sample(100_000, 10_000, 4, None));
        assert_eq!(sample(9, 9, 0, None), (0..9).collect::<Vec<_>>());
    }

    #[test]
    fn rare_classes_keep_rows() {
        let classes: Vec<u32> =
            (0..10_000).map(|row| if row % 1_000 == 7 { 1 } else { 2 * u32::from(row % 100 == 0) }).collect();
        let rows = sample(10_000, 200, 0, Some(&classes));
        let of = |class| rows.iter().filter(|row| classes[**row] == class).count();
        assert_eq!([of(1), of(2)], [10, 30]);
        assert!(rows.is_sorted_by(|a, b| a < b) && rows.len() < 240);
    }

    #[test]
    fn wide_rows_are_fewer() {
        assert_eq!(
            [most_rows(10), most_rows(54), most_rows(100), most_rows(5_000)],
            [1_000_000, 474_074, 256_000, FEW]
        );
    }
}
