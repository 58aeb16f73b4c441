//! The interface on this machine: models of every kind answer as their golden vectors say, with
//! scalings that change nothing.

use kernelet::number::{Score, Word};
use kernelet::{Stream, wire, with_format};
use kernelet_wasm::{Call, Part, answer, measure, steady};
use std::path::Path;

/// The rows of a file of golden vectors.
const ROWS: usize = 12;
/// How many of them are answered: two in Miri, which takes a second for each.
const ANSWERED: usize = if cfg!(miri) { 2 } else { ROWS };
/// The rows of a file of golden vectors of steady classes.
const STEADY: usize = 24;
/// The numbers of an answer before those of outputs, and of each output.
const HEAD: usize = 3;
const OUTPUT: usize = 5;

fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn part<T>(items: &mut [T]) -> Part<T> {
    Part { first: items.as_mut_ptr(), count: items.len() }
}

/// The answers of rows.
fn answers(model: &mut [u8], rows: &mut [f64], channels: usize) -> Vec<f64> {
    let mut sizes = [0; 3];
    // SAFETY: both are there, and apart
    assert!(unsafe { measure(&part(model), &mut sizes) });
    let [row, width, words] = sizes;
    let count = rows.len() / row;
    assert_eq!(rows.len(), row * count);
    let inputs =
        with_format!(wire::contract(model).expect("a model"), F => Stream::<F>::view(model).expect("a model").inputs());
    let mut scalings = [1.0, 0.0, f64::MIN, f64::MAX, f64::NAN].repeat(inputs);
    let mut channels = [1.0, 0.0, 0.0].repeat(channels);
    let (mut work, mut answers) = (vec![0u64; words], vec![0.0; width * count]);
    let call = Call {
        model: part(model),
        scalings: part(&mut scalings),
        channels: part(&mut channels),
        rows: part(rows),
        work: part(&mut work),
        answers: part(&mut answers),
    };
    // SAFETY: all are there, and apart
    assert_eq!(unsafe { answer(&call) }, count);
    answers
}

/// The rows and what stands behind them in a file of golden vectors.
fn records(name: &str) -> (Vec<u8>, Vec<f64>, Vec<Vec<u8>>) {
    let (model, golden) = (read(&format!("{name}.klt")), read(&format!("{name}.golden")));
    let record = golden.len() / ROWS;
    let (rows, told) = with_format!(wire::contract(&model).expect("a model"), F => {
        let stream = Stream::<F>::view(&model).expect("a model");
        let size = stream.inputs() * <<F as kernelet::Format>::Input as Word>::SIZE;
        let missing = f64::from(i16::MIN);
        let number = |word: <F as kernelet::Format>::Input| Some(word.into()).filter(|raw: &f64| *raw != missing);
        let row = |record: &[u8]| {
            let words = <F as kernelet::Format>::Input::words(&record[..size]);
            words.map(|word| number(word).unwrap_or(f64::NAN)).collect::<Vec<f64>>()
        };
        (golden.chunks(record).flat_map(row).collect(), golden.chunks(record).map(|record| record[size..].to_vec()).collect())
    });
    (model, first(rows), told)
}

/// The rows that are answered, of all.
fn first(mut rows: Vec<f64>) -> Vec<f64> {
    rows.truncate(rows.len() / ROWS * ANSWERED);
    rows
}

/// The rows of golden vectors of windows, the bytes of the readings of each, and the channels.
fn windows(model: &[u8], golden: &[u8], count: usize) -> (Vec<f64>, usize, usize) {
    let [channels, length] = with_format!(wire::contract(model).expect("a model"), F => {
        let window = Stream::<F>::view(model).expect("a model").window().expect("windows");
        [window.channels(), usize::from(window.length)]
    });
    let pushed = 2 * channels * length;
    // all channels at one time after the other, and here channel after channel
    let row = |record: &[u8]| {
        let readings: Vec<f64> = i16::words(&record[..pushed]).map(f64::from).collect();
        let channel = |at: usize| readings[at..].iter().copied().step_by(channels).collect::<Vec<f64>>();
        (0..channels).flat_map(channel).collect::<Vec<f64>>()
    };
    (golden.chunks(golden.len() / count).flat_map(row).collect(), pushed, channels)
}

/// The scores of bytes, as numbers.
fn scores(model: &[u8], bytes: &[u8]) -> Vec<f64> {
    with_format!(wire::contract(model).expect("a model"), F => {
        <F as kernelet::Format>::Score::words(bytes).map(Score::to_f64).collect()
    })
}

/// One number of each output of an answer.
fn of_outputs(answer: &[f64], place: usize) -> Vec<f64> {
    answer[HEAD..].chunks(OUTPUT).map(|output| output[place]).collect()
}

#[test]
fn models_of_every_kind_have_their_scores() {
    let formats = ["f32", "q15", "q7", "q7-wide", "q3"];
    let kinds = ["", "-blocks", "-seeded", "-logarithms", "-ferns"];
    let names = formats.iter().flat_map(|format| kinds.iter().map(move |kind| format!("{format}{kind}")));
    for name in names.chain(["f32-libm", "f32-micromath"].map(str::to_owned)) {
        let (mut model, mut rows, told) = records(&name);
        let answers = answers(&mut model, &mut rows, 0);
        for (answer, told) in answers.chunks(answers.len() / ANSWERED).zip(&told) {
            assert_eq!(of_outputs(answer, 0), scores(&model, told), "{name}");
        }
    }
}

#[test]
fn probabilities_are_those_of_the_device() {
    for name in ["f32-probability", "q15-probability", "q7-two-probability", "q3-probability"] {
        let (mut model, mut rows, told) = records(name);
        let answers = answers(&mut model, &mut rows, 0);
        for (answer, told) in answers.chunks(answers.len() / ANSWERED).zip(&told) {
            let expected: Vec<f64> = u16::words(told).map(f64::from).collect();
            assert_eq!(of_outputs(answer, 2), expected, "{name}");
        }
    }
}

#[test]
fn windows_have_their_scores() {
    for name in ["q7-windows", "q7-bands", "f32-windows", "q15-windows", "q3-windows"] {
        let (mut model, golden) = (read(&format!("{name}.klt")), read(&format!("{name}.golden")));
        let (rows, pushed, channels) = windows(&model, &golden, ROWS);
        let mut rows = first(rows);
        let answers = answers(&mut model, &mut rows, channels);
        for (answer, record) in answers.chunks(answers.len() / ANSWERED).zip(golden.chunks(golden.len() / ROWS)) {
            assert_eq!(of_outputs(answer, 0), scores(&model, &record[pushed..]), "{name}");
        }
    }
}

#[test]
fn bytes_that_are_no_model_are_refused() {
    let mut model = read("q7.klt");
    model[40] ^= 1;
    let mut sizes = [0; 3];
    // SAFETY: both are there, and apart
    assert!(!unsafe { measure(&part(&mut model), &mut sizes) });
}

#[test]
fn classes_become_steady() {
    for name in ["q7-majority", "q3-hysteresis"] {
        let (mut model, golden) = (read(&format!("{name}.klt")), read(&format!("{name}.golden")));
        let (mut rows, pushed, channels) = windows(&model, &golden, STEADY);
        let answers = answers(&mut model, &mut rows, channels);
        let mut classes: Vec<u16> = answers.chunks(answers.len() / STEADY).map(|answer| answer[0] as u16).collect();
        let mut places: Vec<u32> = (0..).take(STEADY).collect();
        // SAFETY: all are there, and apart
        assert!(unsafe { steady(&part(&mut model), &part(&mut places), &part(&mut classes)) });
        let expected: Vec<u16> =
            golden.chunks(golden.len() / STEADY).flat_map(|record| u16::words(&record[pushed..])).collect();
        assert_eq!(classes, expected, "{name}");
    }
}
