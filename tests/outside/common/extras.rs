//! What is told beside the scores, probabilities, novelty, intervals and what is clear early: in
//! sample models, and on emulated cores.

use super::board::Board;
use super::c::Checked;
use super::firmware::{Build, equal};
use super::sample::{self, LETTER, SPAM, Sample, Shape};
use kernelet::block::Kind;
use kernelet::number::Word;
use kernelet::{F32, Format, Q3, Q7, Q7Wide, Q15, Stream};

/// Something that is told of a row.
pub trait Extras {
    /// The cargo feature that tells it.
    const FEATURE: &str;
    /// What the C port compares.
    const CHECKED: Checked;
    /// What its sample models are made of.
    const KINDS: &[Kind] = &[Kind::Cosine];
    /// Whether every row takes the same instructions in fixed point.
    const STEADY: bool = true;

    /// Its bytes in a golden vector.
    fn size<F: Format>(outputs: usize) -> usize;
    /// A sample model with the section that it needs.
    fn model<F: Sample>(shape: Shape, seed: u64) -> Vec<u8>;
    /// What stands in the place of the scores.
    fn tell<F: Format>(stream: &Stream<'_, F>, inputs: Vec<F::Input>) -> Vec<u8>;
}

/// The probabilities of all classes.
pub struct Probabilities;

impl Extras for Probabilities {
    const FEATURE: &str = "--features=probability";
    const CHECKED: Checked = Checked::Probabilities;

    fn size<F: Format>(outputs: usize) -> usize {
        2 * outputs
    }

    fn model<F: Sample>(shape: Shape, seed: u64) -> Vec<u8> {
        sample::probable::<F>(shape, Self::KINDS, seed)
    }

    fn tell<F: Format>(stream: &Stream<'_, F>, inputs: Vec<F::Input>) -> Vec<u8> {
        let mut probabilities = vec![0; stream.outputs()];
        assert_eq!(stream.probabilities(&scores(stream, inputs), &mut probabilities), Ok(true));
        probabilities.into_iter().flat_map(u16::to_le_bytes).collect()
    }
}

/// The distance from what is known.
pub struct Novelty;

impl Extras for Novelty {
    const FEATURE: &str = "--features=novelty";
    const CHECKED: Checked = Checked::Novelty;

    fn size<F: Format>(_: usize) -> usize {
        4
    }

    fn model<F: Sample>(shape: Shape, seed: u64) -> Vec<u8> {
        sample::novel::<F>(shape, Self::KINDS, seed)
    }

    fn tell<F: Format>(stream: &Stream<'_, F>, inputs: Vec<F::Input>) -> Vec<u8> {
        let novelty = stream.novelty(&scores(stream, inputs)).expect("as many as outputs").expect("corners");
        novelty.distance.to_le_bytes().to_vec()
    }
}

/// The ends of the interval around each value, of a model with a scale for each.
pub struct Interval;

impl Extras for Interval {
    const FEATURE: &str = "--features=interval,values";
    const CHECKED: Checked = Checked::Interval;
    const STEADY: bool = false;

    fn size<F: Format>(outputs: usize) -> usize {
        2 * outputs * F::Score::SIZE
    }

    fn model<F: Sample>(shape: Shape, seed: u64) -> Vec<u8> {
        sample::enclosed::<F>(shape, Self::KINDS, seed)
    }

    fn tell<F: Format>(stream: &Stream<'_, F>, inputs: Vec<F::Input>) -> Vec<u8> {
        let scores = scores(stream, inputs);
        let ends: Vec<[F::Score; 2]> = stream.interval(&scores).ok().flatten().expect("intervals").collect();
        let side = |side: usize| ends.iter().flat_map(move |ends| ends[side].to_bytes().as_ref().to_vec());
        side(0).chain(side(1)).collect()
    }
}

/// The class as soon as it is clear, and the blocks that it took.
pub struct Early;

impl Extras for Early {
    const FEATURE: &str = "--features=early";
    const CHECKED: Checked = Checked::Early;
    const KINDS: &[Kind] = &[Kind::Cosine, Kind::Ferns, Kind::Relu, Kind::Cosine];
    const STEADY: bool = false;

    fn size<F: Format>(_: usize) -> usize {
        4
    }

    fn model<F: Sample>(shape: Shape, seed: u64) -> Vec<u8> {
        sample::staged::<F>(shape, Self::KINDS, seed)
    }

    fn tell<F: Format>(stream: &Stream<'_, F>, mut inputs: Vec<F::Input>) -> Vec<u8> {
        let mut scores = vec![F::Score::default(); stream.outputs()];
        let mut scratch = vec![F::Lane::default(); stream.scratch()];
        let early = stream.early_with(&mut inputs, &mut scores, &mut scratch).expect("buffers made to measure");
        [early.class, early.blocks].into_iter().flat_map(u16::to_le_bytes).collect()
    }
}

fn scores<F: Format>(stream: &Stream<'_, F>, mut inputs: Vec<F::Input>) -> Vec<F::Score> {
    let mut scores = vec![F::Score::default(); stream.outputs()];
    let mut scratch = vec![F::Lane::default(); stream.scratch()];
    stream.scores_with(&mut inputs, &mut scores, &mut scratch).expect("buffers made to measure");
    scores
}

/// Golden vectors with what is told in the place of scores.
pub fn golden<T: Extras, F: Sample>(model: &[u8], rows: usize) -> Vec<u8> {
    let stream = Stream::<F>::view(model).expect("a sample model is valid");
    let (inputs, outputs) = (stream.inputs() * F::Input::SIZE, stream.outputs());
    let row = |row: &[u8]| {
        let inputs = &row[..inputs];
        [inputs, &T::tell(&stream, F::Input::words(inputs).collect())].concat()
    };
    sample::golden::<F>(model, rows).chunks(inputs + outputs * F::Score::SIZE).flat_map(row).collect()
}

/// Whole numbers are the host's, in fixed point in the same instructions for every row.
fn same_bits_of<T: Extras, F: Sample>(board: &Board, shape: Shape) {
    let model = T::model::<F>(shape, 3);
    let firmware = Build::of(board, &model).blocks(T::KINDS).option(T::FEATURE).firmware();
    let report = firmware.run(&golden::<T, F>(&model, 200));
    println!("{} {:?} {shape:?} {report:?}", board.core, F::CONTRACT);
    equal(&report, 200);
    let (least, most) = report.instructions;
    assert!(!T::STEADY || !F::CONTRACT.is_fixed() || least == most, "the time depends on the data: {report:?}");
}

/// A core tells what the host does, in every format, and of a single score in every kind of score.
pub fn same_bits<T: Extras>(board: &Board) {
    let [many, single] = [LETTER, SPAM].map(|shape| Shape { features: 20, ..shape });
    for shape in [many, single] {
        same_bits_of::<T, F32>(board, shape);
        same_bits_of::<T, Q15>(board, shape);
        same_bits_of::<T, Q7>(board, shape);
    }
    same_bits_of::<T, Q7Wide>(board, many);
    same_bits_of::<T, Q3>(board, many);
}
