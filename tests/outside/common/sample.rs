//! Random models in every number format, extremes included, and golden vectors for them.

use super::random::Random;
use kernelet::answer::early;
use kernelet::answer::interval;
use kernelet::answer::novelty;
use kernelet::answer::probability;
use kernelet::answer::values;
use kernelet::block::logarithms;
use kernelet::block::{Form, Kind};
use kernelet::block::{Patch, Structure, fern};
use kernelet::number::{Activation, Bias, Cosine, Input, Minifloat, ScalePhase, ScalePhases, Weight};
use kernelet::number::{Quantise, Word};
use kernelet::wire::{self, Header};
use kernelet::{F32, Format, Q3, Q7, Q7Wide, Q15, Stream, Task};

/// The shape of a random model.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Inputs.
    pub inputs: usize,
    /// Scores.
    pub outputs: usize,
    /// Features.
    pub features: usize,
    /// Whether every other input has a guard.
    pub guarded: bool,
}

/// Every kind of block.
pub const KINDS: [Kind; 10] = [
    Kind::Cosine,
    Kind::Sorf,
    Kind::Fastfood,
    Kind::Step,
    Kind::Relu,
    Kind::SquaredRelu,
    Kind::Linear,
    Kind::Seeded,
    Kind::Ferns,
    Kind::Patch,
];

/// Sixteen attributes of 26 letters.
pub const LETTER: Shape = Shape { inputs: 16, outputs: 26, features: 200, guarded: true };
/// 57 word frequencies, spam or not.
pub const SPAM: Shape = Shape { inputs: 57, outputs: 1, features: 128, guarded: false };

impl Shape {
    /// The inputs that have a guard.
    pub fn guards(self) -> impl Iterator<Item = u16> {
        (0..self.inputs as u16).step_by(2).filter(move |_| self.guarded)
    }
}

/// A format of which random numbers can be drawn.
pub trait Sample: Format<Input: PartialOrd> {
    /// The largest weight, bias and unguarded input.
    const LARGEST: [f64; 3];

    /// A random scale and phase.
    fn scale_phase(random: &mut Random) -> Self::ScalePhase;

    /// A random scale of structured rows.
    fn scale(random: &mut Random) -> Self::Scale;
}

macro_rules! fixed {
    ($format:ty, $scale:ty) => {
        impl Sample for $format {
            const LARGEST: [f64; 3] = [<Self as Format>::Weight::LIMIT, 1e6, i16::LIMIT];

            fn scale_phase(random: &mut Random) -> ScalePhase {
                any(random)
            }

            fn scale(random: &mut Random) -> $scale {
                any(random)
            }
        }
    };
}

fixed!(Q15, u32);
fixed!(Q7, u32);
fixed!(Q7Wide, u32);
fixed!(Q3, Minifloat);

/// A word of random bits, of up to 8 bytes.
fn any<W: Word>(random: &mut Random) -> W {
    W::words(&random.bits().to_le_bytes()).next().expect("enough bits")
}

impl<C: Cosine> Sample for F32<C> {
    const LARGEST: [f64; 3] = [2.0, 10.0, 100.0];

    fn scale_phase(random: &mut Random) -> f32 {
        random.symmetric() as f32
    }

    fn scale(random: &mut Random) -> f32 {
        random.symmetric() as f32 / 64.0
    }
}

/// A random word, one in sixteen of them as large as it may be.
fn word<W: Quantise>(random: &mut Random, largest: f64) -> W {
    W::quantise(largest * extreme(random))
}

/// A number between -1 and 1, one in sixteen of them at an end.
fn extreme(random: &mut Random) -> f64 {
    let real = random.symmetric();
    if random.once_in(16) { real.signum() } else { real }
}

/// A packed model of cosine features with random weights.
pub fn model<F: Sample>(shape: Shape, seed: u64) -> Vec<u8> {
    mixed::<F>(shape, &[Kind::Cosine], seed)
}

/// A packed model of several blocks with random weights, each of as many features as the shape
/// says.
pub fn mixed<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
    packed::<F>((shape, kinds), seed, |_, _| ())
}

/// The same after logarithms of every third input.
pub fn bent<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
    packed::<F>((shape, kinds), seed, |bytes, random| logarithms::<F>(bytes, shape, random))
}

/// The same with a curve from scores to probabilities, over the range of most scores.
pub fn probable<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
    packed::<F>((shape, kinds), seed, |bytes, random| probability::<F>(bytes, shape, random))
}

/// The same with corners at which rows are known.
pub fn novel<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
    packed::<F>((shape, kinds), seed, |bytes, random| novelty::<F>(bytes, shape, random))
}

/// The same with a checkpoint behind each block but the last, at margins that fall and that some
/// rows reach.
pub fn staged<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
    packed::<F>((shape, kinds), seed, |bytes, random| {
        let margins = (1..kinds.len()).rev().map(|left| left as f64 + random.symmetric() / 2.0);
        let margins: Vec<f64> = margins.map(|share| most::<F>(shape) / 16.0 * share).collect();
        bytes.extend([early::NUMBER, margins.len() as u8]);
        let mut margins = margins.into_iter();
        words::<F::Score>(bytes, kinds.len() - 1, || F::Score::quantise(margins.next().expect("one for each")));
    })
}

/// The same of values, each with a scale of its own and an interval around it; some widths leave
/// the word of a score.
pub fn enclosed<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
    let mut model = packed::<F>((shape, kinds), seed, |bytes, random| {
        bytes.push(values::NUMBER);
        (0..shape.outputs).for_each(|_| bytes.extend((random.symmetric() as f32).to_le_bytes()));
        bytes.extend([interval::NUMBER, 3]);
        for _ in 0..shape.outputs {
            let most = most::<F>(shape);
            let mut thresholds = [0; 2].map(|_| F::Score::quantise(most / 4.0 * random.symmetric()));
            thresholds.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
            let largest = if F::CONTRACT.is_fixed() { F::Score::LIMIT } else { most };
            let halves = [most, largest / 2.0, largest].map(|half| F::Score::quantise(half * extreme(random).abs()));
            [&thresholds[..], &halves].concat().iter().for_each(|word| bytes.extend(word.to_bytes().as_ref()));
        }
    });
    model[wire::PREAMBLE + 1] = Task::Regression as u8;
    wire::seal(&mut model);
    model
}

/// The same over the windows of a stream, whose section these are the bytes of.
pub fn streamed<F: Sample>(shape: Shape, kinds: &[Kind], section: &[u8]) -> Vec<u8> {
    packed::<F>((shape, kinds), 7, |bytes, _| bytes.extend(section))
}

fn packed<F: Sample>(
    (shape, kinds): (Shape, &[Kind]),
    seed: u64,
    sections: impl Fn(&mut Vec<u8>, &mut Random),
) -> Vec<u8> {
    let mut random = Random(seed);
    let mut bytes = preamble::<F>(shape);
    for index in shape.guards() {
        guard::<F>(&mut bytes, index, &mut random);
    }
    let biases: Vec<f64> = (0..shape.outputs).map(|_| F::LARGEST[1] * extreme(&mut random)).collect();
    F::Bias::pack(&biases, &mut bytes);
    sections(&mut bytes, &mut random);
    kinds.iter().for_each(|&kind| block::<F>(&mut bytes, shape, kind, &mut random));
    wire::seal(&mut bytes);
    bytes
}

fn logarithms<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, random: &mut Random) {
    bytes.push(logarithms::NUMBER);
    bytes.extend((shape.inputs.div_ceil(3) as u16).to_le_bytes());
    let marked = |first: usize| (first..shape.inputs.min(first + 8)).filter(|i| i % 3 == 0);
    bytes.extend((0..shape.inputs).step_by(8).map(|first| marked(first).map(|i| 1 << (i - first)).sum::<u8>()));
    let scales = shape.inputs.div_ceil(3) * F::Input::SCALE / F::Input::SIZE;
    words::<F::Input>(bytes, scales, || word(random, F::LARGEST[2]));
}

fn probability<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, random: &mut Random) {
    bytes.push(probability::NUMBER);
    slope::<F>(bytes, shape, random);
    if shape.outputs == 1 {
        words::<F::Score>(bytes, 1, || word(random, F::LARGEST[1]));
    }
}

fn novelty<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, random: &mut Random) {
    bytes.push(novelty::NUMBER);
    slope::<F>(bytes, shape, random);
    bytes.extend((random.bits() as u32 >> 8).to_le_bytes());
    let target = F::LARGEST[1] * extreme(random).abs();
    [target, -target].map(F::Score::quantise).iter().for_each(|word| bytes.extend(word.to_bytes().as_ref()));
}

/// A bias and a quarter of what all features can add.
fn most<F: Sample>(shape: Shape) -> f64 {
    F::LARGEST[0] / F::FEATURE_UNIT * shape.features as f64 / 4.0 + F::LARGEST[1]
}

/// The most units that are told apart, for a bias and a quarter of what all features can add.
fn slope<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, random: &mut Random) {
    let most = most::<F>(shape);
    match F::CONTRACT.is_fixed() {
        true => {
            bytes.extend((random.bits() as u16 | 0x8000).to_le_bytes());
            bytes.extend([most.log2() as u8 - 15, 16]);
        }
        false => bytes.extend(((65_536.0 * (1.5 + random.symmetric()) / most) as f32).to_le_bytes()),
    }
}

fn block<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, kind: Kind, random: &mut Random) {
    bytes.push(kind as u8);
    bytes.extend((shape.features as u16).to_le_bytes());
    match kind.form() {
        Form::Ferns => return ferns::<F>(bytes, shape, random),
        Form::Seeded => seeded::<F>(bytes, shape, random),
        Form::Patches => patches::<F>(bytes, shape, random),
        Form::Dense(activation) => dense::<F>(bytes, shape, activation, random),
        Form::Structured(structure) => structured::<F>(bytes, shape, structure, random),
    }
    (0..shape.features).for_each(|_| row::<F>(bytes, shape.outputs, random));
}

fn dense<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, activation: Activation, random: &mut Random) {
    (0..shape.features).for_each(|_| row::<F>(bytes, shape.inputs, random));
    for _ in 0..shape.features {
        // where they are stored shorter, any bytes are a scale and a phase
        bytes.extend(&F::scale_phase(random).to_bytes().as_ref()[..F::ScalePhases::size(activation)]);
    }
}

/// The patches of a model with so many inputs: up to six runs of up to eight neighbours.
pub fn patch(inputs: usize) -> Patch {
    let height = (inputs / 8).clamp(1, 6);
    let stride = inputs / height;
    Patch { height: height as u8, width: stride.min(8) as u8, stride: stride as u16 }
}

fn patches<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, random: &mut Random) {
    let patch = patch(shape.inputs);
    bytes.extend(patch.to_bytes());
    for _ in 0..shape.features {
        let start = random.bits() as usize % (shape.inputs - patch.extent() + 1);
        bytes.extend(&(start as u16).to_le_bytes()[..fern::index_size(shape.inputs)]);
    }
    (0..shape.features).for_each(|_| row::<F>(bytes, patch.size(), random));
    for _ in 0..shape.features {
        bytes.extend(&F::scale_phase(random).to_bytes().as_ref()[..F::ScalePhases::size(Activation::Cosine)]);
    }
}

/// Ferns of depth 0 to 5 at most, in turn.
fn ferns<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, random: &mut Random) {
    let mut records = Vec::new();
    let depths = 0..=1 + shape.inputs as u8 % 5;
    for depth in depths.cycle().take(shape.features) {
        records.push(depth);
        for _ in 0..depth {
            let input = random.bits() as usize % shape.inputs;
            records.extend(&(input as u16).to_le_bytes()[..if shape.inputs > 256 { 2 } else { 1 }]);
            words::<F::Input>(&mut records, 1, || word(random, F::LARGEST[2] / 8.0));
        }
        words::<F::Leaf>(&mut records, shape.outputs << depth, || word(random, 100.0));
    }
    bytes.push(9);
    bytes.extend(u16::try_from(records.len()).expect("a block of ferns").to_le_bytes());
    bytes.extend(records);
}

/// Random weights.
fn row<F: Sample>(bytes: &mut Vec<u8>, count: usize, random: &mut Random) {
    F::Weight::pack((0..count).map(|_| word(random, F::LARGEST[0])), bytes);
}

fn structured<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, structure: Structure, random: &mut Random) {
    let scales = if structure == Structure::Sorf { 1 } else { shape.features };
    bytes.extend((random.bits() as u32).to_le_bytes());
    bytes.extend((scales as u16).to_le_bytes());
    words::<F::Scale>(bytes, scales, || F::scale(random));
    row::<F>(bytes, shape.inputs, random);
}

/// Any candidates, at four scales.
fn seeded<F: Sample>(bytes: &mut Vec<u8>, shape: Shape, random: &mut Random) {
    bytes.extend((random.bits() as u32).to_le_bytes());
    bytes.push(2);
    words::<F::Scale>(bytes, 4, || F::scale(random));
    row::<F>(bytes, shape.inputs, random);
    words::<u16>(bytes, shape.features, || any(random));
}

fn preamble<F: Format>(shape: Shape) -> Vec<u8> {
    let header = Header {
        contract: F::CONTRACT as u8,
        task: Task::Classification,
        inputs: shape.inputs as u16,
        outputs: shape.outputs as u16,
        guards: shape.guards().count() as u16,
        scale: 0.25,
    };
    let mut encoded = [0; 32];
    let encoded = postcard::to_slice(&header, &mut encoded).expect("a header takes less than 32 bytes");
    [&[0; 8], &*encoded].concat()
}

/// Limits anywhere, so that some readings are clamped and some are not; fixed point shifts by up to
/// two bits.
fn guard<F: Sample>(bytes: &mut Vec<u8>, index: u16, random: &mut Random) {
    let [one, other, centre]: [F::Input; 3] = std::array::from_fn(|_| word(random, F::LARGEST[2] / 8.0));
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    bytes.extend(index.to_le_bytes());
    for limit in [low, high, centre] {
        bytes.extend(limit.to_bytes().as_ref());
    }
    bytes.push((random.bits() % 3) as u8);
}

fn words<W: Word>(bytes: &mut Vec<u8>, count: usize, mut next: impl FnMut() -> W) {
    for _ in 0..count {
        bytes.extend(next().to_bytes().as_ref());
    }
}

/// Golden vectors of random readings: `rows` times the raw inputs and the scores that the host
/// computes.
pub fn golden<F: Sample>(model: &[u8], rows: usize) -> Vec<u8> {
    let stream = Stream::<F>::view(model).expect("a sample model is valid");
    let guarded = stream.header().guards > 0;
    let mut random = Random(rows as u64);
    let mut bytes = Vec::new();
    let mut scores = vec![F::Score::default(); stream.outputs()];
    let mut scratch = vec![F::Lane::default(); stream.scratch()];
    for _ in 0..rows {
        let mut inputs: Vec<F::Input> =
            (0..stream.inputs()).map(|index| reading::<F>(&mut random, guarded && index % 2 == 0)).collect();
        inputs.iter().for_each(|input| bytes.extend(input.to_bytes().as_ref()));
        stream.scores_with(&mut inputs, &mut scores, &mut scratch).expect("the buffers fit the model");
        scores.iter().for_each(|score| bytes.extend(score.to_bytes().as_ref()));
    }
    bytes
}

/// A reading, which may be missing where there is a guard for that.
fn reading<F: Sample>(random: &mut Random, guarded: bool) -> F::Input {
    if guarded && random.once_in(8) { F::Input::MISSING } else { word(random, F::LARGEST[2]) }
}
