//! Exponentials of many numbers at once.

use multiversion::multiversion;
use std::f64::consts::LOG2_E;

/// `ln 2` in two parts: the first has 32 bits, so that its product with an exponent below 2^11 is
/// exact.
const LN_2: [f64; 2] = [0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10];
/// The number 1.5 times 2^52: adding it rounds to an integer, which then stands in the lowest bits
/// of the word.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// The least argument: exponentials below count as its own, 1e-304.
const LEAST: f64 = -700.0;
/// The coefficients `1 / k!` of the exponential series, highest first; within half of `ln 2` the
/// next term is below 5e-18.
const SERIES: [f64; 14] = {
    let mut series = [1.0; 14];
    let mut k = 13;
    while k > 0 {
        series[k - 1] = series[k] / (14 - k) as f64;
        k -= 1;
    }
    series
};

/// Replaces numbers that are not above zero by their exponentials, with a relative error below
/// 7e-16.
#[multiversion(targets("x86_64+avx2"))]
pub fn exponentials(numbers: &mut [f64]) {
    for number in numbers {
        let x = number.clamp(LEAST, 0.0);
        let shifted = x * LOG2_E + ROUND;
        let halvings = shifted - ROUND;
        let rest = (x - halvings * LN_2[0]) - halvings * LN_2[1];
        let series = SERIES.iter().fold(0.0, |sum, coefficient| sum * rest + coefficient);
        *number = f64::from_bits(series.to_bits().wrapping_add(shifted.to_bits() << 52));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_as_documented() {
        let numbers: Vec<f64> = (0..700_000).map(|i| f64::from(i) * -1e-3).chain([-1e-300, -5e-17]).collect();
        let mut values = numbers.clone();
        exponentials(&mut values);
        for (x, value) in numbers.iter().zip(values) {
            assert!((value / x.exp() - 1.0).abs() < 7e-16, "{x}: {value:e}");
        }
        let mut far = [-800.0, f64::NEG_INFINITY, 0.0];
        exponentials(&mut far);
        assert!(far[0] > 0.0 && far[0] < 1e-303 && far[1] == far[0] && far[2] == 1.0);
    }
}
