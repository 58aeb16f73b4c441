//! The round numbers at which an axis has ticks.

/// The most ticks of a linear axis.
const MOST: f64 = 6.0;

/// Returns the multiples of a step of 1, 2 or 5 times a power of ten within a range.
pub fn linear([low, high]: [f64; 2]) -> Vec<f64> {
    let power = 10f64.powf(((high - low) / MOST).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|step| (high - low) / step <= MOST).unwrap_or(high - low);
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|count| count as f64 * step).collect()
}

/// Returns the powers of two within a range, every second one where there are many.
pub fn binary([low, high]: [f64; 2]) -> Vec<f64> {
    let (first, last) = (low.log2().ceil() as i32, high.log2().floor() as i32);
    let every = 1 + (last - first).max(0) / 6;
    (first..=last).filter(|power| power % every == 0).map(|power| 2f64.powi(power)).collect()
}

/// Returns 1, 2 and 5 times powers of ten within a range, or the powers alone where there are many.
pub fn decimal([low, high]: [f64; 2]) -> Vec<f64> {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let factors: &[f64] = if high / low > 100.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let all = (first..=last).flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
    all.filter(|tick| (low * 0.999..=high * 1.001).contains(tick)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
        assert_eq!(linear([0.0, 10.0]), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(linear([-25.0, 25.0]), [-20.0, -10.0, 0.0, 10.0, 20.0]);
        assert_eq!(linear([93.1, 97.9]), [94.0, 95.0, 96.0, 97.0]);
        assert_eq!(binary([200.0, 9000.0]), [256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0]);
        assert_eq!(decimal([1800.0, 61_000.0]), [2000.0, 5000.0, 10_000.0, 20_000.0, 50_000.0]);
        assert_eq!(decimal([90.0, 20_000.0]), [100.0, 1000.0, 10_000.0]);
    }
}
