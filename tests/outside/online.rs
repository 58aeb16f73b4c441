//! Learning on the device: against FORMAT.md in 128 bits and against real numbers, in C, on boards,
//! and replayed on the host.

mod boards;
mod in_c;

use crate::common::kernelet::Desk;
use crate::common::learning::{Learnable, Settings, Twin, learning};
use crate::common::random::Random;
use crate::common::sample::{self, KINDS, Shape};
use kernelet::block::Kind;
use kernelet::number::Quantise;
use kernelet::online::{LearnError, Learner, Log};
use kernelet::wire::{PREAMBLE, seal};
use kernelet::{Q3, Q7, Q7Wide, Q15, Stream, Task};

const ODD: Shape = Shape { inputs: 7, outputs: 4, features: 11, guarded: true };
const ONE: Shape = Shape { inputs: 3, outputs: 1, features: 9, guarded: false };
/// Two of three scores, small steps.
const SOME: Settings =
    Settings { first: 1, learnt: 2, rate: 16_384, forget: 0, shift: 8, count: 4, target: 2e6, margin: 4e5 };
/// A single score with the largest steps, which forgets fast.
const WILD: Settings =
    Settings { first: 0, learnt: 1, rate: u16::MAX, forget: 3, shift: 0, count: 16, target: 2e9, margin: 2e9 };

fn inputs(shape: Shape, random: &mut Random) -> Vec<i16> {
    (0..shape.inputs).map(|_| (random.bits() >> 48) as i16).collect()
}

/// The same of values.
fn model_of_values<F: Learnable>(shape: Shape, settings: Settings) -> Vec<u8> {
    let mut packed = model::<F>(shape, settings);
    packed[PREAMBLE + 1] = 1; // the task
    seal(&mut packed);
    packed
}

/// A model of all kinds of rows that learns.
fn model<F: Learnable>(shape: Shape, settings: Settings) -> Vec<u8> {
    let kinds = if shape.outputs > 1 { &KINDS[..] } else { &[Kind::Cosine] };
    learning::<F>(&sample::mixed::<F>(shape, kinds, 5), settings, &mut Random(3))
}

/// The buffers of a learner.
fn buffers<F: Learnable>(stream: &Stream<'_, F>) -> (Vec<i32>, Vec<i16>, Vec<F::Lane>) {
    let own = stream.learning().expect("a model that learns");
    (vec![0; own.weights()], vec![0; own.room()], vec![F::Lane::default(); stream.scratch()])
}

fn wide<S: Into<i64>>(scores: Vec<S>) -> Vec<i128> {
    scores.into_iter().map(|score| i128::from(score.into())).collect()
}

/// Every weight and score is that of the specification in 128 bits, whose numbers fit their words.
fn same_as_twin<F: Learnable>(shape: Shape, settings: Settings, rows: usize) {
    learns_as_twin::<F>(&model::<F>(shape, settings), shape, rows);
    learns_as_twin::<F>(&model_of_values::<F>(shape, settings), shape, rows / 2);
}

fn learns_as_twin<F: Learnable>(packed: &[u8], shape: Shape, rows: usize) {
    let stream = Stream::<F>::view(packed).expect("a model");
    let (mut weights, mut features, mut scratch) = buffers(&stream);
    let learner = Learner::with_scratch(&stream, &mut weights, &mut features, &mut scratch);
    let mut learner: Learner<F, true> = learner.expect("its lengths");
    let (mut twin, mut random) = (Twin::of(&stream), Random(11));
    let mut scores = vec![F::Score::default(); shape.outputs];
    for row in 0..rows {
        let inputs = inputs(shape, &mut random);
        let expected = match stream.task() {
            Task::Regression => {
                let learnt = stream.learning().expect("a model that learns").learnt;
                let values = vec![F::Score::quantise(random.symmetric() * 1e10); learnt.into()];
                learner.learn_values(&mut inputs.clone(), &mut scores, &values).expect("its lengths");
                twin.learn_values(&stream, &inputs, &wide(values))
            }
            Task::Classification => {
                let label = row % shape.outputs.max(2);
                learner.learn(&mut inputs.clone(), &mut scores, label as u16).expect("its lengths");
                twin.learn(&stream, &inputs, label)
            }
        };
        assert_eq!(wide(scores.clone()), expected, "{:?}, row {row}", F::CONTRACT);
        let expected: Vec<i128> = twin.weights.concat();
        assert!(learner.weights().iter().map(|&w| i128::from(w)).eq(expected), "{:?}, row {row}", F::CONTRACT);
    }
    assert!(learner.weights().iter().any(|&weight| weight != 0));
}

fn same_as_twin_in_all<F: Learnable>() {
    for forget in [0, 10] {
        same_as_twin::<F>(ODD, Settings { forget, ..SOME }, 150);
    }
    same_as_twin::<F>(ODD, Settings { count: 0, learnt: 3, ..SOME }, 60);
    same_as_twin::<F>(ONE, WILD, 300);
    same_as_twin::<F>(ONE, Settings { count: 0, shift: 20, forget: 0, ..WILD }, 100);
    let most = Shape { inputs: 2, outputs: 3, features: 511, guarded: false };
    let packed = learning::<F>(&sample::model::<F>(most, 1), Settings { count: 16, ..WILD }, &mut Random(1));
    assert!(Stream::<F>::view(&packed).is_ok());
}

#[test]
fn q7_learns_what_the_specification_says() {
    same_as_twin_in_all::<Q7>();
    same_as_twin_in_all::<Q7Wide>();
}

#[test]
fn q15_and_q3_learn_what_the_specification_says() {
    same_as_twin_in_all::<Q15>();
    same_as_twin_in_all::<Q3>();
}

/// Normalised least squares in real numbers: the weights of 300 rows are within a hundredth of
/// where they went.
#[test]
fn steps_are_those_of_normalised_least_squares() {
    let shape = Shape { inputs: 4, outputs: 1, features: 20, guarded: false };
    for (count, rate) in [(0, 1_000), (0, 40_000), (4, 16_384)] {
        let settings = Settings { count, rate, forget: 0, target: 1e6, margin: 1e6, ..WILD };
        let settings = Settings { shift: 8, ..settings };
        let mut packed = learning::<Q7>(&sample::model::<Q7>(shape, 4), settings, &mut Random(3));
        packed[PREAMBLE + 1] = 1; // values
        quieten(&mut packed, count);
        let stream = Stream::<Q7>::view(&packed).expect("a model");
        let (mut weights, mut features, _) = buffers(&stream);
        let mut learner: Learner<Q7> = Learner::new(&stream, &mut weights, &mut features).expect("its lengths");
        let (mut real, mut random) = (vec![0.0; 21], Random(7));
        let v = stream.learning().expect("a model that learns").directions;
        for _ in 0..300 {
            let inputs = inputs(shape, &mut random);
            let (mut z, mut packed) = (Vec::new(), [0]);
            stream.features_with(&mut inputs.clone(), &mut [], |x| z.push(f64::from(x) / 32_767.0)).expect("lengths");
            z.push(1.0);
            stream.scores(&mut inputs.clone(), &mut packed).expect("its lengths");
            let target = packed[0] + (random.symmetric() * 1e6) as i32;
            learner.learn_values(&mut inputs.clone(), &mut [0], &[target]).expect("its lengths");
            step(&mut real, &z, (v, count.into()), f64::from(rate) / 32_768.0, f64::from(target - packed[0]));
        }
        // a weight's unit is 2^-16 of a score's for each unit of a feature
        let found = weights.iter().map(|&w| f64::from(w) / 65_536.0 * 32_767.0);
        let distance: f64 = found.zip(&real).map(|(w, real)| (w - real).powi(2)).sum::<f64>().sqrt();
        let way = real.iter().map(|w| w * w).sum::<f64>().sqrt();
        println!("{count} directions, rate {rate}: {way:.0}, off by {distance:.0}");
        assert!(way > 1e4 && distance < way / 100.0);
    }
}

/// Makes directions that lengthen nothing: an eighth each.
fn quieten(model: &mut [u8], count: u8) {
    let directions = 24 * usize::from(count);
    let at = kernelet::wire::Sections::of(model).map(|all| model.len() - all.blocks.bytes().len()).expect("a model");
    model[at - directions..at].iter_mut().for_each(|word| *word = ((*word as i8) / 8) as u8);
    seal(model);
}

/// A step in real numbers.
fn step(weights: &mut [f64], z: &[f64], (v, count): (&[u8], usize), rate: f64, target: f64) {
    let v = |i: usize, j: usize| f64::from(v[j * 24 + i] as i8) / 128.0;
    let shares: Vec<f64> = (0..count).map(|j| z.iter().enumerate().map(|(i, z)| v(i, j) * z).sum()).collect();
    let g: Vec<f64> = z
        .iter()
        .enumerate()
        .map(|(i, z)| z - shares.iter().enumerate().map(|(j, s)| v(i, j) * s).sum::<f64>())
        .collect();
    let error = target - weights.iter().zip(z).map(|(w, z)| w * z).sum::<f64>();
    let length = 0.5 + z.iter().zip(&g).map(|(z, g)| z * g).sum::<f64>();
    weights.iter_mut().zip(&g).for_each(|(w, g)| *w += rate * error * g / length);
}

/// What is written back is a sound model, in which nothing but the learnt scores has changed, by
/// what was learnt but for rounding.
#[test]
fn a_head_that_is_written_back_answers_as_the_learner() {
    fn run<F: Learnable>(unit: f64) {
        let packed = model::<F>(ODD, SOME);
        let stream = Stream::<F>::view(&packed).expect("a model");
        let (mut weights, mut features, mut scratch) = buffers(&stream);
        let mut random = Random(5);
        weights.iter_mut().for_each(|weight| *weight = (random.symmetric() * 3.0 * unit) as i32);
        let learner = Learner::with_scratch(&stream, &mut weights, &mut features, &mut scratch);
        let mut learner: Learner<F, true> = learner.expect("its lengths");
        let mut written = packed.clone();
        learner.write_back(&mut written).expect("it fits");
        let new = Stream::<F>::view(&written).expect("a model");
        let full = f64::from(stream.learning().expect("it learns").features + 1) * 32_767.0;
        for _ in 0..50 {
            let inputs = inputs(ODD, &mut random);
            let (mut learnt, mut found) = (vec![F::Score::default(); 4], vec![F::Score::default(); 4]);
            learner.scores(&mut inputs.clone(), &mut learnt).expect("its lengths");
            let mut scratch = vec![F::Lane::default(); stream.scratch()];
            new.scores_with(&mut inputs.clone(), &mut found, &mut scratch).expect("its lengths");
            for (k, (learnt, found)) in wide(learnt).into_iter().zip(wide(found)).enumerate() {
                let off = (learnt - found).abs() as f64;
                // half a unit of each weight; weights near their limit saturate in samples of q3
                let most = if [1, 2].contains(&k) { full } else { 0.0 };
                assert!(
                    off <= most * if F::Weight::LIMIT < 10.0 { 8.0 } else { 1.0 },
                    "{:?} score {k}: {off}",
                    F::CONTRACT
                );
            }
        }
        let mut other = written.clone();
        other.truncate(written.len() - 1);
        assert_eq!(learner.write_back(&mut other), Err(LearnError::Model));
    }
    run::<Q7>(65_536.0);
    run::<Q15>(256.0);
    run::<Q3>(1_048_576.0);
}

/// A bias near the largest number leaves no room.
#[test]
fn a_head_that_could_overflow_is_not_written() {
    let mut packed = sample::model::<Q7>(ONE, 4);
    let at = packed.len() - bytes_of_blocks(&packed) - 4;
    packed[at..at + 4].copy_from_slice(&(i32::MAX - 1000).to_le_bytes());
    seal(&mut packed);
    let packed = learning::<Q7>(&packed, WILD, &mut Random(3));
    let stream = Stream::<Q7>::view(&packed).expect("a model");
    let (mut weights, mut features, _) = buffers(&stream);
    let learner: Learner<Q7> = Learner::new(&stream, &mut weights, &mut features).expect("its lengths");
    assert_eq!(learner.write_back(&mut packed.clone()), Err(LearnError::Overflow));
}

/// The bytes of a model's blocks.
fn bytes_of_blocks(model: &[u8]) -> usize {
    kernelet::wire::Sections::of(model).expect("a model").blocks.bytes().len()
}

#[test]
fn wrong_lengths_and_classes_are_refused() {
    let packed = model::<Q7>(ODD, SOME);
    let stream = Stream::<Q7>::view(&packed).expect("a model");
    let (mut weights, mut features, mut scratch) = buffers(&stream);
    let plain = sample::model::<Q7>(ODD, 1);
    let plain = Stream::<Q7>::view(&plain).expect("a model");
    let learner = |w: &mut [i32], z: &mut [i16], scratch: &mut [i32]| {
        Learner::<Q7, true>::with_scratch(&stream, w, z, scratch).err()
    };
    assert_eq!(learner(&mut [0; 3], &mut features, &mut scratch), Some(LearnError::Length));
    assert_eq!(learner(&mut weights, &mut [0; 3], &mut scratch), Some(LearnError::Length));
    assert_eq!(learner(&mut weights, &mut features, &mut []), Some(LearnError::Scratch));
    assert_eq!(Learner::<Q7>::new(&plain, &mut weights, &mut features).err(), Some(LearnError::Unprepared));
    let mut learner: Learner<Q7, true> =
        Learner::with_scratch(&stream, &mut weights, &mut features, &mut scratch).expect("its lengths");
    let (mut row, mut scores) = ([0; 7], [0; 4]);
    assert_eq!(learner.learn(&mut row, &mut scores, 4), Err(LearnError::Class));
    assert_eq!(learner.learn(&mut row, &mut [0; 3], 1), Err(LearnError::Length));
    assert_eq!(learner.learn(&mut [0; 6], &mut scores, 1), Err(LearnError::Length));
    assert_eq!(learner.learn_values(&mut row, &mut scores, &[1, 2]), Err(LearnError::Class));
    let packed = model_of_values::<Q7>(ODD, SOME);
    let stream = Stream::<Q7>::view(&packed).expect("a model");
    assert_eq!(Learner::<Q7>::new(&stream, &mut weights, &mut features).err(), Some(LearnError::Scratch));
    let mut learner: Learner<Q7, true> =
        Learner::with_scratch(&stream, &mut weights, &mut features, &mut scratch).expect("its lengths");
    assert_eq!(learner.learn(&mut row, &mut scores, 1), Err(LearnError::Class));
    assert_eq!(learner.learn_values(&mut row, &mut scores, &[1]), Err(LearnError::Length));
    assert_eq!(learner.learn_values(&mut row, &mut scores, &[1, 2]), Ok(()));
}

/// A device that is reset after half of its updates, with its weights and the state of its log
/// kept: the host learns the same from the one log, and refuses one that begins in between.
#[test]
fn a_log_goes_on_after_a_reset() {
    let desk = Desk::new();
    let packed = model::<Q7>(ODD, SOME);
    std::fs::write(desk.path("p.klt"), &packed).expect("writable");
    let stream = Stream::<Q7>::view(&packed).expect("a model");
    let (mut weights, _, _) = buffers(&stream);
    let (mut random, mut log, mut state, mut written) = (Random(2), Vec::new(), None, Vec::new());
    for _ in 0..2 {
        let (_, mut features, mut scratch) = buffers(&stream);
        let learner = Learner::with_scratch(&stream, &mut weights, &mut features, &mut scratch);
        let mut learner: Learner<Q7, true> = learner.expect("its lengths");
        let (new, head) = Log::of(&packed, learner.weights());
        if state.is_some() {
            std::fs::write(desk.path("between.kll"), head).expect("writable");
        } else {
            log.extend(head);
        }
        let mut own = state.map_or(new, Log::resume);
        for label in [1, 0, 2, 3, 1, 2] {
            let (inputs, mut room) = (inputs(ODD, &mut random), [0; 18]);
            log.extend(own.record(&inputs, label, &mut room).expect("room"));
            learner.learn(&mut inputs.clone(), &mut [0; 4], label).expect("a class");
        }
        state = Some(own.state());
        written = packed.clone();
        learner.write_back(&mut written).expect("it fits");
    }
    std::fs::write(desk.path("all.kll"), &log).expect("writable");
    let all = desk.run("replay p.klt all.kll --out all.klt");
    assert!(all.code == 0 && desk.read("all.klt") == written && written != packed, "{}", all.err);
    let between = desk.run("replay p.klt between.kll --out between.klt");
    assert!(between.code == 1 && between.err.contains("something was learned already"), "{}", between.err);
}

/// A log's damage is found at its place; erased flash behind it is no damage.
#[test]
fn damaged_logs_are_refused_with_their_offset() {
    let desk = Desk::new();
    let rows: String = (0..60).map(|i| format!("{},{},{}\n", i * 37 % 11, i * 61 % 7, i % 3)).collect();
    desk.write("t.csv", &format!("a,b,y\n{rows}"));
    desk.json("fit t.csv --method mc --features 8 --out m.klt");
    desk.json("prepare m.klt t.csv --out p.klt");
    let learnt = desk.json("rehearse p.klt t.csv --log l.kll --out l.klt");
    let log = desk.read("l.kll");
    assert_eq!(log.len(), 8 + 60 * 8);
    let replay = |bytes: &[u8]| {
        std::fs::write(desk.path("x.kll"), bytes).expect("writable");
        desk.run("replay p.klt x.kll --out x.klt --json")
    };
    let erased = replay(&[&log[..], &[0xff; 37]].concat());
    assert_eq!((erased.code, desk.read("x.klt")), (0, desk.read("l.klt")), "{}", erased.err);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&erased.out).expect("JSON")["checksum"], learnt["checksum"]);
    assert_eq!(replay(&log[..8]).code, 0);
    let mut flipped = log.clone();
    flipped[8 + 17 * 8 + 3] ^= 4;
    let missing = [&log[..8 + 8 * 5], &log[8 + 8 * 6..]].concat();
    for (bytes, says) in [
        (&flipped[..], "byte 144: the record of update 18 is damaged"),
        (&missing, "byte 48: the record of update 6 is damaged, or one before it is missing"),
        (&log[..8 + 8 * 3 + 5], "byte 32: the log ends within the record of update 4"),
        (&log[..5], "byte 5: the log ends within"),
    ] {
        let run = replay(bytes);
        assert!(run.code == 1 && run.err.contains(says), "{says}: {}", run.err);
    }
}
