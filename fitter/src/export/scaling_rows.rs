//! How physical values become raw readings, as numbers that generated source holds.

use crate::quantise::InputScaling;

/// The scaling of an input: `raw = gain * clamp(x, low, high) + offset`.
pub(super) struct ScalingRow {
    /// Raw units per physical unit, the raw value of zero, and the limits.
    pub numbers: [f64; 4],
    /// The raw reading of a missing value; NaN where the device has a reading of its own for it.
    pub missing: f64,
}

impl ScalingRow {
    /// The scaling of an input, in fixed point or in single precision.
    pub fn of(scaling: &InputScaling, is_fixed: bool) -> ScalingRow {
        let range = f64::from(f32::MAX);
        let (low, high) = scaling.limits.unwrap_or((-range, range));
        let raw = if is_fixed { InputScaling::raw_fixed } else { InputScaling::raw_float };
        ScalingRow { numbers: [scaling.gain, scaling.offset, low, high], missing: raw(scaling, f64::NAN) }
    }
}
