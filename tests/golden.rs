//! Files of layout version 1 that must be read, and answered alike, for ever.

use kernelet::word::Word;
use kernelet::{F32, Format, Libm, Micromath, Q7, Q7Wide, Q15, Stream};
use std::path::PathBuf;

fn read(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The scores of one row of raw inputs, as bytes.
fn scores<F: Format>(stream: &Stream<'_, F>, inputs: &[u8]) -> Vec<u8> {
    let mut inputs: Vec<F::Input> = F::Input::words(inputs).collect();
    let mut scores = vec![F::Score::default(); stream.outputs()];
    stream.scores(&mut inputs, &mut scores).expect("buffers made to measure");
    scores.iter().flat_map(|score| score.to_bytes().as_ref().to_vec()).collect()
}

/// Every record of `NAME.golden` against `NAME.klt`, whose own bytes are pinned by their checksum.
fn pinned<F: Format>(name: &str, checksum: u32) {
    let model = read(&format!("{name}.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}.klt is not the file of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    let golden = read(&format!("{name}.golden"));
    let inputs = stream.inputs() * F::Input::SIZE;
    let record = inputs + stream.outputs() * F::Score::SIZE;
    assert_eq!((golden.len(), golden.len() / record), (12 * record, 12));
    for (row, record) in golden.chunks(record).enumerate() {
        assert_eq!(scores(&stream, &record[..inputs]), record[inputs..], "{name}, row {row}");
    }
}

#[test]
fn version_1_is_answered_alike_in_every_format() {
    pinned::<F32>("f32", 0xeea6_4096);
    pinned::<F32<Libm>>("f32-libm", 0xe8cb_d559);
    pinned::<F32<Micromath>>("f32-micromath", 0x99dc_faec);
    pinned::<Q15>("q15", 0xe2bf_6fef);
    pinned::<Q7>("q7", 0xc08b_7ba3);
    pinned::<Q7Wide>("q7-wide", 0xdc66_4c09);
}

/// `FORMAT.md` once more for contracts 5 and 6, slowly: offsets by hand, sums in `i128`, the table by `f64`.
fn naive_scores(model: &[u8], x: &[i16], score_size: usize) -> Vec<i128> {
    let (inputs, outputs, guards) = (model[10] as usize, model[11] as usize, model[12] as usize);
    let i16_at = |at: usize| i128::from(i16::from_le_bytes([model[at], model[at + 1]]));
    let u32_at = |at: usize| i128::from(u32::from_le_bytes(model[at..at + 4].try_into().unwrap()));
    let mut x: Vec<i128> = x.iter().map(|&x| i128::from(x)).collect();
    for guard in (0..guards).map(|guard| 17 + guard * 9) {
        let input = &mut x[i16_at(guard) as usize];
        let clamped = (*input).clamp(i16_at(guard + 2), i16_at(guard + 4)) - i16_at(guard + 6);
        *input = if *input == -32768 { 0 } else { clamped << model[guard + 8] };
    }
    let bias = 17 + guards * 9;
    let rows = bias + outputs * score_size + 3;
    let features = i16_at(rows - 2) as usize;
    let (turns, head) = (rows + features * inputs, rows + features * (inputs + 8));
    let mut scores: Vec<i128> = (0..outputs)
        .map(|output| {
            let bytes = &model[bias + output * score_size..][..score_size];
            let sign = if bytes[score_size - 1] >= 0x80 { 1i128 << (8 * score_size) } else { 0 };
            bytes.iter().rev().fold(0, |word, &byte| (word << 8) | i128::from(byte)) - sign
        })
        .collect();
    for feature in 0..features {
        let weight = |input: usize| i128::from(model[rows + feature * inputs + input] as i8);
        let dot: i128 = (0..inputs).map(|input| weight(input) * x[input]).sum();
        let angle = (dot * u32_at(turns + 8 * feature) + u32_at(turns + 8 * feature + 4)).rem_euclid(1 << 32);
        let middle = ((angle >> 24) as f64 + 0.5) / 256.0;
        let cosine = (32767.0 * (std::f64::consts::TAU * middle).cos()).round() as i128;
        for (output, score) in scores.iter_mut().enumerate() {
            *score += i128::from(model[head + feature * outputs + output] as i8) * cosine;
        }
    }
    scores
}

#[test]
fn eight_bit_scores_equal_a_naive_reading_of_the_specification() {
    for (name, score_size) in [("q7", 4), ("q7-wide", 8)] {
        let model = read(&format!("{name}.klt"));
        let golden = read(&format!("{name}.golden"));
        let (inputs, outputs) = (model[10] as usize, model[11] as usize);
        for record in golden.chunks(2 * inputs + outputs * score_size) {
            let (x, scores) = record.split_at(2 * inputs);
            let x: Vec<i16> = i16::words(x).collect();
            let expected = naive_scores(&model, &x, score_size);
            let found: Vec<i128> = match score_size {
                4 => i32::words(scores).map(i128::from).collect(),
                _ => i64::words(scores).map(i128::from).collect(),
            };
            assert_eq!(found, expected, "{name}");
        }
    }
}
