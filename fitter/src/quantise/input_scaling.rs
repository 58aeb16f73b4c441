//! InputScaling: how a physical value becomes the raw number that the device reads, and what the device does to it first.

use crate::data::standardise;
use crate::data::standardise::{Logarithm, Standard, Values};
use kernelet::number;
use kernelet::number::logarithm;
use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

/// The deviation that inputs without a scale of their own are given, in raw units.
const DEVIATION: f64 = 2048.0;
/// The lowest raw word.
const LOWEST: f64 = -32_768.0;
/// The largest raw magnitude that a fitter plans with.
const LARGEST: f64 = 32_000.0;
/// Root mean square phase errors, in turns, up to which accuracy does not suffer.
const SAFE_PHASE_ERROR: f64 = 0.01;
/// How much smaller shifting must make a phase error to be worth the guards that it takes.
const WORTH_GUARDS: f64 = 2.0;
/// A centre this many deviations away costs an `f32` too many bits.
const FAR: f64 = 64.0;

/// One input on its way from the physical value to the features.
///
/// The device reads `raw = gain * clamp(x, low, high) + offset`, for fixed point rounded to a 16-bit integer. Whole
/// numbers that fit are read as they are: gain 1, offset 0, no limits but those of a guard on the device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputScaling {
    /// Raw units per physical unit.
    pub gain: f64,
    /// The raw value of zero.
    pub offset: f64,
    /// The physical limits before the gain, where the device has none of its own.
    pub limits: Option<(f64, f64)>,
    /// What the device does to the raw value first.
    pub guard: Option<Guard>,
    /// The mean of what the features take.
    pub centre: f64,
    /// The standard deviation of what the features take.
    pub deviation: f64,
    /// What the device takes the logarithm of, if it does.
    pub logarithm: Option<Magnitude>,
}

/// What the logarithm on the device is taken of: `gain x + offset` of the guarded `x` in single precision; in fixed point
/// the raw word itself, counted from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Magnitude {
    /// Magnitudes per unit of the guarded value.
    pub gain: f64,
    /// The magnitude of a guarded value of zero.
    pub offset: f64,
    /// The raw value that stands for a missing one.
    pub missing: f64,
}

/// What the device does to a raw value: `(clamp(raw, low, high) - centre) << shift`, and zero where it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guard {
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
    /// What is subtracted.
    pub centre: f64,
    /// How many bits the difference is shifted by, in fixed point.
    pub shift: u8,
}

impl InputScaling {
    /// The raw value of `x` in fixed point: a whole number within ±32767, NaN where `x` is missing and a guard sees to it.
    pub fn raw_fixed(&self, x: f64) -> f64 {
        match self.scaled(x) {
            raw if raw.is_nan() => raw,
            raw => (number::round(raw) as f64).clamp(-32_767.0, 32_767.0),
        }
    }

    /// The raw value of `x` in single precision.
    pub fn raw_float(&self, x: f64) -> f64 {
        f64::from(self.scaled(x).clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32)
    }

    fn scaled(&self, x: f64) -> f64 {
        if x.is_nan() {
            return match self.logarithm {
                _ if self.guard.is_some() => x,
                Some(logarithm) => logarithm.missing,
                None => self.centre,
            };
        }
        let (low, high) = self.limits.unwrap_or((f64::MIN, f64::MAX));
        self.gain * x.clamp(low, high) + self.offset
    }
}

/// Plans the scaling of every input for weights of `levels` steps to each side, or for `f32` where that is `None`.
///
/// `frequencies` are the features' own, `inputs x features`, on standardised inputs. Without any there is no row whose
/// weights would have to share a scale, and each input takes all words that there are.
pub fn plan(standards: &[Standard], frequencies: &DMatrix<f64>, levels: Option<f64>) -> Vec<InputScaling> {
    let Some(levels) = levels else {
        return standards.iter().map(float).collect();
    };
    if frequencies.ncols() == 0 {
        return standards.iter().map(alone).collect();
    }
    let deviation = common_deviation(standards);
    let plain: Vec<InputScaling> = standards.iter().map(|standard| fixed(standard, deviation, false)).collect();
    let error = phase_error(&plain, frequencies, levels);
    if error <= SAFE_PHASE_ERROR {
        return plain;
    }
    let shifted: Vec<InputScaling> = standards.iter().map(|standard| fixed(standard, deviation, true)).collect();
    let gains = phase_error(&shifted, frequencies, levels) < error / WORTH_GUARDS;
    if gains { shifted } else { plain }
}

fn float(standard: &Standard) -> InputScaling {
    if let Some(logarithm) = standard.logarithm {
        return float_logarithm(standard, logarithm);
    }
    let far = standard.centre.abs() > FAR * standard.deviation;
    let guarded = standard.clips || standard.misses || far;
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

/// Guarded, so that nothing but a magnitude above zero has a logarithm.
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

/// The raw word is the magnitude, counted from the lowest word.
fn fixed_logarithm(standard: &Standard, Logarithm { gain, offset }: Logarithm) -> InputScaling {
    let octave = f64::from(logarithm::OCTAVE);
    let missing = standardise::power(standard.centre) + LOWEST;
    InputScaling {
        gain,
        offset: offset + LOWEST,
        limits: Some((standard.low, standard.high)),
        guard: None,
        centre: standard.centre * octave - f64::from(logarithm::MIDDLE),
        deviation: standard.deviation * octave,
        logarithm: Some(Magnitude { gain: 1.0, offset: 0.0, missing }),
    }
}

fn fixed(standard: &Standard, deviation: f64, shifted: bool) -> InputScaling {
    if let Some(logarithm) = standard.logarithm {
        return fixed_logarithm(standard, logarithm);
    }
    if standard.values == Values::Whole {
        return whole(standard, deviation, shifted);
    }
    let gain = (deviation / standard.deviation).min(LARGEST / standard.reach());
    InputScaling {
        gain,
        offset: -gain * standard.centre,
        limits: Some((standard.low, standard.high)),
        guard: None,
        centre: 0.0,
        deviation: gain * standard.deviation,
        logarithm: None,
    }
}

/// An input whose scale is nobody's concern: a sensor's own integers as they are, others over all words.
fn alone(standard: &Standard) -> InputScaling {
    let deviation = match standard.values {
        Values::Whole => 0.0,
        _ if standard.reach() == 0.0 => DEVIATION, // a constant
        _ => f64::INFINITY,
    };
    fixed(standard, deviation, false)
}

/// A sensor's own integers: unchanged where possible, since a guard costs flash.
fn whole(standard: &Standard, deviation: f64, shifted: bool) -> InputScaling {
    let guarded = standard.clips || standard.misses;
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

/// The raw deviation that inputs with a free scale take: near that of inputs with a scale of their own, so that all weights
/// of a row use the same bits; with none, [`DEVIATION`].
fn common_deviation(standards: &[Standard]) -> f64 {
    let own = || standards.iter().filter_map(own_deviation);
    let count = own().count();
    if count == standards.len() {
        return own().fold(0.0, f64::max).min(DEVIATION);
    }
    let logarithms: f64 = own().map(f64::ln).sum();
    if count == 0 { DEVIATION } else { (logarithms / count as f64).exp().clamp(DEVIATION / 8.0, DEVIATION) }
}

/// The raw deviation of a sensor's own integers, and of a logarithm.
fn own_deviation(standard: &Standard) -> Option<f64> {
    match standard {
        Standard { logarithm: Some(_), .. } => Some(standard.deviation * f64::from(logarithm::OCTAVE)),
        Standard { values: Values::Whole, .. } => Some(standard.deviation),
        _ => None,
    }
}

/// The root mean square error of a phase, in turns, that rounding a row to `levels` steps of its largest weight makes.
fn phase_error(scalings: &[InputScaling], frequencies: &DMatrix<f64>, levels: f64) -> f64 {
    let squares = frequencies.column_iter().map(|row| {
        let turns = row.iter().zip(scalings).map(|(w, scaling)| (w / std::f64::consts::TAU / scaling.deviation).abs());
        let step = turns.fold(0.0, f64::max) / levels;
        scalings.iter().map(|scaling| (step * scaling.deviation).powi(2) / 12.0).sum::<f64>()
    });
    (squares.sum::<f64>() / frequencies.ncols().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    fn whole_numbers(spread: i32) -> Standard {
        let column: Vec<f64> = (0..1000).map(|i| f64::from(i * 7919 % (spread + 1))).collect();
        Standard::learn(&column, false)
    }

    #[test]
    fn without_features_inputs_take_all_words() {
        let standards = [
            Standard::compared(&[0.0, 1.5, 100_000.0], false),
            Standard::compared(&[-7.0, 3.0, 30_000.0], false),
            Standard::compared(&[0.0, 0.0, 1.0], true),
            Standard::compared(&[0.5, 0.5, 0.5], false),
        ];
        let scalings = plan(&standards, &DMatrix::zeros(4, 0), Some(127.0));
        let raw = |i: usize, x: f64| scalings[i].raw_fixed(x);
        // one word is 100000 / 64000 of the first, on each side of its mean
        assert_eq!(raw(0, 100_000.0), 32_000.0);
        assert!((raw(0, 100_000.0) - raw(0, 0.0) - 100_000.0 * scalings[0].gain).abs() <= 1.0);
        assert!(scalings[0].gain > 0.3 && raw(2, 1.0) - raw(2, 0.0) > 32_000.0);
        assert_eq!([-7.0, 3.0, 30_000.0].map(|x| raw(1, x)), [-7.0, 3.0, 30_000.0]);
        assert_eq!([0.5, 7.0].map(|x| raw(3, x)), [0.0; 2]);
        assert!(scalings.iter().all(|scaling| scaling.guard.is_none()));
    }

    #[test]
    fn whole_numbers_of_one_scale_are_read_as_they_are() {
        let standards = [whole_numbers(15), whole_numbers(12)];
        let scalings = plan(&standards, &MonteCarlo.normals(2, 10, 0), Some(127.0));
        for (scaling, standard) in scalings.iter().zip(standards) {
            assert_eq!((scaling.gain, scaling.offset, scaling.guard), (1.0, 0.0, None));
            assert_eq!((scaling.raw_fixed(9.0), scaling.centre), (9.0, standard.centre));
            assert_eq!(scaling.raw_fixed(f64::NAN), standard.centre.round());
        }
    }

    #[test]
    fn scales_far_apart_are_shifted_together_in_few_bits_only() {
        let standards = [whole_numbers(1), whole_numbers(4000)];
        let frequencies = MonteCarlo.normals(2, 10, 0);
        assert!(plan(&standards, &frequencies, Some(32767.0)).iter().all(|scaling| scaling.guard.is_none()));
        let shifted = plan(&standards, &frequencies, Some(127.0));
        assert!(shifted[0].guard.is_some_and(|guard| guard.shift >= 9) && shifted[1].guard.is_none());
        assert!(phase_error(&shifted, &frequencies, 127.0) < SAFE_PHASE_ERROR);
    }

    /// Few levels round coarsely, but inputs of nearly one scale gain nothing by a shift.
    #[test]
    fn shifts_that_gain_little_are_left_out() {
        let standards = [whole_numbers(4000), whole_numbers(2000)];
        let frequencies = MonteCarlo.normals(2, 10, 0);
        let scalings = plan(&standards, &frequencies, Some(7.0));
        assert!(phase_error(&scalings, &frequencies, 7.0) > SAFE_PHASE_ERROR);
        assert!(scalings.iter().all(|scaling| scaling.guard.is_none()));
    }

    #[test]
    fn real_numbers_are_centred_and_saturate_at_their_limits() {
        let column: Vec<f64> = (0..1000).map(|i| 20.0 + f64::from(i) / 999.0).collect();
        let standard = Standard::learn(&column, false);
        let scaling = &plan(&[standard], &MonteCarlo.normals(1, 3, 0), Some(127.0))[0];
        assert_eq!(scaling.raw_fixed(f64::NAN), 0.0);
        assert!((scaling.raw_fixed(20.5)).abs() < 1.0);
        assert_eq!(scaling.raw_fixed(1e9), scaling.raw_fixed(21.0));
        assert!((scaling.deviation - DEVIATION).abs() < 1e-9);
    }

    /// The device's logarithm of the raw value, standardised, is the host's: to the rounding of one raw unit, which is large
    /// beside the lowest magnitudes, and of the logarithm; in single precision, to a part in a million.
    #[test]
    fn logarithms_are_those_of_the_device() {
        let column: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 8e-3 - 4.0).exp() + 100.0).collect();
        let standard = Standard::logarithmic(&column).expect("a long tail");
        let scalings = |levels| plan(&[standard], &MonteCarlo.normals(1, 3, 0), levels).remove(0);
        let (fixed, float) = (scalings(Some(127.0)), scalings(None));
        let [scale, guard] = [float.logarithm.expect("one"), fixed.logarithm.expect("one")];
        assert!(guard.missing.abs() < 32_768.0 && fixed.raw_fixed(f64::NAN) == guard.missing.round());
        for &x in column.iter().chain(&[0.0, 1e9, f64::NAN]) {
            let word = logarithm::fixed(fixed.raw_fixed(x) as i16);
            let z = (f64::from(word) - fixed.centre) / fixed.deviation;
            let logarithm = standard.logarithm.expect("a logarithm");
            let least = if x.is_nan() { 1e3 } else { logarithm.magnitude(x.clamp(standard.low, standard.high)) };
            let bound = (1.0 / (2.0 * least * std::f64::consts::LN_2) * 2.0 + 1.0 / 2048.0) / standard.deviation;
            assert!((z - standard.apply(x)).abs() <= bound, "{x}: {z} {} {bound}", standard.apply(x));
            let Some(Guard { low, high, centre, .. }) = float.guard else { panic!("no guard") };
            let guarded = if x.is_nan() { 0.0 } else { x.clamp(low, high) - centre };
            let one = logarithm::float(guarded as f32, [scale.gain as f32, scale.offset as f32]);
            let z = (f64::from(one) - float.centre) / float.deviation;
            assert!((z - standard.apply(x)).abs() < 1e-4, "{x}: {z} {}", standard.apply(x));
        }
    }

    /// What the device computes from the raw value is the standardised value, to the rounding of one raw unit.
    #[test]
    fn intake_guard_and_centre_undo_each_other() {
        let mut spiked: Vec<f64> = (0..2000).map(|i| f64::from(i % 50)).collect();
        spiked[0] = 30_000.0;
        let real: Vec<f64> = spiked.iter().map(|x| x * 0.37 - 5.0).collect();
        for column in [spiked, real] {
            let standard = Standard::learn(&column, false);
            for levels in [Some(127.0), None] {
                let scaling = &plan(&[standard], &MonteCarlo.normals(1, 3, 0), levels)[0];
                for x in [-1e9, -5.0, 0.0, 7.3, 12.0, 30_000.0] {
                    let raw = if levels.is_some() { scaling.raw_fixed(x) } else { scaling.raw_float(x) };
                    let taken = scaling.guard.map_or(raw, |guard| {
                        (raw.clamp(guard.low, guard.high) - guard.centre) * f64::from(1u32 << guard.shift)
                    });
                    let z = (taken - scaling.centre) / scaling.deviation;
                    assert!((z - standard.apply(x)).abs() <= 1.0 / standard.deviation, "{x}: {z}");
                }
            }
        }
    }
}
