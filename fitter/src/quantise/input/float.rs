//! Input scaling in single precision: physical units, guarded where that is needed.

use super::scaling::{Guard, InputScaling, Magnitude};
use crate::data::standardise;
use crate::data::standardise::{Logarithm, Standard};

/// The number of deviations between zero and the centre from which on an `f32` loses too many bits.
const FAR: f64 = 64.0;

/// Returns the scaling of an input in single precision.
pub fn float(standard: &Standard) -> InputScaling {
    if let Some(logarithm) = standard.logarithm {
        return float_logarithm(standard, logarithm);
    }
    let far = standard.centre.abs() > FAR * standard.deviation;
    let guarded = standard.clips || standard.misses || standard.optional || far;
    let centre = f64::from(standard.centre as f32);
    InputScaling {
        gain: 1.0,
        offset: 0.0,
        limits: None,
        guard: guarded.then_some(Guard { low: standard.low, high: standard.high, centre, shift: 0 }),
        centre: standard.centre - if guarded { centre } else { 0.0 },
        deviation: standard.deviation,
        logarithm: None,
    }
}

/// Returns the scaling of an input with a logarithm; the guard keeps its argument above zero.
fn float_logarithm(standard: &Standard, logarithm: Logarithm) -> InputScaling {
    let centre = f64::from(logarithm.value(standardise::power(standard.centre)) as f32);
    let magnitude = Magnitude { gain: logarithm.gain, offset: logarithm.magnitude(centre), missing: centre };
    InputScaling {
        gain: 1.0,
        offset: 0.0,
        limits: None,
        guard: Some(Guard { low: standard.low, high: standard.high, centre, shift: 0 }),
        centre: standard.centre,
        deviation: standard.deviation,
        logarithm: Some(magnitude),
    }
}
