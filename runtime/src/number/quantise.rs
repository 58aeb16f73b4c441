//! Real numbers rounded to words: the one rounding rule.

/// A word to which a real number can be rounded.
pub trait Quantise: Copy + 'static {
    /// The largest magnitude that [`Quantise::quantise`] gives.
    const LIMIT: f64;

    /// The nearest word to `real`, halves away from zero, saturating at `±LIMIT`; NaN gives 0.
    fn quantise(real: f64) -> Self;
}

macro_rules! quantise {
    ($($word:ty),*) => {$(
        impl Quantise for $word {
            const LIMIT: f64 = <$word>::MAX as f64;

            fn quantise(real: f64) -> Self {
                round(real).clamp(-(<$word>::MAX as i64), <$word>::MAX as i64) as $word
            }
        }
    )*};
}

quantise!(i8, i16, i32, i64);

impl Quantise for f32 {
    const LIMIT: f64 = f32::MAX as f64;

    fn quantise(real: f64) -> Self {
        if real.is_nan() { 0.0 } else { real.clamp(-Self::LIMIT, Self::LIMIT) as f32 }
    }
}

/// The rounding rule of everything that is quantised: to the nearest integer, halves away from
/// zero.
///
/// Saturates at the ends of `i64`; NaN gives 0.
///
/// ```
/// use kernelet::number::round;
///
/// assert_eq!([0.5, -0.5, 2.4999, 0.49999999999999994].map(round), [1, -1, 2, 0]);
/// ```
#[must_use]
pub fn round(real: f64) -> i64 {
    let whole = real as i64;
    let rest = real - whole as f64;
    whole.saturating_add(i64::from(rest >= 0.5)).saturating_sub(i64::from(rest <= -0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_to_nearest_with_halves_away_from_zero() {
        for half in -1000..1000i64 {
            let nearest = (half.abs() + 1) / 2 * half.signum();
            assert_eq!(round(half as f64 / 2.0), nearest);
        }
        assert_eq!(round(1e300), i64::MAX);
        assert_eq!(round(f64::NAN), 0);
    }

    #[test]
    fn quantising_saturates_symmetrically() {
        assert_eq!(i8::quantise(-200.0), -127);
        assert_eq!(i16::quantise(1e9), 32767);
        assert_eq!(i16::quantise(-32768.0), -32767);
        assert_eq!(f32::quantise(1e300), f32::MAX);
    }
}
