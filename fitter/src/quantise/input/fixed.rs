//! Input scaling in fixed point: 16-bit integers of a sensor, or of the host where a sensor has
//! none.

use super::scaling::{Guard, InputScaling, Magnitude};
use crate::data::standardise;
use crate::data::standardise::{Logarithm, Standard, Values};
use kernelet::number::logarithm;

/// The deviation of inputs that have no scale of their own, in raw units.
pub const DEVIATION: f64 = 2048.0;
/// The lowest raw word.
const LOWEST: f64 = -32_768.0;
/// The largest raw magnitude that the fitter plans with.
const LARGEST: f64 = 32_000.0;

/// Returns the scaling of an input that features share with others: of this deviation in raw units
/// where the input has no scale of its own.
///
/// `shifted` brings the integers of a sensor near that deviation too, by a shift on the device.
pub fn fixed(standard: &Standard, deviation: f64, shifted: bool) -> InputScaling {
    if let Some(logarithm) = standard.logarithm {
        return fixed_logarithm(standard, logarithm);
    }
    if is_read_as_it_is(standard) {
        return fixed_integers(standard, deviation, shifted);
    }
    // what is only compared with thresholds has no use for room
    let room = if deviation.is_finite() { room(standard) } else { 0.0 };
    let gain = (deviation / standard.deviation).min(LARGEST / (standard.reach() + room));
    // the mean is the word 0
    let whole = Guard { low: -LARGEST, high: LARGEST, centre: 0.0, shift: 0 };
    InputScaling {
        gain,
        offset: -gain * standard.centre,
        limits: Some((standard.low - room, standard.high + room)),
        guard: standard.optional.then_some(whole),
        centre: 0.0,
        deviation: gain * standard.deviation,
        logarithm: None,
    }
}

/// Returns the scaling of an input that shares no row with others: the integers of a sensor as they
/// are, and other values over all words.
pub fn fixed_alone(standard: &Standard) -> InputScaling {
    let deviation = match standard {
        _ if is_read_as_it_is(standard) => 0.0,
        _ if standard.reach() == 0.0 => DEVIATION, // a constant
        _ => f64::INFINITY,
    };
    fixed(standard, deviation, false)
}

/// Returns the raw deviation of an input with a scale of its own: a sensor's integers, or a
/// logarithm.
pub fn own_deviation(standard: &Standard) -> Option<f64> {
    match standard {
        Standard { logarithm: Some(_), .. } => Some(standard.deviation * f64::from(logarithm::OCTAVE)),
        _ if is_read_as_it_is(standard) => Some(standard.deviation),
        _ => None,
    }
}

/// Returns the room beyond each end of the training range, in which a model extrapolates: its
/// width, unless outliers are cut at the limits.
fn room(standard: &Standard) -> f64 {
    let is_open = !standard.clips && standard.values != Values::Indicator;
    if is_open { (standard.high - standard.low).max(0.0) } else { 0.0 }
}

/// Returns true for the integers of a sensor, but for those that need a guard and are so far from
/// their mean that a word has no room for the difference.
fn is_read_as_it_is(standard: &Standard) -> bool {
    let needs_guard = standard.clips || standard.misses || standard.optional;
    matches!(standard.values, Values::Whole | Values::Window) && !(needs_guard && standard.reach() > LARGEST)
}

/// Returns the scaling of an input with a logarithm, whose argument is counted from the lowest
/// word: the reading itself, or a magnitude that the host computes.
fn fixed_logarithm(standard: &Standard, logarithm: Logarithm) -> InputScaling {
    let octave = f64::from(logarithm::OCTAVE);
    let mean = standardise::power(standard.centre);
    let magnitude = |missing| Some(Magnitude { gain: 1.0, offset: 0.0, missing });
    let scaled = InputScaling {
        gain: logarithm.gain,
        offset: logarithm.offset + LOWEST,
        limits: Some((standard.low, standard.high)),
        guard: None,
        centre: standard.centre * octave - f64::from(logarithm::MIDDLE),
        deviation: standard.deviation * octave,
        logarithm: magnitude(mean + LOWEST),
    };
    match shifted_above_origin(standard, logarithm) {
        Some(guard) => InputScaling {
            gain: 1.0,
            offset: 0.0,
            limits: None,
            guard: Some(guard),
            logarithm: magnitude(logarithm.value(mean)),
            ..scaled
        },
        None => scaled,
    }
}

/// Returns the guard that brings the integers of a sensor to their magnitudes, counted from the
/// lowest word: `gain (x - origin) + LOWEST = (x - (origin - LOWEST / gain)) << log2(gain)`.
fn shifted_above_origin(standard: &Standard, Logarithm { gain, offset }: Logarithm) -> Option<Guard> {
    let (shift, centre) = (gain.log2(), -(offset + LOWEST) / gain);
    let fits = standard.values == Values::Whole && centre.abs() <= -LOWEST - 1.0;
    fits.then_some(Guard { low: standard.low, high: standard.high, centre, shift: shift as u8 })
}

/// Returns the scaling of a sensor's integers: unchanged where possible, since a guard costs flash.
fn fixed_integers(standard: &Standard, deviation: f64, shifted: bool) -> InputScaling {
    // the features of windows are what they are, and there are many of them
    let shifted = shifted && standard.values != Values::Window;
    let guarded = standard.clips || standard.misses || standard.optional;
    let room = (LARGEST / (standard.reach() + 1.0)).log2().floor();
    let wanted = (deviation / standard.deviation).log2().round();
    let shift = if shifted || guarded { wanted.min(room).clamp(0.0, 15.0) as u8 } else { 0 };
    let guarded = guarded || shift > 0;
    let scale = f64::from(1u16 << shift);
    let centre = if guarded { standard.centre.round() } else { 0.0 };
    let (low, high) = (standard.low.floor(), standard.high.ceil());
    InputScaling {
        gain: 1.0,
        offset: 0.0,
        limits: None,
        guard: guarded.then_some(Guard { low, high, centre, shift }),
        centre: (standard.centre - centre) * scale,
        deviation: standard.deviation * scale,
        logarithm: None,
    }
}
