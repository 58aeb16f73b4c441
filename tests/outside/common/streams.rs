//! Models over the windows of streams, with features of every kind, and golden vectors for them.

use super::golden::read;
use super::random::Random;
use super::sample::{self, Sample, Shape};
use kernelet::answer::steady::{MOST, Rule};
use kernelet::answer::{Latest, Steady, decide};
use kernelet::block::Kind;
use kernelet::number::{Input, Score, Word};
use kernelet::window::{Channel, Group, Pooling, Section};
use kernelet::{Format, Stream};

/// The windows of a sample model.
#[derive(Clone, Debug)]
pub struct Windows {
    /// Channels.
    pub channels: u8,
    /// Samples of a window.
    pub length: u16,
    /// The groups: pooling, shift, dilation, and the number of features or their records.
    pub groups: Vec<(Pooling, u8, u16, Vec<u8>)>,
}

impl Windows {
    /// Shares and statistics of every kind, at dilations that leave some positions over.
    pub fn of_every_kind(channels: u8, length: u16) -> Windows {
        let shares = |first: u8| (0..7).flat_map(|i| [(first + i * 13) % 84, i.wrapping_mul(29)]).collect::<Vec<u8>>();
        let longest = (length - 2) / 8;
        let mut groups = vec![(Pooling::Share, 3, 1, shares(0)), (Pooling::RelativeShare, 6, longest, shares(5))];
        let statistics = (0..7).flat_map(|number| [number, if number % 2 == 0 { 0 } else { 4 }]).collect();
        groups.push((Pooling::Statistic, 0, 0, statistics));
        groups.push((Pooling::Sample, 0, 0, [0, length - 1].iter().flat_map(|t| t.to_le_bytes()).collect()));
        if channels > 1 {
            // groups take channels in turn: this is one of the second, with the last
            let records = [0, 128, 2, 132].into_iter().flat_map(|second| [channels - 1, second]).collect();
            groups.push((Pooling::Pair, 0, 0, records));
        }
        groups.push((Pooling::Band, 3, 0, vec![1, 0, 4, 2, 3, 6]));
        groups.push((Pooling::Band, 6, 0, vec![1, 0, 32, 0, 13, 0]));
        Windows { channels, length, groups }
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.groups.iter().map(|(.., records)| records.len() / 2).sum()
    }

    /// The section; groups take channels in turn.
    pub fn section(&self) -> Vec<u8> {
        let mut bytes = vec![kernelet::window::NUMBER];
        bytes.extend((self.features() as u16).to_le_bytes());
        bytes.push(self.channels);
        bytes.extend(self.length.to_le_bytes());
        bytes.extend((self.length / 3 + 1).to_le_bytes());
        for number in 0..self.channels {
            bytes.extend(Channel { centre: i16::from(number) * 700 - 300, shift: number % 4 }.to_bytes());
        }
        for (number, (pooling, shift, dilation, records)) in self.groups.iter().enumerate() {
            let channel = number as u8 % self.channels;
            let group = Group { pooling: *pooling, shift: *shift, channel, dilation: *dilation, records };
            bytes.extend(group.head());
            bytes.extend(records);
        }
        bytes
    }

    /// The same with a rule for steady answers.
    pub fn steady<F: Sample>(&self, outputs: usize, kinds: &[Kind], rule: Steady) -> Vec<u8> {
        let shape = Shape { inputs: self.features(), outputs, features: 3, guarded: false };
        sample::streamed::<F>(shape, kinds, &[&self.section()[..], &rule.to_bytes()].concat())
    }

    /// A packed model with blocks of these kinds over the windows.
    pub fn model<F: Sample>(&self, outputs: usize, kinds: &[Kind]) -> Vec<u8> {
        let shape = Shape { inputs: self.features(), outputs, features: 3, guarded: false };
        sample::streamed::<F>(shape, kinds, &self.section())
    }
}

/// Golden vectors: random windows, constant ones and those at the ends of the readings among them,
/// as they are pushed, and their scores.
pub fn golden<F: Format>(model: &[u8], rows: usize) -> Vec<u8> {
    let stream = Stream::<F>::view(model).expect("a sample model is valid");
    let window = stream.window().expect("windows");
    let mut random = Random(rows as u64);
    let mut bytes = Vec::new();
    for row in 0..rows {
        let pushed = pushes(&window, row, &mut random);
        bytes.extend(pushed.iter().flat_map(|reading| reading.to_le_bytes()));
        bytes.extend(scores::<F>(&stream, &window, &pushed));
    }
    bytes
}

/// Golden vectors of a rule for steady answers, with the steady class after each window in the
/// place of its scores: by a twin that looks at all classes so far.
pub fn golden_steady<F: Format>(model: &[u8], rows: usize) -> Vec<u8> {
    let stream = Stream::<F>::view(model).expect("a sample model is valid");
    let (window, rule) = (stream.window().expect("windows"), stream.steady().expect("a rule"));
    let readings = 2 * window.channels() * usize::from(window.length);
    let (mut bytes, mut classes) = (Vec::new(), Vec::new());
    for record in golden::<F>(model, rows).chunks(readings + stream.outputs() * F::Score::SIZE) {
        let scores: Vec<f64> = F::Score::words(&record[readings..]).map(|score| score.to_f64()).collect();
        classes.push(class(&scores));
        bytes.extend(&record[..readings]);
        bytes.extend(steady(rule, &classes).to_le_bytes());
    }
    bytes
}

fn class(scores: &[f64]) -> u16 {
    match scores {
        [single] => u16::from(*single > 0.0),
        _ => (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).expect("scores") as u16,
    }
}

/// The steady class after some classes, as the rule's sentence says it.
pub fn steady(rule: Steady, classes: &[u16]) -> u16 {
    let count = usize::from(rule.answers);
    let latest = &classes[classes.len().saturating_sub(count)..];
    match rule.rule {
        Rule::Majority => {
            let times = |class: u16| latest.iter().filter(|&&other| other == class).count();
            let most = latest.iter().map(|&class| times(class)).max().expect("an answer");
            *latest.iter().rev().find(|&&class| times(class) == most).expect("one of them")
        }
        Rule::Hysteresis => {
            let mut runs = classes.windows(count).rev().filter(|run| run.iter().all(|class| *class == run[0]));
            runs.next().map_or(classes[0], |run| run[0])
        }
    }
}

/// Readings of all channels at one time after the other.
fn pushes(window: &Section<'_>, row: usize, random: &mut Random) -> Vec<i16> {
    let count = window.channels() * usize::from(window.length);
    let mut place = 0.0;
    let mut wander = |random: &mut Random| {
        place = (place + 1500.0 * random.symmetric()).clamp(-32_768.0, 32_767.0);
        place as i16
    };
    match row % 8 {
        0 => vec![[0, i16::MIN, i16::MAX, -300][row / 8 % 4]; count],
        1 => (0..count).map(|_| random.bits() as i16).collect(),
        2 => (0..count).map(|_| if random.once_in(2) { i16::MIN } else { i16::MAX }).collect(),
        _ => (0..count).map(|_| wander(random)).collect(),
    }
}

fn scores<F: Format>(stream: &Stream<'_, F>, window: &Section<'_>, pushed: &[i16]) -> Vec<u8> {
    let channels = window.channels();
    let of_channel = |(at, channel): (usize, Channel)| {
        pushed.iter().skip(at).step_by(channels).map(move |&reading| channel.sample(reading)).collect::<Vec<_>>()
    };
    let samples: Vec<u16> = window.preparations().enumerate().flat_map(of_channel).collect();
    let mut features = vec![0; window.features.into()];
    window.features(&samples, &mut features);
    let mut inputs: Vec<F::Input> = features.into_iter().map(F::Input::from).collect();
    inputs.resize(stream.inputs(), F::Input::MISSING);
    let (mut scores, mut scratch) =
        (vec![F::Score::default(); stream.outputs()], vec![F::Lane::default(); stream.scratch()]);
    stream.scores_with(&mut inputs, &mut scores, &mut scratch).expect("the buffers fit the model");
    scores.iter().flat_map(|score| score.to_bytes().as_ref().to_vec()).collect()
}

/// Every record of `NAME.golden` against `NAME.klt`, whose own bytes are pinned by their checksum.
pub fn pinned<F: Format>(name: &str, checksum: u32) {
    let model = read(&format!("{name}.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}.klt is not the file of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    let window = stream.window().expect("windows");
    let golden = read(&format!("{name}.golden"));
    let readings = 2 * window.channels() * usize::from(window.length);
    assert_eq!(golden.len(), 12 * (readings + stream.outputs() * F::Score::SIZE));
    for (row, record) in golden.chunks(golden.len() / 12).enumerate() {
        let pushed: Vec<i16> = i16::words(&record[..readings]).collect();
        assert_eq!(scores::<F>(&stream, &window, &pushed), record[readings..], "{name}, row {row}");
    }
}

/// The same of steady classes, each record the next one of a stream, by the runtime's own rule.
pub fn pinned_steady<F: Format>(name: &str, checksum: u32) {
    let model = read(&format!("{name}.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}.klt is not the file of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    let (window, rule) = (stream.window().expect("windows"), stream.steady());
    let golden = read(&format!("{name}.golden"));
    let readings = 2 * window.channels() * usize::from(window.length);
    let mut latest = Latest::<{ MOST as usize }>::NONE;
    assert_eq!(golden.len(), 24 * (readings + 2));
    for (row, record) in golden.chunks(readings + 2).enumerate() {
        let pushed: Vec<i16> = i16::words(&record[..readings]).collect();
        let scores: Vec<F::Score> = F::Score::words(&scores::<F>(&stream, &window, &pushed)).collect();
        let steady = latest.push(decide::class(&scores), rule);
        assert_eq!(steady.to_le_bytes(), record[readings..], "{name}, row {row}");
    }
}
