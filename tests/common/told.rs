//! What is told from scores beside the answer, probabilities and novelty: in sample models, and on emulated cores.

use super::board::Board;
use super::c::Checked;
use super::firmware::Build;
use super::sample::{self, LETTER, SPAM, Sample, Shape};
use kernelet::kind::Kind;
use kernelet::word::Word;
use kernelet::{F32, Format, Q3, Q7, Q7Wide, Q15, Stream};

/// Something that is told from scores.
pub trait Told {
    /// The cargo feature that tells it.
    const FEATURE: &str;
    /// What the C port compares.
    const CHECKED: Checked;

    /// Its bytes in a golden vector.
    fn size(outputs: usize) -> usize;
    /// A sample model with the section that it needs.
    fn model<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8>;
    /// What stands in the place of the scores.
    fn tell<F: Format>(stream: &Stream<'_, F>, scores: &[F::Score]) -> Vec<u8>;
}

/// The probabilities of all classes.
pub struct Probabilities;

impl Told for Probabilities {
    const FEATURE: &str = "--features=probability";
    const CHECKED: Checked = Checked::Probabilities;

    fn size(outputs: usize) -> usize {
        2 * outputs
    }

    fn model<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
        sample::probable::<F>(shape, kinds, seed)
    }

    fn tell<F: Format>(stream: &Stream<'_, F>, scores: &[F::Score]) -> Vec<u8> {
        let mut probabilities = vec![0; scores.len()];
        assert_eq!(stream.probabilities(scores, &mut probabilities), Ok(true));
        probabilities.into_iter().flat_map(u16::to_le_bytes).collect()
    }
}

/// The distance from what is known.
pub struct Novelty;

impl Told for Novelty {
    const FEATURE: &str = "--features=novelty";
    const CHECKED: Checked = Checked::Novelty;

    fn size(_: usize) -> usize {
        4
    }

    fn model<F: Sample>(shape: Shape, kinds: &[Kind], seed: u64) -> Vec<u8> {
        sample::novel::<F>(shape, kinds, seed)
    }

    fn tell<F: Format>(stream: &Stream<'_, F>, scores: &[F::Score]) -> Vec<u8> {
        let novelty = stream.novelty(scores).expect("as many as outputs").expect("corners");
        novelty.distance.to_le_bytes().to_vec()
    }
}

/// Golden vectors with what is told in the place of scores.
pub fn golden<T: Told, F: Sample>(model: &[u8], rows: usize) -> Vec<u8> {
    let stream = Stream::<F>::view(model).expect("a sample model is valid");
    let (inputs, outputs) = (stream.inputs() * F::Input::SIZE, stream.outputs());
    let row = |row: &[u8]| {
        let (inputs, scores) = row.split_at(inputs);
        [inputs, &T::tell(&stream, &F::Score::words(scores).collect::<Vec<_>>())].concat()
    };
    sample::golden::<F>(model, rows).chunks(inputs + outputs * F::Score::SIZE).flat_map(row).collect()
}

/// Whole numbers are the host's, in fixed point in the same instructions for every row.
fn same_bits_of<T: Told, F: Sample>(board: &Board, shape: Shape) {
    let model = T::model::<F>(shape, &[Kind::Cosine], 3);
    let report = Build::of(board, &model).option(T::FEATURE).firmware().run(&golden::<T, F>(&model, 200));
    println!("{} {:?} {shape:?} {report:?}", board.core, F::CONTRACT);
    assert_eq!((report.rows, report.mismatches), (200, 0));
    let (least, most) = report.instructions;
    assert!(!F::CONTRACT.is_fixed() || least == most, "the time depends on the data: {report:?}");
}

/// A core tells what the host does, in every format.
pub fn same_bits<T: Told>(board: &Board) {
    for shape in [LETTER, SPAM].map(|shape| Shape { features: 20, ..shape }) {
        same_bits_of::<T, F32>(board, shape);
        same_bits_of::<T, Q15>(board, shape);
        same_bits_of::<T, Q7>(board, shape);
        same_bits_of::<T, Q7Wide>(board, shape);
        same_bits_of::<T, Q3>(board, shape);
    }
}
