//! Remarks on readings that are unlike those that a model was fitted to, or unlike each other.

use super::layout::Layout;
use super::movement::{Movement, range};
use super::signal::{Channel, Signal};
use crate::data::Inputs;
use crate::error::text::{percent, shortened, shortest, significant};

/// The share of a channel's readings from which on it is told that they are cut.
const CUT: f64 = 0.01;
/// The same that they are missing.
const MISSING: f64 = 0.1;
/// The samples that are so few of the range that readings seem not to move, where there are many.
const STILL: u16 = 8;
const MANY: usize = 100;
/// The share of a channel's readings, in the middle, that is to have many samples.
const MIDDLE: f64 = 0.98;
/// The samples of them that are few, and how many times as many readings become these.
const FEW: usize = 16;
const MERGED: usize = 4;

impl Signal {
    /// Returns remarks on channels with many readings that lie beyond what samples tell apart, or
    /// that are missing: of samples with a column for each channel, or of windows.
    pub fn unlike(&self, raw: &Inputs) -> Vec<String> {
        self.by_channel(raw, |channel, readings| channel.unlike(&readings, self.length.into()))
    }

    /// Returns remarks on channels of which a few readings lie so far from the others that these
    /// become one or two samples.
    pub fn coarse(&self, raw: &Inputs) -> Vec<String> {
        self.by_channel(raw, |channel, readings| channel.coarse(readings).into_iter().collect())
    }

    fn by_channel(&self, raw: &Inputs, remarks: impl Fn(&Channel, Vec<f64>) -> Vec<String>) -> Vec<String> {
        let windows = Layout::find(&raw.names, &self.names()).map(|layout| layout.channels).unwrap_or_default();
        let columns = |channel: &Channel| match windows.iter().find(|own| own.name == channel.name) {
            Some(own) => own.columns.clone(),
            None => raw.names.iter().position(|name| *name == channel.name).into_iter().collect(),
        };
        let of_channel = |channel: &Channel| remarks(channel, raw.cells(&columns(channel)));
        self.channels.iter().flat_map(of_channel).collect()
    }
}

impl Channel {
    fn unlike(&self, readings: &[f64], length: usize) -> Vec<String> {
        let known: Vec<f64> = readings.iter().copied().filter(|x| !x.is_nan()).collect();
        let remark =
            self.cut(&known).or_else(|| self.still((readings, length), &known)).or_else(|| self.broken(&known));
        remark.into_iter().chain(self.missing(known.len(), readings.len())).collect()
    }

    fn cut(&self, known: &[f64]) -> Option<String> {
        let [low, high] = self.range();
        // what rounds to the last sample is not cut
        let half = 0.5 * f64::from(1u32 << self.shift) / self.gain;
        let cut = share(known.iter().filter(|x| !(low - half..=high + half).contains(x)).count(), known.len());
        (cut >= CUT).then(|| {
            let (name, [low, high]) = (shortened(&self.name), self.range().map(|end| significant(end, 4)));
            let percent = percent(cut);
            format!("{percent} % of the readings of {name:?} are cut at {low} or {high}: have they another unit?")
        })
    }

    /// Many readings that move less than those of training did.
    fn still(&self, (readings, length): (&[f64], usize), known: &[f64]) -> Option<String> {
        let span = range(known).filter(|_| known.len() >= MANY)?;
        let is_still = match self.movement {
            Some(movement) => movement.is_above(Movement::of(readings, length), span),
            None => self.becomes_few(known),
        };
        is_still.then(|| {
            let (name, [low, high]) = (shortened(&self.name), self.range().map(|end| significant(end, 4)));
            match span == 0.0 {
                true => format!("all readings of {name:?} are {}: does the sensor work?", shortest(known[0])),
                false => format!(
                    "the readings of {name:?} hardly move in the range from {low} to {high}: have they another unit?"
                ),
            }
        })
    }

    /// Where no movement is known, the training readings spanned at least half of the samples, or
    /// were a few integers.
    fn becomes_few(&self, known: &[f64]) -> bool {
        let samples = || known.iter().map(|&x| self.preparation().sample(self.reading(x)));
        let spanned = samples().max().zip(samples().min()).map_or(0, |(most, least)| most - least);
        let is_scaled = self.shift > 0 || self.gain != 1.0;
        is_scaled && spanned < STILL
    }

    /// Fractions, where the training readings were whole numbers.
    fn broken(&self, known: &[f64]) -> Option<String> {
        let broken = share(known.iter().filter(|x| x.fract() != 0.0).count(), known.len());
        (self.is_whole() && broken >= CUT).then(|| {
            let (name, percent) = (shortened(&self.name), percent(broken));
            format!(
                "{percent} % of the readings of {name:?} have fractions, and the training rows had whole numbers: have \
                 they another unit?"
            )
        })
    }

    fn missing(&self, known: usize, all: usize) -> Option<String> {
        let (name, missing) = (shortened(&self.name), share(all - known, all));
        (missing >= MISSING).then(|| match known {
            0 => {
                format!("all readings of {name:?} are missing: the model was fitted to them, and may be wrong without")
            }
            _ => format!("{} % of the readings of {name:?} are missing: each repeats the last one", percent(missing)),
        })
    }

    fn coarse(&self, mut readings: Vec<f64>) -> Option<String> {
        readings.retain(|x| !x.is_nan());
        readings.sort_by(f64::total_cmp);
        let beyond = (readings.len() as f64 * (1.0 - MIDDLE) / 2.0) as usize;
        let mut middle = readings[beyond..readings.len() - beyond].to_vec();
        middle.dedup();
        let mut samples: Vec<u16> = middle.iter().map(|&x| self.preparation().sample(self.reading(x))).collect();
        samples.dedup();
        let count = samples.len();
        (count < FEW && middle.len() >= MERGED * count.max(1)).then(|| {
            let (name, [low, high]) = (shortened(&self.name), self.range().map(|end| significant(end, 4)));
            let percent = percent(MIDDLE);
            format!(
                "{percent} % of the readings of {name:?} become {count} of 4096 samples from {low} to {high}: if others \
                 are errors, --na makes them missing"
            )
        })
    }
}

fn share(part: usize, all: usize) -> f64 {
    part as f64 / all.max(1) as f64
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
        let channel = Channel { name: "x".to_owned(), gain: 1.0, offset: 0.0, centre: 0, shift: 0, movement: None };
        Signal { channels: vec![channel], length: 4, stride: 4, candidates: 0, turned: false, cut: None }
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

    #[test]
    fn readings_that_become_few_samples_are_told() {
        let layout = |windows: &Inputs| Layout::find(&windows.names, &[]).expect("a channel");
        let coarse = |x: &dyn Fn(u32) -> f64| {
            let columns = (0..10).map(|at| (0..200).map(|row| x(10 * row + at)).collect()).collect();
            let names = (0..10).map(|at| format!("x_{at}")).collect();
            let windows = Inputs { names, kinds: vec![ColumnKind::Number; 10], columns };
            Signal::learn(&windows, &layout(&windows), 10).coarse(&windows)
        };
        let wave = |n: u32| 100.5 + f64::from(n * 37 % 1000);
        let glitches = |share: u32| move |n: u32| if n.is_multiple_of(share) { 4.5e5 } else { wave(n) };
        assert_eq!(coarse(&wave), [""; 0]);
        // one of 2,000 is left out of the range, ten are not unless they are absurdly far
        assert_eq!(coarse(&glitches(2000)), [""; 0]);
        let remark = coarse(&glitches(200)).concat();
        // 4,096 samples for 450,000 are one for 110
        assert!(remark.contains("98.00 % of the readings of \"x\" become 10 of 4096 samples"), "{remark}");
        assert_eq!(coarse(&|n| if n.is_multiple_of(200) { 8e6 } else { wave(n) }), [""; 0]);
        // levels that are few are all there
        assert_eq!(coarse(&|n| f64::from(n % 3)), [""; 0]);
    }

    #[test]
    fn readings_that_hardly_move_are_told() {
        let channel = Channel { name: "x".to_owned(), gain: 2.0, offset: 0.0, centre: 0, shift: 0, movement: None };
        let signal = Signal { channels: vec![channel], ..signal() };
        let unlike = |factor: f64| signal.unlike(&samples((0..200).map(|at| factor * f64::from(at)).collect()));
        assert_eq!(unlike(1.0), [""; 0]);
        let told = "the readings of \"x\" hardly move in the range from -1024 to 1024: have they another unit?";
        assert_eq!(unlike(0.001), [told]);
        assert_eq!(unlike(0.0), ["all readings of \"x\" are 0: does the sensor work?"]);
    }

    /// Whole numbers are samples as they are, however few.
    #[test]
    fn whole_numbers_that_hardly_move_are_told() {
        let wave = |factor: f64| (0..200).map(|at| factor * f64::from(at % 10)).collect::<Vec<_>>();
        let movement = Movement::of(&wave(100.0), 4);
        let signal = |movement: Option<Movement>| Signal {
            channels: signal().channels.into_iter().map(|own| Channel { movement, ..own }).collect(),
            ..signal()
        };
        let unlike = |movement: Option<Movement>, factor: f64| signal(movement).unlike(&samples(wave(factor)));
        let none: [Vec<String>; 3] = Default::default();
        assert_eq!([unlike(movement, 100.0), unlike(None, 1.0), unlike(None, 0.0)], none);
        let told = "the readings of \"x\" hardly move in the range from -2048 to 2047: have they another unit?";
        assert_eq!([unlike(movement, 10.0), unlike(movement, 0.1)], [[told], [told]]);
        assert_eq!(unlike(movement, 0.0), ["all readings of \"x\" are 0: does the sensor work?"]);
        let told = "80.00 % of the readings of \"x\" have fractions, and the training rows had whole numbers: have they \
                    another unit?";
        assert_eq!(unlike(None, 0.2), [told]);
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
