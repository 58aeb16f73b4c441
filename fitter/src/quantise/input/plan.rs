//! The choice of every input's scaling.

use super::fixed::{DEVIATION, fixed, fixed_alone, own_deviation};
use super::float::float;
use super::scaling::InputScaling;
use crate::data::standardise::Standard;
use nalgebra::DMatrix;
use std::f64::consts::TAU;

/// The root mean square phase error, in turns, up to which accuracy does not suffer.
const SAFE_PHASE_ERROR: f64 = 0.01;
/// The factor by which shifts must lower a phase error to be worth the guards that they take.
const WORTH_GUARDS: f64 = 2.0;

/// Chooses the scaling of every input for weights of `levels` steps to each side, or for `f32`
/// where that is `None`.
///
/// `frequencies` are those of the features, `inputs x features`, on standardised inputs. Without
/// any, no weights share the scale of a row, and each input takes all words that there are.
pub fn plan_scalings(standards: &[Standard], frequencies: &DMatrix<f64>, levels: Option<f64>) -> Vec<InputScaling> {
    let Some(levels) = levels else {
        return standards.iter().map(float).collect();
    };
    if frequencies.ncols() == 0 {
        return standards.iter().map(fixed_alone).collect();
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

/// Returns the raw deviation of inputs without a scale of their own: near that of the inputs with
/// one, so that all weights of a row use the same bits; [`DEVIATION`] where no input has one.
fn common_deviation(standards: &[Standard]) -> f64 {
    let own = || standards.iter().filter_map(own_deviation);
    let count = own().count();
    if count == standards.len() {
        return own().fold(0.0, f64::max).min(DEVIATION);
    }
    let logarithms: f64 = own().map(f64::ln).sum();
    if count == 0 { DEVIATION } else { (logarithms / count as f64).exp().clamp(DEVIATION / 8.0, DEVIATION) }
}

/// Returns the root mean square error of a phase, in turns, from rounding each row to `levels`
/// steps of its largest weight.
fn phase_error(scalings: &[InputScaling], frequencies: &DMatrix<f64>, levels: f64) -> f64 {
    let squares = frequencies.column_iter().map(|row| {
        let turns = row.iter().zip(scalings).map(|(w, scaling)| (w / TAU / scaling.deviation).abs());
        let step = turns.fold(0.0, f64::max) / levels;
        let read = row.iter().zip(scalings).filter(|(w, _)| **w != 0.0); // zeros need no rounding
        read.map(|(_, scaling)| (step * scaling.deviation).powi(2) / 12.0).sum::<f64>()
    });
    (squares.sum::<f64>() / frequencies.ncols().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ColumnKind;
    use crate::features::draw::{MonteCarlo, Sampler};

    fn whole_numbers(spread: i32) -> Standard {
        let column: Vec<f64> = (0..1000).map(|i| f64::from(i * 7919 % (spread + 1))).collect();
        Standard::learn(&column, ColumnKind::Number)
    }

    #[test]
    fn without_features_inputs_take_all_words() {
        let standards = [
            Standard::compared(&[0.0, 1.5, 100_000.0], ColumnKind::Number),
            Standard::compared(&[-7.0, 3.0, 30_000.0], ColumnKind::Number),
            Standard::compared(&[0.0, 0.0, 1.0], ColumnKind::Indicator),
            Standard::compared(&[0.5, 0.5, 0.5], ColumnKind::Number),
        ];
        let scalings = plan_scalings(&standards, &DMatrix::zeros(4, 0), Some(127.0));
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
    fn integers_of_one_scale_are_read_as_they_are() {
        let standards = [whole_numbers(15), whole_numbers(12)];
        let scalings = plan_scalings(&standards, &MonteCarlo.normals(2, 10, 0), Some(127.0));
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
        let in_16_bits = plan_scalings(&standards, &frequencies, Some(32767.0));
        assert!(in_16_bits.iter().all(|scaling| scaling.guard.is_none()));
        let shifted = plan_scalings(&standards, &frequencies, Some(127.0));
        assert!(shifted[0].guard.is_some_and(|guard| guard.shift >= 9) && shifted[1].guard.is_none());
        assert!(phase_error(&shifted, &frequencies, 127.0) < SAFE_PHASE_ERROR);
    }

    /// Few levels round coarsely, but inputs of nearly one scale gain nothing by a shift.
    #[test]
    fn shifts_that_gain_little_are_left_out() {
        let standards = [whole_numbers(4000), whole_numbers(2000)];
        let frequencies = MonteCarlo.normals(2, 10, 0);
        let scalings = plan_scalings(&standards, &frequencies, Some(7.0));
        assert!(phase_error(&scalings, &frequencies, 7.0) > SAFE_PHASE_ERROR);
        assert!(scalings.iter().all(|scaling| scaling.guard.is_none()));
    }
}
