//! Features that share a pass over the samples of one channel.

use super::band;
use super::pair;
use super::record::RECORD;
use super::share::{self, Shares};
use super::statistic;
use crate::error::Feature;

/// The bytes of a group before its features.
pub const GROUP: usize = 5;

/// The pooling of a group's features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Pooling {
    /// The share of outputs of a convolution above a threshold.
    Share = 0,
    /// The share above a multiple of the channel's own deviation in this window.
    RelativeShare = 1,
    /// Statistics of segments.
    Statistic = 2,
    /// Single samples, times 8.
    Sample = 3,
    /// Statistics of two channels.
    Pair = 4,
    /// Logarithms of the energies of frequency bands.
    Band = 5,
}

impl Pooling {
    /// The feature of this crate that it needs beside `series`.
    #[must_use]
    pub const fn needs(self) -> Option<Feature> {
        match self {
            Pooling::Pair => Some(Feature::Pairs),
            Pooling::Band => Some(Feature::Bands),
            _ => None,
        }
    }
}

/// Features that share a pass over the samples of one channel, borrowed from the model.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Group<'a> {
    /// The pooling.
    pub pooling: Pooling,
    /// The number of bits by which thresholds are shifted up; of bands, the power of two of the
    /// samples that are transformed together.
    pub shift: u8,
    /// The channel.
    pub channel: u8,
    /// The distance between the taps of a convolution, else 0.
    pub dilation: u16,
    /// The features: kernel and threshold, statistic and segment, the number of a sample, another
    /// channel with statistic and segment, or frequency and segment.
    pub records: &'a [u8],
}

impl<'a> Group<'a> {
    /// Takes the first group of bytes; none where they do not hold one.
    pub(super) const fn split_first(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let Some(([kind, channel, low, high, count], rest)) = bytes.split_first_chunk::<GROUP>() else { return None };
        let pooling = match *kind & 15 {
            0 => Pooling::Share,
            1 => Pooling::RelativeShare,
            2 => Pooling::Statistic,
            3 => Pooling::Sample,
            4 => Pooling::Pair,
            5 => Pooling::Band,
            _ => return None,
        };
        let Some((records, rest)) = rest.split_at_checked(RECORD * *count as usize) else { return None };
        let dilation = u16::from_le_bytes([*low, *high]);
        Some((Group { pooling, shift: *kind >> 4, channel: *channel, dilation, records }, rest))
    }

    /// Returns true where the group is one of windows of this many channels and samples.
    pub(super) const fn is_sound(&self, channels: u8, length: u16) -> bool {
        let fits = match self.pooling {
            Pooling::Statistic | Pooling::Sample | Pooling::Pair => self.dilation == 0 && self.shift == 0,
            Pooling::Band => self.dilation == 0,
            Pooling::Share | Pooling::RelativeShare => {
                share::fits(length, self.dilation) && self.shift <= share::MOST_SHIFT
            }
        };
        let mut records = self.records;
        while let Some((record @ [first, second], rest)) = records.split_first_chunk::<RECORD>() {
            let known = match self.pooling {
                Pooling::Statistic => *first < statistic::COUNT && statistic::is_segment(*second, length),
                Pooling::Sample => u16::from_le_bytes(*record) < length,
                Pooling::Pair => {
                    let [_, segment] = pair::split(*second);
                    *first > self.channel && *first < channels && statistic::is_segment(segment, length)
                }
                Pooling::Band => band::is_band(*first, *second, self.shift, length),
                Pooling::Share | Pooling::RelativeShare => *first < share::KERNELS,
            };
            if !known {
                return false;
            }
            records = rest;
        }
        fits && self.channel < channels && !self.records.is_empty()
    }

    /// The number of features.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.records.len() / RECORD
    }

    /// The head of the group.
    #[must_use]
    pub const fn head(&self) -> [u8; GROUP] {
        let [low, high] = self.dilation.to_le_bytes();
        [self.pooling as u8 | self.shift << 4, self.channel, low, high, self.count() as u8]
    }

    /// Sets the features of this group, as many as there are records, of a window: `length` samples
    /// of each channel, channel after channel.
    ///
    /// Features of samples that are not there are left as they are.
    pub fn features(&self, window: &[u16], length: usize, features: &mut [i16]) {
        let of_channel = |channel: u8| window.get(usize::from(channel) * length..)?.get(..length);
        let Some(samples) = of_channel(self.channel) else { return };
        match self.pooling {
            Pooling::Share => self.shares().absolute(samples, features),
            Pooling::RelativeShare => self.shares().relative(samples, features),
            Pooling::Statistic => self.each(features, |record| statistic::of(record, samples)),
            Pooling::Sample => self.each(features, |record| {
                let sample = samples.get(usize::from(u16::from_le_bytes(record))).copied();
                8 * sample.unwrap_or_default() as i16
            }),
            Pooling::Pair | Pooling::Band if self.pooling.needs().is_some_and(|feature| !feature.is_on()) => {}
            Pooling::Pair => self.each(features, |record| {
                let others = of_channel(record[0]).unwrap_or_default();
                pair::of(record, samples, others)
            }),
            Pooling::Band => self.each(features, |record| band::of(record, self.shift, samples)),
        }
    }

    fn shares(&self) -> Shares<'a> {
        Shares { dilation: self.dilation, shift: self.shift, records: self.records }
    }

    /// Sets each feature by its record.
    #[inline(always)]
    fn each(&self, features: &mut [i16], of: impl Fn([u8; RECORD]) -> i16) {
        for (record, feature) in self.records.as_chunks::<RECORD>().0.iter().zip(features) {
            *feature = of(*record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_its_own_feature() {
        let samples: [u16; 300] = core::array::from_fn(|t| (4095 - 13 * t) as u16);
        let [low, high] = 299u16.to_le_bytes();
        let group = Group { pooling: Pooling::Sample, shift: 0, channel: 0, dilation: 0, records: &[0, 0, low, high] };
        let mut features = [0; 2];
        group.features(&samples, 300, &mut features);
        assert_eq!(features, [32_760, 8 * (4095 - 13 * 299)]);
        assert!(group.is_sound(1, 300) && !group.is_sound(1, 299) && !group.is_sound(0, 300));
    }
}
