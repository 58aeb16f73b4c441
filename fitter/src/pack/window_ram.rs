//! The memory of windows on the device.

use kernelet::window::{SCRATCH, Section};

/// Returns the bytes of a window's samples, of the work on its features, and of a rule over so many
/// latest answers: these, their number and the steady class.
pub(crate) fn window_ram(window: &Section<'_>, answers: Option<u8>) -> usize {
    let samples = window.channels() * usize::from(window.length);
    let latest = answers.map_or(0, |answers| usize::from(answers) + 2);
    (samples + latest) * size_of::<u16>() + SCRATCH
}
