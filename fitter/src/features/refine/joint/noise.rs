//! Noise on the inputs: cheap, nearly normal, and a function of its place alone.

/// The factor that gives the sum of eight uniform bytes deviation 1: `sqrt(12 / (8 (2^16 - 1)))`.
const DEVIATION: f32 = 4.784_253_6e-3;
/// The mean of that sum, `8 * 255 / 2`.
const MEAN: f32 = 1020.0;

/// Returns the number at a place of a stream: the standardised sum of the eight bytes of two
/// hashes, which has mean 0, deviation 1 and excess kurtosis -0.15, and stays within 4.9.
#[inline(always)]
pub fn normal(keys: [u32; 2], place: u32) -> f32 {
    let [a, b] = keys.map(|key| hash(place.wrapping_add(key)));
    let pairs = (a & 0xff_00ff) + ((a >> 8) & 0xff_00ff) + (b & 0xff_00ff) + ((b >> 8) & 0xff_00ff);
    ((pairs & 0xffff) + (pairs >> 16)) as i32 as f32 * DEVIATION - MEAN * DEVIATION
}

/// Returns two whole numbers at a place of a stream, each from minus a limit to this limit.
#[inline(always)]
pub fn steps(keys: [u32; 2], place: u32, most: [usize; 2]) -> [isize; 2] {
    std::array::from_fn(|axis| {
        let count = 2 * most[axis] as u64 + 1;
        let drawn = (u64::from(hash(place.wrapping_add(keys[axis]))) * count) >> 32;
        drawn as isize - most[axis] as isize
    })
}

/// Returns Wellons' `lowbias32` (2018): a bijection of which every output bit depends evenly on
/// every input bit.
#[inline(always)]
fn hash(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Each of 15 pairs has a share of `1 / 15`, within five standard errors.
    #[test]
    fn steps_are_uniform_and_independent() {
        let (count, mut seen) = (60_000, HashMap::new());
        (0..count).for_each(|place| *seen.entry(steps([3, 77], u32::MAX - place, [1, 2])).or_insert(0) += 1);
        let share = 1.0 / 15.0;
        let error = 5.0 * (share * (1.0 - share) / f64::from(count)).sqrt();
        for [down, right] in (-1..=1).flat_map(|down| (-2..=2).map(move |right| [down, right])) {
            assert!((f64::from(seen[&[down, right]]) / f64::from(count) - share).abs() < error);
        }
        assert_eq!(seen.len(), 15);
        assert!((0..9).all(|place| steps([3, 77], place, [0, 1])[0] == 0));
    }

    /// Moments of `n` numbers lie within five standard errors: `5 / sqrt(n)` for the mean,
    /// `5 sqrt(1.85 / n)` for the variance, and the correlation of neighbours within `5 / sqrt(n)`.
    #[test]
    fn is_standard_and_uncorrelated() {
        let count = 1 << 18;
        let sequence: Vec<f64> = (0..count).map(|place| f64::from(normal([0x1234_5678, 0x9abc_def0], place))).collect();
        let error = 5.0 / f64::from(count).sqrt();
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / f64::from(count);
        assert!(mean(&mut sequence.iter().copied()).abs() < error);
        assert!((mean(&mut sequence.iter().map(|x| x * x)) - 1.0).abs() < error * 1.85f64.sqrt());
        for lag in [1, 16, 64] {
            assert!(mean(&mut sequence.iter().zip(&sequence[lag..]).map(|(a, b)| a * b)).abs() < error, "lag {lag}");
        }
    }
}
