//! Estimates: rounded counts of instructions or cycles.

/// Rounds a count to three digits, as many as an estimate is good for.
pub fn three_digits(count: f64) -> u64 {
    let unit = 10f64.powf(count.max(1.0).log10().floor() - 2.0).max(1.0);
    ((count / unit).round() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_three_digits() {
        assert_eq!([7.0, 38_621.0, 2_144_604.0, 99_960.0].map(three_digits), [7, 38_600, 2_140_000, 100_000]);
    }
}
