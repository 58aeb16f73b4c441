//! Folding into fixed point.

use super::cosine_row::CosineRow;
use super::fold_format::FoldFormat;
use super::generated::generated_words;
use super::ramp::Ramp;
use super::scale::{Scale, UNITS_PER_TURN, within_half_a_turn};
use kernelet::number::{Fixed, Format, ScalePhase, Weight};
use std::f64::consts::TAU;

impl<W, S, U> FoldFormat for Fixed<W, S>
where
    W: Weight,
    U: Scale + Default,
    Self: Format<Weight = W, ScalePhase = ScalePhase, Scale = U>,
{
    /// Takes the scale of the row's step, or, without one, that with the smallest phase error among
    /// those at which the largest weight fits or is clipped.
    fn fold_cosine(row: CosineRow<'_>, phase: f64) -> (Vec<W>, Vec<u8>) {
        let (row, scale) = match row.step {
            Some(step) => (row, U::nearest(step * UNITS_PER_TURN)),
            None => {
                // integer inputs cannot tell angles apart that differ by whole turns
                let row = CosineRow { turns: row.turns.into_iter().map(within_half_a_turn).collect(), ..row };
                let scale = best_scale::<W, U>(&row);
                (row, scale)
            }
        };
        let unit = scale_turns(scale);
        let words: Vec<W> = words(&row, unit);
        let bytes = scale.with_phase(phase - row.phase_at_centres(&words, unit));
        (words, bytes)
    }

    fn fold_ramp(ramp: &Ramp, centres: &[f64]) -> (Vec<W>, ScalePhase) {
        let (words, slope) = ramp.to_words::<W>(centres);
        (words, slope.into())
    }

    fn fold_generated(inputs: &[f64], scales: &[f64]) -> (Vec<W>, Vec<U>) {
        generated_words(inputs, &scales.iter().map(|scale| scale * UNITS_PER_TURN).collect::<Vec<_>>())
    }

    fn scale_value(scale: U) -> f64 {
        scale_turns(scale)
    }

    fn fixed_scale_phase(word: ScalePhase) -> Option<ScalePhase> {
        Some(word)
    }

    fn nearest_step(step: f64) -> f64 {
        f64::from(U::nearest(step * UNITS_PER_TURN / TAU).into()) * TAU / UNITS_PER_TURN
    }
}

/// Returns the value of a scale in turns.
fn scale_turns<U: Scale>(scale: U) -> f64 {
    f64::from(scale.into()) / UNITS_PER_TURN
}

/// Returns the weights of a row in words of this unit.
fn words<W: Weight>(row: &CosineRow<'_>, unit: f64) -> Vec<W> {
    row.turns.iter().map(|w| W::quantise(w / unit)).collect()
}

/// Returns the scale with the smallest phase error.
fn best_scale<W: Weight, U: Scale + Default>(row: &CosineRow<'_>) -> U {
    let largest = row.turns.iter().fold(0.0f64, |most, turns| most.max(turns.abs()));
    let error = |scale: &U| row.phase_error(&words::<W>(row, scale_turns(*scale)), scale_turns(*scale));
    let scales = U::fitting(largest * UNITS_PER_TURN / W::LIMIT).into_iter();
    scales.min_by(|a, b| error(a).total_cmp(&error(b))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::quantise::samples::scalings;
    use kernelet::number::Minifloat;
    use kernelet::{F32, Polynomial, Q3, Q7};

    /// No scale at all has a smaller error, by the definition, for rows of any weights.
    #[test]
    fn nibbles_take_the_scale_of_the_smallest_error() {
        let mut scalings = scalings(7);
        scalings.iter_mut().zip([1.0, 30.0, 10.0]).for_each(|(scaling, deviation)| scaling.deviation = deviation);
        let normals = MonteCarlo.normals(7, 200, 4) / (TAU * 10.0);
        for row in normals.column_iter() {
            let row = CosineRow { turns: row.iter().copied().collect(), scalings: &scalings, step: None };
            let error = |scale: f64| -> f64 {
                let words = row.turns.iter().map(|w| (w * UNITS_PER_TURN / scale).round().clamp(-7.0, 7.0));
                let errors = words.zip(&row.turns).map(|(word, w)| word * scale / UNITS_PER_TURN - w);
                errors.zip(&scalings).map(|(error, i)| error * i.deviation).map(|error| error * error).sum()
            };
            let (_, bytes) = Q3::fold_cosine(row.clone(), 0.0);
            let largest = row.turns.iter().fold(0.0f64, |most, w| most.max(w.abs())) * UNITS_PER_TURN / 7.0;
            let scales = (0..=231).map(|byte| f64::from(u32::from(Minifloat(byte))));
            let fits = scales.clone().find(|scale| *scale >= largest).expect("a scale that fits");
            let scales = scales.filter(|scale| (0.35 * largest..=fits).contains(scale));
            let least = scales.map(error).fold(f64::INFINITY, f64::min);
            assert!(error(f64::from(u32::from(Minifloat(bytes[0])))) <= least * (1.0 + 1e-9));
        }
    }

    /// The finest step is `2^-32` turn; in the words of `q3`, steps rise by an eighth at most.
    #[test]
    fn steps_are_representable() {
        for step in [1e-6, 0.0123, 0.3, 2.0] {
            assert!((Q7::nearest_step(step) / step - 1.0).abs() <= TAU / UNITS_PER_TURN / step);
            let nearest = Q3::nearest_step(step);
            assert!((nearest / step - 1.0).abs() <= 1.0 / 16.0);
            assert_eq!((Q3::nearest_step(nearest), F32::<Polynomial>::nearest_step(step)), (nearest, step));
        }
    }
}
