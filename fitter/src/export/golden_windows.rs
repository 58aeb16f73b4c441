//! The windows that an export tests itself by: made by a short formula in the place of many bytes.

use kernelet::number::{Format, Input};
use kernelet::window::{Channel, Section};
use kernelet::wire::Sections;
use kernelet::{Stream, with_format};

/// The number of windows.
const WINDOWS: u32 = 4;

/// Windows by their number, and their exact scores, where all inputs beside them are missing.
///
/// The readings come from `state = state * 1664525 + 1013904223` modulo 2^32, which begins with the
/// number of the window: `centre + (state >> 19 - 4096) << shift`, within 16 bits. Half of them are
/// beyond the range of samples.
pub(super) struct GoldenWindows {
    /// The centre and the factor of each channel's readings.
    pub ranges: Vec<(i16, u16)>,
    /// The scores of each window, as decimal texts.
    pub scores: Vec<Vec<String>>,
}

impl GoldenWindows {
    /// Answers the windows; none of a model without.
    pub fn of(model: &[u8], sections: &Sections<'_>) -> Option<GoldenWindows> {
        let window = sections.window?;
        let ranges = window.preparations().map(|channel| (channel.centre, 1 << (channel.shift & 15))).collect();
        let scores = with_format!(sections.contract, F => scores::<F>(model, &window));
        Some(GoldenWindows { ranges, scores })
    }
}

fn scores<F: Format>(model: &[u8], window: &Section<'_>) -> Vec<Vec<String>> {
    let stream = Stream::<F>::view(model).expect("checked when it was opened");
    let of_window = |number: u32| {
        let mut features = vec![0; window.features.into()];
        window.features(&samples(window, number), &mut features);
        let mut row = vec![F::Input::MISSING; stream.inputs()];
        row.iter_mut().zip(features).for_each(|(input, feature)| *input = F::Input::from(feature));
        let mut scores = vec![F::Score::default(); stream.outputs()];
        let mut scratch = vec![F::Lane::default(); stream.scratch()];
        stream.scores_with(&mut row, &mut scores, &mut scratch).expect("buffers of the model's sizes");
        scores.iter().map(|score| format!("{score:?}")).collect()
    };
    (1..=WINDOWS).map(of_window).collect()
}

/// The samples of a window, channel after channel.
fn samples(window: &Section<'_>, mut state: u32) -> Vec<u16> {
    let channels: Vec<Channel> = window.preparations().collect();
    let mut samples = vec![Vec::new(); channels.len()];
    for _ in 0..window.length {
        for (samples, channel) in samples.iter_mut().zip(&channels) {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let reading = i32::from(channel.centre) + (((state >> 19) as i32 - 4096) << (channel.shift & 15));
            samples.push(channel.sample(reading.clamp(i16::MIN.into(), i16::MAX.into()) as i16));
        }
    }
    samples.concat()
}
