//! The proof that no accumulator overflows.

use kernelet::Format;
use kernelet::number::{Bias, Score};
use kernelet::number::{Quantise, round};

/// Below this, `f64` holds every whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether no score of a fixed-point model can overflow, nor leave the whole numbers that a host reports exactly.
///
/// `bias` is the value of each output before any block, which must survive being stored, `blocks` the most that each block
/// can add to each output in magnitude. A partial sum is at most all of these together; `i128` holds that exactly.
pub fn proved<'a, F: Format>(bias: &[f64], blocks: impl Iterator<Item = &'a [i128]>) -> bool {
    if !F::CONTRACT.is_fixed() {
        return true;
    }
    let stored = stored::<F>(bias);
    let mut sums: Vec<i128> = stored.iter().map(|&bias| i128::from(round(bias).unsigned_abs())).collect();
    blocks.for_each(|most| sums.iter_mut().zip(most).for_each(|(sum, most)| *sum += most));
    let largest = F::Score::LIMIT.min(EXACT) as i128;
    let survives = |(stored, bias): (&f64, &f64)| (stored - bias).abs() <= F::Bias::ROUNDING;
    sums.iter().all(|sum| *sum <= largest) && stored.iter().zip(bias).all(survives)
}

/// The most that features times a head can add to each output in magnitude, whatever the inputs.
///
/// `head` are the words of all outputs, feature by feature.
pub fn most<F: Format>(head: &[F::Weight], outputs: usize) -> Vec<i128> {
    if !F::CONTRACT.is_fixed() {
        return Vec::new();
    }
    let feature = i128::from(round(1.0 / F::FEATURE_UNIT));
    let largest = |&word: &F::Weight| i128::from(round(word.into().abs())) * feature;
    (0..outputs).map(|output| head.iter().skip(output).step_by(outputs).map(largest).sum()).collect()
}

/// The biases as the device reads them.
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
        let most = most::<Q7>(&[127, -127], 1);
        assert_eq!(most, [products]);
        let proved = |bias: i128| proved::<Q7>(&[bias as f64], [&most[..], &[5]].into_iter());
        let largest = i128::from(i32::MAX) - products - 5;
        assert!(proved(largest) && proved(-largest));
        assert!(!proved(largest + 1) && !proved(-largest - 1));
    }

    #[test]
    fn each_output_is_proved_on_its_own_weights() {
        // 516 products of 127 * 32767 fit 32 bits, 517 do not
        let mut head = vec![0i8; 2 * 517];
        (0..516).for_each(|feature| head[2 * feature + 1] = 127);
        let narrow = |head: &[i8]| proved::<Q7>(&[0.0, 0.0], [&most::<Q7>(head, 2)[..]].into_iter());
        assert!(narrow(&head));
        head[2 * 516 + 1] = -127;
        assert!(!narrow(&head));
        assert!(proved::<Q7Wide>(&[0.0, 0.0], [&most::<Q7Wide>(&head, 2)[..]].into_iter()));
    }

    #[test]
    fn a_bias_must_survive_being_stored() {
        for (bias, narrow, short) in [(5e8, true, true), (5.4e8, true, false), (2.2e9, false, false)] {
            let none = || std::iter::empty();
            assert_eq!((proved::<Q7>(&[bias], none()), proved::<Q3>(&[-bias], none())), (narrow, short), "{bias}");
        }
        assert!(proved::<Q7Wide>(&[2.2e9], std::iter::empty()));
    }
}
