//! The section of a model's windows: channels, length, stride, and the features in their groups.

use super::channel::{CHANNEL, Channel};
use super::group::Group;
use crate::error::{Feature, ViewError};

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 14;
/// The bytes before the channels: number, features, channels, length, stride.
pub const HEAD: usize = 8;
/// The most samples of a window.
pub const LONGEST: u16 = 1 << 14;

/// The section of a model's windows, borrowed from its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// The number of features, the first inputs of the model.
    pub features: u16,
    /// The samples of a window in each channel.
    pub length: u16,
    /// The samples from one window to the next.
    pub stride: u16,
    channels: &'a [u8],
    groups: &'a [u8],
}

impl<'a> Section<'a> {
    /// Splits the section off the sections of a model with so many inputs that follow it, if it is
    /// there.
    ///
    /// # Errors
    /// [`ViewError::Length`] where it is cut short, [`ViewError::Window`] where it is not valid.
    pub const fn split(bytes: &'a [u8], inputs: u16) -> Result<(Option<Self>, &'a [u8]), ViewError> {
        if !matches!(bytes.first(), Some(&NUMBER)) {
            return Ok((None, bytes));
        }
        let Some((&[_, f0, f1, channels, l0, l1, s0, s1], rest)) = bytes.split_first_chunk::<HEAD>() else {
            return Err(ViewError::Length);
        };
        let [features, length, stride] =
            [u16::from_le_bytes([f0, f1]), u16::from_le_bytes([l0, l1]), u16::from_le_bytes([s0, s1])];
        let Some((records, groups)) = rest.split_at_checked(CHANNEL * channels as usize) else {
            return Err(ViewError::Length);
        };
        if channels == 0 || length > LONGEST || stride == 0 || features == 0 || features > inputs {
            return Err(ViewError::Window);
        }
        let (mut rest, mut left) = (groups, features as usize);
        while left > 0 {
            let Some((group, behind)) = Group::split_first(rest) else { return Err(ViewError::Length) };
            if !group.is_sound(channels, length) || group.count() > left {
                return Err(ViewError::Window);
            }
            left -= group.count();
            rest = behind;
        }
        let Some((groups, rest)) = groups.split_at_checked(groups.len() - rest.len()) else {
            return Err(ViewError::Length);
        };
        Ok((Some(Section { features, length, stride, channels: records, groups }), rest))
    }

    /// The number of channels.
    #[must_use]
    pub const fn channels(&self) -> usize {
        self.channels.len() / CHANNEL
    }

    /// The preparation of each channel's readings.
    pub fn preparations(&self) -> impl Iterator<Item = Channel> + use<'a> {
        self.channels.as_chunks::<CHANNEL>().0.iter().map(|record| Channel::read(*record))
    }

    /// The groups of features.
    pub fn groups(&self) -> impl Iterator<Item = Group<'a>> + use<'a> {
        let mut rest = self.groups;
        core::iter::from_fn(move || {
            let group;
            (group, rest) = Group::split_first(rest)?;
            Some(group)
        })
    }

    /// Returns whether some of the features need a feature of this crate beside `series`.
    #[must_use]
    pub const fn needs(&self, feature: Feature) -> bool {
        let mut rest = self.groups;
        while let Some((group, behind)) = Group::split_first(rest) {
            if matches!(group.pooling.needs(), Some(needed) if needed as u8 == feature as u8) {
                return true;
            }
            rest = behind;
        }
        false
    }

    /// Returns whether this build lacks what some of the features need.
    pub(crate) fn lacks(&self) -> bool {
        self.groups().any(|group| group.pooling.needs().is_some_and(|feature| !feature.is_on()))
    }

    /// Sets the features of a window: its samples, channel after channel.
    ///
    /// Features of samples that are not there, and those without a place, are left as they are.
    #[inline(never)]
    pub fn features(&self, samples: &[u16], mut features: &mut [i16]) {
        let length = usize::from(self.length);
        for group in self.groups() {
            let Some((own, rest)) = features.split_at_mut_checked(group.count()) else { return };
            group.features(samples, length, own);
            features = rest;
        }
    }
}
