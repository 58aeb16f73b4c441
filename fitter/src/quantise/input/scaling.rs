//! The scaling of one input, from a physical value to the number that the features take.

use kernelet::number;
use serde::{Deserialize, Serialize};

/// The most bits that a guard shifts by.
const SHIFT: u8 = 15;

/// The scaling of one input, from the physical value to the features.
///
/// The device reads `raw = gain * clamp(x, low, high) + offset`, rounded to a 16-bit integer in
/// fixed point. Integers that fit 16 bits are read as they are: gain 1, offset 0, and no limits but
/// those of a guard on the device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputScaling {
    /// Raw units per physical unit.
    pub gain: f64,
    /// The raw value of zero.
    pub offset: f64,
    /// The physical limits before the gain, where the device has none of its own.
    pub limits: Option<(f64, f64)>,
    /// The first step on the device, where the raw value needs one.
    pub guard: Option<Guard>,
    /// The mean of the values that the features take.
    pub centre: f64,
    /// The standard deviation of the values that the features take.
    pub deviation: f64,
    /// The logarithm on the device, if there is one.
    pub logarithm: Option<Magnitude>,
}

/// The argument of the logarithm on the device.
///
/// In single precision it is `gain x + offset` of the guarded value `x`; in fixed point, the raw
/// word itself, counted from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Magnitude {
    /// Magnitudes per unit of the guarded value.
    pub gain: f64,
    /// The magnitude of a guarded value of zero.
    pub offset: f64,
    /// The raw value that stands for a missing one.
    pub missing: f64,
}

/// The first step on the device: `(clamp(raw, low, high) - centre) << shift`, and zero for a
/// missing value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guard {
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
    /// The value that is subtracted.
    pub centre: f64,
    /// The number of bits that the difference is shifted by, in fixed point.
    pub shift: u8,
}

impl InputScaling {
    /// Returns true if the raw reading is the value itself, but for limits.
    pub fn is_raw(&self) -> bool {
        (self.gain, self.offset) == (1.0, 0.0)
    }

    /// Returns the raw value of `x` in fixed point: an integer within ±32767, or NaN where `x` is
    /// missing and a guard handles it.
    pub fn raw_fixed(&self, x: f64) -> f64 {
        match self.scaled(x) {
            raw if raw.is_nan() => raw,
            raw => (number::round(raw) as f64).clamp(-32_767.0, 32_767.0),
        }
    }

    /// Returns the raw value of `x` in single precision.
    pub fn raw_float(&self, x: f64) -> f64 {
        f64::from(self.scaled(x).clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32)
    }

    /// Checks a scaling that was read from a file.
    ///
    /// # Errors
    /// A sentence that begins with the field.
    pub fn check(&self) -> Result<(), String> {
        let finite = |name: &str, number: f64| {
            let wrong = || format!("{name}: {number} is not finite");
            if number.is_finite() { Ok(()) } else { Err(wrong()) }
        };
        let limits = |name: &str, low: f64, high: f64| match low <= high {
            true => Ok(()),
            false => Err(format!("{name}: the lower limit {low} is above the upper {high}")),
        };
        let numbers = [("gain", self.gain), ("offset", self.offset), ("centre", self.centre)];
        numbers
            .into_iter()
            .chain([("deviation", self.deviation)])
            .try_for_each(|(name, number)| finite(name, number))?;
        if let Some((low, high)) = self.limits {
            limits("limits", low, high)?;
        }
        if let Some(Guard { low, high, centre, shift }) = self.guard {
            limits("guard", low, high)?;
            finite("guard.centre", centre)?;
            if shift > SHIFT {
                return Err(format!("guard.shift: {shift} is above {SHIFT}"));
            }
        }
        match self.logarithm {
            Some(Magnitude { gain, offset, missing }) => finite("logarithm", gain + offset + missing),
            None => Ok(()),
        }
    }

    /// Returns the raw value, before it is rounded, of a missing one: NaN where a guard handles it.
    pub fn missing(&self) -> f64 {
        match self.logarithm {
            _ if self.may_be_missing() => f64::NAN,
            Some(logarithm) => logarithm.missing,
            None => self.centre,
        }
    }

    /// Returns true if the device takes the word of a missing reading.
    ///
    /// A guard makes zero of it, as of its centre. That is the mean, but for the integers of a
    /// sensor whose logarithm is taken.
    pub fn may_be_missing(&self) -> bool {
        let is_mean = |guard: Guard| self.logarithm.is_none_or(|logarithm| logarithm.missing == guard.centre);
        self.guard.is_some_and(is_mean)
    }

    fn scaled(&self, x: f64) -> f64 {
        if x.is_nan() {
            return self.missing();
        }
        let (low, high) = self.limits.unwrap_or((f64::MIN, f64::MAX));
        self.gain * x.clamp(low, high) + self.offset
    }
}
