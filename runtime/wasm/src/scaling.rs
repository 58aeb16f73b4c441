//! Physical values to the words of a device.

use kernelet::number::{Input, round};

/// The numbers of a [`Scaling`].
pub const SCALING: usize = 5;
/// The numbers of a [`Channel`].
pub const CHANNEL: usize = 3;
/// The largest magnitude of a word in fixed point.
const LARGEST: f64 = 32_767.0;

/// The scaling of an input: `gain clamp(x, low, high) + offset`, and a raw value for a missing `x`.
#[derive(Clone, Copy, Debug)]
pub struct Scaling([f64; SCALING]);

/// The scaling of a channel of windows: gain, offset, and the reading where all are missing.
#[derive(Clone, Copy, Debug)]
pub struct Channel([f64; CHANNEL]);

impl Scaling {
    /// A scaling of gain, offset, lower limit, upper limit, and the raw value of a missing one: NaN
    /// where the device has a guard.
    #[must_use]
    pub const fn new(numbers: [f64; SCALING]) -> Self {
        Scaling(numbers)
    }

    /// Returns the raw value of a physical one, NaN where it is missing and the device has a guard.
    #[must_use]
    pub fn raw(self, x: f64, is_fixed: bool) -> f64 {
        let raw = self.scaled(x);
        match is_fixed {
            _ if raw.is_nan() => raw,
            true => (round(raw) as f64).clamp(-LARGEST, LARGEST),
            false => f64::from(raw.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32),
        }
    }

    fn scaled(self, x: f64) -> f64 {
        let Scaling([gain, offset, low, high, missing]) = self;
        if x.is_nan() { missing } else { gain * within(x, [low, high]) + offset }
    }
}

/// Returns the word of a raw value.
pub fn word<I: Input>(raw: f64) -> I {
    if raw.is_nan() { I::MISSING } else { I::quantise(raw) }
}

impl Channel {
    /// A channel of gain, offset, and the reading in the middle.
    #[must_use]
    pub const fn new(numbers: [f64; CHANNEL]) -> Self {
        Channel(numbers)
    }

    /// The reading of a physical value.
    fn reading(self, x: f64) -> i16 {
        let Channel([gain, offset, _]) = self;
        round((gain * x + offset).clamp(-32_768.0, 32_767.0)) as i16
    }

    /// The readings of a window's values. A missing one repeats the one before it.
    pub fn readings(self, values: &[f64]) -> impl Iterator<Item = i16> {
        let Channel([.., middle]) = self;
        let first = values.iter().find(|x| !x.is_nan());
        let mut before = first.map_or(middle as i16, |x| self.reading(*x));
        values.iter().map(move |x| {
            before = if x.is_nan() { before } else { self.reading(*x) };
            before
        })
    }
}

/// `x.clamp(low, high)` without a panic.
fn within(x: f64, [low, high]: [f64; 2]) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_limited_scaled_and_rounded() {
        let fixed = |scaling: Scaling, x| word::<i16>(scaling.raw(x, true));
        let float = |scaling: Scaling, x| word::<f32>(scaling.raw(x, false));
        let scaling = Scaling::new([2.0, 1.0, -10.0, 1e9, 7.6]);
        let words = [0.25, -0.75, -99.0, 1e300, f64::NAN, 0.0].map(|x| fixed(scaling, x));
        assert_eq!(words, [2, -1, -19, 32_767, 8, 1]);
        assert_eq!([0.25, 1e300, f64::NAN].map(|x| float(scaling, x)), [1.5, 2e9 + 1.0, 7.6]);
        let guarded = Scaling::new([2.0, 1.0, f64::MIN, f64::MAX, f64::NAN]);
        assert_eq!(fixed(guarded, f64::NAN), i16::MIN);
        assert_eq!([1e300, -1e300].map(|x| float(guarded, x)), [f32::MAX, f32::MIN]);
        assert!(float(guarded, f64::NAN).is_nan());
    }

    #[test]
    fn missing_readings_repeat_the_one_before() {
        let channel = Channel::new([1.0, 0.0, 12.0]);
        let readings = |values: &[f64]| channel.readings(values).collect::<Vec<_>>();
        assert_eq!(readings(&[f64::NAN, 3.4, f64::NAN, 5.5, 1e9]), [3, 3, 3, 6, 32_767]);
        assert_eq!(readings(&[f64::NAN; 2]), [12, 12]);
    }
}
