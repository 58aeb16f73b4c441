//! The windows of a packed model.

use crate::pack::ModelFile;
use crate::report::table::Line;
use serde::Serialize;

/// The windows that a model reads, and its features of them.
#[derive(Clone, Debug, Serialize)]
pub struct Windows {
    /// The number of channels.
    pub channels: usize,
    /// The samples of a window in each channel.
    pub length: u16,
    /// The samples from one window to the next.
    pub stride: u16,
    /// The number of candidate features.
    pub candidates: usize,
    /// The number of features that were chosen.
    pub chosen: u16,
    /// Whether the model learned from windows of turned sensors too.
    pub turned: bool,
}

impl Windows {
    /// Returns the windows of a model; none of a model without.
    pub fn of(file: &ModelFile) -> Option<Windows> {
        let (device, signal) = (file.device(), file.sheet.series.as_ref()?);
        let section = device.window()?;
        let (length, stride) = (section.length, section.stride);
        let (channels, candidates) = (section.channels(), signal.candidates);
        let (chosen, turned) = (section.features, signal.turned);
        Some(Windows { channels, length, stride, candidates, chosen, turned })
    }

    /// Returns the line of a summary.
    pub fn line(&self) -> Line {
        let Windows { channels, length, stride, candidates, chosen, turned } = self;
        let named = if *channels == 1 { "channel" } else { "channels" };
        let turned = if *turned { ", learned from turned sensors too" } else { "" };
        let text = format!(
            "{channels} {named} of {length} samples, every {stride}; {chosen} of {candidates} features{turned}"
        );
        ("windows", text)
    }
}
