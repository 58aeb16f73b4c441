//! Random calls of a model behind a right checksum: every call of a model of known shape, over
//! windows, in steps and while it learns answers, and what is told twice is told alike.
#![no_main]

use kernelet::number::{Input, Quantise, Word};
use kernelet::online::{LearnError, Learner, Log};
use kernelet::{Contract, Format, Model, Owned, Q3, Q7, Q7Wide, Q15, Series, Stream, with_format};
use libfuzzer_sys::fuzz_target;
use std::hint::black_box;

/// The scratch of the models of known shape: enough for structured rows of up to 32 inputs.
const SCRATCH: usize = 64;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[format, a, b, c], rest)) = bytes.split_first_chunk::<4>() else { return };
    let mut model = [&[0; 8], rest].concat();
    if let (Some(number), Some(contract)) = (model.get_mut(8), Contract::from_number(format % 8)) {
        *number = contract as u8;
    }
    kernelet::wire::seal(&mut model);
    let calls = Calls(u32::from_le_bytes([a, b, c, 1]));
    let Ok(contract) = kernelet::wire::contract(&model) else { return };
    with_format!(contract, F => shaped::<F>(&model, calls));
    match contract {
        Contract::Q7 => learn::<Q7>(&mut model, calls),
        Contract::Q7Wide => learn::<Q7Wide>(&mut model, calls),
        Contract::Q3 => learn::<Q3>(&mut model, calls),
        Contract::Q15 => learn::<Q15>(&mut model, calls),
        _ => (),
    }
});

/// A random sequence (Marsaglia 2003), which says what is called and with what.
#[derive(Clone, Copy)]
struct Calls(u32);

impl Calls {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }

    /// A reading: often an extreme one.
    fn reading(&mut self) -> i16 {
        match self.below(6) {
            0 => i16::MIN,
            1 => i16::MAX,
            2 => 0,
            _ => self.next() as i16,
        }
    }

    fn input<I: Input>(&mut self) -> I {
        match self.below(8) {
            0 => I::MISSING,
            1 => I::quantise(f64::NAN),
            2 => I::quantise(1e30),
            _ => I::from(self.reading()),
        }
    }

    /// A length: nearly always the right one.
    fn length(&mut self, right: usize) -> usize {
        if self.below(8) > 0 { right } else { self.below(2 * right + 2) }
    }
}

/// The shapes of the seeds.
fn shaped<F: Format>(model: &[u8], calls: Calls) {
    let Ok(stream) = Stream::<F>::view(model) else { return };
    of_any_shape(&stream, calls);
    match (stream.inputs(), stream.outputs()) {
        (2, 1) => of_known_shape::<F, 2, 1>(model, calls),
        (4, 1) => of_known_shape::<F, 4, 1>(model, calls),
        (4, 3) => of_known_shape::<F, 4, 3>(model, calls),
        (4, 4) => of_known_shape::<F, 4, 4>(model, calls),
        (5, 1) => of_known_shape::<F, 5, 1>(model, calls),
        (5, 3) => of_known_shape::<F, 5, 3>(model, calls),
        (6, 2) => of_known_shape::<F, 6, 2>(model, calls),
        (7, 1) => of_known_shape::<F, 7, 1>(model, calls),
        (7, 3) => of_known_shape::<F, 7, 3>(model, calls),
        (9, 2) => of_known_shape::<F, 9, 2>(model, calls),
        (30, 4) => of_known_shape::<F, 30, 4>(model, calls),
        (23, 2) => over_windows::<F, 2, 40, 23, 2>(model, calls),
        (23, 3) => over_windows::<F, 1, 30, 23, 3>(model, calls),
        (33, 2) => over_windows::<F, 2, 64, 33, 2>(model, calls),
        _ => (),
    }
}

/// Calls a model of any shape, also with slices of wrong lengths, which it refuses.
fn of_any_shape<F: Format>(stream: &Stream<'_, F>, mut calls: Calls) {
    for _ in 0..calls.below(6) {
        let lengths = [stream.inputs(), stream.outputs(), stream.scratch()].map(|right| calls.length(right));
        let [inputs, outputs, scratch] = lengths;
        let mut inputs: Vec<F::Input> = (0..inputs).map(|_| calls.input()).collect();
        let mut scores = vec![F::Score::default(); outputs];
        let mut scratch = vec![F::Lane::default(); scratch];
        let row = (inputs.len(), scratch.len() >= stream.scratch());
        let fits = row == (stream.inputs(), true) && scores.len() == stream.outputs();
        match calls.below(7) {
            0 => assert_eq!(stream.scores_with(&mut inputs, &mut scores, &mut scratch).is_ok(), fits),
            1 => assert_eq!(stream.early_with(&mut inputs, &mut scores, &mut scratch).is_ok(), fits),
            2 => {
                let kept = stream.features_with(&mut inputs, &mut scratch, |feature| _ = black_box(feature));
                assert_eq!(kept.is_ok(), row == (stream.inputs(), true));
            }
            3 => _ = black_box(stream.scores(&mut inputs, &mut scores)),
            4 => _ = black_box(stream.features(&mut inputs).map(Iterator::count)),
            5 => _ = black_box(stream.inputs_of(&mut inputs)),
            _ => {
                let mut probabilities = vec![0; calls.length(stream.outputs())];
                _ = black_box(stream.probabilities(&scores, &mut probabilities));
                _ = black_box(stream.novelty(&scores));
                _ = black_box(stream.interval(&scores).map(|ends| ends.map(Iterator::count)));
                _ = black_box(stream.scale(scores.len()));
            }
        }
    }
}

/// Calls a model of known shape, and tells that its answers agree with each other.
fn of_known_shape<F: Format, const D: usize, const K: usize>(bytes: &[u8], mut calls: Calls) {
    let Ok(model) = Model::<F, D, K, SCRATCH>::view(bytes) else { return };
    for _ in 0..=calls.below(3) {
        let inputs: [F::Input; D] = core::array::from_fn(|_| calls.input());
        let scores = model.scores(inputs);
        alike(&scores, &steps(&model, inputs, &mut calls));
        assert_eq!(model.class(inputs), model.class_of(&scores));
        assert_eq!(model.probabilities(inputs), model.probabilities_of(&scores));
        _ = black_box((model.novelty(inputs), model.early(inputs), model.values(inputs), model.interval(inputs)));
        model.features(inputs, |feature| _ = black_box(feature));
    }
    received::<F, D, K>(bytes, &mut calls);
}

/// The scores of a prediction in steps of random sizes.
fn steps<F: Format, const D: usize, const K: usize>(
    model: &Model<'_, F, D, K, SCRATCH>,
    inputs: [F::Input; D],
    calls: &mut Calls,
) -> [F::Score; K] {
    let mut prediction = model.stepwise(inputs);
    loop {
        if let Some(scores) = prediction.step(calls.below(9)) {
            return scores;
        }
    }
}

/// Receives a model in pieces: it is the same, or too large.
fn received<F: Format, const D: usize, const K: usize>(bytes: &[u8], calls: &mut Calls) {
    let mut owned = Owned::<1024>::new();
    let whole = bytes.chunks(1 + calls.below(200)).all(|piece| owned.receive(piece).is_ok());
    assert!(whole == (bytes.len() <= 1024) && bytes.starts_with(owned.bytes()));
    let borrowed = Model::<F, D, K>::view(bytes).is_ok();
    assert!(!whole || owned.model::<F, D, K>().is_ok() == borrowed);
}

/// Pushes readings one by one, and fills whole windows: both have the same scores.
fn over_windows<F: Format, const C: usize, const L: usize, const D: usize, const K: usize>(
    bytes: &[u8],
    mut calls: Calls,
) {
    of_known_shape::<F, D, K>(bytes, calls);
    let Ok(mut pushed) = Series::<F, C, L, D, K, SCRATCH, 16>::view(bytes) else { return };
    let mut window = [[0; L]; C];
    for at in 0..L {
        let readings: [i16; C] = core::array::from_fn(|_| calls.reading());
        window.iter_mut().zip(readings).for_each(|(samples, reading)| samples[at] = reading);
        assert_eq!(pushed.push(readings), at + 1 == L);
    }
    let mut filled = pushed;
    filled.clear();
    filled.fill(&window);
    alike(&pushed.scores(), &filled.scores());
    for _ in 0..calls.below(100) {
        match calls.below(20) {
            0 => _ = black_box(pushed.steady()),
            1 => pushed.clear(),
            _ => _ = black_box(pushed.push(core::array::from_fn(|_| calls.reading()))),
        }
    }
}

/// Learns random rows twice, once as a log has them: the weights are the same, and can be written
/// back or would overflow.
fn learn<F>(model: &mut [u8], calls: Calls)
where
    F: Format<Input = i16, Feature = i16, Score: Into<i64>>,
{
    let bytes = model.to_vec();
    let Ok(stream) = Stream::<F>::view(&bytes) else { return };
    let Some(learning) = stream.learning() else { return };
    if learning.weights() > 1 << 14 {
        return; // more weights take long and tell nothing more
    }
    let mut learnt = [vec![0; learning.weights()], vec![0; learning.weights()]];
    for weights in &mut learnt {
        let (mut features, mut scratch) = (vec![0; learning.room()], vec![F::Lane::default(); stream.scratch()]);
        let learner = Learner::<F, true>::with_scratch(&stream, weights, &mut features, &mut scratch);
        let mut learner = learner.expect("buffers of its lengths");
        updates(&mut learner, &bytes, calls);
        match learner.write_back(model) {
            Ok(()) => assert!(Stream::<F>::view(model).is_ok()),
            Err(error) => assert_eq!(error, LearnError::Overflow),
        }
        model.copy_from_slice(&bytes);
    }
    assert_eq!(learnt[0], learnt[1]);
}

fn updates<F>(learner: &mut Learner<'_, '_, F, true>, bytes: &[u8], mut calls: Calls)
where
    F: Format<Input = i16, Feature = i16, Score: Into<i64>>,
{
    let stream = learner.stream();
    let (mut written, _) = Log::of(bytes, learner.weights());
    let mut read = Log::resume(written.state());
    let mut scores = vec![F::Score::default(); stream.outputs()];
    for _ in 0..calls.below(12) {
        let mut inputs: Vec<i16> = (0..calls.length(stream.inputs())).map(|_| calls.reading()).collect();
        let label = calls.below(stream.outputs().max(2) + 1) as u16;
        let mut room = vec![0; Log::size(inputs.len(), 2)];
        let record = written.record(&inputs, label, &mut room).expect("room for it");
        assert!(read.takes(record));
        match calls.below(3) {
            0 => _ = black_box(learner.scores(&mut inputs, &mut scores)),
            1 => _ = black_box(learner.learn(&mut inputs, &mut scores, label)),
            _ => {
                let count = calls.length(learner.learning().learnt.into());
                let targets: Vec<F::Score> =
                    (0..count).map(|_| F::Score::quantise(f64::from(calls.next() as i32) * 2.0)).collect();
                _ = black_box(learner.learn_values(&mut inputs, &mut scores, &targets));
            }
        }
    }
}

/// Tells that scores are the same, bit by bit but for the bits of a NaN.
fn alike<S: Word + PartialOrd + std::fmt::Debug>(some: &[S], others: &[S]) {
    for (a, b) in some.iter().zip(others) {
        let nan = a.partial_cmp(a).is_none() && b.partial_cmp(b).is_none();
        assert!(nan || a.to_bytes().as_ref() == b.to_bytes().as_ref(), "{a:?} {b:?}");
    }
}
