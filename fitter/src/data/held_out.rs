//! Rows of a file that are held out by their numbers.

use super::row_hash::mixed;

/// The bits of a hash that are counted in one go.
const BITS: u32 = 16;

/// A share of the rows of a file, which is held out: those whose numbers have the least hashes.
#[derive(Clone, Copy, Debug)]
pub struct HeldOut {
    seed: u64,
    /// The number of rows.
    rows: u64,
    /// The largest hash of them.
    limit: u64,
}

impl HeldOut {
    /// Holds out `round(share * rows)` of so many rows, but at least one, and keeps at least one.
    pub fn of(share: f64, seed: u64, rows: u64) -> HeldOut {
        let count = ((share * rows as f64).round() as u64).max(1).min(rows.saturating_sub(1));
        HeldOut { seed, rows: count, limit: nth(rows, count.saturating_sub(1), |row| hash(seed, row)) }
    }

    /// The number of rows that are held out.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns true for the number of a row that is held out, from 0 on.
    pub fn has(&self, row: u64) -> bool {
        self.rows > 0 && hash(self.seed, row) <= self.limit
    }
}

/// The hash of a row's number, of which no two are the same.
fn hash(seed: u64, row: u64) -> u64 {
    // the first word differs from that of samples
    mixed(mixed(1, seed), row)
}

/// Returns the hash above as many others as asked for, without keeping one.
fn nth(rows: u64, mut below: u64, hash: impl Fn(u64) -> u64) -> u64 {
    let mut prefix = 0;
    for shift in (0..u64::BITS / BITS).rev().map(|place| place * BITS) {
        let mut counts = vec![0u64; 1 << BITS];
        let is_within = |hash: &u64| hash.checked_shr(shift + BITS).unwrap_or(0) == prefix;
        (0..rows).map(&hash).filter(is_within).for_each(|hash| counts[(hash >> shift) as usize & 0xffff] += 1);
        let mut found = 0;
        while found + 1 < counts.len() && counts[found] <= below {
            below -= counts[found];
            found += 1;
        }
        prefix = prefix << BITS | found as u64;
    }
    prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_exact_and_spread_over_the_file() {
        for (rows, share, count) in
            [(9_000, 0.2, 1_800), (3, 0.01, 1), (3, 0.99, 2), (1, 0.5, 0), (70_001, 0.5, 35_001)]
        {
            let held_out = HeldOut::of(share, 7, rows);
            let held: Vec<u64> = (0..rows).filter(|row| held_out.has(*row)).collect();
            assert_eq!((held.len() as u64, held_out.rows()), (count, count), "{rows} {share}");
        }
        let held_out = HeldOut::of(0.2, 1, 9_000);
        // 180 of each tenth are expected, with a deviation of 12
        for tenth in 0..10 {
            let found = (tenth * 900..(tenth + 1) * 900).filter(|row| held_out.has(*row)).count();
            assert!((120..240).contains(&found), "{tenth}: {found}");
        }
    }
}
