//! What a page hands over beside its model: the scalings, by which values become raw ones.

use crate::scaling::{CHANNEL, Channel, SCALING, Scaling};
use kernelet::window::Section;

/// The scalings of a page's model, as plain numbers.
#[derive(Clone, Copy, Debug)]
pub struct Page<'p> {
    /// The numbers of a [`Scaling`] for each input.
    pub scalings: &'p [f64],
    /// The numbers of a [`Channel`] for each channel of windows.
    pub channels: &'p [f64],
    /// Whether the format is in fixed point.
    pub is_fixed: bool,
}

/// The buffers of a window.
#[derive(Debug)]
pub struct Window<'b> {
    /// The samples, channel after channel.
    pub samples: &'b mut [u16],
    /// The features.
    pub features: &'b mut [i16],
}

/// The numbers of samples and of features in a model's windows.
#[must_use]
pub fn window_sizes(section: Option<Section<'_>>) -> [usize; 2] {
    let sizes = |section: Section<'_>| [section.channels() * usize::from(section.length), section.features.into()];
    section.map_or([0; 2], sizes)
}

impl Page<'_> {
    /// Sets the raw values of a row: those of its window, channel after channel, then the other
    /// inputs. Nothing, where the row has another length.
    #[inline(never)]
    pub fn raw(&self, window: (Option<Section<'_>>, &mut Window<'_>), row: &[f64], raw: &mut [f64]) -> Option<()> {
        let (section, Window { samples, features }) = window;
        let (values, beside) = row.split_at_checked(samples.len())?;
        if let Some(section) = section {
            self.samples(&section, values, samples);
            features.fill(0);
            section.features(samples, features);
        }
        let (own, others) = raw.split_at_mut_checked(features.len())?;
        own.iter_mut().zip(features.iter()).for_each(|(raw, feature)| *raw = f64::from(*feature));
        (others.len() == beside.len()).then(|| others.copy_from_slice(beside))?;
        for (raw, numbers) in raw.iter_mut().zip(self.scalings.as_chunks::<SCALING>().0) {
            *raw = Scaling::new(*numbers).raw(*raw, self.is_fixed);
        }
        Some(())
    }

    /// Sets the samples of a window's values.
    fn samples(&self, section: &Section<'_>, values: &[f64], samples: &mut [u16]) {
        let length = usize::from(section.length).max(1);
        let channels = section.preparations().zip(self.channels.as_chunks::<CHANNEL>().0);
        let both = samples.chunks_mut(length).zip(values.chunks(length));
        for ((samples, values), (preparation, numbers)) in both.zip(channels) {
            let readings = Channel::new(*numbers).readings(values);
            samples.iter_mut().zip(readings).for_each(|(sample, reading)| *sample = preparation.sample(reading));
        }
    }
}
