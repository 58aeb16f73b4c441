//! The channels of windows: from physical values to readings and samples.

use super::layout::{ChannelColumns, Layout};
use super::movement::Movement;
use super::recording::Cut;
use super::runs::{Run, filled};
use crate::data::{Inputs, without_strays};
use kernelet::window::{self, Section};
use serde::{Deserialize, Serialize};

/// The largest magnitude of a sample, which has 12 bits with its sign.
const LARGEST: f64 = 2047.0;
/// The share of values beyond each end of a channel's range, at least one of so many.
const BEYOND: f64 = 0.0005;
const FEWEST: usize = 100;
/// The room beyond this range, as a share of it.
const ROOM: f64 = 0.25;

/// The windows that a model reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// The channels.
    pub channels: Vec<Channel>,
    /// The samples of a window in each channel.
    pub length: u16,
    /// The samples from one window to the next.
    pub stride: u16,
    /// The number of features that the model's were chosen from.
    pub candidates: usize,
    /// Whether the model also learned from windows of turned sensors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
    /// The way in which recordings are cut, where the file has a sample a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// A channel of windows.
///
/// The device reads `reading = gain x + offset`, rounded to 16 bits, and makes it a sample of 12
/// bits, `(reading - centre) >> shift`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    /// The name.
    pub name: String,
    /// Readings per physical unit.
    pub gain: f64,
    /// The reading of zero.
    pub offset: f64,
    /// The reading in the middle of the samples.
    pub centre: i16,
    /// The bits by which a difference to it is shifted down.
    pub shift: u8,
    /// How far the training readings move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movement: Option<Movement>,
}

impl Signal {
    /// Learns the ranges of all channels.
    pub fn learn(inputs: &Inputs, layout: &Layout, stride: u16) -> Signal {
        let channel = |columns: &ChannelColumns| {
            let values = inputs.cells(&columns.columns);
            let movement = Movement::of(&values, layout.length());
            let channel = Channel::learn(&columns.name, values.into_iter().filter(|x| !x.is_nan()).collect());
            Channel { movement, ..channel }
        };
        let channels = layout.channels.iter().map(channel).collect();
        Signal { channels, length: layout.length() as u16, stride, candidates: 0, turned: false, cut: None }
    }

    /// The readings of a window, channel after channel. A missing one repeats the one before it;
    /// the first takes the place of those before it.
    pub fn readings(&self, inputs: &Inputs, layout: &Layout, row: usize) -> Vec<i16> {
        self.readings_of(&self.values(inputs, layout, row))
    }

    /// The physical values of a window in each channel, where missing ones are filled likewise.
    pub(super) fn values(&self, inputs: &Inputs, layout: &Layout, row: usize) -> Vec<Vec<f64>> {
        let of_channel = |columns: &ChannelColumns| {
            let values: Vec<f64> = columns.columns.iter().map(|&column| inputs.columns[column][row]).collect();
            filled(&values, &[Run { recording: 0, rows: 0..values.len() }])
        };
        layout.channels.iter().map(of_channel).collect()
    }

    /// The readings of physical values, channel after channel.
    pub(super) fn readings_of(&self, values: &[Vec<f64>]) -> Vec<i16> {
        let channels = self.channels.iter().zip(values);
        channels.flat_map(|(channel, values)| values.iter().map(|&x| channel.reading(x))).collect()
    }

    /// The readings of recordings with a column for each channel: all channels at one time after
    /// the other. Missing ones are filled within each run, the rows of a recording, as windows have
    /// them.
    ///
    /// # Errors
    /// A sentence, where a channel has no column.
    pub fn stream(&self, samples: &Inputs, runs: &[Run]) -> Result<Vec<i16>, String> {
        let readings = |channel: &Channel| {
            let place = samples.names.iter().position(|name| *name == channel.name);
            let column = place.ok_or_else(|| format!("no column {:?} for a channel", channel.name))?;
            Ok(filled(&samples.columns[column], runs).into_iter().map(|x| channel.reading(x)).collect())
        };
        let channels = self.channels.iter().map(readings).collect::<Result<Vec<Vec<i16>>, String>>()?;
        Ok((0..samples.rows()).flat_map(|row| channels.iter().map(move |readings| readings[row])).collect())
    }

    /// The samples of readings, channel after channel.
    pub fn samples(&self, readings: &[i16]) -> Vec<u16> {
        let channels = readings.chunks(self.length.into()).zip(&self.channels);
        let samples = channels.flat_map(|(readings, channel)| {
            let channel = channel.preparation();
            readings.iter().map(move |&reading| channel.sample(reading))
        });
        samples.collect()
    }

    /// The names of the channels.
    pub fn names(&self) -> Vec<String> {
        self.channels.iter().map(|channel| channel.name.clone()).collect()
    }

    /// Finds the columns of the signal.
    ///
    /// # Errors
    /// A sentence, where they are not there, or not as many as the windows have samples.
    pub fn layout(&self, columns: &[String]) -> Result<Layout, String> {
        let layout = Layout::find(columns, &self.names())?;
        match layout.length() == usize::from(self.length) {
            true => Ok(layout),
            false => Err(format!("windows of {} samples, and the model reads {}", layout.length(), self.length)),
        }
    }

    /// Checks windows that were read from a file against those of the model.
    ///
    /// # Errors
    /// A sentence that begins with the field.
    pub fn check(&self, section: &Section<'_>) -> Result<(), String> {
        let own = (self.channels.len(), self.length, self.stride);
        if own != (section.channels(), section.length, section.stride) {
            return Err("channels: the model has others".to_owned());
        }
        if !section.preparations().eq(self.channels.iter().map(Channel::preparation)) {
            return Err("channels: the model prepares them in another way".to_owned());
        }
        let finite = |(index, channel): (usize, &Channel)| match channel.gain.is_finite() && channel.offset.is_finite()
        {
            true => Ok(()),
            false => Err(format!("channels[{index}]: gain or offset is not finite")),
        };
        self.channels.iter().enumerate().try_for_each(finite)?;
        self.cut.as_ref().map_or(Ok(()), |cut| cut.check(self.length))
    }
}

impl Channel {
    /// Learns the range of a channel: integers of a sensor stay as they are.
    fn learn(name: &str, mut values: Vec<f64>) -> Channel {
        values.sort_by(f64::total_cmp);
        let (low, high) = range(&values);
        let (middle, half) = (low.midpoint(high), (high - low) / 2.0);
        let fits = |x: &f64| x.fract() == 0.0 && x.abs() < 32_768.0;
        let name = name.to_owned();
        if values.iter().all(fits) {
            let shift = (half / LARGEST).log2().ceil().clamp(0.0, 15.0) as u8;
            return Channel { name, gain: 1.0, offset: 0.0, centre: middle.round() as i16, shift, movement: None };
        }
        let gain = if half > 0.0 { LARGEST / half } else { 1.0 };
        Channel { name, gain, offset: -gain * middle, centre: 0, shift: 0, movement: None }
    }

    /// The least and the largest physical value that a sample tells from the values beyond.
    pub fn range(&self) -> [f64; 2] {
        let half = (LARGEST + 1.0) * f64::from(1u32 << self.shift);
        let [least, largest] = [f64::from(self.centre) - half, f64::from(self.centre) + half - 1.0];
        [least.max(i16::MIN.into()), largest.min(i16::MAX.into())].map(|reading| (reading - self.offset) / self.gain)
    }

    /// The reading of a physical value; of none, the middle of the samples.
    pub(super) fn reading(&self, x: f64) -> i16 {
        if x.is_nan() {
            return self.centre;
        }
        kernelet::number::round((self.gain * x + self.offset).clamp(-32_768.0, 32_767.0)) as i16
    }

    /// Returns true where all training readings were whole numbers, which stay as they are.
    pub(super) fn is_whole(&self) -> bool {
        (self.gain, self.offset) == (1.0, 0.0)
    }

    /// The preparation of readings on the device.
    pub fn preparation(&self) -> window::Channel {
        window::Channel { centre: self.centre, shift: self.shift }
    }
}

/// The range of sorted values without the farthest ones, and with some room where there are such.
fn range(sorted: &[f64]) -> (f64, f64) {
    let sorted = without_strays(sorted);
    let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else { return (0.0, 0.0) };
    let beyond = ((BEYOND * sorted.len() as f64) as usize).max(usize::from(sorted.len() >= FEWEST));
    let (low, high) = (sorted[beyond], sorted[sorted.len() - 1 - beyond]);
    let room = ROOM * (high - low);
    ((low - room).max(least), (high + room).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ColumnKind;

    #[test]
    fn integers_stay_as_they_are() {
        let channel = Channel::learn("x", (0..10_000).map(f64::from).collect());
        assert_eq!((channel.gain, channel.offset, channel.shift), (1.0, 0.0, 2));
        assert!((channel.centre - 5000).abs() < 2);
        let samples = [0, 5000, 9999].map(|reading| channel.preparation().sample(reading));
        assert!(samples[0] < 900 && (samples[1] as i32 - 2048).abs() < 2 && samples[2] > 3200, "{samples:?}");
        assert_eq!(channel.reading(123.0), 123);
    }

    /// A step within the range is another sample of the device, one beyond is not.
    #[test]
    fn the_range_ends_where_samples_do() {
        for values in [(0..10_000).map(f64::from).collect(), (0..1001).map(|i| f64::from(i) / 300.0 - 1.0).collect()] {
            let channel = Channel::learn("x", values);
            let sample = |x: f64| channel.preparation().sample(channel.reading(x));
            let ([low, high], step) = (channel.range(), f64::from(1 << channel.shift) / channel.gain);
            assert_eq!([low - step, low, low + step].map(sample), [0, 0, 1]);
            assert_eq!([high - step, high, high + step].map(sample), [4094, 4095, 4095]);
        }
    }

    #[test]
    fn physical_values_take_the_range_of_samples() {
        let values: Vec<f64> = (0..1001).map(|i| f64::from(i) / 1000.0 * 3.0 - 1.0).collect();
        let channel = Channel::learn("x", values);
        let samples = [-1.0, 0.5, 2.0].map(|x| channel.preparation().sample(channel.reading(x)));
        assert_eq!(samples, [1, 2048, 4095]);
    }

    #[test]
    fn far_values_do_not_take_the_range() {
        let mut values: Vec<f64> = (0..10_000).map(|i| f64::from(i) / 1000.0).collect();
        values.extend([1e6, -1e6]);
        let channel = Channel::learn("x", values);
        let of = |x: f64| i32::from(channel.preparation().sample(channel.reading(x)));
        assert!(of(9.0) - of(1.0) > 2000 && of(1e6) == 4095 && of(-1e6) == 0);
        let glitches = (0..10_000).map(|i| if i % 100 == 7 { 1e6 } else { f64::from(i) / 1000.0 }).collect();
        let channel = Channel::learn("x", glitches);
        let of = |x: f64| i32::from(channel.preparation().sample(channel.reading(x)));
        assert!(of(9.0) - of(1.0) > 2000 && of(1e6) == 4095, "one in a hundred, all absurd");
    }

    #[test]
    fn a_missing_sample_repeats_the_one_before() {
        let columns = [f64::NAN, 3.0, f64::NAN, 5.0].map(|x| vec![x, f64::NAN]).to_vec();
        let names: Vec<String> = (0..4).map(|t| format!("x{t}")).collect();
        let layout = Layout::find(&names, &["x".to_owned()]).expect("a channel");
        let inputs = Inputs { names, kinds: vec![ColumnKind::Number; 4], columns };
        let signal = Signal::learn(&inputs, &layout, 4);
        assert_eq!(signal.readings(&inputs, &layout, 0), [3, 3, 3, 5]);
        assert_eq!(signal.readings(&inputs, &layout, 1), [4; 4]);
    }

    #[test]
    fn a_stream_fills_what_is_missing_within_each_recording() {
        let x = f64::NAN;
        let samples = Inputs {
            names: vec!["a".to_owned()],
            kinds: vec![ColumnKind::Number],
            columns: vec![vec![3.0, x, 5.0, x, x, 7.0]],
        };
        let channel = Channel { name: "a".to_owned(), gain: 1.0, offset: 0.0, centre: 4, shift: 0, movement: None };
        let signal = Signal { channels: vec![channel], length: 2, stride: 2, candidates: 0, turned: false, cut: None };
        let runs = [0..4, 4..6].map(|rows| Run { recording: 0, rows });
        assert_eq!(signal.stream(&samples, &runs), Ok(vec![3, 3, 5, 5, 7, 7]));
        assert_eq!(signal.stream(&samples, &[Run { recording: 0, rows: 0..6 }]), Ok(vec![3, 3, 5, 5, 5, 7]));
    }
}
