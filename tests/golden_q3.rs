//! Files of contract 7 that must be read, and answered alike, for ever; and its specification read slowly.

use kernelet::word::Word;
use kernelet::{Q3, Stream};
use std::path::PathBuf;

fn read(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn scores(stream: &Stream<'_, Q3>, inputs: &[i16]) -> Vec<i32> {
    let (mut scores, mut scratch) = (vec![0; stream.outputs()], vec![0; stream.scratch()]);
    stream.scores_with(&mut inputs.to_vec(), &mut scores, &mut scratch).expect("buffers made to measure");
    scores
}

/// Every record of `NAME.golden`: the inputs and the scores.
fn records(name: &str, [inputs, outputs]: [usize; 2]) -> Vec<(Vec<i16>, Vec<i32>)> {
    let golden = read(&format!("{name}.golden"));
    let records = golden.chunks(2 * inputs + 4 * outputs).map(|record| record.split_at(2 * inputs));
    records.map(|(inputs, scores)| (i16::words(inputs).collect(), i32::words(scores).collect())).collect()
}

fn pinned(name: &str, checksum: u32, kinds: &[u8]) {
    let model = read(&format!("{name}.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}.klt is not the file of version 1");
    let stream = Stream::<Q3>::view(&model).expect("a model of version 1");
    assert_eq!(stream.kinds().map(|kind| kind as u8).collect::<Vec<_>>(), kinds);
    let records = records(name, [stream.inputs(), stream.outputs()]);
    assert_eq!(records.len(), 12);
    for (row, (inputs, expected)) in records.iter().enumerate() {
        assert_eq!(scores(&stream, inputs), *expected, "{name}, row {row}");
    }
}

#[test]
fn contract_7_is_answered_alike() {
    pinned("q3", 0xb5a9_61b1, &[1]);
    pinned("q3-blocks", 0x514a_67a3, &[1, 2, 3, 4, 5, 6, 7]);
}

/// Half a byte, its upper one where `index` is odd.
fn nibble(row: &[u8], index: usize) -> i128 {
    let half = i128::from(row[index / 2] >> (4 * (index % 2))) & 15;
    if half > 7 { half - 16 } else { half }
}

/// `FORMAT.md` once more for dense cosines in contract 7: offsets by hand, sums in `i128`, the table by `f64`.
fn naive_scores(model: &[u8], x: &[i16]) -> Vec<i128> {
    let (inputs, outputs, guards) = (model[10] as usize, model[11] as usize, model[12] as usize);
    let i16_at = |at: usize| i128::from(i16::from_le_bytes([model[at], model[at + 1]]));
    let mut x: Vec<i128> = x.iter().map(|&x| i128::from(x)).collect();
    for guard in (0..guards).map(|guard| 17 + guard * 9) {
        let input = &mut x[i16_at(guard) as usize];
        let clamped = (*input).clamp(i16_at(guard + 2), i16_at(guard + 4)) - i16_at(guard + 6);
        *input = if *input == -32768 { 0 } else { clamped << model[guard + 8] };
    }
    let bias = 17 + guards * 9;
    let mut scores: Vec<i128> = (0..outputs).map(|k| i16_at(bias + 1 + 2 * k) << model[bias]).collect();
    let rows = bias + 1 + 2 * outputs + 3;
    let features = i16_at(rows - 2) as usize;
    let (row, weights) = (inputs.div_ceil(2), outputs.div_ceil(2));
    let (turns, head) = (rows + features * row, rows + features * (row + 2));
    for feature in 0..features {
        let dot: i128 = (0..inputs).map(|input| nibble(&model[rows + feature * row..], input) * x[input]).sum();
        let [scale, phase] = [model[turns + 2 * feature], model[turns + 2 * feature + 1]].map(i128::from);
        let angle = (dot * ((8 + scale % 8) << (scale / 8)) + (phase << 24)).rem_euclid(1 << 32);
        let middle = ((angle >> 24) as f64 + 0.5) / 256.0;
        let cosine = (32767.0 * (std::f64::consts::TAU * middle).cos()).round() as i128;
        for (output, score) in scores.iter_mut().enumerate() {
            *score += nibble(&model[head + feature * weights..], output) * cosine;
        }
    }
    scores
}

#[test]
fn four_bit_scores_equal_a_naive_reading_of_the_specification() {
    let model = read("q3.klt");
    for (inputs, scores) in records("q3", [5, 3]) {
        assert_eq!(scores.into_iter().map(i128::from).collect::<Vec<_>>(), naive_scores(&model, &inputs));
    }
}
