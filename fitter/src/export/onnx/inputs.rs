//! From physical values, or raw readings, to what rows and ferns read.

use super::graph::Graph;
use crate::pack::Sheet;
use crate::quantise::InputScaling;
use kernelet::number::{Format, Word, logarithm};
use kernelet::wire::Sections;

/// The largest number that nothing is clipped at.
const MOST: f64 = f32::MAX as f64;
/// The largest raw word in fixed point.
const WORD: f64 = 32_767.0;

/// Adds the nodes that prepare a row of inputs; returns the name of what they give.
///
/// With a data sheet the inputs are physical values, scaled as the host scales them; without one
/// they are the device's own readings. NaN is missing.
pub fn prepared<F: Format>(
    graph: &mut Graph,
    inputs: &str,
    (sections, sheet): (&Sections<'_>, Option<&Sheet>),
) -> String {
    let scalings = sheet.map(|sheet| &sheet.scalings[..]);
    let raw = match scalings {
        Some(scalings) => scaled(graph, inputs, (scalings, sections.contract.is_fixed())),
        None => inputs.to_owned(),
    };
    let guards = Guards::of::<F>(sections);
    let value = guards.nodes(graph, raw);
    let is_missing = graph.node("IsNaN", &[inputs], &[]);
    let missing = guards.missing(scalings.unwrap_or_default(), sections.contract.is_fixed());
    let missing = graph.floats(&[missing.len()], &missing);
    let value = graph.node("Where", &[&is_missing, &missing, &value], &[]);
    match sections.logarithms.is_empty() {
        true => value,
        false => logarithms(graph, &value, sections),
    }
}

/// Scales physical values to raw readings; of a half in fixed point the upper word is taken.
fn scaled(graph: &mut Graph, inputs: &str, (scalings, is_fixed): (&[InputScaling], bool)) -> String {
    let row = |number: fn(&InputScaling) -> f64| scalings.iter().map(number).collect::<Vec<f64>>();
    let mut value = inputs.to_owned();
    if scalings.iter().any(|scaling| scaling.limits.is_some()) {
        value = graph.with_row("Max", &value, &row(|scaling| scaling.limits.map_or(-MOST, |(low, _)| low)));
        value = graph.with_row("Min", &value, &row(|scaling| scaling.limits.map_or(MOST, |(_, high)| high)));
    }
    if !scalings.iter().all(InputScaling::is_raw) {
        value = graph.with_row("Mul", &value, &row(|scaling| scaling.gain));
        value = graph.with_row("Add", &value, &row(|scaling| scaling.offset));
    }
    if is_fixed {
        value = graph.with_number("Add", &value, 0.5);
        value = graph.node("Floor", &[&value], &[]);
        value = graph.with_number("Max", &value, -WORD);
        value = graph.with_number("Min", &value, WORD);
    }
    value
}

/// The guards of all inputs, column by column; those without one have limits that clip nothing.
struct Guards {
    guarded: Vec<bool>,
    low: Vec<f64>,
    high: Vec<f64>,
    centre: Vec<f64>,
    factor: Vec<f64>,
}

impl Guards {
    fn of<F: Format>(sections: &Sections<'_>) -> Guards {
        let count = usize::from(sections.header.inputs);
        let mut guards = Guards {
            guarded: vec![false; count],
            low: vec![-MOST; count],
            high: vec![MOST; count],
            centre: vec![0.0; count],
            factor: vec![1.0; count],
        };
        for guard in sections.guards {
            let at = usize::from(guard.index);
            guards.guarded[at] = true;
            guards.factor[at] = if sections.contract.is_fixed() { f64::from(guard.shift).exp2() } else { 1.0 };
            let places = [&mut guards.low[at], &mut guards.high[at], &mut guards.centre[at]];
            places.into_iter().zip(F::Input::words(guard.words)).for_each(|(place, word)| *place = word.into());
        }
        guards
    }

    fn nodes(&self, graph: &mut Graph, mut value: String) -> String {
        if self.guarded.iter().any(|is_guarded| *is_guarded) {
            for (operator, row) in
                [("Max", &self.low), ("Min", &self.high), ("Sub", &self.centre), ("Mul", &self.factor)]
            {
                value = graph.with_row(operator, &value, row);
            }
        }
        value
    }

    /// What stands for a missing value of each input behind the guards.
    fn missing(&self, scalings: &[InputScaling], is_fixed: bool) -> Vec<f64> {
        let raw = if is_fixed { InputScaling::raw_fixed } else { InputScaling::raw_float };
        let known = |at: usize| scalings.get(at).map(|scaling| raw(scaling, f64::NAN)).filter(|raw| !raw.is_nan());
        let behind = |at: usize, raw: f64| (raw.clamp(self.low[at], self.high[at]) - self.centre[at]) * self.factor[at];
        let missing = |at: usize| known(at).map_or(0.0, |raw| behind(at, raw));
        (0..self.guarded.len()).map(missing).collect()
    }
}

/// Puts logarithms along straight lines between powers of two in the place of some inputs.
fn logarithms(graph: &mut Graph, value: &str, sections: &Sections<'_>) -> String {
    let columns = usize::from(sections.header.inputs);
    let (mut gain, mut offset, mut marks) = (vec![0.0; columns], vec![1.0; columns], vec![0.0; columns]);
    let mut scales = f32::words(sections.logarithms.scales);
    for at in sections.logarithms.inputs().map(usize::from) {
        let word = -f64::from(i16::MIN);
        let mut scale = |fixed| scales.next().map_or(fixed, f64::from);
        (gain[at], offset[at], marks[at]) = (scale(1.0), scale(word), 1.0);
    }
    let magnitude = graph.with_row("Mul", value, &gain);
    let magnitude = graph.with_row("Add", &magnitude, &offset);
    let least = if sections.contract.is_fixed() { 1.0 } else { f64::from(f32::MIN_POSITIVE) };
    let magnitude = graph.with_number("Max", &magnitude, least);
    // the lines meet at the powers of two, so that an octave off by one there changes nothing
    let octave = graph.node("Log", &[&magnitude], &[]);
    let octave = graph.with_number("Mul", &octave, std::f64::consts::LOG2_E);
    let octave = graph.node("Floor", &[&octave], &[]);
    let two = graph.floats(&[], &[2.0]);
    let power = graph.node("Pow", &[&two, &octave], &[]);
    let share = graph.node("Div", &[&magnitude, &power], &[]);
    let line = graph.node("Add", &[&octave, &share], &[]);
    let mut line = graph.with_number("Sub", &line, 1.0);
    if sections.contract.is_fixed() {
        line = graph.with_number("Mul", &line, f64::from(logarithm::OCTAVE));
        line = graph.node("Floor", &[&line], &[]);
        line = graph.with_number("Sub", &line, f64::from(logarithm::MIDDLE));
    }
    let is_marked = graph.floats(&[columns], &marks);
    let is_marked = graph.with_number("Greater", &is_marked, 0.5);
    graph.node("Where", &[&is_marked, &line, value], &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ColumnKind;
    use crate::data::standardise::Standard;
    use crate::quantise::{Guard, plan_scalings};
    use kernelet::number::Input;
    use nalgebra::DMatrix;

    /// Behind the guard of a sensor's integers with a logarithm, zero is not the mean.
    #[test]
    fn what_is_missing_is_the_mean_behind_guards_too() {
        let tail: Vec<f64> = (0..500).map(|i| (f64::from(i) * 0.014).exp().round()).collect();
        let gaps: Vec<f64> = (0..500).map(|i| if i == 7 { f64::NAN } else { f64::from(i % 90) }).collect();
        let standards = [Standard::logarithmic(&tail).expect("a tail"), Standard::learn(&gaps, ColumnKind::Number)];
        let scalings = plan_scalings(&standards, &DMatrix::zeros(2, 0), Some(127.0));
        let guard = |at: usize| scalings[at].guard.expect("a guard");
        let of = |number: fn(Guard) -> f64| (0..2).map(|at| number(guard(at))).collect::<Vec<f64>>();
        let guards = Guards {
            guarded: vec![true; 2],
            low: of(|guard| guard.low),
            high: of(|guard| guard.high),
            centre: of(|guard| guard.centre),
            factor: of(|guard| f64::from(guard.shift).exp2()),
        };
        let missing = guards.missing(&scalings, true);
        let mean = scalings[0].raw_fixed(f64::NAN);
        assert!(mean > 1.0 && mean < 300.0, "{mean}");
        // the guard of the device, on the reading that stands for a missing one
        let Guard { low, high, centre, shift } = guard(0);
        let word = (mean as i16).guard(low as i16, high as i16, centre as i16, shift);
        assert_eq!(missing, [f64::from(word), 0.0]);
        assert_ne!(word, 0);
        assert_eq!(guards.missing(&[], true), [0.0; 2]);
    }
}
