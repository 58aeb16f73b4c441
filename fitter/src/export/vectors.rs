//! Golden vectors: raw readings and the exact scores that the device answers, to test any port by.

use crate::features::draw::{Purpose, generator};
use kernelet::number::{Format, Input, Quantise, Word};
use kernelet::window::Section;
use kernelet::wire::Sections;
use kernelet::{Stream, with_format};
use rand::Rng;
use std::fmt::Write;

/// The random rows of golden vectors.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    /// The number of rows.
    pub rows: usize,
    /// The seed.
    pub seed: u64,
}

/// Returns a CSV table with a header: a column for each input and for each score.
///
/// The first rows are edge cases: all inputs zero, at either end, or missing; then each input with
/// a guard at its limits, one unit beyond them and at its centre, the others zero. Random rows
/// follow. Of windows the readings stand in the place of their features, all channels at one time
/// after the other: `reading_0_0` is that of the first time and the first channel; inputs beside
/// constant windows are missing, beside random ones random. `f32` is written in the fewest digits
/// that read back to the same bits; a missing reading is the format's own word for it.
pub fn table(model: &[u8], sections: &Sections<'_>, random: Random) -> String {
    match &sections.window {
        Some(window) => with_format!(sections.contract, F => windows::<F>(model, window, random)),
        None => of_inputs(model, sections, random),
    }
}

/// Returns true for the first line of such a table.
pub fn is_header(line: &str) -> bool {
    let named = |name: &str| ["input_", "reading_", "score_"].iter().any(|prefix| name.starts_with(prefix));
    line.contains("score_0") && line.split(',').all(named)
}

/// Returns the table of inputs, even where windows give some of them.
pub(super) fn of_inputs(model: &[u8], sections: &Sections<'_>, random: Random) -> String {
    with_format!(sections.contract, F => rows::<F>(model, sections, random))
}

fn rows<F: Format<Input: Reading>>(model: &[u8], sections: &Sections<'_>, random: Random) -> String {
    let stream = Stream::<F>::view(model).expect("checked when it was opened");
    let names = (0..stream.inputs()).map(|i| format!("input_{i}"));
    let names: Vec<String> = names.chain((0..stream.outputs()).map(|k| format!("score_{k}"))).collect();
    let mut text = names.join(",") + "\n";
    let mut generator = generator(random.seed, Purpose::Vectors);
    let drawn = (0..random.rows).map(|_| random_row::<F>(stream.inputs(), &mut generator));
    for row in edge_rows::<F>(sections).into_iter().chain(drawn) {
        put(&mut text, &stream, row);
    }
    text
}

/// The table of windows: constant ones, then random ones.
fn windows<F: Format<Input: Reading>>(model: &[u8], window: &Section<'_>, random: Random) -> String {
    let stream = Stream::<F>::view(model).expect("checked when it was opened");
    let (channels, length, features) = (window.channels(), usize::from(window.length), usize::from(window.features));
    let names = (0..length).flat_map(|t| (0..channels).map(move |channel| format!("reading_{t}_{channel}")));
    let names = names.chain((features..stream.inputs()).map(|i| format!("input_{i}")));
    let names: Vec<String> = names.chain((0..stream.outputs()).map(|k| format!("score_{k}"))).collect();
    let mut text = names.join(",") + "\n";
    let mut generator = generator(random.seed, Purpose::Vectors);
    let missing = || vec![F::Input::MISSING; stream.inputs()];
    let constant = [0, i16::MAX, i16::MIN].map(|reading| (vec![reading; channels * length], missing()));
    let drawn = (0..random.rows).map(|_| {
        let pushed = random_window(window, &mut generator);
        let others = random_row::<F>(stream.inputs() - features, &mut generator);
        (pushed, [vec![F::Input::MISSING; features], others].concat())
    });
    for (pushed, others) in constant.into_iter().chain(drawn) {
        let mut row = others;
        let samples = samples(window, &pushed);
        let mut found = vec![0; features];
        window.features(&samples, &mut found);
        row.iter_mut().zip(found).for_each(|(input, feature)| *input = F::Input::from(feature));
        pushed.iter().for_each(|reading| write!(text, "{reading},").expect("text grows"));
        put_from(&mut text, &stream, row, features);
    }
    text
}

/// The samples of readings in the order of a device's pushes, channel after channel.
fn samples(window: &Section<'_>, pushed: &[i16]) -> Vec<u16> {
    let channels = window.channels();
    let of_channel = |(at, channel): (usize, kernelet::window::Channel)| {
        pushed.iter().skip(at).step_by(channels).map(move |&reading| channel.sample(reading)).collect::<Vec<_>>()
    };
    window.preparations().enumerate().flat_map(of_channel).collect()
}

/// Readings that wander about the range of each channel's samples, and leave it now and then.
fn random_window(window: &Section<'_>, random: &mut impl Rng) -> Vec<i16> {
    let mut places: Vec<i32> = window.preparations().map(|channel| i32::from(channel.centre)).collect();
    let mut pushed = Vec::new();
    for _ in 0..window.length {
        for (place, channel) in places.iter_mut().zip(window.preparations()) {
            let step = 600 << channel.shift;
            *place = (*place + random.random_range(-step..=step)).clamp(i16::MIN.into(), i16::MAX.into());
            pushed.push(*place as i16);
        }
    }
    pushed
}

/// Appends a row of readings and their scores.
fn put<F: Format<Input: Reading>>(text: &mut String, stream: &Stream<'_, F>, row: Vec<F::Input>) {
    put_from(text, stream, row, 0);
}

/// The same, without the first readings.
fn put_from<F: Format<Input: Reading>>(
    text: &mut String,
    stream: &Stream<'_, F>,
    mut row: Vec<F::Input>,
    first: usize,
) {
    row[first..].iter().for_each(|reading| write!(text, "{reading:?},").expect("text grows"));
    let (mut scores, mut scratch) =
        (vec![F::Score::default(); stream.outputs()], vec![F::Lane::default(); stream.scratch()]);
    stream.scores_with(&mut row, &mut scores, &mut scratch).expect("buffers of the model's sizes");
    let scores: Vec<String> = scores.iter().map(|score| format!("{score:?}")).collect();
    *text += &(scores.join(",") + "\n");
}

/// Returns the rows at the ends of the inputs and at the limits of guards.
fn edge_rows<F: Format<Input: Reading>>(sections: &Sections<'_>) -> Vec<Vec<F::Input>> {
    let inputs = usize::from(sections.header.inputs);
    let zero = vec![F::Input::default(); inputs];
    let mut rows: Vec<_> = F::Input::ENDS.into_iter().map(|end| vec![end; inputs]).collect();
    for guard in sections.guards {
        for word in F::Input::words(guard.words).flat_map(F::Input::around).chain([F::Input::MISSING]) {
            let mut row = zero.clone();
            row[usize::from(guard.index)] = word;
            rows.push(row);
        }
    }
    rows
}

/// Returns a row of random readings: magnitudes of all orders, one in sixteen missing.
fn random_row<F: Format<Input: Reading>>(inputs: usize, random: &mut impl Rng) -> Vec<F::Input> {
    let (least, most) = F::Input::EXPONENTS;
    let mut reading = || {
        let (exponent, sign, missing) =
            (random.random_range(least..most), random.random_bool(0.5), random.random_ratio(1, 16));
        let magnitude = f64::exp2(exponent);
        if missing { F::Input::MISSING } else { F::Input::quantise(if sign { -magnitude } else { magnitude }) }
    };
    (0..inputs).map(|_| reading()).collect()
}

/// A reading of a number format, with its extreme values.
trait Reading: Input {
    /// The least and the largest binary exponent of a random reading.
    const EXPONENTS: (f64, f64);

    /// Zero, both ends and a missing reading.
    const ENDS: [Self; 4];

    /// Returns the reading and its two neighbours.
    fn around(self) -> [Self; 3];
}

impl Reading for i16 {
    const EXPONENTS: (f64, f64) = (-1.0, 15.0);
    const ENDS: [i16; 4] = [0, i16::MAX, -i16::MAX, i16::MIN];

    fn around(self) -> [i16; 3] {
        [self.saturating_sub(1), self, self.saturating_add(1)]
    }
}

impl Reading for f32 {
    const EXPONENTS: (f64, f64) = (-8.0, 8.0);
    const ENDS: [f32; 4] = [0.0, 65_536.0, -65_536.0, f32::NAN];

    fn around(self) -> [f32; 3] {
        [self.next_down(), self, self.next_up()]
    }
}
