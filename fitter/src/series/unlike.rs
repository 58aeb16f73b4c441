//! Remarks on readings that are unlike those that a model was fitted to.

use super::layout::Layout;
use super::signal::{Channel, Signal};
use crate::data::Inputs;
use crate::error::text::{percent, shortened, significant};

/// The share of a channel's readings from which on it is told that they are cut.
const CUT: f64 = 0.01;
/// The same that they are missing.
const MISSING: f64 = 0.1;

impl Signal {
    /// Returns remarks on channels with many readings that lie beyond what samples tell apart, or
    /// that are missing: of samples with a column for each channel, or of windows.
    pub fn unlike(&self, raw: &Inputs) -> Vec<String> {
        let windows = Layout::find(&raw.names, &self.names()).map(|layout| layout.channels).unwrap_or_default();
        let columns = |channel: &Channel| match windows.iter().find(|own| own.name == channel.name) {
            Some(own) => own.columns.clone(),
            None => raw.names.iter().position(|name| *name == channel.name).into_iter().collect(),
        };
        let of_channel = |channel: &Channel| {
            let columns = columns(channel);
            let readings = columns.iter().flat_map(|&column| raw.columns[column].iter().copied());
            channel.unlike(readings.collect())
        };
        self.channels.iter().flat_map(of_channel).collect()
    }
}

impl Channel {
    fn unlike(&self, readings: Vec<f64>) -> Vec<String> {
        let (name, [low, high]) = (shortened(&self.name), self.range());
        let known: Vec<f64> = readings.iter().copied().filter(|x| !x.is_nan()).collect();
        let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
        // what rounds to the last sample is not cut
        let half = 0.5 * f64::from(1u32 << self.shift) / self.gain;
        let cut = share(known.iter().filter(|x| !(low - half..=high + half).contains(x)).count(), known.len());
        let missing = share(readings.len() - known.len(), readings.len());
        let are_cut = || {
            let [low, high] = [low, high].map(|end| significant(end, 4));
            format!(
                "{} % of the readings of {name:?} are cut at {low} or {high}: have they another unit?",
                percent(cut)
            )
        };
        let are_missing = || match known.is_empty() {
            true => {
                format!("all readings of {name:?} are missing: the model was fitted to them, and may be wrong without")
            }
            false => {
                format!("{} % of the readings of {name:?} are missing: each repeats the last one", percent(missing))
            }
        };
        (cut >= CUT).then(are_cut).into_iter().chain((missing >= MISSING).then(are_missing)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ColumnKind;

    fn samples(x: Vec<f64>) -> Inputs {
        Inputs { names: vec!["x".to_owned()], kinds: vec![ColumnKind::Number], columns: vec![x] }
    }

    /// A channel of samples from -2048 to 2047.
    fn signal() -> Signal {
        let channel = Channel { name: "x".to_owned(), gain: 1.0, offset: 0.0, centre: 0, shift: 0 };
        Signal { channels: vec![channel], length: 4, stride: 4, candidates: 0, cut: None }
    }

    #[test]
    fn readings_that_are_cut_or_missing_are_told_by_channel() {
        let unlike = |x: Vec<f64>| signal().unlike(&samples(x));
        let some = |count: usize, value: f64| (0..100).map(|at| if at < count { value } else { 5.0 }).collect();
        assert_eq!(unlike(some(0, 0.0)), [""; 0]);
        let cut = "2.00 % of the readings of \"x\" are cut at -2048 or 2047: have they another unit?";
        assert_eq!(unlike(some(2, 3000.0)), [cut]);
        let missing = "20.00 % of the readings of \"x\" are missing: each repeats the last one";
        assert_eq!(unlike(some(20, f64::NAN)), [missing]);
        assert_eq!(unlike(some(9, f64::NAN)), [""; 0]);
        let all = "all readings of \"x\" are missing: the model was fitted to them, and may be wrong without";
        assert_eq!(unlike(some(100, f64::NAN)), [all]);
    }

    /// The largest value of a sensor that saturates there is the last sample.
    #[test]
    fn a_channel_does_not_cut_what_it_was_learned_from() {
        let columns: Vec<Vec<f64>> =
            (0..8).map(|at| (0..40).map(|row| 0.7 * f64::from((at + row) % 3 / 2)).collect()).collect();
        let windows =
            Inputs { names: (0..8).map(|at| format!("x_{at}")).collect(), kinds: vec![ColumnKind::Number; 8], columns };
        let layout = Layout::find(&windows.names, &[]).expect("a channel");
        assert_eq!(Signal::learn(&windows, &layout, 8).unlike(&windows), [""; 0]);
    }

    #[test]
    fn windows_have_their_readings_in_columns() {
        let name = |at: usize| format!("x_{at}");
        let windows = Inputs {
            names: (0..4).map(name).collect(),
            kinds: vec![ColumnKind::Number; 4],
            columns: vec![vec![1.0, 1.0], vec![2.0, -9000.0], vec![3.0, 3.0], vec![4.0, 4.0]],
        };
        let remarks = signal().unlike(&windows);
        assert!(remarks.len() == 1 && remarks[0].contains("\"x\" are cut at -2048 or 2047"), "{remarks:?}");
    }
}
