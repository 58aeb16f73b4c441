//! Scalings as the numbers that the runtime in a page takes.

use crate::quantise::InputScaling;
use crate::series::Channel;

/// Returns gain, offset, lower limit, upper limit, and the raw value of a missing reading.
pub fn of_input(scaling: &InputScaling) -> [f64; 5] {
    let InputScaling { gain, offset, .. } = *scaling;
    let (low, high) = scaling.limits.unwrap_or((f64::MIN, f64::MAX));
    [gain, offset, low, high, scaling.missing()]
}

/// Returns gain, offset, and the reading in the middle.
pub fn of_channel(channel: &Channel) -> [f64; 3] {
    [channel.gain, channel.offset, channel.centre.into()]
}
