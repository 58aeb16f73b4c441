//! The device's values against the standardised ones of the host.

use super::fixed::DEVIATION;
use super::{Guard, InputScaling, plan_scalings};
use crate::data::ColumnKind;
use crate::data::standardise::Standard;
use crate::features::draw::{MonteCarlo, Sampler};
use kernelet::number::{Input, logarithm};
use nalgebra::DMatrix;

/// The scaling of a single input.
fn scaling(standard: Standard, levels: Option<f64>) -> InputScaling {
    plan_scalings(&[standard], &MonteCarlo.normals(1, 3, 0), levels).remove(0)
}

#[test]
fn real_numbers_are_centred_and_saturate_a_range_beyond_their_limits() {
    let column: Vec<f64> = (0..1000).map(|i| 20.0 + f64::from(i) / 999.0).collect();
    let scaling = scaling(Standard::learn(&column, ColumnKind::Number), Some(127.0));
    assert_eq!(scaling.raw_fixed(f64::NAN), 0.0);
    assert!((scaling.raw_fixed(20.5)).abs() < 1.0);
    let gain = (scaling.raw_fixed(21.0) - scaling.raw_fixed(20.0)).round();
    assert!((scaling.raw_fixed(22.0) - scaling.raw_fixed(21.0) - gain).abs() <= 1.0);
    assert_eq!([1e9, -1e9].map(|x| scaling.raw_fixed(x)), [22.0, 19.0].map(|x| scaling.raw_fixed(x)));
    let outlier = [&column[..], &[1e6]].concat();
    let scaling = self::scaling(Standard::learn(&outlier, ColumnKind::Number), Some(127.0));
    assert_eq!(scaling.raw_fixed(1e9), scaling.raw_fixed(1e6));
    assert!((scaling.deviation - DEVIATION).abs() < 1e-9);
}

/// A column with a long tail, and its standardisation.
fn long_tail() -> (Vec<f64>, Standard) {
    let column: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 8e-3 - 4.0).exp() + 100.0).collect();
    let standard = Standard::logarithmic(&column).expect("a long tail");
    (column, standard)
}

/// The device's logarithm of the raw value, standardised, is the host's: to the rounding of one raw
/// unit, which is large beside the lowest magnitudes, and of the logarithm.
#[test]
fn logarithms_in_fixed_point_are_those_of_the_host() {
    let (column, standard) = long_tail();
    let scaling = scaling(standard, Some(127.0));
    let missing = scaling.logarithm.expect("one").missing;
    assert!(missing.abs() < 32_768.0 && scaling.raw_fixed(f64::NAN) == missing.round());
    for &x in column.iter().chain(&[0.0, 1e9, f64::NAN]) {
        let word = logarithm::fixed(scaling.raw_fixed(x) as i16);
        let z = (f64::from(word) - scaling.centre) / scaling.deviation;
        let logarithm = standard.logarithm.expect("a logarithm");
        let least = if x.is_nan() { 1e3 } else { logarithm.magnitude(x.clamp(standard.low, standard.high)) };
        let bound = (1.0 / (2.0 * least * std::f64::consts::LN_2) * 2.0 + 1.0 / 2048.0) / standard.deviation;
        assert!((z - standard.apply(x)).abs() <= bound, "{x}: {z} {} {bound}", standard.apply(x));
    }
}

/// The integers of a sensor with a logarithm are read as they are: no reading is rounded, and what
/// the host takes the logarithm of, the device does too.
#[test]
fn integers_with_a_logarithm_are_read_as_they_are() {
    let column: Vec<f64> = (0..1000).map(|i| (f64::from(i) * 6e-3 + 1.0).exp().round() - 90.0).collect();
    let standard = Standard::logarithmic(&column).expect("a long tail");
    let scaling = scaling(standard, Some(127.0));
    let Some(Guard { low, high, centre, shift }) = scaling.guard else { panic!("no guard") };
    assert!(scaling.is_raw() && !scaling.may_be_missing());
    assert!((-90.0..=1100.0).contains(&scaling.raw_fixed(f64::NAN)));
    let logarithm = standard.logarithm.expect("a logarithm");
    for x in (-2000i16..3000).chain([i16::MIN + 1, i16::MAX]) {
        let within = f64::from(x).clamp(standard.low, standard.high);
        let guarded = x.guard(low as i16, high as i16, centre as i16, shift);
        assert_eq!(f64::from(guarded) + 32_768.0, logarithm.magnitude(within), "{x}");
        let z = (f64::from(logarithm::fixed(guarded)) - scaling.centre) / scaling.deviation;
        let bound = 1.0 / f64::from(logarithm::OCTAVE) / standard.deviation + 1e-9; // the fraction cut off
        assert!((z - standard.apply(f64::from(x))).abs() <= bound, "{x}: {z}");
    }
}

/// In single precision the logarithm is the host's to a part in a million.
#[test]
fn logarithms_in_single_precision_are_those_of_the_host() {
    let (column, standard) = long_tail();
    let scaling = scaling(standard, None);
    let scale = scaling.logarithm.expect("one");
    let Some(Guard { low, high, centre, .. }) = scaling.guard else { panic!("no guard") };
    for &x in column.iter().chain(&[0.0, 1e9, f64::NAN]) {
        let guarded = if x.is_nan() { 0.0 } else { x.clamp(low, high) - centre };
        let one = logarithm::float(guarded as f32, [scale.gain as f32, scale.offset as f32]);
        let z = (f64::from(one) - scaling.centre) / scaling.deviation;
        assert!((z - standard.apply(x)).abs() < 1e-4, "{x}: {z} {}", standard.apply(x));
    }
}

/// Integers over all words, some of them missing: a word has no room for their distance from the
/// mean, so the host scales them.
#[test]
fn wide_integers_with_gaps_do_not_wrap() {
    let mut column: Vec<f64> = (0..400).map(|i| (32_700.0 - f64::from(i * i) * 0.41).round()).collect();
    column[3] = f64::NAN;
    let standard = Standard::learn(&column, ColumnKind::Number);
    assert!(standard.misses && standard.centre - standard.low > 32_767.0, "{standard:?}");
    for scaling in
        [scaling(standard, Some(127.0)), plan_scalings(&[standard], &DMatrix::zeros(1, 0), Some(127.0)).remove(0)]
    {
        for &x in &column {
            let raw = scaling.raw_fixed(x);
            let taken = scaling.guard.map_or(raw, |guard| {
                f64::from((raw as i16).guard(guard.low as i16, guard.high as i16, guard.centre as i16, guard.shift))
            });
            let z = (taken - scaling.centre) / scaling.deviation;
            assert!((z - standard.apply(x)).abs() < 1e-3, "{x}: {z} {}", standard.apply(x));
        }
    }
}

/// The device computes the standardised value from the raw one, to the rounding of one raw unit.
#[test]
fn scaling_guard_and_centre_undo_each_other() {
    let mut spiked: Vec<f64> = (0..2000).map(|i| f64::from(i % 50)).collect();
    spiked[0] = 30_000.0;
    let real: Vec<f64> = spiked.iter().map(|x| x * 0.37 - 5.0).collect();
    for column in [spiked, real] {
        let standard = Standard::learn(&column, ColumnKind::Number);
        for levels in [Some(127.0), None] {
            let scaling = scaling(standard, levels);
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

/// A device that lacks an input passes the word of a missing reading, which is then its mean.
#[test]
fn optional_inputs_have_a_guard_that_gives_their_mean() {
    let real: Vec<f64> = (0..1000).map(|i| 2.0 + f64::from(i) / 999.0).collect();
    let whole: Vec<f64> = (0..1000).map(|i| f64::from(i % 50)).collect();
    for (column, levels) in [(&real, Some(127.0)), (&whole, Some(127.0)), (&real, None)] {
        let standard = Standard::learn(column, ColumnKind::Number);
        assert!(scaling(standard, levels).guard.is_none());
        let scaling = scaling(Standard { optional: true, ..standard }, levels);
        assert!(scaling.may_be_missing());
        let Guard { low, high, centre, shift } = scaling.guard.expect("a guard");
        let missing = match levels {
            Some(_) => f64::from(i16::MIN.guard(low as i16, high as i16, centre as i16, shift)),
            None => f64::from(f32::NAN.guard(low as f32, high as f32, centre as f32, shift)),
        };
        assert!(((missing - scaling.centre) / scaling.deviation).abs() < 0.05, "{missing} {scaling:?}");
    }
}
