//! Rows at even distances.

/// Returns at most `most` of the rows, evenly spread over all.
pub fn spread(rows: usize, most: usize) -> Vec<usize> {
    let count = rows.min(most);
    (0..count).map(|i| i * rows / count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_rows_reach_over_all() {
        assert_eq!(spread(10, 5), [0, 2, 4, 6, 8]);
        assert_eq!(spread(3, 5), [0, 1, 2]);
    }
}
