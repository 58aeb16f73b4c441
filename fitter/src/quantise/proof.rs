//! The proof that no accumulator overflows.

/// Whether every partial sum of a score stays within `largest`, whatever the inputs.
///
/// `weights` are the words of one output, `feature` the largest magnitude of a feature's word. A partial sum is at most
/// the bias and all products in magnitude; `i128` holds that exactly.
pub fn fits(bias: i64, weights: impl Iterator<Item = i64>, feature: i64, largest: i64) -> bool {
    let products = weights.map(|weight| i128::from(weight.unsigned_abs()) * i128::from(feature));
    let bound = i128::from(bias.unsigned_abs()) + products.sum::<i128>();
    bound <= i128::from(largest)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn the_bound_is_exact() {
        let weights = || [127, -127].into_iter();
        let products = 2 * 127 * 32767;
        let largest = i64::from(i32::MAX);
        assert!(fits(largest - products, weights(), 32767, largest));
        assert!(!fits(-(largest - products + 1), weights(), 32767, largest));
    }
}
