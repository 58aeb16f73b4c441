//! The proof that no accumulator overflows.

use kernelet::Format;
use kernelet::format::{Bias, Score};
use kernelet::word::{Quantise, round};

/// Below this, `f64` holds every whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether no score of a fixed-point model can overflow, nor leave the whole numbers that a host reports exactly.
///
/// `head` are the words of all outputs, feature by feature, `bias` the value of each output before any feature, which must
/// survive being stored.
pub fn proved<F: Format>(head: &[F::Weight], bias: &[f64]) -> bool {
    let largest = F::Score::LIMIT.min(EXACT) as i64;
    let feature = round(1.0 / F::FEATURE_UNIT);
    let of = |output| head.iter().skip(output).step_by(bias.len()).map(|&word| word.into() as i64);
    let each = |(output, (stored, &bias)): (usize, (f64, &f64))| {
        (stored - bias).abs() <= F::Bias::ROUNDING && fits(round(stored), of(output), feature, largest)
    };
    !F::CONTRACT.is_fixed() || stored::<F>(bias).into_iter().zip(bias).enumerate().all(each)
}

/// The biases as the device reads them.
fn stored<F: Format>(bias: &[f64]) -> Vec<f64> {
    let mut bytes = Vec::with_capacity(F::Bias::size(bias.len()));
    F::Bias::pack(bias, &mut bytes);
    F::Bias::words(&bytes).map(Score::to_f64).collect()
}

/// Whether every partial sum of a score stays within `largest`, whatever the inputs.
///
/// `weights` are the words of one output, `feature` the largest magnitude of a feature's word. A partial sum is at most
/// the bias and all products in magnitude; `i128` holds that exactly.
fn fits(bias: i64, weights: impl Iterator<Item = i64>, feature: i64, largest: i64) -> bool {
    let products = weights.map(|weight| i128::from(weight.unsigned_abs()) * i128::from(feature));
    let bound = i128::from(bias.unsigned_abs()) + products.sum::<i128>();
    bound <= i128::from(largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::{Q3, Q7, Q7Wide};

    #[test]
    fn the_bound_is_exact() {
        let weights = || [127, -127].into_iter();
        let products = 2 * 127 * 32767;
        let largest = i64::from(i32::MAX);
        assert!(fits(largest - products, weights(), 32767, largest));
        assert!(!fits(-(largest - products + 1), weights(), 32767, largest));
    }

    #[test]
    fn each_output_is_proved_on_its_own_weights() {
        // 516 products of 127 * 32767 fit 32 bits, 517 do not
        let mut head = vec![0i8; 2 * 517];
        (0..516).for_each(|feature| head[2 * feature + 1] = 127);
        assert!(proved::<Q7>(&head, &[0.0, 0.0]));
        head[2 * 516 + 1] = -127;
        assert!(!proved::<Q7>(&head, &[0.0, 0.0]));
        assert!(proved::<Q7Wide>(&head, &[0.0, 0.0]));
    }

    #[test]
    fn a_bias_must_survive_being_stored() {
        for (bias, narrow, short) in [(5e8, true, true), (5.4e8, true, false), (2.2e9, false, false)] {
            assert_eq!((proved::<Q7>(&[], &[bias]), proved::<Q3>(&[], &[-bias])), (narrow, short), "{bias}");
        }
        assert!(proved::<Q7Wide>(&[], &[2.2e9]));
    }
}
