//! The overflow check: no score of a packed model can leave its accumulator.

use kernelet::Format;
use kernelet::number::{Bias, Quantise, Score, round};

/// The magnitude below which `f64` holds every integer.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Returns whether no score of a fixed-point model can overflow, nor leave the integers that a host
/// reports exactly.
///
/// `bias` is the value of each output before any block, which must survive being stored, and
/// `blocks` the largest sums that each block can add to each output, in magnitude. A partial sum is
/// at most all of these together, which `i128` holds exactly.
pub fn cannot_overflow<'a, F: Format>(bias: &[f64], blocks: impl Iterator<Item = &'a [i128]>) -> bool {
    if !F::CONTRACT.is_fixed() {
        return true;
    }
    let stored = stored::<F>(bias);
    let mut sums: Vec<i128> = stored.iter().map(|&bias| i128::from(round(bias).unsigned_abs())).collect();
    blocks.for_each(|largest| sums.iter_mut().zip(largest).for_each(|(sum, largest)| *sum += largest));
    let limit = F::Score::LIMIT.min(EXACT) as i128;
    let survives = |(stored, bias): (&f64, &f64)| (stored - bias).abs() <= F::Bias::ROUNDING;
    sums.iter().all(|sum| *sum <= limit) && stored.iter().zip(bias).all(survives)
}

/// Returns the largest sum that features times a head can add to each output, in magnitude and
/// whatever the inputs; empty for single precision.
///
/// `head` holds the words of all outputs, feature by feature.
pub fn largest_sums<F: Format>(head: &[F::Weight], outputs: usize) -> Vec<i128> {
    if !F::CONTRACT.is_fixed() {
        return Vec::new();
    }
    let feature = i128::from(round(1.0 / F::FEATURE_UNIT));
    let largest = |&word: &F::Weight| i128::from(round(word.into().abs())) * feature;
    (0..outputs).map(|output| head.iter().skip(output).step_by(outputs).map(largest).sum()).collect()
}

/// Returns the biases as the device reads them.
fn stored<F: Format>(bias: &[f64]) -> Vec<f64> {
    let mut bytes = Vec::with_capacity(F::Bias::size(bias.len()));
    F::Bias::pack(bias, &mut bytes);
    F::Bias::words(&bytes).map(Score::to_f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::{Q3, Q7, Q7Wide};

    #[test]
    fn the_bound_is_exact() {
        let products = 2 * 127 * 32767;
        let sums = largest_sums::<Q7>(&[127, -127], 1);
        assert_eq!(sums, [products]);
        let fits = |bias: i128| cannot_overflow::<Q7>(&[bias as f64], [&sums[..], &[5]].into_iter());
        let largest = i128::from(i32::MAX) - products - 5;
        assert!(fits(largest) && fits(-largest));
        assert!(!fits(largest + 1) && !fits(-largest - 1));
    }

    #[test]
    fn each_output_is_checked_with_its_own_weights() {
        // 516 products of 127 * 32767 fit 32 bits, 517 do not
        let mut head = vec![0i8; 2 * 517];
        (0..516).for_each(|feature| head[2 * feature + 1] = 127);
        let narrow = |head: &[i8]| cannot_overflow::<Q7>(&[0.0; 2], [&largest_sums::<Q7>(head, 2)[..]].into_iter());
        assert!(narrow(&head));
        head[2 * 516 + 1] = -127;
        assert!(!narrow(&head));
        assert!(cannot_overflow::<Q7Wide>(&[0.0; 2], [&largest_sums::<Q7Wide>(&head, 2)[..]].into_iter()));
    }

    #[test]
    fn a_bias_must_survive_being_stored() {
        let none = std::iter::empty;
        for (bias, narrow, short) in [(5e8, true, true), (5.4e8, true, false), (2.2e9, false, false)] {
            let fits = (cannot_overflow::<Q7>(&[bias], none()), cannot_overflow::<Q3>(&[-bias], none()));
            assert_eq!(fits, (narrow, short), "{bias}");
        }
        assert!(cannot_overflow::<Q7Wide>(&[2.2e9], none()));
    }
}
